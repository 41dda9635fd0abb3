"""The past of a table is shown from what is remembered: the same as folding its log again, at a small part of the work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from quadriga.model import State
from quadriga.table import commands, snapshots
from quadriga.table.show import show_history, show_table, show_views
from quadriga.table.snapshots import EVERY, at
from quadriga.table.table import NEAR, Table
from quadriga.table.undo import DEALS, revealed_since

from .builder import EVERY_MATCH, NEW, Match, everything, opened
from .busy import anything_goes

NOT_OF_THE_PAST = ("ids", "events", "_imagined")
"""Ids of commands, which nobody gives to the past; words about the last entries; and positions imagined for early
choices, in which what others chose may be anything: views of them are compared."""


def stands(table: Table) -> dict[str, Any]:
    return {name: value for name, value in everything(table).items() if name not in NOT_OF_THE_PAST}


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, int]]:
    """Count the entries that are folded and the moves that are played."""
    work = {"entries": 0, "moves": 0, "deals": 0}
    add, play, deals = Table.add, State.play, State.deals

    def count(name: str, real: Any) -> Any:
        def counting(self: Any, *given: Any, **named: Any) -> Any:
            work[name] += 1
            return real(self, *given, **named)

        return counting

    with monkeypatch.context() as patch:
        patch.setattr(Table, "add", count("entries", add))
        patch.setattr(State, "play", count("moves", play))
        patch.setattr(State, "deals", count("deals", deals))
        yield work


def long(undos: int = 160) -> Match:
    """A table at which somebody plays alone, and takes back every move after the opening and a few more."""
    match = opened(NEW, hotseat=True)
    for _ in range(30):
        match.play(match.legal[0])
    for number in range(undos):
        seat = match.table.state.to_move
        match.play(match.legal[number % len(match.legal)])
        match.undo(seat, agree=True)
    return match


pytestmark = pytest.mark.xdist_group("snapshots")  # the long table is played once


@pytest.fixture(scope="module")
def long_match() -> Match:
    return long()


@EVERY_MATCH
@pytest.mark.parametrize("seed", range(3))
def test_an_earlier_version_from_a_snapshot_is_what_folding_gives(
    game: str, options: dict[str, Any], seed: int
) -> None:
    *_, match = anything_goes(game, options, seed)
    table = match.table
    assert len(table.snapshots) == table.version // EVERY
    for version in range(0, table.version + 1, 3):
        folded, past = Table.load(table.terms, table.secret, table.log[:version]), at(table, version)
        assert stands(past) == stands(folded)
        assert show_table(past) == show_table(folded)
        for held in match.viewers:
            assert show_views(past, held) == show_views(folded, held)


def test_what_is_done_to_the_past_changes_nothing_now(long_match: Match) -> None:
    table = long_match.table
    before = everything(table), list(table.snapshots)
    past = at(table, table.version - 3)
    past.log.clear()
    past.movers.clear()
    past.holders[0].add("nobody")
    assert past.state is not None
    past.state.play(past.state.actions[0])
    assert (everything(table), table.snapshots) == before


@pytest.mark.parametrize("back", [0, 1, 4, EVERY - 1])
def test_the_last_entries_of_a_long_table_cost_no_more_than_those_of_a_short_one(
    long_match: Match, monkeypatch: pytest.MonkeyPatch, back: int
) -> None:
    table = long_match.table
    assert table.version > 10 * EVERY
    whole = show_history(table, 0, ())
    with counted(monkeypatch) as work:
        assert show_history(table, table.version - back, ()) == (whole[-back:] if back else [])
    assert work["entries"] <= EVERY + back
    assert work["moves"] <= (EVERY + back) * NEAR


def test_any_version_of_a_long_table_costs_a_few_entries(long_match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in (1, EVERY, 5 * EVERY, long_match.table.version - 1, long_match.table.version):
        with counted(monkeypatch) as work:
            assert at(long_match.table, version).version == version
        assert work["entries"] < EVERY
        assert work["moves"] <= EVERY * NEAR


def test_an_undo_plays_few_moves_again(long_match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    match = long_match.fork()
    match.play(match.legal[0])
    with counted(monkeypatch) as work:
        match.undo(match.table.movers[-1], agree=True)
    assert work["moves"] < 2 * NEAR + (len(match.seats) + 1) * DEALS + 4


def test_what_a_move_revealed_is_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = opened(NEW)
    match.play("1 face down at praetors")
    table = match.table
    with counted(monkeypatch) as work:
        assert not revealed_since(table, 10)
        assert work["deals"] == len(match.seats) + 1
        assert not revealed_since(table, 10)
        assert work["deals"] == len(match.seats) + 1
    assert table.revealing == {10: False}
    match.undo(0)
    match.answer_undo(1, True)
    assert table.revealing == {}, "the next move may be another"


def test_loading_a_long_table_plays_each_undo_from_near(long_match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    table = long_match.table
    moves = sum(entry.kind == "move" for entry in table.log)
    with counted(monkeypatch) as work:
        Table.load(table.terms, table.secret, table.log)
    assert work["moves"] < moves + NEAR * table.taken_back


def test_a_snapshot_is_small(long_match: Match) -> None:
    assert max(map(len, long_match.table.snapshots)) < 4000


def test_snapshots_of_a_folded_log_are_those_of_the_table_that_wrote_it() -> None:
    match = long(20)
    again = Table.load(match.table.terms, match.table.secret, match.table.log)
    assert len(again.snapshots) == len(match.table.snapshots) == match.table.version // snapshots.EVERY
    commands.say(again, 0, "", "Salve!", 5000.0)
    assert len(again.snapshots) == again.version // snapshots.EVERY
