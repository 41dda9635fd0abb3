"""Tables over HTTP: lay out, list, look, command; looking back at whole matches is in routes_review.py."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Body, Path, Query
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from quadriga.table.errors import TableError
from quadriga.table.fairness import seed_of
from quadriga.table.series import places, points, won
from quadriga.table.show import Looker, show_table, views_json
from quadriga.table.snapshots import at
from quadriga.table.table import LIVE, OVER, Table

from .bots import advise, task_for
from .bounds import take_for
from .carry import seat_of
from .guard import client_of, is_secure
from .identity import give, hash_of
from .invitation import base_for_others
from .limits import COMMANDS, HISTORY, LINKS, TABLES, THINKING, VISITORS, Limit
from .live import LiveTable
from .messages.requests import ClaimRequest, HintRequest, LinkRequest, TableCommand, TableRequest
from .messages.responses import (
    FairnessShown,
    HintAnswer,
    HistoryShown,
    Invitation,
    LinkAnswer,
    LinksRevoked,
    SeatTaken,
    SeriesShown,
    Stored,
    TableListed,
    VisitorAnswer,
)
from .messages.tables import TableMessage
from .messages.values import Id, Seat, Version
from .openapi import answers, at_table, text
from .parts import Parts, parts_of
from .storage import Cursor, TableRow
from .storage.pages import CURSOR
from .thinking import Importance

router = APIRouter(prefix="/api", tags=["tables"])
TableId = Annotated[Id, Path()]
Since = Annotated[Version, Query()]
AsSeat = Annotated[
    Seat | None,
    Query(description="as which of one's seats to look; else as the only one, or as a spectator"),
]
ADVICE_SECONDS = 1.0
HOW = (
    "commitment = SHA-256 of the secret's sixteen bytes, hash = SHA-256 of a share's; seed = the first sixteen bytes "
    "of the SHA-256 of secret and shares in the order of the seats, in hexadecimal digits with blanks between, - for a "
    "seat without one; without any share it is the secret. `quadriga verify RECORD` checks every shuffle"
)


class Caller:
    """Whoever asks: the hash of a key, and a new key if one was needed."""

    def __init__(self, request: Request, parts: Parts, visitor: str | None) -> None:
        self.parts = parts
        self.visitor = visitor
        self.client = client_of(request, parts.settings.proxied)
        self.secure = is_secure(request, parts.settings.proxied)
        self.key: str | None = None

    def need_key(self) -> str:
        """Return the hash of the caller's key; make one if there is none."""
        if self.visitor is None:
            self.parts.limits.take(VISITORS, self.client)
            self.key = self.parts.keys.new()
            self.visitor = hash_of(self.key)
        return self.visitor

    def take(self, limit: Limit, cost: float = 1.0) -> None:
        """Take what something costs of the caller's limit, or raise TooMany."""
        self.parts.limits.take(limit, self.client, self.visitor, cost)

    def answer(self, content: Any, status: int = 200) -> Response:
        """Answer with JSON, and with the cookie if a key was made."""
        return self.answer_written(orjson.dumps(content), status)

    def answer_written(self, body: bytes, status: int = 200) -> Response:
        """Answer with what is JSON already."""
        response = Response(body, status, media_type="application/json")
        response.headers["cache-control"] = "no-store"
        if self.key is not None:
            give(response, self.key, secure=self.secure, path=self.parts.settings.base_path or "/")
        return response


async def caller_of(request: Request, parts: Parts) -> Caller:
    """Find out who asks; a key that is not ours is an error."""
    return Caller(request, parts, await parts.keys.visitor(request))


def looker_of(table: Table, visitor: str | None, seat: int | None) -> Looker:
    """Let the caller look as a seat of theirs; after the end, when nothing is secret any more, as any."""
    own = table.held_by(visitor)
    if seat is None:
        return Looker.of(own, None)
    if table.status != OVER:
        seat_of(table, own, seat)
    elif seat >= len(table.game.seats):
        raise TableError("seat", f"there is no seat {seat}")
    return Looker(own, seat)


@router.post("/visitors", status_code=201, responses={**answers(VisitorAnswer), **answers(VisitorAnswer, status=201)})
async def new_visitor(request: Request) -> Response:
    """Make a key: set as a cookie, and in the answer for programs; whoever has one already gets none."""
    parts = parts_of(request)
    try:
        caller = await caller_of(request, parts)
    except TableError:
        caller = Caller(request, parts, None)  # what was sent is no key of ours: here is one
    caller.need_key()
    return caller.answer({"key": caller.key}, 201 if caller.key else 200)


@router.get("/invitation", responses=answers(Invitation))
async def invitation(request: Request) -> Response:
    """Say by which address others come to this server's tables."""
    base = base_for_others(request, parts_of(request).settings)
    return Response(orjson.dumps({"base": base}), media_type="application/json", headers={"cache-control": "no-store"})


TO_DO = (
    "one_table", "command", "history", "one_version", "film", "record", "fairness", "link", "revoke_links", "claim",
    "hint", "analysis", "play_on",
)  # fmt: skip
"""What one can do at a table."""


@router.post("/tables", status_code=201, responses=answers(TableMessage, status=201, links=at_table(*TO_DO)))
async def create_table(request: Request, wish: TableRequest) -> Response:
    """Lay out a table."""
    parts = parts_of(request)
    caller = await caller_of(request, parts)
    visitor = caller.need_key()
    caller.take(TABLES)
    live = await parts.desk.create(wish, visitor, caller.client)
    async with parts.hall.settled(live):
        return caller.answer(await parts.hall.message(live, live.looker(caller.visitor, None), None), 201)


def show_row(row: TableRow) -> dict[str, Any]:
    """Show a table in a list."""
    return {"id": row.id, "created_at": row.created_at, "updated_at": row.updated_at, "version": row.version,
            "series": row.series, "cursor": str(Cursor(row.round, row.created_at, row.id)), **row.summary}  # fmt: skip


@router.get("/tables", responses=answers(list[TableListed]))
async def list_tables(
    request: Request,
    show: Literal["open", "live", "over", "mine"] = "open",
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    before: Annotated[str | None, Query(pattern=f"^{CURSOR.pattern}$", description="a table's `cursor`")] = None,
) -> Response:
    """List tables, the newest first: those that wait for somebody, that are played, that are over, or one's own.

    Of those that wait the newest of every address come first, then the second newest of each, so that nobody buries the
    others. `before` goes on behind a table.
    """
    parts = parts_of(request)
    caller = await caller_of(request, parts)
    storage = parts.hall.storage
    place = None if before is None else Cursor.read(before)
    if show == "mine":
        rows = await storage.held_by(caller.visitor, limit, place) if caller.visitor is not None else []
    else:
        rows = await storage.listed("waiting" if show == "open" else show, limit, place)
    return caller.answer([show_row(row) for row in rows])


@router.get("/series/{id}", responses=answers(SeriesShown, 404))
async def one_series(request: Request, id: TableId) -> Response:
    """Show the matches of a series in order, what each brought, and the points: a win is one, a draw is shared out.

    Points are by the seats of the first match: people change sides from match to match; `places` says who sat where.
    """
    parts = parts_of(request)
    rows = await parts.hall.storage.in_series(id)
    if not rows:
        raise TableError("unknown", "there is no such series")
    matches = [{**show_row(row), "series_number": row.series_number} for row in rows]
    tables = [(await parts.hall.fresh(row.id)).table for row in rows]
    return (await caller_of(request, parts)).answer(
        {"matches": matches, "places": places(tables), "won": won(tables), "points": points(tables)}
    )


@router.get("/tables/{id}", responses=answers(TableMessage, 404))
async def one_table(request: Request, id: TableId, since: Since | None = None, seat: AsSeat = None) -> Response:
    """Show a table as the caller may see it, with the entries after a version if asked for.

    Whoever holds several seats looks as one of them, which `seat` names, or as a spectator.
    """
    parts = parts_of(request)
    live = await parts.hall.fresh(id)
    caller = await caller_of(request, parts)
    async with parts.hall.settled(live):
        if since is not None:
            caller.take(HISTORY, max(1, live.table.version - since))
        return caller.answer(await parts.hall.message(live, looker_of(live.table, caller.visitor, seat), since))


@router.post("/tables/{id}/commands", responses=answers(Stored, 401, 404, 409))
async def command(request: Request, id: TableId, command: Annotated[TableCommand, Body()]) -> Response:
    """Carry out a command; what is answered is stored."""
    parts = parts_of(request)
    caller = await caller_of(request, parts)
    if command.do == "sit":
        caller.need_key()
    caller.take(COMMANDS)
    take_for(parts.limits, command, await parts.hall.get(id), caller.client, caller.visitor)
    done = await parts.desk.command(id, caller.visitor, command, caller.client)
    return caller.answer({"version": done.version, "repeated": done.repeated})


@router.get("/tables/{id}/history", responses=answers(HistoryShown, 404))
async def history(request: Request, id: TableId, since: Since = 0, seat: AsSeat = None) -> Response:
    """Return the entries after a version as the caller may see them; `seat` is as for the table."""
    parts = parts_of(request)
    live = await parts.hall.fresh(id)
    caller = await caller_of(request, parts)
    async with parts.hall.settled(live):
        looker = looker_of(live.table, caller.visitor, seat)
        caller.take(HISTORY, max(1, live.table.version - since))
        entries = await parts.hall.history(live, looker, since)
        return caller.answer({"version": live.table.version, "entries": orjson.Fragment(entries)})


@router.get("/tables/{id}/versions/{version}", responses=answers(TableMessage, 404, 409))
async def one_version(
    request: Request,
    id: TableId,
    version: Annotated[Version, Path()],
    seat: AsSeat = None,
) -> Response:
    """Show the table as it was at a version: to its players and spectators as they saw it then.

    After the end, when nothing is secret any more, `seat` shows it from any seat.
    """
    parts = parts_of(request)
    live = await parts.hall.fresh(id)
    caller = await caller_of(request, parts)
    async with parts.hall.settled(live):
        table = live.table
        if not 0 <= version <= table.version:
            raise TableError("version", f"version {version} is not there; this table is at {table.version}")
        looker = looker_of(table, caller.visitor, seat)
        earlier = at(table, version)
    return caller.answer(show_earlier(live, earlier, looker))


def show_earlier(live: LiveTable, earlier: Table, looker: Looker) -> dict[str, Any]:
    """Show how a table was."""
    return {
        "type": "table", "version": earlier.version, "table": {"id": live.id, **show_table(earlier)},
        "held": sorted(looker.own), "look": looker.seat, "from": None, "entries": [],
        "views": orjson.Fragment(views_json(earlier, looker.eyes)), "awaited": sorted(earlier.awaited),
        "clock": earlier.clock.show(),
    }  # fmt: skip


async def finished(parts: Parts, id: str) -> LiveTable:
    """Return a table whose match is over; TableError if it is not."""
    live = await parts.hall.fresh(id)
    async with parts.hall.settled(live):
        if live.table.status != OVER:
            raise TableError("early", "the match is not over: this would tell what is hidden")
        if live.table.state is None:
            raise TableError("early", "the match never began")
    return live


@router.get("/tables/{id}/record", response_class=Response, responses=text(404, 409))
async def record(request: Request, id: TableId) -> Response:
    """Return the match as text, once it is over."""
    parts = parts_of(request)
    live = await finished(parts, id)
    name = f"quadriga-{live.table.game.name}-{id}.txt"
    return PlainTextResponse(
        live.table.record(parts.settings.site),
        headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"},
    )


@router.get("/tables/{id}/fairness", responses=answers(FairnessShown, 404))
async def fairness(request: Request, id: TableId) -> Response:
    """Return the commitment to the match's secret and the seats' shares; the secret and the seed once it is over."""
    parts = parts_of(request)
    live = await parts.hall.fresh(id)
    async with parts.hall.settled(live):
        shown = show_table(live.table)
        over = live.table.status == OVER
        seed = f"{seed_of(live.table.secret, live.table.shares):032x}" if over else None
    return (await caller_of(request, parts)).answer(
        {**{name: shown[name] for name in ("commitment", "shares", "secret")}, "seed": seed, "how": HOW}
    )


@router.post("/tables/{id}/link", responses=answers(LinkAnswer, 404))
async def link(request: Request, id: TableId, wish: LinkRequest) -> Response:
    """Make a private link to one's seat, for another device. It works once, for some days; its key is behind the #."""
    parts = parts_of(request)
    caller = await caller_of(request, parts)
    caller.take(LINKS)
    seat, key = await parts.desk.link(id, caller.visitor, wish.seat)
    return caller.answer({"seat": seat, "key": key, "link": f"{parts.settings.base_path}/table/{id}#key={key}"})


@router.delete("/tables/{id}/link", responses=answers(LinksRevoked, 404))
async def revoke_links(request: Request, id: TableId, seat: AsSeat = None) -> Response:
    """Make all private links to one's seat worthless that nobody has used yet."""
    parts = parts_of(request)
    caller = await caller_of(request, parts)
    caller.take(COMMANDS)
    own, count = await parts.desk.unlink(id, caller.visitor, seat)
    return caller.answer({"seat": own, "revoked": count})


@router.post("/tables/{id}/claim", responses=answers(SeatTaken, 404, 409, 410))
async def claim(request: Request, id: TableId, wish: ClaimRequest) -> Response:
    """Take a seat on this device too, with the key of a private link."""
    parts = parts_of(request)
    caller = await caller_of(request, parts)
    visitor = caller.need_key()
    caller.take(LINKS)
    return caller.answer({"seat": await parts.desk.claim(id, visitor, wish.key)})


@router.post("/tables/{id}/hint", responses=answers(HintAnswer, 404, 409))
async def hint(request: Request, id: TableId, wish: HintRequest) -> Response:
    """Say what the strongest level thinks of the caller's position, where the table allows hints."""
    parts = parts_of(request)
    caller = await caller_of(request, parts)
    live = await parts.hall.fresh(id)
    async with parts.hall.settled(live):
        table = live.table
        seat = seat_of(table, table.held_by(caller.visitor), wish.seat)
        if not table.terms.hints:
            raise TableError("forbidden", "at this table there are no hints")
        position = table.choice(seat)
        if table.status != LIVE or position is None:
            raise TableError("turn", "there is nothing for you to decide now")
        task = task_for(position, seat)
        version = table.version
    caller.take(THINKING)
    given = (task, seat, ADVICE_SECONDS)
    return caller.answer(
        {"version": version, **await parts.thinking.do(Importance.HINT, advise, *given, owner=caller.client)}
    )
