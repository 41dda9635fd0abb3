"""A position as a small dict of readable names. Our FEN; `position_reader.py` reads it back.

    {"seed": 7, "active": "pompey",
     "borders": {"Asia-Syria": "caesar shield 6/0", "Aegyptus-Syria": "(pompey sword 5/1)"},
     "control": {"Syria": "pompey"}, "border_control_tokens": {}, "bonuses": {"Asia": "might"},
     "pompey": {"supply": ["ship 5/1", "wild 2/2"]}}

The numbers of a token stand in the order of the provinces in the name of its border space; brackets mean face down.
"""

from __future__ import annotations

from typing import Any

from quadriga.fields import spread

from .components import BASE_BONUSES, BONUSES, SIDES, TILES
from .events import REASONS
from .moves import BORDER_NAMES, BOX, CENTURION_NAMES, PROVINCE_NAMES, TOKEN_NAMES
from .record import BANK, BONUS, POISONS, STAGES
from .standings import side_of
from .tables import BETWEEN, BORDERS, CENTURIONS, ITALIA, KINDS, NUMBER, PROVINCES
from .tokens import is_crassus

FLAGS = ("extra_turn", "centurion_due")


def write_position(s: Any) -> dict[str, Any]:
    """Write a position."""
    position: dict[str, Any] = {
        "seed": sum(s.secret[i] << 32 * i for i in range(4)),
        "move": s.moves,
        "turn": s.turns,
        "stage": STAGES[s.stage],
        "active": SIDES[s.active],
        "to_move": None if s.to_move < 0 else SIDES[side_of(s, s.to_move)],
        "borders": {BORDER_NAMES[b]: write_token(s, b) for b in range(BORDERS) if s.token[b]},
        "border_control_tokens": {
            BORDER_NAMES[b]: bracketed(SIDES[s.over[b] - 1], s.over_down[b]) for b in range(BORDERS) if s.over[b]
        },
        "control": {PROVINCE_NAMES[p]: SIDES[s.control[p] - 1] for p in range(PROVINCES) if s.control[p]},
        "bonuses": {PROVINCE_NAMES[p]: BONUSES[s.bonus[p] - 1] for p in range(PROVINCES) if s.bonus[p]},
        **{SIDES[side]: write_side(s, side) for side in range(2)},
    }
    position |= {name: True for name in FLAGS if getattr(s, name)}
    down = {PROVINCE_NAMES[p]: s.markers_down[p] for p in range(PROVINCES) if s.markers_down[p]}
    frozen = {
        PROVINCE_NAMES[p]: [s.influence[0, p], s.influence[1, p]]
        for p in range(PROVINCES)
        if s.closed[p] and [s.influence[0, p], s.influence[1, p]] != influence_now(s, p)
    }
    closing = [PROVINCE_NAMES[number - 1] for number in (s.first, s.second) if number]
    waiting = [BORDER_NAMES[b] for b in range(BORDERS) if s.waiting >> b & 1]
    more = {"control_face_down": down, "influence": frozen, "closing": closing, "waiting": waiting}
    position |= {name: value for name, value in more.items() if value}
    if s.bonus_now >= 0:
        position["bonus"] = BONUSES[s.bonus_now]
    if s.at_closing:
        position["at_closing"] = s.at_closing
    if s.border_control:
        position["bank"] = spread((s.bank[k] for k in range(BASE_BONUSES)), BONUSES)
    if s.solo:
        position["tiles"] = spread((s.tiles[k] for k in range(len(TILES))), TILES)
        position["tile"] = TILES[s.tile - 1] if s.tile else None
    if s.markers[ITALIA] == 1:  # the last control token went there (ROME-T6)
        position["one_in_italia"] = True
    if s.winner:
        position |= {"winner": SIDES[s.winner - 1], "reason": REASONS[s.reason]}
    return position


def bracketed(text: str, down: int) -> str:
    """Write what lies face down in brackets."""
    return f"({text})" if down else text


def write_token(s: Any, b: int) -> str:
    """Write an influence token on the board."""
    kind = s.token[b] - 1
    symbols = "-".join(BOX.tokens[kind].symbols)
    numbers = "/".join(str(NUMBER[kind, s.turned[b], end]) for end in range(2))
    return bracketed(f"{SIDES[s.owner[b] - 1]} {symbols} {numbers}", s.face_down[b])


def influence_now(s: Any, p: int) -> list[int]:
    """Add up the face-up tokens facing a province; a closed one may keep other sums (ROME-B4)."""
    sums = [0, 0]
    for b in BOX.borders_of(p):
        if s.token[b] and not s.face_down[b]:
            end = 0 if BETWEEN[b, 0] == p else 1
            sums[s.owner[b] - 1] += int(NUMBER[s.token[b] - 1, s.turned[b], end])
    return sums


def in_bank_phase(s: Any) -> bool:
    """Tell whether the bank is being used, before the placed token closes anything (ROME-K2)."""
    return s.stage == BANK or (s.stage == BONUS and s.at_closing == 0)


def write_side(s: Any, side: int) -> dict[str, Any]:
    """Write one side's part of a position."""
    part: dict[str, Any] = {
        "control_tokens": s.left[side],
        "senate": s.senate[side],
        "under_senate": s.under[side],
        "supply": spread((s.supply[side, kind] for kind in range(KINDS)), TOKEN_NAMES),
        "bag": spread((s.bag[side, kind] for kind in range(KINDS)), TOKEN_NAMES),
        "gained": spread((s.gained[side, k] for k in range(len(BONUSES))), BONUSES),
        "used": spread((s.used[side, k] for k in range(len(BONUSES))), BONUSES),
    }
    if is_crassus(s, side):
        part["supply"] = [TOKEN_NAMES[s.row[i] - 1] for i in range(s.in_row)]
        part["discarded"] = s.forfeited[side]
    if s.centurions:
        part["centurions"] = spread((s.stock[side, c] for c in range(CENTURIONS)), CENTURION_NAMES)
        part["seen"] = spread((s.seen[side, c] for c in range(CENTURIONS)), CENTURION_NAMES)
    returned = [
        [TOKEN_NAMES[s.returned[side, i] - 1], s.drawn_since[side, i]] if s.returned[side, i] else None
        for i in range(POISONS)
    ]
    if any(returned):
        part["returned"] = returned
    return part
