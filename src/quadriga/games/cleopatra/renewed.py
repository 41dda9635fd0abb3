"""The rules of the 2024 edition: setup, turn, busts, missions, end. What is shared is beside."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.tell import tell

from .action import (
    answer_veto,
    castle,
    draw,
    name_action,
    offer,
    offer_actions,
    offer_castling,
    offer_draw,
    offer_veto,
    replace_card,
)
from .cards import actions_in_hand, in_hand, in_pile, is_out
from .event_kinds import BUST_LEFT, BUSTS_BACK, TOOK
from .influence import all_free_places, is_open
from .knowledge import holds_wrath
from .material import GROUPS, KINDS, RENEWED, SHUFFLE, VETO, WRATH
from .numbering import (
    CASTLE_AT,
    DONE,
    DRAW_INFLUENCE,
    KEEP_MISSION,
    KILL_UP,
    PICK,
    PLACE_DOWN,
    PLACE_UP,
    VETO_IT,
    WRATH_AT,
)
from .record import (
    AFTER,
    ALL_WON,
    BLOCKED,
    BOTH_OUT,
    CALL,
    CASTLE,
    KEEP,
    NEXT,
    OPENING,
    REFILL,
    RESUME,
    SECOND,
    SPECIAL,
    TAKE,
    TURN,
    VETO_DRAW,
    VETOING,
)
from .tasks import deal_missions, keep_mission
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

HAND = RENEWED.hand
PATRICIANS = RENEWED.patricians
ACTION_CARDS = RENEWED.action_cards


def setup(s: Any) -> None:
    """Lay out the game, with a veto in the opening hand or the choice of veterans (CC24-S1, CC24-S3 to S5, CC24-S7)."""
    s.joint_limit = 10
    lay_out(s, PATRICIANS, ACTION_CARDS, 1)
    if not s.veterans:
        for p in range(2):
            s.action_pile[p, VETO] -= 1
            s.actions[p, VETO] = 1
            s.known_actions[p, 0, VETO] = 1
            s.known_actions[p, 1, VETO] = 1
    deal_missions(s)
    s.stage = OPENING


def begin_turn(s: Any, p: int) -> None:
    """Give p the turn.

    With no influence card left at all it begins with the action card (CC24-T12); with cards and no place for any, only
    wrath can go on (CC24-E3).
    """
    start_turn(s, p)
    if in_hand(s, p) == 0:
        close_placing(s, p)
    elif all_free_places(s, p) == 0:
        if s.actions[p, WRATH] > 0:
            holds_wrath(s, p)
        else:
            end(s, BLOCKED)


# --- what is allowed


def legal(s: Any, moves: Any) -> int:
    """List the legal actions in ascending order; return how many there are."""
    stage = s.stage
    p = s.to_move
    if stage == TURN:
        return offer_turn(s, p, moves)
    if stage == SECOND:
        return offer(moves, offer_placing(s, p, PLACE_DOWN if s.first_up else PLACE_UP, moves, 0), DONE)
    if stage == AFTER:
        return offer(moves, offer_actions(s, p, True, moves, 0), DONE)
    if stage == REFILL:
        if draw_is_forced(s, p):
            return offer(moves, 0, DRAW_INFLUENCE)
        return offer_draw(s, p, moves, 0)
    if stage == VETOING:
        return offer_veto(s, moves, 0)
    if stage == VETO_DRAW:
        return offer_draw(s, p, moves, 0)
    if stage == CASTLE:
        return offer_castling(s, moves, 0)
    if stage == OPENING:
        return offer_first(s, p, moves, 0)
    n = 0
    if stage == TAKE:
        for kind in range(KINDS):
            if s.action_pile[p, kind] > 0:
                n = offer(moves, n, PICK + kind)
    elif stage == KEEP:
        low = min(s.missions[p, 0], s.missions[p, 1])
        high = max(s.missions[p, 0], s.missions[p, 1])
        n = offer(moves, offer(moves, n, KEEP_MISSION + low - 1), KEEP_MISSION + high - 1)
    return n


def offer_turn(s: Any, p: int, moves: Any) -> int:
    """Offer the first influence card, or an action card before it (CC24-T1, CC24-T2, CC24-A2).

    Without a free place the turn has begun only because wrath is in hand, to be played or not (CC24-E3).
    """
    n = 0
    if all_free_places(s, p) == 0:
        for action in range(WRATH_AT, CASTLE_AT):
            if is_open(s, action - WRATH_AT):
                n = offer(moves, n, action)
        return offer(moves, n, DONE)
    n = offer_placing(s, p, PLACE_DOWN, moves, n)
    n = offer_placing(s, p, PLACE_UP, moves, n)
    return n if s.acted else offer_actions(s, p, True, moves, n)


def draw_is_forced(s: Any, p: int) -> bool:
    """Tell whether the last drawn card must be an influence card (CC24-T11)."""
    return in_hand(s, p) == 0 and in_pile(s, p) > 0 and actions_in_hand(s, p) == HAND - 1


# --- what happens


def play(s: Any, action: int) -> None:
    """Play a legal action and all that follows from it, up to the next decision."""
    stage = s.stage
    p = s.to_move
    if stage == TURN:
        play_turn(s, p, action)
    elif stage == SECOND:
        if action != DONE:
            place(s, p, action)
        close_placing(s, p)
    elif stage == AFTER:
        if action == DONE:
            s.stage = SPECIAL
        else:
            name_action(s, action)
    elif stage == REFILL:
        draw(s, p, action)
    elif stage == VETOING:
        answer_veto(s, action)
        if action == VETO_IT and is_blocked(s):
            end(s, BLOCKED)
    elif stage == VETO_DRAW:
        replace_card(s, action)
    elif stage == CASTLE:
        castle(s, action)
    elif stage == OPENING:
        if place_first(s, p, action):
            if s.veterans:
                s.stage = TAKE
            else:
                begin_turn(s, s.starter)
    elif stage == TAKE:
        take(s, p, action - PICK)
    elif stage == KEEP:
        keep_mission(s, p, action - KEEP_MISSION + 1)
        if p == 0:
            s.to_move = 1
        else:
            s.stage = s.resume
            s.to_move = s.active
    proceed(s)


def take(s: Any, p: int, kind: int) -> None:
    """Choose any action card for the opening hand (CC24-S4, CC24-S7)."""
    s.action_pile[p, kind] -= 1
    s.actions[p, kind] += 1
    tell(s, TOOK, p, kind, 0, 0)
    if p == 0:
        s.to_move = 1
    else:
        begin_turn(s, s.starter)


def play_turn(s: Any, p: int, action: int) -> None:
    """Place the first influence card, play an action card before it, or give up for want of a place.

    CC24-T1, CC24-T2, CC24-E3.
    """
    if action < KILL_UP:
        s.placed = 1
        s.first_up = action >= PLACE_UP
        place(s, p, action)
        if in_hand(s, p) > 0 and all_free_places(s, p) > 0:
            s.stage = SECOND
        else:
            close_placing(s, p)
    elif action == DONE:
        end(s, BLOCKED)
    else:
        name_action(s, action)


def is_blocked(s: Any) -> bool:
    """Tell whether influence cards are due and no place is free for them (CC24-E3)."""
    return s.resume == TURN and all_free_places(s, s.active) == 0


def proceed(s: Any) -> None:
    """Go through the stages that resolve themselves (CC24-T1)."""
    while True:
        if s.stage == RESUME:
            s.to_move = s.active
            s.stage = SPECIAL if s.resume == AFTER else s.resume
        elif s.stage == SPECIAL:
            special_votes(s)
        elif s.stage == CALL:
            draw_bust(s)
        elif s.stage == REFILL:
            if may_refill(s, HAND):
                return
            s.stage = NEXT
        elif s.stage == NEXT:
            next_turn(s)
        else:
            return


def hold_vote(s: Any, g: int) -> None:
    """Hold a vote; an emptied group loses its bust, and the first one makes the players choose (CC24-V1, V6, V7)."""
    vote(s, g)
    if is_open(s, g):
        return
    s.bag[g] = 0
    s.out[g] = 0
    tell(s, BUST_LEFT, s.active, g, 0, 0)
    if all_won(s):
        end(s, ALL_WON)
    elif s.kept[0] == 0 and finished_groups(s) == 1:
        s.resume = s.stage
        s.stage = KEEP
        s.to_move = 0


def special_votes(s: Any) -> None:
    """Hold a vote wherever eight or more cards lie, once each in board order (CC24-V5)."""
    while s.stage == SPECIAL:
        if s.cursor == GROUPS:
            s.stage = CALL
        else:
            g = s.cursor
            s.cursor += 1
            if calls_special_vote(s, g):
                hold_vote(s, g)


def draw_bust(s: Any) -> None:
    """Draw a bust and resolve it; the starter draws none on the first turn (CC24-T6 to T9, CC24-V4)."""
    s.stage = REFILL
    if s.turns == 1:
        return
    call = draw_call(s)
    if call == SHUFFLE:
        all_calls_back(s, BUSTS_BACK)
    else:
        s.out[call] += 1
        if call < GROUPS:
            hold_vote(s, call)


def next_turn(s: Any) -> None:
    """Pass the turn on, unless neither side has influence cards left (CC24-E2, CC24-T12)."""
    if is_out(s, 0) and is_out(s, 1):
        end(s, BOTH_OUT)
    else:
        begin_turn(s, 1 - s.active)
