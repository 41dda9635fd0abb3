"""What must hold in every position: compiled with the rules, run on millions of games."""

from __future__ import annotations

from typing import Any

from .cards import actions_in_hand, in_hand, in_limbo
from .influence import both_laid, is_open
from .material import CALLS, CLASSIC, GROUPS, INFLUENCE_CARDS, KINDS, RENEWED, SIDE_LIMIT, VALUES
from .record import CASTLE, OPENING, OVER
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
    return 0


def knowledge_fails(s: Any, p: int) -> bool:
    """Tell whether something "known" of a side's hidden cards is not so."""
    if s.stage <= OPENING:
        return False
    for v in range(VALUES):
        opening = 0
        old = 0
        castled = s.lifted[v] if s.stage == CASTLE and s.active == p else 0
        laid = 0
        for g in range(GROUPS):
            for i in range(s.downs[p, g]):
                if s.down[p, g, i] == v:
                    opening += s.origin[p, g, i] == 1
                    laid += s.origin[p, g, i] == 2
                    old += s.origin[p, g, i] == 3
                    castled += s.origin[p, g, i] == 4
        if s.known[p, 3, v] != opening or s.known[p, 4, v] > castled or s.known[p, 2, v] > old:
            return True
        if s.known[p, 0, v] + s.known[p, 4, v] > s.hand[p, v] + laid + old + castled:
            return True
        if s.known[p, 1, v] + s.known[p, 4, v] > s.hand[p, v] + laid + castled:
            return True
    for kind in range(KINDS):
        for viewer in range(2):
            if s.known_actions[p, viewer, kind] > s.actions[p, kind]:
                return True
    return False
