"""Crassus's turn: the command tile, his row, and the provinces that he closes."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .bonuses import centurions_left, lapse, poison
from .closing import NONE_LATER, find_closings, resolve, winner_of
from .control import control_token_gone
from .event_kinds import (
    BONUS_DISCARDED,
    CANNOT_PLACE,
    CLOSES_FIRST,
    FORFEITED,
    NO_CENTURION,
    NO_DISCARD,
    RESHUFFLED,
    ROW_CENTURION,
    ROW_DISCARDED,
    ROW_DREW,
    ROW_SHORT,
    TILE_TURNED,
)
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
from .ties import break_tie
from .tokens import can_place, from_bag, in_bag, in_supply, lay, leave_row

GAINED = 0
"""Of two provinces that he closes the first is the one that he gains; else a criterion of ROME-Z10 decides."""


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
    drawn = 0
    while drawn < TILE_DRAW[tile] and in_bag(s, side) > 0:
        kind = from_bag(s, side)
        add_to_row(s, kind)
        tell(s, ROW_DREW, side, kind, 0, 0)
        drawn += 1
    short = drawn < TILE_DRAW[tile]
    if short:
        tell(s, ROW_SHORT, side, drawn, TILE_DRAW[tile], 0)
    for _ in range(TILE_CENTURION[tile]):
        take_top_centurion(s, side)
    for _ in range(TILE_PLACE[tile]):
        if s.stage != OVER:
            if can_place(s, side):
                place_by_priority(s, side)
            else:
                tell(s, CANNOT_PLACE, side, 0, 0, 0)
    if s.stage != OVER:
        for _ in range(TILE_DISCARD[tile]):
            if short:
                tell(s, NO_DISCARD, side, 0, 0, 0)
            else:
                discard_leftmost(s, side)


def take_top_centurion(s: Any, side: int) -> None:
    """Put the top token of his shuffled centurions at the right end of the row, if there is one (ROME-Z3, ROME-Z4)."""
    count = centurions_left(s, side)
    if count == 0:
        tell(s, NO_CENTURION, side, 0, 0, 0)
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
    if s.second > 0:
        put_in_order(s)
    while s.first > 0 and s.stage != OVER:
        province = s.first - 1
        s.first = s.second
        s.second = 0
        bonus = resolve(s, province, NONE_LATER)  # he gains the first or neither: nobody's border tokens wait for his
        if bonus != NO_BONUS:
            gain_bonus(s, side, bonus)
    s.at_closing = 0


def put_in_order(s: Any) -> None:
    """Choose which of two closed provinces is resolved first: the one he gains, then by ties (ROME-Z6, ROME-Z10)."""
    gains = winner_of(s, s.first - 1) == s.active
    if gains != (winner_of(s, s.second - 1) == s.active):
        province = s.first - 1 if gains else s.second - 1
        criterion = GAINED
    else:
        province, criterion = break_tie(s, 1 << (s.first - 1) | 1 << (s.second - 1))
    if province == s.second - 1:
        s.first, s.second = s.second, s.first
    tell(s, CLOSES_FIRST, s.active, province, s.second - 1, criterion)


def gain_bonus(s: Any, side: int, bonus: int) -> None:
    """Use poison; discard any other bonus, if ruthless with one of his control tokens (ROME-Z7, ROME-Z8)."""
    if bonus == POISON:
        if in_supply(s, 1 - side) > 0:
            s.used[side, POISON] += 1
            poison(s, 1 - side)
        else:
            lapse(s, side, bonus)
        return
    tell(s, BONUS_DISCARDED, side, bonus, 0, 0)
    if s.ruthless > 0:
        s.forfeited[side] += 1
        tell(s, FORFEITED, side, s.left[side] - 1, 0, 0)
        control_token_gone(s, side, LAST_DISCARDED)
