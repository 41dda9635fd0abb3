"""How a race looks to a player: a guess at the chance of winning, for players that search."""

from __future__ import annotations

from math import exp
from typing import Any

from ..record import CHARIOTS
from .features import FEATURES, NEVER, can_win, field, race_features
from .nearby_features import FACTS, note_nearby_features
from .weights import BIAS, DIRECT, HIDDEN, INWARD, OUTWARD

NOTES = FACTS + HIDDEN
"""This many numbers are noted down behind the results, to find them."""
TINY = 1e-9
RACES = 4
SHARPNESS = 1.2
"""How much more likely a laurel makes the victory, where more than the first place counts."""
FIRST_LAURELS, OTHER_LAURELS = 6.0, 1.5
"""What the first place brings, and any other on the average."""


def rate(facts: Any, hidden: Any) -> float:
    """Rate a chariot by what tells how it will do: a small neural network, whose hidden units are noted down."""
    rating = 0.0
    for j in range(HIDDEN):
        hidden[j] = BIAS[j]
    for k in range(FACTS):
        fact = facts[k]
        if fact != 0.0:
            rating += DIRECT[k] * fact
            for j in range(HIDDEN):
                hidden[j] += INWARD[k, j] * fact
    for j in range(HIDDEN):
        rating += OUTWARD[j] * max(0.0, hidden[j])
    return rating


def race_on(s: Any, results: Any) -> None:
    """Write how likely each chariot is the next to arrive of those that race for a place."""
    rivals = field(s)
    facts, hidden = results[CHARIOTS : CHARIOTS + FACTS], results[CHARIOTS + FACTS :]
    highest = -NEVER
    for c in range(s.players * s.team):
        if can_win(s, c):
            note(s, c, rivals, facts)
            results[c] = rate(facts, hidden)
            highest = max(highest, results[c])
    total = 0.0
    for c in range(s.players * s.team):
        results[c] = exp(results[c] - highest) if can_win(s, c) else 0.0
        total += results[c]
    for c in range(s.players * s.team):
        results[c] /= max(total, TINY)


def note(s: Any, c: int, rivals: tuple[int, float, float, float, float], facts: Any) -> None:
    """Note down all that tells how a chariot will do."""
    features = race_features(s, c, rivals)
    for k in range(FEATURES):
        facts[k] = features[k]
    note_nearby_features(s, c, facts)


def evaluate(s: Any, seats: int, results: Any) -> None:
    """Guess every player's chance of winning against all others."""
    single = s.tournament == 0 and s.team == 1
    if single and s.placed > 0:
        for p in range(seats):
            results[p] = 1.0 if s.place[p] == 1 else 0.0
        return
    race_on(s, results)
    if not single:
        hope_for_laurels(s, seats, results)


def hope_for_laurels(s: Any, seats: int, results: Any) -> None:
    """Turn the chances of chariots into those of players for most laurels, of a team or a tournament."""
    sharpness = SHARPNESS / (RACES - s.race if s.tournament > 0 else 1) ** 0.5
    next_laurels = FIRST_LAURELS - s.placed
    highest = -1.0
    for c in range(s.players * s.team):
        hoped = 0.0
        if can_win(s, c):
            hoped = OTHER_LAURELS + max(0.0, next_laurels - OTHER_LAURELS) * results[c]
        if c < seats:
            results[c] = hoped + s.laurels[c]
        else:
            results[c % seats] += hoped
    for p in range(seats):
        highest = max(highest, results[p])
    total = 0.0
    for p in range(seats):
        results[p] = exp(sharpness * (results[p] - highest))
        total += results[p]
    for p in range(seats):
        results[p] /= total
