"""The record of Ave Caesar: chariots on a track, their cards, and the score of a tournament."""

from __future__ import annotations

from quadriga.kernel.records import layout

CHARIOTS = 6
CARDS = 7
"""Race cards are numbered by their value, 1 to 6; 0 is unused."""
COPIES = 4
HAND = 3
LAST_LAP = 3
"""Crossings of the line that begin laps 1, 2 and 3; the next one finishes (AVE-S4)."""

DRIVE, VOTE, OVER = range(3)
STAGES = ("drive", "vote", "over")

ABSENT, RACING, FINISHED, DISQUALIFIED, REMOVED, STRANDED = range(6)
"""What became of a chariot. DISQUALIFIED is one that finished unpaid; before that `shamed` tells."""
STATUSES = ("absent", "racing", "finished", "disqualified", "removed", "stranded")

NOT_OVER, RACE_RUN, JAMMED = range(3)

SKIPS, FINISHERS, SHAMED, SPENT, SPARE, SIXES_FREED = range(6)
"""What `tally` counts: skips, chariots placed, disqualified, removed for want of cards, points left over, AVE-L8."""

STATE = layout(
    [
        # chance
        ("secret", "i8", (4,)),
        ("moves", "i8"),
        ("rolls", "i4"),
        # options
        ("players", "i1"),
        ("team", "i1"),
        ("uncrewed", "i1"),
        ("first_track", "i1"),
        ("second_track", "i1"),
        ("counter", "i1"),
        ("tournament", "i1"),
        ("by_result", "i1"),
        # the race
        ("race", "i1"),
        ("track", "i1"),
        ("direction", "i1"),
        ("stage", "i1"),
        ("to_move", "i1"),
        ("turn", "i1"),
        ("starter", "i1"),
        ("opened", "i1"),
        ("must_six", "i1"),
        ("arrived", "i1"),
        ("placed", "i1"),
        ("departed", "i1"),
        ("reason", "i1"),
        # the chariots
        ("taken", "i8", (2,)),
        ("order", "i1", (CHARIOTS,)),
        ("grid", "i1", (CHARIOTS,)),
        ("space", "i1", (CHARIOTS,)),
        ("crossings", "i1", (CHARIOTS,)),
        ("paid", "i1", (CHARIOTS,)),
        ("shamed", "i1", (CHARIOTS,)),
        ("status", "i1", (CHARIOTS,)),
        ("place", "i1", (CHARIOTS,)),
        ("left", "i1", (CHARIOTS,)),
        ("hand", "i1", (CHARIOTS, CARDS)),
        ("deck", "i1", (CHARIOTS, CARDS)),
        ("played", "i1", (CHARIOTS, CARDS)),
        # what everybody knows of a hand: this many of its cards are none of these
        ("limited", "i1", (CHARIOTS,)),
        ("excluded", "i1", (CHARIOTS,)),
        # an uncrewed chariot's turn
        ("card", "i1"),
        ("votes", "i1", (CHARIOTS,)),
        # the tournament, by player
        ("laurels", "i2", (CHARIOTS,)),
        ("places", "i1", (CHARIOTS, CHARIOTS)),
        ("tally", "i4", (6,)),
        ("won_from", "i1", (CHARIOTS,)),
    ]
)
"""Chariot k * players + p is the k-th of player p; uncrewed chariots follow. `taken` holds the occupied spaces as bits.
`left` numbers the departures from the track. `votes` holds space + 2, 1 for an abstention, 0 for a vote still to come.
`won_from` counts the races won from each place of the grid."""
