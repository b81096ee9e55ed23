"""Writes web/src/wire.ts: the types of all messages, made from the structs of `xenotable.server`."""

import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from xenotable.engine.muster import Changes
from xenotable.engine.wire import Wire
from xenotable.server.messages import bodies, list_bodies, protocol

MODULES = (bodies, list_bodies, protocol)
TARGET = Path(__file__).parent.parent / "web" / "src" / "wire.ts"
HEAD = "// Made by tools/typescript.py from bodies.py, list_bodies.py, protocol.py of the server; do not edit.\n"
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}
UNIONS = {"Wire": Wire, "ToServer": protocol.ToServer, "ToClient": protocol.ToClient, "Changes": Changes}


def roots() -> list[type[msgspec.Struct]]:
    """All structs that these modules define, except the bases."""
    made = [v for module in MODULES for v in vars(module).values() if isinstance(v, type)]
    own = [v for v in dict.fromkeys(made) if issubclass(v, msgspec.Struct) and v not in (bodies.Sent, bodies.Said)]
    return [s for s in own if s.__module__ in {module.__name__ for module in MODULES}]


class Writer:
    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def of(self, kind: inspect.Type) -> str:
        match kind:
            case inspect.StructType():
                return self.struct(kind)
            case inspect.UnionType():
                names = list(dict.fromkeys(self.of(t) for t in kind.types))
                return next((n for n, u in UNIONS.items() if members(u) == names), " | ".join(names))
            case inspect.LiteralType():
                return " | ".join(f'"{v}"' for v in kind.values)
            case inspect.ListType() | inspect.VarTupleType():
                return f"{self.grouped(kind.item_type)}[]"
            case inspect.TupleType():
                return f"[{', '.join(self.of(t) for t in kind.item_types)}]"
            case inspect.DictType():
                return f"Record<string, {self.of(kind.value_type)}>"
        return PLAIN[type(kind)]

    def grouped(self, kind: inspect.Type) -> str:
        name = self.of(kind)
        return f"({name})" if " | " in name else name

    def struct(self, kind: inspect.StructType) -> str:
        name = kind.cls.__name__
        if name not in self.written:
            self.written[name] = ""  # its place in the file, and an end to recursion
            strict = kind.cls.__struct_config__
            lines = [f"export interface {name} {{"]
            if kind.tag is not None:
                lines.append(f'  {kind.tag_field}: "{kind.tag}";')
            for field in kind.fields:
                optional = not field.required and (strict.omit_defaults or strict.forbid_unknown_fields)
                lines.append(f"  {field.encode_name}{'?' if optional else ''}: {self.of(field.type)};")
            self.written[name] = "\n".join([*lines, "}"])
        return name


def text() -> str:
    writer = Writer()
    for struct in roots():
        writer.of(inspect.type_info(struct))
    unions = [f"export type {name} =\n  | " + "\n  | ".join(members(kind)) + ";" for name, kind in UNIONS.items()]
    constants = f"export const SPECTATOR = {protocol.SPECTATOR};"
    return "\n\n".join([HEAD + constants, *writer.written.values(), *unions]) + "\n"


def members(union: Any) -> list[str]:
    return [t.__name__ for t in union.__args__]


def main() -> None:
    wanted = text()
    if "--check" in sys.argv:
        if not TARGET.is_file() or TARGET.read_text() != wanted:
            sys.exit("web/src/wire.ts is not what the protocol says; run: python tools/typescript.py")
        return
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(wanted)


if __name__ == "__main__":
    main()
