"""A race: the grid, a move and all that follows from it, skipping, and who takes the next turn."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .cards import card_shown, fill_hand, in_deck, in_hand, points_left, shuffle_deck, top_card
from .driving import (
    ahead,
    can_drive,
    is_crewed,
    leads,
    line_crossed,
    owner,
    progress,
    stand_of,
)
from .event_kinds import (
    DISQUALIFIES,
    DROVE,
    FINISHES,
    LAP_BEGINS,
    LAURELS,
    MUST_SIX,
    ON_GRID,
    PAID,
    REMOVES,
    START_CARD,
    STRANDS,
)
from .fronts import BIT, HERE
from .numbering import FINISH
from .record import (
    DISQUALIFIED,
    FINISHED,
    FINISHERS,
    LAST_LAP,
    RACING,
    REMOVED,
    SHAMED,
    SIXES_FREED,
    SPARE,
    SPENT,
    STRANDED,
)
from .skipping import note_stuck, skip
from .tables import IMPERIAL, START

LAURELS_FOR = (0, 6, 4, 3, 2, 1, 0)
"""Laurels by place (AVE-F2)."""
HOME, PLACED = 1 << 40, 1 << 41
"""Further than any chariot on the track is, and further than that."""


def crewed_chariots(s: Any) -> int:
    """Count the chariots with drivers."""
    return s.players * s.team


def chariots(s: Any) -> int:
    """Count all chariots of the race."""
    return crewed_chariots(s) + s.uncrewed


def stand_on(s: Any, c: int, space: int) -> None:
    """Put a chariot on a space."""
    s.space[c] = space
    s.taken[0] |= BIT[space, 0]
    s.taken[1] |= BIT[space, 1]


def leave_space(s: Any, c: int) -> None:
    """Take a chariot off its space."""
    s.taken[0] &= ~BIT[s.space[c], 0]
    s.taken[1] &= ~BIT[s.space[c], 1]


def draw_for_start(s: Any) -> int:
    """Find the starting player by the highest turned card; ties turn further cards among themselves (AVE-S1).

    Each turn-up is from the cards not turned yet; all go back before the hands are dealt (`line_up`).
    """
    contenders = (1 << s.players) - 1
    while contenders & (contenders - 1) != 0 and in_deck(s, lowest(contenders)) > 0:
        best = 0
        best_players = 0
        for p in range(s.players):
            if contenders >> p & 1:
                card = top_card(s, p)
                tell(s, START_CARD, p, card, 0, 0)
                if card > best:
                    best = card
                    best_players = 0
                if card == best:
                    best_players |= 1 << p
        contenders = best_players
    if contenders & (contenders - 1) != 0:
        # Every card of the tied players was turned and tied: chance decides among them.
        left = 0
        for p in range(s.players):
            left += contenders >> p & 1
        for _ in range(roll(s, left)):
            contenders &= contenders - 1
    return lowest(contenders)


def lowest(players: int) -> int:
    """Find the lowest player of a set given as bits."""
    p = 0
    while players >> p & 1 == 0:
        p += 1
    return p


def line_up(s: Any) -> None:
    """Put all chariots on the grid and deal the hands (AVE-S1 to S4, AVE-O1, AVE-O5, AVE-R2).

    `grid` holds each chariot's place from 0; the uncrewed chariots come last, in the order of the grid.
    """
    n = crewed_chariots(s)
    s.taken[0] = 0
    s.taken[1] = 0
    set_order(s)
    for c in range(chariots(s)):
        s.status[c] = RACING
        s.place[c] = 0
        s.left[c] = 0
        s.paid[c] = 0
        s.shamed[c] = 0
        s.crossings[c] = 0
        if c >= n:
            s.order[c] = c
            s.grid[c] = c
        shuffle_deck(s, c)
        stand_on(s, c, START[s.track, s.direction, s.grid[c]])
        tell(s, ON_GRID, c, s.grid[c], s.space[c], 0)
    for c in range(n):
        fill_hand(s, c)
    s.turn = 0
    s.opened = 0
    s.arrived = 0
    s.placed = 0
    s.departed = 0


def set_order(s: Any) -> None:
    """Let the chariot on the first place begin and the others follow by seat, round after round (AVE-S2, S3, O5)."""
    first = 0
    for c in range(crewed_chariots(s)):
        if s.grid[c] == 0:
            first = c
    for i in range(crewed_chariots(s)):
        k = (first // s.players + i // s.players) % s.team
        s.order[i] = k * s.players + (first + i) % s.players


def grid_clockwise(s: Any) -> None:
    """Give the starting player the first place, the others the next by seat, round by round (AVE-S1, AVE-R2)."""
    for k in range(s.team):
        for j in range(s.players):
            s.grid[k * s.players + (s.starter + j) % s.players] = k * s.players + j


def drive(s: Any, c: int, card: int, target: int) -> None:
    """Move a chariot and settle what the move brings: lap, homage, disqualification, finish (AVE-T1, C1, C4, F1)."""
    before = s.crossings[c]
    came_from = s.space[c]
    leave_space(s, c)
    s.opened = 1
    s.must_six = 0
    tell(s, DROVE, c, card, came_from, target)
    if target == FINISH:
        s.crossings[c] = LAST_LAP + 1
        finish(s, c)
        return
    s.crossings[c] += line_crossed(s, c, card, target)
    stand_on(s, c, target)
    if s.crossings[c] > before:
        tell(s, LAP_BEGINS, c, s.crossings[c], 0, 0)
    enters = IMPERIAL[s.track, target] != 0 and IMPERIAL[s.track, came_from] == 0
    if enters and is_crewed(s, c) and s.paid[c] == 0 and (before == 1 or before == 2):
        s.paid[c] = 1
        tell(s, PAID, c, target, 0, 0)
    if s.crossings[c] == LAST_LAP and before < LAST_LAP and s.paid[c] == 0 and is_crewed(s, c):
        s.shamed[c] = 1
        s.tally[SHAMED] += 1
        tell(s, DISQUALIFIES, c, 0, 0, 0)


def depart(s: Any, c: int, status: int) -> None:
    """Take a chariot out of the race."""
    s.departed += 1
    s.left[c] = s.departed
    s.status[c] = status


def finish(s: Any, c: int) -> None:
    """Let a chariot finish: the next place and its laurels, unless it is disqualified or uncrewed (AVE-F1, AVE-F2)."""
    s.arrived = 1
    if not is_crewed(s, c) or s.shamed[c] > 0:
        depart(s, c, DISQUALIFIED if s.shamed[c] > 0 else FINISHED)
        tell(s, FINISHES, c, 0, 0, 0)
        return
    depart(s, c, FINISHED)
    s.placed += 1
    s.place[c] = s.placed
    p = owner(s, c)
    s.laurels[p] += LAURELS_FOR[s.placed]
    s.places[p, s.placed - 1] += 1
    s.tally[FINISHERS] += 1
    s.tally[SPARE] += points_left(s, c)
    if s.placed == 1:
        s.won_from[s.grid[c]] += 1
    tell(s, FINISHES, c, s.placed, 0, 0)
    tell(s, LAURELS, p, LAURELS_FOR[s.placed], s.laurels[p], 0)


def remove_if_spent(s: Any, c: int) -> None:
    """Remove a chariot that has used up its cards before the line (AVE-F3)."""
    if s.status[c] == RACING and in_hand(s, c) + in_deck(s, c) == 0:
        leave_space(s, c)
        depart(s, c, REMOVED)
        s.tally[SPENT] += is_crewed(s, c)
        tell(s, REMOVES, c, 0, 0, 0)


def play_card(s: Any, c: int, card: int, target: int) -> None:
    """Play a card, move its full number, draw (AVE-T1, AVE-T5, AVE-T7)."""
    card_shown(s, c, card)
    s.hand[c, card] -= 1
    s.played[c, card] += 1
    drive(s, c, card, target)
    if s.status[c] == RACING:
        fill_hand(s, c)
    remove_if_spent(s, c)


def has_way(s: Any, c: int) -> bool:
    """Tell whether a chariot has a free next space or the line before it (AVE-O3)."""
    return ahead(s, stand_of(s, c), 1, HERE) != 0


def can_play(s: Any, c: int) -> bool:
    """Tell whether a chariot can play: a card that fits, or, uncrewed, any way ahead (AVE-T6, AVE-L8, AVE-O3)."""
    if s.status[c] != RACING:
        return False
    return can_drive(s, c) if is_crewed(s, c) else has_way(s, c)


def following(turn: int, n: int) -> int:
    """Name the place in the order that follows one, of n."""
    return turn + 1 if turn + 1 < n else 0


def find_turn(s: Any) -> bool:
    """Give the turn to the next chariot that can play, skipping the others; tell whether there is one (AVE-S2, AVE-T6).

    If no chariot can play, the first leading one whose six fits must play it (AVE-L8).
    """
    n = chariots(s)
    turn = s.turn
    for _ in range(n):
        if can_play(s, s.order[turn]):
            while s.turn != turn:
                if s.status[s.order[s.turn]] == RACING:
                    skip(s, s.order[s.turn])
                s.turn = following(s.turn, n)
            return True
        turn = following(turn, n)
    for c in range(n):
        if s.status[c] == RACING and is_crewed(s, c):
            note_stuck(s, c)
    s.must_six = 1
    for _ in range(n):
        c = s.order[turn]
        if s.status[c] == RACING and is_crewed(s, c) and leads(s, c) and can_drive(s, c):
            s.turn = turn
            s.tally[SIXES_FREED] += 1
            tell(s, MUST_SIX, c, 0, 0, 0)
            return True
        turn = following(turn, n)
    s.must_six = 0
    return False


def next_turn(s: Any) -> None:
    """Pass the turn on by seat, not by place on the track (AVE-S2)."""
    s.turn = following(s.turn, chariots(s))


def race_is_run(s: Any) -> bool:
    """Tell whether every crewed chariot has finished or been removed (AVE-F4)."""
    for c in range(crewed_chariots(s)):
        if s.status[c] == RACING:
            return False
    return True


def strand_all(s: Any) -> None:
    """End a race that nobody can go on with: those left are unplaced (AVE-L9)."""
    for c in range(chariots(s)):
        if s.status[c] == RACING:
            leave_space(s, c)
            depart(s, c, STRANDED)
            tell(s, STRANDS, c, 0, 0, 0)


def is_behind(s: Any, a: int, b: int) -> bool:
    """Tell whether chariot a came in behind chariot b (AVE-R2).

    The placed in their order; then disqualified finishers; then the others by distance. Of equals the one that left the
    track earlier is behind.
    """
    first = distance(s, a)
    second = distance(s, b)
    if first != second:
        return first < second
    return s.left[a] < s.left[b]


def distance(s: Any, c: int) -> int:
    """Measure how far a chariot came: of those without a place the disqualified finishers came furthest."""
    if s.place[c] > 0:
        return PLACED - s.place[c]
    return HOME if s.status[c] == DISQUALIFIED else progress(s, c)
