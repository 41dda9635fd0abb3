"""One match after another: who asks, who starts, who sits where, and what it adds up to."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quadriga.table import commands
from quadriga.table.series import next_terms, places, places_of_next, points, won
from quadriga.table.table import Result, Table

from .builder import CAESAR, CLEOPATRA, NEW, OLD, RACE, ROME, Match, opened, seated


def ended(match: Match, *winners: int, how: str = "rules") -> Match:
    """End a match as if by the rules."""
    match.table._end(Result(how, winners, "the test says so"))
    return match


def following(match: Match, *winners: int, how: str = "rules") -> Match:
    """Play the next match of a series on the terms that this one leaves."""
    return ended(Match(Table(next_terms(match.table), 8)), *winners, how=how)


def added(*matches: Match) -> list[float]:
    return points([match.table for match in matches])


# --- asking


def test_a_rematch_needs_all_people() -> None:
    match = opened(NEW)
    match.resign(CAESAR)
    match.rematch(CAESAR)
    assert match.table.rematch == {CAESAR}
    assert not match.table.rematch >= set(match.table.people)
    match.rematch(CLEOPATRA)
    assert match.table.rematch >= set(match.table.people)


def test_bots_are_always_ready_for_a_rematch() -> None:
    match = opened(NEW, bots={CAESAR: "tiro"})
    match.resign(CLEOPATRA)
    match.rematch(CLEOPATRA)
    assert match.table.rematch >= set(match.table.people)


def test_whoever_holds_several_seats_asks_for_all_of_them() -> None:
    match = seated(RACE, players=3, hotseat=True, bots={2: "tiro"})
    match.abandon(0)
    assert [entry.seat for entry in match.rematch(0)] == [0, 1]
    assert match.table.rematch == {0, 1}
    with match.refuses("asked"):
        match.rematch(0)


def test_somebody_who_left_may_ask_but_is_not_waited_for() -> None:
    match = seated(RACE, players=3, takeover="tiro")
    match.leave(0)
    match.leave(1)
    match.abandon(2)
    assert match.table.people == [2]
    match.rematch(2)
    assert match.table.rematch >= set(match.table.people)
    match.rematch(0)
    assert match.table.rematch == {0, 2}


def test_the_next_match_is_laid_out_once() -> None:
    match = opened(NEW)
    match.resign(CAESAR)
    commands.lay_next(match.table, "abc", 2000.0)
    assert match.table.next == "abc"
    with match.refuses("next"):
        commands.lay_next(match.table, "def", 2001.0)
    with match.refuses("next"):
        match.rematch(CAESAR)


# --- who starts, who sits where


@pytest.mark.parametrize(("winner", "starts"), [(CLEOPATRA, "caesar"), (CAESAR, "cleopatra")])
@pytest.mark.parametrize("starter", ["cleopatra", "caesar"])
def test_in_2024_the_loser_starts_and_all_keep_their_seats(winner: int, starts: str, starter: str) -> None:
    match = ended(seated(NEW, starter=starter, bots={CAESAR: "miles"}), winner)
    terms = next_terms(match.table)
    assert terms.options["starter"] == terms.loaded.options["starter"] == starts
    assert (terms.bots, places_of_next(match.table)) == ((None, "miles"), [CLEOPATRA, CAESAR])


@pytest.mark.parametrize("starter", ["cleopatra", "caesar"])
def test_in_2024_cleopatra_starts_after_a_draw_and_where_nobody_has_lost(starter: str) -> None:
    for how in ("rules", "agreed", "abandoned"):
        match = ended(seated(NEW, starter=starter), how=how)
        assert next_terms(match.table).loaded.options["starter"] == "cleopatra"
        assert places_of_next(match.table) == [CLEOPATRA, CAESAR]


def test_who_resigned_has_lost_and_starts() -> None:
    match = opened(NEW)
    match.resign(CAESAR)
    assert next_terms(match.table).options["starter"] == "caesar"


@pytest.mark.parametrize(("game", "options"), [(OLD, {}), (ROME, {"modules": ("poison",)}), (RACE, {"players": 2})])
def test_elsewhere_sides_are_swapped_and_bots_move_on_with_the_people(game: str, options: dict[str, Any]) -> None:
    match = ended(seated(game, bots={1: "consul"}, games=3, undo=False, **options), 0)
    terms = next_terms(match.table)
    assert terms.bots == ("consul", None)
    assert terms.options == match.table.terms.options
    assert (terms.games, terms.undo, terms.clock) == (3, False, match.table.terms.clock)
    assert next_terms(following(match, 0).table).bots == (None, "consul")


def test_in_a_race_everybody_moves_on_by_one_seat() -> None:
    levels = {1: "tiro", 2: "miles", 5: "consul"}
    match = ended(seated(RACE, players=6, bots=levels), 0)
    places = places_of_next(match.table)
    assert places == [5, 0, 1, 2, 3, 4]
    assert next_terms(match.table).bots == ("consul", None, "tiro", "miles", None, None)


def test_a_bot_that_took_over_does_not_stay_for_the_next_match() -> None:
    match = opened(NEW, takeover="tiro")
    match.leave(CAESAR)
    match.abandon(CLEOPATRA)
    assert next_terms(match.table).bots == (None, None)


def test_alone_one_stays_where_one_is() -> None:
    match = ended(seated(ROME, solo="low", side="pompey"), 0)
    assert places_of_next(match.table) == [0]
    assert next_terms(match.table).loaded.seats == ("pompey",)


# --- adding up


def test_points_stay_with_the_player_when_sides_are_swapped() -> None:
    """Seat 0 of the first match wins three times, on both sides."""
    first = ended(seated(OLD), 0)
    second = following(first, 1)
    third = following(second, 0)
    assert added(first) == [1.0, 0.0]
    assert added(first, second) == [2.0, 0.0]
    assert added(first, second, third) == [3.0, 0.0]
    assert added(first, following(first, 0)) == [1.0, 1.0]


def test_points_stay_with_the_seat_where_all_keep_theirs() -> None:
    first = ended(seated(NEW), CLEOPATRA)
    second = following(first, CLEOPATRA)
    third = following(second, CAESAR)
    assert added(first, second, third) == [2.0, 1.0]


def test_a_draw_is_half_a_point_each_and_an_abandoned_match_none() -> None:
    first = ended(seated(OLD))
    second = following(first, how="agreed")
    third = following(second, how="abandoned")
    fourth = following(third, 0)
    assert added(first) == [0.5, 0.5]
    assert added(first, second) == [1.0, 1.0]
    assert added(first, second, third) == [1.0, 1.0]
    assert added(first, second, third, fourth) == [1.0, 2.0]


def test_a_match_that_goes_on_counts_nothing_yet() -> None:
    first = ended(seated(OLD), 0)
    assert added(first, Match(Table(next_terms(first.table), 8))) == [1.0, 0.0]
    assert points([]) == []


def test_six_who_race_take_their_points_along_from_seat_to_seat() -> None:
    """Whoever began in seat 2 wins the first race there, the second in seat 3, the third in seat 4."""
    first = ended(seated(RACE, players=6), 2)
    second = following(first, 3)
    third = following(second, 4)
    fourth = following(third, 0)  # who began in seat 3
    assert added(first, second, third, fourth) == [0.0, 0.0, 3.0, 1.0, 0.0, 0.0]


def test_winners_of_a_tie_share_the_point_and_so_do_all_in_a_draw() -> None:
    assert added(ended(seated(RACE, players=6), 1, 4)) == [0.0, 0.5, 0.0, 0.0, 0.5, 0.0]
    assert added(ended(seated(RACE, players=4))) == [0.25] * 4


@pytest.mark.parametrize("how", ["rules", "resigned", "time"])
def test_a_match_lost_alone_is_no_point(how: str) -> None:
    assert added(ended(seated(ROME, solo="low"), 0)) == [1.0]
    assert added(ended(seated(ROME, solo="low"), how=how)) == [0.0]


@pytest.mark.parametrize(
    ("game", "options"), [(OLD, {"action_pile": "shuffled"}), (NEW, {}), (RACE, {"players": 3}), (ROME, {})]
)
def test_every_finished_match_of_a_real_series_gives_one_point(game: str, options: dict[str, Any]) -> None:
    chooser = random.Random(7)
    matches = [seated(game, games=3, **options)]
    for number in range(1, 4):
        matches[-1].play_on(chooser)
        assert sum(added(*matches)) == pytest.approx(number)
        again = Match(Table(next_terms(matches[-1].table), number))
        for seat in again.table.open_seats:
            again.sit(seat)
        matches.append(again)


def test_what_each_match_brought_is_told_by_the_players_of_the_first() -> None:
    first = ended(seated(OLD), 0)
    second = following(first, 0)  # who began in seat 1 sits there now
    third = following(second, how="abandoned")
    tables = [match.table for match in (first, second, third)]
    assert places(tables) == [[0, 1], [1, 0], [0, 1]]
    assert won(tables) == [[1.0, 0.0], [0.0, 1.0], None]
    assert places([]) == won([]) == []
