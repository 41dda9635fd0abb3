"""What an undo would take back that was already seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quadriga.model import State

if TYPE_CHECKING:
    from .table import Table

DEALS = 24
"""In this many deals of what a seat could not know must a move look the same to say that it told nothing."""


def reveals(state: State, actions: Sequence[int]) -> bool:
    """Tell whether chance was seen or something hidden was revealed by moves played from a state on."""
    return any(told for _, told in judge(state, actions))


def judge(state: State, actions: Sequence[int]) -> Iterator[tuple[int, bool]]:
    """Tell of each move, by its number in the match, whether it revealed something, up to the first that did."""
    state = state.copy()
    for action in actions:
        told = tells(state, action)
        yield len(state.history), told
        if told:
            return
        state.play(action)


def unjudged(table: Table, keep: int) -> list[int]:
    """List the moves, by their number, of which it must be found out whether they revealed something, at most."""
    assert table.state is not None
    moves = range(keep, len(table.state.history))
    if any(table.revealing.get(number) for number in moves):
        return []
    return [number for number in moves if number not in table.revealing]


def revealed_since(table: Table, keep: int) -> bool:
    """Tell whether anything was revealed after a number of moves; it is found out once for every move that stands."""
    assert table.state is not None
    missing = unjudged(table, keep)
    if missing:
        table.revealing.update(judge(table.kept(missing[0]), table.state.history[missing[0] :]))
    return any(table.revealing.get(number) for number in range(keep, len(table.state.history)))


def tells(state: State, action: int) -> bool:
    """Tell whether a move rolled dice, or showed anybody something they could not know before it."""
    if rolls(state, action):
        return True
    after = state.copy()
    after.play(action)
    for seat in (*range(len(state.game.seats)), None):
        seen = view_of(after, seat)
        if any(looks(dealt, state, action, seat) != seen for dealt in state.deals(seat, DEALS)):
            return True
    return False


def rolls(state: State, action: int) -> bool:
    """Tell whether a move uses dice."""
    tried = state.copy()
    tried.s.moves += 1
    state.game.definition.rules.play(tried.s, action)
    return bool(tried.s.rolls)


def view_of(state: State, seat: int | None) -> bytes:
    """Show what a seat sees, and its choices."""
    return state.view_json(seat, state.choices_json() if seat == state.to_move else b"[]")


def looks(dealt: State, state: State, action: int, seat: int | None) -> bytes | None:
    """Show how a seat would see the move in another deal; None if nobody could make it there."""
    rules = state.game.definition.rules
    mover = state.to_move
    same = [action] if action in dealt.actions else []
    if mover != seat and not same:  # a hidden part of it may be another card there
        alike = rules.public_action(state.s, action)
        same = [other for other in dealt.actions if rules.public_action(dealt.s, other) == alike]
    if not same:
        return None
    dealt.play(same[0])
    return view_of(dealt, seat)
