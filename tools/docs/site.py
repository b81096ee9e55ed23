"""What the builder of the site does beside reading docs/: it adds the rulebooks and the page for contributors.

MkDocs calls the functions named `on_…`.
"""

import re
from pathlib import Path
from typing import Any

import rulebooks
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\[(?P<words>[^\]]+)\]\((?P<target>\.\./[^)#]+)\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The rulebooks take their place in the navigation."""
    sections: list[dict[str, Any]] = list(config.nav or [])
    config.nav = [{"Rulebooks": rulebooks.navigation()} if "Rulebooks" in section else section for section in sections]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Pages that are made, not written."""
    for path, text in (*rulebooks.pages(), ("contributing.md", contributing())):
        files.append(File.generated(config, path, content=text))
    files.append(File.generated(config, "assets/sign.svg", abs_src_path=str(ROOT / "web/public/icon.svg")))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links to sources hold in the repository; on the site, which does not carry them, their names stay."""
    return LINK.sub(without_source, markdown)


def without_source(link: re.Match[str]) -> str:
    if not (ROOT / "docs" / link["target"]).exists():
        raise PluginError(f"There is no {link['target']}, which a page links to.")
    return link["words"]


def contributing() -> str:
    """CONTRIBUTING.md stands above docs/, so its links are one folder longer."""
    return (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").replace("](docs/", "](")
