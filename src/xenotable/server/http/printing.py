"""Lists on paper over the network: what can be printed, and each ready list as a page of its own."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, get
from litestar.params import FromPath, QueryParameter

from xenotable.engine.muster import from_link
from xenotable.engine.paper import SIZES, Press, Size
from xenotable.engine.paper_html import to_html
from xenotable.engine.title import Title
from xenotable.faults import Fault, nearest, some
from xenotable.server.game_registry import Unknown
from xenotable.server.messages.bodies import PrintsWire
from xenotable.server.rooms.table_server import TableServer

BLANK = "blank"
Asked = Request[Any, Any, Any]
PaperSize = Annotated[str, QueryParameter(name="paper", description="a4 or letter.")]


async def title_of(request: Asked, game: str) -> Title[Any]:
    server: TableServer = request.app.state.server
    return (await server.games()).title(game)


@get("/api/games/{game:str}/print", summary="What can be printed: its ready lists, and blank forms")
async def show_prints(request: Asked, game: FromPath[str]) -> PrintsWire:
    title = await title_of(request, game)
    if title.press is None:
        return PrintsWire([])
    return PrintsWire([*title.press.ready(), BLANK], await asyncio.to_thread(list_names, title))


@get("/api/games/{game:str}/print-link/{link:str}", media_type=MediaType.HTML, summary="A list of one's own on paper")
async def print_link(request: Asked, game: FromPath[str], link: FromPath[str], paper: PaperSize = "a4") -> str:
    """The list stands in the address, as the builder shares it."""
    title, size = await title_of(request, game), size_of(paper)
    press, book = title.press, title.muster
    if press is None or book is None:
        raise Unknown(f"{title.title} has no lists to print.")
    made = press.of_army(book, from_link(link))
    return await asyncio.to_thread(lambda: to_html(press.printed(made), size))


@get("/api/games/{game:str}/print/{name:str}", media_type=MediaType.HTML, summary="A ready list on paper, as a page")
async def print_list(request: Asked, game: FromPath[str], name: FromPath[str], paper: PaperSize = "a4") -> str:
    press = (await title_of(request, game)).press
    size = size_of(paper)
    if press is None or (name != BLANK and name not in press.ready()):
        known = [] if press is None else [*press.ready(), BLANK]
        raise Unknown(f'There is no list "{name}" to print.{nearest(name, known)} They are: {some(known)}.')
    return await asyncio.to_thread(page_of, press, name, size)


@lru_cache(32)
def list_names(title: Title[Any]) -> dict[str, str]:
    """The ready lists of a title, as people call them, with what they cost."""
    book = title.muster
    if book is None:
        return {}
    if not book.currency:
        return {id: army.name for id, army in book.ready().items()}
    return {id: f"{army.name} · {book.total(army)} {book.currency}" for id, army in book.ready().items()}


def size_of(paper: str) -> Size:
    try:
        size: Size = msgspec.convert(paper, Size)
    except msgspec.ValidationError:
        raise Fault(f'There is no paper "{paper}". It is {" or ".join(SIZES)}.') from None
    return size


@lru_cache(128)  # there are no more ready lists than that
def page_of(press: Press, name: str, size: Size) -> str:
    return to_html(press.paper(None if name == BLANK else press.ready()[name]), size)


HANDLERS = [show_prints, print_list, print_link]
