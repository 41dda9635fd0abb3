"""How a race looks to a search: the chances of all add up, and whoever is better off has the better chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quadriga
from quadriga import Move, State
from quadriga.games.avecaesar.driving import fitting_cards, progress
from quadriga.games.avecaesar.players.evaluation import NOTES, evaluate, note
from quadriga.games.avecaesar.players.features import BLOCKED, arrival, can_win, field, steps_from, turns_left
from quadriga.games.avecaesar.players.nearby_features import AWAY, BESIDE, DECK, FACTS, HAND, LOSS, NEXT, PLACE
from quadriga.games.avecaesar.record import FINISHED, RACING, REMOVED
from quadriga.games.avecaesar.tables import LANE_AHEAD, LAP, NECK, WAY

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
    evaluate(state.s, len(state.game.seats), found)
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


def facts_of(state: State, c: int) -> list[float]:
    found = np.zeros(FACTS)
    note(state.s, c, field(state.s), found)
    return found.tolist()


def test_the_cards_of_a_chariot_are_told_one_by_one() -> None:
    for state in walk(quadriga.load("ave-caesar"), 5):
        for c in range(6):
            if can_win(state.s, c):
                facts = facts_of(state, c)
                assert facts[HAND : HAND + 6] == [state.s.hand[c, card] for card in range(1, 7)]
                assert facts[DECK : DECK + 6] == [state.s.deck[c, card] for card in range(1, 7)]


def test_a_card_loses_what_its_best_way_is_longer_and_counts_as_blocked_if_there_is_none() -> None:
    seen = set()
    for state in walk(quadriga.load("ave-caesar"), 7):
        if state.to_move is None:
            break
        s, c = state.s, state.s.order[state.s.turn]
        if not can_win(s, c):
            continue
        facts, fitting = facts_of(state, c), fitting_cards(s, c)
        for card in range(1, 7):
            lost = facts[LOSS - 1 + card]
            seen.add(lost)
            assert 0 <= lost <= BLOCKED
            assert fitting >> card & 1 or lost == BLOCKED
            ways = [move for move in state.legal if move.parts.get("card") == str(card)]
            lengths = [card - steps_from(s, c, s.space[c], s.crossings[c]) + after(state, c, move) for move in ways]
            assert not ways or lost == min([BLOCKED, *lengths])
    assert {0.0, 1.0, float(BLOCKED)} <= seen


def after(state: State, c: int, move: Move) -> int:
    """Count the steps that are left after a move."""
    gone = state.copy()
    gone.play(move)
    if move.kind == "finish":
        return steps_from(state.s, c, state.s.space[c], state.s.crossings[c]) - int(move.parts["card"])
    return steps_from(gone.s, c, gone.s.space[c], gone.s.crossings[c])


def test_the_next_ones_before_and_behind_are_told() -> None:
    for state in walk(quadriga.load("ave-caesar"), 9):
        s = state.s
        racing = [c for c in range(6) if s.status[c] == RACING]
        for c in racing:
            if can_win(s, c):
                before, behind, right_before, right_behind = facts_of(state, c)[NEXT : NEXT + 4]
                steps = lap_steps(s, c) / LAP[s.track]
                others = [(progress(s, other) - progress(s, c)) * steps for other in racing if other != c]
                assert before == pytest.approx(min([AWAY, *(far for far in others if far > 0)]))
                assert behind == pytest.approx(min([AWAY, *(-far for far in others if far <= 0)]))
                assert right_before == sum(0 < far <= BESIDE for far in others)
                assert right_behind == sum(-BESIDE <= far <= 0 for far in others)


def lap_steps(s: Any, c: int) -> int:
    """Count the steps of a lap from where a chariot stands."""
    return int(WAY[s.track, s.direction, s.space[c], 2] - WAY[s.track, s.direction, s.space[c], 3])


def test_the_place_is_told() -> None:
    seen = set()
    for state in walk(quadriga.load("ave-caesar"), 9):
        s = state.s
        for c in range(6):
            if can_win(s, c):
                place = s.track, s.space[c]
                mine = s.order[s.turn] == c
                told = facts_of(state, c)[PLACE : PLACE + 4]
                assert told == [NECK[place], LANE_AHEAD[s.track, s.direction, s.space[c]], s.crossings[c], mine]
                seen.update(enumerate(told))
    assert {(0, 1.0), (0, 0.0), (1, 1.0), (1, 0.0), (2, 3.0), (3, 1.0), (3, 0.0)} <= seen
