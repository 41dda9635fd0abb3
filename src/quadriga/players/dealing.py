"""Chances as somebody who is not to move sees them: a waiting seat, or a spectator.

Many deals of what the viewer cannot know are imagined, and the mean over them counts. In each deal whoever is to move
searches on nothing but what that seat would know. For a waiting seat the others move until it is its turn, and then it
searches itself: so its own hand counts, and nobody else's does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import derive
from .budget import Budget
from .expected import Expected, follow, tell
from .parallel_search import ParallelSearch, in_threads

if TYPE_CHECKING:
    from quadriga.model import State

    from .search_tree import SearchTree

DEALS = 24
"""This many deals are imagined."""
LEAST_PLAYOUTS = 32
"""Fewer deals are imagined rather than searching less in each."""
REPLY = 4
"""Another seat's move before the own turn is thought about this many times shorter."""
LINE = 8


@dataclass(frozen=True)
class Seen:
    """What one imagined deal showed."""

    chances: tuple[float, ...]
    line: tuple[Expected, ...]


def chances_of(state: State) -> tuple[float, ...]:
    """Return every seat's share of the victory in a finished game; a draw of two is half a victory each."""
    outcome = state.outcome
    assert outcome is not None
    seats = range(len(state.game.seats))
    if not outcome.winners and len(seats) == 2:
        return (0.5, 0.5)
    return tuple(1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in seats)


def from_deals(state: State, seat: int | None, budget: Budget, seed: int, trees: ParallelSearch) -> Seen:
    """Judge a position as a waiting seat (None: a spectator) may; the result does not depend on the threads."""
    deals = DEALS if budget.playouts is None else max(1, min(DEALS, budget.playouts // LEAST_PLAYOUTS))
    parts = budget.playouts and max(1, budget.playouts // deals), budget.seconds and budget.seconds / deals
    found: dict[int, Seen] = {}
    workers = trees.all[:deals]

    def judge(number: int, tree: SearchTree) -> None:
        for deal in range(number, deals, len(workers)):
            # Threads share the clock, so each deal of theirs may take longer.
            part = Budget(parts[1] and parts[1] * len(workers), parts[0])
            found[deal] = judge_deal(state, seat, part, derive(seed, "deal", deal), tree)

    in_threads(judge, workers)
    mean = tuple(sum(found[deal].chances[one] for deal in range(deals)) / deals for one in range(len(state.game.seats)))
    middle = min(range(deals), key=lambda deal: (abs(found[deal].chances[seat or 0] - mean[seat or 0]), deal))
    return Seen(mean, found[middle].line)


def judge_deal(state: State, seat: int | None, budget: Budget, seed: int, tree: SearchTree) -> Seen:
    """Judge a position in one imagined deal."""
    deal = state.redeal(seat, seed)
    reply = Budget(budget.seconds and budget.seconds / REPLY, budget.playouts and -(-budget.playouts // REPLY))
    line: list[Expected] = []
    while seat is not None and deal.to_move not in (seat, None):
        move = deal.legal[0]
        if len(deal.legal) > 1:
            tree.begin(deal, derive(seed, "reply", len(line)))
            tree.think(reply)
            move = tree.candidates()[0].move
        line.append(tell(deal, seat, move))
        deal.play(move)
    if deal.to_move is None:
        return Seen(chances_of(deal), tuple(line))
    tree.begin(deal, derive(seed, "search"))
    tree.think(budget)
    chances = tuple(min(1.0, chance) for chance in tree.chances())
    if seat is not None and len(line) < LINE:
        ahead = [(seat, move.id) for move in tree.line(1)]
        line += follow(deal, seat, ahead, 0)
    return Seen(chances, tuple(line[:LINE]))
