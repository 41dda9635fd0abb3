"""The kinds of events that the rules tell."""

from __future__ import annotations

(
    RACE_BEGINS, START_CARD, ON_GRID, DREW, DROVE, LAP_BEGINS, PAID, DISQUALIFIES, FINISHES, REMOVES, SKIPPED, MUST_SIX,
    TURNED, STANDS, VOTED, ABSTAINED, VOTES_COUNTED, LAURELS, RACE_ENDS, STRANDS, ENDED,
) = range(21)  # fmt: skip
