"""What a client may ask for, over HTTP and over the socket alike: typed, checked, nothing unknown."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from quadriga.games import places

Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$", description="makes a command sent twice count once")]
Seat = Annotated[int, Field(ge=0, le=5, description="which of one's seats; may be left out by who holds one only")]
Version = Annotated[int, Field(ge=0, le=10**9, description="the version that the client saw when it decided")]


class Order(BaseModel):
    """Be a command to a table."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    id: Id | None = None


class SeatOrder(Order):
    """Be a command of somebody at a seat."""

    seat: Seat | None = None


class MoveOrder(SeatOrder):
    """Make a move, by its number or its text."""

    do: Literal["move"]
    version: Version
    move: Annotated[int, Field(ge=0, le=10**6)] | Annotated[str, Field(min_length=1, max_length=200)]


class SitOrder(Order):
    """Take an open seat."""

    do: Literal["sit"]
    seat: Seat
    name: Annotated[str, Field(max_length=200)] = ""


class UndoOrder(SeatOrder):
    """Take back one's last move; `agree` says that one means it even if something was revealed since."""

    do: Literal["undo"]
    version: Version | None = None
    agree: bool = False


class AnswerOrder(SeatOrder):
    """Answer somebody's question."""

    do: Literal["undo-answer", "draw-answer"]
    yes: bool


class PlainOrder(SeatOrder):
    """Do something that needs no more words."""

    do: Literal["withdraw", "draw", "resign", "leave", "abandon", "return", "rematch"]


class SayOrder(SeatOrder):
    """Say something."""

    do: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=2000)]
    name: Annotated[str, Field(max_length=200)] = ""


AnyOrder = Annotated[MoveOrder | SitOrder | UndoOrder | AnswerOrder | PlainOrder | SayOrder, Field(discriminator="do")]


class SyncOrder(Order):
    """Ask for everything after a version."""

    do: Literal["sync"]
    since: Version


class LookOrder(Order):
    """Look as one of one's seats from now on; null: as the only one, or as a spectator if one holds several."""

    do: Literal["look"]
    seat: Seat | None


class PingOrder(Order):
    """Ask whether the server is there."""

    do: Literal["ping"]


SocketOrder = Annotated[
    MoveOrder | SitOrder | UndoOrder | AnswerOrder | PlainOrder | SayOrder | SyncOrder | LookOrder | PingOrder,
    Field(discriminator="do"),
]
SOCKET_ORDERS: TypeAdapter[Any] = TypeAdapter(SocketOrder)


class SeatWish(BaseModel):
    """Say who shall sit at a seat: oneself, somebody who comes, or a bot."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["me", "open", "bot"]
    level: Literal["tiro", "miles", "centurio", "legatus", "consul"] | None = None


class ClockWish(BaseModel):
    """Say how time is counted."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["none", "move", "bank"] = "none"
    seconds: Annotated[float, Field(ge=0, le=30 * 24 * 3600)] = 0
    increment: Annotated[float, Field(ge=0, le=3600)] = 0


EXAMPLE: dict[str, Any] = {
    "game": next(iter(places())),
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "name": "Livia",
}


class TableWish(BaseModel):
    """Say what a new table shall be."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [EXAMPLE]})
    game: Annotated[str, Field(max_length=60, json_schema_extra={"enum": list(places())})]
    options: Annotated[dict[str, bool | int | str | list[str] | None], Field(max_length=20)] = Field(
        default_factory=dict, description="values or their texts; what is left out takes its default"
    )
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=6)]
    name: Annotated[str, Field(max_length=200)] = ""
    clock: ClockWish = Field(default_factory=ClockWish)
    undo: bool = True
    hints: bool = False
    takeover: Literal["tiro", "miles", "centurio", "legatus", "consul"] | None = None
    listed: bool = False
    games: Annotated[int, Field(ge=1, le=21)] = 1


class LinkWish(BaseModel):
    """Ask for a private link to one's seat."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seat: Seat | None = None


class ClaimWish(BaseModel):
    """Bring the key of a private link."""

    model_config = ConfigDict(extra="forbid", strict=True)
    key: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]


class HintWish(BaseModel):
    """Ask what the computer would play."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seat: Seat | None = None
