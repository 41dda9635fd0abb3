"""The greedy player of Caesar!: closes what it gains, guards its placements, and decides on what it may know."""

from __future__ import annotations

import random

import pytest

import quadriga
from quadriga import State
from quadriga.games.caesar.components import components
from quadriga.games.caesar.players.greedy import VICTORY, after, brings, open_province, tokens_in_hand, worth
from quadriga.players import UNLIMITED, decide, player
from tests.conftest import walk

BOX = components()
ALL_MODULES = ("poison", "centurions", "border-control")


def play(seed: int, **options: object) -> State:
    """Play a greedy player against a random one, or against Crassus."""
    state = quadriga.load("caesar", **options).new(seed)
    greedy = seed % len(state.game.seats)
    while state.to_move is not None:
        state.play(decide(player("greedy" if state.to_move == greedy else "random"), state))
    return state


def at(position: dict[str, object], **options: object) -> State:
    """Set up a position."""
    return quadriga.load("caesar", **options).from_position({"seed": 7, **position})


@pytest.mark.parametrize("options", [{}, {"modules": ALL_MODULES}], ids=str)
def test_it_beats_the_random_player_on_either_side(options: dict[str, object]) -> None:
    for seed in range(4):
        state = play(seed, **options)
        assert state.outcome is not None and state.outcome.winners == (seed % 2,)


def test_it_wins_most_solo_games_against_crassus_of_low_difficulty() -> None:
    outcomes = [play(seed, solo="low").outcome for seed in range(10)]
    assert sum(outcome is not None and bool(outcome.winners) for outcome in outcomes) >= 6  # it wins about 83 of 100


@pytest.mark.parametrize("options", [{}, {"modules": ALL_MODULES}, {"solo": "medium"}], ids=str)
def test_what_is_hidden_does_not_change_the_choice(options: dict[str, object]) -> None:
    who, chooser = player("greedy"), random.Random(2)
    for number, state in enumerate(walk(quadriga.load("caesar", **options), 2)):
        if state.to_move is not None and chooser.random() < 0.3:
            elsewhere = state.redeal(state.to_move, 99 + number)
            chosen = [who.choose(real.redeal(state.to_move, 5), UNLIMITED, 7) for real in (state, elsewhere)]
            assert chosen[0] == chosen[1] and chosen[0] in state.legal


def test_it_closes_a_province_that_it_gains_and_not_one_that_it_gives_away() -> None:
    gains = at(
        {
            "active": "caesar",
            "borders": {"Aegyptus-Syria": "caesar sword 1/5"},
            "bonuses": {"Syria": "tactics"},
            "caesar": {"supply": ["shield 3/3", "shield 4/2"]},
        }
    )
    assert "Syria" in decide(player("greedy"), gains).text
    behind = at(
        {
            "active": "caesar",
            "borders": {"Aegyptus-Syria": "pompey sword 3/3"},
            "bonuses": {"Syria": "wealth"},
            "caesar": {"supply": ["wild 2/2", "shield 5/1"]},
        }
    )
    behind.play(decide(player("greedy"), behind))
    assert behind.view()["provinces"]["Syria"]["control"] == "caesar"


def test_it_wins_where_a_move_wins() -> None:
    found = 0
    for seed in range(8):
        for state in walk(quadriga.load("caesar"), seed):
            mover = state.to_move
            if mover is None or min(state.s.left) > 4:
                continue
            ends = [trial for move in state.legal if (trial := after(state, move, mover)).to_move is None]
            won = [trial for trial in ends if worth(trial.s, mover) == VICTORY]
            if won and all(worth(trial.s, 1 - mover) == -VICTORY for trial in won):
                found += 1
                real = state.copy()
                real.play(decide(player("greedy"), state))
                assert real.outcome is not None and real.outcome.winners == (mover,)
    assert found


def test_a_lead_is_worth_more_the_nearer_the_province_is_to_closing() -> None:
    near = at({"active": "caesar", "borders": {"Aegyptus-Syria": "caesar sword 1/5"}})
    far = at({"active": "caesar", "borders": {"Aegyptus-Syria": "caesar sword 5/1"}})
    syria, aegyptus = BOX.province("Syria"), BOX.province("Aegyptus")
    assert open_province(near.s, 0, syria) > open_province(far.s, 0, aegyptus) > 0
    assert open_province(near.s, 1, syria) < 0


def test_control_brings_border_tokens_where_the_neighbour_is_ours_and_face_up() -> None:
    borders = {"Asia-Syria": "caesar shield 0/6", "Aegyptus-Syria": "caesar sword 1/5"}
    asia = BOX.province("Asia")
    alone = at({"active": "caesar", "borders": {}})
    beside = at({"active": "caesar", "borders": borders, "control": {"Syria": "caesar"}})
    down = at(
        {"active": "caesar", "borders": borders, "control": {"Syria": "caesar"}, "control_face_down": {"Syria": 1}}
    )
    assert brings(beside.s, 0, asia) > brings(alone.s, 0, asia) > brings(down.s, 0, asia)


def test_a_supply_that_fits_few_spaces_is_a_danger() -> None:
    free = at({"active": "caesar", "caesar": {"supply": ["wild 2/2"]}})
    swords = [name for name, border in free.view()["borders"].items() if border["symbol"] == "sword"]
    narrow = at(
        {
            "active": "pompey",
            "borders": {
                name: f"{'caesar' if number % 2 else 'pompey'} {'wild' if number > 5 else 'sword'} {numbers}"
                for number, (name, numbers) in enumerate(
                    zip(swords, ("6/0", "6/0", "5/1", "5/1", "4/2", "4/2", "4/0", "4/0", "3/1", "3/1"), strict=True)
                )
            },
            "caesar": {"supply": ["sword 3/3"]},
            "pompey": {"supply": ["ship 3/3"]},
        }
    )
    assert tokens_in_hand(narrow.s, 0) < 0 < tokens_in_hand(free.s, 0)


def test_crassuss_turn_is_foreseen() -> None:
    state = quadriga.load("caesar", solo="low").new(3)
    state.play("turn the tile")
    seen = after(state, state.legal[0], 0)
    assert seen.to_move is None or seen.view()["stage"] != "crassus"
    assert len(seen.history) >= len(state.history) + 2
