"""The least and greatest value of every field of the observations: they follow from the components.

A list is a pattern for the numbers of a field one after the other, repeated to its end.
"""

from __future__ import annotations

from quadriga.env.ranges import FLAG, Range

BORDER: Range = (0, [2, 18, 1, 2, 1, 7, 7, 7, 7])
PROVINCE: Range = (0, [6, 6, 1, 2, 2, 42, 42])
SEAT: dict[str, Range] = {
    "stage": (0, 6),
    "my_decision": FLAG,
    "my_turn": FLAG,
    "bonus": (-1, 5),
    "closing": (0, 18),
    "extra_turn": FLAG,
    "centurion_due": FLAG,
    "control_tokens": (0, 12),
    "senate": (0, 6),
    "supply_sizes": (0, 19),
    "bag_sizes": (0, 19),
    "supply": (0, 2),
    "bag": (0, 2),
    "their_unseen": (0, 2),
    "centurions": FLAG,
    "their_centurions": FLAG,
    "their_returned": (0, [18, 18, 18, 22, 22, 22]),
    "bank": (0, 6),
    "row": (0, 18),
    "tiles": (0, 4),
    "tile": (0, 5),
    "solo": (0, 3),
    "ruthless": FLAG,
    "borders": BORDER,
    "provinces": PROVINCE,
}
"""What one seat sees."""
FULL: dict[str, Range] = {
    "seat": FLAG,
    "waiting": FLAG,
    "turns": (0, 500),
    "poison": FLAG,
    "centurions": FLAG,
    "border_control": FLAG,
    "solo": (0, 3),
    "side": FLAG,
    "ruthless": FLAG,
    "to_move": (-1, 1),
    "stage": (0, 6),
    "active": FLAG,
    "bonus_now": (-1, 5),
    "first": (0, 18),
    "second": (0, 18),
    "at_closing": (0, 2),
    "extra_turn": FLAG,
    "centurion_due": FLAG,
    "winner": (0, 2),
    "reason": (0, 5),
    "token": (0, 18),
    "owner": (0, 2),
    "turned": FLAG,
    "face_down": FLAG,
    "over": (0, 2),
    "over_down": FLAG,
    "bonus": (0, 6),
    "free": (0, 6),
    "closed": FLAG,
    "control": (0, 2),
    "markers": (0, 2),
    "markers_down": (0, 2),
    "influence": (0, 42),
    "left": (0, 12),
    "under": (0, 12),
    "forfeited": (0, 12),
    "senate": (0, 6),
    "supply": (0, 2),
    "bag": (0, 2),
    "stock": FLAG,
    "bank": (0, 6),
    "seen": FLAG,
    "returned": (0, 18),
    "drawn_since": (0, 22),
    "row": (0, 18),
    "in_row": (0, 19),
    "tiles": (0, 4),
    "tile": (0, 5),
}
"""What is so, by field of the record."""
LEFT_OUT = ("gained", "used")
"""Fields of the record that no observation has: what only a study counts, and what follows from others."""
BITS = {"waiting": 30}
"""Fields of the record that hold a set as bits, and how many: they become as many flags."""
