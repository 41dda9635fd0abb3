"""Laying out the game, placing cards and ending it: what both editions do in the same way."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.tell import tell

from .action import offer
from .cards import actions_in_hand, actions_in_pile, in_hand, in_pile
from .event_kinds import ENDED, PLACED_DOWN, TURN_BEGINS
from .influence import free_places, lay_down, place_down, place_up
from .material import GROUPS, INFLUENCE_CARDS, KINDS, PLAIN, SHUFFLE, VALUES
from .numbering import PLACE_DOWN, PLACE_UP
from .record import AFTER, FROM_OPENING, OVER, SEEN_BY_ALL, SEEN_IN_HAND, SEEN_OPENING, SPECIAL, TURN


def lay_out(s: Any, patricians: Any, action_cards: Any, plain: int) -> None:
    """Lay out patricians, votes and both sides' cards; two of each number 1 to 5 are taken up.

    CC97-M1, M2, M4, M5, S1; CC24-M1 to M4, S5.
    """
    for g in range(GROUPS):
        s.patricians[g] = patricians[g]
        s.bag[g] = 1
    s.bag[PLAIN] = plain
    s.bag[SHUFFLE] = 1
    for p in range(2):
        for v in range(VALUES):
            taken = 2 if v > 0 else 0
            s.hand[p, v] = taken
            s.pile[p, v] = INFLUENCE_CARDS[v] - taken
            s.known[p, SEEN_OPENING, v] = taken // 2
            s.known[p, SEEN_BY_ALL, v] = taken // 2
            s.known[p, SEEN_IN_HAND, v] = taken // 2
        for kind in range(KINDS):
            s.action_pile[p, kind] = action_cards[kind]


def offer_first(s: Any, p: int, moves: Any, n: int) -> int:
    """Offer the cards 1 to 5 that are not yet placed for the next group (CC97-S6, CC24-S2)."""
    for v in range(1, VALUES):
        if s.hand[p, v] == 2:
            n = offer(moves, n, PLACE_DOWN + GROUPS * v + s.cursor)
    return n


def place_first(s: Any, p: int, action: int) -> bool:
    """Place the opening card of the next group; the other five are the opening hand. Tell whether both sides are done.

    CC97-S6, S7; CC24-S2, S3.
    """
    v = (action - PLACE_DOWN) // GROUPS
    s.hand[p, v] -= 1
    lay_down(s, p, v, s.cursor, FROM_OPENING, PLACED_DOWN)
    s.cursor += 1
    if s.cursor < GROUPS:
        return False
    s.cursor = 0
    s.to_move = 1 - p
    return p == 1


def start_turn(s: Any, p: int) -> None:
    """Give p the turn, with nothing placed or played yet."""
    s.active = p
    s.to_move = p
    s.placed = 0
    s.first_up = 0
    s.acted = 0
    s.named = 0
    s.resume = 0
    s.must_hold = 0
    s.cursor = 0
    s.turns += 1
    s.stage = TURN
    tell(s, TURN_BEGINS, p, s.turns, 0, 0)


def may_refill(s: Any, hand: int) -> bool:
    """Tell whether the active player still draws: the hand is not full and a pile not empty (CC97-T9, CC24-T10)."""
    p = s.active
    if in_hand(s, p) + actions_in_hand(s, p) >= hand:
        return False
    return in_pile(s, p) + actions_in_pile(s, p) > 0


def offer_placing(s: Any, p: int, way: int, moves: Any, n: int) -> int:
    """Offer every influence card in hand at every group with room (CC97-T3 to T6, CC24-T2 to T4)."""
    open_groups = 0
    for g in range(GROUPS):
        open_groups |= (free_places(s, p, g) > 0) << g
    for v in range(VALUES):
        if s.hand[p, v] > 0:
            for g in range(GROUPS):
                if open_groups >> g & 1:
                    n = offer(moves, n, way + GROUPS * v + g)
    return n


def place(s: Any, p: int, action: int) -> None:
    """Place an influence card either way."""
    if action < PLACE_UP:
        place_down(s, p, (action - PLACE_DOWN) // GROUPS, (action - PLACE_DOWN) % GROUPS)
    else:
        place_up(s, p, (action - PLACE_UP) // GROUPS, (action - PLACE_UP) % GROUPS)


def close_placing(s: Any, p: int) -> None:
    """Go on when all influence cards are placed: an action card may still follow (CC97-T2, CC24-T1).

    Whoever holds action cards is asked, playable or not: not to be asked would tell.
    """
    s.placed = 2
    if s.acted or actions_in_hand(s, p) == 0:
        s.stage = SPECIAL
    else:
        s.stage = AFTER


def end(s: Any, reason: int) -> None:
    """End the game."""
    s.stage = OVER
    s.to_move = -1
    s.reason = reason
    tell(s, ENDED, 0, reason, 0, 0)
