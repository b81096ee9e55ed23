"""Words of the catalogues in Markdown."""

import re

SPECIAL = re.compile(r"[\\`*_{}\[\]#|]")
NUMBERED = re.compile(r"^(\d+)\.")


def escaped(text: str) -> str:
    """Plain text that Markdown shows as it is."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return NUMBERED.sub(r"\1\\.", SPECIAL.sub(r"\\\g<0>", plain))


def phrase(id: str) -> str:
    """`attack-roll` as a heading: Attack roll."""
    words = id.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def titled(table: str) -> str:
    """The name of a table of the catalogue as a heading, in the plural: `unique_action` is Unique actions."""
    words = phrase(table)
    if words.endswith("s"):
        return words
    return words[:-1] + "ies" if words.endswith("y") and words[-2] not in "aeiou" else words + "s"


def origin_word(origin: str) -> str:
    """A badge: source, restored or ours."""
    return f'<span class="origin {origin}">{phrase(origin)}</span>'
