"""Counting cards and drawing them: the smallest things a player does."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .event_kinds import DREW, DREW_ACTION
from .material import FIRST_OF_PAIR, KINDS, SECOND_OF_PAIR, VALUES
from .numbering import CASTLE_AT
from .record import CASTLE


def in_hand(s: Any, p: int) -> int:
    """Count the influence cards in a hand."""
    count = 0
    for v in range(VALUES):
        count += s.hand[p, v]
    return count


def in_pile(s: Any, p: int) -> int:
    """Count the cards of an influence pile."""
    count = 0
    for v in range(VALUES):
        count += s.pile[p, v]
    return count


def actions_in_hand(s: Any, p: int) -> int:
    """Count the action cards in a hand."""
    count = 0
    for kind in range(KINDS):
        count += s.actions[p, kind]
    return count


def actions_in_pile(s: Any, p: int) -> int:
    """Count the cards of an action pile."""
    count = 0
    for kind in range(KINDS):
        count += s.action_pile[p, kind]
    return count


def in_limbo(s: Any) -> int:
    """Count the cards that a castling has picked up and not yet laid down."""
    count = 0
    for v in range(VALUES):
        count += s.lifted[v]
    return count


def is_castling_at(s: Any, p: int, g: int) -> bool:
    """Tell whether p's cards at a group are being laid by a castling right now."""
    if s.stage != CASTLE or s.active != p:
        return False
    return g == FIRST_OF_PAIR[s.named - CASTLE_AT] or g == SECOND_OF_PAIR[s.named - CASTLE_AT]


def pick_up(s: Any, p: int, g: int) -> None:
    """Pick up all cards of a side at a group into the air."""
    for v in range(VALUES):
        s.lifted[v] += s.up[p, g, v]
        s.up[p, g, v] = 0
    for i in range(s.downs[p, g]):
        s.lifted[s.down[p, g, i]] += 1
        s.down[p, g, i] = 0
        s.origin[p, g, i] = 0
    s.downs[p, g] = 0
    s.laid[p, g] = 0


def is_out(s: Any, p: int) -> bool:
    """Tell whether a side has no influence card left in hand or pile (CC97-E2, CC97-E3, CC24-E2)."""
    return in_hand(s, p) == 0 and in_pile(s, p) == 0


def pick(s: Any, cards: Any, p: int, kinds: int) -> int:
    """Take one card at random out of the counts cards[p]: the top of a shuffled pile."""
    count = 0
    for k in range(kinds):
        count += cards[p, k]
    n = roll(s, count)
    k = 0
    while n >= cards[p, k]:
        n -= cards[p, k]
        k += 1
    cards[p, k] -= 1
    return k


def draw_influence(s: Any, p: int) -> None:
    """Draw the top card of the influence pile."""
    v = pick(s, s.pile, p, VALUES)
    s.hand[p, v] += 1
    tell(s, DREW, p, v, 0, 0)


def draw_action(s: Any, p: int) -> None:
    """Draw the top card of the action pile: the next of an arranged one, any of a shuffled one (CC97-S2, CC97-S3)."""
    if s.ordered[p] > 0:
        top = s.ordered[p] - actions_in_pile(s, p)
        kind = s.order[p, top]
        s.order[p, top] = 0
        s.action_pile[p, kind] -= 1
    else:
        kind = pick(s, s.action_pile, p, KINDS)
    s.actions[p, kind] += 1
    tell(s, DREW_ACTION, p, kind, 0, 0)
