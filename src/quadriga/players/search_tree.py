"""A search tree with its memory, for one game: thinks about a position, and says what it found."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from quadriga.intervals import wilson
from quadriga.kernel.dice import WORD
from quadriga.kernel.records import blank
from quadriga.kernel.tree import LONGEST, NO_NETWORK, NODE

from .budget import Budget
from .networks import network
from .settings import SearchSettings

if TYPE_CHECKING:
    from quadriga.model import Game, Move, State

CAPACITY = 3_000_000
"""Nodes of a tree; memory is taken as it is used. A full tree goes on counting, but grows no more."""
FIRST_CHUNK = 64
CHUNK_SECONDS = 0.02
"""How long a search runs between two looks at the clock."""


@dataclass(frozen=True)
class Candidate:
    """What a search found about a move: its share of the search, the chance to win after it, its 95 % interval."""

    move: Move
    visits: int
    share: float
    value: float
    low: float
    high: float


class SearchTree:
    """The tree of a search, with its memory, for one game's positions one after the other.

    It grows no deeper than `depth` moves. A copy of it is empty: it thinks anew.
    """

    def __init__(self, game: Game, settings: SearchSettings, depth: int = LONGEST) -> None:
        self.game = game
        self.settings = settings
        self.compiled = game.compiled
        self.net = network(game, settings.network, settings.trust) if settings.network else NO_NETWORK
        self.nodes = np.empty(CAPACITY, NODE)
        self.nodes[0] = np.zeros((), NODE)
        self.slots = np.zeros(game.num_actions, np.int32)
        self.moves = np.zeros(game.num_actions, np.int16)
        self.ratings = np.zeros(game.num_actions)
        self.path = np.zeros(1 + depth, np.int32)
        self.results = np.zeros(game.definition.rules.SEATS + game.definition.rules.NOTES)
        self.sums = np.zeros(game.definition.rules.SEATS)
        self.scratch = blank(game.definition.rules.STATE, 1)
        self.root = blank(game.definition.rules.STATE, 1)
        self.top = 0
        self.used = 0
        self.done = 0

    def __reduce__(self) -> tuple[type[SearchTree], tuple[Game, SearchSettings, int]]:
        return SearchTree, (self.game, self.settings, self.path.size - 1)

    def begin(self, known: State, seed: int, *, after: Move | None = None) -> None:
        """Turn to a position; `after` keeps what was thought about it as the position after that move."""
        kept = self._child(after.id) if after is not None and self.used < CAPACITY // 2 else 0
        if kept and self.nodes[kept]["visits"] > 1:
            self.top = kept
        else:
            self.top, self.used = 0, 1
            self.nodes[0] = (0, 0, 1, 0, known.to_move, 0.0, 0.0)
        self.root[0] = known.bits[0]
        self.seed = seed
        self.done = 0
        self.sums[:] = 0.0

    def _child(self, action: int) -> int:
        return next((node for node in self._children(self.top) if self.nodes[node]["action"] == action), 0)

    def _children(self, node: int) -> list[int]:
        found = []
        child = int(self.nodes[node]["first"])
        while child:
            found.append(child)
            child = int(self.nodes[child]["next"])
        return found

    def run(self, playouts: int, looks: int = 1) -> None:
        """Search this many iterations more; `looks` of them, one after the other, share an imagined deal."""
        settings = self.settings
        think = self.compiled.think_learned if settings.network else self.compiled.think
        self.used = think(
            self.root, self.scratch, self.nodes, self.used, self.slots, self.moves, self.ratings, self.path,
            self.results, self.sums, self.top, len(self.game.seats), self.seed & WORD, self.seed >> 32 & WORD,
            self.done, self.done + playouts, settings.exploration, settings.temperature,
            settings.guided, settings.rollout_depth, settings.settled, looks, self.net,
        )  # fmt: skip
        self.done += playouts

    def think(self, budget: Budget) -> None:
        """Search until the budget is spent."""
        if budget.seconds is None:
            assert budget.playouts is not None, "a search needs a budget"
            self.run(budget.playouts - self.done)
            return
        begun = time.perf_counter()
        chunk = FIRST_CHUNK
        while True:
            left = chunk if budget.playouts is None else min(chunk, budget.playouts - self.done)
            if left <= 0:
                return
            before = time.perf_counter()
            self.run(left)
            now = time.perf_counter()
            rest = budget.seconds - (now - begun)
            if rest <= 0:
                return
            chunk = max(1, int(left * min(CHUNK_SECONDS, rest) / max(now - before, 1e-6)))

    def candidates(self) -> list[Candidate]:
        """List the moves that were tried, the one searched most first."""
        found = []
        children = self._children(self.top)
        total = sum(int(self.nodes[node]["visits"]) for node in children)
        for node in children:
            visits = int(self.nodes[node]["visits"])
            if visits:
                value = float(self.nodes[node]["total"]) / visits
                low, high = wilson(value * visits, visits)
                move = self.game.moves[int(self.nodes[node]["action"])]
                found.append(Candidate(move, visits, visits / total, value, low, high))
        return sorted(found, key=lambda candidate: (-candidate.visits, candidate.move.id))

    def chances(self) -> tuple[float, ...]:
        """Return every seat's chance to win, as the search of the seat to move sees it."""
        return tuple(float(total) / max(1, self.done) for total in self.sums[: len(self.game.seats)])

    def line(self, limit: int = 8) -> list[Move]:
        """Follow the moves that are searched most: what the search expects."""
        found: list[Move] = []
        node = self.top
        while len(found) < limit:
            children = self._children(node)
            node = max(children, key=lambda child: int(self.nodes[child]["visits"]), default=0)
            if not node or self.nodes[node]["visits"] < 2:
                break
            found.append(self.game.moves[int(self.nodes[node]["action"])])
        return found
