"""What an undo would take back that was already seen."""

from __future__ import annotations

from collections.abc import Sequence

from quadriga.model import State

DEALS = 24
"""In this many deals of what a seat could not know must a move look the same to say that it told nothing."""


def reveals(state: State, actions: Sequence[int]) -> bool:
    """Tell whether chance was seen or something hidden was revealed by moves played from a state on."""
    state = state.copy()
    for action in actions:
        if tells(state, action):
            return True
        state.play(action)
    return False


def tells(state: State, action: int) -> bool:
    """Tell whether a move rolled dice, or showed anybody something they could not know before it."""
    if rolls(state, action):
        return True
    after = state.copy()
    after.play(action)
    return any(
        looks(dealt, state, action, seat) != after.view(seat)
        for seat in (*range(len(state.game.seats)), None)
        for dealt in (state.redeal(seat, number) for number in range(DEALS))
    )


def rolls(state: State, action: int) -> bool:
    """Tell whether a move uses dice."""
    tried = state.copy()
    tried.s.moves += 1
    state.game.definition.rules.play(tried.s, action)
    return bool(tried.s.rolls)


def looks(dealt: State, state: State, action: int, seat: int | None) -> dict[str, object] | None:
    """Show how a seat would see the move in another deal; None if nobody could make it there."""
    rules = state.game.definition.rules
    mover = state.to_move
    same = [move.id for move in dealt.legal if move.id == action]
    if mover != seat:  # a hidden part of it may be another card there
        alike = rules.public_action(state.s, action)
        same = same or [move.id for move in dealt.legal if rules.public_action(dealt.s, move.id) == alike]
    if not same:
        return None
    dealt.play(same[0])
    return dealt.view(seat)
