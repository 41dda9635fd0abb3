"""A player that searches, and the ladder of levels made of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .budget import UNLIMITED, Budget
from .levels import Level, level
from .policy import PolicyPlayer
from .search_tree import SearchTree
from .settings import SearchSettings
from .wins import winning_move

if TYPE_CHECKING:
    from quadriga.model import Game, Move, State


class SearchPlayer:
    """A player of the move that a tree search of imagined deals tried most (kernel/tree.py).

    Between moves of the same turn it keeps what it thought.
    """

    def __init__(self, name: str = "consul", budget: Budget | None = None, own: SearchSettings | None = None) -> None:
        self.name = name
        self.budget = budget
        self.own = own
        self._tree: SearchTree | None = None
        self._drawer: PolicyPlayer | None = None
        self._last: tuple[int, int, Move] | None = None

    def tree(self, game: Game) -> SearchTree:
        """Return the memory for a game; another game gets a new one."""
        if self._tree is None or self._tree.game != game:
            self._tree = SearchTree(game, self.settings(game).settings)
            self._last = None
        return self._tree

    def settings(self, game: Game) -> Level:
        """Return how this level plays a game, with settings of its own if it was given some."""
        found = level(self.name, game)
        return found if self.own is None else replace(found, settings=self.own)

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        """Search within the budget; a single legal move needs no thought."""
        if len(known.legal) == 1:
            return known.legal[0]
        settings = self.settings(known.game)
        if settings.drawn:
            self._drawer = self._drawer or PolicyPlayer(settings.settings.network, settings.drawn)
            return self._drawer.choose(known, budget, seed)
        tree = self.tree(known.game)
        if settings.settings.network and (won := winning_move(known, seed)) is not None:
            return won  # a network sees little between a victory and a game as good as won
        tree.begin(known, seed, after=self._kept(known))
        tree.think(self._limit(settings, budget))
        # What is kept of the last move also knows moves of deals that did not come true.
        chosen = next(candidate.move for candidate in tree.candidates() if candidate.move in known.legal)
        self._last = (known.to_move or 0, known.s.moves, chosen)
        return chosen

    def _kept(self, known: State) -> Move | None:
        """Return our last move if this position follows it at once, in the same turn."""
        if known.previous is not None and self._last == (known.to_move, known.s.moves - 1, known.previous[1]):
            return self._last[2]
        return None

    def _limit(self, settings: Level, budget: Budget) -> Budget:
        """Think as long as the level does; the highest takes any budget given instead."""
        given = self.budget or budget
        if given == UNLIMITED:
            return settings.budget
        if settings.is_highest:
            return given
        # Playouts alone must not depend on the clock.
        return (
            Budget(None, settings.budget.playouts).within(given)
            if given.seconds is None
            else given.within(settings.budget)
        )
