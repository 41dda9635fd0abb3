"""Crassus's turn: the command tile, his row, and the provinces that he closes."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .bonuses import poison
from .closing import find_closings, resolve, winner_of
from .control import control_token_gone
from .priorities import choose_placement
from .record import LAST_DISCARDED, NO_BONUS, OVER, POISON
from .tables import (
    BAG_KINDS,
    BORDERS,
    CENTURIONS,
    DECK,
    ROW,
    TILE_CENTURION,
    TILE_DISCARD,
    TILE_DRAW,
    TILE_PLACE,
)
from .ties import equally_good
from .tokens import can_place, from_bag, in_bag, in_supply, lay, leave_row
from .told import (
    BONUS_DISCARDED,
    CANNOT_PLACE,
    FORFEITED,
    LAPSED,
    RESHUFFLED,
    ROW_CENTURION,
    ROW_DISCARDED,
    ROW_DREW,
    TILE_TURNED,
)


def set_up_crassus(s: Any) -> None:
    """Lay out his row and shuffle his command tiles (ROME-Z1, ROME-Z2)."""
    for _ in range(ROW):
        add_to_row(s, from_bag(s, 1 - s.side))
    shuffle_tiles(s)


def shuffle_tiles(s: Any) -> None:
    """Make a new deck of the command tiles of his difficulty (ROME-Z2, ROME-Z3)."""
    for tile in range(len(TILE_DRAW)):
        s.tiles[tile] = DECK[s.centurions, s.solo - 1, tile]


def add_to_row(s: Any, kind: int) -> None:
    """Put a token at the right end of the row."""
    s.row[s.in_row] = kind + 1
    s.in_row += 1


def tiles_left(s: Any) -> int:
    """Count the command tiles still to be turned."""
    count = 0
    for tile in range(len(TILE_DRAW)):
        count += s.tiles[tile]
    return count


def turn_tile(s: Any) -> int:
    """Turn the top tile of the shuffled deck; an empty one is reshuffled (ROME-Z3)."""
    if tiles_left(s) == 0:
        shuffle_tiles(s)
        tell(s, RESHUFFLED, 1 - s.side, 0, 0, 0)
    n = roll(s, tiles_left(s))
    tile = 0
    while n >= s.tiles[tile]:
        n -= s.tiles[tile]
        tile += 1
    s.tiles[tile] -= 1
    s.tile = tile + 1
    tell(s, TILE_TURNED, 1 - s.side, tile, 0, 0)
    return tile


def crassus_turn(s: Any) -> None:
    """Do what the top tile shows: draw, place one by one, discard the leftmost (ROME-Z3 to Z5)."""
    side = s.active
    tile = turn_tile(s)
    short = False
    for _ in range(TILE_DRAW[tile]):
        if in_bag(s, side) > 0:
            kind = from_bag(s, side)
            add_to_row(s, kind)
            tell(s, ROW_DREW, side, kind, 0, 0)
        else:
            short = True
    for _ in range(TILE_CENTURION[tile]):
        take_top_centurion(s, side)
    for _ in range(TILE_PLACE[tile]):
        if s.stage != OVER:
            if can_place(s, side):
                place_by_priority(s, side)
            else:
                tell(s, CANNOT_PLACE, side, 0, 0, 0)
    if s.stage != OVER and not short:
        for _ in range(TILE_DISCARD[tile]):
            discard_leftmost(s, side)


def take_top_centurion(s: Any, side: int) -> None:
    """Put the top token of his shuffled centurions at the right end of the row, if there is one (ROME-Z3, ROME-Z4)."""
    count = 0
    for c in range(CENTURIONS):
        count += s.stock[side, c]
    if count == 0:
        return
    n = roll(s, count)
    for c in range(CENTURIONS):
        if s.stock[side, c] > 0:
            if n == 0:
                s.stock[side, c] = 0
                add_to_row(s, BAG_KINDS + c)
                tell(s, ROW_CENTURION, side, BAG_KINDS + c, 0, 0)
            n -= 1


def discard_leftmost(s: Any, side: int) -> None:
    """Put the leftmost token of the row back into the bag; an empty row gives nothing (ROME-Z3)."""
    if s.in_row > 0:
        kind = leave_row(s, 0)
        s.bag[side, kind] += 1
        tell(s, ROW_DISCARDED, side, kind, 0, 0)


def place_by_priority(s: Any, side: int) -> None:
    """Place the token that his priorities choose, and resolve what it closes (ROME-Z6, ROME-Z9)."""
    choice = choose_placement(s)
    turned = choice % 2
    border = choice // 2 % BORDERS
    kind = leave_row(s, choice // 2 // BORDERS)
    lay(s, side, kind, border, turned)
    find_closings(s)
    if s.second > 0 and comes_first(s, s.second - 1, s.first - 1):
        s.first, s.second = s.second, s.first
    while s.first > 0 and s.stage != OVER:
        province = s.first - 1
        later = s.second - 1
        s.first = s.second
        s.second = 0
        bonus = resolve(s, province, later)
        if bonus != NO_BONUS and s.stage != OVER:
            gain_bonus(s, side, bonus)
    s.at_closing = 0


def comes_first(s: Any, province: int, other: int) -> bool:
    """Tell which of two closed provinces is resolved first: the one he gains, then by the ties (ROME-Z6, ROME-Z10)."""
    gains = winner_of(s, province) == s.active
    if gains != (winner_of(s, other) == s.active):
        return gains
    first = equally_good(s, 1 << province | 1 << other)
    if first == 1 << province | 1 << other:
        return roll(s, 2) == 0
    return first == 1 << province


def gain_bonus(s: Any, side: int, bonus: int) -> None:
    """Use poison; discard any other bonus, if ruthless with one of his control tokens (ROME-Z7, ROME-Z8)."""
    if bonus == POISON:
        if in_supply(s, 1 - side) > 0:
            s.used[side, POISON] += 1
            poison(s, 1 - side)
        else:
            tell(s, LAPSED, side, bonus, 0, 0)
        return
    tell(s, BONUS_DISCARDED, side, bonus, 0, 0)
    if s.ruthless > 0:
        s.forfeited[side] += 1
        tell(s, FORFEITED, side, s.left[side] - 1, 0, 0)
        control_token_gone(s, side, LAST_DISCARDED)
