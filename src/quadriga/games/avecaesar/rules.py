"""The rules of Ave Caesar: setup, turns, the tournament. Driving, the race and uncrewed chariots are beside."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.tell import tell

from .cards import shuffle_deck
from .driving import is_crewed, offer_drives, owner
from .event_kinds import ENDED, RACE_BEGINS, RACE_ENDS
from .numbering import ABSTAIN, action_of, card_of, space_of
from .race import (
    crewed_chariots,
    draw_for_start,
    find_turn,
    grid_clockwise,
    is_behind,
    line_up,
    next_turn,
    play_card,
    race_is_run,
    strand_all,
)
from .record import CHARIOTS, DRIVE, JAMMED, OVER, RACE_RUN
from .uncrewed import cast_vote, nth_target, turn_uncrewed

SEATS = CHARIOTS
RACES = 4


def setup(s: Any) -> None:
    """Begin the first race; its starting player is found by turning cards (AVE-S1)."""
    for p in range(s.players):
        shuffle_deck(s, p)
    s.starter = draw_for_start(s)
    grid_clockwise(s)
    begin_race(s)
    go_on(s)


def begin_race(s: Any) -> None:
    """Begin a race: in a tournament the chosen track, the other, then both again counter-clockwise (AVE-R1, AVE-R4)."""
    s.track = s.first_track
    s.direction = s.counter
    if s.tournament > 0:
        s.track = s.first_track if s.race % 2 == 0 else s.second_track
        s.direction = s.race // 2
    tell(s, RACE_BEGINS, s.starter, s.race + 1, s.track, s.direction)
    line_up(s)


# --- what is allowed


def legal(s: Any, moves: Any) -> int:
    """List the legal actions in ascending order; return how many there are."""
    c = s.order[s.turn]
    if s.stage == DRIVE:
        return offer_drives(s, c, moves, 0)
    n = 0
    while nth_target(s, c, n) >= 0:
        moves[n] = action_of(s.card, nth_target(s, c, n))
        n += 1
    moves[n] = ABSTAIN
    return n + 1


# --- what happens


def play(s: Any, action: int) -> None:
    """Play a legal action and all that follows from it, up to the next decision."""
    if s.stage == DRIVE:
        play_card(s, s.order[s.turn], card_of(action), space_of(action))
        next_turn(s)
    else:
        cast_vote(s, s.to_move, action)
    go_on(s)


def go_on(s: Any) -> None:
    """Go on to the next decision: through skips, uncrewed chariots that need no vote, and the end of a race."""
    while s.stage != OVER and s.card == 0:
        if race_is_run(s):
            end_race(s, RACE_RUN)
        elif not find_turn(s):
            strand_all(s)
            end_race(s, JAMMED)
        else:
            c = s.order[s.turn]
            if is_crewed(s, c):
                s.stage = DRIVE
                s.to_move = owner(s, c)
                return
            turn_uncrewed(s, c)


# --- end and score


def end_race(s: Any, reason: int) -> None:
    """End a race; begin the next one of a tournament, or end the game (AVE-F4, AVE-R1 to R5)."""
    tell(s, RACE_ENDS, 0, s.race + 1, reason, 0)
    s.race += 1
    if s.tournament == 0 or s.race == RACES:
        s.stage = OVER
        s.to_move = -1
        s.reason = reason
        tell(s, ENDED, 0, reason, 0, 0)
        return
    if s.by_result > 0:
        grid_by_result(s)
    else:
        last = 0
        for c in range(1, crewed_chariots(s)):
            if is_behind(s, c, last):
                last = c
        s.starter = owner(s, last)
        grid_clockwise(s)
    begin_race(s)


def grid_by_result(s: Any) -> None:
    """Put the chariots on the grid as they came in; the owner of the first begins (AVE-S3)."""
    n = crewed_chariots(s)
    for c in range(n):
        ahead_of_it = 0
        for other in range(n):
            ahead_of_it += other != c and is_behind(s, c, other)
        s.grid[c] = ahead_of_it
        if ahead_of_it == 0:
            s.starter = owner(s, c)
