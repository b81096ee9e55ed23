"""Lists on paper over the network: what can be printed, and each ready list as a page of its own."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any

from litestar import MediaType, Request, get
from litestar.params import FromPath, QueryParameter

from xenotable.engine.paper import SIZES, Press, Size
from xenotable.engine.paper_html import to_html
from xenotable.engine.title import Title
from xenotable.faults import Fault, nearest, some
from xenotable.server.bodies import PrintsWire
from xenotable.server.game_registry import Unknown
from xenotable.server.rooms import TableServer

BLANK = "blank"
Asked = Request[Any, Any, Any]
PaperSize = Annotated[str, QueryParameter(name="paper", description="a4 or letter.")]


async def title_of(request: Asked, game: str) -> Title[Any]:
    house: TableServer = request.app.state.house
    return (await house.games()).title(game)


@get("/api/games/{game:str}/print", summary="What can be printed: its ready lists, and blank forms")
async def show_prints(request: Asked, game: FromPath[str]) -> PrintsWire:
    press = (await title_of(request, game)).press
    return PrintsWire([] if press is None else [*press.ready(), BLANK])


@get("/api/games/{game:str}/print/{name:str}", media_type=MediaType.HTML, summary="A ready list on paper, as a page")
async def print_list(request: Asked, game: FromPath[str], name: FromPath[str], paper: PaperSize = "a4") -> str:
    press = (await title_of(request, game)).press
    if paper not in SIZES:
        raise Fault(f'There is no paper "{paper}". It is {" or ".join(SIZES)}.')
    if press is None or (name != BLANK and name not in press.ready()):
        known = [] if press is None else [*press.ready(), BLANK]
        raise Unknown(f'There is no list "{name}" to print.{nearest(name, known)} They are: {some(known)}.')
    return await asyncio.to_thread(page_of, press, name, "letter" if paper == "letter" else "a4")


@lru_cache(128)  # there are no more ready lists than that
def page_of(press: Press, name: str, size: Size) -> str:
    return to_html(press.paper(None if name == BLANK else press.ready()[name]), size)


HANDLERS = [show_prints, print_list]
