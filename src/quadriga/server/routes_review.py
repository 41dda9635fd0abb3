"""Looking back over HTTP: all positions of a match, what the computer thinks of its moves, and playing on from one."""

from __future__ import annotations

import asyncio
import gzip

import orjson
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from .limits import COMMANDS, FILMS, REVIEWS, TABLES
from .messages.requests import PlayOnRequest
from .messages.responses import FilmShown, ReviewDone, ReviewRunning
from .messages.tables import TableMessage
from .openapi import answers, at_table
from .parts import parts_of
from .routes_tables import TO_DO, AsSeat, Caller, TableId, caller_of, finished, looker_of

router = APIRouter(prefix="/api", tags=["tables"])


async def packed(request: Request, caller: Caller, body: bytes, status: int = 200) -> Response:
    """Answer with JSON that is compressed already, to who takes it so; else as it was before."""
    takes = "gzip" in request.headers.get("accept-encoding", "")
    response = caller.answer_written(body if takes else await asyncio.to_thread(gzip.decompress, body), status)
    response.headers["vary"] = "accept-encoding"
    if takes:
        response.headers["content-encoding"] = "gzip"
    return response


@router.get("/tables/{id}/film", responses=answers(FilmShown, 404, 409))
async def film(request: Request, id: TableId, seat: AsSeat = None) -> Response:
    """Show all positions of a match at once, from its beginning to where it stands, without moves taken back.

    Each is shown to its players and spectators as they saw it then; after the end `seat` shows it from any seat.
    """
    parts = parts_of(request)
    caller = await caller_of(request, parts)
    caller.take(FILMS)
    live = await parts.hall.fresh(id)
    async with parts.hall.settled(live):
        coming = parts.films.ask(live, looker_of(live.table, caller.visitor, seat))
    return await packed(request, caller, await coming)


@router.get(
    "/tables/{id}/analysis",
    responses={**answers(ReviewDone, 404, 409), **answers(ReviewRunning, status=202)},
)
async def analysis(request: Request, id: TableId) -> Response:
    """Say how a finished match went: the chances after every move, and the moves that cost most.

    The look at a match that people played begins with its end, at another with the first who asks. Until it is done the
    answer (202) says how far it is, and what is known so far.
    """
    parts = parts_of(request)
    caller = await caller_of(request, parts)
    live = await finished(parts, id)
    caller.take(COMMANDS)
    if id not in parts.reviews.found and id not in parts.reviews.running:
        caller.take(REVIEWS)  # whoever asks how far it is by now does not begin another
    found = await parts.reviews.of(live, caller.client)
    body = await asyncio.to_thread(gzip.compress, orjson.dumps(found), 6, mtime=0)
    return await packed(request, caller, body, 200 if found["status"] == "done" else 202)


@router.post(
    "/tables/{id}/play-on",
    status_code=201,
    responses=answers(TableMessage, 404, 409, status=201, links=at_table(*TO_DO)),
)
async def play_on(request: Request, id: TableId, wish: PlayOnRequest) -> Response:
    """Lay out a new table that goes on from a position of a finished match, with dice of its own."""
    parts = parts_of(request)
    caller = await caller_of(request, parts)
    visitor = caller.need_key()
    caller.take(TABLES)
    live = await parts.desk.play_on(await finished(parts, id), wish, visitor, caller.client)
    async with parts.hall.settled(live):
        return caller.answer(await parts.hall.message(live, live.looker(caller.visitor, None), None), 201)
