"""Who meets whom, on which seeds and seats."""

from __future__ import annotations

from collections import Counter

import pytest

from quadriga.arena.pairing import Pairing, pairings, seating


def test_every_pair_plays_every_seed_twice_with_seats_swapped() -> None:
    assert pairings(2, 2, 4, 7) == [
        Pairing((0, 1), 0, 7, (0, 1)),
        Pairing((0, 1), 1, 7, (1, 0)),
        Pairing((0, 1), 2, 8, (0, 1)),
        Pairing((0, 1), 3, 8, (1, 0)),
    ]
    four = pairings(4, 2, 10, 0)
    assert len(four) == 6 * 10 and set(Counter(pairing.players for pairing in four).values()) == {10}
    for players in {pairing.players for pairing in four}:
        assert [pairing.seed for pairing in four if pairing.players == players] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_all_pairs_have_played_a_seed_before_the_next_begins() -> None:
    seeds = [pairing.seed for pairing in pairings(3, 2, 6, 0)]
    assert seeds == sorted(seeds)


def test_six_seats_alternate_and_swap() -> None:
    first, second, third, _ = pairings(2, 6, 4, 0)
    assert first.seats == (0, 1, 0, 1, 0, 1) and second.seats == (1, 0, 1, 0, 1, 0)
    assert third.seats == first.seats and (first.seed, second.seed, third.seed) == (0, 0, 1)


@pytest.mark.parametrize("seats", [3, 5])
def test_with_an_odd_number_of_seats_the_double_seat_goes_around(seats: int) -> None:
    listed = pairings(2, seats, 2 * seats, 0)
    assert [pairing.seats for pairing in listed[:4]] == [seating((0, 1), number, seats) for number in range(4)]
    if seats == 3:
        assert [pairing.seats for pairing in listed[::2]] == [(0, 1, 0), (0, 0, 1), (1, 0, 0)]
    for first, second in zip(listed[::2], listed[1::2], strict=True):
        assert all(a != b for a, b in zip(first.seats, second.seats, strict=True))
    for seat in range(seats):
        assert Counter(pairing.seats[seat] for pairing in listed) == {0: seats, 1: seats}


def test_a_game_for_one_is_played_by_everybody_on_the_same_seeds() -> None:
    listed = pairings(3, 1, 4, 5)
    assert len(listed) == 12 and all(pairing.seats == pairing.players for pairing in listed)
    for player in range(3):
        assert [pairing.seed for pairing in listed if pairing.players == (player,)] == [5, 6, 7, 8]


def test_more_games_begin_with_the_same_games() -> None:
    assert set(pairings(3, 2, 4, 0)) < set(pairings(3, 2, 10, 0))


def test_an_odd_number_of_games_leaves_the_last_seed_unswapped() -> None:
    assert [(pairing.seed, pairing.seats) for pairing in pairings(2, 2, 3, 0)] == [
        (0, (0, 1)),
        (0, (1, 0)),
        (1, (0, 1)),
    ]
