"""What everybody, and what the opponent, knows of a side's hidden influence and action cards.

All bookkeeping here follows from what was seen, so a new deal (redeal.py) depends on nothing hidden. What is known has
the form "these cards lie somewhere in this region"; the regions of one side's hidden influence cards are

- the opening cards: SEEN_OPENING lie where they were laid or, after a castling, among the castled cards. Those still
  where they were laid differ, for every value was laid once;
- the castled cards contain SEEN_CASTLED and the opening cards that were picked up; the others came from the hand;
- the hand and the cards laid face down from it, castled or not, contain SEEN_BY_ALL. An opponent who spied knows more:
  the hand and what was laid since then contain SEEN_IN_HAND, what was laid or castled before then SEEN_BEFORE.

A card that shows itself leaves the list of its region. A castled card that shows the value of an opening card may be
that card, or one from the hand: the value moves on to PERHAPS_OPENING. If it still lies where it was laid, the card
that was shown came from the hand, and one card less is known there.

A perfect memory would keep more: when each card was drawn, for what was laid before then is another card; and, when a
second castling, one after a spy came, or a second spy joins cards to those before, which of them were those.
"""

from __future__ import annotations

from typing import Any

from .cards import in_limbo
from .material import GROUPS, KINDS, VALUES, WRATH
from .record import (
    FROM_CASTLING,
    FROM_HAND,
    FROM_OLD_CASTLING,
    FROM_OLD_HAND,
    FROM_OPENING,
    OPPONENT,
    PERHAPS_OPENING,
    SEEN_BEFORE,
    SEEN_BY_ALL,
    SEEN_CASTLED,
    SEEN_IN_HAND,
    SEEN_OPENING,
)


def forget(s: Any, p: int, region: int, v: int) -> None:
    """Take one card off the list of a region, if it is on it."""
    if s.known[p, region, v] > 0:
        s.known[p, region, v] -= 1


def shown_from_hand(s: Any, p: int, v: int) -> None:
    """Note that an influence card showed itself that was in the hand, or laid from it since the opponent last spied."""
    forget(s, p, SEEN_BY_ALL, v)
    forget(s, p, SEEN_IN_HAND, v)


def shown_from_old_hand(s: Any, p: int, v: int) -> None:
    """Note that an influence card showed itself that was laid from the hand before the opponent last spied."""
    forget(s, p, SEEN_BY_ALL, v)
    forget(s, p, SEEN_BEFORE, v)


def shown_from_place(s: Any, p: int, v: int, origin: int) -> None:
    """Note that a face-down card was turned up or discarded and has left its place."""
    if origin == FROM_HAND:
        shown_from_hand(s, p, v)
    elif origin == FROM_OLD_HAND:
        shown_from_old_hand(s, p, v)
    elif origin == FROM_OPENING:
        if s.known[p, SEEN_OPENING, v] > 0:
            s.known[p, SEEN_OPENING, v] -= 1
        else:
            was_not_castled(s, p, v)
        conclude(s, p)
    else:
        shown_from_castling(s, p, v, origin)
        conclude(s, p)


def shown_from_castling(s: Any, p: int, v: int, origin: int) -> None:
    """Note that a castled card was turned up or discarded."""
    if s.known[p, SEEN_CASTLED, v] > 0:
        s.known[p, SEEN_CASTLED, v] -= 1
    elif s.known[p, SEEN_OPENING, v] > 0:
        s.known[p, SEEN_OPENING, v] -= 1
        s.known[p, PERHAPS_OPENING, v] += 1
    elif origin == FROM_OLD_CASTLING:
        shown_from_old_hand(s, p, v)
    else:
        shown_from_hand(s, p, v)


def was_not_castled(s: Any, p: int, v: int) -> None:
    """Note that an opening card was not castled: the castled card of its value that was shown came from the hand."""
    forget(s, p, PERHAPS_OPENING, v)
    came_from_hand(s, p, v)


def came_from_hand(s: Any, p: int, v: int) -> None:
    """Note that a castled card that was shown came from the hand, or may have come from there."""
    if s.known[p, SEEN_BEFORE, v] > 0:
        shown_from_old_hand(s, p, v)
    else:
        shown_from_hand(s, p, v)


def conclude(s: Any, p: int) -> None:
    """Draw the conclusions about the opening cards that follow from how many cards lie where."""
    laid = 0
    castled = in_limbo(s)
    for g in range(GROUPS):
        for i in range(s.downs[p, g]):
            laid += s.origin[p, g, i] == FROM_OPENING
            castled += s.origin[p, g, i] >= FROM_CASTLING
    opening = 0
    perhaps = 0
    for v in range(VALUES):
        opening += s.known[p, SEEN_OPENING, v]
        perhaps += s.known[p, PERHAPS_OPENING, v]
        castled -= s.known[p, SEEN_CASTLED, v]
    if perhaps > 0:
        # This many of those that may have been shown lie where they were laid.
        least = laid - opening
        most = min(laid, castled - opening + laid)
        for v in range(VALUES):
            if s.known[p, PERHAPS_OPENING, v] > 0:
                if most <= 0:
                    s.known[p, PERHAPS_OPENING, v] = 0
                elif least >= perhaps:
                    was_not_castled(s, p, v)
                    s.known[p, SEEN_OPENING, v] += 1
    if laid == 0:
        for v in range(VALUES):
            s.known[p, SEEN_CASTLED, v] += s.known[p, SEEN_OPENING, v]
            s.known[p, SEEN_OPENING, v] = 0


def action_shown(s: Any, p: int, kind: int) -> None:
    """Note that an action card left the hand for all to see."""
    for viewer in range(2):
        if s.known_actions[p, viewer, kind] > 0:
            s.known_actions[p, viewer, kind] -= 1


def holds_wrath(s: Any, p: int) -> None:
    """Note what everybody knows of a player who goes on without a free place: wrath is in hand (CC97-E4, CC24-E3)."""
    for viewer in range(2):
        s.known_actions[p, viewer, WRATH] = 1


def hand_spied(s: Any, p: int) -> None:
    """Note that the opponent saw the whole hand of p (CC97-A3)."""
    for v in range(VALUES):
        known = s.known[p, SEEN_BEFORE, v] + s.known[p, SEEN_IN_HAND, v]
        s.known[p, SEEN_BEFORE, v] = max(0, known - s.hand[p, v])
        s.known[p, SEEN_IN_HAND, v] = s.hand[p, v]
    for g in range(GROUPS):
        for i in range(s.downs[p, g]):
            if s.origin[p, g, i] == FROM_HAND:
                s.origin[p, g, i] = FROM_OLD_HAND
            elif s.origin[p, g, i] == FROM_CASTLING:
                s.origin[p, g, i] = FROM_OLD_CASTLING
    for kind in range(KINDS):
        s.known_actions[p, OPPONENT, kind] = s.actions[p, kind]


def castling_mixes(s: Any, p: int, a: int, b: int) -> None:
    """Note what is still known when p picks up the cards at groups a and b (CC97-A12, CC24-A9).

    Opening cards elsewhere stay what they are. If one is picked up whose value is not certain, then of the cards that
    may have been shown in its place none is certain any longer. With cards from the hand among those picked up, or
    castled before the opponent last spied, nobody can tell any longer what was laid before then.
    """
    from_hand = 0
    opening = 0
    for g in range(GROUPS):
        castled = g == a or g == b
        for v in range(VALUES):
            if castled:
                s.known[p, SEEN_CASTLED, v] += s.up[p, g, v]
        for i in range(s.downs[p, g]):
            origin = s.origin[p, g, i]
            if origin == FROM_OLD_CASTLING or (castled and (origin == FROM_HAND or origin == FROM_OLD_HAND)):
                from_hand += 1
            opening += castled and origin == FROM_OPENING
    if opening > 0:
        for v in range(VALUES):
            if s.known[p, PERHAPS_OPENING, v] > 0:
                came_from_hand(s, p, v)
    if from_hand > 0:
        forget_when(s, p)


def forget_when(s: Any, p: int) -> None:
    """Forget which cards were laid before the opponent last spied."""
    for v in range(VALUES):
        s.known[p, SEEN_IN_HAND, v] += s.known[p, SEEN_BEFORE, v]
        s.known[p, SEEN_BEFORE, v] = 0
    for g in range(GROUPS):
        for i in range(s.downs[p, g]):
            if s.origin[p, g, i] == FROM_OLD_HAND:
                s.origin[p, g, i] = FROM_HAND
            elif s.origin[p, g, i] == FROM_OLD_CASTLING:
                s.origin[p, g, i] = FROM_CASTLING
