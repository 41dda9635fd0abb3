"""Matches that go on from a position of another: the position is the same, the dice are not."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import orjson
import pytest

import quadriga
from quadriga.model import State
from quadriga.table.errors import TableError
from quadriga.table.fairness import verify
from quadriga.table.series import next_terms, places_of_next
from quadriga.table.show import show_table
from quadriga.table.table import OVER, Table
from quadriga.table.terms import Origin, Terms

from .builder import CAESAR, EVERY_MATCH, NEW, SECRET, Match, seated

OTHER = SECRET + 1


def position_of(state: State) -> dict[str, Any]:
    return {name: part for name, part in state.position().items() if name != "seed"}


def going_on(match: Match, moves: int) -> Match:
    """A match from the position of another after this many moves; what was agreed goes through JSON, as in storage."""
    table = match.table
    origin = Origin("first", 9, position_of(table.kept(moves)))
    agreed = Terms.read(orjson.loads(orjson.dumps(replace(table.terms, origin=origin).write())))
    following = Match(Table(agreed, OTHER), hotseat=True)
    for seat in list(following.table.open_seats):
        following.sit(seat)
    return following


@EVERY_MATCH
def test_it_begins_in_the_same_position_with_dice_of_its_own(game: str, options: dict[str, Any]) -> None:
    match = seated(game, **options)
    match.play_on(random.Random(4))
    assert match.table.state is not None
    length = len(match.table.state.history)
    for moves in sorted({0, 1, 3, 7, 12, *random.Random(5).sample(range(length), min(12, length))}):
        there = match.table.kept(moves)
        state = going_on(match, moves).table.state
        assert state is not None and state.to_move is not None and state.legal == there.legal
        assert position_of(state) == position_of(there) and state.seed == OTHER
        here = state.bits.copy()
        here["secret"] = there.bits["secret"]
        assert here.tobytes() == there.bits.tobytes(), f"after {moves} moves"


@EVERY_MATCH
def test_it_is_recorded_replayed_and_verified(game: str, options: dict[str, Any]) -> None:
    match = seated(game, **options)
    match.play_on(random.Random(4), 12)
    following = going_on(match, 12)
    following.play_on(random.Random(6), 30)
    if following.table.status != OVER:
        following.abandon(0)
    record = following.table.record()
    assert quadriga.replay(record) == following.table.state
    verdict = verify(record, following.table.commitment)
    assert verdict.taken_from == "first 9" and verdict.published
    with pytest.raises(quadriga.RecordError):
        verify(record, match.table.commitment)
    again = Table.load(following.table.terms, OTHER, following.table.log)
    assert again.state == following.table.state


def test_moves_are_taken_back_to_its_beginning_and_no_further() -> None:
    match = seated(NEW)
    match.play_on(random.Random(4), 30)
    following = going_on(match, 30)
    begun = following.table.beginning()
    mover = begun.to_move
    assert mover is not None
    following.play_on(random.Random(7), 1)
    following.undo(mover, agree=True)
    assert following.table.state == begun and not following.table.movers
    with following.refuses("nothing"):
        following.undo(mover, agree=True)


def test_it_says_where_it_comes_from_and_nothing_of_the_position() -> None:
    match = seated(NEW)
    match.play_on(random.Random(4), 30)
    shown = show_table(going_on(match, 30).table)
    assert shown["origin"] == {"table": "first", "version": 9} and show_table(match.table)["origin"] is None
    assert "patricians" not in orjson.dumps(shown).decode()


def test_a_rematch_is_the_same_position_with_the_same_seats_and_no_series() -> None:
    match = seated(NEW)
    match.play_on(random.Random(4), 30)
    following = going_on(match, 30)
    following.resign(CAESAR)
    agreed = next_terms(following.table)
    assert agreed.origin == following.table.terms.origin and agreed.options == following.table.terms.options
    assert places_of_next(following.table) == [0, 1]
    with pytest.raises(TableError, match="no series"):
        replace(agreed, games=3)
