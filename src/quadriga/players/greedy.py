"""A player that looks one move ahead and takes what stands best right after it.

What it cannot know it imagines: each move is tried in a few deals of the hidden cards, and their mean counts. An
evaluation is a sum of a few things that a reader of the rulebook would look at, in points; each family of games has its
own in a file beside this one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from quadriga.games import family

from .greedy_avecaesar import avecaesar_worth, hope
from .greedy_caesar import caesar_worth
from .greedy_cleopatra import cleopatra_worth

if TYPE_CHECKING:
    from quadriga.game import Game, Move, State

    from .budget import Budget

__all__ = ["EVALUATIONS", "GreedyPlayer", "after", "hope", "points_ahead"]

DEALS = 8
"""How many deals of the hidden cards are imagined: enough to see that a bet is a bet, few enough to answer at once."""
FEWER_DEALS = {"avecaesar": 2, "caesar": 4}
"""Where little hangs on what is hidden."""


class GreedyPlayer:
    """Choose the move after which the position is worth most."""

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        """Try every legal move in a few imagined deals; of equally good ones any."""
        moves = [move for move in known.legal if move.kind != "abstain"]  # to abstain is to let others decide
        if len(moves) == 1:
            return moves[0]
        seat = known.to_move
        assert seat is not None
        worth = EVALUATIONS.get(family(known.game.name)) or partial(points_ahead, known.game)
        chooser = Random(seed)
        count = FEWER_DEALS.get(family(known.game.name), DEALS)
        deals = [known, *(known.redeal(seat, chooser.getrandbits(128)) for _ in range(count - 1))]
        values = [round(sum(worth(after(deal, move, seat).s, seat) for deal in deals), 6) for move in moves]
        best = max(values)
        return chooser.choice([move for move, value in zip(moves, values, strict=True) if value == best])


def after(deal: State, move: Move, seat: int) -> State:
    """Play a move in an imagined deal; an opponent who is asked lets it happen, and voters agree with a vote.

    Crassus, who is part of the game, takes his turn: what he does can be foreseen.
    """
    state = deal.copy()
    is_vote = state.legal[-1].kind == "abstain"
    state.play(move)
    for voter in range(seat + 1, len(state.game.seats) if is_vote else 0):
        if state.to_move == voter and move in state.legal:
            state.play(move)
    if state.to_move not in (seat, None):
        for answer in state.legal:
            if answer.kind == "allow":
                state.play(answer)
                break
    while state.to_move == seat and state.legal[0].kind == "crassus":
        state.play(state.legal[0])
    return state


def points_ahead(game: Game, s: Any, seat: int) -> float:
    """Weigh a position of a game without an evaluation of its own: points ahead of the best other seat."""
    score = game.room.rules.score
    return float(
        score(s, seat) - max((score(s, other) for other in range(len(game.seats)) if other != seat), default=0)
    )


EVALUATIONS: dict[str, Callable[[Any, int], float]] = {
    "cleopatra": cleopatra_worth,
    "avecaesar": avecaesar_worth,
    "caesar": caesar_worth,
}
"""How a position is weighed, by the room of the game."""
