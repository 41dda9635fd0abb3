"""A player that does what a network would do at first sight: no search, a fraction of a millisecond.

With a temperature it draws a move, as likely as the network rates it, and so makes mistakes, but plausible ones.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from .levels import fast_network
from .networks import network

if TYPE_CHECKING:
    from quadriga.kernel.network import Network
    from quadriga.model import Game, Move, State

    from .budget import Budget


class PolicyPlayer:
    """A player of the move that the network of a game rates highest, or one drawn from what it rates.

    Where there is none, it is the first of the moves that `prefer` rates highest.
    """

    def __init__(self, name: str = "", temperature: float = 0.0) -> None:
        self.name = name
        """A network of its own; else the one that came with the game."""
        self.temperature = temperature
        """What differences of ratings are divided by before a move is drawn; 0: the highest is taken."""
        self._game: Game | None = None
        self._net: Network | None = None

    def _ready(self, game: Game) -> None:
        if self._game != game:
            name = self.name or fast_network(game)
            self._game, self._net = game, network(game, name) if name else None
            self._moves = np.zeros(game.num_actions, np.int16)
            self._ratings = np.zeros(game.num_actions)
            self._out = np.zeros(1, np.int16)

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        """Choose the move that is rated highest, or draw one; the budget is not needed."""
        if len(known.legal) == 1:
            return known.legal[0]
        game = known.game
        self._ready(game)
        if self._net is None:
            prefer = game.definition.rules.prefer
            return max(known.legal, key=lambda move: int(prefer(known.s, move.id)))
        game.compiled.choose_learned(known.bits, self._moves, self._ratings, self._out, 0, 1, self._net)
        if self.temperature == 0.0:
            return game.moves[int(self._out[0])]
        rated = self._ratings[: len(known.legal)].tolist()  # in the order of the legal moves, as `_moves` has them
        weights = [exp((rating - max(rated)) / self.temperature) for rating in rated]
        (drawn,) = Random(seed).choices(self._moves[: len(rated)].tolist(), weights)
        return game.moves[int(drawn)]
