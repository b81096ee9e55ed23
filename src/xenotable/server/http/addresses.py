"""The list of addresses: for machines as OpenAPI, for people as a page of our own (others fetch their scripts from
foreign hosts). The framework knows what comes back; what goes in, errors and the socket's messages are added here."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Literal

import msgspec
from litestar import Litestar, Request
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.routes import HTTPRoute

from xenotable.server.messages import protocol
from xenotable.server.messages.bodies import Problem

Schema = dict[str, Any]
Asked = Request[Any, Any, Any]
REF = "#/components/schemas/"
JSON = "application/json"
SAID: tuple[type, ...] = protocol.ToServer.__args__
HEARD: tuple[type, ...] = protocol.ToClient.__args__


def bodies(app: Litestar, which: Literal["takes", "gives"] = "takes") -> dict[tuple[str, str], type]:
    """(address, method) -> what has to be sent there: the handlers say so with `takes`. What comes back where only
    bytes are passed on: with `gives`."""
    return {
        (route.path_format, method.lower()): handler.opt[which]
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method, handler in [(m, h) for h in route.route_handlers for m in h.http_methods]
        if which in handler.opt
    }


def answered(app: Litestar) -> set[type]:
    """The structs that come back."""
    handlers = [handler for route in app.routes if isinstance(route, HTTPRoute) for handler in route.route_handlers]
    returned = {handler.parsed_return_field.annotation for handler in handlers}
    return {kind for kind in returned if isinstance(kind, type) and issubclass(kind, msgspec.Struct)}


def complete_schema(app: Litestar, schema: Schema) -> Schema:
    taken, given = bodies(app), bodies(app, "gives")
    # With those that the framework describes: of two that have one name, each gets a longer one.
    kinds = (*taken.values(), *given.values(), *answered(app), Problem, *SAID, *HEARD)
    described, known = msgspec.json.schema_components(kinds, ref_template=REF + "{name}")
    shapes = dict(zip(kinds, described, strict=True))
    paths = {path: dict(item) for path, item in schema["paths"].items()}
    for path, item in paths.items():
        for method, spec in operations(item):
            good = {code: answer for code, answer in spec["responses"].items() if code[0] == "2"}
            if (path, method) in given:
                good = {code: answer | carries(shapes[given[path, method]]) for code, answer in good.items()}
            item[method] = spec | {"responses": good | {"4XX": carries(shapes[Problem], "What is wrong.")}}
            if (path, method) in taken:
                item[method]["requestBody"] = carries(shapes[taken[path, method]]) | {"required": True}
    components = schema.get("components", {})
    schemas = {**components.get("schemas", {}), **known}
    return schema | {"paths": paths, "components": components | {"schemas": schemas}}


def carries(shape: Schema, says: str = "") -> Schema:
    return {"content": {JSON: {"schema": shape}}} | ({"description": says} if says else {})


def operations(item: Schema) -> Iterator[tuple[str, Schema]]:
    yield from [(method, spec) for method, spec in item.items() if isinstance(spec, dict) and "responses" in spec]


class Machines(JsonRenderPlugin):
    """OpenAPI as JSON; written once, because it takes its time."""

    written = b""

    def render(self, request: Asked, openapi_schema: Schema) -> bytes:
        self.written = self.written or self.render_json(request, complete_schema(request.app, openapi_schema))
        return self.written


class People(OpenAPIRenderPlugin):
    """The same as a page."""

    written = b""

    def render(self, request: Asked, openapi_schema: Schema) -> bytes:
        self.written = self.written or self._page(request, openapi_schema)
        return self.written

    def _page(self, request: Asked, openapi_schema: Schema) -> bytes:
        schema = complete_schema(request.app, openapi_schema)
        rows = [
            f"<tr><td>{method.upper()}</td><td><code>{escape(path)}</code><br>{escape(spec.get('summary', ''))}</td>"
            f"<td>{content(spec.get('requestBody', {}))}</td><td>{answers(spec)}</td></tr>"
            for path, item in sorted(schema["paths"].items())
            for method, spec in operations(item)
        ]
        structs = [struct(name, spec) for name, spec in sorted(schema["components"]["schemas"].items())]
        return PAGE.format(rows="".join(rows), said=names(SAID), heard=names(HEARD), structs="".join(structs)).encode()


def content(part: Schema) -> str:
    return "".join(shape(media["schema"]) for media in part.get("content", {}).values() if "schema" in media) or "–"


def answers(spec: Schema) -> str:
    return "<br>".join(f"{code}: {content(answer)}" for code, answer in sorted(spec["responses"].items()))


def names(kinds: tuple[type, ...]) -> str:
    return ", ".join(f'<a href="#{k.__name__}">{k.__struct_config__.tag}</a>' for k in kinds)  # type: ignore[attr-defined]  # all are structs


def struct(name: str, spec: Schema) -> str:
    fields = [
        f"<tr><td><code>{escape(field)}</code></td><td>{shape(kind)}</td>"
        f"<td>{'' if field in spec.get('required', ()) else 'may be left out'}</td></tr>"
        for field, kind in spec.get("properties", {}).items()
    ]
    about = escape(spec.get("description", ""))
    return f'<section id="{name}"><h3>{name}</h3><p>{about}</p><table>{"".join(fields)}</table></section>'


def shape(kind: Schema) -> str:
    """A type in words, with links to the structs in it."""
    if "$ref" in kind:
        name = kind["$ref"].removeprefix(REF)
        return f'<a href="#{name}">{name}</a>'
    choices = kind.get("anyOf") or kind.get("oneOf")
    if choices:
        return " or ".join(map(shape, choices))
    if "enum" in kind or "const" in kind:
        return " or ".join(f"<code>{escape(str(v))}</code>" for v in kind.get("enum", [kind.get("const")]))
    if kind.get("type") == "array":
        inner = [shape(k) for k in kind.get("prefixItems", ())] or [shape(kind["items"]) if kind.get("items") else "?"]
        return f"list of {', '.join(inner)}"
    if isinstance(kind.get("additionalProperties"), dict):
        return f"mapping to {shape(kind['additionalProperties'])}"
    said = kind.get("type", "anything")
    return escape(" or ".join(said) if isinstance(said, list) else said)


PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Xenotable: addresses</title>
<meta name="viewport" content="width=device-width"><style>
body {{ max-width: 72rem; margin: 0 auto; padding: 1.5rem; background: #0d1217; color: #e4ebf0; font: 15px system-ui }}
a {{ color: #8cc8ff }} h3 {{ margin: 1.6rem 0 0 }} p {{ margin: .3rem 0 }}
table {{ width: 100%; border-collapse: collapse; line-height: 1.5 }}
th, td {{ padding: .35rem .6rem; border-top: 1px solid #2a3743; text-align: left; vertical-align: top }}
section:target {{ outline: 2px solid #ffc857; outline-offset: 6px }} code {{ color: #ffc857; overflow-wrap: anywhere }}
</style></head><body><main><h1>Xenotable: addresses</h1>
<p>For machines: <a href="/api/docs/openapi.json">openapi.json</a>. Tokens go into the header
<code>Authorization: Bearer …</code>. Fields that hold their default are left out of what the server sends.</p>
<table><thead><tr><th>Method</th><th>Address</th><th>Body</th><th>Answers</th></tr></thead><tbody>{rows}</tbody></table>
<h2>The socket</h2><p><code>/api/rooms/{{room}}/socket</code>; each message has its name in <code>type</code>.</p>
<p>To the server: {said}.</p><p>From the server: {heard}.</p>
<h2>Structs</h2>{structs}</main></body></html>"""
