"""A player of one's own: it tries moves in imagined games that are played on at random."""

from collections import Counter
from random import Random


class Dreamer:
    """Choose the move that won the largest share of its imagined games."""

    def choose(self, known, budget, seed):
        """Choose a legal move for the seat to move; `known` holds nothing that this seat may not know."""
        chance, me = Random(seed), known.to_move
        tried, won = Counter(), Counter()
        for _ in range(budget.playouts or 40):
            dream = known.redeal(me, chance.getrandbits(64))
            move = chance.choice(dream.legal)
            dream.play(move)
            while dream.to_move is not None:
                dream.play(chance.choice(dream.legal))
            tried[move] += 1
            won[move] += me in dream.outcome.winners
        return max(tried, key=lambda move: won[move] / tried[move])
