"""Action cards: naming one, the veto, and what each does. The same in both editions but for their targets."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .cards import actions_in_hand, actions_in_pile, draw_action, draw_influence, in_hand, in_limbo, in_pile, pick_up
from .event_kinds import (
    ALLOWED,
    ASSASSINATED,
    CASTLED,
    DREW_NOTHING,
    LAID_CASTLED,
    LIFTED,
    NAMED,
    SPIED_ACTION_AWAY,
    SPIED_AWAY,
    SPIED_HAND,
    VETOED,
    WRATH_TOOK,
)
from .influence import both_laid, clear, free_places, is_open, lay_down, lose_down, lose_up, turn_up
from .knowledge import action_shown, castling_mixes, conclude, hand_spied, shown_from_hand
from .material import (
    ASSASSINATION,
    CASTLING,
    FIRST_OF_PAIR,
    GROUPS,
    KINDS,
    SCOUT,
    SECOND_OF_PAIR,
    SIDE_LIMIT,
    SPY,
    VALUES,
    VETO,
    WRATH,
)
from .numbering import (
    ALLOW,
    CASTLE_AT,
    DISCARD,
    DISCARD_ACTION,
    DRAW_ACTION,
    DRAW_INFLUENCE,
    KILL_DOWN,
    KILL_UP,
    PLACE_DOWN,
    SCOUT_AT,
    SPY_NOW,
    VETO_IT,
    WRATH_AT,
)
from .record import CASTLE, FROM_CASTLING, RESUME, SPY_DRAW, SPYING, VETO_DRAW, VETOING

VETO_CARDS = 2


def offer(moves: Any, n: int, action: int) -> int:
    """Add an action to the list of legal ones; return how many there are now."""
    moves[n] = action
    return n + 1


def card_of(action: int) -> int:
    """Name the action card that an action plays."""
    if action < SCOUT_AT:
        return ASSASSINATION
    if action < WRATH_AT:
        return SCOUT
    if action < CASTLE_AT:
        return WRATH
    if action < SPY_NOW:
        return CASTLING
    return SPY


def affects(s: Any, p: int, action: int) -> bool:
    """Tell whether an action card has a card to affect, in a group that is still open (CC97-A11, CC24-A8).

    It is not asked about an assassin's face-down victims: `offer_victims` lists them.
    """
    other = 1 - p
    if action < SCOUT_AT:
        k = action - KILL_UP
        return s.up[other, k % GROUPS, k // GROUPS] > 0
    if action < WRATH_AT:
        return s.downs[other, action - SCOUT_AT] > 0
    if action < CASTLE_AT:
        return both_laid(s, action - WRATH_AT) > 0
    if action < SPY_NOW:
        a = FIRST_OF_PAIR[action - CASTLE_AT]
        b = SECOND_OF_PAIR[action - CASTLE_AT]
        return is_open(s, a) and is_open(s, b) and s.laid[p, a] + s.laid[p, b] > 0
    return in_hand(s, other) + actions_in_hand(s, other) > 0


def offer_actions(s: Any, p: int, kill_down: bool, moves: Any, n: int) -> int:
    """Offer every action card in hand with every target it has."""
    if s.actions[p, ASSASSINATION] > 0:
        n = offer_victims(s, 1 - p, kill_down, moves, n)
    if s.actions[p, SCOUT] > 0:
        for action in range(SCOUT_AT, WRATH_AT):
            if affects(s, p, action):
                n = offer(moves, n, action)
    if s.actions[p, WRATH] > 0:
        for action in range(WRATH_AT, CASTLE_AT):
            if affects(s, p, action):
                n = offer(moves, n, action)
    if s.actions[p, CASTLING] > 0:
        for action in range(CASTLE_AT, SPY_NOW):
            if affects(s, p, action):
                n = offer(moves, n, action)
    if s.actions[p, SPY] > 0 and affects(s, p, SPY_NOW):
        n = offer(moves, n, SPY_NOW)
    return n


def offer_victims(s: Any, other: int, kill_down: bool, moves: Any, n: int) -> int:
    """Offer every influence card of the other side to an assassin, the face-down ones if he may (CC97-A2, CC24-A2)."""
    for v in range(VALUES):
        for g in range(GROUPS):
            if s.up[other, g, v] > 0:
                n = offer(moves, n, KILL_UP + GROUPS * v + g)
    if kill_down:
        for g in range(GROUPS):
            for i in range(s.downs[other, g]):
                n = offer(moves, n, KILL_DOWN + SIDE_LIMIT * g + i)
    return n


def offer_veto(s: Any, moves: Any, n: int) -> int:
    """Offer the answer to a named action: a veto if there is one in hand, or none (CC97-A7, CC24-A6)."""
    if s.actions[s.to_move, VETO] > 0:
        n = offer(moves, n, VETO_IT)
    return offer(moves, n, ALLOW)


def offer_draw(s: Any, p: int, moves: Any, n: int) -> int:
    """Offer the piles that are not empty (CC97-T9, CC24-T10)."""
    if in_pile(s, p) > 0:
        n = offer(moves, n, DRAW_INFLUENCE)
    if actions_in_pile(s, p) > 0:
        n = offer(moves, n, DRAW_ACTION)
    return n


def offer_spied(s: Any, moves: Any, n: int) -> int:
    """Offer every card of the spied hand (CC97-A3)."""
    other = 1 - s.active
    for v in range(VALUES):
        if s.hand[other, v] > 0:
            n = offer(moves, n, DISCARD + v)
    for kind in range(KINDS):
        if s.actions[other, kind] > 0:
            n = offer(moves, n, DISCARD_ACTION + kind)
    return n


def lowest_lifted(s: Any) -> int:
    """Find the card that a castling lays next: the lowest that is still picked up."""
    v = 0
    while s.lifted[v] == 0:
        v += 1
    return v


def offer_castling(s: Any, moves: Any, n: int) -> int:
    """Offer the two groups for the next card of a castling, where there is room (CC97-A4, CC24-A5)."""
    v = lowest_lifted(s)
    pair = s.named - CASTLE_AT
    if free_places(s, s.active, FIRST_OF_PAIR[pair]) > 0:
        n = offer(moves, n, PLACE_DOWN + GROUPS * v + FIRST_OF_PAIR[pair])
    if free_places(s, s.active, SECOND_OF_PAIR[pair]) > 0:
        n = offer(moves, n, PLACE_DOWN + GROUPS * v + SECOND_OF_PAIR[pair])
    return n


def veto_possible(s: Any, p: int) -> bool:
    """Tell whether, for all that everybody can see, p may hold a veto. Only then is p asked, veto or not."""
    return actions_in_hand(s, p) > 0 and s.action_discard[p, VETO] < VETO_CARDS


def name_action(s: Any, action: int) -> None:
    """Play an action card: card and target are named before the veto is decided (CC97-A1, CC97-A9, CC24-A1)."""
    p = s.active
    kind = card_of(action)
    s.actions[p, kind] -= 1
    s.action_discard[p, kind] += 1
    action_shown(s, p, kind)
    s.acted = 1
    s.named = action
    s.resume = s.stage
    tell(s, NAMED, p, action, kind, 0)
    if veto_possible(s, 1 - p):
        s.stage = VETOING
        s.to_move = 1 - p
    else:
        carry_out(s)


def answer_veto(s: Any, action: int) -> None:
    """Let the named action happen, or cancel it; it was the turn's action (CC97-A7, CC97-A10, CC24-A6, CC24-A7)."""
    p = s.to_move
    if action == ALLOW:
        tell(s, ALLOWED, p, 0, 0, 0)
        carry_out(s)
        return
    s.actions[p, VETO] -= 1
    s.action_discard[p, VETO] += 1
    action_shown(s, p, VETO)
    tell(s, VETOED, p, s.named, 0, 0)
    if in_pile(s, p) + actions_in_pile(s, p) > 0:
        s.stage = VETO_DRAW
    else:
        s.stage = RESUME


def carry_out(s: Any) -> None:
    """Carry out the named action (CC97-A2 to A6, CC24-A2 to A5)."""
    p = s.active
    other = 1 - p
    action = s.named
    kind = card_of(action)
    s.to_move = p
    s.stage = RESUME
    if kind == ASSASSINATION:
        tell(s, ASSASSINATED, p, 0, 0, 0)
        if action < KILL_DOWN:
            lose_up(s, other, (action - KILL_UP) // GROUPS, (action - KILL_UP) % GROUPS)
        else:
            lose_down(s, other, (action - KILL_DOWN) // SIDE_LIMIT, (action - KILL_DOWN) % SIDE_LIMIT)
    elif kind == SCOUT:
        turn_up(s, other, action - SCOUT_AT)
    elif kind == WRATH:
        tell(s, WRATH_TOOK, p, action - WRATH_AT, 0, 0)
        clear(s, action - WRATH_AT)
    elif kind == CASTLING:
        lift(s, FIRST_OF_PAIR[action - CASTLE_AT], SECOND_OF_PAIR[action - CASTLE_AT])
        s.stage = CASTLE
    else:
        hand_spied(s, other)
        tell(s, SPIED_HAND, p, 0, 0, 0)
        s.stage = SPYING


def lift(s: Any, a: int, b: int) -> None:
    """Pick up all own cards at two groups (CC97-A4, CC24-A5)."""
    p = s.active
    castling_mixes(s, p, a, b)
    pick_up(s, p, a)
    pick_up(s, p, b)
    conclude(s, p)
    tell(s, LIFTED, p, a, b, in_limbo(s))


def castle(s: Any, action: int) -> None:
    """Lay the next card of a castling face down at one of its two groups (CC97-A4, CC24-A5).

    Cards are laid from the lowest up, so until the last one lies nobody else sees where they go (CC97-A12, CC24-A9).
    """
    p = s.active
    v = (action - PLACE_DOWN) // GROUPS
    s.lifted[v] -= 1
    lay_down(s, p, v, (action - PLACE_DOWN) % GROUPS, FROM_CASTLING, LAID_CASTLED)
    if in_limbo(s) == 0:
        pair = s.named - CASTLE_AT
        mix_places(s, p, FIRST_OF_PAIR[pair])
        mix_places(s, p, SECOND_OF_PAIR[pair])
        tell(s, CASTLED, p, FIRST_OF_PAIR[pair], SECOND_OF_PAIR[pair], 0)
        s.stage = RESUME


def mix_places(s: Any, p: int, g: int) -> None:
    """Shuffle the places of castled cards, so that none carries an identity over (CC97-A12, CC24-A9)."""
    for i in range(s.downs[p, g] - 1, 0, -1):
        j = roll(s, i + 1)
        v = s.down[p, g, i]
        s.down[p, g, i] = s.down[p, g, j]
        s.down[p, g, j] = v


def discard(s: Any, p: int, action: int, told: int, told_action: int) -> None:
    """Discard a card out of a hand for all to see, and tell it as this kind of event."""
    if action < DISCARD_ACTION:
        v = action - DISCARD
        s.hand[p, v] -= 1
        s.discard[p, v] += 1
        shown_from_hand(s, p, v)
        tell(s, told, p, v, 0, 0)
    else:
        kind = action - DISCARD_ACTION
        s.actions[p, kind] -= 1
        s.action_discard[p, kind] += 1
        action_shown(s, p, kind)
        tell(s, told_action, p, kind, 0, 0)


def take_spied(s: Any, action: int) -> None:
    """Discard the chosen card of the spied hand; its owner may draw another (CC97-A3)."""
    other = 1 - s.active
    discard(s, other, action, SPIED_AWAY, SPIED_ACTION_AWAY)
    if in_pile(s, other) + actions_in_pile(s, other) > 0:
        s.stage = SPY_DRAW
        s.to_move = other
    else:
        s.stage = RESUME


def replace_card(s: Any, action: int) -> None:
    """Draw the card after a veto or for a spied one, or do without where allowed (CC97-A3, CC97-A7, CC24-A6)."""
    draw(s, s.to_move, action)
    s.stage = RESUME


def draw(s: Any, p: int, action: int) -> None:
    """Draw from the chosen pile."""
    if action == DRAW_INFLUENCE:
        draw_influence(s, p)
    elif action == DRAW_ACTION:
        draw_action(s, p)
    else:
        tell(s, DREW_NOTHING, p, 0, 0, 0)
