"""Influence cards on the table: where there is room, laying, turning up, removing. The same in both editions."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.tell import tell

from .event_kinds import CLEARED, LOST, PLACED_DOWN, PLACED_UP, REVEALED
from .knowledge import shown_from_hand, shown_from_place
from .material import GROUPS, SIDE_LIMIT, VALUES
from .record import FROM_HAND


def is_open(s: Any, g: int) -> bool:
    """Tell whether patricians of a group are still to be won (CC97-T6, CC24-T4)."""
    return s.patricians[g] > 0


def both_laid(s: Any, g: int) -> int:
    """Count the cards of both sides at a group."""
    return s.laid[0, g] + s.laid[1, g]


def free_places(s: Any, p: int, g: int) -> int:
    """Count the cards a side may still lay at a group.

    Five of one side (CC97-T4, CC24-T3), eight of both together in 1997 (CC97-T5), none at a finished group (CC97-T6,
    CC24-T4).
    """
    if not is_open(s, g):
        return 0
    own = SIDE_LIMIT - s.laid[p, g]
    joint = s.joint_limit - both_laid(s, g)
    return own if own < joint else joint


def all_free_places(s: Any, p: int) -> int:
    """Count the cards a side may still lay anywhere."""
    places = 0
    for g in range(GROUPS):
        places += free_places(s, p, g)
    return places


def five_everywhere(s: Any, p: int) -> bool:
    """Tell whether a side has five cards at every open group (CC97-E4, CC24-E3)."""
    for g in range(GROUPS):
        if is_open(s, g) and s.laid[p, g] < SIDE_LIMIT:
            return False
    return True


def lay_down(s: Any, p: int, v: int, g: int, origin: int, told: int) -> None:
    """Lay a card face down on the next place of a side's row at a group, and tell it as this kind of event."""
    i = s.downs[p, g]
    s.down[p, g, i] = v
    s.origin[p, g, i] = origin
    s.downs[p, g] += 1
    s.laid[p, g] += 1
    tell(s, told, p, v, g, i)


def place_down(s: Any, p: int, v: int, g: int) -> None:
    """Place an influence card from the hand face down (CC97-T3, CC97-P1, CC24-T2, CC24-P0)."""
    s.hand[p, v] -= 1
    lay_down(s, p, v, g, FROM_HAND, PLACED_DOWN)


def place_up(s: Any, p: int, v: int, g: int) -> None:
    """Place an influence card from the hand face up (CC97-T3, CC97-P1, CC24-T2, CC24-P0)."""
    s.hand[p, v] -= 1
    s.up[p, g, v] += 1
    s.laid[p, g] += 1
    shown_from_hand(s, p, v)
    tell(s, PLACED_UP, p, v, g, 0)


def turn_up(s: Any, p: int, g: int) -> None:
    """Turn up all face-down cards of a side at a group; they stay face up (CC97-V1, CC97-A5, CC24-V1, CC24-A3)."""
    for i in range(s.downs[p, g]):
        v = s.down[p, g, i]
        origin = s.origin[p, g, i]
        s.up[p, g, v] += 1
        s.down[p, g, i] = 0
        s.origin[p, g, i] = 0
        shown_from_place(s, p, v, origin)
        tell(s, REVEALED, p, v, g, i)
    s.downs[p, g] = 0


def lose_up(s: Any, p: int, v: int, g: int) -> None:
    """Discard a face-up card."""
    s.up[p, g, v] -= 1
    s.laid[p, g] -= 1
    s.discard[p, v] += 1
    tell(s, LOST, p, v, g, 0)


def lose_down(s: Any, p: int, g: int, place: int) -> None:
    """Discard a face-down card, shown as it goes; those behind it close up (CC24-A2)."""
    v = s.down[p, g, place]
    origin = s.origin[p, g, place]
    last = s.downs[p, g] - 1
    for i in range(place, last):
        s.down[p, g, i] = s.down[p, g, i + 1]
        s.origin[p, g, i] = s.origin[p, g, i + 1]
    s.down[p, g, last] = 0
    s.origin[p, g, last] = 0
    s.downs[p, g] = last
    s.laid[p, g] -= 1
    s.discard[p, v] += 1
    shown_from_place(s, p, v, origin)
    tell(s, LOST, p, v, g, 0)


def clear(s: Any, g: int) -> None:
    """Discard all cards of both sides at a group (CC97-V7, CC97-A6, CC24-V6, CC24-A4)."""
    for p in range(2):
        turn_up(s, p, g)
        for v in range(VALUES):
            if s.up[p, g, v] > 0:
                tell(s, CLEARED, p, v, g, s.up[p, g, v])
            s.discard[p, v] += s.up[p, g, v]
            s.up[p, g, v] = 0
        s.laid[p, g] = 0
