"""Taking back moves: free alone, by consent among people, over what was revealed only if all mean it."""

from __future__ import annotations

from typing import Any

import pytest

from quadriga.table import commands
from quadriga.table.show import show_table
from quadriga.table.table import LIVE

from .builder import CAESAR, CLEOPATRA, NEW, RACE, Match, opened, seated


def after_a_hidden_card(**more: Any) -> Match:
    """Cleopatra has laid a card face down on her first turn: nobody has seen anything."""
    match = opened(NEW, **more)
    match.play("1 face down at praetors")
    return match


def kinds(match: Match, count: int = 1) -> list[str]:
    return [entry.kind for entry in match.table.log[-count:]]


# --- who is asked


@pytest.mark.parametrize("alone", [{"hotseat": True}, {"bots": {CAESAR: "tiro"}}], ids=["hot-seat", "bot"])
def test_where_nobody_else_plays_an_undo_is_free(alone: dict[str, Any]) -> None:
    before = opened(NEW, **alone)
    match = after_a_hidden_card(**alone)
    match.undo(CLEOPATRA)
    assert kinds(match) == ["undo"]
    assert match.table.state == before.table.state
    assert match.table.state.history == before.table.state.history
    assert (match.table.taken_back, show_table(match.table)["taken_back"]) == (1, 1)


def test_people_are_asked_and_nothing_happens_before_they_agree() -> None:
    match = after_a_hidden_card()
    moves = list(match.table.state.history)
    match.undo(CLEOPATRA)
    assert kinds(match) == ["undo-ask"]
    assert match.table.state.history == moves
    assert show_table(match.table)["undo"] == {"seat": CLEOPATRA, "reveals": False}
    match.answer_undo(CAESAR, True)
    assert kinds(match, 2) == ["undo-answer", "undo"]
    assert match.table.state.history == moves[:-1]
    assert show_table(match.table)["undo"] is None


def test_a_refusal_drops_the_question() -> None:
    match = after_a_hidden_card()
    match.undo(CLEOPATRA)
    match.answer_undo(CAESAR, False)
    assert (match.table.undo, len(match.table.movers)) == (None, 11)
    with match.refuses("nothing"):
        match.answer_undo(CAESAR, True)


def test_who_asks_cannot_answer() -> None:
    match = after_a_hidden_card()
    match.undo(CLEOPATRA)
    with match.refuses("nothing"):
        match.answer_undo(CLEOPATRA, True)


def test_a_new_move_drops_the_question() -> None:
    match = after_a_hidden_card()
    match.undo(CLEOPATRA)
    match.play("2 face up at praetors")
    assert match.table.undo is None
    with match.refuses("nothing"):
        match.answer_undo(CAESAR, True)


def test_all_people_must_agree_where_several_sit() -> None:
    match = seated(RACE, players=4, bots={3: "tiro"})
    first = match.table.state.to_move
    while match.table.state.to_move == first or first == 3:
        first = match.table.state.to_move
        match.play(match.legal[0])
    others = [seat for seat in match.table.people if seat != first]
    moves = len(match.table.movers)
    match.undo(first)
    match.answer_undo(others[0], True)
    assert len(match.table.movers) == moves
    for other in others[1:]:
        match.answer_undo(other, True)
    assert len(match.table.movers) < moves
    assert match.table.state.to_move == first


def test_one_refusal_among_several_is_enough() -> None:
    match = seated(RACE, players=3)
    first = match.table.state.to_move
    match.play(match.legal[0])
    match.undo(first)
    match.answer_undo((first + 1) % 3, True)
    match.answer_undo((first + 2) % 3, False)
    assert (match.table.undo, len(match.table.movers)) == (None, 1)


def test_whoever_holds_several_seats_answers_once() -> None:
    match = seated(RACE, players=3)
    first = match.table.state.to_move
    match.play(match.legal[0])
    match.undo(first)
    others = [seat for seat in range(3) if seat != first]
    commands.answer_undo(match.table, others[0], True, others, 1100.0)
    assert kinds(match, 3) == ["undo-answer", "undo-answer", "undo"]


def test_no_question_is_left_open_when_the_last_who_was_asked_leaves() -> None:
    match = seated(RACE, players=3, takeover="tiro")
    first = match.table.state.to_move
    match.play(match.legal[0])
    match.undo(first)
    match.answer_undo((first + 1) % 3, True)
    match.leave((first + 2) % 3)
    assert match.table.undo is None


def test_there_must_be_a_move_to_take_back() -> None:
    match = seated(NEW)
    match.play("1 face down at praetors")
    with match.refuses("nothing", "no move of yours"):
        match.undo(CAESAR)


def test_a_table_may_forbid_it() -> None:
    match = after_a_hidden_card(undo=False, bots={CAESAR: "tiro"})
    with match.refuses("forbidden"):
        match.undo(CLEOPATRA, agree=True)


def test_an_undo_goes_back_to_ones_own_last_move_and_again_to_the_one_before() -> None:
    match = opened(NEW, hotseat=True)
    history = list(match.table.state.history)
    match.undo(CLEOPATRA)
    assert match.table.state.history == history[:4]
    assert (match.table.movers, match.table.state.to_move) == ([CLEOPATRA] * 4, CLEOPATRA)
    match.undo(CLEOPATRA)
    assert match.table.state.history == history[:3]
    assert match.table.taken_back == 2


def test_an_undo_ends_offers_and_early_choices() -> None:
    match = seated(NEW, hotseat=True)
    match.play("1 face down at praetors", CLEOPATRA)
    match.play("1 face down at praetors", CAESAR)
    match.undo(CLEOPATRA)
    assert (match.table.early, match.table.draw, match.table.undo) == ({}, set(), None)
    assert sorted(match.table.awaited) == [CLEOPATRA, CAESAR]


# --- what was seen


def test_alone_one_has_to_mean_it_once_something_was_revealed() -> None:
    match = after_a_hidden_card(bots={CAESAR: "tiro"})
    match.play("2 face up at praetors")
    with match.refuses("revealed", "say that you mean it"):
        match.undo(CLEOPATRA)
    match.undo(CLEOPATRA, agree=True)
    assert (kinds(match), match.table.log[-1].data["reveals"]) == (["undo"], True)


def test_people_who_agree_take_back_what_was_revealed() -> None:
    match = after_a_hidden_card()
    match.play("2 face up at praetors")
    match.undo(CLEOPATRA)
    assert show_table(match.table)["undo"] == {"seat": CLEOPATRA, "reveals": True}
    match.answer_undo(CAESAR, True)
    assert (match.table.status, len(match.table.movers)) == (LIVE, 11)


def test_what_others_did_since_counts_too() -> None:
    match = opened(NEW, hotseat=True)
    for move in ("1 face down at praetors", "2 face up at praetors", "done", "draw influence", "draw influence"):
        match.play(move)
    match.play("1 face down at praetors")
    assert match.table.state.to_move == CAESAR
    with match.refuses("revealed"):
        match.undo(CLEOPATRA)


# --- the dice


@pytest.mark.parametrize("pile", ["influence", "action"])
def test_the_same_dice_fall_again_after_an_undo(pile: str) -> None:
    match = opened(NEW, hotseat=True)
    for move in ("1 face down at praetors", "2 face up at praetors", "done"):
        match.play(move)
    match.play(f"draw {pile}")
    drawn = match.table.state.copy()
    for _ in range(3):
        match.undo(CLEOPATRA, agree=True)
        assert match.table.state != drawn
        match.play(f"draw {pile}")
        assert match.table.state == drawn
