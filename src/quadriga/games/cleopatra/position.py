"""A position as a small dict of readable names. Our FEN; `position_reader.py` reads it back.

    {"stage": "turn", "active": "caesar", "seed": 7,
     "caesar": {"won": {"aediles": 2}, "hand": ["3", "veto"], "table": {"censors": ["5", "(3)"]}}}

On the table `"3"` lies face up and `"(3)"` face down; a note in the brackets says where a face-down card came from if
not from the hand: `"(3 opening)"`, `"(3 castled)"`, and `"(3 old)"`, `"(3 castled old)"` for one that was laid or
castled before the opponent last spied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quadriga.fields import row, spread

from .cards import actions_in_pile, is_out
from .events import REASONS
from .material import ACTIONS, CALLS, GROUPS, INFLUENCE, KINDS, MISSIONS, SEATS, VALUES
from .record import (
    ARRANGE,
    FROM_CASTLING,
    FROM_HAND,
    FROM_OLD_CASTLING,
    FROM_OLD_HAND,
    FROM_OPENING,
    OPENING,
    PERHAPS_OPENING,
    SEEN_BEFORE,
    SEEN_BY_ALL,
    SEEN_CASTLED,
    SEEN_IN_HAND,
    SEEN_OPENING,
    STAGES,
)

if TYPE_CHECKING:
    from .game import CaesarAndCleopatra

NOTES = {
    FROM_HAND: "", FROM_OPENING: " opening", FROM_OLD_HAND: " old", FROM_CASTLING: " castled",
    FROM_OLD_CASTLING: " castled old",
}  # fmt: skip
KNOWN = {
    "all": SEEN_BY_ALL, "hand": SEEN_IN_HAND, "before": SEEN_BEFORE, "castled": SEEN_CASTLED, "opening": SEEN_OPENING,
    "perhaps_opening": PERHAPS_OPENING,
}  # fmt: skip
KNOWN_ACTIONS = {"actions_all": 0, "actions": 1}
COUNTERS = {
    "move": "moves", "turn": "turns", "empty_passes": "passes", "cursor": "cursor", "exchanged": "exchanged",
    "placed": "placed",
}  # fmt: skip
FLAGS = ("acted", "first_up", "must_hold", "alone")


def write_position(game: CaesarAndCleopatra, s: Any) -> dict[str, Any]:
    """Write a position, leaving out what has its start value."""
    calls = game.edition.calls
    position: dict[str, Any] = {
        "seed": sum(s.secret[i] << 32 * i for i in range(4)),
        "stage": STAGES[s.stage],
        "active": SEATS[s.active],
        "to_move": None if s.to_move < 0 else SEATS[s.to_move],
    }
    for name, field in COUNTERS.items():
        value = getattr(s, field)
        if value:
            position[name] = value
    for name in FLAGS:
        if name != "alone" and getattr(s, name):
            position[name] = True
    if s.alone or plays_alone(game, s):
        position["alone"] = bool(s.alone)
    if s.named:
        position["named"] = game.moves[s.named].text
    if s.resume:
        position["resume"] = STAGES[s.resume]
    if s.reason:
        position["reason"] = REASONS[s.reason]
    if any(s.tally[k] for k in range(4)):
        position["tally"] = [s.tally[k] for k in range(4)]
    lifted = spread([s.lifted[v] for v in range(VALUES)], INFLUENCE)
    if lifted:
        position["lifted"] = lifted
    position["votes"] = {
        "left": spread([s.bag[k] for k in range(CALLS)], calls),
        "out": spread([s.out[k] for k in range(CALLS)], calls),
    }
    for p, name in enumerate(SEATS):
        position[name] = write_side(game, s, p)
    return position


def plays_alone(game: CaesarAndCleopatra, s: Any) -> bool:
    """Tell whether the active player would play alone if the turn began now (CC97-E3)."""
    return game.edition.prefix == "CC97" and s.stage > OPENING and is_out(s, 1 - s.active)


def opening_laid(s: Any, p: int) -> list[int]:
    """Count by value the opening cards of a side where they were laid: all that are left unless some were castled."""
    if s.stage in (ARRANGE, OPENING):
        return [0] + [1] * (VALUES - 1)
    laid = [s.down[p, g, i] for g in range(GROUPS) for i in range(s.downs[p, g]) if s.origin[p, g, i] == FROM_OPENING]
    return [laid.count(v) for v in range(VALUES)]


def write_side(game: CaesarAndCleopatra, s: Any, p: int) -> dict[str, Any]:
    """Write one side's part of a position."""
    groups = game.edition.groups
    table: dict[str, list[str]] = {}
    for g in range(GROUPS):
        cards = spread([s.up[p, g, v] for v in range(VALUES)], INFLUENCE)
        cards += [f"({INFLUENCE[s.down[p, g, i]]}{NOTES[s.origin[p, g, i]]})" for i in range(s.downs[p, g])]
        if cards:
            table[groups[g]] = cards
    if s.ordered[p] or s.stage == ARRANGE:
        drawn = max(0, s.ordered[p] - actions_in_pile(s, p))
        pile = [ACTIONS[s.order[p, i]] for i in range(drawn, s.ordered[p])]
    else:
        pile = spread(row(s.action_pile, p, KINDS), ACTIONS)
    side: dict[str, Any] = {
        "won": {groups[g]: s.won[p, g] for g in range(GROUPS) if s.won[p, g]},
        "hand": spread(row(s.hand, p, VALUES), INFLUENCE) + spread(row(s.actions, p, KINDS), ACTIONS),
        "table": table,
        "pile": spread(row(s.pile, p, VALUES), INFLUENCE),
        "action_pile": pile,
        "discard": spread(row(s.discard, p, VALUES), INFLUENCE) + spread(row(s.action_discard, p, KINDS), ACTIONS),
    }
    if s.bonus[p]:
        side["bonus"] = groups[s.bonus[p] - 1]
    if s.missions[p, 0]:
        side["missions"] = [MISSIONS[s.missions[p, i] - 1] for i in range(2)]
        side["kept"] = bool(s.kept[p])
    known = {name: spread([s.known[p, k, v] for v in range(VALUES)], INFLUENCE) for name, k in KNOWN.items()}
    for name, viewer in KNOWN_ACTIONS.items():
        known[name] = spread([s.known_actions[p, viewer, kind] for kind in range(KINDS)], ACTIONS)
    usual = {"opening": spread(opening_laid(s, p), INFLUENCE)}
    side["known"] = {name: cards for name, cards in known.items() if cards != usual.get(name, [])}
    return side
