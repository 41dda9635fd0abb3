"""Information-set Monte Carlo tree search, linked with the rules of one game and compiled together with them.

Every iteration deals again what the searching seat cannot know, walks down the tree by moves that are legal in that
deal, plays on from the leaf, and adds every seat's result to the nodes on the way. A node stands for a sequence of
moves as the searching seat sees them: chance and hidden cards are sampled, not branched on. Nothing is allocated: the
nodes are an array that the caller gives.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from typing import Any

import numpy as np

from .dice import WORD, speck
from .drivers import act, choose, choose_preferred, redeal_with

legal: Callable[[Any, Any], int]
wins: Callable[[Any, int], bool]
prefer: Callable[[Any, int], int]
public_action: Callable[[Any, int], int]
evaluate: Callable[[Any, int, Any], None]
rate: Callable[[Any, Any, Any, int, Any], None]
assess: Callable[[Any, int, Any, Any], None]
foretell: Callable[[Any, int, Any, Any], None]
looks_once: Callable[[Any], bool]

NODE = np.dtype(
    [
        ("first", "i4"),
        ("next", "i4"),
        ("visits", "i4"),
        ("action", "i2"),
        ("seat", "i2"),
        ("total", "f4"),
        ("prior", "f4"),
    ]
)
"""`first` child, `next` sibling (0: none), and the seat that moved here, whose result `total` adds up."""
THINKING = 0x54484E4B
"""Key word that keeps the imagined deals apart from all other dice."""
LONGEST = 4096
"""More moves than any game has between the root and its end inside the tree."""


def think(
    root: Any,
    scratch: Any,
    nodes: Any,
    used: int,
    slots: Any,
    moves: Any,
    ratings: Any,
    path: Any,
    results: Any,
    sums: Any,
    top: int,
    seats: int,
    low: int,
    high: int,
    start: int,
    stop: int,
    exploration: float,
    temperature: float,
    guided: int,
    rollout_depth: int,
    settled: bool,
    looks: int,
    net: Any,
) -> int:
    """Do the iterations `start` to `stop` of a search for the seat to move at the root; return how many nodes are used.

    `top` is the root's node, `sums` adds up every seat's results; behind the results there is room for `NOTES` numbers
    of the rules, with which `evaluate` finds them. `slots`, all 0, `moves` and `ratings` have a place for every action.
    The tree grows no deeper than `path` is long. Every deal serves this many `looks`, one iteration each. What the
    others mean, from `exploration` on, is said in `players/settings.py`. `net` is what rates moves and positions: the
    weights of a network (network.py), or nothing, where the game's `prefer` and `evaluate` do (JUDGED_BY_RULES).
    """
    s = scratch[0]
    seat = root[0].to_move
    for i in range(start, stop):
        scratch[0] = root[0]
        x, y = imagine(s, seat, low, high, i // looks)
        node = top
        path[0] = top
        length = 1
        while s.to_move >= 0 and nodes[node].visits > 0 and length < len(path):
            count = legal(s, moves)
            now_used = add_children(s, seat, nodes, used, node, slots, moves, ratings, count, temperature, net)
            if now_used < 0:
                clear_slots(nodes, node, slots)
                break
            used = now_used
            child = best_child(nodes, node, slots, moves, count, s, seat, exploration)
            clear_slots(nodes, node, slots)
            action, x, y = one_shown_as(s, seat, nodes[child].action, moves, count, x, y)
            act(s, action)
            node = child
            path[length] = node
            length += 1
        if looks_once(net) and rollout_depth == 0 and not settled and s.to_move >= 0 and nodes[node].first == 0:
            # One look serves to rate the moves here, for the next visit, and to judge the position.
            count = legal(s, moves)
            now_used = add_children(s, seat, nodes, used, node, slots, moves, ratings, count, temperature, net)
            clear_slots(nodes, node, slots)
            if now_used >= 0:
                used = now_used
                foretell(s, seats, results, net)
            else:
                assess(s, seats, results, net)
        else:
            play_on(s, moves, guided, rollout_depth, settled, x, y)
            judge(s, seats, results, net)
        for p in range(seats):
            sums[p] += results[p]
        for k in range(length):
            at = path[k]
            nodes[at].visits += 1
            nodes[at].total += results[nodes[at].seat]
    return used


def imagine(s: Any, seat: int, low: int, high: int, number: int) -> tuple[int, int]:
    """Deal again what a seat cannot know; return two words to choose with in this deal."""
    redeal_with(s, seat, low, high, number, THINKING)
    block = speck(number, 0, low, high, THINKING, 1)
    return block >> 32 | 1, block & WORD


def seen_as(s: Any, seat: int, action: int) -> int:
    """Name an action as the searching seat sees it."""
    return action if s.to_move == seat else public_action(s, action)


def add_children(
    s: Any,
    seat: int,
    nodes: Any,
    used: int,
    node: int,
    slots: Any,
    moves: Any,
    ratings: Any,
    count: int,
    temperature: float,
    net: Any,
) -> int:
    """Put the children of a node into their slots; add those that this deal is the first to allow.

    Returns how many nodes are used now, -1 if there is no room for them.
    """
    child = nodes[node].first
    last = 0
    while child != 0:
        slots[nodes[child].action] = child
        last = child
        child = nodes[child].next
    missing = 0
    for k in range(count):
        if slots[seen_as(s, seat, moves[k])] == 0:
            missing += 1
    if missing == 0:
        return used
    if used + missing > len(nodes):
        return -1
    weights = weigh(s, moves, ratings, count, temperature, net)
    for k in range(count):
        action = seen_as(s, seat, moves[k])
        if slots[action] == 0:
            nodes[used].first = 0
            nodes[used].next = 0
            nodes[used].visits = 0
            nodes[used].action = action
            nodes[used].seat = s.to_move
            nodes[used].total = 0.0
            nodes[used].prior = ratings[k] / weights
            slots[action] = used
            if last == 0:
                nodes[node].first = used
            else:
                nodes[last].next = used
            last = used
            used += 1
    return used


def weigh(s: Any, moves: Any, ratings: Any, count: int, temperature: float, net: Any) -> float:
    """Write down how much each move is preferred; return what they add up to."""
    rate(s, moves, ratings, count, net)
    highest = ratings[0]
    for k in range(1, count):
        highest = max(highest, ratings[k])
    weights = 0.0
    for k in range(count):
        ratings[k] = exp((ratings[k] - highest) / temperature)
        weights += ratings[k]
    return weights


def best_child(nodes: Any, node: int, slots: Any, moves: Any, count: int, s: Any, seat: int, exploration: float) -> int:
    """Choose the child whose result so far, with its preference and how seldom it was tried, adds up to most."""
    tried = 0
    for k in range(count):
        tried += nodes[slots[seen_as(s, seat, moves[k])]].visits
    scale = exploration * sqrt(tried + 1.0)
    # An untried move is taken to be a little worse than the node has been for its mover.
    untried = 0.0
    total = 0.0
    for k in range(count):
        total += nodes[slots[seen_as(s, seat, moves[k])]].total
    if tried > 0:
        untried = max(0.0, total / tried - 0.1)
    best = -1.0
    chosen = 0
    for k in range(count):
        child = slots[seen_as(s, seat, moves[k])]
        visits = nodes[child].visits
        value = nodes[child].total / visits if visits > 0 else untried
        value += scale * nodes[child].prior / (1.0 + visits)
        if value > best:
            best = value
            chosen = child
    return chosen


def clear_slots(nodes: Any, node: int, slots: Any) -> None:
    """Empty the slots of a node's children again."""
    child = nodes[node].first
    while child != 0:
        slots[nodes[child].action] = 0
        child = nodes[child].next


def one_shown_as(s: Any, seat: int, action: int, moves: Any, count: int, x: int, y: int) -> tuple[int, int, int]:
    """Choose one of the legal moves that look like an action to the searching seat."""
    if s.to_move == seat:
        return action, x, y
    found = 0
    chosen = action
    for k in range(count):
        if public_action(s, moves[k]) == action:
            found += 1
            n, x, y = choose(x, y, found)
            if n == 0:
                chosen = moves[k]
    return chosen, x, y


def play_on(s: Any, moves: Any, guided: int, rollout_depth: int, settled: bool, x: int, y: int) -> None:
    """Play on from a leaf, at most this many moves, and then those that are forced if it is to be settled."""
    steps = 0
    while s.to_move >= 0 and steps < rollout_depth:
        count = legal(s, moves)
        n, x, y = choose(x, y, 256)
        if n < guided:
            k, x, y = choose_preferred(s, moves, count, x, y)
        else:
            k, x, y = choose(x, y, count)
        act(s, moves[k])
        steps += 1
    while settled and s.to_move >= 0 and legal(s, moves) == 1:
        act(s, moves[0])


def judge(s: Any, seats: int, results: Any, net: Any) -> None:
    """Write every seat's result: its share of the victory, or what is foretold of a game that goes on."""
    if s.to_move >= 0:
        assess(s, seats, results, net)
        return
    winners = 0
    for seat in range(seats):
        winners += wins(s, seat)
    for seat in range(seats):
        if wins(s, seat):
            results[seat] = 1.0 / winners
        else:
            results[seat] = 0.5 if winners == 0 and seats == 2 else 0.0


def rate_by_rules(s: Any, moves: Any, ratings: Any, count: int, net: Any) -> None:
    """Rate legal moves as the game's `prefer` does."""
    for k in range(count):
        ratings[k] = prefer(s, moves[k])


def assess_by_rules(s: Any, seats: int, results: Any, net: Any) -> None:
    """Foretell every seat's chance to win as the game's `evaluate` does."""
    evaluate(s, seats, results)


def best_by_rules(s: Any, moves: Any, ratings: Any, count: int, x: int, y: int, net: Any) -> tuple[int, int, int]:
    """Choose one of the moves that `prefer` rates highest."""
    return choose_preferred(s, moves, count, x, y)


def looks_twice(net: Any) -> bool:
    """Tell that to rate moves and to foretell who wins are two things."""
    return False


NO_NETWORK: tuple[()] = ()
JUDGED_BY_RULES: dict[str, Any] = {
    "rate": rate_by_rules, "assess": assess_by_rules, "foretell": assess_by_rules, "looks_once": looks_twice,
    "choose_best": best_by_rules,
}  # fmt: skip
"""What judges a search that has no network."""
