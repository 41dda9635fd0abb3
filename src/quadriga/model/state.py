"""One game in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from quadriga import notation
from quadriga.errors import IllegalMove, QuadrigaError
from quadriga.json_io import read
from quadriga.kernel.dice import key_words
from quadriga.kernel.records import Bits

from .event import Ending, Event, Outcome, Refusal
from .move import Move

if TYPE_CHECKING:
    from .game import Game

SEED_LIMIT = 2**128


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


class State:
    """One game in play.

    It runs the interpreted rules, so nothing needs to be compiled for it, or the compiled ones where the game has them
    at hand (`Game.compiled_actions`): bit for bit the same.
    """

    def __init__(self, game: Game, bits: Bits, seed: int, history: list[int], start: Mapping[str, Any] | None) -> None:
        self.game: Game = game
        """The game and its options."""
        self.bits = bits
        self.seed: int = seed
        """What all chance comes from."""
        self.history: list[int] = history
        """The numbers of the moves played so far; not to be changed."""
        self.start: Mapping[str, Any] | None = start
        """The position where play began; None: at the beginning of a game."""
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
            if self.s.to_move >= 0 and self.game.compiled_actions is not None:
                self._actions = self.game.compiled_legal(self.bits)
            elif self.s.to_move >= 0:
                found = [0] * self.game.num_actions
                count = self.game.definition.rules.legal(self.s, found)
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
        compiled = self.game.compiled_actions
        done = compiled.act(self.bits, chosen.id) if compiled is not None else None
        told, self._actions = (self._interpret(chosen.id), None) if done is None else done
        self.history.append(chosen.id)
        self.previous = (mover, chosen)
        self._legal = None
        return self.game.definition.events(self.s, told, mover, chosen)

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
        from quadriga.rulebook import rulebook

        found = self.game.definition.refusal(self.s, move.id)
        refusal = Refusal(found, rulebook(self.game.name)[found].text) if isinstance(found, str) else Refusal(*found)
        by = f" ({refusal.rule})" if refusal.rule else ""
        message = f"{move.text!r} is not allowed now: {refusal.reason}{by}"
        return IllegalMove(message, refusal.rule, refusal.code, refusal.parts)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Show what a seat may see, JSON-ready; seat None is a spectator."""
        if seat is not None and (isinstance(seat, bool) or seat not in range(len(self.game.seats))):
            raise QuadrigaError(f"seat must be None or 0 to {len(self.game.seats) - 1}, not {seat!r}")
        choices = self.choices_json() if seat == self.s.to_move else b"[]"
        shown: dict[str, Any] = read(self.view_json(seat, choices))
        return shown

    def view_json(self, seat: int | None, choices: bytes) -> bytes:
        """Show what a seat may see as JSON, sooner than `view`, with its choices as `choices_json` shows them."""
        return self.game.definition.view_json(self, seat, choices)

    def choices_json(self) -> bytes:
        """Show all legal moves as JSON."""
        return self.game.definition.choices_json(self.s, self.actions)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self.to_move is not None:
            return None
        rules = self.game.definition.rules
        seats = range(len(self.game.seats))
        reason, rule, code = Ending(*self.game.definition.outcome(self.s))
        winners = tuple(seat for seat in seats if rules.wins(self.s, seat))
        return Outcome(winners, tuple(rules.score(self.s, seat) for seat in seats), reason, rule, code)

    def copy(self) -> State:
        """Return an independent copy."""
        state = State(self.game, copied(self.bits), self.seed, list(self.history), self.start)
        state.previous = self.previous
        state.set_up = self.set_up
        return state

    def redeal(self, seat: int | None, seed: int) -> State:
        """Return a copy in which all that a seat cannot know is dealt again, future dice included."""
        if seat is not None and (isinstance(seat, bool) or seat not in range(len(self.game.seats))):
            raise QuadrigaError(f"seat must be None or 0 to {len(self.game.seats) - 1}, not {seat!r}")
        number = as_seed(seed)
        state = State(self.game, copied(self.bits), number, [], None)
        self.game.interpreted["redeal_with"](state.s, -1 if seat is None else seat, *key_words(number))
        state.start = self.game.definition.write_position(state.s)
        if self.previous is not None and self.previous[0] == seat:
            state.previous = self.previous
        return state

    def deals(self, seat: int | None, count: int) -> list[State]:
        """Return new deals, as `redeal` makes them with the seeds 0, 1, ...: to look at, not to record."""
        compiled = self.game.compiled_actions
        if compiled is None:
            return [self.redeal(seat, number) for number in range(count)]
        own = self.previous if self.previous is not None and self.previous[0] == seat else None
        made = []
        for number, (bits, actions) in enumerate(compiled.redeal(self.bits, -1 if seat is None else seat, count)):
            state = State(self.game, bits, number, [], None)
            state._actions, state.previous = actions, own
            made.append(state)
        return made

    def position(self) -> dict[str, Any]:
        """Write the whole position, hidden cards and seed included, as a small dict of readable names."""
        return self.game.definition.write_position(self.s)

    def position_line(self) -> str:
        """Write the whole position in one line; `Game.from_position` reads it."""
        return notation.write_position(self.position())

    def record(self, tags: Mapping[str, str] | None = None, *, short: bool = False) -> str:
        """Write the match as text: game, options, seed, moves, with more tags where given.

        `short` leaves out what only checks it.
        """
        return notation.record(self, tags, short=short)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game == other.game and self.bits.tobytes() == other.bits.tobytes()

    def __repr__(self) -> str:
        return f"{self.game!r}.from_position({self.position()!r})"
