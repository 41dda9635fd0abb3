"""Dealing again what a seat cannot know: every deal agrees with what is noted as known (see knowledge.py)."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll

from .cards import in_hand, in_limbo, is_castling_at, pick, pick_up
from .knowledge import forget_when, hand_spied
from .material import GROUPS, INFLUENCE_CARDS, KINDS, VALUES, WRATH
from .numbering import KEEP_MISSION, PASS, PICK, PLACE_DOWN, PLACE_UP
from .record import (
    ALL,
    ARRANGE,
    BLOCKED,
    CASTLE,
    FROM_CASTLING,
    FROM_HAND,
    FROM_OLD_CASTLING,
    FROM_OLD_HAND,
    FROM_OPENING,
    OPENING,
    OPPONENT,
    OVER,
    PERHAPS_OPENING,
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


def redeal(s: Any, seat: int) -> None:
    """Deal again all that a seat cannot know; seat -1 is a spectator."""
    redeal_tasks(s, seat)
    for p in range(2):
        if p != seat:
            if seat < 0:
                forget_spying(s, p)
            if s.stage == ARRANGE:
                reorder(s, p)
            elif s.stage == OPENING:
                redeal_opening(s, p)
                reorder(s, p)
            else:
                redeal_influence(s, p)
                redeal_actions(s, p)
            if s.stage == SPYING and p != s.active:
                hand_spied(s, p)


def forget_spying(s: Any, p: int) -> None:
    """Leave the opponent with no more than everybody knows: what a spy saw is hidden from a spectator too."""
    forget_when(s, p)
    for v in range(VALUES):
        s.known[p, SEEN_IN_HAND, v] = s.known[p, SEEN_BY_ALL, v]
    for kind in range(KINDS):
        s.known_actions[p, OPPONENT, kind] = s.known_actions[p, ALL, kind]


def redeal_opening(s: Any, p: int) -> None:
    """Deal the cards that are being laid at the groups again: one of each value, the others stay in hand."""
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


def redeal_influence(s: Any, p: int) -> None:
    """Deal a side's hidden influence cards again within what the opponent knows of them."""
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
    opening = opening_where_laid(s, p, hand, lifted)
    for v in range(VALUES):
        if opening >> v & 1:
            deal_one(s, p, v, SEEN_OPENING, hand, lifted)
        elif s.known[p, SEEN_OPENING, v] > 0:
            deal_one(s, p, v, SEEN_CASTLED, hand, lifted)
    deal_known(s, p, SEEN_CASTLED, opening, hand, lifted)
    deal_known(s, p, SEEN_BEFORE, opening, hand, lifted)
    deal_known(s, p, SEEN_IN_HAND, opening, hand, lifted)
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


def opening_where_laid(s: Any, p: int, hand: int, lifted: int) -> int:
    """Choose which opening cards still lie where they were laid: a bit for each value, each set that fits alike."""
    places = 0
    from_hand = hand
    before = 0
    castled = lifted
    castled_before = 0
    for g in range(GROUPS):
        for i in range(s.downs[p, g]):
            places += s.origin[p, g, i] == FROM_OPENING
            from_hand += s.origin[p, g, i] == FROM_HAND
            before += s.origin[p, g, i] == FROM_OLD_HAND
            castled += s.origin[p, g, i] == FROM_CASTLING
            castled_before += s.origin[p, g, i] == FROM_OLD_CASTLING
    values = 0
    left = -places
    for v in range(VALUES):
        if s.known[p, SEEN_OPENING, v] + s.known[p, PERHAPS_OPENING, v] > 0:
            values |= 1 << v
            left += 1
    if left == 0:
        return values
    fitting = 0
    for chosen in range(values + 1):
        fitting += chosen | values == values and fits(s, p, chosen, places, from_hand, before, castled, castled_before)
    n = roll(s, fitting)
    for chosen in range(values + 1):
        if chosen | values == values and fits(s, p, chosen, places, from_hand, before, castled, castled_before):
            if n == 0:
                return chosen
            n -= 1
    return values


def fits(
    s: Any, p: int, opening: int, places: int, from_hand: int, before: int, castled: int, castled_before: int
) -> bool:
    """Tell whether all that is known has its place if these opening cards lie where they were laid."""
    others = castled + castled_before
    for v in range(VALUES):
        here = opening >> v & 1
        mixed = s.known[p, SEEN_CASTLED, v] + (s.known[p, SEEN_OPENING, v] > here)
        in_near = due(s, p, SEEN_IN_HAND, v, opening)
        in_before = due(s, p, SEEN_BEFORE, v, opening)
        if here + mixed + in_near + in_before > s.pile[p, v]:
            return False
        places -= here
        others -= mixed
        from_hand -= in_near
        before -= in_before
    if castled_before > 0:
        before += others
    else:
        from_hand += others
    return places == 0 and others >= 0 and from_hand >= 0 and before >= 0


def due(s: Any, p: int, region: int, v: int, opening: int) -> int:
    """Count the cards of a value that are known to lie in a region.

    It is one less if the opening card lies where it was laid and so a card that was shown came from here.
    """
    count = s.known[p, region, v]
    if count == 0 or s.known[p, PERHAPS_OPENING, v] == 0 or opening >> v & 1 == 0:
        return count
    if region == SEEN_BEFORE or (region == SEEN_IN_HAND and s.known[p, SEEN_BEFORE, v] == 0):
        return count - 1
    return count


def deal_known(s: Any, p: int, region: int, opening: int, hand: int, lifted: int) -> None:
    """Put each card that is known to lie in a region on a free spot of it."""
    for v in range(VALUES):
        for _ in range(due(s, p, region, v, opening)):
            deal_one(s, p, v, region, hand, lifted)


def deal_one(s: Any, p: int, v: int, region: int, hand: int, lifted: int) -> None:
    """Put a card on a free spot of a region, each spot alike."""
    s.pile[p, v] -= 1
    hand_spots = hand - in_hand(s, p) if region == SEEN_IN_HAND else 0
    limbo_spots = lifted - in_limbo(s) if lifted > 0 and (region == SEEN_IN_HAND or region == SEEN_CASTLED) else 0
    spots = hand_spots + limbo_spots
    for g in range(GROUPS):
        for i in range(s.downs[p, g]):
            spots += s.down[p, g, i] == FREE and lies_in(s.origin[p, g, i], region)
    n = roll(s, spots)
    if n < hand_spots:
        s.hand[p, v] += 1
    elif n < hand_spots + limbo_spots:
        s.lifted[v] += 1
    else:
        n -= hand_spots + limbo_spots
        for g in range(GROUPS):
            for i in range(s.downs[p, g]):
                if s.down[p, g, i] == FREE and lies_in(s.origin[p, g, i], region):
                    if n == 0:
                        s.down[p, g, i] = v
                    n -= 1


def lies_in(origin: int, region: int) -> bool:
    """Tell whether a face-down card of this origin belongs to a region."""
    if region == SEEN_OPENING:
        return origin == FROM_OPENING
    if region == SEEN_CASTLED:
        return origin == FROM_CASTLING or origin == FROM_OLD_CASTLING
    if region == SEEN_BEFORE:
        return origin == FROM_OLD_HAND or origin == FROM_OLD_CASTLING
    return origin == FROM_HAND or origin == FROM_CASTLING


def redeal_actions(s: Any, p: int) -> None:
    """Deal a side's hidden action cards again; an arranged pile gets a new order.

    A game that ended for want of a place shows that no wrath was in hand, unless it is known to be (CC97-E4, CC24-E3).
    """
    hand = 0
    for kind in range(KINDS):
        hand += s.actions[p, kind]
        s.action_pile[p, kind] += s.actions[p, kind] - s.known_actions[p, OPPONENT, kind]
        s.actions[p, kind] = s.known_actions[p, OPPONENT, kind]
        hand -= s.known_actions[p, OPPONENT, kind]
    not_held = 0
    if s.stage == OVER and s.reason == BLOCKED and s.active == p:
        not_held = s.action_pile[p, WRATH]
    s.action_pile[p, WRATH] -= not_held
    for _ in range(hand):
        s.actions[p, pick(s, s.action_pile, p, KINDS)] += 1
    s.action_pile[p, WRATH] += not_held
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


def public_action(s: Any, action: int) -> int:
    """Name an action as the opponent sees it: a card laid face down, picked or kept has no face."""
    if action < PLACE_UP:
        return PLACE_DOWN if s.stage == CASTLE else PLACE_DOWN + action % GROUPS
    if PICK <= action < PASS:
        return PICK if action < KEEP_MISSION else KEEP_MISSION
    return action
