"""What a client may ask for, over HTTP and over the socket alike: typed, checked, nothing unknown."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter
from typing_extensions import TypeAliasType

from quadriga.games import definition, places
from quadriga.table.clock import LONGEST, LONGEST_INCREMENT

from .values import LIMITS as MOST
from .values import ClockKind, Id, Key, Level, Message, Share, ShareHash
from .values import Seat as AnySeat
from .values import Version as AnyVersion

LONGEST_ATTEMPT = 100
"""The most moves of your own in a scenario."""


def whole(given: Any) -> Any:
    """Take 4.0 for 4: to JSON both are the same integer."""
    return int(given) if isinstance(given, float) and given.is_integer() else given


Seat = Annotated[AnySeat, BeforeValidator(whole)]
Version = Annotated[AnyVersion, BeforeValidator(whole)]
CommandId = Annotated[Id, Field(description="makes a command sent twice count once")]
OwnSeat = Annotated[Seat, Field(description="which of one's seats; may be left out by who holds one only")]
SeenVersion = Annotated[Version, Field(description="the version that the client saw when it decided")]
# These are cut to what a table takes; a letter that nobody can see does not count there.
Name = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(min_length=1, max_length=2000)]
MoveText = Annotated[str, Field(max_length=200)]


class Request(Message):
    """Something that a client asks for."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- commands, over HTTP and over the socket


class Command(Request):
    """A command to a table."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    id: CommandId | None = None


class SeatCommand(Command):
    """A command of somebody at a seat."""

    seat: OwnSeat | None = None


class MoveCommand(SeatCommand):
    """A move, by its number or its text."""

    do: Literal["move"]
    version: SeenVersion
    move: Annotated[int, Field(ge=0, le=10**6), BeforeValidator(whole)] | Annotated[MoveText, Field(min_length=1)]


class SitCommand(Command):
    """Taking an open seat; with the hash of a share in the dice, which is revealed when all have sat down."""

    do: Literal["sit"]
    seat: Seat
    name: Name = ""
    hash: ShareHash | None = None
    program: Annotated[bool, Field(description="a program says that it is one: everybody at the table sees it")] = False


class RevealCommand(SeatCommand):
    """Revealing one's share in the dice; with the hash of another for the next match."""

    do: Literal["reveal"]
    share: Share
    next_hash: ShareHash | None = None


class UndoCommand(SeatCommand):
    """Taking back one's last move; `agree` says that one means it even if something was revealed since."""

    do: Literal["undo"]
    version: SeenVersion | None = None
    agree: bool = False


class AnswerCommand(SeatCommand):
    """An answer to somebody's question."""

    do: Literal["undo-answer", "draw-answer"]
    yes: bool


class PlainCommand(SeatCommand):
    """Something that needs no more words."""

    do: Literal["withdraw", "draw", "resign", "leave", "abandon", "return", "rematch"]


class SayCommand(SeatCommand):
    """Something to say; who holds no seat may give a name."""

    do: Literal["say"]
    text: Text
    name: Name = ""


class RemoveCommand(SeatCommand):
    """Sending somebody away before the match, as the host may."""

    do: Literal["remove"]
    of: Annotated[Seat, Field(description="whom")]


class MuteCommand(SeatCommand):
    """Letting spectators write nothing, or write again, as the host may."""

    do: Literal["mute"]
    yes: bool


class ClaimCommand(SeatCommand):
    """Ending a match without a clock against somebody who has left: as won, or as a draw."""

    do: Literal["claim"]
    win: bool


AtTable = (
    MoveCommand | SitCommand | RevealCommand | UndoCommand | AnswerCommand | PlainCommand | SayCommand | RemoveCommand
    | MuteCommand | ClaimCommand
)  # fmt: skip
TableCommand = TypeAliasType("TableCommand", Annotated[AtTable, Field(discriminator="do")])
"""What is carried out at a table."""


class SyncCommand(Command):
    """A question for everything after a version."""

    do: Literal["sync"]
    since: Version


class LookCommand(Command):
    """Looking as one of one's seats from now on; null: as the only one, or as a spectator if one holds several."""

    do: Literal["look"]
    seat: Seat | None


class PingCommand(Command):
    """A question whether the server is there."""

    do: Literal["ping"]


ClientFrame = TypeAliasType(
    "ClientFrame", Annotated[AtTable | SyncCommand | LookCommand | PingCommand, Field(discriminator="do")]
)
"""What a client sends over a table's socket."""
CLIENT_FRAME: TypeAdapter[Any] = TypeAdapter(ClientFrame)


# --- bodies of requests


class SeatRequest(Request):
    """Who shall sit at a seat: oneself, somebody who comes, or a bot."""

    kind: Literal["me", "open", "bot"]
    level: Level | None = None
    hash: Annotated[ShareHash | None, Field(description="of one's share in the dice, at a seat of one's own")] = None


class ClockRequest(Request):
    """How time shall be counted."""

    kind: ClockKind = "none"
    seconds: Annotated[float, Field(ge=0, le=LONGEST)] = 0
    increment: Annotated[float, Field(ge=0, le=LONGEST_INCREMENT)] = 0


FIRST = definition(next(iter(places())))
EXAMPLE: dict[str, Any] = {
    "game": FIRST.name,
    "seats": [{"kind": "me"}, *({"kind": "open"} for _ in FIRST.seats_for(FIRST.settle({}))[1:])],
    "name": "Livia",
}


class AgreedRequest(Request):
    """What can be agreed on at any table."""

    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=MOST["seats"])]
    name: Name = ""
    clock: ClockRequest = Field(default_factory=ClockRequest)
    undo: bool = True
    hints: bool = False
    takeover: Level | None = None
    listed: bool = False


class TableRequest(AgreedRequest):
    """What a new table shall be."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [EXAMPLE]})
    game: Annotated[str, Field(max_length=60, json_schema_extra={"enum": list(places())})]
    options: Annotated[
        dict[str, Annotated[bool | int | str | list[str] | None, BeforeValidator(whole)]], Field(max_length=20)
    ] = Field(default_factory=dict, description="values or their texts; what is left out takes its default")
    games: Annotated[int, Field(ge=1, le=MOST["games"]), BeforeValidator(whole)] = 1


class PlayOnRequest(AgreedRequest):
    """A wish to play on from a position of a finished match: the version at which it stood, and the new table."""

    version: Version


class LinkRequest(Request):
    """A wish for a private link to one's seat."""

    seat: OwnSeat | None = None


class ClaimRequest(Request):
    """The key of a private link."""

    key: Key


class HintRequest(Request):
    """A question what the computer would play."""

    seat: OwnSeat | None = None


class TryRequest(Request):
    """Moves of your own in a scenario."""

    moves: Annotated[list[MoveText], Field(max_length=LONGEST_ATTEMPT)]
