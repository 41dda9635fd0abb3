"""What one seat sees, as a vector of small ints for learning. Nothing hidden from that seat goes in."""

from __future__ import annotations

from typing import Any

from .cards import actions_in_hand, actions_in_pile, in_hand, in_limbo, in_pile, is_castling_at
from .material import CALLS, GROUPS, KINDS, MISSIONS, SIDE_LIMIT, VALUES
from .record import OPPONENT, PERHAPS_OPENING, SEEN_BEFORE, SEEN_CASTLED, SEEN_IN_HAND, SEEN_OPENING

STAGE_COUNT = 15
MISSION_COUNT = len(MISSIONS)

# Fields of the vector in order: name and length. docs/games explains each.
FIELDS = (
    ("stage", STAGE_COUNT), ("my_decision", 1), ("my_turn", 1), ("acted", 1), ("placed", 1), ("first_up", 1),
    ("named", 1), ("cursor", 1), ("exchanged", 1), ("passes", 1), ("lifted", VALUES + 1),
    ("patricians", GROUPS), ("won", 2 * GROUPS), ("bag", CALLS), ("out", CALLS),
    ("my_hand", VALUES), ("my_actions", KINDS), ("my_pile", VALUES), ("my_action_pile", KINDS),
    ("my_order", 13), ("discard", 2 * VALUES), ("action_discard", 2 * KINDS),
    ("up", 2 * GROUPS * VALUES), ("downs", 2 * GROUPS), ("my_down", GROUPS * SIDE_LIMIT),
    ("opponent_origin", GROUPS * SIDE_LIMIT), ("opponent_counts", 4), ("known", 5 * VALUES), ("known_actions", KINDS),
    ("bonus", 3), ("missions", 2 * MISSION_COUNT), ("kept", 2),
)  # fmt: skip
OBSERVATION = sum(length for _, length in FIELDS)


def observe(s: Any, seat: int, out: Any) -> None:
    """Write what a seat sees into a vector; mine first, the opponent's second."""
    for i in range(OBSERVATION):
        out[i] = 0
    other = 1 - seat
    if s.stage < STAGE_COUNT:
        out[s.stage] = 1
    at = STAGE_COUNT
    out[at] = s.to_move == seat
    out[at + 1] = s.active == seat
    out[at + 2] = s.acted
    out[at + 3] = s.placed
    out[at + 4] = s.first_up
    out[at + 5] = s.named - 60 if s.named > 0 else -1
    out[at + 6] = s.cursor
    out[at + 7] = s.exchanged
    out[at + 8] = s.passes
    at += 9
    if s.active == seat:
        for v in range(VALUES):
            out[at + v] = s.lifted[v]
    out[at + VALUES] = in_limbo(s)
    for g in range(GROUPS):
        if is_castling_at(s, other, g):
            out[at + VALUES] += s.laid[other, g]
    at += VALUES + 1
    for g in range(GROUPS):
        out[at + g] = s.patricians[g]
        out[at + GROUPS + g] = s.won[seat, g]
        out[at + 2 * GROUPS + g] = s.won[other, g]
    at += 3 * GROUPS
    for call in range(CALLS):
        out[at + call] = s.bag[call]
        out[at + CALLS + call] = s.out[call]
    at += 2 * CALLS
    for v in range(VALUES):
        out[at + v] = s.hand[seat, v]
        out[at + VALUES + KINDS + v] = s.pile[seat, v]
    for kind in range(KINDS):
        out[at + VALUES + kind] = s.actions[seat, kind]
        out[at + 2 * VALUES + KINDS + kind] = s.action_pile[seat, kind]
    at += 2 * (VALUES + KINDS)
    drawn = s.ordered[seat] - actions_in_pile(s, seat)
    for i in range(13):
        out[at + i] = s.order[seat, i] + 1 if max(0, drawn) <= i < s.ordered[seat] else 0
    at += 13
    for v in range(VALUES):
        out[at + v] = s.discard[seat, v]
        out[at + VALUES + v] = s.discard[other, v]
    at += 2 * VALUES
    for kind in range(KINDS):
        out[at + kind] = s.action_discard[seat, kind]
        out[at + KINDS + kind] = s.action_discard[other, kind]
    at += 2 * KINDS
    for g in range(GROUPS):
        for v in range(VALUES):
            out[at + g * VALUES + v] = s.up[seat, g, v]
            out[at + (GROUPS + g) * VALUES + v] = s.up[other, g, v]
    at += 2 * GROUPS * VALUES
    for g in range(GROUPS):
        out[at + g] = s.downs[seat, g]
        if not is_castling_at(s, other, g):
            out[at + GROUPS + g] = s.downs[other, g]
    at += 2 * GROUPS
    for g in range(GROUPS):
        for i in range(SIDE_LIMIT):
            if i < s.downs[seat, g]:
                out[at + g * SIDE_LIMIT + i] = s.down[seat, g, i] + 1
            if not is_castling_at(s, other, g):
                out[at + (GROUPS + g) * SIDE_LIMIT + i] = s.origin[other, g, i]
    at += 2 * GROUPS * SIDE_LIMIT
    out[at] = in_hand(s, other)
    out[at + 1] = actions_in_hand(s, other)
    out[at + 2] = in_pile(s, other)
    out[at + 3] = actions_in_pile(s, other)
    at += 4
    for v in range(VALUES):
        out[at + v] = s.known[other, SEEN_OPENING, v]
        out[at + VALUES + v] = s.known[other, SEEN_IN_HAND, v]
        out[at + 2 * VALUES + v] = s.known[other, SEEN_BEFORE, v]
        out[at + 3 * VALUES + v] = s.known[other, SEEN_CASTLED, v]
        out[at + 4 * VALUES + v] = s.known[other, PERHAPS_OPENING, v]
    at += 5 * VALUES
    for kind in range(KINDS):
        out[at + kind] = s.known_actions[other, OPPONENT, kind]
    at += KINDS
    if s.bonus[seat] > 0:
        out[at + s.bonus[seat] - 1] = 1
    at += 3
    for i in range(2):
        if s.missions[seat, i] > 0:
            out[at + i * MISSION_COUNT + s.missions[seat, i] - 1] = 1
    at += 2 * MISSION_COUNT
    out[at] = s.kept[seat]
    out[at + 1] = s.kept[other]
