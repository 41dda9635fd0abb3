"""One game on the compiled rules, as numbers: what every adapter steps.

A `State` tells events and explains itself; a `Single` only plays. Both hold the same record, bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from quadriga.errors import IllegalMove
from quadriga.kernel.batch import checked_seed
from quadriga.kernel.compiled_actions import CompiledActions
from quadriga.model import Game, Move, State, as_seed

from .full import observe_full

Vector = npt.NDArray[Any]
LARGEST_QUICK_SEED = 2**62
"""Seeds below this are set up by the compiled rules."""


class Single:
    """One game. Nothing is dealt before `reset`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        kernel = game.compiled
        self._reset, self._legal, self._observe = kernel.reset_all, kernel.legal_all, kernel.observe_all
        self._act, self._redeal, self._scores = kernel.act_all, kernel.redeal_all, kernel.scores_all
        self._observation: int = game.definition.rules.OBSERVATION
        self._hold(game.template.copy())
        self.seed = 0
        self._begun = False
        self.history: list[int] = []
        self.dealt: Any = None
        """The record from which the history counts, if that is not the beginning of the game."""
        self.previous: tuple[int, Move] | None = None

    def _hold(self, bits: Any) -> None:
        self.bits = bits
        self._seat = bits["to_move"]
        self._moves = np.zeros(self.game.num_actions, np.int16)
        self._action = np.zeros(1, np.int16)
        self._mask: Vector | None = None

    def reset(self, seed: int) -> None:
        """Begin the game that `game.new(seed)` begins."""
        self.seed = as_seed(seed)
        if self.seed < LARGEST_QUICK_SEED:
            self._reset(self.bits, self.game.template, np.array([self.seed], np.int64), 0, 1)
        else:
            self.bits[:] = self.game.new(self.seed).bits
        self.history, self.dealt, self.previous, self._mask = [], None, None, None
        self._begun = True

    @property
    def to_move(self) -> int:
        """The seat that decides; -1 when the game is over."""
        return int(self._seat[0])

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self._seat[0] < 0)

    @property
    def mask(self) -> Vector:
        """The legal actions as a row of 0 and 1; not to be changed."""
        if self._mask is None:
            mask = np.zeros((1, self.game.num_actions), np.uint8)
            self._legal(self.bits, mask, self._moves, 0, 1)
            self._mask = mask.view(np.int8)[0]
        return self._mask

    @property
    def legal(self) -> list[int]:
        """The legal actions, in order."""
        found: list[int] = self.mask.nonzero()[0].tolist()
        return found

    def play(self, action: Any) -> None:
        """Play an action; an illegal one raises IllegalMove, which names the clause, and changes nothing."""
        move = self.game.move(action)
        if self.is_over:
            raise IllegalMove(f"{move.text!r} is not possible: the game is over")
        if not self.mask[move.id]:
            raise self.state().refuse(move)
        self.previous = (self.to_move, move)
        self._action[0] = move.id
        self._act(self.bits, self._action, 0, 1)
        self.history.append(move.id)
        self._mask = None

    def observe(self, seat: int) -> Vector:
        """Return what a seat sees; docs/games explains every number."""
        out = np.zeros((1, self._observation), np.int8)
        if seat == max(0, self.to_move):
            self._observe(self.bits, out, 0, 1)
        else:
            self.game.definition.rules.observe(self.game.record_class(self.bits), seat, out[0])
        row: Vector = out[0]
        return row

    def observe_full(self, seat: int | None = None) -> Vector:
        """Return everything about the game but its dice, for a seat or for the one that decides."""
        row: Vector = observe_full(self.game, self.bits, None if seat is None else [seat])[0]
        return row

    def scores(self) -> tuple[list[int], list[bool]]:
        """Return the points of every seat as the game stands, and who has won."""
        seats = len(self.game.seats)
        points, winners = np.zeros((1, seats), np.int16), np.zeros((1, seats), np.uint8)
        self._scores(self.bits, points, winners, 0, 1)
        return points[0].tolist(), [bool(won) for won in winners[0]]

    def copy(self) -> Single:
        """Return an independent copy."""
        twin = Single.__new__(Single)
        twin.__dict__.update(self.__dict__)
        twin._hold(self.bits.copy())
        twin.history = list(self.history)
        return twin

    def __deepcopy__(self, memo: Any) -> Single:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Single], tuple[Any, ...]]:
        return (Single.replay, (self.game, self.record())) if self._begun else (Single, (self.game,))

    def redeal(self, seat: int, seed: int) -> Single:
        """Return a copy in which all that a seat cannot know is dealt again, future dice included; see State.redeal."""
        twin = self.copy()
        twin.seed = checked_seed(seed)
        self._redeal(twin.bits, np.array([seat], np.int8), np.array([twin.seed], np.int64), 0, 1)
        twin.history, twin.dealt = [], twin.bits.copy()
        if twin.previous is not None and twin.previous[0] != seat:
            twin.previous = None
        return twin

    def state(self) -> State:
        """Return the game as a State of its own: to show it, to ask a player, to write its record."""
        game = self.game
        start = None if self.dealt is None else game.definition.write_position(game.record_class(self.dealt))
        state = State(game, self.bits.copy(), self.seed, list(self.history), start)
        state.previous = self.previous
        return state

    def record(self) -> str:
        """Write the match as text."""
        return self.state().record()

    @classmethod
    def replay(cls, game: Game, text: str) -> Single:
        """Play a record through, by the compiled rules, checking everything it claims."""
        if game.compiled_actions is None:
            game.compiled_actions = CompiledActions(game.compiled)
        state = game.replay(text)
        single = cls(game)
        single.bits[:] = state.bits
        single.seed, single.history, single.previous = state.seed, state.history, state.previous
        single._begun = True
        if state.start is not None:
            single.dealt = game.from_position(state.start).bits
        return single
