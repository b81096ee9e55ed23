// Plays a record from its set-up by the rules themselves, here in the browser: Python as WebAssembly, the rules as this
// server has them. The page starts it when somebody asks for it; it says where it is, then what does not follow.

import { loadPyodide } from "./pyodide.mjs";

const RULES = `
import os
os.environ["XENOTABLE_PLAIN"] = "1"  # no compiler here
from xenotable.engine.saving import SaveFault, read, verify
from xenotable.faults import Fault
from xenotable.games import game

def prove(data):
    try:
        saved = read(data.to_bytes())
        return list(verify(saved, game(saved.game)))
    except (Fault, SaveFault) as fault:
        return [str(fault)]
prove
`;

async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function prove(record) {
  postMessage({ step: "python" });
  const [python, msgspec, rules] = await Promise.all([
    loadPyodide({ indexURL: new URL(".", import.meta.url).href }),
    fetched("msgspec.whl"),
    fetched("xenotable.zip"),
  ]);
  postMessage({ step: "rules" });
  const extractDir = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(msgspec, "wheel", { extractDir });
  python.unpackArchive(rules, "zip", { extractDir });
  const run = python.runPython(RULES);
  postMessage({ step: "record" });
  return run(record).toJs();
}

self.onmessage = ({ data }) => {
  prove(data).then(
    (faults) => postMessage({ faults }),
    (e) => postMessage({ error: String(e?.message ?? e).slice(-500) }),
  );
};
