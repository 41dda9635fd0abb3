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

DEALS = {"cleopatra": 8, "avecaesar": 3}
"""How many deals of the hidden cards are imagined: enough to see that a bet is a bet, few enough to answer at once."""


class GreedyPlayer:
    """Choose the move after which the position is worth most."""

    def choose(self, known: State, seed: int) -> Move:
        """Try every legal move in a few imagined deals; of equally good ones any."""
        moves = known.legal
        if len(moves) == 1:
            return moves[0]
        seat = known.to_move
        assert seat is not None
        worth = EVALUATIONS.get(family(known.game)) or partial(points_ahead, known.game)
        chooser = Random(seed)
        deals = [known, *(known.redeal(seat, chooser.getrandbits(128)) for _ in range(DEALS[family(known.game)] - 1))]
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
HAILED = 0.3
"""What it is worth to have paid the denarius: later the lane may be blocked."""
SPEED = 0.01
"""What a space driven is worth: arriving earlier is a better place."""
FAR = 100
"""More steps than any race has."""
FREEDOM = 0.04
"""What it is worth that a card could be driven in full from here; for another driver it counts against us."""


def avecaesar_worth(s: Any, seat: int) -> float:
    """Weigh a position of Ave Caesar: laurels, what our chariots may hope for, and how free the others are to drive."""
    from quadriga.games.avecaesar.driving import fitting_cards, is_crewed, owner
    from quadriga.games.avecaesar.race import chariots
    from quadriga.games.avecaesar.record import RACING

    worth = float(s.laurels[seat])
    for c in range(chariots(s)):
        if s.status[c] == RACING and is_crewed(s, c):
            freedom = FREEDOM * fitting_cards(s, c).bit_count()
            worth += freedom + hope(s, c) if owner(s, c) == seat else -freedom
    return worth


def hope(s: Any, c: int) -> float:
    """Weigh what a racing chariot may hope for: its points against the shortest way left, the homage included."""
    from quadriga.games.avecaesar.cards import points_left
    from quadriga.games.avecaesar.track import CROSSINGS

    way_left = shortest_ways(s.track, s.direction == 0, s.paid[c] == 0 and s.shamed[c] == 0)
    steps = way_left[CROSSINGS - s.crossings[c]][s.space[c]]
    spare = points_left(s, c) - steps - WASTED * steps
    finish = 1 / (1 + exp(min(50.0, -spare / SURENESS)))
    laurels = 0.0 if s.shamed[c] else LAURELS_HOPED * finish + HAILED * s.paid[c]
    return float(laurels - SPEED * min(steps, FAR))


@cache
def shortest_ways(track: int, clockwise: bool, duty: bool) -> tuple[tuple[int, ...], ...]:
    """Remember the ways left on a track, given by its number."""
    from quadriga.games.avecaesar.tables import tracks

    return tracks()[track].way_left(clockwise, duty=duty)


EVALUATIONS: dict[str, Callable[[Any, int], float]] = {"cleopatra": cleopatra_worth, "avecaesar": avecaesar_worth}
"""How a position is weighed, by the room of the game."""
