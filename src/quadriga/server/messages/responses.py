"""What requests are answered with."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from .tables import (
    ClockTermsShown,
    EntryShown,
    EventShown,
    MoveShown,
    ResultShown,
    SeatShown,
    ShareShown,
    TableShown,
    View,
)
from .values import Commitment, GradeOfMove, Key, Language, Level, Message, Seat, Secret, TableStatus, Version


class Fault(Message):
    """What was wrong: a code for programs, a message for people, the clause if a rule refused it.

    Where the clause's text does not say why, `reason` is the code of a sentence that does, and `parts` belong to it.
    """

    code: str
    message: str
    rule: str | None
    reason: str | None = None
    parts: dict[str, Any] | None = None


class ErrorAnswer(Message):
    """An error."""

    error: Fault


class Status(Message):
    """How the server is."""

    status: str


# --- games


class OptionShown(Message):
    """An option of a game."""

    name: str
    choices: list[str]
    default: str
    help: str
    clauses: list[str]


class QuickMatch(Message):
    """The options and seats of a match that is begun with one click."""

    options: dict[str, str]
    seats: list[str]


class GameShown(Message):
    """A game; `schema` is the JSON schema of its options.

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


class SeatNames(Message):
    """The names of seats."""

    seats: list[str]


class ClauseShown(Message):
    """A clause of a rulebook."""

    id: str
    text: str
    ruling: str | None


class RulesShown(Message):
    """A rulebook."""

    game: str
    language: Language
    clauses: list[ClauseShown]
    guide: dict[str, dict[str, list[list[str]]]]
    """The clauses that the page's guide rests on: by page and section, those of each paragraph."""


class MoveNamed(Message):
    """A move of a game: its kind and its parts."""

    id: int
    kind: str
    text: str
    parts: dict[str, str]


class MaterialShown(Message):
    """What no match of a game changes: all its moves by number, and the facts its board is drawn from."""

    game: str
    moves: list[MoveNamed]
    board: dict[str, Any]


class ScenarioShown(Message):
    """A scenario by its name."""

    id: str
    title: str
    text: str
    shows: list[str]


class ScenariosShown(Message):
    """The scenarios of a game."""

    game: str
    scenarios: list[ScenarioShown]


class ScenarioStep(Message):
    """One step of a scenario: a move and what it brought, or a move that is refused."""

    move: str | None = None
    seat: Seat | None = None
    events: list[EventShown] | None = None
    views: list[View] | None = None
    refused: str | None = None
    rule: str | None = None


class ScenarioPlayed(ScenarioShown):
    """A scenario played through."""

    options: dict[str, Any]
    frames: list[ScenarioStep]


class ScenarioTried(ScenarioShown):
    """A scenario after moves of your own; `steps` are the moves that it was written for."""

    options: dict[str, Any]
    seats: list[str]
    steps: list[str]
    to_move: Seat | None
    events: list[list[EventShown]]
    views: list[View]


# --- tables


class VisitorAnswer(Message):
    """A new key; null for who has one already."""

    key: Key | None


class Invitation(Message):
    """Where others find the server; null: only this machine is served."""

    base: str | None


class TableListed(Message):
    """A table in a list."""

    id: str
    created_at: float
    updated_at: float
    version: Version
    series: str | None
    series_number: int | None = None
    cursor: str
    game: str
    title: str
    options: dict[str, str]
    status: TableStatus
    seats: list[SeatShown]
    clock: ClockTermsShown
    games: int
    result: ResultShown | None


class SeriesShown(Message):
    """The matches of a series in order, and the points by the seats of the first.

    `places` says for each match at which seat each of them sat, `won` what it brought them; null: nothing was decided.
    """

    matches: list[TableListed]
    places: list[list[Seat]]
    won: list[list[float] | None]
    points: list[float]


class HistoryShown(Message):
    """Entries of the log."""

    version: Version
    entries: list[EntryShown]


class Frame(Message):
    """A position of a film, and what led to it: as the match was set up (number 0), or by a move."""

    version: Version
    number: Annotated[int, Field(description="of the move that led to it, counted from 1")]
    turn: Annotated[int, Field(description="of the move, counted from 1: all that is one turn for a clock")]
    seat: Annotated[Seat | None, Field(description="who made the move")]
    kind: Literal["start", "move"]
    move: Annotated[MoveShown | None, Field(description="for who looks as the seat that made it")] = None
    events: list[EventShown]
    view: Annotated[View, Field(description="from the seat as which the caller looks; nothing in it is legal")]


class FilmShown(Message):
    """A match from its beginning to where it stands, as the caller may see it; no frames before it began."""

    version: Version
    table: TableShown
    look: Annotated[Seat | None, Field(description="as which seat it is seen; null: as a spectator")]
    frames: list[Frame]


class Stored(Message):
    """A command that is stored: up to which version, and whether it was there already."""

    version: Version
    repeated: bool


class FairnessShown(Message):
    """The commitment to a match's secret and the seats' shares; the secret and the seed once the match is over."""

    commitment: Commitment
    shares: Annotated[list[ShareShown | None], Field(description="of all seats; null: that seat adds nothing")]
    secret: Secret | None
    seed: Annotated[Secret | None, Field(description="what the dice come from, made of the secret and the shares")]
    how: str


class LinkAnswer(Message):
    """A private link; its key stands behind the #, which browsers send to nobody."""

    seat: Seat
    key: Key
    link: str


class LinksRevoked(Message):
    """How many links to a seat are worthless now."""

    seat: Seat
    revoked: int


class SeatTaken(Message):
    """The seat that a private link gave."""

    seat: Seat


# --- what the computer thinks


class MoveConsidered(Message):
    """A move that the computer considered: how good it is, between `low` and `high`, and how much it was looked at."""

    move: str
    visits: int
    share: float
    chance: float
    low: float
    high: float


class MoveForeseen(Message):
    """A move that the computer expects; what its seat hides is a `?`, and then the move has no number."""

    seat: str
    move: str
    id: int | None
    kind: str
    parts: dict[str, str]


class HintAnswer(Message):
    """What the strongest level thinks of a position."""

    version: Version
    seat: str
    to_move: bool
    chances: dict[str, float]
    moves: list[MoveConsidered]
    line: list[MoveForeseen]


class DealShown(Message):
    """A position that a seat cannot tell from the real one: all that it cannot know is dealt anew."""

    version: Version
    seat: Seat
    position: Annotated[str, Field(description="in one line, as `Game.from_position` reads it")]


class Reason(Message):
    """What speaks for a better move: how likely something is for a seat after it, and after the move played.

    `code` names it, with its parts beside it; both depend on the game.
    """

    code: str
    seat: str
    parts: dict[str, str]
    best: float
    played: float


class MoveJudged(Message):
    """A move of a finished match beside the best one: the mover's chances before and after it, and what it cost.

    A move that cost more than the search may be mistaken has a grade, and a `line`: the best move and what is expected
    to follow it. `facts` say what that would have brought; they are null until they were looked for.
    """

    number: int
    turn: int
    seat: str
    move: str
    move_id: int
    choices: int
    best: str
    best_id: int
    before: Annotated[float, Field(description="the mover's chance to win with the best move")]
    after: Annotated[float, Field(description="with the move played")]
    cost: float
    margin: Annotated[float, Field(description="half the 95 % interval of the cost")]
    grade: GradeOfMove | None
    chances: Annotated[dict[str, float], Field(description="every seat's after the move, as a spectator sees them")]
    line: list[MoveForeseen]
    facts: list[Reason] | None


class ReviewShown(Message):
    """How a match went: the chances of every seat at the start and after every move, and the moves that cost most.

    While it is looked for, `moves` are those that were looked at. `costly` are the moves with a grade, costliest first.
    """

    game: str
    options: dict[str, str]
    seats: list[str]
    over: bool
    start: dict[str, float]
    moves: list[MoveJudged]
    costly: list[int]


class ReviewDone(Message):
    """A look at a match that is done."""

    status: Literal["done"]
    review: ReviewShown


class ReviewRunning(Message):
    """How far the look at a match is, in looks at single moves, and what is known so far; null: nothing."""

    status: Literal["running"]
    done: int
    of: Annotated[int, Field(description="how many there will be at most; it may become less")]
    review: ReviewShown | None
