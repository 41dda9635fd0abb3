"""Where all choose at once nobody waits for another, nobody sees what another chose, and the match is the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from quadriga.table import early
from quadriga.table.show import show_views
from quadriga.table.table import Table

from .builder import CAESAR, CLEOPATRA, NEW, OLD, RACE, Match, opening, seated

PILE = ["assassination"] * 4 + ["spy"] * 2 + ["castling"] * 2 + ["scout"] * 2 + ["wrath"] + ["veto"] * 2


def pile(chooser: random.Random) -> list[str]:
    return [f"pick {card}" for card in chooser.sample(PILE, len(PILE))]


def cards(edition: str, chooser: random.Random) -> list[str]:
    return opening(edition, *chooser.sample(range(1, 6), 5))


def at_the_pile() -> Match:
    return seated(OLD)


def at_the_opening_1997() -> Match:
    return seated(OLD, action_pile="shuffled")


def at_the_opening_2024() -> Match:
    return seated(NEW, starter="caesar")


def at_the_veterans() -> Match:
    match = seated(NEW, opening="veterans")
    match.plays(*opening(NEW), *opening(NEW, 5, 4, 3, 2, 1))
    return match


def at_the_missions() -> Match:
    """Play on until the first group is finished and both sides keep a mission."""
    for secret in range(100):
        match, chooser = seated(NEW, secret=secret), random.Random(secret)
        while match.table.awaited and match.table.state.view()["stage"] != "keep":
            match.play(chooser.choice(match.legal))
        if match.table.awaited:
            return match
    raise AssertionError("no match came to its missions")


def at_a_vote() -> Match:
    """Drive on until three players vote on one of two uncrewed chariots."""
    match, chooser = seated(RACE, players=3, uncrewed=2), random.Random(3)
    while match.table.state.view()["stage"] != "vote":
        match.play(chooser.choice(match.legal))
    return match


PARTS: dict[str, Callable[[], Match]] = {
    "pile": at_the_pile,
    "opening 1997": at_the_opening_1997,
    "opening 2024": at_the_opening_2024,
    "veterans": at_the_veterans,
    "missions": at_the_missions,
    "vote": at_a_vote,
}
EVERY_PART = pytest.mark.parametrize("begin", PARTS.values(), ids=PARTS)


def choices(match: Match, chooser: random.Random) -> dict[int, list[int]]:
    """Let everybody decide on all their choices of this part, taking turns on a copy."""
    state, part = match.table.state.copy(), early.part(match.table.state)
    chosen: dict[int, list[int]] = {seat: [] for seat in match.seats}
    while early.part(state) == part:
        chosen[state.to_move].append(chooser.choice(state.legal).id)
        state.play(chosen[state.to_move][-1])
    return chosen


def in_any_order(match: Match, chosen: dict[int, list[int]], chooser: random.Random) -> list[int]:
    """Let the seats make their choices in a random order; return it."""
    order = [seat for seat, actions in chosen.items() for _ in actions]
    chooser.shuffle(order)
    left = {seat: list(actions) for seat, actions in chosen.items()}
    for seat in order:
        match.play(left[seat].pop(0), seat)
    return order


@EVERY_PART
def test_all_seats_are_awaited_at_once(begin: Callable[[], Match]) -> None:
    match = begin()
    assert early.part(match.table.state) > 0
    assert sorted(match.table.awaited) == list(match.seats)
    assert all(match.texts(seat) for seat in match.seats)


@EVERY_PART
def test_any_order_of_choosing_gives_the_same_match_as_taking_turns(begin: Callable[[], Match]) -> None:
    chooser = random.Random(11)
    match = begin()
    orders = set()
    for _ in range(8):
        chosen = choices(match, chooser)
        in_turn, anyhow = match.fork(), match.fork()
        for seat in match.seats:
            in_turn.plays(*chosen[seat], seat=seat)
        orders.add(tuple(in_any_order(anyhow, chosen, chooser)))
        assert anyhow.table.state == in_turn.table.state
        assert anyhow.table.state.history == in_turn.table.state.history
        assert anyhow.table.movers == in_turn.table.movers
        assert anyhow.table.early == {}
        assert anyhow.table.awaited == in_turn.table.awaited
        for held in match.viewers:
            assert show_views(anyhow.table, held) == show_views(in_turn.table, held)
    assert len(orders) > 1


@EVERY_PART
def test_early_choices_enter_the_log_in_order_when_they_are_due(begin: Callable[[], Match]) -> None:
    match, chooser = begin(), random.Random(12)
    first, *others = match.seats
    chosen = choices(match, chooser)
    since = match.table.version
    for seat in reversed(others):
        for action in chosen[seat]:
            assert [(entry.kind, entry.seat) for entry in match.play(action, seat)] == [("early", seat)]
    assert len(match.table.state.history) == len(match.table.movers) < match.table.version
    for action in chosen[first][:-1]:
        assert [entry.kind for entry in match.play(action, first)] == ["move"]
    entries = match.play(chosen[first][-1], first)
    assert [entry.seat for entry in entries] == [first, *(seat for seat in others for _ in chosen[seat])]
    assert {entry.kind for entry in entries} == {"move"}
    moves = [entry for entry in match.table.log[since:] if entry.kind == "move"]
    assert [entry.data["action"] for entry in moves] == [action for seat in match.seats for action in chosen[seat]]


@EVERY_PART
def test_an_early_choice_can_be_taken_back_and_made_anew(begin: Callable[[], Match]) -> None:
    match, chooser = begin(), random.Random(13)
    last = match.seats[-1]
    offered = match.texts(last)
    wrong, right = chooser.sample(match.table.choice(last).legal, 2)
    match.play(wrong, last)
    assert show_views(match.table, {last})[0]["chosen"] == [wrong.text]
    match.withdraw(last)
    assert "chosen" not in show_views(match.table, {last})[0]
    assert match.texts(last) == offered
    match.play(right, last)
    chosen = {seat: list(actions) for seat, actions in choices(match, chooser).items()}
    for seat in match.seats[:-1]:
        match.plays(*chosen[seat], seat=seat)
    assert right.id in match.table.state.history[-len(chosen[last]) - 1 :]
    with match.refuses("nothing"):
        match.withdraw(last)


def test_only_the_last_early_choice_is_taken_back_and_undo_does_the_same() -> None:
    match = seated(NEW)
    match.plays(*opening(NEW, 5, 4, 3, 2, 1)[:3], seat=CAESAR)
    match.withdraw(CAESAR)
    assert show_views(match.table, {CAESAR})[0]["chosen"] == ["5 face down at praetors", "4 face down at quaestors"]
    assert [entry.kind for entry in match.undo(CAESAR)] == ["withdraw"]
    assert show_views(match.table, {CAESAR})[0]["chosen"] == ["5 face down at praetors"]


@EVERY_PART
def test_nothing_of_an_early_choice_is_seen_by_others(begin: Callable[[], Match]) -> None:
    match = begin()
    last = match.seats[-1]
    since = match.table.version
    seen: dict[tuple[int, ...], list[Any]] = {}
    for move in match.table.choice(last).legal:
        tried = match.fork()
        tried.play(move, last, id="visitor.c-1")
        for held in match.viewers:
            seen.setdefault(held, []).append(tried.shown(held, since))
    for held, stories in seen.items():
        if last in held:
            assert stories[0]["entries"][0]["move"] != stories[1]["entries"][0]["move"]
            assert stories[0]["views"] != stories[1]["views"]
        else:
            assert all(story == stories[0] for story in stories)
            assert set(stories[0]["entries"][0]) == {"version", "kind", "seat", "at"}


@EVERY_PART
def test_what_is_offered_early_does_not_depend_on_what_the_others_chose(begin: Callable[[], Match]) -> None:
    match, chooser = begin(), random.Random(14)
    last = match.seats[-1]
    offered, histories = set(), set()
    for _ in range(6):
        tried = match.fork()
        chosen = choices(tried, chooser)
        for seat in match.seats[:-1]:
            tried.plays(*chosen[seat][: max(1, len(chosen[seat]) - 2)], seat=seat)
        histories.add(str((tried.table.state.history, tried.table.early)))
        assert last in tried.table.awaited
        offered.add(str(show_views(tried.table, {last})[0]["legal"]))
    assert len(histories) > 1
    assert len(offered) == 1


@EVERY_PART
def test_nobody_is_awaited_who_has_chosen_at_any_version(begin: Callable[[], Match]) -> None:
    """Not even between the entries that early choices make when they are due, which a replay stops at."""
    match, chooser = begin(), random.Random(15)
    part = early.part(match.table.state)
    for _ in range(4):
        tried = match.fork()
        chosen = choices(tried, chooser)
        in_any_order(tried, chosen, chooser)
        made: dict[int, int] = dict.fromkeys(match.seats, 0)
        table = Table.load(match.table.terms, match.table.secret, match.table.log)
        for entry in tried.table.log[match.table.version :]:
            table.add(entry)
            if entry.kind == "early" or not entry.data.get("early"):
                made[entry.seat] += 1
            if early.part(table.state) == part:
                left = [seat for seat in match.seats if made[seat] < len(chosen[seat])]
                assert sorted(table.awaited) == left


def test_two_votes_one_after_the_other_are_two_parts() -> None:
    """What was chosen for one uncrewed chariot says nothing about the next."""
    numbers = []
    match, chooser = seated(RACE, players=3, uncrewed=2, secret=5), random.Random(5)
    while match.table.awaited and len(numbers) < 6:
        before = early.part(match.table.state)
        if before and sorted(match.table.awaited) == [0, 1, 2]:
            numbers.append(before)
            for seat in (2, 0, 1):
                match.play(chooser.choice(match.table.choice(seat).legal), seat)
            assert match.table.early == {}
            assert early.part(match.table.state) != before
        else:
            match.play(chooser.choice(match.legal))
    assert len(numbers) == len(set(numbers)) == 6


def test_bots_choose_early_too() -> None:
    match = seated(NEW, bots={CAESAR: "tiro"})
    assert match.table.bots_due == [CAESAR]
    match.plays(*opening(NEW), seat=CAESAR)
    assert match.table.bots_due == []
    assert sorted(match.table.awaited) == [CLEOPATRA]
