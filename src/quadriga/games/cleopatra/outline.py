"""What a seat may see, as the numbers of the pieces of text that it is written with (see pieces.py).

A table server shows every position to every seat. So this is compiled with the rules, and interpreted like them where
they are not compiled.
"""

from __future__ import annotations

from typing import Any

from .cards import in_limbo, is_castling_at
from .material import CALLS, GROUPS, INFLUENCE_CARDS, KINDS, VALUES
from .pieces import (
    ACTED,
    ACTION_NAME,
    ACTIVE,
    AND_ACTIONS,
    AS_IS,
    BONUS,
    CAESARS,
    CALL_NAME,
    CARD,
    CARDS_AT,
    CLEOPATRAS,
    COMMA,
    DISCARD,
    DOWN,
    DOWN_FROM_OPENING,
    END,
    END_LIST,
    FLAG,
    GROUP,
    HAND,
    HIDDEN_BONUS,
    HIDDEN_CARD,
    HIDDEN_MISSION,
    HIDDEN_NAME,
    IN_CASTLED,
    IN_HAND,
    IN_HAND_ACTIONS,
    IN_LAID_BEFORE,
    IN_OPENING,
    INFLUENCE_NAME,
    KEPT,
    KNOWN_AT,
    KNOWN_IS,
    LEFT,
    LEGAL,
    LIFTED,
    MISSION,
    MISSIONS_ARE,
    MOST,
    MOVES,
    NAMED,
    NAMED_MOVE,
    NULL,
    NUMBER,
    ORDER,
    OUT,
    PADDED,
    PASSES,
    PATRICIANS,
    PERHAPS_IN_OPENING,
    PILE,
    PILE_ACTIONS,
    RADIX,
    RUN,
    SEAT,
    SEAT_IS,
    STAGE,
    TABLE,
    TO_MOVE,
    UNSEEN,
    UP,
    WON,
)
from .record import (
    ALL,
    CASTLE,
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

SPECTATOR = -1


def outline(s: Any, seat: int, out: Any) -> int:
    """List the pieces of a view but for the moves that may be chosen; return how many. Seat -1 is a spectator."""
    n = number(out, fixed(out, 0, MOVES), s.moves)
    n = piece(out, fixed(out, n, SEAT_IS), SEAT + 1 + seat)
    n = number(out, piece(out, n, STAGE + s.stage), s.turns)
    n = piece(out, fixed(out, n, ACTIVE), SEAT + 1 + s.active)
    n = piece(out, fixed(out, n, TO_MOVE), SEAT + 1 + max(s.to_move, -1))
    n = piece(out, fixed(out, n, ACTED), FLAG + (s.acted != 0))
    n = fixed(out, n, NAMED)
    n = piece(out, n, NAMED_MOVE + s.named) if s.named else fixed(out, n, NULL)
    n = number(out, fixed(out, n, PASSES), s.passes)
    n = fixed(out, n, PATRICIANS)
    for g in range(GROUPS):
        n = number(out, piece(out, n, GROUP + g), s.patricians[g])
    start = n = fixed(out, n, LEFT)
    for call in range(CALLS):
        n = run(out, n, start, CALL_NAME + call, s.bag[call])
    start = n = fixed(out, n, OUT)
    for call in range(CALLS):
        n = run(out, n, start, CALL_NAME + call, s.out[call])
    n = lifted(s, seat, out, fixed(out, n, LIFTED))
    n = side(s, 0, seat, out, fixed(out, n, CLEOPATRAS))
    n = side(s, 1, seat, out, fixed(out, n, CAESARS))
    return fixed(out, n, LEGAL)


def lifted(s: Any, seat: int, out: Any, n: int) -> int:
    """Show the cards that a castling holds in the air: to their owner as they are, to others as a number.

    Others see none of them laid before all are: see `is_castling_at`.
    """
    start = n
    if s.stage == CASTLE and seat == s.active:
        for v in range(VALUES):
            n = run(out, n, start, INFLUENCE_NAME + v, s.lifted[v])
    elif s.stage == CASTLE:
        hidden = in_limbo(s)
        for g in range(GROUPS):
            if is_castling_at(s, s.active, g):
                hidden += s.laid[s.active, g]
        n = run(out, n, start, HIDDEN_NAME, hidden)
    return n


def side(s: Any, p: int, seat: int, out: Any, n: int) -> int:
    """Show one side's cards as a seat may see them."""
    own = p == seat
    n = fixed(out, n, HAND)
    if own or (s.stage == SPYING and seat == s.active):
        n = both(s.hand, s.actions, p, out, n)
    else:
        n = run(out, n, n, HIDDEN_NAME, total(s.hand, p, VALUES))
        n = fixed(out, n, AND_ACTIONS)
        n = run(out, n, n, HIDDEN_NAME, total(s.actions, p, KINDS))
    n = piles(s, p, own, out, n)
    n = both(s.discard, s.action_discard, p, out, fixed(out, n, DISCARD))
    n = fixed(out, n, WON)
    for g in range(GROUPS):
        n = number(out, piece(out, n, GROUP + g), s.won[p, g])
    n = fixed(out, n, TABLE)
    for g in range(GROUPS):
        n = at_group(s, p, g, own, out, piece(out, n, CARDS_AT + g))
    start = n = fixed(out, n, UNSEEN)
    for v in range(VALUES):
        n = run(out, n, start, INFLUENCE_NAME + v, s.pile[p, v] if own else unseen(s, p, v))
    if own:
        n = fixed(out, n, END_LIST)
    else:
        n = known(s, p, seat == SPECTATOR, out, fixed(out, n, KNOWN_IS))
        n = fixed(out, n, END)
    if s.bonus[p]:
        n = piece(out, n, BONUS + (s.bonus[p] - 1 if own or s.stage == OVER else HIDDEN_BONUS))
    if s.missions[p, 0]:
        n = missions(s, p, own, out, fixed(out, n, MISSIONS_ARE))
        n = piece(out, fixed(out, n, KEPT), FLAG + (s.kept[p] != 0))
    return fixed(out, n, END)


def piles(s: Any, p: int, own: bool, out: Any, n: int) -> int:
    """Show how many cards are left in a side's piles, and the order of the action cards that was arranged."""
    left = total(s.action_pile, p, KINDS)
    n = number(out, fixed(out, n, PILE), total(s.pile, p, VALUES))
    n = number(out, fixed(out, n, PILE_ACTIONS), left)
    ordered = s.ordered[p]
    if ordered:
        start = n = fixed(out, n, ORDER)
        for k in range(max(0, ordered - left), ordered):
            n = run(out, n, start, ACTION_NAME + s.order[p, k] if own else HIDDEN_NAME, 1)
        n = fixed(out, n, END_LIST)
    return n


def at_group(s: Any, p: int, g: int, own: bool, out: Any, n: int) -> int:
    """Show the face-up cards at a group, then the face-down ones by their places; to others none being laid."""
    if not own and is_castling_at(s, p, g):
        return n
    start = n
    for v in range(VALUES):
        for _ in range(s.up[p, g, v]):
            n = card(out, n, start, v, UP)
    for place in range(s.downs[p, g]):
        manner = DOWN_FROM_OPENING if s.origin[p, g, place] == FROM_OPENING else DOWN
        n = card(out, n, start, s.down[p, g, place] if own else HIDDEN_CARD, manner)
    return n


def unseen(s: Any, p: int, v: int) -> int:
    """Count the influence cards of a side that others have not seen: neither discarded nor face up at any group."""
    left = INFLUENCE_CARDS[v] - s.discard[p, v]
    for g in range(GROUPS):
        left -= s.up[p, g, v]
    return left


def known(s: Any, p: int, to_all: bool, out: Any, n: int) -> int:
    """Show what the opponent, or everybody, knows of a side's hidden cards, by where they lie (see knowledge.py)."""
    start = n
    if s.stage <= OPENING:
        return n
    n = known_at(s.known, p, SEEN_OPENING, INFLUENCE_NAME, IN_OPENING, out, n, start)
    n = known_at(s.known, p, PERHAPS_OPENING, INFLUENCE_NAME, PERHAPS_IN_OPENING, out, n, start)
    n = known_at(s.known, p, SEEN_BY_ALL if to_all else SEEN_IN_HAND, INFLUENCE_NAME, IN_HAND, out, n, start)
    n = known_at(s.known, p, SEEN_CASTLED, INFLUENCE_NAME, IN_CASTLED, out, n, start)
    if not to_all:
        n = known_at(s.known, p, SEEN_BEFORE, INFLUENCE_NAME, IN_LAID_BEFORE, out, n, start)
    return known_at(s.known_actions, p, ALL if to_all else OPPONENT, ACTION_NAME, IN_HAND_ACTIONS, out, n, start)


def known_at(counts: Any, p: int, region: int, name: int, place: int, out: Any, n: int, start: int) -> int:
    """Show what is known of the cards that lie somewhere, if anything is."""
    begun = n
    for k in range(VALUES):
        if counts[p, region, k]:
            if n == begun:
                begun = n = piece(out, n, KNOWN_AT + 2 * place + (n > start))
            n = run(out, n, begun, name + k, counts[p, region, k])
    return n if n == begun else fixed(out, n, END_LIST)


def missions(s: Any, p: int, own: bool, out: Any, n: int) -> int:
    """Show a side's missions; at the end those that may score, a discarded one never to others."""
    over = s.stage == OVER
    n = piece(out, n, MISSION + (s.missions[p, 0] - 1 if own or over else HIDDEN_MISSION))
    second = own or (over and not s.kept[p])
    return piece(out, fixed(out, n, COMMA), MISSION + (s.missions[p, 1] - 1 if second else HIDDEN_MISSION))


def both(influence: Any, actions: Any, p: int, out: Any, n: int) -> int:
    """Name cards of both kinds."""
    start = n
    for v in range(VALUES):
        n = run(out, n, start, INFLUENCE_NAME + v, influence[p, v])
    start = n = fixed(out, n, AND_ACTIONS)
    for k in range(KINDS):
        n = run(out, n, start, ACTION_NAME + k, actions[p, k])
    return n


def total(counts: Any, p: int, kinds: int) -> int:
    """Add up the cards of a side."""
    sum_of_all = 0
    for k in range(kinds):
        sum_of_all += counts[p, k]
    return sum_of_all


def piece(out: Any, n: int, which: int) -> int:
    """Put a piece at the end."""
    out[n] = which
    return n + 1


def fixed(out: Any, n: int, which: int) -> int:
    """Put at the end what always reads the same."""
    out[n] = AS_IS + which
    return n + 1


def run(out: Any, n: int, start: int, name: int, count: int) -> int:
    """Put a name at the end of a list that begins somewhere, this many times."""
    if count == 0:
        return n
    out[n] = RUN + 2 * (name * (MOST + 1) + count) + (n > start)
    return n + 1


def card(out: Any, n: int, start: int, name: int, manner: int) -> int:
    """Put a card at the end of those at a group, which begin somewhere."""
    out[n] = CARD + 2 * (3 * name + manner) + (n > start)
    return n + 1


def number(out: Any, n: int, value: int) -> int:
    """Put a number at the end."""
    unit = 1
    while value // unit >= RADIX:
        unit *= RADIX
    out[n] = NUMBER + value // unit
    n += 1
    while unit > 1:
        value %= unit
        unit //= RADIX
        out[n] = PADDED + value // unit
        n += 1
    return n
