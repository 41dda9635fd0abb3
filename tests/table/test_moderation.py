"""What keeps a table in order: the host, limits of the log, and somebody who has left."""

from __future__ import annotations

import pytest

from quadriga.table import commands
from quadriga.table.clock import ClockTerms
from quadriga.table.show import show_entries, show_table
from quadriga.table.table import LIVE, OVER, WAITING

from .builder import CAESAR, CLEOPATRA, NEW, RACE, ROME, Match, opened, seated, waiting


def hosted(players: int = 4) -> Match:
    """A table at which seat 2 sat down first, then 0, each with a mark."""
    match = waiting(RACE, players=players)
    for seat, mark in ((2, "livia"), (0, "marcus")):
        commands.sit(match.table, seat, mark.capitalize(), match.later(None), by=mark)
    return match


# --- the host


def test_the_host_is_who_sat_down_first_and_still_sits() -> None:
    match = hosted()
    assert show_table(match.table)["host"] == 2
    match.leave(2)
    assert show_table(match.table)["host"] == 0
    match.leave(0)
    assert show_table(match.table)["host"] is None


def test_the_host_sends_somebody_away_who_does_not_come_back() -> None:
    match = hosted()
    with match.refuses("host-only"):
        commands.remove(match.table, 0, 2, match.now)
    with match.refuses("absent"):
        commands.remove(match.table, 2, 2, match.now)
    with match.refuses("absent"):
        commands.remove(match.table, 2, 1, match.now)
    entries = commands.remove(match.table, 2, 0, match.later(None))
    assert [(entry.kind, entry.seat) for entry in entries] == [("leave", 0)]
    assert show_entries(match.table, match.table.version - 1, ())[0]["removed"] is True
    assert (match.table.names[0], match.table.held_by("marcus"), match.table.status) == (None, frozenset(), WAITING)
    with match.refuses("removed"):
        commands.sit(match.table, 1, "Marcus", match.now, by="marcus")
    commands.sit(match.table, 0, "Gaia", match.later(None), by="gaia")


def test_in_a_match_nobody_is_sent_away() -> None:
    match = seated(NEW)
    with match.refuses("live"):
        commands.remove(match.table, CLEOPATRA, CAESAR, match.now)


def test_the_host_mutes_spectators_and_lets_them_write_again() -> None:
    match = seated(NEW)
    with match.refuses("host-only"):
        commands.mute(match.table, CAESAR, True, match.now)
    commands.mute(match.table, CLEOPATRA, True, match.later(None))
    assert show_table(match.table)["muted"] is True
    with match.refuses("muted"):
        match.say(None, "Ave!", "Cicero")
    match.say(CAESAR, "At last.")
    assert commands.mute(match.table, CLEOPATRA, True, match.now) == []
    commands.mute(match.table, CLEOPATRA, False, match.later(None))
    match.say(None, "Ave!", "Cicero")


@pytest.mark.parametrize("name", ["Livia", "livia", "  LIVIA ", "Lívia", "L-i-v-i-a", "\uff2civia"])
def test_a_spectator_does_not_write_under_a_player_s_name(name: str) -> None:
    match = waiting(NEW)
    match.sit(CLEOPATRA, "Livia")
    match.sit(CAESAR, "Marcus")
    with match.refuses("name"):
        match.say(None, "I resign.", name)
    match.say(None, "Ave!", "Livius")


# --- how much


def test_a_full_log_takes_what_the_match_needs_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    match = opened(NEW)
    match.play("1 face down at praetors")
    monkeypatch.setattr(commands, "MOST_ENTRIES", match.table.version)
    for wish in (
        lambda: match.say(CAESAR, "Salve!"),
        lambda: match.say(None, "Salve!", "Cicero"),
        lambda: match.undo(CLEOPATRA),
        lambda: match.offer_draw(CAESAR),
        lambda: commands.hold(match.table, CAESAR, "another device", match.now),
        lambda: commands.mute(match.table, CLEOPATRA, True, match.now),
    ):
        with match.refuses("full"):
            wish()
    match.play("2 face up at praetors")
    match.resign(CLEOPATRA)
    assert match.table.status == OVER


def test_a_full_log_ends_what_could_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    early, away, before = seated(NEW), seated(RACE, players=3, takeover="tiro"), hosted()
    early.play("1 face down at praetors", CAESAR)
    away.leave(1)
    monkeypatch.setattr(commands, "MOST_ENTRIES", 0)
    with early.refuses("full"):
        early.withdraw(CAESAR)
    with away.refuses("full"):
        away.come_back(1)
    before.leave(0)
    with before.refuses("full"):
        before.sit(0)


def test_so_much_is_said_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_SAID", 5)
    monkeypatch.setattr(commands, "MOST_SAID_AROUND", 2)
    match = seated(NEW)
    match.say(None, "one", "Cicero")
    match.say(None, "two", "Cicero")
    with match.refuses("full"):
        match.say(None, "three", "Cicero")
    for _ in range(3):
        match.say(CAESAR, "Still here.")
    with match.refuses("full"):
        match.say(CAESAR, "And now?")
    match.play("1 face down at praetors", CLEOPATRA)


def test_the_same_undo_is_asked_for_once() -> None:
    match = opened(NEW)
    match.play("1 face down at praetors")
    match.undo(CLEOPATRA)
    with match.refuses("asked"):
        match.undo(CLEOPATRA)
    match.answer_undo(CAESAR, False)
    with match.refuses("declined"):
        match.undo(CLEOPATRA)
    match.play("2 face up at praetors")
    match.undo(CLEOPATRA)
    assert match.table.undo is not None


def test_a_draw_that_was_declined_is_offered_again_after_a_move() -> None:
    match = opened(NEW)
    match.offer_draw(CLEOPATRA)
    match.answer_draw(CAESAR, False)
    with match.refuses("declined"):
        match.offer_draw(CLEOPATRA)
    match.offer_draw(CAESAR)
    match.answer_draw(CLEOPATRA, False)
    match.play("1 face down at praetors")
    match.offer_draw(CLEOPATRA)
    match.offer_draw(CAESAR)
    assert match.table.status == OVER


# --- somebody who has left


@pytest.mark.parametrize("win", [True, False])
def test_against_somebody_who_left_one_wins_or_takes_a_draw(win: bool) -> None:
    match = opened(NEW)
    with match.refuses("there"):
        commands.claim(match.table, CAESAR, {CAESAR}, (), win, match.now)
    with match.refuses("yours"):
        commands.claim(match.table, CLEOPATRA, {CLEOPATRA}, {CAESAR}, win, match.now)
    commands.claim(match.table, CAESAR, {CAESAR}, {CLEOPATRA}, win, match.later(None))
    result = show_table(match.table)["result"]
    assert (result["how"], result["winners"]) == ("left", [CAESAR] if win else [])
    assert match.table.status == OVER


def test_where_several_sit_a_bot_plays_on_for_who_left() -> None:
    match = seated(RACE, players=3)
    gone = match.table.state.to_move
    other = (gone + 1) % 3
    commands.claim(match.table, other, {other}, {gone}, True, match.later(None))
    assert match.table.status == LIVE
    assert match.table.bots[gone] == commands.STAND_IN
    match.come_back(gone)
    assert match.table.bots[gone] is None


def test_where_a_clock_runs_it_decides() -> None:
    match = seated(ROME, clock=ClockTerms("move", 60.0))
    mover = match.table.state.to_move
    with match.refuses("clock-runs"):
        commands.claim(match.table, 1 - mover, {1 - mover}, {mover}, True, match.now)
