"""A player that looks one move ahead and takes what stands best right after it.

What it cannot know it imagines: each move is tried in a few deals of the hidden cards, and their mean counts. An
evaluation is a sum of a few things that a reader of the rulebook would look at, in points.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any

from quadriga.games import ROOMS

if TYPE_CHECKING:
    from quadriga.game import Game, Move, State

DEALS = 8
"""How many deals of the hidden cards are imagined: enough to see that a bet is a bet, few enough to answer at once."""
FEWER_DEALS = {"avecaesar": 2}
"""Where little hangs on what is hidden."""


class GreedyPlayer:
    """Choose the move after which the position is worth most."""

    def choose(self, known: State, seed: int) -> Move:
        """Try every legal move in a few imagined deals; of equally good ones any."""
        moves = [move for move in known.legal if move.kind != "abstain"]  # to abstain is to let others decide
        if len(moves) == 1:
            return moves[0]
        seat = known.to_move
        assert seat is not None
        worth = EVALUATIONS.get(family(known.game)) or partial(points_ahead, known.game)
        chooser = Random(seed)
        count = FEWER_DEALS.get(family(known.game), DEALS)
        deals = [known, *(known.redeal(seat, chooser.getrandbits(128)) for _ in range(count - 1))]
        values = [round(sum(worth(after(deal, move, seat).s, seat) for deal in deals), 6) for move in moves]
        best = max(values)
        return chooser.choice([move for move, value in zip(moves, values, strict=True) if value == best])


def family(game: Game) -> str:
    """Name the room that a game is in; its editions share it, and an evaluation with it."""
    return ROOMS[game.name].partition(".")[0]


def after(deal: State, move: Move, seat: int) -> State:
    """Play a move in an imagined deal; an opponent who is asked lets it happen, and voters agree with a vote."""
    state = deal.copy()
    is_vote = state.legal[-1].kind == "abstain"
    state.play(move)
    for voter in range(seat + 1, len(state.game.seats) if is_vote else 0):
        if state.to_move == voter and move in state.legal:
            state.play(move)
    if state.to_move not in (seat, None):
        for answer in state.legal:
            if answer.kind == "allow":
                state.play(answer)
                break
    return state


def points_ahead(game: Game, s: Any, seat: int) -> float:
    """Weigh a position of a game without an evaluation of its own: points ahead of the best other seat."""
    score = game.room.rules.score
    return float(
        score(s, seat) - max((score(s, other) for other in range(len(game.seats)) if other != seat), default=0)
    )


# --- Caesar & Cleopatra

VICTORY = 100.0
PROMISE = 0.8
"""What leading a group by as much as a high card is worth: most of a point, for the vote may never come."""
SURE_LEAD = 5
CARD = 0.1
PER_VALUE = 0.03
"""An influence card in hand: something, and a little more for every number it counts."""
PHILOSOPHER_CARD = 0.3
ACTION_CARDS = (0.5, 0.2, 0.0, 0.25, 0.8, 0.6)
"""An action card in hand, in the order assassination, spy, castling, scout, wrath, veto: played if it gains more."""
ACTIONS_ENOUGH = 2
"""More action cards than this only keep influence cards out of the hand."""


def cleopatra_worth(s: Any, seat: int) -> float:
    """Weigh a position of Caesar & Cleopatra: points, leads in the groups, cards in hand; ours less theirs."""
    from quadriga.games.cleopatra.material import GROUPS
    from quadriga.games.cleopatra.tasks import score, wins

    other = 1 - seat
    worth = float(score(s, seat) - score(s, other))
    if s.to_move < 0:
        return worth + VICTORY * (wins(s, seat) - wins(s, other))
    worth += sum(lead(s, seat, g) for g in range(GROUPS) if s.patricians[g])
    return worth + hand_worth(s, seat) - hand_worth(s, other)


def lead(s: Any, seat: int, g: int) -> float:
    """Weigh who would win a vote at a group now, face-down cards included as this deal has them."""
    numbers, philosophers = laid(s, seat, g)
    their_numbers, their_philosophers = laid(s, 1 - seat, g)
    ahead = numbers - their_numbers
    if philosophers != their_philosophers:
        ahead = -ahead
    return PROMISE * max(-1.0, min(1.0, ahead / SURE_LEAD))


def laid(s: Any, p: int, g: int) -> tuple[int, int]:
    """Add up a side's numbers at a group, and count its philosophers."""
    cards = [v for v in range(6) for _ in range(s.up[p, g, v])]
    cards += [s.down[p, g, i] for i in range(s.downs[p, g])]
    return sum(cards), cards.count(0)


def hand_worth(s: Any, p: int) -> float:
    """Weigh the cards in a hand."""
    worth = s.hand[p, 0] * PHILOSOPHER_CARD + sum(s.hand[p, v] * (CARD + PER_VALUE * v) for v in range(1, 6))
    actions = sorted((ACTION_CARDS[kind] for kind in range(6) for _ in range(s.actions[p, kind])), reverse=True)
    return float(worth + sum(actions[:ACTIONS_ENOUGH]))


# --- Ave Caesar

LAURELS_HOPED = 3.0
"""What a chariot that will finish is worth: the laurels of a place in the middle."""
WASTED = 0.03
"""Points that are lost for every space still to drive, by drivers who try not to: spare ones are needed for them."""
SURENESS = 1.5
"""So many spare points more or less make a finish likely or unlikely."""
HAILED = 0.8
"""What it is worth to have paid the denarius: later the lane may be blocked."""
SPEED = 0.01
"""What a space driven is worth: arriving earlier is a better place."""
FAR = 100
"""More steps than any race has."""
HINDERED = 0.05
"""What it costs us that a card can be driven only on a way that is a space longer."""
HINDERING = 0.02
"""What it is worth that another driver is hindered as much: little, for there are others."""
STUCK = 3
"""A card that cannot be driven at all hinders like a way so much longer."""


def avecaesar_worth(s: Any, seat: int) -> float:
    """Weigh a position of Ave Caesar: laurels, what our chariots may hope for, who is in whose way."""
    from quadriga.games.avecaesar.driving import is_crewed, owner
    from quadriga.games.avecaesar.race import chariots
    from quadriga.games.avecaesar.record import RACING

    worth = float(s.laurels[seat])
    for c in range(chariots(s)):
        if s.status[c] == RACING and is_crewed(s, c) and not s.shamed[c]:
            ours = owner(s, c) == seat
            worth += hope(s, c) - HINDERED * detour(s, c) if ours else HINDERING * detour(s, c)
    return worth


def hope(s: Any, c: int) -> float:
    """Weigh what a racing chariot may hope for: its points against the shortest way left, the homage included."""
    from quadriga.games.avecaesar.cards import points_left

    steps = steps_left(s, c, s.space[c], s.crossings[c])
    spare = points_left(s, c) - steps - WASTED * steps
    finish = 1 / (1 + exp(min(50.0, -spare / SURENESS)))
    return float(LAURELS_HOPED * finish + HAILED * s.paid[c] - SPEED * min(steps, FAR))


def detour(s: Any, c: int) -> float:
    """Count by how many spaces the others lengthen a chariot's way, on the average of the cards it may draw."""
    from quadriga.games.avecaesar.driving import ahead, crosses_from
    from quadriga.games.avecaesar.tables import BIT, CROSSES, LAYER, LAYERS

    t, d, x = s.track, s.direction, s.space[c]
    before = steps_left(s, c, x, s.crossings[c])
    low, high, finishes, total = int(BIT[x, 0]), int(BIT[x, 1]), False, 0
    for card in range(1, 7):
        finishes = finishes or crosses_from(s, c, low, high)
        low, high = ahead(s, c, card, low, high, False)
        losses = [0] if finishes else [STUCK]
        for j in range(LAYERS[t, d, x, card]):
            y = int(LAYER[t, d, x, card, j])
            if int(BIT[y, 0]) & low or int(BIT[y, 1]) & high:
                losses.append(card - before + steps_left(s, c, y, s.crossings[c] + int(CROSSES[t, d, x, card, j])))
        total += min(losses)
    return total / 6


def steps_left(s: Any, c: int, space: int, crossings: int) -> int:
    """Count the steps from a space to the end of the race, by the emperor if he is still to be hailed."""
    from quadriga.games.avecaesar.tables import IMPERIAL
    from quadriga.games.avecaesar.track import CROSSINGS

    enters = IMPERIAL[s.track, space] and not IMPERIAL[s.track, s.space[c]] and s.crossings[c] in (1, 2)
    duty = not (s.paid[c] or s.shamed[c] or enters)
    return shortest_ways(s.track, s.direction == 0, duty)[CROSSINGS - crossings][space]


@cache
def shortest_ways(track: int, clockwise: bool, duty: bool) -> tuple[tuple[int, ...], ...]:
    """Remember the ways left on a track, given by its number."""
    from quadriga.games.avecaesar.tables import tracks

    return tracks()[track].way_left(clockwise, duty=duty)


EVALUATIONS: dict[str, Callable[[Any, int], float]] = {"cleopatra": cleopatra_worth, "avecaesar": avecaesar_worth}
"""How a position is weighed, by the room of the game."""
