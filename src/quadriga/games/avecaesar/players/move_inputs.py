"""What a network sees of every move: whether it can be made, what it loses, and how the chariot would stand there.

Moves are numbered as they are rated (`slots.py`). More is told of the best spaces of each card, if it can be played.
"""

from __future__ import annotations

from typing import Any

from ..driving import ahead, ends, may_play, must_wait, owner, progress, stand_of
from ..fronts import AHEAD, BIT, CROSSES, HERE, LAYER, LAYERS, stand
from ..numbering import FINISH
from ..record import CARDS, CHARIOTS, LAST_LAP, RACING, VOTE
from ..tables import IMPERIAL, LANE_AHEAD, LAP, NECK, RANK, ROW, ROW_SIZE, WAY
from .chariot_inputs import count_ahead, farthest
from .slots import PER_CARD, VOTES, loss_of, losses, must_hail, rank_of, spaces_of

GROUPS = CARDS
"""The moves of every card, then the votes."""
DETAILED = 3
"""Of this many spaces of each card more is told."""
UNREACHED, REACHED = 1, 2
LEVELS = 5
"""How much is lost: 0 to 3 steps, more."""
PLAYABLE = REACHED + LEVELS
"""From here on the numbers tell that a card is in hand and may be played there."""
COARSE = 3
"""Of other spaces it is only told whether they can be reached, and whether by a card in hand."""
IN_FRONT = 6
"""Others this close behind are in each other's way."""
MOST_BEHIND, MOST_BESIDE = 3, 2
PLAIN, ON_NECK, HAILS, STRAYS, STAYS, PASSES = range(1, 7)
"""What a space means: the lane is entered with duty or without, driven along, or passed by."""
REACH = (0, [*[PLAYABLE + LEVELS - 1] * DETAILED, *[COARSE] * (PER_CARD - DETAILED)])
GOAL = (0, PASSES)
LED = (0, CHARIOTS)
BEHIND = (0, (MOST_BEHIND + 1) * (MOST_BESIDE + 1))
ROOM = (0, CARDS)
REACHES, DETAILS = GROUPS * PER_CARD, GROUPS * DETAILED
OF_MOVES = REACHES + 4 * DETAILS


def see_moves(s: Any, seat: int, out: Any, at: int) -> None:
    """Write what is seen of the moves of the chariot whose turn it is: its driver's cards, or what is voted on."""
    c = s.order[s.turn]
    votes = s.stage == VOTE
    stands = stand_of(s, c)
    waits = not votes and must_wait(s, c)
    front = HERE
    for card in range(1, CARDS):
        front = ahead(s, stands, card, front)
        if votes and card == s.card:
            see_spaces(s, seat, c, card, front, front, out, at, VOTES // PER_CARD)
        elif not votes:
            playable = ends(stands, card, front, waits) if may_play(s, c, card) else 0
            see_spaces(s, seat, c, card, front, playable, out, at, card - 1)


def see_spaces(s: Any, seat: int, c: int, card: int, front: int, playable: int, out: Any, at: int, group: int) -> None:
    """Write what is seen of the spaces that a card may reach: `front` of them it does, `playable` may be chosen."""
    stands = stand_of(s, c)
    found = losses(s, c, stands, card)
    count = spaces_of(stands, card)
    for j in range(LAYERS[stands, card]):
        reached, may = front >> j & 1, playable >> j & 1
        if LAYER[stands, card, j] == FINISH:
            out[at + group * PER_CARD + AHEAD] = UNREACHED + reached + may
            continue
        rank = rank_of(found, j, count, s.direction)
        if rank >= DETAILED:
            out[at + group * PER_CARD + rank] = UNREACHED + reached + may
        elif reached == 0:
            out[at + group * PER_CARD + rank] = UNREACHED
        else:
            lost = min(LEVELS - 1, loss_of(found, j))
            out[at + group * PER_CARD + rank] = lost + (PLAYABLE if may else REACHED)
            if may:
                crossings = s.crossings[c] + CROSSES[stands, card, j]
                space = LAYER[stands, card, j]
                see_place(s, seat, c, space, crossings, out, at + REACHES + group * DETAILED + rank)


def see_place(s: Any, seat: int, c: int, space: int, crossings: int, out: Any, at: int) -> None:
    """Write how a chariot would stand on a space: what it means, who is ahead, behind and beside, how far it can go."""
    t, d = s.track, s.direction
    reached = crossings * LAP[t] + RANK[t, d, space]
    out[at] = goal(s, c, space, crossings)
    out[at + DETAILS] = 1 + count_ahead(s, c, reached)
    out[at + 2 * DETAILS] = 1 + hindered(s, seat, c, space, reached)
    out[at + 3 * DETAILS] = 1 + farthest(s, stand(t, d, space, 1 if crossings == LAST_LAP else 0))


def goal(s: Any, c: int, space: int, crossings: int) -> int:
    """Tell what a space means to a chariot."""
    t, d, x = s.track, s.direction, s.space[c]
    due = must_hail(s, c) and (s.crossings[c] == 1 or s.crossings[c] == 2)
    if IMPERIAL[t, space] != 0:
        return STAYS if IMPERIAL[t, x] != 0 else HAILS if due else STRAYS
    if due and LANE_AHEAD[t, d, x] != 0 and (crossings > s.crossings[c] or LANE_AHEAD[t, d, space] == 0):
        return PASSES
    return ON_NECK if NECK[t, space] != 0 else PLAIN


def hindered(s: Any, seat: int, c: int, space: int, reached: int) -> int:
    """Tell how many would be close behind a chariot, and how many spaces beside it would be free for them.

    In a vote only the seat's own chariots count.
    """
    t, d = s.track, s.direction
    lap_steps = WAY[t, d, space, 2] - WAY[t, d, space, 3]
    close = 0
    beside = ROW_SIZE[t, space] - 1
    for other in range(s.players * s.team + s.uncrewed):
        if other != c and s.status[other] == RACING:
            y = s.space[other]
            if (ROW[t, space, 0] & BIT[y, 0]) | (ROW[t, space, 1] & BIT[y, 1]) != 0:
                beside -= 1
            behind = reached - progress(s, other)
            if behind >= 0 and behind * lap_steps <= IN_FRONT * LAP[t]:
                if s.stage != VOTE or owner(s, other) == seat:
                    close += 1
    return min(MOST_BEHIND, close) * (MOST_BESIDE + 1) + max(0, min(MOST_BESIDE, beside))
