"""Choices made early: where the rules let several choose at once, nobody waits for another."""

from __future__ import annotations

from collections.abc import Sequence

from quadriga.model import State


def part(state: State) -> int:
    """Number the part of the game in which all choose at once; 0: they take turns, or the game is over."""
    return 0 if state.to_move is None else state.game.definition.simultaneous_phase(state.s)


def ahead(state: State, seat: int, chosen: Sequence[int]) -> State | None:
    """Imagine the position in which a seat makes its next choice of this part; None if it has none left.

    Whoever is due before it plays anything: what they really choose is hidden and changes nothing for this seat.
    """
    now = part(state)
    if not now:
        return None
    imagined = state.copy()
    while imagined.to_move != seat:
        if part(imagined) != now:
            return None
        imagined.play(imagined.actions[0])
    for action in chosen:
        if part(imagined) != now or imagined.to_move != seat:
            return None
        imagined.play(action)
    return imagined if part(imagined) == now and imagined.to_move == seat else None
