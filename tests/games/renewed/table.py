"""What the tests of the 2024 edition share: the game, its names, and short ways to set up and read a position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import quadriga
from quadriga import State

GAME = quadriga.load("caesar-cleopatra-2024")
VETERANS = quadriga.load("caesar-cleopatra-2024", opening="veterans")
CAESAR_STARTS = quadriga.load("caesar-cleopatra-2024", starter="caesar")

SEATS = ("cleopatra", "caesar")
SIZES = {"praetors": 5, "quaestors": 5, "aediles": 5, "consuls": 3, "censors": 3}
GROUPS = tuple(SIZES)
BUSTS = (*GROUPS, "grey", "black")
MISSIONS = (
    "most-praetors", "most-quaestors", "most-aediles", "most-consuls", "most-censors",
    "three-majorities", "two-of-each-five", "one-of-every",
)  # fmt: skip


def table(seed: int = 0, **parts: Any) -> State:
    """Set up a position in the middle of a game."""
    return GAME.from_position({"seed": seed, "stage": "turn", **parts})


def play(state: State, *moves: str) -> State:
    for move in moves:
        state.play(move)
    return state


def opened(game: quadriga.Game, seed: int = 0) -> State:
    """Start a game and lay 1 to 5 along the groups, both sides alike."""
    state = game.new(seed)
    for _ in SEATS:
        for value, group in enumerate(GROUPS, 1):
            state.play(f"{value} face down at {group}")
    return state


def is_down(card: str) -> bool:
    return card.startswith("(")


def value(card: str) -> str:
    """Name a card on the table without its brackets and its note."""
    return card.strip("()").split()[0]


def is_fair(counts: Counter[Any], shares: dict[Any, float]) -> bool:
    """Tell whether counts fit the shares: chi-square below a bound that chance passes once in a million."""
    total, whole = sum(counts.values()), sum(shares.values())
    assert set(counts) <= set(shares), f"unexpected: {set(counts) - set(shares)}"
    chi = sum((counts[name] - total * share / whole) ** 2 / (total * share / whole) for name, share in shares.items())
    freedom = len(shares) - 1
    return chi < freedom + 7 * (2 * freedom) ** 0.5 + 14
