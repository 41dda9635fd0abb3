"""A player that looks one move ahead and takes what stands best right after it.

What it cannot know it imagines: each move is tried in a few deals of the hidden cards, and their mean counts. An
evaluation is a sum of a few things that a reader of the rulebook would look at, in points; a game has its own in
`players/greedy.py` of its package.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quadriga.model import Game, Move, State

    from .budget import Budget

DEALS = 8
"""How many deals of the hidden cards are imagined: enough to see that a bet is a bet, few enough to answer at once."""


class GreedyPlayer:
    """A player that takes the move after which the position is worth most."""

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        """Try every legal move in a few imagined deals; of equally good ones any."""
        own = known.game.definition.part("players.greedy")
        left_out = getattr(own, "LEFT_OUT", ())
        moves = [move for move in known.legal if move.kind not in left_out]
        if len(moves) == 1:
            return moves[0]
        seat = known.to_move
        assert seat is not None
        worth = getattr(own, "worth", partial(points_ahead, known.game))
        look_ahead = getattr(own, "after", after)
        chooser = Random(seed)
        count = getattr(own, "DEALS", DEALS)
        deals = [known, *(known.redeal(seat, chooser.getrandbits(128)) for _ in range(count - 1))]
        values = [round(sum(worth(look_ahead(deal, move, seat).s, seat) for deal in deals), 6) for move in moves]
        best = max(values)
        return chooser.choice([move for move, value in zip(moves, values, strict=True) if value == best])


def after(deal: State, move: Move, seat: int) -> State:
    """Play a move in an imagined deal."""
    state = deal.copy()
    state.play(move)
    return state


def points_ahead(game: Game, s: Any, seat: int) -> float:
    """Weigh a position of a game without an evaluation of its own: points ahead of the best other seat."""
    score = game.definition.rules.score
    return float(
        score(s, seat) - max((score(s, other) for other in range(len(game.seats)) if other != seat), default=0)
    )
