"""Influence tokens: bags, supplies, drawing and placing."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .event_kinds import BAG_EMPTY, DREW, PLACED, PLACED_DOWN
from .knowledge import token_drawn, token_placed
from .tables import BAG_KINDS, BETWEEN, KINDS, NUMBER, SPACE_OF, SPACES


def is_crassus(s: Any, side: int) -> bool:
    """Tell whether Crassus plays a side."""
    return s.solo > 0 and side != s.side


def in_bag(s: Any, side: int) -> int:
    """Count the tokens in a bag."""
    count = 0
    for kind in range(KINDS):
        count += s.bag[side, kind]
    return count


def in_supply(s: Any, side: int) -> int:
    """Count the tokens in a supply; Crassus's is his row."""
    if is_crassus(s, side):
        return s.in_row
    count = 0
    for kind in range(KINDS):
        count += s.supply[side, kind]
    return count


def from_bag(s: Any, side: int) -> int:
    """Take a random token out of a bag that is not empty."""
    n = roll(s, in_bag(s, side))
    kind = 0
    while n >= s.bag[side, kind]:
        n -= s.bag[side, kind]
        kind += 1
    s.bag[side, kind] -= 1
    return kind


def draw(s: Any, side: int) -> None:
    """Draw a token into the supply; from an empty bag nothing is drawn (ROME-S2, ROME-T10)."""
    if in_bag(s, side) == 0:
        tell(s, BAG_EMPTY, side, 0, 0, 0)
        return
    kind = from_bag(s, side)
    s.supply[side, kind] += 1
    token_drawn(s, side)
    tell(s, DREW, side, kind, 0, 0)


def next_kind(s: Any, side: int, kind: int) -> int:
    """Find the first kind from this one on that a side has in its supply; KINDS if there is none."""
    while kind < KINDS and s.supply[side, kind] == 0:
        kind += 1
    return kind


def fits_somewhere(s: Any, kind: int) -> bool:
    """Tell whether a token fits any free border space (ROME-T1, ROME-T2)."""
    for j in range(SPACES[kind]):
        if s.token[SPACE_OF[kind, j]] == 0:
            return True
    return False


def can_place(s: Any, side: int) -> bool:
    """Tell whether a side can place any token of its supply (ROME-E1)."""
    if is_crassus(s, side):
        for i in range(s.in_row):
            if fits_somewhere(s, s.row[i] - 1):
                return True
        return False
    kind = next_kind(s, side, 0)
    while kind < KINDS:
        if fits_somewhere(s, kind):
            return True
        kind = next_kind(s, side, kind + 1)
    return False


def lay(s: Any, side: int, kind: int, border: int, turned: int) -> None:
    """Put a token on a free border space, each number facing one of its provinces (ROME-T1)."""
    s.token[border] = kind + 1
    s.owner[border] = side + 1
    s.turned[border] = turned
    for end in range(2):
        province = BETWEEN[border, end]
        s.influence[side, province] += NUMBER[kind, turned, end]
        s.free[province] -= 1
    tell(s, PLACED, side, kind, border, turned)


def lay_face_down(s: Any, side: int, kind: int, border: int) -> None:
    """Put a token face down on a border control space: it counts 0/0 (ROME-K2)."""
    s.token[border] = kind + 1
    s.owner[border] = side + 1
    s.face_down[border] = 1
    for end in range(2):
        s.free[BETWEEN[border, end]] -= 1
    tell(s, PLACED_DOWN, side, kind, border, 0)


def out_of_supply(s: Any, side: int, kind: int) -> None:
    """Take a token out of the supply for all to see."""
    s.supply[side, kind] -= 1
    token_placed(s, side, kind)


def leave_row(s: Any, i: int) -> int:
    """Take the i-th token out of Crassus's row; the others close up. Returns its kind."""
    kind = s.row[i] - 1
    for j in range(i, s.in_row - 1):
        s.row[j] = s.row[j + 1]
    s.in_row -= 1
    s.row[s.in_row] = 0
    return kind


def back_to_bag(s: Any, side: int, n: int) -> int:
    """Return the n-th token of a supply, or of Crassus's row, to the bag (ROME-P2); returns its kind."""
    if is_crassus(s, side):
        kind = leave_row(s, n)
    else:
        kind = 0
        while n >= s.supply[side, kind]:
            n -= s.supply[side, kind]
            kind += 1
        s.supply[side, kind] -= 1
    s.bag[side, kind] += 1
    return kind


def fill_bag(s: Any, side: int, copies: Any) -> None:
    """Put a side's 16 tokens into its bag (ROME-M2)."""
    for kind in range(BAG_KINDS):
        s.bag[side, kind] = copies[kind]
