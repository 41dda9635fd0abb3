"""A table that is packed and made again is the table that it was, and goes on."""

from __future__ import annotations

from typing import Any

import pytest

from quadriga.table.packing import pack, unpack
from quadriga.table.show import show_history, show_table, show_views
from quadriga.table.table import LIVE, Table

from .builder import EVERY_MATCH, NEW, everything, opened
from .busy import anything_goes

FORGOTTEN = ("events", "_imagined")


def stands(table: Table) -> dict[str, Any]:
    return {name: value for name, value in everything(table).items() if name not in FORGOTTEN}


@EVERY_MATCH
@pytest.mark.parametrize("seed", range(3))
def test_a_packed_table_is_what_it_was(game: str, options: dict[str, Any], seed: int) -> None:
    for number, match in enumerate(anything_goes(game, options, seed)):
        if number % 20:
            continue
        table = match.table
        again = unpack(table.terms, table.secret, pack(table))
        assert stands(again) == stands(table)
        assert (again.log, again.snapshots, again.positions) == (table.log, table.snapshots, table.positions)
        assert show_table(again) == show_table(table)
        for held in match.viewers:
            assert show_views(again, held) == show_views(table, held)


def test_it_goes_on_and_takes_little() -> None:
    match = opened(NEW)
    for _ in range(40):
        match.play(match.legal[0])
    packed = pack(match.table)
    assert len(packed) < 4000
    before, match.table = match.table, unpack(match.table.terms, match.table.secret, packed)
    match.play(match.legal[0])
    assert match.table.status == LIVE and match.table.version == before.version + 1
    assert show_history(match.table, 0, (0,))[:-1] == show_history(before, 0, (0,))
    match.undo(match.table.movers[-1], agree=True)
