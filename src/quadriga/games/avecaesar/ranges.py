"""The least and greatest value of every field of the observations: they follow from the components.

A list is a pattern for the numbers of a field one after the other, repeated to its end.
"""

from __future__ import annotations

from quadriga.env.ranges import FLAG, Range

BY_VALUE = [*[3] * 6, *[4] * 6, *[4] * 6]
"""Cards of a chariot by value: in hand, played, not yet played."""
CHARIOT: Range = ([0, -1, *[0] * 29], [5, 95, 4, 1, 1, 6, 5, 3, 24, 3, 126, 1, 1, *BY_VALUE])
SEAT: dict[str, Range] = {
    "stage": (0, 2),
    "my_decision": FLAG,
    "turn_of": (0, 5),
    "race": (0, 4),
    "track": (0, 7),
    "direction": FLAG,
    "arrived": FLAG,
    "must_six": FLAG,
    "card": (0, 6),
    "chariots": CHARIOT,
    "laurels": (0, 72),
}
"""What one seat sees."""
FULL: dict[str, Range] = {
    "seat": (0, 5),
    "laurels": (0, 72),
    "players": (0, 6),
    "team": (0, 3),
    "uncrewed": (0, 4),
    "first_track": (0, 7),
    "second_track": (0, 7),
    "counter": FLAG,
    "tournament": FLAG,
    "by_result": FLAG,
    "race": (0, 4),
    "track": (0, 7),
    "direction": FLAG,
    "stage": (0, 2),
    "to_move": (-1, 5),
    "turn": (0, 5),
    "starter": (0, 5),
    "opened": FLAG,
    "must_six": FLAG,
    "arrived": FLAG,
    "placed": (0, 6),
    "departed": (0, 6),
    "reason": (0, 2),
    "order": (0, 5),
    "grid": (0, 5),
    "space": (0, 95),
    "crossings": (0, 4),
    "paid": FLAG,
    "shamed": FLAG,
    "status": (0, 5),
    "place": (0, 6),
    "left": (0, 6),
    "hand": (0, 3),
    "deck": (0, 4),
    "played": (0, 4),
    "limited": (0, 3),
    "excluded": (0, 126),
    "card": (0, 6),
    "votes": (0, 98),
    "places": (0, 12),
}
"""What is so, by field of the record."""
LEFT_OUT = ("tally", "won_from", "taken")
"""Fields of the record that no observation has: what only a study counts, and what follows from others."""
