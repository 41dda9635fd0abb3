"""A table, its log and its views, as somebody may see them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from .values import (
    ClockKind,
    Commitment,
    EntryKind,
    HowEnded,
    Level,
    Message,
    OpenMessage,
    Seat,
    Secret,
    Share,
    ShareHash,
    TableStatus,
    Version,
)


class MoveShown(OpenMessage):
    """A move that may be made, or was made; some games add what it would bring."""

    id: int
    text: str


class LegalMove(MoveShown):
    """A move that may be made now."""

    kind: str


class EventShown(OpenMessage):
    """What happened: `key` names the sentence that tells it, its parts are beside it, `text` is the same in English.

    `rule` is the clause that it carries out, `actor` who did it: a seat, or the name of one who plays without a seat.
    """

    kind: str
    key: str
    rule: str
    actor: str | None
    seat: str | None
    text: str


class View(OpenMessage):
    """A match as one seat sees it, or a spectator (`seat` is null); the rest depends on the game."""

    game: str
    options: dict[str, Any]
    seat: str | None
    to_move: str | None
    legal: Annotated[list[LegalMove], Field(description="the moves that this seat may make now")]
    chosen: Annotated[list[str] | None, Field(description="texts of early choices, where all choose at once")] = None


class ClockTermsShown(Message):
    """How time is counted."""

    kind: ClockKind
    seconds: float
    increment: float


class ClockShown(ClockTermsShown):
    """The clocks: seconds left as of `since`, and the seats whose clocks run since then."""

    left: list[float]
    running: list[Seat]
    since: float


class SeatShown(Message):
    """Who sits at a seat; `here`: whether a socket of theirs is open, null or left out where that is not known.

    A `bot` is one of the server's levels. A `program` sat down from outside, as people do, and said so.
    """

    seat: str
    kind: Literal["person", "bot"]
    level: Level | None
    name: str | None
    program: bool = False
    open: bool
    here: bool | None = None


class SheetLine(OpenMessage):
    """A line of the score sheet: what it counts, and the points of every seat for it."""

    key: str
    points: list[int]


class ResultShown(Message):
    """How a match ended; a match that the rules ended has a score sheet, whose last line is the total."""

    how: HowEnded
    winners: list[Seat]
    scores: list[int]
    reason: str
    code: str
    rule: str | None
    sheet: list[SheetLine] | None


class UndoShown(Message):
    """An undo that waits for consent."""

    seat: Seat
    reveals: bool


class OriginShown(Message):
    """The table from whose match a position was taken over, and at which version it stood there."""

    table: str
    version: Version


class ShareShown(Message):
    """A seat's share in the dice: its hash, and the share itself once it is revealed."""

    hash: ShareHash
    share: Share | None


class TableShown(Message):
    """What everybody may know about a table."""

    id: str
    created_at: float | None = None
    series: str | None = None
    series_number: int | None = None
    game: str
    title: str
    options: dict[str, str]
    clock: ClockTermsShown
    undo_allowed: bool
    hints: bool
    takeover: Level | None
    listed: bool
    games: int
    origin: Annotated[OriginShown | None, Field(description="where the match goes on from; null: from its start")] = (
        None
    )
    status: TableStatus
    seats: list[SeatShown]
    awaited: list[Seat]
    draw: list[Seat]
    undo: UndoShown | None
    taken_back: int
    host: Annotated[Seat | None, Field(description="the seat of who may send others away and mute spectators")] = None
    muted: Annotated[bool, Field(description="whether spectators may write nothing")] = False
    rematch: list[Seat]
    next: str | None
    result: ResultShown | None
    commitment: Commitment
    shares: Annotated[list[ShareShown | None], Field(description="of all seats; null: that seat adds nothing")]
    begins_by: Annotated[
        float | None, Field(description="when the match begins at the latest, while shares are revealed")
    ]
    secret: Secret | None


class EntryShown(Message):
    """An entry of the log as the caller may see it: what else it holds depends on its kind."""

    version: Annotated[Version, Field(description="the length of the log with this entry")]
    kind: EntryKind
    seat: Annotated[Seat | None, Field(description="whose doing it is; null: nobody's at the table")]
    at: Annotated[float, Field(description="when, in seconds since 1970")]
    id: Annotated[str | None, Field(description="the command's, for who holds the seat")] = None
    move: Annotated[MoveShown | None, Field(description="`move`, `early`: for who looks as the seat")] = None
    events: Annotated[list[EventShown] | None, Field(description="`start`, `move`: what happened")] = None
    name: Annotated[str | None, Field(description="`sit`, `say`: who")] = None
    text: Annotated[str | None, Field(description="`say`: what")] = None
    hash: Annotated[ShareHash | None, Field(description="`sit`: of the seat's share in the dice")] = None
    program: Annotated[bool | None, Field(description="`sit`: true if a program sat down")] = None
    share: Annotated[Share | None, Field(description="`reveal`: the share itself")] = None
    next_hash: Annotated[ShareHash | None, Field(description="`reveal`: of the share in the next match")] = None
    keep: Annotated[int | None, Field(description="`undo-ask`, `undo`: how many moves of the match stay")] = None
    reveals: Annotated[bool | None, Field(description="`undo-ask`, `undo`: whether something was seen since")] = None
    yes: Annotated[
        bool | None,
        Field(description="`undo-answer`, `draw-answer`: whether they agree; `mute`: whether spectators write nothing"),
    ] = None
    removed: Annotated[bool | None, Field(description="`leave`: whether the host sent them away")] = None
    of: Annotated[Seat | None, Field(description="`claim`: who has left")] = None
    win: Annotated[bool | None, Field(description="`claim`: whether it counts as won; else it is a draw")] = None
    takeover: Annotated[bool | None, Field(description="`time`: whether a bot plays on")] = None
    level: Annotated[Level | None, Field(description="`takeover`: of the bot")] = None
    table: Annotated[str | None, Field(description="`next`: where the next match is")] = None


class TableMessage(Message):
    """A table as the caller may see it.

    `held` are the caller's seats, `look` the one as which the caller looks (null: a spectator), from which `views` has
    the only view; there is none before the match.
    """

    type: Literal["table"]
    version: Version
    table: TableShown
    held: list[Seat]
    look: Seat | None
    since: Annotated[Version | None, Field(alias="from", description="the entries are those after it; null: none")]
    entries: list[EntryShown]
    views: list[View]
    awaited: Annotated[list[Seat], Field(description="the seats that have to decide")]
    clock: ClockShown
