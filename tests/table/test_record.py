"""The record of a table: who played, when, where, with what clock; and what was left on it after each move."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import quadriga
from quadriga import notation
from quadriga.cli import main
from quadriga.table import commands
from quadriga.table.clock import ClockTerms
from quadriga.table.fairness import verify
from quadriga.table.packing import pack, unpack
from quadriga.table.snapshots import at

from .builder import CAESAR, CLEOPATRA, NEW, OLD, RACE, ROME, Match, opened, seated, waiting

BANK = ClockTerms("bank", 300.0, 3.0)
MOVE = ClockTerms("move", 30.0)
TURN = ("1 face down at praetors", "2 face up at praetors", "done", "draw influence", "draw action")


def tags(match: Match, site: str | None = None) -> dict[str, str]:
    return notation.parse(match.table.record(site)).tags


def clocks(match: Match) -> list[float | None]:
    return [move.clock for move in notation.parse(match.table.record()).moves]


def test_a_record_names_the_players_the_day_and_the_clock() -> None:
    match = waiting(NEW, clock=BANK)
    match.sit(CLEOPATRA, "Livia; Augusta", at=1_795_046_399.0)
    match.sit(CAESAR, "Marcus", at=1_795_046_399.5)  # half a second to midnight in UTC
    match.resign(CAESAR)
    told = tags(match)
    assert told["Players"] == "Livia, Augusta; Marcus" and told["TimeControl"] == "300+3"
    assert told["Date"] == "2026-11-18" and "Site" not in told
    assert tags(match, "https://quadriga.example/games")["Site"] == "https://quadriga.example/games"


def test_a_level_a_program_and_a_level_that_went_on_for_somebody_are_named_as_such() -> None:
    match = waiting(RACE, players=4, bots={1: "legatus"})
    match.sit(0, "Livia")
    commands.sit(match.table, 2, "Careful", 1001.0, program=True)
    match.sit(3, "Marcus")
    match.resign(3)
    assert tags(match)["Players"] == "Livia; legatus; Careful (bot); Marcus, then centurio"


def test_clocks_are_told_as_pgn_tells_them() -> None:
    assert [tags(seated(NEW, clock=terms)).get("TimeControl") for terms in (MOVE, ClockTerms())] == ["1/30", None]
    assert ClockTerms("move", 2_592_000.0).tag == "1/2592000"


def test_a_bank_is_noted_after_each_move_with_the_increment_at_the_end_of_a_turn() -> None:
    match = opened(NEW, clock=BANK)
    before = len(match.table.movers)
    for second, move in enumerate(TURN, 1):
        match.play(move, at=1000.0 + second / 4)
    assert clocks(match)[before:] == [302.75, 302.5, 302.25, 302.0, 304.75]


def test_time_for_a_move_is_noted_as_it_was_when_the_move_was_made() -> None:
    match = opened(NEW, clock=MOVE)
    before = len(match.table.movers)
    for second, move in enumerate(TURN, 1):
        match.play(move, at=1000.0 + second)
    assert clocks(match)[before:] == [29.0, 28.0, 27.0, 26.0, 25.0]


def test_nothing_is_noted_of_a_level_nor_without_a_clock() -> None:
    match = seated(NEW, bots={CAESAR: "tiro"}, clock=BANK)
    match.play_on(random.Random(1), 12)
    state = match.table.state
    assert state is not None
    for mover, left in zip(match.table.movers, clocks(match), strict=True):
        assert (left is None) == (mover == CAESAR)
    free = opened(NEW)
    assert notation.parse(free.table.record()).is_plain and free.table.clocks == []


def test_a_move_that_was_taken_back_is_not_noted() -> None:
    match = opened(NEW, clock=BANK, hotseat=True)
    match.plays(*TURN[:4])
    match.undo(0, agree=True)
    match.plays("draw action", "draw influence")
    assert len(clocks(match)) == len(match.table.movers)
    match.abandon(0)
    assert verify(match.table.record()).state == match.table.state


def test_clocks_are_the_same_at_a_table_that_was_packed_or_looked_back_at() -> None:
    match = seated(ROME, clock=BANK)
    match.play_on(random.Random(1), 40)
    table = match.table
    assert (
        unpack(table.terms, table.secret, pack(table)).record() == table.record() == at(table, table.version).record()
    )
    assert type(table).load(table.terms, table.secret, table.log).record() == table.record()


def test_a_record_with_clocks_is_played_again_and_verified() -> None:
    match = seated(OLD, clock=BANK)
    match.play_on(random.Random(1))
    record = match.table.record()
    assert "{[%clk 0:0" in record
    assert quadriga.replay(record) == match.table.state == verify(record, match.table.commitment).state
    assert record == notation.parse(record).write()


def test_verify_tells_a_program_what_it_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = opened(NEW, clock=BANK)
    match.resign(CAESAR)
    path = tmp_path / "match.txt"
    path.write_text(match.table.record())
    assert main(["verify", str(path), "--json", "--commitment", match.table.commitment]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "name": str(path), "checked": True, "game": NEW, "moves": 10, "commitment": match.table.commitment,
        "published": True, "taken_from": None, "shares": {},
    }  # fmt: skip
