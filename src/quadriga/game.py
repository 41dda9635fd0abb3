"""Game, State, Move, Event, Outcome: what every room passes to the next."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

import numpy as np

from . import notation
from .errors import IllegalMove, OptionError, QuadrigaError, UnknownOption
from .kernel import drivers
from .kernel.dice import key_words
from .kernel.link import Linker
from .kernel.records import Bits, Record, blank, record_class
from .written import fragment, write

if TYPE_CHECKING:
    from .kernel.batch import Batch
    from .kernel.compiled import Compiled
    from .kernel.quick import Quick

HIDDEN = "?"
"""Stands for a card that the viewer may not see."""
SEED_LIMIT = 2**128


@dataclass(frozen=True)
class Move:
    """Name one action: its number, its kind, its parts and its text; `also` are other spellings that are understood."""

    id: int
    kind: str
    text: str
    parts: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    also: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Event:
    """Tell one thing that happened; `secret` names the parts that only `owner` may see.

    `key` names the sentence that tells it, for those who say it in another language.
    """

    kind: str
    seat: str | None
    data: Mapping[str, Any]
    text: str
    owner: str | None = None
    secret: tuple[str, ...] = ()
    public_text: str = ""
    key: str = ""

    def seen_by(self, seat: str | None) -> Event:
        """Return the event as a seat (None: a spectator) may see it."""
        return self if seat == self.owner else self.public

    @cached_property
    def public(self) -> Event:
        """The event as everybody may see it."""
        if not self.secret:
            return self
        data = {key: HIDDEN if key in self.secret else value for key, value in self.data.items()}
        key = f"{self.kind}-unseen"  # its kind is open to all; which of its sentences, may not be
        return Event(self.kind, self.seat, data, self.public_text, public_text=self.public_text, key=key)

    @cached_property
    def shown(self) -> dict[str, Any]:
        """The event as JSON-ready data, to be read only."""
        return {"kind": self.kind, "key": self.key, "seat": self.seat, "text": self.text, **self.data}

    @cached_property
    def written(self) -> Any:
        """The event as JSON, to be a part of other data."""
        return fragment(write(self.shown))


def event_keys(kinds: ModuleType) -> dict[int, str]:
    """Name the sentence of every kind of event that a game's rules tell."""
    names = {value: name for name, value in vars(kinds).items() if name.isupper() and isinstance(value, int)}
    return {value: name.lower().replace("_", "-") for value, name in names.items()}


@dataclass(frozen=True)
class Outcome:
    """Tell how a game ended: the seats that won (none: a draw), the points of every seat, and why it is over."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    rule: str


@dataclass(frozen=True)
class Option:
    """Describe an option of a game: its choices, in the order of their numbers in the record."""

    name: str
    choices: tuple[Any, ...]
    default: Any
    help: str
    clauses: tuple[str, ...] = ()

    def number(self, value: Any) -> int:
        """Return the number of a choice, or raise OptionError."""
        for number, choice in enumerate(self.choices):
            if type(value) is type(choice) and value == choice:
                return number
        allowed = ", ".join(map(repr, self.choices))
        raise OptionError(f"option {self.name}={value!r} is not allowed; choose one of {allowed}")

    def read(self, text: str) -> Any:
        """Return the choice that a text stands for; a text that stands for none is returned as it is."""
        return next((choice for choice in self.choices if self.write(choice) == text), text)

    @staticmethod
    def write(value: Any) -> str:
        """Write a choice as a text: `true` and `false`, numbers, names, `none`, several names with `+` between."""
        if isinstance(value, tuple):
            return "+".join(value) or "none"
        return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def settle(name: str, options: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in the defaults and refuse what is not allowed."""
    known = {option.name: option for option in options}
    for unknown in given:
        if unknown not in known:
            names = ", ".join(known) or "none"
            raise UnknownOption(f"{name} has no option {unknown!r}; its options are: {names}", unknown)
    settled = {option.name: given.get(option.name, option.default) for option in options}
    for option in options:
        option.number(settled[option.name])
    return settled


class Room(Protocol):
    """What a game's room offers to the public door."""

    name: str
    title: str
    version: int
    options: tuple[Option, ...]
    rules: ModuleType
    max_steps: int
    compared: tuple[str, ...]
    """Options that a study compares by itself: every choice gets a sample."""

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in the defaults of options and refuse what is not allowed."""

    def seats_for(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Name the seats."""

    def moves_for(self, options: Mapping[str, Any]) -> tuple[Move, ...]:
        """Name every action by its number."""

    def prepare(self, bits: Bits, options: Mapping[str, Any]) -> None:
        """Write the options into a blank record."""

    def view(self, state: State, seat: int | None, actions: Sequence[int]) -> dict[str, Any]:
        """Show what a seat may see, and the actions that it may choose from; parts may be shared, to be read only."""

    def written_view(self, state: State, seat: int | None, legal: bytes) -> bytes:
        """Show what a seat may see as JSON, with what it may choose from as `written_choices` shows them."""

    def written_choices(self, s: Any, actions: Sequence[int]) -> bytes:
        """Show the actions that a seat may choose from as JSON."""

    def drawing(self) -> dict[str, Any]:
        """Show the facts that a board is drawn from: no match changes them."""

    def sheet(self, game: Game, s: Any) -> list[dict[str, Any]]:
        """List what each seat gets for what in a finished game, as the rulebook adds it up."""

    def event(self, s: Any, told: tuple[int, ...]) -> Event:
        """Put into words what the rules told."""

    def refusal(self, s: Any, action: int) -> str | tuple[str, str]:
        """Name the clause that refuses an action, with the reason where the clause's text alone does not say it."""

    def together(self, s: Any) -> int:
        """Number the part of the game in which all choose at once, unseen by each other; 0: they take turns."""

    def turn(self, s: Any) -> int:
        """Number the turn, whoever has it: all that one seat decides in it is one move of a clock."""

    def rematch(self, options: Mapping[str, Any], winners: Sequence[int]) -> dict[str, Any] | None:
        """Set the options of the next match where the rules say who starts it; None: sides are swapped."""

    def outcome(self, s: Any) -> tuple[str, str]:
        """Tell why a finished game is over, and by which clause."""

    def summary(self, game: Game, sums: Any) -> dict[str, Any]:
        """Name what a study's vector of counts holds."""

    def write_position(self, s: Any) -> dict[str, Any]:
        """Write a position as readable names."""

    def read_position(self, s: Any, position: Mapping[str, Any]) -> None:
        """Set up a position on a record whose game has begun."""


def as_seed(seed: object) -> int:
    """Check a seed: an int of at most 128 bits."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise QuadrigaError(f"seed must be an int from 0 to 2**128 - 1, not {seed!r}")
    if not 0 <= seed < SEED_LIMIT:
        raise QuadrigaError(f"seed must be from 0 to 2**128 - 1, not {seed}")
    return int(seed)


def copied(bits: Bits) -> Bits:
    """Copy a record; numpy would copy it field by field, which takes ten times as long."""
    return np.frombuffer(bytearray(bits.tobytes()), bits.dtype)


def unshared(part: Any) -> Any:
    """Copy JSON-ready data with all that is in it."""
    if isinstance(part, dict):
        return {name: unshared(inner) for name, inner in part.items()}
    return [unshared(inner) for inner in part] if isinstance(part, list) else part


class Game:
    """Be one game with its options: the place where states, batches and records come from."""

    def __init__(self, room: Room, options: Mapping[str, Any]) -> None:
        self.room = room
        self.name = room.name
        self.title = room.title
        self.version = room.version
        self.options = room.settle(options)
        self.seats = room.seats_for(self.options)
        self.moves = room.moves_for(self.options)
        self.num_actions = len(self.moves)
        self.quick: Quick | None = None
        """The compiled rules for single games, if somebody set them: states then use them instead of interpreting."""
        self.template = blank(room.rules.STATE)
        room.prepare(self.template, self.options)

    @property
    def option_texts(self) -> dict[str, str]:
        """The options as texts, for records and commands."""
        return {name: Option.write(value) for name, value in self.options.items()}

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"quadriga.load({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options.items())))

    @cached_property
    def written(self) -> bytes:
        """How a view of this game begins, as JSON."""
        return write({"game": self.name, "options": self.options})[:-1] + b","

    @cached_property
    def record_class(self) -> type[Record]:
        """The interpreted face of this game's record."""
        return record_class(self.room.rules.STATE)

    @cached_property
    def interpreted(self) -> dict[str, Any]:
        """The drivers for one game, linked with the rules as plain Python."""
        from .kernel.compiled import RULES

        linker = Linker(lambda function: function, {}, {name: getattr(self.room.rules, name) for name in RULES})
        return {name: linker.link(getattr(drivers, name)) for name in ("act", "redeal_with", "setup_with", "play_out")}

    @cached_property
    def compiled(self) -> Compiled:
        """The rules compiled for the CPU; compiled or loaded on first use."""
        from .kernel.compiled import Compiled

        return Compiled(self.name, vars(self.room.rules), self.room.rules.STATE)

    def variants(self, name: str) -> list[Game]:
        """Return this game with every choice of an option that goes with its other options."""
        found = []
        for option in self.room.options:
            for choice in option.choices if option.name == name else ():
                with contextlib.suppress(OptionError):
                    found.append(Game(self.room, {**self.options, name: choice}))
        if not found:
            names = ", ".join(option.name for option in self.room.options)
            raise OptionError(f"{self.name} has no option {name!r}; its options are: {names}")
        return found

    def new(self, seed: int | None = None) -> State:
        """Start a game; the same seed and moves give the same game."""
        number = secrets.randbits(128) if seed is None else as_seed(seed)
        bits = copied(self.template)
        state = State(self, bits, number, [], None)
        told: list[tuple[int, ...]] = []
        state.s.told = told
        self.interpreted["setup_with"](state.s, *key_words(number))
        state.s.told = None
        state.set_up = tuple([self.room.event(state.s, event) for event in told])
        return state

    def move(self, given: Move | int | str) -> Move:
        """Return the move that a Move, a number or a text stands for."""
        if isinstance(given, Move):
            given = given.id
        if isinstance(given, str):
            found = self._by_text.get(notation.normal(given))
            if found is None:
                shown = given if len(given) <= 60 else given[:57] + "..."
                raise IllegalMove(f"{shown!r} is not a move of {self.name}; a move reads like {self.moves[0].text!r}")
            return found
        if isinstance(given, bool) or not isinstance(given, int | np.integer):
            raise IllegalMove(f"a move is a Move, its id or its text, not {type(given).__name__}")
        if not 0 <= given < self.num_actions:
            raise IllegalMove(f"{given} is not a move id of {self.name}; ids are 0 to {self.num_actions - 1}")
        return self.moves[int(given)]

    @cached_property
    def _by_text(self) -> dict[str, Move]:
        return {notation.normal(text): move for move in self.moves for text in (*move.also, move.text)}

    def from_position(self, position: Mapping[str, Any]) -> State:
        """Set up a position; any part left out takes its start value."""
        seed = as_seed(position.get("seed", 0)) if isinstance(position, Mapping) else 0
        state = self.new(seed)
        self.room.read_position(state.s, position)
        state.set_up = ()
        state.start = self.room.write_position(state.s)
        return state

    def replay(self, text: str) -> State:
        """Play a record through and return the state at its end."""
        return notation.replay(self, text)

    @overload
    def batch(self, count: int, device: Literal["cpu"] = "cpu", threads: int | None = None) -> Batch: ...
    @overload
    def batch(self, count: int, device: str, threads: int | None = None, *, arrays: str | None = None) -> Any: ...
    def batch(self, count: int, device: str = "cpu", threads: int | None = None, *, arrays: str | None = None) -> Any:
        """Make many games at once, on all cores (`cpu`) or on a GPU (`cuda`), with arrays of `cupy` or `torch`."""
        if isinstance(device, str) and device.partition(":")[0] == "cuda":
            from .kernel.gpu.batch import CudaBatch

            return CudaBatch(self, count, device, arrays)
        from .kernel.batch import Batch

        return Batch(self, count, device, threads)


class State:
    """Be one game in play.

    It runs the interpreted rules, so nothing needs to be compiled for it, or the compiled ones where the game has them
    at hand (`Game.quick`): bit for bit the same.
    """

    def __init__(self, game: Game, bits: Bits, seed: int, history: list[int], start: Mapping[str, Any] | None) -> None:
        self.game = game
        self.bits = bits
        self.seed = seed
        self.history = history
        self.start = start
        self.s: Any = game.record_class(bits)
        self._seat = self.s.whole("to_move")
        self.previous: tuple[int, Move] | None = None
        """The seat that moved last and its move; in a new deal only if it is the seat's own."""
        self.set_up: tuple[Event, ...] = ()
        """What happened before the first decision; nothing where play began from a position or a new deal."""
        self._actions: list[int] | None = None
        self._legal: tuple[Move, ...] | None = None

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None when the game is over."""
        seat: int = self._seat[0]
        return None if seat < 0 else seat

    @property
    def legal(self) -> tuple[Move, ...]:
        """All legal moves, in the order of their numbers."""
        if self._legal is None:
            self._legal = tuple([self.game.moves[action] for action in self.actions])
        return self._legal

    @property
    def actions(self) -> list[int]:
        """The numbers of all legal moves, in order; not to be changed."""
        if self._actions is None:
            self._actions = []
            if self.s.to_move >= 0:
                found = [0] * self.game.num_actions
                count = self.game.room.rules.legal(self.s, found)
                self._actions = found[:count]
        return self._actions

    def play(self, move: Move | int | str, *, seat: int | None = None) -> tuple[Event, ...]:
        """Play a move and return what happened; an illegal one raises IllegalMove and changes nothing."""
        chosen = self.game.move(move)
        if seat is not None and seat != self.to_move:
            decides = "nobody, the game is over" if self.to_move is None else self.game.seats[self.to_move]
            raise IllegalMove(f"seat {seat} may not move now; it is for {decides} to decide")
        if chosen.id not in self.actions:
            raise self.refuse(chosen)
        mover = self.s.to_move
        quick = self.game.quick
        done = quick.act(self.bits, chosen.id) if quick is not None else None
        told, self._actions = (self._interpret(chosen.id), None) if done is None else done
        self.history.append(chosen.id)
        self.previous = (mover, chosen)
        self._legal = None
        return tuple([self.game.room.event(self.s, event) for event in told])

    def _interpret(self, action: int) -> list[tuple[int, ...]]:
        """Play a legal action by the interpreted rules; return what was told. If that fails, nothing is changed."""
        before = self.bits.tobytes()
        told: list[tuple[int, ...]] = []
        self.s.told = told
        try:
            self.game.interpreted["act"](self.s, action)
        except BaseException:
            self.bits.view(np.uint8)[:] = np.frombuffer(before, np.uint8)
            raise
        finally:
            self.s.told = None
        return told

    def refuse(self, move: Move) -> IllegalMove:
        """Say which clause does not allow a move now."""
        from .rulebook import rulebook

        refusal = self.game.room.refusal(self.s, move.id)
        rule, reason = (refusal, rulebook(self.game.name)[refusal].text) if isinstance(refusal, str) else refusal
        return IllegalMove(f"{move.text!r} is not allowed now: {reason} ({rule})", rule)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Show what a seat may see, JSON-ready; seat None is a spectator."""
        if seat is not None and (isinstance(seat, bool) or seat not in range(len(self.game.seats))):
            raise QuadrigaError(f"seat must be None or 0 to {len(self.game.seats) - 1}, not {seat!r}")
        actions = self.actions if seat == self.s.to_move else []
        shown: dict[str, Any] = unshared(self.game.room.view(self, seat, actions))
        return shown

    def written_view(self, seat: int | None, legal: bytes) -> bytes:
        """Show what a seat may see as JSON, sooner than `view`, with the moves that `written_choices` wrote."""
        return self.game.room.written_view(self, seat, legal)

    def written_choices(self) -> bytes:
        """Show all legal moves as JSON."""
        return self.game.room.written_choices(self.s, self.actions)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self.to_move is not None:
            return None
        rules = self.game.room.rules
        seats = range(len(self.game.seats))
        reason, rule = self.game.room.outcome(self.s)
        winners = tuple(seat for seat in seats if rules.wins(self.s, seat))
        return Outcome(winners, tuple(rules.score(self.s, seat) for seat in seats), reason, rule)

    def copy(self) -> State:
        """Return an independent copy."""
        state = State(self.game, copied(self.bits), self.seed, list(self.history), self.start)
        state.previous = self.previous
        state.set_up = self.set_up
        return state

    def redeal(self, seat: int | None, seed: int) -> State:
        """Return a copy in which all that a seat cannot know is dealt anew, future dice included."""
        if seat is not None and (isinstance(seat, bool) or seat not in range(len(self.game.seats))):
            raise QuadrigaError(f"seat must be None or 0 to {len(self.game.seats) - 1}, not {seat!r}")
        number = as_seed(seed)
        state = State(self.game, copied(self.bits), number, [], None)
        self.game.interpreted["redeal_with"](state.s, -1 if seat is None else seat, *key_words(number))
        state.start = self.game.room.write_position(state.s)
        if self.previous is not None and self.previous[0] == seat:
            state.previous = self.previous
        return state

    def position(self) -> dict[str, Any]:
        """Write the whole position, hidden cards and seed included, as a small dict of readable names."""
        return self.game.room.write_position(self.s)

    def record(self) -> str:
        """Write the match as text: game, options, seed, moves."""
        return notation.record(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game == other.game and self.bits.tobytes() == other.bits.tobytes()

    def __repr__(self) -> str:
        return f"{self.game!r}.from_position({self.position()!r})"
