"""The log is the only truth: folding it again gives the same table, bit for bit."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quadriga.table.entry import KINDS, Entry
from quadriga.table.show import show_history
from quadriga.table.table import OVER, REMEMBERED, Table

from .builder import EVERY_MATCH, MATCHES, NEW, Match, everything, seated
from .busy import anything_goes

SEEDS = pytest.mark.parametrize("seed", range(3))


def written_and_read(entry: Entry) -> Entry:
    return Entry.read(json.loads(json.dumps(entry.write())))


def folded(match: Match, version: int) -> dict[str, Any]:
    """Fold the log up to a version as if it came from a disk."""
    table = match.table
    return what_stands(Table.load(table.terms, table.secret, map(written_and_read, table.log[:version])))


def what_stands(table: Table) -> dict[str, Any]:
    """Everything but the words about the last entries, of which a fold keeps only the very last."""
    return {name: value for name, value in everything(table).items() if name != "events"}


@SEEDS
@EVERY_MATCH
def test_folding_the_log_again_gives_the_same_table(game: str, options: dict[str, Any], seed: int) -> None:
    """At the end and at versions on the way, for a busy table at which anything was tried."""
    stood: dict[int, Any] = {}
    for match in anything_goes(game, options, seed):
        if len(stood) < 8 and match.table.version >= 14 * len(stood):
            stood[match.table.version] = what_stands(match.table)
    assert match.table.status == OVER
    stood[match.table.version] = what_stands(match.table)
    for version, then in stood.items():
        assert folded(match, version) == then


def test_busy_tables_make_every_kind_of_entry() -> None:
    """The test above proves nothing about a kind of entry that never comes up; and entries survive JSON."""
    found = set()
    for game, options in MATCHES:
        for seed in range(3):
            *_, match = anything_goes(game, options, seed)
            for entry in match.table.log:
                found.add(entry.kind)
                assert written_and_read(entry) == entry
        if found == set(KINDS):
            return
    assert found == set(KINDS)


@EVERY_MATCH
def test_what_a_replay_tells_is_what_was_told(game: str, options: dict[str, Any]) -> None:
    told: dict[tuple[int, ...], list[Any]] = {}
    shown = 0
    for match in anything_goes(game, options, 5, wishes=60):
        for held in match.viewers:
            news = match.shown(held, shown)["entries"]
            told.setdefault(held, []).extend(entry for entry in news if entry["kind"] != "say")
        shown = match.table.version
    for held in match.viewers:
        assert [entry for entry in show_history(match.table, 0, held) if entry["kind"] != "say"] == told[held]
    assert sum(bool(entry.get("events")) for entry in told[()]) > 3


def test_a_history_can_begin_anywhere() -> None:
    match = seated(NEW)
    match.plays("3 face down at praetors", "1 face down at quaestors")
    whole = show_history(match.table, 0, {0})
    for since in range(match.table.version + 3):
        assert show_history(match.table, since, {0}) == whole[since:]


def test_the_ids_of_the_last_commands_are_remembered_with_their_versions() -> None:
    match = seated(NEW)
    for number in range(REMEMBERED + 6):
        match.table.add(Entry("say", 2000.0, None, {"name": "Cicero", "text": "Salve!", "id": f"visitor.{number}"}))
    assert len(match.table.ids) == REMEMBERED
    assert "visitor.5" not in match.table.ids
    assert match.table.ids["visitor.6"] == 3 + 7
    match.play("3 face down at praetors", id="visitor.move")
    assert match.table.ids["visitor.move"] == match.table.version


def test_the_id_is_in_the_first_entry_of_a_command_only() -> None:
    match = seated(NEW)
    match.play("1 face down at praetors", 1)
    match.plays(
        "1 face down at praetors", "2 face down at quaestors", "3 face down at aediles", "4 face down at consuls"
    )
    entries = match.play("5 face down at censors", id="visitor.last")
    assert [entry.data.get("id") for entry in entries] == ["visitor.last", None]
