"""What a move may bring in Caesar & Cleopatra: the majorities of the groups, and the mission."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from quadriga.model import State
from quadriga.players.reasons import Counted

from .evaluation_2024 import likely_majority, likely_mission

if TYPE_CHECKING:
    from ..game import CaesarAndCleopatra


def facts(state: State, seat: int) -> Iterator[Counted]:
    """Count how likely a side gets the majority of each group, and completes its mission where there are missions."""
    s = state.s
    for g, group in enumerate(cast("CaesarAndCleopatra", state.game.definition).edition.groups):
        yield Counted("majority", seat, likely_majority(s, seat, g), (("group", group),))
    if s.missions[seat, 0] > 0:
        yield Counted("mission", seat, likely_mission(s, seat))
