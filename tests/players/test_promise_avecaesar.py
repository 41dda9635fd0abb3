"""How a race looks to a search: the chances of all add up, and whoever is better off has the better chance."""

from __future__ import annotations

import numpy as np
import pytest

import quadriga
from quadriga import State
from quadriga.games.avecaesar.outlook import arrival, can_win, turns_left
from quadriga.games.avecaesar.promise import NOTES, promises
from quadriga.games.avecaesar.record import FINISHED, REMOVED

from ..conftest import walk

OPTIONS = [
    {},
    {"players": 2},
    {"players": 4, "uncrewed": 2},
    {"players": 3, "chariots": 2},
    {"players": 3, "tournament": True},
    {"track": "circus-b", "direction": "counter-clockwise"},
]


def chances(state: State) -> list[float]:
    found = np.zeros(6 + NOTES)
    promises(state.s, len(state.game.seats), found)
    return found[: len(state.game.seats)].tolist()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_chances_of_all_add_up(options: dict[str, object]) -> None:
    for state in walk(quadriga.load("ave-caesar", **options), 3):
        if state.to_move is not None and any(can_win(state.s, c) for c in range(6)):
            assert sum(chances(state)) == pytest.approx(1)


def test_the_first_to_arrive_has_won_a_single_race() -> None:
    state = quadriga.load("ave-caesar").new(1)
    state.s.status[2], state.s.place[2], state.s.placed = FINISHED, 1, 1
    assert chances(state) == [0, 0, 1, 0, 0, 0]


def test_who_is_out_of_the_race_has_no_chance() -> None:
    state = quadriga.load("ave-caesar").new(1)
    for c in range(5):
        state.s.status[c] = REMOVED
    assert chances(state) == pytest.approx([0, 0, 0, 0, 0, 1])


def test_low_cards_that_can_be_spared_save_turns() -> None:
    s = quadriga.load("ave-caesar").new(1).s
    before = turns_left(s, 0)
    s.deck[0, 6] += 1
    assert before - 1 < turns_left(s, 0) < before + 1
    s.deck[0, 6] -= 1
    s.deck[0, 1] -= 1
    assert before - 1 <= turns_left(s, 0) < before


def test_who_comes_later_in_the_round_arrives_later() -> None:
    s = quadriga.load("ave-caesar").new(1).s
    first, last = s.order[s.turn], s.order[(s.turn + 5) % 6]
    s.space[last], s.crossings[last] = s.space[first], s.crossings[first]
    assert arrival(s, last) == pytest.approx(arrival(s, first) + 5 / 6)
