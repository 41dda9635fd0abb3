"""Uncrewed chariots: their cards, where they can go, and the players' votes (AVE-O1 to O4)."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .cards import top_card
from .driving import SIX, ahead, leads, line_crossed, stand_of
from .event_kinds import ABSTAINED, NO_VOTES, STANDS_SIX, STANDS_UNFIT, TURNED, VOTED, VOTES_COUNTED
from .fronts import HERE, LAYER, LAYERS
from .numbering import ABSTAIN, NOWHERE, space_of
from .race import drive, next_turn, remove_if_spent
from .record import CHARIOTS, VOTE
from .tables import WAY


def turn_uncrewed(s: Any, c: int) -> None:
    """Turn the top card of an uncrewed chariot and move it, or have the players vote where (AVE-O1 to O4)."""
    card = top_card(s, c)
    s.played[c, card] += 1
    tell(s, TURNED, c, card, 0, 0)
    s.card = card
    barred = card == SIX and s.arrived == 0 and leads(s, c)
    targets = 0 if barred else count_targets(s, c)
    if targets > 1:
        s.stage = VOTE
        s.to_move = 0
        return
    if targets == 0:
        tell(s, STANDS_SIX if barred else STANDS_UNFIT, c, card, 0, 0)
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
    at = stand_of(s, c)
    front = HERE
    for step in range(1, s.card + 1):
        front = ahead(s, at, step, front)
    for j in range(LAYERS[at, s.card]):
        if front >> j & 1:
            if n == 0:
                return LAYER[at, s.card, j]
            n -= 1
    return -1


def move_uncrewed(s: Any, c: int, target: int) -> None:
    """Move an uncrewed chariot (AVE-O1)."""
    drive(s, c, s.card, target)
    close_uncrewed(s, c)


def close_uncrewed(s: Any, c: int) -> None:
    """End the turn of an uncrewed chariot; without cards it is removed (AVE-O3, AVE-F3)."""
    s.card = 0
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
    tell(s, VOTES_COUNTED if best_votes > 0 else NO_VOTES, c, chosen, best_votes, 0)
    move_uncrewed(s, c, chosen)


def way_left(s: Any, c: int, target: int) -> int:
    """Count the least steps left to the fourth crossing after a move, on an empty track; 0 if it is made (AVE-O2)."""
    return WAY[s.track, s.direction, target, s.crossings[c] + line_crossed(s, c, s.card, target)]
