"""What everybody, and what the opponent, knows of a side's hidden cards; and dealing the rest anew.

All bookkeeping here follows from what was seen, so a new deal depends on nothing hidden. What is known has the form
"these cards lie somewhere in this region"; the regions of one side's hidden influence cards are

- the opening cards still where they were laid: exactly the values of SEEN_OPENING;
- the hand and the cards laid face down from it: they contain SEEN_BY_ALL, and for an opponent who spied:
  the hand and what was laid since then contain SEEN_IN_HAND, what was laid before then contains SEEN_BEFORE;
- the castled cards contain SEEN_CASTLED; if hidden cards were castled too, the rest belongs to the hand's region.

A card that shows itself leaves the list of its region. Where several stories fit, the weaker knowledge is kept: a new
deal may contain more than a perfect memory would allow, never less.
"""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll

from .cards import in_hand, in_limbo, is_castling_at, pick, pick_up
from .material import GROUPS, INFLUENCE_CARDS, KINDS, VALUES
from .record import (
    ALL,
    ARRANGE,
    CASTLE,
    FROM_CASTLING,
    FROM_HAND,
    FROM_OLD_HAND,
    FROM_OPENING,
    OPENING,
    OPPONENT,
    SEEN_BEFORE,
    SEEN_BY_ALL,
    SEEN_CASTLED,
    SEEN_IN_HAND,
    SEEN_OPENING,
    SPYING,
)
from .tasks import redeal_tasks

FREE = -1
"""Marks a face-down place that the new deal has not filled yet."""


def forget(s: Any, p: int, region: int, v: int) -> None:
    """Take one card off the list of a region, if it is on it."""
    if s.known[p, region, v] > 0:
        s.known[p, region, v] -= 1


def shown_from_hand(s: Any, p: int, v: int) -> None:
    """Note that an influence card left the hand for all to see."""
    forget(s, p, SEEN_BY_ALL, v)
    forget(s, p, SEEN_IN_HAND, v)


def shown_from_place(s: Any, p: int, v: int, origin: int) -> None:
    """Note that a face-down card was turned up or discarded."""
    if origin == FROM_OPENING:
        forget(s, p, SEEN_OPENING, v)
    elif origin == FROM_OLD_HAND:
        forget(s, p, SEEN_BY_ALL, v)
        forget(s, p, SEEN_BEFORE, v)
    elif origin == FROM_CASTLING and s.known[p, SEEN_CASTLED, v] > 0:
        s.known[p, SEEN_CASTLED, v] -= 1
    else:
        shown_from_hand(s, p, v)


def action_shown(s: Any, p: int, kind: int) -> None:
    """Note that an action card left the hand for all to see."""
    for viewer in range(2):
        if s.known_actions[p, viewer, kind] > 0:
            s.known_actions[p, viewer, kind] -= 1


def hand_spied(s: Any, p: int) -> None:
    """Note that the opponent saw the whole hand of p (CC97-A3)."""
    for v in range(VALUES):
        before = s.known[p, SEEN_BEFORE, v] + s.known[p, SEEN_IN_HAND, v] + s.known[p, SEEN_CASTLED, v]
        s.known[p, SEEN_BEFORE, v] = max(0, before - s.hand[p, v])
        s.known[p, SEEN_IN_HAND, v] = s.hand[p, v]
        s.known[p, SEEN_BY_ALL, v] += s.known[p, SEEN_CASTLED, v]
        s.known[p, SEEN_CASTLED, v] = 0
    for g in range(GROUPS):
        for i in range(s.downs[p, g]):
            if s.origin[p, g, i] != FROM_OPENING:
                s.origin[p, g, i] = FROM_OLD_HAND
    for kind in range(KINDS):
        s.known_actions[p, OPPONENT, kind] = s.actions[p, kind]


def castling_mixes(s: Any, p: int, a: int, b: int) -> None:
    """Note what is still known when p picks up the cards at groups a and b (CC97-A12, CC24-A9)."""
    opening = 0
    opening_elsewhere = 0
    others = 0
    for g in range(GROUPS):
        castled = g == a or g == b
        for v in range(VALUES):
            if castled:
                s.known[p, SEEN_CASTLED, v] += s.up[p, g, v]
        for i in range(s.downs[p, g]):
            if s.origin[p, g, i] == FROM_OPENING:
                opening += castled
                opening_elsewhere += not castled
            elif s.origin[p, g, i] != FROM_CASTLING:
                others += castled
    if opening > 0 and opening_elsewhere == 0:
        # All opening cards that are left are picked up: everybody knows which they are.
        opening_joins(s, p, SEEN_CASTLED)
        opening = 0
    if opening + others == 0:
        return
    if opening > 0:
        opening_joins(s, p, SEEN_BY_ALL)
    for v in range(VALUES):
        s.known[p, SEEN_IN_HAND, v] += s.known[p, SEEN_BEFORE, v]
        s.known[p, SEEN_BEFORE, v] = 0
    for g in range(GROUPS):
        for i in range(s.downs[p, g]):
            origin = s.origin[p, g, i]
            if origin == FROM_OLD_HAND or (origin == FROM_OPENING and opening > 0):
                s.origin[p, g, i] = FROM_HAND


def opening_joins(s: Any, p: int, region: int) -> None:
    """Move what is known of the opening cards to the castled cards, or to the hand's region for everybody."""
    for v in range(VALUES):
        s.known[p, region, v] += s.known[p, SEEN_OPENING, v]
        if region == SEEN_BY_ALL:
            s.known[p, SEEN_IN_HAND, v] += s.known[p, SEEN_OPENING, v]
        s.known[p, SEEN_OPENING, v] = 0


def redeal(s: Any, seat: int) -> None:
    """Deal anew all that a seat cannot know; seat -1 is a spectator."""
    redeal_tasks(s, seat)
    for p in range(2):
        if p != seat:
            viewer = ALL if seat < 0 else OPPONENT
            if viewer == ALL:
                forget_spying(s, p)
            if s.stage == ARRANGE:
                reorder(s, p)
            elif s.stage == OPENING:
                redeal_opening(s, p)
                reorder(s, p)
            else:
                redeal_influence(s, p, viewer)
                redeal_actions(s, p, viewer)
            if s.stage == SPYING and p != s.active:
                hand_spied(s, p)


def forget_spying(s: Any, p: int) -> None:
    """Leave the opponent with no more than everybody knows: what a spy saw is hidden from a spectator too."""
    for v in range(VALUES):
        s.known[p, SEEN_IN_HAND, v] = s.known[p, SEEN_BY_ALL, v]
        s.known[p, SEEN_BEFORE, v] = 0
    for kind in range(KINDS):
        s.known_actions[p, OPPONENT, kind] = s.known_actions[p, ALL, kind]
    for g in range(GROUPS):
        for i in range(s.downs[p, g]):
            if s.origin[p, g, i] == FROM_OLD_HAND:
                s.origin[p, g, i] = FROM_HAND


def redeal_opening(s: Any, p: int) -> None:
    """Deal the cards that are being laid at the groups anew: one of each value, the others stay in hand."""
    for v in range(1, VALUES):
        s.hand[p, v] = 2
    for g in range(GROUPS):
        if s.downs[p, g] > 0:
            left = 0
            for v in range(1, VALUES):
                left += s.hand[p, v] == 2
            n = roll(s, left)
            v = 1
            while s.hand[p, v] < 2 or n > 0:
                n -= s.hand[p, v] == 2
                v += 1
            s.hand[p, v] = 1
            s.down[p, g, 0] = v


def redeal_influence(s: Any, p: int, viewer: int) -> None:
    """Deal a side's hidden influence cards anew within what the viewer knows of them."""
    hand = 0
    lifted = 0
    lifting = s.stage == CASTLE and s.active == p
    if lifting:
        lift_again(s, p)
    for v in range(VALUES):
        hand += s.hand[p, v]
        s.hand[p, v] = 0
        s.pile[p, v] = INFLUENCE_CARDS[v] - s.discard[p, v]
        for g in range(GROUPS):
            s.pile[p, v] -= s.up[p, g, v]
        if lifting:
            lifted += s.lifted[v]
            s.lifted[v] = 0
    for g in range(GROUPS):
        for i in range(s.downs[p, g]):
            s.down[p, g, i] = FREE
    deal_known(s, p, SEEN_OPENING, viewer, hand, lifted)
    deal_known(s, p, SEEN_CASTLED, viewer, hand, lifted)
    if viewer == OPPONENT:
        deal_known(s, p, SEEN_BEFORE, viewer, hand, lifted)
        deal_known(s, p, SEEN_IN_HAND, viewer, hand, lifted)
    else:
        deal_known(s, p, SEEN_BY_ALL, viewer, hand, lifted)
    # Whatever nobody knows comes off the pile.
    for _ in range(hand):
        if in_hand(s, p) < hand:
            s.hand[p, pick(s, s.pile, p, VALUES)] += 1
    for _ in range(lifted):
        if in_limbo(s) < lifted:
            s.lifted[pick(s, s.pile, p, VALUES)] += 1
    for g in range(GROUPS):
        for i in range(s.downs[p, g]):
            if s.down[p, g, i] == FREE:
                s.down[p, g, i] = pick(s, s.pile, p, VALUES)


def lift_again(s: Any, p: int) -> None:
    """Pick up what a castling has laid so far: others do not know where it went."""
    for g in range(GROUPS):
        if is_castling_at(s, p, g):
            pick_up(s, p, g)


def deal_known(s: Any, p: int, region: int, viewer: int, hand: int, lifted: int) -> None:
    """Put each card that is known to lie in a region on a free spot of it, each spot alike."""
    in_near = region == SEEN_IN_HAND or region == SEEN_BY_ALL
    for v in range(VALUES):
        for _ in range(s.known[p, region, v]):
            s.pile[p, v] -= 1
            hand_spots = hand - in_hand(s, p) if in_near else 0
            limbo_spots = lifted - in_limbo(s) if lifted > 0 and (in_near or region == SEEN_CASTLED) else 0
            spots = hand_spots + limbo_spots
            for g in range(GROUPS):
                for i in range(s.downs[p, g]):
                    spots += s.down[p, g, i] == FREE and lies_in(s.origin[p, g, i], region, viewer)
            n = roll(s, spots)
            if n < hand_spots:
                s.hand[p, v] += 1
            elif n < hand_spots + limbo_spots:
                s.lifted[v] += 1
            else:
                n -= hand_spots + limbo_spots
                for g in range(GROUPS):
                    for i in range(s.downs[p, g]):
                        if s.down[p, g, i] == FREE and lies_in(s.origin[p, g, i], region, viewer):
                            if n == 0:
                                s.down[p, g, i] = v
                            n -= 1


def lies_in(origin: int, region: int, viewer: int) -> bool:
    """Tell whether a face-down card of this origin belongs to a region."""
    if region == SEEN_OPENING:
        return origin == FROM_OPENING
    if region == SEEN_CASTLED:
        return origin == FROM_CASTLING
    if region == SEEN_BEFORE:
        return origin == FROM_OLD_HAND
    return origin == FROM_HAND or origin == FROM_CASTLING or (origin == FROM_OLD_HAND and viewer == ALL)


def redeal_actions(s: Any, p: int, viewer: int) -> None:
    """Deal a side's hidden action cards anew; an arranged pile gets a new order."""
    hand = 0
    for kind in range(KINDS):
        hand += s.actions[p, kind]
        s.action_pile[p, kind] += s.actions[p, kind] - s.known_actions[p, viewer, kind]
        s.actions[p, kind] = s.known_actions[p, viewer, kind]
        hand -= s.known_actions[p, viewer, kind]
    for _ in range(hand):
        s.actions[p, pick(s, s.action_pile, p, KINDS)] += 1
    reorder(s, p)


def reorder(s: Any, p: int) -> None:
    """Shuffle the part of an arranged action pile that its owner has put in order and not yet drawn."""
    drawn = s.ordered[p]
    for kind in range(KINDS):
        drawn -= s.action_pile[p, kind]
    if drawn < 0:
        drawn = 0
    for i in range(drawn, s.ordered[p]):
        s.order[p, i] = pick(s, s.action_pile, p, KINDS)
    for i in range(drawn, s.ordered[p]):
        s.action_pile[p, s.order[p, i]] += 1
