"""What a position of Caesar & Cleopatra is worth, both editions."""

from __future__ import annotations

from typing import Any

from quadriga.model import Move, State

from ..material import GROUPS
from ..tasks import score, wins

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


def worth(s: Any, seat: int) -> float:
    """Weigh a position of Caesar & Cleopatra: points, leads in the groups, cards in hand; ours minus theirs."""
    other = 1 - seat
    value = float(score(s, seat) - score(s, other))
    if s.to_move < 0:
        return value + VICTORY * (wins(s, seat) - wins(s, other))
    value += sum(lead(s, seat, g) for g in range(GROUPS) if s.patricians[g])
    return value + hand_worth(s, seat) - hand_worth(s, other)


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
    value = s.hand[p, 0] * PHILOSOPHER_CARD + sum(s.hand[p, v] * (CARD + PER_VALUE * v) for v in range(1, 6))
    actions = sorted((ACTION_CARDS[kind] for kind in range(6) for _ in range(s.actions[p, kind])), reverse=True)
    return float(value + sum(actions[:ACTIONS_ENOUGH]))


def after(deal: State, move: Move, seat: int) -> State:
    """Play a move in an imagined deal; an opponent who may veto it lets it happen."""
    state = deal.copy()
    state.play(move)
    if state.to_move not in (seat, None):
        for answer in state.legal:
            if answer.kind == "allow":
                state.play(answer)
                break
    return state
