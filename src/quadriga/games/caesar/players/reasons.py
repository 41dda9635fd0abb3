"""What a move may bring in Caesar!: control of the provinces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quadriga.model import State
from quadriga.players.reasons import Counted

from ..control import controls
from ..moves import PROVINCE_NAMES
from ..standings import side_of
from ..tables import PROVINCES
from .features import is_open
from .provinces import likely


def facts(state: State, seat: int) -> Iterator[Counted]:
    """Count how likely a seat's side controls each province in the end."""
    side = side_of(state.s, seat)
    for province in range(PROVINCES):
        yield Counted("control", seat, gains(state.s, side, province), (("province", PROVINCE_NAMES[province]),))


def gains(s: Any, side: int, province: int) -> float:
    """Guess how likely a side controls a province in the end; one that closes now goes by the lead."""
    lead = s.influence[side, province] - s.influence[1 - side, province]
    if is_open(s, province):
        return float(likely(lead, s.free[province]))
    return float(lead > 0 if s.bonus[province] != 0 else controls(s, side, province))
