"""Race cards: shuffled decks, drawing, and what everybody knows of a hand."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .event_kinds import DREW
from .record import CARDS, COPIES, HAND

VALUES = CARDS - 1
ROWS = (1, VALUES, VALUES**2, VALUES**3)
"""This many rows of no, one, two and three cards there are, by their values."""


def in_hand(s: Any, c: int) -> int:
    """Count the cards in a chariot's hand."""
    count = 0
    for card in range(1, CARDS):
        count += s.hand[c, card]
    return count


def in_deck(s: Any, c: int) -> int:
    """Count the cards of a chariot's deck."""
    count = 0
    for card in range(1, CARDS):
        count += s.deck[c, card]
    return count


def points_left(s: Any, c: int) -> int:
    """Add up the points a chariot still has, in hand and deck."""
    points = 0
    for card in range(1, CARDS):
        points += card * (s.hand[c, card] + s.deck[c, card])
    return points


def shuffle_deck(s: Any, c: int) -> None:
    """Give a chariot its full deck: four each of 1 to 6, 84 points (AVE-M2, AVE-R5)."""
    for card in range(1, CARDS):
        s.hand[c, card] = 0
        s.deck[c, card] = COPIES
        s.played[c, card] = 0
    s.limited[c] = 0
    s.excluded[c] = 0


def top_card(s: Any, c: int) -> int:
    """Turn the top card of a shuffled deck: any of those left."""
    return nth_card(s, c, roll(s, in_deck(s, c)))


def nth_card(s: Any, c: int, n: int) -> int:
    """Take a card out of a deck, counted from the lowest."""
    card = 1
    while n >= s.deck[c, card]:
        n -= s.deck[c, card]
        card += 1
    s.deck[c, card] -= 1
    return card


def fill_hand(s: Any, c: int) -> None:
    """Draw up to three cards while the deck lasts (AVE-S2, AVE-T7)."""
    left = in_deck(s, c)
    for _ in range(min(left, HAND - in_hand(s, c))):
        card = nth_card(s, c, roll(s, left))
        left -= 1
        s.hand[c, card] += 1
        tell(s, DREW, c, card, 0, 0)


def card_shown(s: Any, c: int, card: int) -> None:
    """Note what is still known of a hand when a card is played from it: one limited card fewer, if it may be one.

    What is known comes from a skip (AVE-T6).
    """
    if s.limited[c] > 0 and s.excluded[c] >> card & 1 == 0:
        s.limited[c] -= 1
        if s.limited[c] == 0:
            s.excluded[c] = 0


def hand_limited(s: Any, c: int, playable: int) -> None:
    """Note that a skipped chariot holds none of the cards it could have played (AVE-T6)."""
    if playable == 0:
        return
    if s.limited[c] < in_hand(s, c):
        s.limited[c] = in_hand(s, c)
        s.excluded[c] = 0
    s.excluded[c] |= playable


def take_back(s: Any, c: int) -> int:
    """Put a hand back into the deck; return how many cards it had."""
    size = in_hand(s, c)
    for card in range(1, CARDS):
        s.deck[c, card] += s.hand[c, card]
        s.hand[c, card] = 0
    return size


def may_hold(s: Any, c: int, k: int, card: int) -> bool:
    """Tell whether the k-th card of a hand can be this one, for all that everybody knows (AVE-T6)."""
    return k >= s.limited[c] or s.excluded[c] >> card & 1 == 0


def take(s: Any, c: int, card: int) -> None:
    """Take a card of the deck into the hand."""
    s.deck[c, card] -= 1
    s.hand[c, card] += 1


def redeal_hand(s: Any, c: int) -> None:
    """Deal a hand again: as many cards as it has, the limited ones none of the excluded (AVE-S2, AVE-T6)."""
    for k in range(take_back(s, c)):
        allowed = 0
        for card in range(1, CARDS):
            if may_hold(s, c, k, card):
                allowed += s.deck[c, card]
        n = roll(s, allowed)
        for card in range(1, CARDS):
            if may_hold(s, c, k, card):
                if n < s.deck[c, card]:
                    take(s, c, card)
                    break
                n -= s.deck[c, card]


def lay(s: Any, c: int, size: int, number: int) -> int:
    """Make a hand one of all rows of this many cards, by number; return in how many ways it can be dealt."""
    take_back(s, c)
    ways = 1
    for k in range(size):
        card = 1 + number % VALUES
        number //= VALUES
        ways *= s.deck[c, card] if may_hold(s, c, k, card) else 0
        take(s, c, card)
    return ways


def fits_knowledge(s: Any, c: int) -> bool:
    """Tell whether a hand has as many cards outside the excluded ones as everybody knows it to have."""
    count = 0
    for card in range(1, CARDS):
        if s.excluded[c] >> card & 1 == 0:
            count += s.hand[c, card]
    return count >= s.limited[c]
