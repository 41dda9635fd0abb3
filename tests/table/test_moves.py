"""A move answers a version, is made by who decides, and is refused without a trace if anything is wrong with it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quadriga import IllegalMove
from quadriga.table import commands
from quadriga.table.clock import ClockTerms
from quadriga.table.table import LIVE, OVER

from .builder import (
    CAESAR,
    CLEOPATRA,
    EVERY_MATCH,
    NEW,
    OLD,
    RACE,
    ROME,
    Match,
    everything,
    opened,
    opening,
    seated,
    waiting,
)


def refuses_by_rule(match: Match, move: Any, seat: int | None = None) -> str | None:
    """Name the clause that refuses a move; the table must stay as it is."""
    before = everything(match.table)
    with pytest.raises(IllegalMove) as refused:
        match.play(move, seat)
    assert everything(match.table) == before
    return refused.value.rule


def test_a_move_that_answers_an_old_version_is_stale() -> None:
    match = opened(NEW)
    seen = match.table.version
    match.play("1 face down at praetors")
    with match.refuses("stale", "look at it again"):
        match.play("2 face up at praetors", version=seen)
    match.play("2 face up at praetors", version=seen + 1)


def test_the_same_move_sent_twice_without_an_id_counts_once() -> None:
    match = opened(NEW)
    seen = match.table.version
    match.play("1 face down at praetors", version=seen)
    with match.refuses("stale"):
        match.play("1 face down at praetors", CLEOPATRA, version=seen)


def test_a_version_that_is_not_there_yet_is_refused() -> None:
    match = opened(NEW)
    with match.refuses("version", f"version {match.table.version + 1} is not there yet"):
        match.play("1 face down at praetors", version=match.table.version + 1)


def test_it_is_said_who_decides_when_another_moves() -> None:
    match = opened(NEW)
    with match.refuses("turn", "it is for Cleopatra to decide"):
        match.play("1 face down at praetors", CAESAR)
    race = seated(RACE, players=6)
    decides = race.table.state.to_move
    with race.refuses("turn", f"it is for {race.table.game.seats[decides].capitalize()} to decide"):
        race.play(race.legal[0], (decides + 1) % 6)


@pytest.mark.parametrize("edition", [OLD, NEW])
def test_who_has_chosen_all_early_cannot_choose_more(edition: str) -> None:
    match = seated(edition, **({"action_pile": "shuffled"} if edition == OLD else {}))
    match.plays(*opening(edition), seat=CAESAR)
    with match.refuses("turn", "it is for Cleopatra to decide"):
        match.play(opening(edition)[0], CAESAR)


def test_an_illegal_move_names_its_clause_and_changes_nothing() -> None:
    assert refuses_by_rule(seated(NEW), "3 face down at quaestors") == "CC24-S2"
    assert refuses_by_rule(seated(OLD), "3 face down at senators") == "CC97-S9"
    match = opened(NEW)
    assert refuses_by_rule(match, "draw influence").startswith("CC24-")
    assert refuses_by_rule(seated(ROME), "use the bonus").startswith("ROME-")
    assert refuses_by_rule(seated(RACE), "abstain").startswith("AVE-")


def test_an_illegal_early_choice_names_its_clause_and_changes_nothing() -> None:
    match = seated(NEW)
    match.play("4 face down at praetors", CAESAR)
    assert refuses_by_rule(match, "4 face down at quaestors", CAESAR) == "CC24-S2"
    assert refuses_by_rule(match, "1 face down at censors", CAESAR) == "CC24-S2"


@pytest.mark.parametrize("move", ["castle", "", 10**6, -1, None, 3.5, True])
def test_what_is_no_move_at_all_changes_nothing(move: Any) -> None:
    assert refuses_by_rule(seated(NEW), move) is None


def test_a_move_may_come_as_number_text_or_move() -> None:
    match, other, third = seated(NEW), seated(NEW), seated(NEW)
    move = match.legal[2]
    match.play(move)
    other.play(move.id)
    third.play(move.text.upper())
    assert match.table.state == other.table.state == third.table.state
    assert match.table.log == other.table.log == third.table.log


@EVERY_MATCH
def test_every_move_a_seat_is_offered_can_be_made_and_no_other(game: str, options: dict[str, Any]) -> None:
    match, chooser = seated(game, **options), random.Random(5)
    for _ in range(12):
        seat = chooser.choice(match.table.awaited)
        offered = match.table.choice(seat).legal
        assert [move.text for move in offered] == match.texts(seat)
        assert refuses_by_rule(match, chooser.choice([m for m in match.table.game.moves if m not in offered]), seat)
        for other in set(match.seats) - set(match.table.awaited):
            assert match.texts(other) == []
        match.play(chooser.choice(offered), seat)


def test_chat_does_not_make_a_move_stale() -> None:
    match = opened(NEW)
    seen = match.table.version
    match.say(CAESAR, "Think well!")
    match.say(None, "How exciting")
    match.play("1 face down at praetors", version=seen)


def test_questions_do_not_make_a_move_stale() -> None:
    match = opened(NEW)
    seen = match.table.version
    match.offer_draw(CAESAR)
    match.undo(CAESAR)
    match.play("1 face down at praetors", version=seen)


def test_early_choices_of_others_do_not_make_a_move_stale() -> None:
    match = seated(NEW)
    seen = match.table.version
    match.play("5 face down at praetors", CAESAR)
    match.play("1 face down at praetors", CLEOPATRA, version=seen)
    match.play("4 face down at quaestors", CAESAR, version=seen + 1)


def test_moves_of_others_do_not_make_an_early_choice_stale() -> None:
    match = seated(NEW)
    seen = match.table.version
    match.plays(*opening(NEW)[:4], seat=CLEOPATRA)
    match.play("5 face down at praetors", CAESAR, version=seen)


def test_own_early_choices_that_enter_the_log_do_not_make_the_next_one_stale() -> None:
    """Caesar has laid two cards and thinks about the third while Cleopatra lays her last: nothing changed for him."""
    match = seated(NEW)
    match.plays("5 face down at praetors", "4 face down at quaestors", seat=CAESAR)
    seen = match.table.version
    offered = match.texts(CAESAR)
    match.plays(*opening(NEW), seat=CLEOPATRA)
    assert match.texts(CAESAR) == offered
    match.play("3 face down at aediles", CAESAR, version=seen)


def test_own_early_choices_make_the_next_one_stale() -> None:
    match = seated(NEW)
    seen = match.table.version
    match.play("5 face down at praetors", CAESAR, version=seen)
    with match.refuses("stale"):
        match.play("4 face down at quaestors", CAESAR, version=seen)
    match.withdraw(CAESAR)
    with match.refuses("stale"):
        match.play("4 face down at praetors", CAESAR, version=seen + 1)


def test_an_undo_makes_a_move_stale() -> None:
    match = opened(NEW, hotseat=True)
    match.plays("1 face down at praetors")
    seen = match.table.version
    match.undo(CLEOPATRA)
    with match.refuses("stale"):
        match.play("2 face down at praetors", version=seen)


def test_the_end_refuses_every_move() -> None:
    match = opened(NEW)
    match.resign(CAESAR)
    with match.refuses(OVER, "the match is over"):
        commands.move(match.table, CLEOPATRA, "1 face down at praetors", match.table.version, 2000.0)


def test_before_the_beginning_nobody_moves() -> None:
    match = waiting(NEW)
    match.sit(CLEOPATRA)
    with match.refuses("waiting", "not begun"):
        match.play("1 face down at praetors", CLEOPATRA)


def test_refused_wishes_change_nothing() -> None:
    """Beside moves: whatever else can be refused, before, during and after a match."""
    match = waiting(NEW, undo=False, bots={})
    with match.refuses("waiting", "somebody still has to sit down"):
        commands.begin(match.table, 1001.0)
    match.sit(CLEOPATRA, "Livia")
    with match.refuses("taken", "the seat of Cleopatra is taken"):
        match.sit(CLEOPATRA, "Marcus")
    for wish in (match.resign, match.come_back, match.withdraw, match.offer_draw, match.undo):
        with match.refuses("waiting"):
            wish(CLEOPATRA)
    match.sit(CAESAR, "Marcus")
    with match.refuses("live"):
        match.sit(CAESAR, "Brutus")
    match.play("1 face down at praetors")
    with match.refuses("forbidden", "not taken back"):
        match.undo(CLEOPATRA)
    for code, wish in (
        ("nothing", lambda: match.withdraw(CLEOPATRA)),
        ("nothing", lambda: match.answer_undo(CAESAR, True)),
        ("nothing", lambda: match.answer_draw(CAESAR, True)),
        ("nothing", lambda: match.come_back(CLEOPATRA)),
        ("nothing", match.call_time),
        ("people", lambda: match.abandon(CLEOPATRA)),
        ("empty", lambda: match.say(CLEOPATRA, " \u200e\n")),
        ("live", lambda: match.rematch(CLEOPATRA)),
        ("live", lambda: commands.lay_next(match.table, "next", 1050.0)),
        ("live", lambda: commands.begin(match.table, 1050.0)),
    ):
        with match.refuses(code):
            wish()
    match.offer_draw(CLEOPATRA)
    with match.refuses("offered"):
        match.offer_draw(CLEOPATRA)
    with match.refuses("nothing"):
        match.answer_draw(CLEOPATRA, True)
    assert match.table.status == LIVE
    match.resign(CAESAR)
    for wish in (
        match.resign,
        match.come_back,
        match.withdraw,
        match.offer_draw,
        match.undo,
        match.leave,
        match.abandon,
    ):
        with match.refuses(OVER):
            wish(CLEOPATRA)
    match.rematch(CLEOPATRA)
    with match.refuses("asked"):
        match.rematch(CLEOPATRA)
    commands.lay_next(match.table, "next", 1100.0)
    for wish in (lambda: match.rematch(CAESAR), lambda: commands.lay_next(match.table, "other", 1101.0)):
        with match.refuses("next"):
            wish()


def test_a_wish_refused_after_a_move_leaves_its_words() -> None:
    """What was told about the last move is still there for those who have not been shown it."""
    match = opened(NEW, clock=ClockTerms("move", 60.0))
    match.play("1 face up at praetors")
    told = match.shown((), match.table.version - 1)["entries"][0]["events"]
    assert [event["text"] for event in told] == ["Cleopatra lays a 1 face up at the praetors"]
    with match.refuses("turn"):
        match.play("1 face up at praetors", CAESAR)
    assert match.shown((), match.table.version - 1)["entries"][0]["events"] == told
