"""The vote of confidence and the philosophers. The same in both editions."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .event_kinds import CALLED, GROUP_DONE, SPECIAL_VOTE, TIE, VOTE, VOTE_TURNED
from .influence import both_laid, clear, is_open, lose_up, turn_up
from .material import CALLS, GROUPS, PHILOSOPHER, SHUFFLE, SPECIAL_VOTE_CARDS, VALUES
from .record import HELD, REVERSED, SPECIALS, TIED


def influence_sum(s: Any, p: int, g: int) -> int:
    """Add up a side's face-up values; a philosopher adds nothing (CC97-V2, CC97-V5, CC97-P1, CC24-V1, CC24-V8)."""
    total = 0
    for v in range(1, VALUES):
        total += v * s.up[p, g, v]
    return total


def lose_highest(s: Any, p: int, g: int) -> None:
    """Discard a side's highest number, if it has one (CC97-V3, CC97-P4, CC24-V2, CC24-P2)."""
    for v in range(VALUES - 1, 0, -1):
        if s.up[p, g, v] > 0:
            lose_up(s, p, v, g)
            return


def lose_lowest(s: Any, p: int, g: int) -> None:
    """Discard a side's lowest number, if it has one (CC97-V3, CC97-P4, CC97-P8, CC24-V2, CC24-P2)."""
    for v in range(1, VALUES):
        if s.up[p, g, v] > 0:
            lose_up(s, p, v, g)
            return


def vote(s: Any, g: int) -> None:
    """Hold a vote of confidence at a group.

    Every card is turned up (CC97-V1, CC24-V1). Equal sums: nobody wins, everything stays (CC97-V4, CC97-P6, CC97-P7,
    CC24-V3, CC24-P3). Otherwise the higher sum wins, or the lower if one side has more philosophers (CC97-P2, CC97-P3,
    CC97-P8, CC97-P9, CC24-P1, CC24-P4, CC24-P5); the higher sum loses its highest number, the lower its lowest, and all
    philosophers go (CC97-P4, CC97-P5, CC24-P2).
    """
    turn_up(s, 0, g)
    turn_up(s, 1, g)
    s.tally[HELD] += 1
    cleopatra = influence_sum(s, 0, g)
    caesar = influence_sum(s, 1, g)
    if cleopatra == caesar:
        s.tally[TIED] += 1
        tell(s, TIE, 0, g, cleopatra, caesar)
        return
    high = 0 if cleopatra > caesar else 1
    turned = s.up[0, g, PHILOSOPHER] != s.up[1, g, PHILOSOPHER]
    winner = 1 - high if turned else high
    s.tally[REVERSED] += turned
    s.won[winner, g] += 1
    s.patricians[g] -= 1
    tell(s, VOTE_TURNED if turned else VOTE, winner, g, cleopatra, caesar)
    lose_highest(s, high, g)
    lose_lowest(s, 1 - high, g)
    for p in range(2):
        for _ in range(s.up[p, g, PHILOSOPHER]):
            lose_up(s, p, PHILOSOPHER, g)
    if not is_open(s, g):
        tell(s, GROUP_DONE, winner, g, 0, 0)
        clear(s, g)


def calls_special_vote(s: Any, g: int) -> bool:
    """Call a special vote if eight or more cards lie at a group; return whether they do (CC97-V11, CC24-V5)."""
    if both_laid(s, g) < SPECIAL_VOTE_CARDS:
        return False
    s.tally[SPECIALS] += 1
    tell(s, SPECIAL_VOTE, s.active, g, both_laid(s, g), 0)
    return True


def all_won(s: Any) -> bool:
    """Tell whether every patrician is won (CC97-E1, CC24-E1)."""
    for g in range(GROUPS):
        if is_open(s, g):
            return False
    return True


def finished_groups(s: Any) -> int:
    """Count the groups without patricians."""
    count = 0
    for g in range(GROUPS):
        count += not is_open(s, g)
    return count


def draw_call(s: Any) -> int:
    """Turn the top vote card, or draw a bust from the bag, and take it out of there."""
    count = 0
    for call in range(CALLS):
        count += s.bag[call]
    n = roll(s, count)
    call = 0
    while n >= s.bag[call]:
        n -= s.bag[call]
        call += 1
    s.bag[call] -= 1
    tell(s, CALLED, s.active, call, 0, 0)
    return call


def all_calls_back(s: Any, told: int) -> None:
    """Bring all vote cards or busts back, the one just drawn included; tell it as this event (CC97-V10, CC24-T8)."""
    s.out[SHUFFLE] += 1
    for call in range(CALLS):
        s.bag[call] += s.out[call]
        s.out[call] = 0
    tell(s, told, s.active, 0, 0, 0)
