"""What the tests of tables share: matches that read like the game, and everything that stands at a table."""

from __future__ import annotations

import copy
import random
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import quadriga
from quadriga.model import Option
from quadriga.table import commands
from quadriga.table.clock import ClockTerms
from quadriga.table.entry import Entry
from quadriga.table.errors import TableError
from quadriga.table.show import show_entries, show_table, show_views
from quadriga.table.table import LIVE, Table
from quadriga.table.terms import Terms

OLD, NEW, RACE, ROME = "caesar-cleopatra-1997", "caesar-cleopatra-2024", "ave-caesar", "caesar"
CLEOPATRA, CAESAR = 0, 1
GROUPS_1997 = ("senators", "praetors", "quaestors", "censors", "aediles")
GROUPS_2024 = ("praetors", "quaestors", "aediles", "consuls", "censors")
SECRET = 0x5EC12E7_5EC12E7_5EC12E7_5EC1
ALL_MODULES = ("poison", "centurions", "border-control")

MATCHES: list[tuple[str, dict[str, Any]]] = [
    (OLD, {}),
    (OLD, {"action_pile": "shuffled", "orgies": "fading"}),
    (NEW, {}),
    (NEW, {"opening": "veterans", "starter": "caesar"}),
    (RACE, {"players": 6}),
    (RACE, {"players": 3, "uncrewed": 2}),
    (RACE, {"players": 4, "uncrewed": 1, "tournament": True}),
    (RACE, {"players": 2, "chariots": 3, "track": "circus-b"}),
    (ROME, {}),
    (ROME, {"modules": ALL_MODULES}),
    (ROME, {"solo": "low", "side": "pompey"}),
    (ROME, {"solo": "high", "ruthless": True, "modules": ("poison", "centurions")}),
]
"""Every game, with the options that make a table behave differently."""
EVERY_MATCH = pytest.mark.parametrize(
    ("game", "options"), MATCHES, ids=lambda part: part if isinstance(part, str) else "-".join(map(str, part.values()))
)


class Match:
    """A table with somebody who does things at it, one second after the other."""

    def __init__(self, table: Table, *, hotseat: bool = False) -> None:
        self.table = table
        self.hotseat = hotseat
        self.now = 1000.0

    # --- who is who

    @property
    def seats(self) -> range:
        return range(len(self.table.game.seats))

    @property
    def viewers(self) -> list[tuple[int, ...]]:
        """Everybody who may look on: each seat's player, and a spectator."""
        return [*((seat,) for seat in self.seats), ()]

    def held(self, seat: int) -> Collection[int]:
        """The seats of whoever plays a seat."""
        return {each for each in self.seats if self.table.terms.bots[each] is None} if self.hotseat else {seat}

    def later(self, at: float | None) -> float:
        self.now = self.now + 1 if at is None else at
        return self.now

    # --- what people do

    def sit(self, seat: int, name: str = "", at: float | None = None, hash: str | None = None) -> list[Entry]:
        return commands.sit(self.table, seat, name or f"Player {seat}", self.later(at), hash=hash)

    def play(
        self, move: Any, seat: int | None = None, version: int | None = None, at: float | None = None, id: Any = None
    ) -> list[Entry]:
        """Make a move for whoever is to decide, or for a seat; having seen the last version unless told otherwise."""
        if seat is None:
            assert self.table.state is not None and self.table.state.to_move is not None
            seat = self.table.state.to_move
        seen = self.table.version if version is None else version
        return commands.move(self.table, seat, move, seen, self.later(at), id)

    def plays(self, *moves: str, seat: int | None = None) -> None:
        for move in moves:
            self.play(move, seat)

    def withdraw(self, seat: int, at: float | None = None) -> list[Entry]:
        return commands.withdraw(self.table, seat, self.later(at))

    def undo(self, seat: int, *, agree: bool = False, at: float | None = None) -> list[Entry]:
        return commands.undo(self.table, seat, self.held(seat), agree, self.later(at))

    def answer_undo(self, seat: int, yes: bool) -> list[Entry]:
        return commands.answer_undo(self.table, seat, yes, self.held(seat), self.later(None))

    def offer_draw(self, seat: int) -> list[Entry]:
        return commands.offer_draw(self.table, seat, self.held(seat), self.later(None))

    def answer_draw(self, seat: int, yes: bool) -> list[Entry]:
        return commands.answer_draw(self.table, seat, yes, self.later(None))

    def resign(self, seat: int) -> list[Entry]:
        return commands.resign(self.table, seat, self.later(None))

    def leave(self, seat: int, at: float | None = None) -> list[Entry]:
        return commands.leave(self.table, seat, self.later(at))

    def come_back(self, seat: int, at: float | None = None) -> list[Entry]:
        return commands.come_back(self.table, seat, self.later(at))

    def call_time(self, at: float | None = None) -> list[Entry]:
        return commands.call_time(self.table, self.later(at))

    def abandon(self, seat: int) -> list[Entry]:
        return commands.abandon(self.table, seat, self.held(seat), self.later(None))

    def rematch(self, seat: int) -> list[Entry]:
        return commands.ask_rematch(self.table, seat, self.held(seat), self.later(None))

    def say(self, seat: int | None, text: str, name: str = "", at: float | None = None) -> list[Entry]:
        return commands.say(self.table, seat, name, text, self.later(at))

    def play_on(self, chooser: random.Random, moves: int | None = None) -> None:
        """Play random moves, in turn: this many, or to the end."""
        while self.table.status == LIVE and moves != 0:
            self.play(chooser.choice(self.legal))
            moves = None if moves is None else moves - 1

    # --- what stands

    @property
    def legal(self) -> tuple[Any, ...]:
        assert self.table.state is not None
        return self.table.state.legal

    def texts(self, seat: int) -> list[str]:
        """The moves that a seat is offered, as its player sees them."""
        return [move["text"] for move in show_views(self.table, {seat})[0]["legal"]]

    def shown(self, held: Collection[int], since: int) -> dict[str, Any]:
        """All that somebody who holds these seats is shown, with the entries after a version."""
        table = self.table
        return {
            "entries": show_entries(table, since, held),
            "views": show_views(table, held),
            "table": show_table(table),
            "awaited": sorted(table.awaited),
            "clock": table.clock.show(),
        }

    def fork(self) -> Match:
        """An independent match that stands where this one does."""
        forked = copy.copy(self)
        forked.table = table = copy.copy(self.table)
        table.state = None if table.state is None else table.state.copy()
        vars(table).update({name: as_it_is(part) for name, part in vars(table).items()})
        table.clock = copy.copy(table.clock)
        table.clock.left = list(table.clock.left)
        return forked

    @contextmanager
    def refuses(self, code: str, words: str | None = None) -> Iterator[None]:
        """Check that what is done here is refused with a code, and changes nothing at all."""
        before = everything(self.table)
        with pytest.raises(TableError, match=words) as refused:
            yield
        assert refused.value.code == code
        assert everything(self.table) == before


AT_HAND = ("state", "terms", "game", "snapshots", "positions", "revealing")
"""Parts that are compared otherwise, or only remember what can be found out again."""


def everything(table: Table) -> dict[str, Any]:
    """All that stands at a table, with what was told about the last entries."""
    stands = {name: as_it_is(value) for name, value in vars(table).items() if name not in AT_HAND}
    stands["clock"] = as_it_is(vars(table.clock))
    stands["terms"] = table.terms.write()
    if table.state is not None:
        state = table.state
        stands |= {"bits": state.bits.tobytes(), "history": list(state.history), "previous": state.previous}
    return stands


def as_it_is(value: Any) -> Any:
    """Copy lists, dicts and sets, and those in them; what they hold never changes."""
    if isinstance(value, dict):
        return {key: as_it_is(part) for key, part in value.items()}
    if isinstance(value, list):
        return [as_it_is(part) for part in value]
    return set(value) if isinstance(value, set) else value


def terms(game: str, *, bots: dict[int, str] | None = None, clock: ClockTerms | None = None, **more: Any) -> Terms:
    """Agree on a game; what is not a term of the table is an option of the game."""
    agreed = {name: more.pop(name) for name in ("undo", "hints", "takeover", "listed", "games") if name in more}
    options = {name: Option.write(value) for name, value in more.items()}
    seats = len(quadriga.load_texts(game, options).seats)
    levels = tuple((bots or {}).get(seat) for seat in range(seats))
    return Terms(game, options, levels, clock or ClockTerms(), **agreed)


def waiting(game: str, *, secret: int = SECRET, hotseat: bool = False, **more: Any) -> Match:
    """Lay out a table at which nobody sits yet."""
    return Match(Table(terms(game, **more), secret), hotseat=hotseat)


def seated(game: str, *, secret: int = SECRET, hotseat: bool = False, **more: Any) -> Match:
    """Lay out a table and let everybody sit down, all at once: the match begins."""
    match = waiting(game, secret=secret, hotseat=hotseat, **more)
    for seat in list(match.table.open_seats):
        match.sit(seat, at=1000.0)
    if match.table.status != LIVE:
        commands.begin(match.table, 1000.0)
    return match


def opening(edition: str, *cards: int) -> list[str]:
    """Lay these cards at the five groups, in board order; 1 to 5 unless told otherwise."""
    cards = cards or (1, 2, 3, 4, 5)
    groups = GROUPS_1997 if edition == OLD else GROUPS_2024
    return [f"{card} face down at {group}" for card, group in zip(cards, groups, strict=True)]


def opened(edition: str, **more: Any) -> Match:
    """Lay out a table of Caesar & Cleopatra at which both sides have placed their opening cards, in no time."""
    match = seated(edition, **({"action_pile": "shuffled"} if edition == OLD else {}), **more)
    for card in (*opening(edition), *opening(edition)):
        match.play(card, at=1000.0)
    return match
