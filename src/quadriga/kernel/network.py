"""A network that rates moves and chances, in whole numbers: the same on every machine.

Linked with the rules of one game and compiled together with them, as the search is (tree.py). Every value of every
number that is seen has a row of weights; the rows of what is seen are added up, two layers follow, and only the moves
that are legal are rated. What the network sees follows from the observation of one seat, so hidden cards cannot count.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any, NamedTuple

import numpy as np

legal: Callable[[Any, Any], int]
evaluate: Callable[[Any, int, Any], None]
see: Callable[[Any, int, Any], None]
"""Write what the network of a game sees for a seat: its observation, or what the game makes of it."""
slot: Callable[[Any, int], int]
"""Find the place of an action of the seat to move among the ratings: itself, or what the game makes of it."""

UNIT = 256
"""A unit of the layers is counted in parts of this size."""
SHIFT = 10
WEIGHT = 1 << SHIFT
"""A weight between them likewise."""
MOST = 8 * UNIT - 1
"""No unit counts more."""
NAT = float(UNIT * WEIGHT)
"""What a head adds up is in parts of this size."""


class Network(NamedTuple):
    """The weights of a network, and room for what it computes: of one search, in one thread."""

    offsets: Any
    """Value x of number i of what is seen has the row `offsets[i] + x`."""
    rows: Any
    bias: Any
    middle: Any
    middle_bias: Any
    policy: Any
    policy_bias: Any
    winner: Any
    winner_bias: Any
    trust: Any
    """How much of a chance is what the network foretells; the rest is the game's `evaluate`."""
    opinion: Any
    seen: Any
    places: Any
    sums: Any
    first: Any
    second: Any
    """What the layers found about the position looked at last."""


def look(s: Any, seat: int, net: Any) -> None:
    """Look at a position as a seat sees it."""
    see(s, seat, net.seen)
    add_rows(net)
    first, second = net.first, net.second
    for k in range(len(first)):
        first[k] = min(max(net.sums[k], 0), MOST)
    for j in range(len(second)):
        second[j] = min(max(felt(net.middle[j], net.middle_bias[j], first) >> SHIFT, 0), MOST)


def add_rows(net: Any) -> None:
    """Add up the rows of all that is seen; four at a time, which saves reading and writing the sums."""
    rows, places, sums = net.rows, net.places, net.sums
    count = 0
    for i in range(len(net.offsets)):
        x = net.seen[i]
        if x != 0:
            places[count] = net.offsets[i] + x
            count += 1
    for j in range(len(sums)):
        sums[j] = net.bias[j]
    n = 0
    while n + 3 < count:
        a, b, c, d = rows[places[n]], rows[places[n + 1]], rows[places[n + 2]], rows[places[n + 3]]
        for j in range(len(sums)):
            sums[j] += a[j] + b[j] + c[j] + d[j]
        n += 4
    while n < count:
        a = rows[places[n]]
        for j in range(len(sums)):
            sums[j] += a[j]
        n += 1


def felt(weights: Any, start: int, units: Any) -> Any:
    """Add up what a unit feels about those below it; 32 bits are enough, and quick."""
    total = np.int32(start)
    for k in range(len(units)):
        total = np.int32(total + np.int32(weights[k]) * np.int32(units[k]))
    return total


def rate(s: Any, moves: Any, ratings: Any, count: int, net: Any) -> None:
    """Rate legal moves of the seat to move, in nats."""
    look(s, s.to_move, net)
    for k in range(count):
        place = slot(s, moves[k])
        ratings[k] = felt(net.policy[place], net.policy_bias[place], net.second) / NAT


def assess(s: Any, seats: int, results: Any, net: Any) -> None:
    """Foretell every seat's chance to win, as the seat to move sees it."""
    look(s, s.to_move, net)
    foretell(s, seats, results, net)


def foretell(s: Any, seats: int, results: Any, net: Any) -> None:
    """Foretell every seat's chance to win in the position looked at last; a game for one is played against somebody."""
    there = max(2, seats)
    highest = -1e9
    for k in range(there):
        highest = max(highest, felt(net.winner[k], net.winner_bias[k], net.second) / NAT)
    total = 0.0
    for k in range(there):
        chance = exp(felt(net.winner[k], net.winner_bias[k], net.second) / NAT - highest)
        total += chance
        if k < seats:
            results[(s.to_move + k) % seats] = chance
    for p in range(seats):
        results[p] /= total
    trust = net.trust[0]
    if trust < 1.0:
        evaluate(s, seats, net.opinion)
        for p in range(seats):
            results[p] = trust * results[p] + (1.0 - trust) * net.opinion[p]


def looks_once(net: Any) -> bool:
    """Tell that one look at a position is enough to rate its moves and to foretell who wins."""
    return True


def choose_best(s: Any, moves: Any, ratings: Any, count: int, x: int, y: int, net: Any) -> tuple[int, int, int]:
    """Choose the move that is rated highest, the first of equals."""
    rate(s, moves, ratings, count, net)
    best = 0
    for k in range(1, count):
        if ratings[k] > ratings[best]:
            best = k
    return best, x, y


JUDGED_BY_NETWORK: dict[str, Any] = {
    "rate": rate, "assess": assess, "foretell": foretell, "looks_once": looks_once, "choose_best": choose_best,
}  # fmt: skip
"""What judges a search that has a network."""


def choose_learned(states: Any, moves: Any, ratings: Any, out: Any, start: int, stop: int, net: Any) -> None:
    """Write the move that the network rates highest for every game of a slice that is not over."""
    for i in range(start, stop):
        s = states[i]
        if s.to_move >= 0:
            count = legal(s, moves)
            best, _, _ = choose_best(s, moves, ratings, count, 0, 0, net)
            out[i] = moves[best]


def see_all(states: Any, out: Any, start: int, stop: int) -> None:
    """Write what the network sees for the deciding seat of every game; for seat 0 when the game is over."""
    for i in range(start, stop):
        see(states[i], max(0, states[i].to_move), out[i])


def slots_all(states: Any, out: Any, moves: Any, start: int, stop: int) -> None:
    """Write the legal action that stands in each slot of the network's ratings, for every game that is not over."""
    for i in range(start, stop):
        s = states[i]
        if s.to_move >= 0:
            for k in range(legal(s, moves)):
                out[i, slot(s, moves[k])] = moves[k]


def blank_network(
    numbers: int, slots: int, seats: int, notes: int = 0, wide: int = 1, narrow: int = 1, rows: int = 1
) -> Network:
    """Make a network of zeros, which is trusted; `notes` are those that the game's `evaluate` takes."""
    small, large = np.int16, np.int32
    return Network(
        np.zeros(numbers, large), np.zeros((rows, wide), small), np.zeros(wide, large),
        np.zeros((narrow, wide), small), np.zeros(narrow, large), np.zeros((slots, narrow), small),
        np.zeros(slots, large), np.zeros((max(2, seats), narrow), small), np.zeros(max(2, seats), large),
        np.ones(1), np.zeros(seats + notes), np.zeros(numbers, np.int8), np.zeros(numbers, large),
        np.zeros(wide, large), np.zeros(wide, small), np.zeros(narrow, small),
    )  # fmt: skip
