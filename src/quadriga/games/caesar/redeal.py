"""Dealing again what a seat cannot know: which of a side's unseen tokens are in its supply and which in its bag."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll

from .knowledge import surely_in_bag, too_many_returned
from .record import NO_PLACEMENT, OVER, PLACE, POISONS
from .standings import side_of
from .tables import BAG_KINDS, KINDS
from .tokens import can_place, fits_somewhere, in_supply, is_crassus


def redeal(s: Any, seat: int) -> None:
    """Deal again what a seat cannot know; seat -1 is a spectator (ROME-T11). Crassus's row is open (ROME-Z14)."""
    for side in range(2):
        if not is_crassus(s, side) and (seat < 0 or side != side_of(s, seat)):
            redeal_supply(s, side)


def redeal_supply(s: Any, side: int) -> None:
    """Deal a supply again until it fits what everybody knows.

    Centurions that were taken stay. Whose turn it is can place a token, and who lost for want of a placement cannot
    (ROME-E1).
    """
    hidden = in_supply(s, side)
    for kind in range(BAG_KINDS, KINDS):
        hidden -= s.seen[side, kind - BAG_KINDS]
    stuck = s.stage == OVER and s.reason == NO_PLACEMENT and s.winner != side + 1
    can_move = s.stage == PLACE and s.active == side
    again = True
    while again:
        put_back(s, side)
        held = 0
        for _ in range(hidden):
            held = deal_one(s, side, held, stuck)
        again = too_many_returned(s, side, held) or (can_move and not can_place(s, side))


def put_back(s: Any, side: int) -> None:
    """Put a supply back into its bag, but for the centurions seen."""
    for kind in range(KINDS):
        stays = s.seen[side, kind - BAG_KINDS] if kind >= BAG_KINDS else 0
        s.bag[side, kind] += s.supply[side, kind] - stays
        s.supply[side, kind] = stays


def may_deal(s: Any, kind: int, stuck: bool) -> bool:
    """Tell whether a token may be in a supply that cannot be placed."""
    return not (stuck and fits_somewhere(s, kind))


def deal_one(s: Any, side: int, held: int, stuck: bool) -> int:
    """Deal one token from the bag to the supply, any but those known to be in the bag.

    `held` marks which of the tokens that poison put back are dealt; the new marks are returned.
    """
    total = 0
    for kind in range(KINDS):
        if may_deal(s, kind, stuck):
            total += s.bag[side, kind] - surely_in_bag(s, side, kind)
    n = roll(s, total)
    kind = 0
    while not may_deal(s, kind, stuck) or n >= s.bag[side, kind] - surely_in_bag(s, side, kind):
        if may_deal(s, kind, stuck):
            n -= s.bag[side, kind] - surely_in_bag(s, side, kind)
        kind += 1
    s.bag[side, kind] -= 1
    s.supply[side, kind] += 1
    for i in range(POISONS):
        if s.returned[side, i] == kind + 1 and s.drawn_since[side, i] > 0 and held >> i & 1 == 0:
            if n == 0:
                held |= 1 << i
            n -= 1
    return held
