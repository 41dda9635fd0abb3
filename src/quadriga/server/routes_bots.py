"""What programs that play at a table ask for besides what everybody does."""

from __future__ import annotations

import secrets

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from quadriga.table.errors import TableError
from quadriga.table.table import LIVE

from .carry import seat_of
from .limits import COMMANDS
from .messages.responses import DealShown
from .openapi import answers
from .parts import parts_of
from .routes_tables import AsSeat, TableId, caller_of

router = APIRouter(prefix="/api", tags=["tables"])


@router.get("/tables/{id}/deal", responses=answers(DealShown, 404, 409))
async def deal(request: Request, id: TableId, seat: AsSeat = None) -> Response:
    """Deal the position again as a seat of the caller's may know it, where that seat has to decide.

    It is what our own bots get: nothing in it depends on what the seat cannot know.
    """
    parts = parts_of(request)
    caller = await caller_of(request, parts)
    caller.take(COMMANDS)
    live = await parts.hall.fresh(id)
    async with parts.hall.settled(live):
        table = live.table
        if table.status != LIVE:
            raise TableError("turn", "there is nothing for you to decide now")
        own = seat_of(table, table.held_by(caller.visitor), seat)
        position = table.choice(own)
        if position is None:
            raise TableError("turn", "there is nothing for you to decide now")
        dealt = position.redeal(own, secrets.randbits(128))
        return caller.answer({"version": table.version, "seat": own, "position": dealt.position_line()})
