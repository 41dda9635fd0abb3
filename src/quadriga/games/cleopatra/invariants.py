"""What must hold in every position: compiled with the rules, run on millions of games."""

from __future__ import annotations

from typing import Any

from .cards import actions_in_hand, in_hand, in_limbo
from .influence import all_free_places, both_laid, five_everywhere, is_open
from .material import CALLS, CLASSIC, GROUPS, INFLUENCE_CARDS, KINDS, RENEWED, SIDE_LIMIT, VALUES, WRATH
from .record import (
    ALL,
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
    PASSES,
    PERHAPS_OPENING,
    REFILL,
    SEEN_BEFORE,
    SEEN_BY_ALL,
    SEEN_CASTLED,
    SEEN_IN_HAND,
    SEEN_OPENING,
    TURN,
)
from .redeal import due
from .tasks import group_size, score

SIZES = CLASSIC.patricians
TOTALS_1997 = CLASSIC.action_cards
TOTALS_2024 = RENEWED.action_cards
MAX_SCORE = 21 + GROUPS + GROUPS + 2


def broken(s: Any) -> int:
    """Return 0, or the number of the first invariant that a position breaks."""
    classic = s.joint_limit == 8
    for p in range(2):
        for v in range(VALUES):
            total = s.hand[p, v] + s.pile[p, v] + s.discard[p, v]
            if s.hand[p, v] < 0 or s.pile[p, v] < 0 or s.discard[p, v] < 0:
                return 1
            for g in range(GROUPS):
                if s.up[p, g, v] < 0:
                    return 1
                total += s.up[p, g, v]
                for i in range(s.downs[p, g]):
                    total += s.down[p, g, i] == v
            if s.stage == CASTLE and s.active == p:
                total += s.lifted[v]
            if total != INFLUENCE_CARDS[v]:
                return 2
        for kind in range(KINDS):
            total = s.actions[p, kind] + s.action_pile[p, kind] + s.action_discard[p, kind]
            if s.actions[p, kind] < 0 or s.action_pile[p, kind] < 0:
                return 3
            if total != (TOTALS_1997[kind] if classic else TOTALS_2024[kind]):
                return 4
        limit = 5 if classic else 6
        if in_hand(s, p) + actions_in_hand(s, p) > limit and s.stage > OPENING:
            return 5
        for g in range(GROUPS):
            count = s.downs[p, g]
            for v in range(VALUES):
                count += s.up[p, g, v]
            if count != s.laid[p, g] or count > SIDE_LIMIT:
                return 6
            for i in range(SIDE_LIMIT):
                if i >= s.downs[p, g] and (s.down[p, g, i] != 0 or s.origin[p, g, i] != 0):
                    return 7
                if i < s.downs[p, g] and s.origin[p, g, i] == 0:
                    return 7
        if score(s, p) < 0 or score(s, p) > MAX_SCORE:
            return 8
        if knowledge_fails(s, p):
            return 14
    if in_limbo(s) > 0 and s.stage != CASTLE:
        return 9
    for g in range(GROUPS):
        if group_size(s, g) != SIZES[g] or s.patricians[g] < 0:
            return 10
        if both_laid(s, g) > s.joint_limit or (both_laid(s, g) > 0 and not is_open(s, g)):
            return 11
    for call in range(CALLS):
        if s.bag[call] < 0 or s.out[call] < 0 or s.bag[call] + s.out[call] > 2:
            return 12
    if (s.stage == OVER) != (s.to_move < 0) or (s.stage > 14 and s.stage != OVER):
        return 13
    if wrath_is_wrong(s):
        return 15
    if (s.passes == 4) != (s.stage == OVER and s.reason == PASSES) or s.passes < 0 or s.passes > 4 * classic:
        return 16
    return 0


def must_hold_wrath(s: Any) -> bool:
    """Tell whether the active player goes on without a place, which only wrath in hand allows (CC97-E4, CC24-E3)."""
    if s.joint_limit == 8:
        return (s.stage == TURN or s.stage == REFILL) and s.alone > 0 and five_everywhere(s, s.active)
    return s.stage == TURN and all_free_places(s, s.active) == 0


def wrath_is_wrong(s: Any) -> bool:
    """Tell whether a wrath that all must know of is unknown, or a game ended for want of a place in spite of one."""
    p = s.active
    if s.stage == OVER and s.reason == BLOCKED:
        return s.actions[p, WRATH] > 0 and (s.joint_limit == 8 or s.known_actions[p, ALL, WRATH] == 0)
    return must_hold_wrath(s) and (s.known_actions[p, ALL, WRATH] == 0 or s.known_actions[p, OPPONENT, WRATH] == 0)


def knowledge_fails(s: Any, p: int) -> bool:
    """Tell whether something "known" of a side's hidden cards is not so, or two opening cards are equal."""
    opening = 0
    for g in range(GROUPS):
        for i in range(s.downs[p, g]):
            if s.origin[p, g, i] == FROM_OPENING:
                if opening >> s.down[p, g, i] & 1 or s.down[p, g, i] == 0:
                    return True
                opening |= 1 << s.down[p, g, i]
    if s.stage <= OPENING:
        return False
    all_new = 0
    all_old = 0
    for v in range(VALUES):
        near = s.hand[p, v]
        before = 0
        castled = s.lifted[v] if s.stage == CASTLE and s.active == p else 0
        castled_before = 0
        for g in range(GROUPS):
            for i in range(s.downs[p, g]):
                if s.down[p, g, i] == v:
                    near += s.origin[p, g, i] == FROM_HAND
                    before += s.origin[p, g, i] == FROM_OLD_HAND
                    castled += s.origin[p, g, i] == FROM_CASTLING
                    castled_before += s.origin[p, g, i] == FROM_OLD_CASTLING
        all_new += castled
        all_old += castled_before
        here = opening >> v & 1
        of_opening = s.known[p, SEEN_OPENING, v] + s.known[p, PERHAPS_OPENING, v]
        if of_opening < here or of_opening > (v > 0):
            return True
        mixed = s.known[p, SEEN_CASTLED, v] + (s.known[p, SEEN_OPENING, v] > here)
        if mixed > castled + castled_before:
            return True
        of_all = s.known[p, SEEN_BY_ALL, v] - (here and s.known[p, PERHAPS_OPENING, v])
        if mixed + of_all > near + before + castled + castled_before:
            return True
        if due(s, p, SEEN_IN_HAND, v, opening) + min(mixed, castled) > near + castled:
            return True
        if due(s, p, SEEN_BEFORE, v, opening) + min(mixed, castled_before) > before + castled_before:
            return True
    if all_new > 0 and all_old > 0:
        return True
    for kind in range(KINDS):
        for viewer in range(2):
            if s.known_actions[p, viewer, kind] > s.actions[p, kind]:
                return True
    return False
