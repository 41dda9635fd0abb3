"""Dealing anew what a seat cannot know: the other hands and the votes that are still hidden."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll

from .cards import fits_knowledge, redeal_hand, swap
from .driving import SIX, can_drive, is_crewed, owner
from .fronts import BIT
from .numbering import ABSTAIN
from .record import CARDS, CHARIOTS, DRIVE, RACING, VOTE
from .tables import ROW
from .uncrewed import count_targets, nth_target


def redeal(s: Any, seat: int) -> None:
    """Deal anew what a seat cannot know; seat -1 is a spectator."""
    for c in range(s.players * s.team):
        if owner(s, c) != seat:
            redeal_hand(s, c)
    mover = s.order[s.turn]
    if s.stage == DRIVE and not can_drive(s, mover):
        # Everybody knows that the chariot whose turn it is can play: it would have been skipped.
        if owner(s, mover) == seat or not let_drive(s, mover):
            sixes_abreast(s, mover, seat)
    if s.stage == VOTE:
        redeal_votes(s, mover, seat)


def let_drive(s: Any, c: int) -> bool:
    """Exchange one card of a hand dealt anew so that it can play; tell whether one did it."""
    first_out = roll(s, CARDS - 1)
    first_in = roll(s, CARDS - 1)
    for j in range(CARDS - 1):
        out = 1 + (first_out + j) % (CARDS - 1)
        for k in range(CARDS - 1):
            card = 1 + (first_in + k) % (CARDS - 1)
            if s.hand[c, out] > 0 and s.deck[c, card] > 0:
                swap(s, c, out, card)
                if can_drive(s, c) and fits_knowledge(s, c):
                    return True
                swap(s, c, card, out)
    return False


def sixes_abreast(s: Any, mover: int, seat: int) -> None:
    """Give the mover and whoever stands beside it nothing but sixes: only so it can play (AVE-L4, AVE-L5)."""
    x = s.space[mover]
    for c in range(CHARIOTS):
        if s.status[c] == RACING and is_crewed(s, c) and owner(s, c) != seat:
            beside = (ROW[s.track, x, 0] & BIT[s.space[c], 0]) | (ROW[s.track, x, 1] & BIT[s.space[c], 1]) != 0
            if beside:
                for out in range(1, SIX):
                    while s.hand[c, out] > 0 and s.deck[c, SIX] > 0:
                        swap(s, c, out, SIX)


def redeal_votes(s: Any, c: int, seat: int) -> None:
    """Let the others have voted for anything (AVE-O2)."""
    choices = count_targets(s, c) + 1
    for p in range(s.to_move):
        if p != seat:
            n = roll(s, choices)
            s.votes[p] = 1 if n == choices - 1 else nth_target(s, c, n) + 2


def public_action(s: Any, action: int) -> int:
    """Name an action as the others see it: a vote for an uncrewed chariot is hidden until all are cast (AVE-O2)."""
    return ABSTAIN if s.stage == VOTE else action
