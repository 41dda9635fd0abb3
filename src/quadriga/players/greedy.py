"""A player that looks one move ahead and takes the move after which its chance to win is best.

It is a search whose tree is one move deep, and judges positions as the search does (`evaluate`, in the players' part of
a game): every move is tried in the same few deals of what the player cannot know, and the mean counts. Compiled rules
are used where the game has them already; else they are interpreted, which takes longer and leads to the same moves.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from quadriga.kernel.dice import WORD
from quadriga.kernel.records import blank
from quadriga.kernel.tree import NO_NETWORK

from .levels import TO_THE_END
from .search_tree import SearchTree
from .settings import SearchSettings

if TYPE_CHECKING:
    from quadriga.model import Move, State

    from .budget import Budget

DEALS = 8
"""In this many imagined deals every move is tried: enough to see that a bet is a bet, few enough to answer at once."""
ALIKE = 1e-5
"""Moves whose chances differ by less are equally good."""
FURTHER = (0, 1, 2, 3, 4, 5, TO_THE_END)
"""Where all moves are equally good, more moves are looked ahead: until others have voted, or a lone leader arrives."""
LOOK = SearchSettings(exploration=1e9, temperature=inf, guided=256, settled=True)
"""The move that was tried least is always the next, whatever came of the others."""


class GreedyPlayer:
    """A player that takes the move after which its chance to win is best."""

    def __init__(self) -> None:
        self._tree: SearchTree | None = None

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        """Try every legal move in a few imagined deals; of equally good ones take any that `prefer` rates highest."""
        if len(known.legal) == 1:
            return known.legal[0]
        for further in FURTHER:
            chances = self.look(known, seed, further)
            best = max(chances)
            if best - min(chances) > ALIKE:
                break
        alike = [move for move, chance in zip(known.legal, chances, strict=True) if chance > best - ALIKE]
        ratings = [known.game.definition.rules.prefer(known.s, move.id) for move in alike]
        highest = max(ratings)
        return Random(seed).choice([move for move, rating in zip(alike, ratings, strict=True) if rating == highest])

    def look(self, known: State, seed: int, further: int) -> list[float]:
        """Guess the chance to win after each legal move, with this many preferred moves and all forced ones behind."""
        if not known.game.compiled.has("think"):
            return interpreted_look(known, seed, further)
        if self._tree is None or self._tree.game != known.game:
            self._tree = SearchTree(known.game, LOOK, depth=1)
        self._tree.settings = replace(LOOK, rollout_depth=further)
        self._tree.begin(known, seed)
        self._tree.run(DEALS * len(known.legal), looks=len(known.legal))
        found = {candidate.move: candidate.value for candidate in self._tree.candidates()}
        return [found[move] for move in known.legal]


def interpreted_look(known: State, seed: int, further: int) -> list[float]:
    """Do what the compiled look does, move by move."""
    game, rules, run = known.game, known.game.definition.rules, known.game.interpreted
    bits, dealt = blank(rules.STATE), blank(rules.STATE)
    s = game.record_class(bits)
    seat = known.s.to_move
    moves, results = [0] * game.num_actions, np.zeros(rules.SEATS + rules.NOTES)
    sums = [0.0] * len(known.legal)
    for deal in range(DEALS):
        bits[0] = known.bits[0]
        x, y = run["imagine"](s, seat, seed & WORD, seed >> 32 & WORD, deal)
        dealt[0] = bits[0]
        for k, move in enumerate(known.legal):
            bits[0] = dealt[0]
            run["act"](s, move.id)
            run["play_on"](s, moves, LOOK.guided, further, LOOK.settled, x, y)
            run["judge"](s, len(game.seats), results, NO_NETWORK)
            sums[k] += results[seat]
    return [total / DEALS for total in sums]
