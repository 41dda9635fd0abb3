"""Why an action is refused: the clause to show. Asked only for actions that `legal` does not list."""

from __future__ import annotations

from typing import Any

from .driving import SIX, ahead, leads, line_crossed, may_play_six, must_wait, progress, stand_of
from .events import ending
from .fronts import HERE, spaces_ahead
from .numbering import ABSTAIN, FINISH, card_of, space_of
from .record import CARDS, CHARIOTS, LAST_LAP, OVER, RACING, VOTE
from .tables import tracks


def refuse(s: Any, action: int) -> str:
    """Name the clause that refuses an action."""
    if s.stage == OVER:
        return ending(s).rule
    if s.stage == VOTE:
        return "AVE-O2"
    if action == ABSTAIN:
        return "AVE-T5"
    c, card, target = s.order[s.turn], card_of(action), space_of(action)
    if s.hand[c, card] == 0:
        return "AVE-T1"
    if s.must_six and card != SIX:
        return "AVE-L8"
    if card == SIX and not may_play_six(s, c):
        return "AVE-L2" if level_leaders(s, c) else "AVE-L1"
    if target == FINISH:
        return "AVE-F1"
    return refuse_space(s, c, card, target)


def level_leaders(s: Any, c: int) -> bool:
    """Tell whether a leader shares the lead."""
    others = (k for k in range(CHARIOTS) if k != c and s.status[k] == RACING)
    return leads(s, c) and any(progress(s, k) == progress(s, c) for k in others)


def steps_to(s: Any, c: int, target: int) -> list[int]:
    """Find in how many steps a space lies ahead of a chariot on an empty track."""
    return [step for step in range(1, CARDS) if target in spaces_ahead(stand_of(s, c), step)]


def refuse_space(s: Any, c: int, card: int, target: int) -> str:
    """Name the clause that keeps a card from ending on a space."""
    steps = steps_to(s, c, target)
    if not steps:
        return "AVE-T3" if is_across_a_wall(s, c, target) else "AVE-T2"
    if card not in steps:
        return "AVE-T5"
    if s.crossings[c] == LAST_LAP and line_crossed(s, c, card, target) > 0:
        return "AVE-F1"
    front, at = HERE, stand_of(s, c)
    for step in range(1, card + 1):
        front = ahead(s, at, step, front)
    if not front >> spaces_ahead(at, card).index(target) & 1:
        return "AVE-T4"
    return "AVE-C3" if must_wait(s, c) else "AVE-T5"


def is_across_a_wall(s: Any, c: int, target: int) -> bool:
    """Tell whether a space lies within reach ahead but behind a wall."""
    track = tracks()[s.track]
    if target >= len(track.spaces) or track.is_imperial[target]:
        return False
    ranks = track.rank(s.direction == 0)
    gap = (ranks[target] - ranks[s.space[c]]) % track.lap_shortest
    kinds = {track.sections[track.section[k]].kind for k in (s.space[c], target) if not track.is_imperial[k]}
    return "wall" in kinds and 0 < gap < CARDS
