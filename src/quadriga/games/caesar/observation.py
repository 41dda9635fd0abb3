"""What one seat sees, as a vector of small ints for learning. Nothing hidden from that seat goes in."""

from __future__ import annotations

from typing import Any

import numpy as np

from .record import POISONS
from .standings import side_of
from .tables import BETWEEN, BORDERS, CENTURIONS, KINDS, NUMBER, PROVINCES, TOKENS
from .tokens import in_bag, in_supply

PER_BORDER = 9
PER_PROVINCE = 7

# Fields of the vector in order: name and length. docs/games explains each.
FIELDS = (
    ("stage", 1), ("my_decision", 1), ("my_turn", 1), ("bonus", 1), ("closing", 2), ("extra_turn", 1),
    ("centurion_due", 1), ("control_tokens", 2), ("senate", 2), ("supply_sizes", 2), ("bag_sizes", 2),
    ("supply", KINDS), ("bag", KINDS), ("their_unseen", KINDS), ("centurions", 2 * CENTURIONS),
    ("their_centurions", CENTURIONS), ("their_returned", 2 * POISONS), ("bank", 4), ("row", TOKENS), ("tiles", 5),
    ("tile", 1), ("solo", 1), ("ruthless", 1),
    ("borders", BORDERS * PER_BORDER), ("provinces", PROVINCES * PER_PROVINCE),
)  # fmt: skip
OBSERVATION = sum(length for _, length in FIELDS)
AT_PROVINCES = OBSERVATION - PROVINCES * PER_PROVINCE
AT_BORDERS = AT_PROVINCES - BORDERS * PER_BORDER


SEEN = np.array([(0, 1, 2), (0, 2, 1)], np.int8)
"""Whose a thing is by side and owner, as that side sees it: 0 nobody's, 1 ours, 2 theirs."""
SHOWN = np.zeros((KINDS + 1, 2, 2, 2), np.int8)
"""The numbers of a token plus one, turned so, face down or not; none where there is no token."""
SHOWN[1:, :, 0] = NUMBER


def observe(s: Any, seat: int, out: Any) -> None:
    """Write what a seat sees into a vector; what is ours comes before what is theirs."""
    for i in range(OBSERVATION):
        out[i] = 0
    side = side_of(s, seat)
    out[0] = s.stage
    out[1] = s.to_move == seat
    out[2] = s.active == side
    out[3] = s.bonus_now
    out[4] = s.first
    out[5] = s.second
    out[6] = s.extra_turn
    out[7] = s.centurion_due
    at = 8
    for k in range(2):
        who = side if k == 0 else 1 - side
        out[at + k] = s.left[who]
        out[at + 2 + k] = s.senate[who]
        out[at + 4 + k] = in_supply(s, who)
        out[at + 6 + k] = in_bag(s, who)
    at += 8
    for kind in range(KINDS):
        out[at + kind] = s.supply[side, kind]
        out[at + KINDS + kind] = s.bag[side, kind]
        out[at + 2 * KINDS + kind] = s.supply[1 - side, kind] + s.bag[1 - side, kind]
    at += 3 * KINDS
    for c in range(CENTURIONS):
        out[at + c] = s.stock[side, c]
        out[at + CENTURIONS + c] = s.stock[1 - side, c]
        out[at + 2 * CENTURIONS + c] = s.seen[1 - side, c]
    at += 3 * CENTURIONS
    for i in range(POISONS):
        out[at + i] = s.returned[1 - side, i]
        out[at + POISONS + i] = s.drawn_since[1 - side, i]
    at += 2 * POISONS
    for bonus in range(4):
        out[at + bonus] = s.bank[bonus]
    at += 4
    for i in range(s.in_row):
        out[at + i] = s.row[i]
    at += TOKENS
    for tile in range(5):
        out[at + tile] = s.tiles[tile]
    out[at + 5] = s.tile
    out[at + 6] = s.solo
    out[at + 7] = s.ruthless
    observe_board(s, side, out)


def observe_board(s: Any, side: int, out: Any) -> None:
    """Write the border spaces and the provinces.

    Products instead of conditions: a processor guesses wrong too often which spaces are taken, and by whom.
    """
    for border in range(BORDERS):
        at = AT_BORDERS + border * PER_BORDER
        owner = SEEN[side, s.owner[border]]
        ours = owner == 1
        token, turned, down = s.token[border], s.turned[border], s.face_down[border]
        first = SHOWN[token, turned, down, 0] * (s.closed[BETWEEN[border, 0]] == 0)
        second = SHOWN[token, turned, down, 1] * (s.closed[BETWEEN[border, 1]] == 0)
        out[at] = owner
        out[at + 1] = token
        out[at + 2] = down
        out[at + 3] = SEEN[side, s.over[border]]
        out[at + 4] = s.over_down[border]
        out[at + 5] = first * ours
        out[at + 6] = second * ours
        out[at + 7] = first * (1 - ours)
        out[at + 8] = second * (1 - ours)
    for province in range(PROVINCES):
        at = AT_PROVINCES + province * PER_PROVINCE
        out[at] = s.bonus[province]
        out[at + 1] = s.free[province]
        out[at + 2] = s.closed[province]
        out[at + 3] = SEEN[side, s.control[province]]
        out[at + 4] = s.markers_down[province]
        out[at + 5] = s.influence[side, province]
        out[at + 6] = s.influence[1 - side, province]
