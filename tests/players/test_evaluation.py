"""How positions look to a search: what a side is nearer to counts, and both sides' chances add up."""

from __future__ import annotations

from itertools import product

import pytest

import quadriga
from quadriga import State
from quadriga.games.caesar.moves import TOKEN_NAMES
from quadriga.games.caesar.players.evaluation import win_chance
from quadriga.games.caesar.players.features import (
    NO_TOKEN,
    PROVINCE_FEATURES,
    WHOLE_FEATURES,
    province_features,
    reaches,
    whole_features,
)
from quadriga.games.caesar.players.preference import prefer
from quadriga.games.caesar.players.provinces import best_closing, places_next, tokens_for
from quadriga.games.caesar.players.weights import OF_PROVINCE, OF_WHOLE, PROVINCE, WHOLE
from quadriga.games.caesar.tables import BORDERS, ITALIA, KINDS, PROVINCES
from quadriga.games.cleopatra.players import evaluation_2024

from ..conftest import walk

MODULES = ("poison", "centurions", "border-control")


@pytest.mark.parametrize("options", [{}, {"modules": MODULES}], ids=str)
def test_chances_of_both_sides_add_up_in_caesar(options: dict[str, object]) -> None:
    for state in walk(quadriga.load("caesar", **options), 3):
        assert win_chance(state.s, 0) + win_chance(state.s, 1) == pytest.approx(1)


def test_every_feature_has_its_weights() -> None:
    assert PROVINCE.shape == (len(OF_PROVINCE), 1 + PROVINCE_FEATURES)
    assert WHOLE.shape == (len(OF_WHOLE), 1 + WHOLE_FEATURES)
    for state in walk(quadriga.load("caesar"), 4):
        s = state.s
        ours, theirs = reaches(s, 0), reaches(s, 1)
        assert len(whole_features(s, 0, 3, 4, ours, theirs)) == WHOLE_FEATURES
        assert len(province_features(s, 0, ITALIA, 3, 4, ours, theirs)) == PROVINCE_FEATURES


def test_a_side_reaches_what_its_best_token_of_a_symbol_or_a_laurel_shows() -> None:
    state = quadriga.load("caesar").new(1)
    for kind in range(KINDS):
        state.s.supply[0, kind] = 0
    assert reaches(state.s, 0) == (NO_TOKEN, NO_TOKEN, NO_TOKEN)
    state.s.supply[0, TOKEN_NAMES.index("sword 5/1")] = 1
    state.s.supply[0, TOKEN_NAMES.index("wild 3/1")] = 1
    assert reaches(state.s, 0) == (5, 3, 3)


def test_against_crassus_every_position_has_a_chance() -> None:
    for state in walk(quadriga.load("caesar", solo="high", ruthless=True), 3):
        assert 0 < win_chance(state.s, 0) < 1


def test_a_control_token_less_is_worth_more_towards_the_end() -> None:
    state = quadriga.load("caesar").new(1)
    state.s.left[1] = 6
    chances = []
    for left in range(12, 0, -1):
        state.s.left[0] = left
        chances.append(win_chance(state.s, 0))
    assert chances == sorted(chances) and chances[-1] > 0.8 > 0.3 > chances[0]


def test_to_close_a_province_is_preferred_if_we_gain_it() -> None:
    closings = wiser = 0
    for seed in range(12):
        for state in walk(quadriga.load("caesar"), seed):
            if state.to_move is not None and state.legal[0].kind == "place":
                gained, given = [], []
                for move in state.legal:
                    change = tokens_gained(state, move.text)
                    (gained if change > 0 else given if change < 0 else []).append(prefer(state.s, move.id))
                if gained and given:
                    closings += 1
                    wiser += max(gained) > max(given)
    assert closings > 10 and wiser > 0.8 * closings


def tokens_gained(state: State, move: str) -> int:
    """Count the control tokens that a move puts down at once, ours minus theirs."""
    after = state.copy()
    side = state.s.active
    before = state.s.left[side] - state.s.left[1 - side]
    after.play(move)
    return int(before - (after.s.left[side] - after.s.left[1 - side]))


def test_the_best_closing_is_no_less_than_what_a_placement_gains() -> None:
    compared = 0
    for seed in range(6):
        for state in walk(quadriga.load("caesar"), seed):
            if state.to_move is not None and state.legal[0].kind == "place":
                assert places_next(state.s) == state.s.active
                most = max(best_closing(state.s, state.s.active, border) for border in range(BORDERS))
                gained = max(tokens_gained(state, move.text) for move in state.legal)
                compared += gained > 0
                assert gained <= 0 or most >= gained
    assert compared > 10


def test_only_italia_takes_two_control_tokens() -> None:
    s = quadriga.load("caesar").new(1).s
    assert sorted(tokens_for(s, 0, province) for province in range(PROVINCES)) == [1] * (PROVINCES - 1) + [2]


def renewed(seed: int = 1) -> State:
    return quadriga.load("caesar-cleopatra-2024").new(seed)


def test_chances_of_both_sides_add_up_in_the_edition_of_2024() -> None:
    for seed in range(3):
        for state in walk(quadriga.load("caesar-cleopatra-2024"), seed):
            assert evaluation_2024.win_chance(state.s, 0) + evaluation_2024.win_chance(state.s, 1) == pytest.approx(1)


def test_patricians_to_come_are_counted_like_throws_of_a_coin() -> None:
    s = renewed().s
    for left, wanted in product(range(6), range(7)):
        s.patricians[0] = left
        throws = [sum(throw) >= wanted for throw in product((0, 1), repeat=left)]
        assert evaluation_2024.at_least(s, 0, 0, wanted) == pytest.approx(sum(throws) / len(throws))


def test_a_lead_makes_a_majority_likelier_and_a_philosopher_turns_it_round() -> None:
    s = renewed().s
    even = evaluation_2024.likely_majority(s, 0, 0)
    s.up[0, 0, 5] = 1
    ahead = evaluation_2024.likely_majority(s, 0, 0)
    s.up[1, 0, 0] = 1
    turned = evaluation_2024.likely_majority(s, 0, 0)
    assert turned < even < ahead and turned == pytest.approx(1 - ahead)


def test_a_mission_that_is_nearer_promises_more() -> None:
    s = renewed().s
    s.missions[0, 0], s.missions[0, 1] = 1, 4  # most praetors, most consuls
    s.missions[1, 0], s.missions[1, 1] = 2, 5
    far, before = evaluation_2024.likely_mission(s, 0), evaluation_2024.win_chance(s, 0)
    s.won[0, 0], s.won[1, 0], s.patricians[0] = 2, 0, 3
    one_sided = evaluation_2024.win_chance(s, 0)
    assert evaluation_2024.likely_mission(s, 0) > far and one_sided > before
    s.missions[0, 0] = 3  # most aediles
    assert evaluation_2024.win_chance(s, 0) < one_sided


def test_three_majorities_are_as_likely_as_counting_says() -> None:
    s = renewed(2).s
    chances = [evaluation_2024.likely_majority(s, 0, g) for g in range(5)]
    counted = 0.0
    for gained in product((0, 1), repeat=5):
        share = 1.0
        for chance, is_gained in zip(chances, gained, strict=True):
            share *= chance if is_gained else 1 - chance
        counted += share if sum(gained) >= 3 else 0.0
    assert evaluation_2024.three_majorities(s, 0) == pytest.approx(counted)
