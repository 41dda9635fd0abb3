"""The rules of the 1997 edition: setup, turn, passive turn, vote cards, end. What is shared is beside."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.tell import tell

from .action import (
    affects,
    answer_veto,
    castle,
    discard,
    draw,
    name_action,
    offer,
    offer_actions,
    offer_castling,
    offer_draw,
    offer_spied,
    offer_veto,
    replace_card,
    take_spied,
)
from .cards import actions_in_hand, actions_in_pile, in_hand, in_pile, is_out
from .event_kinds import ARRANGED, CALL_LEFT, CALLS_BACK, EXCHANGED, EXCHANGED_ACTION, PASSED
from .influence import all_free_places, both_laid, five_everywhere, is_open
from .knowledge import holds_wrath
from .material import ASSASSINATION, CLASSIC, GROUPS, KINDS, PLAIN, SHUFFLE, SIDE_LIMIT, VALUES, WRATH
from .numbering import (
    CASTLE_AT,
    DISCARD,
    DISCARD_ACTION,
    DONE,
    DRAW_INFLUENCE,
    DRAW_NOTHING,
    KILL_DOWN,
    KILL_UP,
    PASS,
    PICK,
    PLACE_DOWN,
    PLACE_UP,
    VETO_IT,
    WRATH_AT,
)
from .record import (
    AFTER,
    ALL_WON,
    ARRANGE,
    BLOCKED,
    BOTH_OUT,
    CALL,
    CASTLE,
    EXCHANGE,
    EXCHANGE_DRAW,
    NEXT,
    OPENING,
    PASSES,
    REFILL,
    RESUME,
    SECOND,
    SPECIAL,
    SPY_DRAW,
    SPYING,
    TURN,
    VETO_DRAW,
    VETOING,
)
from .tasks import deal_bonuses
from .turn import (
    close_placing,
    end,
    lay_out,
    may_refill,
    offer_first,
    offer_placing,
    place,
    place_first,
    start_turn,
)
from .vote import all_calls_back, all_won, calls_special_vote, draw_call, finished_groups, vote

SEATS = 2

HAND = CLASSIC.hand
PATRICIANS = CLASSIC.patricians
ACTION_CARDS = CLASSIC.action_cards
PILE_SIZE = 13
EMPTY_PASSES = 4
PRINTED, FADING, ONE_LESS = range(3)
"""The option `orgies`."""


def setup(s: Any) -> None:
    """Lay out the game; the action piles are arranged first, or shuffled (CC97-S2, S3, S8, S9, CC97-O2)."""
    s.joint_limit = 8
    lay_out(s, PATRICIANS, ACTION_CARDS, 1 if s.orgies == ONE_LESS else 2)
    s.stage = ARRANGE
    if not s.arranged:
        begin_opening(s)


def begin_opening(s: Any) -> None:
    """Deal the bonus cards, then have the first cards placed (CC97-S5, CC97-S9)."""
    deal_bonuses(s)
    s.stage = OPENING


def begin_turn(s: Any, p: int) -> None:
    """Give p the turn; a lone player who is blocked ends the game (CC97-S8, CC97-E3, CC97-E4)."""
    start_turn(s, p)
    s.alone = is_out(s, 1 - p)
    end_if_cornered(s)


def alone_and_full(s: Any) -> bool:
    """Tell whether a lone player has five cards at every open group (CC97-E4)."""
    return s.alone > 0 and five_everywhere(s, s.active)


def cornered(s: Any) -> bool:
    """Tell whether a lone player has five cards at every open group and no wrath in hand (CC97-E4)."""
    return alone_and_full(s) and s.actions[s.active, WRATH] == 0


def end_if_cornered(s: Any) -> None:
    """End the game of a lone player who is blocked; whoever goes on shows by it that wrath is in hand (CC97-E4)."""
    if cornered(s):
        end(s, BLOCKED)
    elif alone_and_full(s):
        holds_wrath(s, s.active)


# --- what is allowed


def legal(s: Any, moves: Any) -> int:
    """List the legal actions in ascending order; return how many there are."""
    stage = s.stage
    p = s.to_move
    if stage == TURN:
        return offer_turn(s, p, moves)
    if stage == SECOND:
        n = offer_placing(s, p, PLACE_UP, moves, 0)
        return n if s.acted else offer_actions(s, p, False, moves, n)
    if stage == AFTER:
        return offer(moves, offer_actions(s, p, False, moves, 0), DONE)
    if stage == REFILL:
        return offer_draw(s, p, moves, 0)
    if stage == VETOING:
        return offer_veto(s, moves, 0)
    if stage == EXCHANGE:
        return offer(moves, offer_discards(s, p, moves, 0), DONE)
    if stage == EXCHANGE_DRAW:
        if draw_is_forced(s, p):
            return offer(moves, 0, DRAW_INFLUENCE)
        return offer_draw(s, p, moves, 0)
    if stage == CASTLE:
        return offer_castling(s, moves, 0)
    if stage == SPYING:
        return offer_spied(s, moves, 0)
    if stage == VETO_DRAW or stage == SPY_DRAW:
        return offer_replacement(s, p, moves)
    if stage == OPENING:
        return offer_first(s, p, moves, 0)
    n = 0
    for kind in range(KINDS):
        if left_to_arrange(s, p, kind) > 0:
            n = offer(moves, n, PICK + kind)
    return n


def left_to_arrange(s: Any, p: int, kind: int) -> int:
    """Count the action cards of a kind that are not yet in the pile (CC97-S2)."""
    left = s.action_pile[p, kind]
    for i in range(s.ordered[p]):
        left -= s.order[p, i] == kind
    return left


def offer_turn(s: Any, p: int, moves: Any) -> int:
    """Offer the ways to be active or passive (CC97-T1 to T3, CC97-T7, CC97-T11, CC97-T12)."""
    n = 0
    influence = in_hand(s, p)
    places = all_free_places(s, p)
    if influence > 0 and places > 0:
        n = offer_placing(s, p, PLACE_DOWN, moves, n)
        if may_place_two(influence, places):
            n = offer_placing(s, p, PLACE_UP, moves, n)
        if not s.acted:
            n = offer_actions(s, p, False, moves, n)
    elif influence > 0:
        for action in range(KILL_UP, CASTLE_AT):
            if makes_room(s, p, action):
                n = offer(moves, n, action)
    if s.acted:
        return n
    n = offer_discards(s, p, moves, n)
    return offer(moves, n, PASS) if influence > 0 else n


def may_place_two(influence: int, places: int) -> bool:
    """Tell whether two cards may be placed face up: both in hand, and a second place free (CC97-T3)."""
    return influence >= 2 and places >= 2


def makes_room(s: Any, p: int, action: int) -> bool:
    """Tell whether an action card in hand opens a place: wrath, or assassination at eight cards (CC97-T12)."""
    if action < KILL_DOWN:
        g = (action - KILL_UP) % GROUPS
        full_of_both = both_laid(s, g) == s.joint_limit and s.laid[p, g] < SIDE_LIMIT
        return s.actions[p, ASSASSINATION] > 0 and full_of_both and affects(s, p, action)
    return action >= WRATH_AT and s.actions[p, WRATH] > 0 and is_open(s, action - WRATH_AT) and affects(s, p, action)


def may_discard(s: Any, p: int) -> bool:
    """Tell whether one more card may be exchanged: no more than the piles hold (CC97-T11)."""
    return s.exchanged < in_pile(s, p) + actions_in_pile(s, p)


def offer_discards(s: Any, p: int, moves: Any, n: int) -> int:
    """Offer every hand card for an exchange (CC97-T11)."""
    if may_discard(s, p):
        for v in range(VALUES):
            if s.hand[p, v] > 0:
                n = offer(moves, n, DISCARD + v)
        for kind in range(KINDS):
            if s.actions[p, kind] > 0:
                n = offer(moves, n, DISCARD_ACTION + kind)
    return n


def offer_replacement(s: Any, p: int, moves: Any) -> int:
    """Offer to draw after a veto or for a spied card, or to do without (CC97-A3, CC97-A7).

    Whoever still has turns keeps a card, for an empty hand could not even exchange (CC97-T7): play never comes to
    that, a position might.
    """
    n = offer_draw(s, p, moves, 0)
    return offer(moves, n, DRAW_NOTHING) if in_hand(s, p) + actions_in_hand(s, p) > 0 or is_out(s, p) else n


def draw_is_forced(s: Any, p: int) -> bool:
    """Tell whether the last drawn card must be an influence card (CC97-T7)."""
    return s.must_hold > 0 and s.exchanged == 1 and in_hand(s, p) == 0


# --- what happens


def play(s: Any, action: int) -> None:
    """Play a legal action and all that follows from it, up to the next decision."""
    stage = s.stage
    p = s.to_move
    if stage == TURN:
        play_turn(s, p, action)
    elif stage == SECOND:
        if action < KILL_UP:
            place(s, p, action)
            close_placing(s, p)
        else:
            name_action(s, action)
    elif stage == AFTER:
        if action == DONE:
            s.stage = SPECIAL
        else:
            name_action(s, action)
    elif stage == REFILL:
        draw(s, p, action)
    elif stage == VETOING:
        answer_veto(s, action)
        if action == VETO_IT and s.resume == TURN and cornered(s):
            end(s, BLOCKED)
    elif stage == EXCHANGE:
        if action == DONE:
            s.stage = EXCHANGE_DRAW
        else:
            exchange(s, p, action)
    elif stage == EXCHANGE_DRAW:
        draw(s, p, action)
        s.exchanged -= 1
        if s.exchanged == 0:
            s.stage = NEXT
    elif stage == CASTLE:
        castle(s, action)
    elif stage == SPYING:
        take_spied(s, action)
    elif stage == VETO_DRAW or stage == SPY_DRAW:
        replace_card(s, action)
    elif stage == ARRANGE:
        arrange(s, p, action - PICK)
    elif stage == OPENING:
        if place_first(s, p, action):
            begin_turn(s, 0)
    proceed(s)


def arrange(s: Any, p: int, kind: int) -> None:
    """Put the next card on the action pile, from the top (CC97-S2, CC97-S9)."""
    s.order[p, s.ordered[p]] = kind
    s.ordered[p] += 1
    tell(s, ARRANGED, p, kind, s.ordered[p], 0)
    if s.ordered[p] == PILE_SIZE:
        s.to_move = 1 - p
        if p == 1:
            begin_opening(s)


def play_turn(s: Any, p: int, action: int) -> None:
    """Begin to place, play an action card, exchange, or pass (CC97-T1 to T3, CC97-T11, CC97-T13)."""
    if action < PLACE_UP:
        s.passes = 0
        place(s, p, action)
        close_placing(s, p)
    elif action < KILL_UP:
        s.passes = 0
        s.placed = 1
        place(s, p, action)
        s.stage = SECOND
    elif action < DISCARD:
        s.passes = 0
        name_action(s, action)
    elif action == PASS:
        s.passes += 1
        tell(s, PASSED, p, s.passes, 0, 0)
        if s.passes == EMPTY_PASSES:
            end(s, PASSES)
        else:
            s.stage = NEXT
    else:
        s.passes = 0
        s.must_hold = in_hand(s, p) == 0
        s.stage = EXCHANGE
        exchange(s, p, action)


def exchange(s: Any, p: int, action: int) -> None:
    """Discard a card to be exchanged (CC97-T11)."""
    s.exchanged += 1
    discard(s, p, action, EXCHANGED, EXCHANGED_ACTION)
    if in_hand(s, p) + actions_in_hand(s, p) == 0 or not may_discard(s, p):
        s.stage = EXCHANGE_DRAW


def proceed(s: Any) -> None:
    """Go through the stages that resolve themselves (CC97-T9, CC97-T10, CC97-V11)."""
    while True:
        if s.stage == RESUME:
            resume_turn(s)
        elif s.stage == SPECIAL:
            special_votes(s)
        elif s.stage == REFILL:
            if may_refill(s, HAND):
                return
            s.stage = CALL
        elif s.stage == CALL:
            turn_vote_card(s)
        elif s.stage == NEXT:
            next_turn(s)
        else:
            return


def resume_turn(s: Any) -> None:
    """Go on where the action card was played; with no place after a veto, without placing (CC97-T12)."""
    s.to_move = s.active
    if s.resume == AFTER or (s.resume == TURN and all_free_places(s, s.active) == 0):
        s.stage = SPECIAL
    else:
        s.stage = s.resume


def special_votes(s: Any) -> None:
    """Hold a vote wherever eight cards lie, in board order; then a lone blocked player ends the game (CC97-V11, E4)."""
    for g in range(GROUPS):
        if calls_special_vote(s, g):
            vote(s, g)
    if all_won(s):
        end(s, ALL_WON)
    else:
        s.stage = REFILL
        end_if_cornered(s)


def turn_vote_card(s: Any) -> None:
    """Turn the top vote card and resolve it (CC97-T10, CC97-V6, CC97-V8 to V10, CC97-E1, CC97-O1)."""
    call = draw_call(s)
    while call < GROUPS and not is_open(s, call):
        tell(s, CALL_LEFT, s.active, call, 0, 0)
        call = draw_call(s)
    if call == SHUFFLE:
        all_calls_back(s, CALLS_BACK)
    elif call == PLAIN and s.orgies == FADING and finished_groups(s) >= 2:
        tell(s, CALL_LEFT, s.active, call, 0, 0)
    else:
        s.out[call] += 1
    if call < GROUPS:
        vote(s, call)
    if all_won(s):
        end(s, ALL_WON)
    else:
        s.stage = NEXT


def next_turn(s: Any) -> None:
    """Pass the turn on; a player without influence cards takes none, and with both out the game ends (CC97-E2, E3)."""
    p = 1 - s.active
    if is_out(s, p):
        p = s.active
    if is_out(s, p):
        end(s, BOTH_OUT)
    else:
        begin_turn(s, p)
