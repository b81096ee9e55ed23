"""A player in another process: it speaks lines of JSON, so it could be written in any language.

xenotable sim rampant -n 20 --players "exec:python3 examples/line_bot.py,random"
"""

import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        said = {"hello": asked["protocol"]}
    else:
        n = len(asked["candidates"])
        said = {"id": asked["id"], "candidate": asked["id"] % n} if n else {"id": asked["id"], "wait": 1000}
    print(json.dumps(said), flush=True)
