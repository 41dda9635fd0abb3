"""What more tells how a chariot will do: its cards one by one, what each loses, who is right beside it."""

from __future__ import annotations

from typing import Any

from ..driving import ahead, progress, stand_of
from ..fronts import HERE
from ..record import CARDS, RACING
from ..tables import LANE_AHEAD, LAP, NECK, WAY
from .features import FEATURES, loss

HAND, DECK, LOSS, NEXT, PLACE = FEATURES, FEATURES + 6, FEATURES + 12, FEATURES + 18, FEATURES + 22
"""Where each part of them begins: a number for every card, 1 to 6, then the neighbours, then the place itself."""
FACTS = PLACE + 4
"""All facts about a chariot, with those of `race_features`."""
BESIDE, AWAY = 3.0, 20.0
"""This many steps before or behind somebody is right beside a chariot; farther than this many is as good as nowhere."""


def note_nearby_features(s: Any, c: int, facts: Any) -> None:
    """Describe a chariot that races for a place by numbers, behind those of `race_features`."""
    at = stand_of(s, c)
    front = HERE
    for card in range(1, CARDS):
        front = ahead(s, at, card, front)
        facts[HAND - 1 + card] = s.hand[c, card]
        facts[DECK - 1 + card] = s.deck[c, card]
        facts[LOSS - 1 + card] = loss(s, c, at, card, front)
    note_neighbours(s, c, facts)
    facts[PLACE] = NECK[s.track, s.space[c]]
    facts[PLACE + 1] = LANE_AHEAD[s.track, s.direction, s.space[c]]
    facts[PLACE + 2] = s.crossings[c]
    facts[PLACE + 3] = 1.0 if s.order[s.turn] == c else 0.0


def note_neighbours(s: Any, c: int, facts: Any) -> None:
    """Note how far the next chariots before and behind are, and how many are right beside."""
    mine = progress(s, c)
    lap_steps = WAY[s.track, s.direction, s.space[c], 2] - WAY[s.track, s.direction, s.space[c], 3]
    before, behind, right_before, right_behind = AWAY, AWAY, 0.0, 0.0
    for other in range(s.players * s.team + s.uncrewed):
        if other != c and s.status[other] == RACING:
            between = (progress(s, other) - mine) * lap_steps / LAP[s.track]
            if between > 0:
                before = min(before, between)
                right_before += between <= BESIDE
            else:
                behind = min(behind, -between)
                right_behind += between >= -BESIDE
    facts[NEXT], facts[NEXT + 1] = before, behind
    facts[NEXT + 2], facts[NEXT + 3] = right_before, right_behind
