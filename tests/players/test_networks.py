"""Networks in players: whole numbers, the same wherever they are computed, from what one seat sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quadriga
from quadriga import Game, QuadrigaError
from quadriga.kernel.link import Linker
from quadriga.kernel.network import JUDGED_BY_NETWORK, MOST, SHIFT, Network, look
from quadriga.players import Budget, decide, player
from quadriga.players.levels import ladder, level
from quadriga.players.networks import network, weights
from quadriga.players.search import SearchPlayer
from tests.conftest import walk

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "src" / "quadriga" / "games").glob("*/players/*.npz"))
LIMIT = 6_000_000
LEARNED = [game for game in quadriga.games().values() if ladder(game).ways[-1].settings.network]
"""The games whose strongest level has a network."""


def layers(net: Network, seen: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """Compute a network another way: by matrices of long numbers."""
    places = (net.offsets + seen)[seen != 0]
    first = np.clip(net.bias + net.rows[places].astype(np.int64).sum(axis=0), 0, MOST)
    return np.clip((net.middle.astype(np.int64) @ first + net.middle_bias) >> SHIFT, 0, MOST)


def interpreted(game: Game) -> Any:
    rules = game.definition.rules
    linker = Linker(lambda function: function, {}, {**rules.functions, **JUDGED_BY_NETWORK})
    return linker.link(look)


def named(game: Game) -> str:
    return ladder(game).ways[-1].settings.network


def test_networks_are_small_enough_to_ship() -> None:
    assert FILES
    assert sum(path.stat().st_size for path in FILES) < LIMIT
    for path in FILES:
        assert path.with_suffix(".md").exists(), f"{path.name} has no text that says how it was trained"


@pytest.mark.long
@pytest.mark.parametrize("game", LEARNED, ids=str)
def test_compiled_networks_find_the_same_numbers(game: Game) -> None:
    net, by_hand = network(game, named(game)), interpreted(game)
    moves, ratings, out = np.zeros(game.num_actions, np.int16), np.zeros(game.num_actions), np.zeros(1, np.int16)
    for number, state in enumerate(walk(game, 5)):
        if state.to_move is None or number > 40:
            return
        game.compiled.choose_learned(state.bits, moves, ratings, out, 0, 1, net)
        second = layers(net, net.seen)
        assert net.second.tolist() == second.tolist()
        legal = [game.definition.rules.slot(state.s, move.id) for move in state.legal]
        rated = net.policy[legal].astype(np.int64) @ second + net.policy_bias[legal]
        assert out[0] == state.legal[int(rated.argmax())].id
        if number % 10 == 0:
            apart = network(game, named(game))
            by_hand(state.s, state.to_move, apart)
            assert apart.second.tolist() == second.tolist()


@pytest.mark.long
@pytest.mark.parametrize("game", LEARNED, ids=str)
def test_a_network_sees_no_more_than_its_seat(game: Game) -> None:
    net = network(game, named(game))
    moves, ratings, out = np.zeros(game.num_actions, np.int16), np.zeros(game.num_actions), np.zeros(1, np.int16)
    for number, state in enumerate(walk(game, 6)):
        if state.to_move is None or number > 60:
            return
        found = []
        for seed in (1, 2):
            dealt = state.redeal(state.to_move, seed)
            game.compiled.choose_learned(dealt.bits, moves, ratings, out, 0, 1, net)
            found.append((net.second.tolist(), ratings[: len(state.legal)].tolist(), int(out[0])))
        assert found[0] == found[1]


@pytest.mark.long
@pytest.mark.parametrize("game", LEARNED, ids=str)
def test_the_same_seed_and_playouts_give_the_same_move(game: Game) -> None:
    state = next(state.copy() for state in walk(game, 3) if state.to_move is not None and len(state.legal) > 3)
    chosen = {decide(SearchPlayer("consul"), state, Budget(playouts=300)) for _ in range(2)}
    assert len(chosen) == 1


@pytest.mark.long
def test_the_strongest_of_an_earlier_month_is_still_there(edition: Game) -> None:
    earlier, today = level("consul@2026-11", edition), level("consul", edition)
    assert not earlier.settings.network and earlier.is_highest
    assert bool(today.settings.network) == bool(ladder(edition).earlier)
    state = edition.new(1)
    assert decide(player("consul@2026-11"), state, Budget(playouts=20)) in state.legal


def test_a_network_is_of_one_game_and_of_the_options_it_knows(tmp_path: Path) -> None:
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"no network")
    game = quadriga.load("caesar-cleopatra-2024")
    with pytest.raises(QuadrigaError, match="is no network"):
        weights(game.definition, str(broken))
    with pytest.raises(QuadrigaError, match="is no network"):
        weights(game.definition, str(tmp_path / "missing.npz"))
