"""For the reference: the fields of a record as one table. Their comments in the source say what they mean."""

import re
from typing import Any

from griffe import Attribute, Class, Docstring, Extension

COMMENT = re.compile(r"#\s+(?!noqa|type:)(?P<words>.+)$")


class Fields(Extension):
    """Turns `rule: str = ""  # the rule behind it` into a row under the description of its class."""

    def on_class_members(self, *, cls: Class, **_: Any) -> None:
        """Called by Griffe for every class that it has read."""
        fields = [member for member in cls.members.values() if isinstance(member, Attribute) and is_field(member)]
        if not fields or not cls.docstring or "__init__" in cls.members:
            return  # no record: its attributes are its own business
        rows = "\n".join(row(field) for field in fields)
        text = f"{cls.docstring.value}\n\n| field | type | default | |\n|---|---|---|---|\n{rows}"
        cls.docstring = Docstring(text, lineno=cls.docstring.lineno, endlineno=cls.docstring.endlineno, parent=cls)
        for field in fields:
            cls.del_member(field.name)


def is_field(member: Attribute) -> bool:
    """Annotated in the body of the class; not a property, and not private."""
    return member.annotation is not None and "property" not in member.labels and not member.name.startswith("_")


def row(field: Attribute) -> str:
    default = f"`{field.value}`" if field.value is not None else ""
    return f"| `{field.name}` | `{field.annotation}` | {default} | {comment(field)} |"


def comment(field: Attribute) -> str:
    found = COMMENT.search(field.source)
    return found["words"] if found else ""
