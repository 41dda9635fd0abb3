"""How a race looks to a player: a guess at the chance of winning, for players that search."""

from __future__ import annotations

from math import exp
from typing import Any

from .cards import points_left
from .numbering import ABSTAIN
from .record import CHARIOTS, RACING, VOTE
from .standings import score
from .tables import DUTIFUL_WAY, WAY

WASTED = 0.03
"""Points that are lost for every space still to drive: spare ones are needed for them."""
SURENESS = 1.5
"""So many spare points more or less make a finish likely or unlikely."""
HAILED = 0.3
"""What it is worth to have paid the denarius: later the lane may be blocked."""
PLACE = 3.0
"""What a chariot that will finish may hope for: the laurels of a place in the middle."""
FAR = 120
"""More steps than any race has: no way to the finish is left."""
SPEED = 0.06
"""What it is worth to have a space less to drive than another."""
SHARPNESS = 1.2
"""How much more likely a laurel in hand makes the victory."""


def hope(s: Any, p: int) -> float:
    """Add up what a player's chariots have won and may hope for."""
    hoped = float(score(s, p))
    for c in range(p, s.players * s.team, s.players):
        if s.status[c] == RACING and s.shamed[c] == 0:
            way = WAY if s.paid[c] > 0 else DUTIFUL_WAY
            steps = min(FAR, way[s.track, s.direction, s.space[c], s.crossings[c]])
            spare = points_left(s, c) - steps * (1.0 + WASTED)
            finish = 1.0 / (1.0 + exp(min(50.0, -spare / SURENESS)))
            hoped += PLACE * finish + HAILED * s.paid[c] - SPEED * steps
    return hoped


def promise(s: Any, seat: int) -> float:
    """Guess a player's chance of winning against all others."""
    own = hope(s, seat)
    others = 0.0
    for p in range(CHARIOTS):
        if p < s.players:
            others += exp(max(-30.0, min(30.0, SHARPNESS * (hope(s, p) - own))))
    return 1.0 / others


def shown(s: Any, action: int) -> int:
    """Name an action as the others see it: a vote for an uncrewed chariot is hidden until all are cast (AVE-O2)."""
    return ABSTAIN if s.stage == VOTE else action
