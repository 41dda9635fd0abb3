"""What the tests of the 1997 edition share: the game with its options, and ways to get to the table quickly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import quadriga
from quadriga import IllegalMove, State

NAME = "caesar-cleopatra-1997"
ARRANGED = quadriga.load(NAME)
SHUFFLED = quadriga.load(NAME, action_pile="shuffled")
CLEOPATRA, CAESAR = 0, 1
SEATS = ("cleopatra", "caesar")
GROUPS = ("senators", "praetors", "quaestors", "censors", "aediles")
ACTION_CARDS = {"assassination": 4, "spy": 2, "castling": 2, "scout": 2, "wrath": 1, "veto": 2}
SORTED_ACTIONS = tuple(Counter(ACTION_CARDS).elements())


def turn(seed: int = 0, **position: Any) -> State:
    """Set up a turn, of Cleopatra unless `active` says otherwise, with shuffled action piles."""
    return SHUFFLED.from_position({"seed": seed, "stage": "turn", **position})


def play(state: State, *moves: str) -> None:
    for move in moves:
        state.play(move)


def refusal(state: State, move: str) -> str | None:
    """Name the clause that refuses a move."""
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    return refused.value.rule


def arrange(state: State, order: Sequence[str]) -> None:
    play(state, *(f"pick {card}" for card in order))


def place_opening(state: State, cards: Sequence[int]) -> None:
    """Lay these cards at the five groups, in board order."""
    play(state, *(f"{card} face down at {group}" for card, group in zip(cards, GROUPS, strict=True)))


def begin(seed: int) -> State:
    """Set the game up with shuffled action piles: 1 to 5 at the groups on Cleopatra's side, 5 to 1 on Caesar's."""
    state = SHUFFLED.new(seed)
    place_opening(state, [1, 2, 3, 4, 5])
    place_opening(state, [5, 4, 3, 2, 1])
    return state


def shares(drawn: Counter[str], total: int) -> dict[str, float]:
    """Turn counts into multiples of 1 / total."""
    return {name: count * total / drawn.total() for name, count in drawn.items()}
