"""What a position of Caesar! is worth: in control tokens, ours minus theirs."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Any

from quadriga.model import Move, State

from ..components import components
from ..control import controls, markers_for
from ..record import SENATE
from ..standings import side_of
from ..tokens import is_crassus

VICTORY = 1000.0
TOKEN = 1.0
"""What it is worth to be rid of a control token."""
NEAR_THE_END = 6.0
"""What the last control token adds to that: with n left, this divided by n times n plus one."""
NEARNESS = (0.0, 1.0, 0.7, 0.5, 0.4, 0.35, 0.3)
"""How much a lead counts, by the free border spaces of a province: the nearer to closing, the more."""
SURE_LEAD = (1.0, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5)
"""A lead that makes control likely, by the free border spaces: the more can still be placed, the more it takes."""
TO_MOVE = (0.0, 3.0, 0.5, 0.5, 0.0, 0.0, 0.0)
"""A lead that the side to move has in hand, by the free border spaces: it can close a province with one left."""
NEIGHBOUR = 0.25
"""What controlling a province adds for each open province next to it, where a border token may follow."""
BONUSES = (0.9, 0.6, 0.7, 0.5, 0.7, 0.7)
"""A bonus in the order tactics, wealth, might, senate, poison, centurion; a senate token with control adds tokens."""
SENATE_KEPT = 0.5
"""What a senate token adds to those to come."""
CLOSING = 0.8
"""How likely the side to move takes the bonus of a province with one free space."""
SUPPLY = 0.35
"""A token more in the supply to choose from."""
STRENGTH = 0.04
"""What a point on a token in the supply is worth."""
DANGER = 6.0
"""What it costs to have no placement; it falls with the square of the border spaces that the supply fits."""
DEALS = 4
"""Little hangs on what is hidden."""


@cache
def neighbours() -> tuple[tuple[int, ...], ...]:
    """Name the provinces next to each province."""
    box = components()
    return tuple(
        tuple(box.borders[border].a + box.borders[border].b - province for border in box.borders_of(province))
        for province in range(len(box.provinces))
    )


@cache
def tokens() -> tuple[tuple[int, int], ...]:
    """Give the sum of both numbers of each kind of token, and the border spaces that it fits as bits."""
    box = components()
    return tuple(
        (sum(token.numbers), sum(1 << n for n, border in enumerate(box.borders) if token.fits(border.symbol)))
        for token in box.tokens
    )


def worth(s: Any, seat: int) -> float:
    """Weigh a position: control tokens, leads in open provinces, supplies, and the danger of having no placement."""
    side = side_of(s, seat)
    if s.winner:
        return VICTORY if s.winner == side + 1 else -VICTORY
    value = rid_of(s, side) - rid_of(s, 1 - side)
    for province in range(len(neighbours())):
        if s.bonus[province]:
            value += open_province(s, side, province)
    return value + tokens_in_hand(s, side) - tokens_in_hand(s, 1 - side)


def rid_of(s: Any, side: int) -> float:
    """Weigh the control tokens that a side is rid of, more towards the end, and its senate tokens."""
    left = s.left[side]
    return float(NEAR_THE_END / (left * (left + 1)) - TOKEN * left + SENATE_KEPT * s.senate[side])


def open_province(s: Any, side: int, province: int) -> float:
    """Weigh a province: how likely either side gains it, times what that brings, and who may take its bonus."""
    free = s.free[province]
    closer = s.active  # of a province with one free space
    ahead = TO_MOVE[free] if closer == side else -TO_MOVE[free]
    lead = s.influence[side, province] - s.influence[1 - side, province] + ahead
    gained = 1 / (1 + exp(-2 * lead / SURE_LEAD[free]))
    value = NEARNESS[free] * (gained * brings(s, side, province) - (1 - gained) * brings(s, 1 - side, province))
    if free <= 1:
        bonus = s.bonus[province] - 1
        takes = BONUSES[bonus]
        if bonus == SENATE:
            takes += (gained if closer == side else 1 - gained) * (s.senate[closer] + 1)
        value += CLOSING * (takes if closer == side else -takes)
    return value


def brings(s: Any, side: int, province: int) -> float:
    """Count the control tokens that control of a province takes, on it and on borders, and those that may follow."""
    count = float(markers_for(province))
    for other in neighbours()[province]:
        if controls(s, side, other):
            count += s.markers_down[other] == 0
        elif s.bonus[other]:
            count += NEIGHBOUR
    return count


def tokens_in_hand(s: Any, side: int) -> float:
    """Weigh a supply: how many tokens, how strong, and whether they will find a border space (ROME-E1)."""
    if is_crassus(s, side):
        held = [s.row[i] - 1 for i in range(s.in_row)]
    else:
        held = [kind for kind in range(len(tokens())) for _ in range(s.supply[side, kind])]
    value, fits = 0.0, 0
    for kind in held:
        total, spaces = tokens()[kind]
        value += SUPPLY + STRENGTH * total
        fits |= spaces
    fitting = sum(fits >> border & 1 for border in range(len(s.token)) if s.token[border] == 0)
    return value - DANGER / (1 + fitting) ** 2


def after(deal: State, move: Move, seat: int) -> State:
    """Play a move in an imagined deal; Crassus takes his turn: what he does can be foreseen."""
    state = deal.copy()
    state.play(move)
    while state.to_move == seat and state.legal[0].kind == "crassus":
        state.play(state.legal[0])
    return state
