"""A hook of the build: no wheel and no source archive without the browser client."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = "src/xenotable/server/static/index.html"


class RequireClient(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable install is made before the client is built; it serves from the checkout.
        if version != "editable" and not (Path(self.root) / CLIENT).is_file():
            self.app.abort("The browser client is not built, and a package without it cannot serve: use `make wheel`.")
