"""What the API answers, for its description only: answers are written as they are, not checked against these.

Tests check that everything which leaves the server is as described here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Seats = list[Annotated[int, Field(ge=0, le=5)]]
Level = Literal["tiro", "miles", "centurio", "legatus", "consul"]


class Answer(BaseModel):
    """Be an answer, or a part of one, with nothing in it that is not described."""

    model_config = ConfigDict(extra="forbid")


class Open(BaseModel):
    """Be a part of an answer that holds more, by game or by kind."""

    model_config = ConfigDict(extra="allow")


class Fault(Answer):
    """Say what was wrong: a code for programs, a message for people, the clause if a rule refused it."""

    code: str
    message: str
    rule: str | None


class ErrorAnswer(Answer):
    """Answer with an error."""

    error: Fault


class OptionShown(Answer):
    """Describe an option."""

    name: str
    choices: list[str]
    default: str
    help: str
    clauses: list[str]


class QuickMatch(Answer):
    """The options and seats of a match that is begun with one click."""

    options: dict[str, str]
    seats: list[str]


class GameShown(Answer):
    """Describe a game; `schema` is the JSON schema of its options.

    Games of one `family` share a board; `players` are the fewest and the most.
    """

    model_config = ConfigDict(extra="forbid", protected_namespaces=())
    name: str
    title: str
    family: str
    version: int
    seats: list[str]
    players: list[int]
    quick: QuickMatch
    levels: list[Level]
    options: list[OptionShown]
    options_schema: Annotated[dict[str, Any], Field(alias="schema")]


class SeatNames(Answer):
    """Name seats."""

    seats: list[str]


class ClauseShown(Answer):
    """Show a clause of a rulebook."""

    id: str
    text: str
    ruling: str | None


class RulesShown(Answer):
    """Show a rulebook."""

    game: str
    language: Literal["en", "cs", "nl"]
    clauses: list[ClauseShown]


class Action(Answer):
    """Name a move: its kind and its parts."""

    id: int
    kind: str
    text: str
    parts: dict[str, str]


class MaterialShown(Answer):
    """Show what no match of a game changes: all its moves by number, and the facts its board is drawn from."""

    game: str
    moves: list[Action]
    board: dict[str, Any]


class ScenarioShown(Answer):
    """Name a scenario."""

    id: str
    title: str
    text: str
    shows: list[str]


class ScenariosShown(Answer):
    """List scenarios."""

    game: str
    scenarios: list[ScenarioShown]


class MoveShown(Open):
    """Show a move."""

    id: int
    text: str


class EventShown(Open):
    """Tell what happened; what else there is to it depends on its kind."""

    kind: str
    key: str
    text: str


class View(Open):
    """Show a match from one seat, or to a spectator (`seat` is null); the rest depends on the game."""

    game: str
    seat: str | None
    to_move: str | None
    legal: list[MoveShown]
    chosen: list[str] | None = None


class Frame(Answer):
    """Show one step of a scenario: a move and what it brought, or a move that is refused."""

    move: str | None = None
    seat: int | None = None
    events: list[EventShown] | None = None
    views: list[View] | None = None
    refused: str | None = None
    rule: str | None = None


class ScenarioPlayed(ScenarioShown):
    """Play a scenario through."""

    options: dict[str, Any]
    frames: list[Frame]


class ScenarioTried(ScenarioShown):
    """Show a scenario after moves of one's own; `steps` are the moves that it was written for."""

    options: dict[str, Any]
    seats: list[str]
    steps: list[str]
    to_move: int | None
    events: list[list[EventShown]]
    views: list[View]


class ClockTermsShown(Answer):
    """Say how time is counted."""

    kind: Literal["none", "move", "bank"]
    seconds: float
    increment: float


class ClockShown(ClockTermsShown):
    """Show the clocks: seconds left as of `since`, and the seats whose clocks run since then."""

    left: list[float]
    running: Seats
    since: float


class SeatShown(Answer):
    """Show who sits at a seat; `here`: whether a socket of theirs is open, null or left out where that is not known."""

    seat: str
    kind: Literal["person", "bot"]
    level: Level | None
    name: str | None
    open: bool
    here: bool | None = None


class SheetLine(Open):
    """Show a line of the score sheet: what it counts, and the points of every seat for it."""

    key: str
    points: list[int]


class ResultShown(Answer):
    """Tell how a match ended; a match that the rules ended has a score sheet, whose last line is the total."""

    how: Literal["rules", "agreed", "resigned", "time", "abandoned"]
    winners: Seats
    scores: list[int]
    reason: str
    rule: str | None
    sheet: list[SheetLine] | None


class UndoShown(Answer):
    """Show an undo that waits for consent."""

    seat: int
    reveals: bool


class TableShown(Answer):
    """Show what everybody may know about a table."""

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
    status: Literal["waiting", "live", "over"]
    seats: list[SeatShown]
    awaited: Seats
    draw: Seats
    undo: UndoShown | None
    taken_back: int
    rematch: Seats
    next: str | None
    result: ResultShown | None
    commitment: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    secret: Annotated[str, Field(pattern="^[0-9a-f]{32}$")] | None


class TableListed(Answer):
    """Show a table in a list."""

    id: str
    created_at: float
    updated_at: float
    version: int
    series: str | None
    series_number: int | None = None
    game: str
    title: str
    options: dict[str, str]
    status: Literal["waiting", "live", "over"]
    seats: list[SeatShown]
    clock: ClockTermsShown
    games: int
    result: ResultShown | None


class SeriesShown(Answer):
    """Show the matches of a series in order, and the points by the seats of the first."""

    matches: list[TableListed]
    points: list[float]


class EntryShown(Open):
    """Show an entry of the log as the caller may see it; `id` and `move` only to who holds the seat."""

    version: int
    kind: Literal[
        "sit", "hold", "leave", "start", "move", "early", "withdraw", "undo-ask", "undo-answer", "undo", "draw-offer",
        "draw-answer", "resign", "time", "takeover", "return", "abandon", "rematch", "next", "say",
    ]  # fmt: skip
    seat: int | None
    at: float
    id: str | None = None
    move: MoveShown | None = None
    events: list[EventShown] | None = None


class TableMessage(Answer):
    """Show a table as the caller may see it.

    `held` are the caller's seats, `look` the one as which the caller looks (null: a spectator), from which `views` has
    the only view; there is none before the match.
    """

    type: Literal["table"]
    version: int
    table: TableShown
    held: Seats
    look: Annotated[int, Field(ge=0, le=5)] | None
    since: Annotated[int | None, Field(alias="from", description="the entries are those after it; null: none")]
    entries: list[EntryShown]
    views: list[View]
    awaited: Seats
    clock: ClockShown


class HistoryShown(Answer):
    """Show entries of the log."""

    version: int
    entries: list[EntryShown]


class VisitorAnswer(Answer):
    """Hold a new key; null for who has one already."""

    key: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{43}$")] | None


class Stored(Answer):
    """Say that a command is stored, up to which version, and whether it was there already."""

    version: int
    repeated: bool


class FairnessShown(Answer):
    """Show the commitment to a match's secret, and the secret once the match is over."""

    commitment: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    secret: Annotated[str, Field(pattern="^[0-9a-f]{32}$")] | None
    how: str


class LinkAnswer(Answer):
    """Hold a private link; its key stands behind the #, which browsers send to nobody."""

    seat: int
    key: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{43}$")]
    link: str


class SeatTaken(Answer):
    """Say which seat a private link gave."""

    seat: int


class HintAnswer(Open):
    """Say what the strongest level thinks of a position."""

    version: int


class ReviewDone(Answer):
    """Say how a match went."""

    status: Literal["done"]
    review: dict[str, Any]


class ReviewRunning(Answer):
    """Say how far the look at a match is."""

    status: Literal["running"]
    done: int
    of: int


class Status(Answer):
    """Say how the server is."""

    status: str


# --- how routes say what they answer

Responses = dict[int | str, dict[str, Any]]
WHY = {
    400: "the request cannot be read",
    401: "one needs a key for this",
    403: "this is somebody else's, or asked for by a foreign page",
    404: "there is no such thing",
    409: "the table refuses this as it stands now: the code says why",
    410: "the link was used already, or never was one",
    413: "more than the server takes",
    422: "wrong in itself: the message says what",
    429: "too much at a time: wait as long as Retry-After says",
    503: "the server cannot do this right now: try again",
}
ALWAYS = (400, 403, 413, 422, 429, 503)
"""What every route may answer."""


def errors(*statuses: int) -> Responses:
    """Describe errors."""
    return {status: {"model": ErrorAnswer, "description": WHY[status]} for status in statuses}


def answers(model: Any, *faults: int, status: int = 200, links: Mapping[str, Any] | None = None) -> Responses:
    """Describe what a route answers, and with which errors of its own."""
    good: dict[str, Any] = {"model": model}
    if links:
        good["links"] = links
    return {status: good, **errors(*faults)}


def text(*faults: int) -> Responses:
    """Describe a route that answers with plain text."""
    return {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **errors(*faults)}


def at_table(*operations: str, id: str = "$response.body#/table/id") -> dict[str, Any]:
    """Link an answer that names a table to what one can do there."""
    return {name: {"operationId": name, "parameters": {"id": id}} for name in operations}
