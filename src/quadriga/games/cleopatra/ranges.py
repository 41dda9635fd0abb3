"""The least and greatest value of every field of the observations: they follow from the components.

A list is a pattern for the numbers of a field one after the other, repeated to its end.
"""

from __future__ import annotations

from quadriga.env.ranges import FLAG, Range

INFLUENCE = [2, 7, 7, 7, 7, 7]
"""Copies of a philosopher and of the values 1 to 5."""
SEAT: dict[str, Range] = {
    "stage": FLAG,
    "my_decision": FLAG,
    "my_turn": FLAG,
    "acted": FLAG,
    "placed": (0, 2),
    "first_up": FLAG,
    "named": (-1, 75),
    "cursor": (0, 5),
    "exchanged": (0, 6),
    "passes": (0, 4),
    "lifted": (0, [*INFLUENCE, 10]),
    "patricians": (0, 5),
    "won": (0, 5),
    "bag": (0, 2),
    "out": (0, 2),
    "my_hand": (0, INFLUENCE),
    "my_actions": (0, 4),
    "my_pile": (0, INFLUENCE),
    "my_action_pile": (0, 4),
    "my_order": (0, 6),
    "discard": (0, INFLUENCE),
    "action_discard": (0, 4),
    "up": (0, [2, 5, 5, 5, 5, 5]),
    "downs": (0, 5),
    "my_down": (0, 6),
    "opponent_origin": (0, 5),
    "opponent_counts": (0, [10, 6, 27, 13]),
    "known": (0, INFLUENCE),
    "known_actions": (0, 4),
    "bonus": FLAG,
    "missions": FLAG,
    "kept": FLAG,
}
"""What one seat sees."""
FULL: dict[str, Range] = {
    "seat": FLAG,
    "turns": (0, 2000),
    "named": (0, 135),
    "arranged": FLAG,
    "orgies": (0, 2),
    "veterans": FLAG,
    "starter": FLAG,
    "joint_limit": (0, 10),
    "stage": (0, 19),
    "resume": (0, 19),
    "to_move": (-1, 1),
    "active": FLAG,
    "placed": (0, 2),
    "first_up": FLAG,
    "acted": FLAG,
    "cursor": (0, 5),
    "exchanged": (0, 6),
    "must_hold": FLAG,
    "alone": FLAG,
    "passes": (0, 4),
    "reason": (0, 4),
    "patricians": (0, 5),
    "won": (0, 5),
    "bag": (0, 2),
    "out": (0, 2),
    "hand": (0, INFLUENCE),
    "pile": (0, INFLUENCE),
    "discard": (0, INFLUENCE),
    "actions": (0, 4),
    "action_pile": (0, 4),
    "action_discard": (0, 4),
    "order": (0, 5),
    "ordered": (0, 13),
    "up": (0, [2, 5, 5, 5, 5, 5]),
    "down": (0, 5),
    "origin": (0, 5),
    "downs": (0, 5),
    "laid": (0, 5),
    "lifted": (0, INFLUENCE),
    "bonus": (0, 3),
    "missions": (0, 8),
    "kept": FLAG,
    "known": (0, INFLUENCE),
    "known_actions": (0, 4),
}
"""What is so, by field of the record."""
LEFT_OUT = ("tally",)
"""Fields of the record that no observation has: what only a study counts, and what follows from others."""
