"""Dealing again what a seat cannot know: the other hands and the votes that are still hidden."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll

from .cards import ROWS, lay, redeal_hand, take, take_back
from .driving import SIX, can_drive, owner
from .fronts import BIT
from .numbering import ABSTAIN
from .record import DRIVE, RACING, VOTE
from .tables import ROW
from .uncrewed import count_targets, nth_target


def redeal(s: Any, seat: int) -> None:
    """Deal again what a seat cannot know; seat -1 is a spectator (AVE-S2, AVE-T6, AVE-O2)."""
    for c in range(s.players * s.team):
        if owner(s, c) != seat:
            redeal_hand(s, c)
    mover = s.order[s.turn]
    if s.stage == DRIVE and not can_drive(s, mover):
        # Everybody knows that the chariot whose turn it is can play: it would have been skipped.
        if owner(s, mover) == seat or not deal_playable(s, mover):
            sixes_beside(s, mover, seat)
    if s.stage == VOTE:
        redeal_votes(s, mover, seat)


def deal_playable(s: Any, c: int) -> bool:
    """Deal a hand that can play, each as likely as it is among all that can; tell whether there is one (AVE-T6).

    If there is none, it is the last one tried, nothing but sixes: a lower card could be driven wherever a six can.
    """
    size = take_back(s, c)
    ways = 0
    for row in range(ROWS[size]):
        ways += ways_to_play(s, c, size, row)
    if ways == 0:
        return False
    n = roll(s, ways)
    for row in range(ROWS[size]):
        n -= ways_to_play(s, c, size, row)
        if n < 0:
            break
    return True


def ways_to_play(s: Any, c: int, size: int, row: int) -> int:
    """Make a hand a row of cards; return in how many ways it can be dealt, 0 if it cannot play."""
    ways = lay(s, c, size, row)
    return ways if ways > 0 and can_drive(s, c) else 0


def sixes_beside(s: Any, mover: int, seat: int) -> None:
    """Give whoever stands beside the mover nothing but sixes, as many as it has cards: only so it can play (AVE-L5)."""
    x = s.space[mover]
    for c in range(s.players * s.team):
        if s.status[c] == RACING and owner(s, c) != seat:
            beside = (ROW[s.track, x, 0] & BIT[s.space[c], 0]) | (ROW[s.track, x, 1] & BIT[s.space[c], 1]) != 0
            if beside:
                for _ in range(take_back(s, c)):
                    take(s, c, SIX)


def redeal_votes(s: Any, c: int, seat: int) -> None:
    """Let the others have voted for anything; who votes for no space abstains (AVE-O2)."""
    choices = count_targets(s, c) + 1
    for p in range(s.to_move):
        if p != seat:
            s.votes[p] = nth_target(s, c, roll(s, choices)) + 2


def public_action(s: Any, action: int) -> int:
    """Name an action as the others see it: a vote for an uncrewed chariot is hidden until all are cast (AVE-O2)."""
    return ABSTAIN if s.stage == VOTE else action
