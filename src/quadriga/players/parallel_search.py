"""Several searches of one position at once, in threads, put together as one: what an analysis thinks with."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import isfinite
from typing import TYPE_CHECKING

from quadriga.errors import QuadrigaError
from quadriga.intervals import wilson

from . import derive
from .budget import UNLIMITED, Budget
from .levels import level
from .search_tree import Candidate, SearchTree

if TYPE_CHECKING:
    from quadriga.model import Game, Move, State

INSISTENT = 1e9
"""A preference that no result outweighs: with it every iteration tries the move."""
LEAST_VISITS = 2
"""A move that was tried less is not expected."""


class ParallelSearch:
    """A search of one game's positions with the strongest level's settings, one tree for every thread.

    Each tree has its own seed, and the playouts are shared out among them. So the same seed, playouts
    and number of threads find the same; another number of threads is another search of the same size.
    """

    def __init__(self, game: Game, threads: int = 1) -> None:
        if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
            raise QuadrigaError(f"threads must be a whole number from 1, not {threads!r}")
        self.game = game
        self.all = [SearchTree(game, level("consul", game).settings) for _ in range(threads)]
        self.used = self.all
        game.compiled.functions  # noqa: B018  linked here once, before threads ask for it

    def search(self, known: State, budget: Budget, seed: int) -> None:
        """Search a position for the seat to move; what it cannot know is dealt again in every iteration."""
        self.used = self.all[: max(1, min(len(self.all), budget.playouts or len(self.all)))]
        for number, tree in enumerate(self.used):
            tree.begin(known, derive(seed, "mind", number))
        in_threads(lambda number, tree: tree.think(share(budget, number, len(self.used))), self.used)

    def insist(self, move: Move, visits: int) -> None:
        """Search on until a move was tried this often."""
        missing = visits - sum(candidate.visits for candidate in self.candidates() if candidate.move == move)

        def try_it(number: int, tree: SearchTree) -> None:
            child = next(node for node in tree._children(tree.top) if tree.nodes[node]["action"] == move.id)
            preference = tree.nodes[child]["prior"]
            tree.nodes[child]["prior"] = INSISTENT
            tree.run(share_of(missing, number, len(self.used)))
            tree.nodes[child]["prior"] = preference

        if missing > 0:
            in_threads(try_it, self.used)

    def candidates(self) -> list[Candidate]:
        """List the moves that were tried, the one searched most first."""
        visits: dict[Move, int] = {}
        totals: dict[Move, float] = {}
        for tree in self.used:
            for found in tree.candidates():
                visits[found.move] = visits.get(found.move, 0) + found.visits
                totals[found.move] = totals.get(found.move, 0.0) + found.value * found.visits
        searched = sum(visits.values())
        merged = []
        for move, count in visits.items():
            value = min(1.0, totals[move] / count)  # sums of rounded numbers may stand a hair above
            low, high = wilson(value * count, count)
            merged.append(Candidate(move, count, count / searched, value, low, high))
        return sorted(merged, key=lambda candidate: (-candidate.visits, candidate.move.id))

    def chances(self) -> tuple[float, ...]:
        """Return every seat's chance to win, as the seat to move sees it."""
        done = sum(tree.done for tree in self.used)
        sums = [sum(float(tree.sums[seat]) for tree in self.used) for seat in range(len(self.game.seats))]
        return tuple(min(1.0, total / max(1, done)) for total in sums)

    def path(self, limit: int = 8) -> list[tuple[int, int]]:
        """Follow the moves that are searched most: seats and actions, as the searching seat sees them."""
        found: list[tuple[int, int]] = []
        at = [(tree, tree.top) for tree in self.used]
        while len(found) < limit:
            visits: dict[tuple[int, int], int] = {}
            after: dict[tuple[int, int], list[tuple[SearchTree, int]]] = {}
            for tree, node in at:
                for child in tree._children(node):
                    step = int(tree.nodes[child]["seat"]), int(tree.nodes[child]["action"])
                    visits[step] = visits.get(step, 0) + int(tree.nodes[child]["visits"])
                    after.setdefault(step, []).append((tree, child))
            most = max(visits, key=lambda step: (visits[step], -step[1]), default=None)
            if most is None or visits[most] < LEAST_VISITS:
                break
            found.append(most)
            at = after[most]
        return found


def in_threads(work: Callable[[int, SearchTree], None], trees: list[SearchTree]) -> None:
    """Let every tree work, each in its own thread; compiled search does not hold Python's lock."""
    if len(trees) == 1:
        work(0, trees[0])
        return
    with ThreadPoolExecutor(len(trees)) as pool:
        for done in [pool.submit(work, number, tree) for number, tree in enumerate(trees)]:
            done.result()


def share_of(total: int, number: int, parts: int) -> int:
    """Share out a number evenly; the first get what is left over."""
    return total // parts + (number < total % parts)


def share(budget: Budget, number: int, parts: int) -> Budget:
    """Share out playouts; the seconds are the same for all, who work at the same time."""
    return Budget(budget.seconds, None if budget.playouts is None else share_of(budget.playouts, number, parts))


def must_end(budget: Budget) -> None:
    """Refuse a budget that a search would never spend."""
    if budget == UNLIMITED or not isfinite(budget.seconds or 0):
        raise QuadrigaError("an analysis needs a budget: seconds, playouts or both")
