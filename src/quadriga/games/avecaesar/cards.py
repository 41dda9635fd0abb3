"""Race cards: shuffled decks, drawing, and what everybody knows of a hand."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .record import CARDS, COPIES, HAND
from .told import DREW


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
    """Note what is still known of a hand when a card is played from it: one limited card fewer, if it may be one."""
    if s.limited[c] > 0 and s.excluded[c] >> card & 1 == 0:
        s.limited[c] -= 1
        if s.limited[c] == 0:
            s.excluded[c] = 0


def hand_limited(s: Any, c: int, playable: int) -> None:
    """Note that a skipped chariot holds none of the cards it could have played."""
    if playable == 0:
        return
    if s.limited[c] < in_hand(s, c):
        s.limited[c] = in_hand(s, c)
        s.excluded[c] = 0
    s.excluded[c] |= playable


def redeal_hand(s: Any, c: int) -> None:
    """Deal a hand anew: so many cards as it has, the limited ones none of the excluded."""
    size = in_hand(s, c)
    for card in range(1, CARDS):
        s.deck[c, card] += s.hand[c, card]
        s.hand[c, card] = 0
    for k in range(size):
        allowed = 0
        for card in range(1, CARDS):
            if k >= s.limited[c] or s.excluded[c] >> card & 1 == 0:
                allowed += s.deck[c, card]
        n = roll(s, allowed)
        for card in range(1, CARDS):
            if k >= s.limited[c] or s.excluded[c] >> card & 1 == 0:
                if n < s.deck[c, card]:
                    s.deck[c, card] -= 1
                    s.hand[c, card] += 1
                    break
                n -= s.deck[c, card]


def swap(s: Any, c: int, out: int, card: int) -> None:
    """Put a card of the hand back into the deck and take another."""
    s.hand[c, out] -= 1
    s.deck[c, out] += 1
    s.hand[c, card] += 1
    s.deck[c, card] -= 1


def fits_knowledge(s: Any, c: int) -> bool:
    """Tell whether a hand has as many cards outside the excluded ones as everybody knows it to have."""
    count = 0
    for card in range(1, CARDS):
        if s.excluded[c] >> card & 1 == 0:
            count += s.hand[c, card]
    return count >= s.limited[c]
