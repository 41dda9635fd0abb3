"""Clocks: whose time runs, what a move costs, and what happens when it is up. Time comes with every command."""

from __future__ import annotations

from typing import Any

import pytest

from quadriga.table.clock import Clock, ClockTerms
from quadriga.table.table import LIVE, OVER, Table

from .builder import CAESAR, CLEOPATRA, NEW, OLD, RACE, ROME, Match, opened, opening, seated

MINUTE = ClockTerms("move", 60.0)
BANK = ClockTerms("bank", 100.0, 10.0)
DAY = 24 * 3600.0


def running(match: Match) -> list[int]:
    return sorted(match.table.clock.running)


def left(match: Match) -> list[float]:
    return list(match.table.clock.left)


def at_caesars_turn(clock: ClockTerms, **more: Any) -> Match:
    """Let Cleopatra take her first turn in no time: two cards, no action card; Caesar begins at second 1000."""
    match = opened(NEW, clock=clock, **more)
    for move in ("1 face down at praetors", "2 face up at praetors", "done", "draw influence", "draw influence"):
        match.play(move, at=1000.0)
    assert match.table.state.to_move == CAESAR
    return match


def alone_in_rome(clock: ClockTerms) -> Match:
    return seated(ROME, solo="low", clock=clock)


def test_without_a_clock_nobody_is_ever_late() -> None:
    match = opened(NEW)
    assert match.table.clock.deadline() is None
    assert match.table.clock.out_of_time(10.0**12) is None
    match.play("1 face down at praetors", at=10.0**9)
    with match.refuses("nothing", "nobody is out of time"):
        match.call_time(10.0**12)


def test_before_the_match_no_clock_runs() -> None:
    table = Table(seated(NEW, clock=MINUTE).table.terms, 7)
    assert table.clock.running == frozenset()
    assert table.clock.deadline() is None


def test_every_move_has_its_time() -> None:
    match = at_caesars_turn(MINUTE)
    assert (running(match), match.table.clock.deadline()) == ([CAESAR], 1060.0)
    match.play("1 face down at praetors", at=1050.0)
    assert match.table.clock.deadline() == 1060.0
    match.play("2 face up at praetors", at=1055.0)
    for move in ("done", "draw influence", "draw influence"):
        if move in match.texts(CAESAR):
            match.play(move, at=1055.0)
    while match.table.state.to_move == CAESAR:
        match.play(match.legal[0], at=1055.0)
    assert (running(match), match.table.clock.deadline()) == ([CLEOPATRA], 1115.0)


def test_days_per_move() -> None:
    match = at_caesars_turn(ClockTerms("move", 3 * DAY))
    assert match.table.clock.deadline() == 1000.0 + 3 * DAY
    match.play("1 face down at praetors", at=1000.0 + 3 * DAY - 1)
    assert match.table.status == LIVE


def test_a_bank_is_spent_and_each_move_brings_its_increment_once() -> None:
    """All parts of a turn are one move of the clock."""
    match = at_caesars_turn(BANK)
    before = left(match)
    match.play("1 face down at praetors", at=1030.0)
    assert left(match)[CAESAR] == before[CAESAR] - 30
    while match.table.state.to_move == CAESAR:
        match.play(match.legal[0], at=1040.0)
    assert left(match)[CAESAR] == before[CAESAR] - 40 + 10
    assert left(match)[CLEOPATRA] == before[CLEOPATRA]
    assert match.table.clock.deadline() == 1040.0 + left(match)[CLEOPATRA]


def test_only_the_clock_of_who_decides_runs() -> None:
    match = at_caesars_turn(BANK)
    before = left(match)
    match.say(CLEOPATRA, "Hurry up!", at=1020.0)
    assert left(match) == [before[CLEOPATRA], before[CAESAR] - 20]
    assert running(match) == [CAESAR]


def test_only_clocks_of_people_run() -> None:
    match = at_caesars_turn(BANK, bots={CAESAR: "tiro"})
    assert (running(match), match.table.clock.deadline()) == ([], None)
    match.play("1 face down at praetors", at=9000.0)
    assert left(match)[CAESAR] == 100.0
    bots = seated(NEW, bots={CLEOPATRA: "tiro", CAESAR: "miles"}, clock=MINUTE)
    assert (running(bots), bots.table.clock.deadline()) == ([], None)


def test_where_all_choose_at_once_several_clocks_run() -> None:
    match = seated(NEW, clock=BANK)
    assert running(match) == [CLEOPATRA, CAESAR]
    match.play("1 face down at praetors", CAESAR, at=1030.0)
    assert left(match) == [70.0, 70.0]
    for move in opening(NEW)[1:]:
        match.play(move, CAESAR, at=1040.0)
    assert running(match) == [CLEOPATRA]
    match.play("1 face down at praetors", CLEOPATRA, at=1060.0)
    assert left(match)[CLEOPATRA] == 40.0


@pytest.mark.parametrize("edition", [OLD, NEW])
def test_choosing_early_costs_and_brings_the_same_as_taking_turns(edition: str) -> None:
    """One part in which all choose is one move of the clock: it brings one increment, early or not."""
    shuffled = {"action_pile": "shuffled"} if edition == OLD else {}
    in_turn, early = (seated(edition, clock=BANK, **shuffled) for _ in range(2))
    for move in opening(edition):
        in_turn.play(move, CLEOPATRA, at=1020.0)
    for move in opening(edition):
        in_turn.play(move, CAESAR, at=1020.0)
    for seat in (CAESAR, CLEOPATRA):
        for move in opening(edition):
            early.play(move, seat, at=1020.0)
    assert left(in_turn) == [90.0, 90.0]
    assert left(early) == [90.0, 90.0]


def test_taking_an_early_choice_back_brings_no_time() -> None:
    match = seated(NEW, clock=BANK)
    for move in opening(NEW):
        match.play(move, CAESAR, at=1020.0)
    for _ in range(5):
        match.withdraw(CAESAR, at=1020.0)
        match.play("5 face down at censors", CAESAR, at=1020.0)
    for move in opening(NEW):
        match.play(move, CLEOPATRA, at=1020.0)
    assert left(match)[CAESAR] == 90.0


def test_a_new_part_is_a_new_move_for_everybody() -> None:
    """Whoever is last to arrange the pile has the same time for the opening cards as the other."""
    match = seated(OLD, clock=MINUTE)
    for seat, at in ((CLEOPATRA, 1010.0), (CAESAR, 1050.0)):
        while seat in match.table.awaited and match.table.state.view()["stage"] == "arrange":
            match.play(match.table.choice(seat).legal[0], seat, at=at)
    assert match.table.state.view()["stage"] == "opening"
    assert left(match) == [60.0, 60.0]
    assert match.table.clock.deadline() == 1110.0


def test_alone_every_turn_is_a_new_move() -> None:
    """In solo nobody else ever decides: still each turn has its time, and brings its increment."""
    match = alone_in_rome(MINUTE)
    for at in (1050.0, 1100.0, 1150.0, 1200.0):
        turn = match.table.state.view()["turn"]
        while match.table.status == LIVE and match.table.state.view()["turn"] == turn:
            match.play(match.legal[0], at=at)
        assert match.table.clock.deadline() == at + 60.0
    match = alone_in_rome(BANK)
    turn = match.table.state.view()["turn"]
    while match.table.state.view()["turn"] == turn:
        match.play(match.legal[0], at=1030.0)
    assert left(match) == [80.0]


def test_who_goes_twice_in_a_race_has_the_time_of_two_moves() -> None:
    """With three chariots each, and all others skipped or in: a drive is a move, whoever drives next."""
    match = seated(RACE, players=2, chariots=3, clock=MINUTE, secret=3)
    twice = 0
    while match.table.status == LIVE and twice < 3:
        seat, at = match.table.state.to_move, match.now + 50
        match.play(match.legal[-1], at=at)
        twice += seat == match.table.state.to_move
        assert match.table.clock.deadline() == (None if match.table.status == OVER else at + 60.0)
    assert twice == 3


def test_time_never_runs_backwards() -> None:
    match = at_caesars_turn(BANK)
    before = left(match)[CAESAR]
    match.say(CAESAR, "Wait", at=1010.0)
    entries = match.play("1 face down at praetors", at=500.0)
    assert entries[0].at == 1010.0
    assert left(match)[CAESAR] == before - 10
    match.play("2 face up at praetors", at=1012.0)
    assert left(match)[CAESAR] == before - 12
    times = [entry.at for entry in match.table.log]
    assert times == sorted(times)
    assert match.table.clock.out_of_time(500.0) is None


def test_a_log_whose_times_jump_back_costs_nobody_anything() -> None:
    """Whatever machines wrote it: only the time up to the latest moment counts, and once."""
    clock = Clock(BANK, 2)
    clock.think([CAESAR])
    for at in (10.0, 40.0, 5.0, 41.0):
        clock.run(at)
    assert (clock.left, clock.since) == ([100.0, 59.0], 41.0)


def test_nobody_is_late_before_the_deadline_and_somebody_is_at_it() -> None:
    match = at_caesars_turn(MINUTE)
    assert match.table.clock.out_of_time(1059.999) is None
    with match.refuses("nothing"):
        match.call_time(1059.999)
    assert match.table.clock.out_of_time(1060.0) == CAESAR


def test_running_out_of_time_loses() -> None:
    match = at_caesars_turn(MINUTE)
    assert [entry.kind for entry in match.call_time(1060.0)] == ["time"]
    assert match.table.status == OVER
    assert (match.table.result.how, match.table.result.winners) == ("time", (CLEOPATRA,))
    assert match.table.result.reason == "Caesar ran out of time"
    assert running(match) == [] and match.table.clock.deadline() is None
    assert left(match)[CAESAR] == 0.0


def test_running_out_of_time_loses_alone_and_against_a_bot() -> None:
    match = alone_in_rome(MINUTE)
    match.call_time(1061.0)
    assert (match.table.result.how, match.table.result.winners) == ("time", ())
    match = seated(NEW, clock=MINUTE, bots={CLEOPATRA: "tiro"})
    match.call_time(1061.0)
    assert match.table.result.winners == (CLEOPATRA,)


def test_a_bot_takes_over_where_the_table_says_so() -> None:
    match = at_caesars_turn(MINUTE, takeover="miles")
    assert [entry.kind for entry in match.call_time(1060.0)] == ["time", "takeover"]
    assert (match.table.status, match.table.bots, match.table.bots_due) == (LIVE, [None, "miles"], [CAESAR])
    assert running(match) == []


def test_with_more_than_two_seats_a_bot_always_takes_over() -> None:
    match = seated(RACE, players=3, clock=MINUTE)
    late = match.table.state.to_move
    match.call_time(1061.0)
    assert match.table.status == LIVE
    assert match.table.people == [seat for seat in range(3) if seat != late]
    assert match.table.bots_due == [late]


def test_where_several_are_late_each_is_in_turn() -> None:
    match = seated(NEW, clock=MINUTE, takeover="tiro")
    match.play("1 face down at praetors", CAESAR, at=1059.0)
    assert match.call_time(2000.0)[0].seat == CLEOPATRA
    assert match.table.people == [CAESAR]
    assert [entry.kind for entry in match.call_time(2000.0)] == ["time"]
    assert (match.table.result.how, match.table.result.winners) == ("time", (CLEOPATRA,))


def test_who_has_least_time_is_late_first() -> None:
    match = seated(NEW, clock=BANK)
    match.table.clock.left[CAESAR] = 50.0
    assert match.table.clock.deadline() == 1050.0
    assert match.table.clock.out_of_time(1070.0) == CAESAR
    assert match.table.clock.out_of_time(1200.0) == CAESAR


def test_a_move_after_the_time_is_up_comes_too_late() -> None:
    """Whether somebody has called the time yet must not matter."""
    match = at_caesars_turn(MINUTE)
    with match.refuses("time"):
        match.play("1 face down at praetors", at=1060.5)


def test_who_comes_back_has_time_for_a_move() -> None:
    match = at_caesars_turn(MINUTE, takeover="miles")
    match.leave(CAESAR, at=1055.0)
    match.come_back(CAESAR, at=2500.0)
    assert (running(match), match.table.clock.deadline()) == ([CAESAR], 2560.0)


def test_after_an_undo_every_move_has_its_whole_time_again() -> None:
    match = at_caesars_turn(MINUTE, hotseat=True)
    match.undo(CLEOPATRA, agree=True, at=1050.0)
    assert (running(match), match.table.clock.deadline()) == ([CLEOPATRA], 1110.0)
    match.play("draw influence", at=1055.0)
    assert (running(match), match.table.clock.deadline()) == ([CAESAR], 1115.0)


def test_a_clock_shows_its_terms_what_is_left_and_since_when() -> None:
    match = at_caesars_turn(BANK)
    match.say(None, "Salve!", at=1001.23456)
    assert match.table.clock.show() == {
        "kind": "bank", "seconds": 100.0, "increment": 10.0, "since": 1001.23456, "running": [CAESAR],
        "left": [round(left(match)[CLEOPATRA], 3), round(left(match)[CAESAR], 3)],
    }  # fmt: skip
