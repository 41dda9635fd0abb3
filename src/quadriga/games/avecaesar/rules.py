"""The rules of Ave Caesar: setup, turns, uncrewed chariots, the tournament. Driving and the race are beside."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .cards import fits_knowledge, in_hand, redeal_hand, swap, top_card
from .driving import SIX, ahead, can_drive, crosses_from, is_crewed, leads, line_crossed, offer_drives, owner
from .invariants import broken
from .numbering import ABSTAIN, FINISH, NOWHERE, NUM_ACTIONS, action_of, card_of, space_of
from .observation import OBSERVATION, observe
from .preference import prefer
from .race import (
    chariots,
    crewed_chariots,
    draw_for_start,
    drive,
    find_turn,
    grid_clockwise,
    is_behind,
    line_up,
    play_card,
    race_is_run,
    remove_if_spent,
    strand_all,
)
from .record import CARDS, CHARIOTS, DRIVE, JAMMED, OVER, RACE_RUN, STATE, VOTE
from .standings import score, wins
from .study import MEASURES, measure
from .tables import BIT, LAYER, LAYERS, WAY
from .told import ABSTAINED, ENDED, RACE_BEGINS, RACE_ENDS, STANDS, TURNED, VOTED, VOTES_COUNTED

SEATS = CHARIOTS
RACES = 4
__all__ = [
    "MEASURES", "NUM_ACTIONS", "OBSERVATION", "SEATS", "STATE",
    "broken", "legal", "measure", "observe", "play", "prefer", "redeal", "score", "setup", "wins",
]  # fmt: skip


def setup(s: Any) -> None:
    """Begin the first race; its starting player is found by turning cards (AVE-S1)."""
    for p in range(s.players):
        for card in range(1, 7):
            s.deck[p, card] = 4
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


def next_turn(s: Any) -> None:
    """Pass the turn on by seat, not by place on the track (AVE-S2)."""
    s.turn = (s.turn + 1) % chariots(s)


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


def turn_uncrewed(s: Any, c: int) -> None:
    """Turn the top card of an uncrewed chariot and move it, or have the players vote where (AVE-O1 to O4)."""
    card = top_card(s, c)
    s.played[c, card] += 1
    tell(s, TURNED, c, card, 0, 0)
    s.card = card
    barred = card == SIX and s.arrived == 0 and s.opened > 0 and leads(s, c)
    targets = 0 if barred else count_targets(s, c)
    if targets > 1:
        s.stage = VOTE
        s.to_move = 0
        return
    if targets == 0:
        tell(s, STANDS, c, card, 0, 0)
        close_uncrewed(s, c)
    else:
        move_uncrewed(s, c, nth_target(s, c, 0))


def count_targets(s: Any, c: int) -> int:
    """Count the spaces an uncrewed chariot can reach with the turned card, the finish among them."""
    count = 0
    while nth_target(s, c, count) >= 0:
        count += 1
    return count


def nth_target(s: Any, c: int, n: int) -> int:
    """Find the n-th space an uncrewed chariot can reach with the turned card; -1 if there are fewer."""
    t, d, x = s.track, s.direction, s.space[c]
    low = BIT[x, 0]
    high = BIT[x, 1]
    finishes = False
    for step in range(1, s.card + 1):
        finishes = finishes or crosses_from(s, c, low, high)
        low, high = ahead(s, c, step, low, high, False)
    for j in range(LAYERS[t, d, x, s.card]):
        y = LAYER[t, d, x, s.card, j]
        if (BIT[y, 0] & low) | (BIT[y, 1] & high) != 0:
            if n == 0:
                return y
            n -= 1
    return FINISH if finishes and n == 0 else -1


def move_uncrewed(s: Any, c: int, target: int) -> None:
    """Move an uncrewed chariot (AVE-O1)."""
    drive(s, c, s.card, target)
    close_uncrewed(s, c)


def close_uncrewed(s: Any, c: int) -> None:
    """End the turn of an uncrewed chariot; without cards it is removed (AVE-O3, AVE-F3)."""
    s.card = 0
    s.stage = DRIVE
    for p in range(CHARIOTS):
        s.votes[p] = 0
    remove_if_spent(s, c)
    next_turn(s)


def cast_vote(s: Any, p: int, action: int) -> None:
    """Take a player's vote; after the last one count them (AVE-O2)."""
    if action == ABSTAIN:
        s.votes[p] = 1
        tell(s, ABSTAINED, p, NOWHERE, 0, 0)
    else:
        s.votes[p] = space_of(action) + 2
        tell(s, VOTED, p, space_of(action), 0, 0)
    s.to_move = p + 1
    if s.to_move == s.players:
        count_votes(s)


def count_votes(s: Any) -> None:
    """Move the uncrewed chariot to the space with most votes (AVE-O2).

    Tied spaces: the shortest way left for it, then at random.
    """
    c = s.order[s.turn]
    best_votes = -1
    best_way = 0
    ties = 0
    chosen = 0
    for n in range(count_targets(s, c)):
        y = nth_target(s, c, n)
        votes = 0
        for p in range(s.players):
            votes += s.votes[p] == y + 2
        way = way_left(s, c, y)
        if votes > best_votes or (votes == best_votes and way < best_way):
            best_votes = votes
            best_way = way
            ties = 1
            chosen = y
        elif votes == best_votes and way == best_way:
            ties += 1
            if roll(s, ties) == 0:
                chosen = y
    tell(s, VOTES_COUNTED, c, chosen, best_votes, 0)
    move_uncrewed(s, c, chosen)


def way_left(s: Any, c: int, target: int) -> int:
    """Count the least steps to the fourth crossing after a move to a space, on an empty track (AVE-O2)."""
    if target == FINISH:
        return 0
    return WAY[s.track, s.direction, target, s.crossings[c] + line_crossed(s, c, s.card, target)]


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


def let_drive(s: Any, c: int) -> None:
    """Change a hand dealt anew so that it can play: everybody knows that, since the chariot was not skipped."""
    size = in_hand(s, c)
    first = roll(s, CARDS - 1)
    for out in range(1, CARDS):
        for k in range(CARDS - 1):
            card = 1 + (first + k) % (CARDS - 1)
            if can_drive(s, c) and fits_knowledge(s, c):
                return
            if s.hand[c, out] > 0 and s.deck[c, card] > 0:
                swap(s, c, out, card)
                if can_drive(s, c) and fits_knowledge(s, c):
                    return
                swap(s, c, card, out)
    # Only a hand of nothing but sixes can play here (AVE-L4, AVE-L5).
    for out in range(1, SIX):
        while s.hand[c, out] > 0 and s.deck[c, SIX] > 0 and size > 0:
            swap(s, c, out, SIX)


def redeal(s: Any, seat: int) -> None:
    """Deal anew what a seat cannot know: the hands of the other players, votes still hidden; seat -1 is a spectator."""
    for c in range(crewed_chariots(s)):
        if owner(s, c) != seat:
            redeal_hand(s, c)
            if s.stage == DRIVE and c == s.order[s.turn]:
                let_drive(s, c)
    if s.stage == VOTE:
        c = s.order[s.turn]
        choices = count_targets(s, c) + 1
        for p in range(s.to_move):
            if p != seat:
                n = roll(s, choices)
                s.votes[p] = 1 if n == choices - 1 else nth_target(s, c, n) + 2
