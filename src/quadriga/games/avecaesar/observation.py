"""What one seat sees, as a vector of small ints for learning. Nothing hidden from that seat goes in."""

from __future__ import annotations

from typing import Any

from .cards import in_deck, in_hand
from .driving import is_crewed, owner
from .record import CARDS, CHARIOTS, RACING

PER_CHARIOT = 13 + 3 * (CARDS - 1)

# Fields of the vector in order: name and length. docs/games explains each.
FIELDS = (
    ("stage", 1), ("my_decision", 1), ("turn_of", 1), ("race", 1), ("track", 1), ("direction", 1), ("arrived", 1),
    ("must_six", 1), ("card", 1), ("chariots", CHARIOTS * PER_CHARIOT), ("laurels", CHARIOTS),
)  # fmt: skip
OBSERVATION = sum(length for _, length in FIELDS)


def seen_from(s: Any, c: int, seat: int) -> int:
    """Number a chariot as a seat counts them: the players from itself on, round by round, then the uncrewed."""
    if not is_crewed(s, c):
        return c
    return c // s.players * s.players + (c - seat) % s.players


def observe(s: Any, seat: int, out: Any) -> None:
    """Write what a seat sees into a vector; the players go round from the seat."""
    for i in range(OBSERVATION):
        out[i] = 0
    out[0] = s.stage
    out[1] = s.to_move == seat
    out[2] = seen_from(s, s.order[s.turn], seat)
    out[3] = s.race
    out[4] = s.track
    out[5] = s.direction
    out[6] = s.arrived
    out[7] = s.must_six
    out[8] = s.card
    at = 9
    crewed = s.players * s.team
    for k in range(crewed + s.uncrewed):
        c = k
        if k < crewed:
            c = k // s.players * s.players + (k + seat) % s.players
        out[at] = s.status[c]
        out[at + 1] = s.space[c] if s.status[c] == RACING else -1
        out[at + 2] = s.crossings[c]
        out[at + 3] = s.paid[c]
        out[at + 4] = s.shamed[c]
        out[at + 5] = s.place[c]
        out[at + 6] = s.grid[c]
        out[at + 7] = in_hand(s, c)
        out[at + 8] = in_deck(s, c)
        out[at + 9] = s.limited[c]
        out[at + 10] = s.excluded[c]
        out[at + 11] = is_crewed(s, c) and owner(s, c) == seat
        out[at + 12] = s.order[s.turn] == c
        for card in range(1, CARDS):
            if is_crewed(s, c) and owner(s, c) == seat:
                out[at + 12 + card] = s.hand[c, card]
            out[at + 18 + card] = s.played[c, card]
            out[at + 24 + card] = 4 - s.played[c, card]
        at += PER_CHARIOT
    at = 9 + CHARIOTS * PER_CHARIOT
    for j in range(s.players):
        out[at + j] = s.laurels[(seat + j) % s.players]
