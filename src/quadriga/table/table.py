"""A table: the fold of its log. Nothing is checked here; what may be added is the business of `commands`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from quadriga import notation
from quadriga.model import Event, State
from quadriga.notation.match import annotated, joined
from quadriga.notation.moves import clock_comment

from . import early
from .clock import Clock
from .entry import Entry, Kind
from .fairness import Share, commitment, seed_of, tags_of
from .snapshots import EVERY, Position, freeze, position_of, restore
from .terms import Terms

Status = Literal["waiting", "live", "over"]
WAITING: Status = "waiting"
LIVE: Status = "live"
OVER: Status = "over"
How = Literal["rules", "agreed", "resigned", "time", "abandoned", "left"]
"""How a match ended."""
NONE: frozenset[int] = frozenset()
REVEALING = 5.0
"""How many seconds shares in the dice are waited for when all have sat down; the match begins without the rest."""
REMEMBERED = 64
"""This many ids of commands are remembered, to apply a command once that is sent again."""
NEAR = 8
"""A position is remembered each time this many moves were made: an undo plays no more than that again."""


@dataclass(frozen=True)
class Result:
    """The end of a match: who won (nobody: a draw or no result), how, and by which clause if by the rules."""

    how: How
    winners: tuple[int, ...]
    reason: str
    rule: str | None = None
    scores: tuple[int, ...] = ()
    code: str = ""


@dataclass(frozen=True)
class UndoAsk:
    """An undo that waits for consent."""

    seat: int
    keep: int
    reveals: bool
    agreed: frozenset[int]


class Table:
    """Fold a log of entries into what stands now."""

    def __init__(self, terms: Terms, secret: int) -> None:
        self.terms = terms
        self.game = terms.loaded
        self.secret = secret
        self.commitment = commitment(secret)
        self.log: list[Entry] = []
        self.version = 0
        """The length of the log."""
        self.names: list[str | None] = [None] * len(self.game.seats)
        self.programs: list[bool] = [False] * len(self.game.seats)
        """Where whoever sat down said that they are a program."""
        self.shares: list[Share | None] = [None] * len(self.game.seats)
        """What each seat adds to the dice; None: nothing."""
        self.next_hashes: dict[int, str] = {}
        """The hashes of what seats will add to the dice of the next match."""
        self.begins_by: float | None = None
        """When the match begins at the latest, while shares are revealed."""
        self.holders: list[set[str]] = [set() for _ in self.game.seats]
        """Who may play each person's seat, on all their devices: opaque marks, known to nobody else."""
        self._held: dict[str, frozenset[int]] = {}
        self.bots: list[str | None] = list(terms.bots)
        self.status: Status = WAITING
        self.result: Result | None = None
        self.state: State | None = None
        self.movers: list[int] = []
        """Who made each move that stands; their actions are the state's history."""
        self.clocks: list[float | None] = []
        """What was on the clock after each of them, where there is one; None: a bot's, which does not run."""
        self.part = 0
        """The part of the game in which all choose at once; 0: they take turns."""
        self.early: dict[int, list[int]] = {}
        self.decision_since = [0] * len(self.game.seats)
        """For every seat the version since when nothing about its decision has changed."""
        self.awaited: list[int] = []
        """The seats that owe a decision, whose turn it is first."""
        self.bots_due: list[int] = []
        """Those of them for which a bot has to decide."""
        self._imagined: dict[int, tuple[int, State | None]] = {}
        self.draw: set[int] = set()
        self.declined: set[tuple[str, int]] = set()
        """What was asked for, by whom, and declined since the last move: `draw` or `undo`, and the seat."""
        self.sitting: list[int] = []
        """The seats that people took, in the order in which they sat down; the first is the host's."""
        self.removed: set[str] = set()
        """Who was sent away by the host, and does not sit down here again."""
        self.muted = False
        """Whether spectators may say nothing."""
        self.said = 0
        self.said_around = 0
        """How much was said, and how much of it by spectators."""
        self.undo: UndoAsk | None = None
        self.resigned: set[int] = set()
        self.rematch: set[int] = set()
        self.next: str | None = None
        self.taken_back = 0
        self.events: dict[int, tuple[Event, ...]] = {}
        """What happened, by version; `forget` clears it."""
        self.ids: dict[str, int] = {}
        self.positions: dict[int, Position] = {}
        """Some positions of the moves that stand, by their number."""
        self.revealing: dict[int, bool] = {}
        """Of some of the moves that stand, by their number: whether anybody saw something new by it."""
        self.snapshots: list[bytes] = []
        """How the table stood, after every few entries."""
        self.clock = Clock(terms.clock, len(self.game.seats))

    @classmethod
    def load(cls, terms: Terms, secret: int, log: Iterable[Entry]) -> Table:
        """Fold a log from its beginning."""
        table = cls(terms, secret)
        for entry in log:
            table.events.clear()
            table.add(entry)
        return table

    def held_by(self, visitor: str | None) -> frozenset[int]:
        """Return the seats that somebody holds."""
        return NONE if visitor is None else self._held.get(visitor, NONE)

    @property
    def people(self) -> list[int]:
        """The seats that are played by people now."""
        return [seat for seat, level in enumerate(self.bots) if level is None and self.names[seat] is not None]

    @property
    def open_seats(self) -> list[int]:
        """The seats that wait for somebody."""
        return [seat for seat, level in enumerate(self.bots) if level is None and self.names[seat] is None]

    @property
    def host(self) -> int | None:
        """The seat of who was first at the table and still is; None if nobody is."""
        return self.sitting[0] if self.sitting else None

    @property
    def unrevealed(self) -> list[int]:
        """The seats whose share in the dice is committed to and not revealed."""
        return [seat for seat, share in enumerate(self.shares) if share is not None and share.value is None]

    def deadline(self) -> float | None:
        """Tell when something happens by itself: the match begins, or a clock runs out."""
        return self.begins_by if self.status == WAITING else self.clock.deadline()

    def add(self, entry: Entry) -> None:
        """Add an entry to the log and to what stands."""
        self.log.append(entry)
        self.version += 1
        self.clock.run(entry.at)
        fold = FOLDS.get(entry.kind)
        if fold is not None:
            fold(self, entry)
        if "id" in entry.data:
            self.ids[entry.data["id"]] = self.version
            while len(self.ids) > REMEMBERED:
                del self.ids[next(iter(self.ids))]
        if entry.kind != "say":
            self._await()
        if self.version % EVERY == 0 and len(self.snapshots) < self.version // EVERY:
            self.snapshots.append(freeze(self))

    def settle(self) -> None:
        """Make again what is made from the rest."""
        self._hold_seats()
        self._await()

    def forget(self) -> None:
        """Forget what happened by earlier entries."""
        self.events.clear()

    def _await(self) -> None:
        state = self.state if self.status == LIVE else None
        mover = None if state is None else state.to_move
        if state is None or mover is None:
            self.awaited, self._imagined = [], {}
        elif not self.part:
            self.awaited, self._imagined = [mover], {}
        else:
            self._imagined = {seat: self._imagine(seat) for seat in range(len(self.game.seats))}
            seats = dict.fromkeys((mover, *self._imagined))
            self.awaited = [seat for seat in seats if self.choice(seat) is not None]
        self.bots_due = [seat for seat in self.awaited if self.bots[seat] is not None]
        self.clock.think(self.awaited if not self.bots_due else set(self.awaited).difference(self.bots_due))

    def _imagine(self, seat: int) -> tuple[int, State | None]:
        """Imagine the position of a seat's early choice; it stays what it is for as long as the decision does."""
        known = self._imagined.get(seat)
        if known is not None and known[0] == self.decision_since[seat]:
            return known
        assert self.state is not None
        if self.state.to_move == seat and not self.early.get(seat):
            return self.decision_since[seat], None  # its turn has come
        return self.decision_since[seat], early.ahead(self.state, seat, self.early.get(seat, ()))

    def choice(self, seat: int) -> State | None:
        """Return the position in which a seat decides: the real one, or the one imagined for an early choice."""
        if self.state is None or self.status != LIVE:
            return None
        if self.state.to_move == seat and not self.early.get(seat):
            return self.state
        return self._imagined.get(seat, (0, None))[1]

    def beginning(self) -> State:
        """Return the position in which the match begins, with its own dice."""
        origin, seed = self.terms.origin, seed_of(self.secret, self.shares)
        if origin is None:
            return self.game.new(seed)
        return self.game.from_position({**origin.position, "seed": seed})

    def kept(self, moves: int) -> State:
        """Return the position after a number of moves, by playing on from the nearest one that is remembered."""
        assert self.state is not None
        near = next((number for number in range(moves - moves % NEAR, 0, -NEAR) if number in self.positions), 0)
        if near:
            state = restore(self.state, self.positions[near], self.state.history[:near])
        else:
            state = self.beginning()
        for action in self.state.history[near:moves]:
            state.play(action)
            self._remember(state)
        return state

    def _remember(self, state: State) -> None:
        """Remember the position, if it is time to."""
        moves = len(state.history)
        if moves % NEAR == 0:
            self.positions[moves] = position_of(state)

    def record(self, site: str | None = None) -> str:
        """Write the match as text, its secret included: only for a match that is over. It was played at `site`."""
        state = self.beginning() if self.state is None else self.state
        tags = {"Players": joined([self._player(seat) for seat in range(len(self.names))])}
        begun = next((entry.at for entry in self.log if entry.kind == "start"), None)
        if begun is not None:
            tags["Date"] = f"{datetime.fromtimestamp(begun, UTC):%Y-%m-%d}"
        if site is not None:
            tags["Site"] = site
        if self.terms.clock.kind != "none":
            tags["TimeControl"] = self.terms.clock.tag
        tags |= {"Commitment": self.commitment, **tags_of(self.secret, self.shares)}
        if self.terms.origin is not None:
            tags["From"] = f"{self.terms.origin.table} {self.terms.origin.version}"
        if self.result is not None and self.result.how != "rules":
            tags["Ended"] = self.result.reason
        written = notation.record(state, tags)
        if not self.clocks:
            return written
        return annotated(written, ["" if left is None else clock_comment(left) for left in self.clocks])

    def _player(self, seat: int) -> str:
        """Name who played a seat: a person, a program, a level; a level that went on for a person behind their name."""
        name, level = self.names[seat], self.bots[seat]
        if name is None:
            return level or "?"
        name = f"{name} (bot)" if self.programs[seat] else name
        return name if level is None else f"{name}, then {level}"

    # --- folding

    def _sit(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.names[entry.seat] = entry.data["name"]
        self.programs[entry.seat] = entry.data.get("program", False)
        self.holders[entry.seat] = {entry.data["by"]} if "by" in entry.data else set()
        self.sitting.append(entry.seat)
        self._hold_seats()
        self.shares[entry.seat] = Share(entry.data["hash"]) if "hash" in entry.data else None
        if not self.open_seats and self.unrevealed:
            self.begins_by = entry.at + REVEALING

    def _reveal(self, entry: Entry) -> None:
        assert entry.seat is not None
        share = self.shares[entry.seat]
        assert share is not None
        self.shares[entry.seat] = Share(share.hash, entry.data["share"])
        if "next_hash" in entry.data:
            self.next_hashes[entry.seat] = entry.data["next_hash"]

    def _hold(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.holders[entry.seat].add(entry.data["by"])
        self._hold_seats()

    def _hold_seats(self) -> None:
        everybody: set[str] = set().union(*self.holders)
        self._held = {
            visitor: frozenset(seat for seat, holders in enumerate(self.holders) if visitor in holders)
            for visitor in everybody
        }

    def _leave(self, entry: Entry) -> None:
        assert entry.seat is not None
        if self.status == WAITING:
            if entry.data.get("removed"):
                self.removed |= self.holders[entry.seat]
            self.sitting.remove(entry.seat)
            self.names[entry.seat] = None
            self.programs[entry.seat] = False
            self.holders[entry.seat] = set()
            self.shares[entry.seat] = None
            self._hold_seats()

    def _start(self, entry: Entry) -> None:
        self.status = LIVE
        self.begins_by = None
        self.state = self.beginning()
        self.events[self.version] = self.state.set_up
        self.part = early.part(self.state)
        self.decision_since = [self.version] * len(self.decision_since)

    def _move(self, entry: Entry) -> None:
        state, seat = self.state, entry.seat
        assert state is not None and seat is not None
        before, timed = self.part, self.clock.terms.kind != "none"
        turn = self.game.definition.turn(state.s) if timed else 0
        if entry.data.get("early"):
            self.early[seat].pop(0)
        self.events[self.version] = state.play(entry.data["action"])
        self.movers.append(seat)
        self._remember(state)
        self.undo = None
        self.declined = set()
        after = self.part = early.part(state)
        left = self.clock.left[seat]
        if timed and self.bots[seat] is None:
            goes_on = state.to_move == seat and after == before and self.game.definition.turn(state.s) == turn
            if not goes_on:
                self.clock.moved(seat)
        if timed:  # with its increment; a new time for the next move says nothing about this one
            left = left if self.clock.terms.kind == "move" else self.clock.left[seat]
            self.clocks.append(None if self.bots[seat] is not None else round(left, 3))
        if before and after == before:
            if not entry.data.get("early"):  # else what this seat chooses next is what it was
                self.decision_since[seat] = self.version
        else:
            self.decision_since = [self.version] * len(self.decision_since)
            self.early = {}
            self.draw = set()
        outcome = state.outcome
        if outcome is not None:
            self._end(Result("rules", outcome.winners, outcome.reason, outcome.rule, outcome.scores, outcome.code))

    def _early(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.early.setdefault(entry.seat, []).append(entry.data["action"])
        self.decision_since[entry.seat] = self.version

    def _withdraw(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.early[entry.seat].pop()
        self.decision_since[entry.seat] = self.version

    def _undo_ask(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.undo = UndoAsk(entry.seat, entry.data["keep"], entry.data["reveals"], frozenset())

    def _undo_answer(self, entry: Entry) -> None:
        assert entry.seat is not None
        if self.undo is not None:
            asked = self.undo
            agreed = asked.agreed | {entry.seat}
            if not entry.data["yes"]:
                self.declined.add(("undo", asked.seat))
            self.undo = UndoAsk(asked.seat, asked.keep, asked.reveals, agreed) if entry.data["yes"] else None

    def _undo(self, entry: Entry) -> None:
        keep = entry.data["keep"]
        self.state = self.kept(keep)
        self.part = early.part(self.state)
        del self.movers[keep:], self.clocks[keep:]
        self.positions = {number: known for number, known in self.positions.items() if number <= keep}
        self.revealing = {number: known for number, known in self.revealing.items() if number < keep}
        self.undo = None
        self.declined = set()
        self.early = {}
        self.draw = set()
        self.taken_back += 1
        for seat in range(len(self.decision_since)):
            self.clock.renew(seat)
        self.decision_since = [self.version] * len(self.decision_since)

    def _draw_offer(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.draw.add(entry.seat)
        if self.draw >= set(self.people):
            self._end(Result("agreed", (), "a draw by agreement"))

    def _draw_answer(self, entry: Entry) -> None:
        if entry.data["yes"]:
            self._draw_offer(entry)
        else:
            self.declined |= {("draw", seat) for seat in self.draw}
            self.draw = set()

    def _say(self, entry: Entry) -> None:
        self.said += 1
        self.said_around += entry.seat is None

    def _mute(self, entry: Entry) -> None:
        self.muted = entry.data["yes"]

    def _claim(self, entry: Entry) -> None:
        """End the match of two; with more at the table a bot plays for who left, which the next entry says."""
        seats = range(len(self.game.seats))
        if len(seats) <= 2:
            gone = self.game.seats[entry.data["of"]].capitalize()
            winners = tuple(seat for seat in seats if seat != entry.data["of"]) if entry.data["win"] else ()
            self._end(Result("left", winners, f"{gone} left"))

    def _resign(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.resigned.add(entry.seat)
        self._lose(entry, "resigned", "{} resigned")

    def _time(self, entry: Entry) -> None:
        self._lose(entry, "time", "{} ran out of time")

    def _lose(self, entry: Entry, how: How, reason: str) -> None:
        """End the match of two at most; with more at the table a bot plays on, which the next entry says."""
        assert entry.seat is not None
        seats = range(len(self.game.seats))
        if len(seats) <= 2 and not entry.data.get("takeover"):
            name = self.game.seats[entry.seat].capitalize()
            self._end(Result(how, tuple(seat for seat in seats if seat != entry.seat), reason.format(name)))

    def _takeover(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.bots[entry.seat] = entry.data["level"]
        self.draw = set()
        self.undo = None

    def _return(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.bots[entry.seat] = None
        self.clock.renew(entry.seat)

    def _abandon(self, entry: Entry) -> None:
        self._end(Result("abandoned", (), "the match was abandoned"))

    def _rematch(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.rematch.add(entry.seat)

    def _next(self, entry: Entry) -> None:
        self.next = entry.data["table"]

    def _end(self, result: Result) -> None:
        self.status = OVER
        self.begins_by = None
        self.result = result
        self.undo = None
        self.early = {}
        self.decision_since = [self.version] * len(self.decision_since)


FOLDS: dict[Kind, Callable[[Table, Entry], None]] = {
    "sit": Table._sit,
    "hold": Table._hold,
    "leave": Table._leave,
    "reveal": Table._reveal,
    "start": Table._start,
    "move": Table._move,
    "early": Table._early,
    "withdraw": Table._withdraw,
    "undo-ask": Table._undo_ask,
    "undo-answer": Table._undo_answer,
    "undo": Table._undo,
    "draw-offer": Table._draw_offer,
    "draw-answer": Table._draw_answer,
    "resign": Table._resign,
    "time": Table._time,
    "takeover": Table._takeover,
    "return": Table._return,
    "abandon": Table._abandon,
    "rematch": Table._rematch,
    "next": Table._next,
    "say": Table._say,
    "mute": Table._mute,
    "claim": Table._claim,
}
"""How each kind of entry changes what stands."""
