"""Where moves stand among the ratings of a network: each by itself, and on every track alike."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

import quadriga
from quadriga import Game
from quadriga.games.avecaesar.track import FOLDER
from quadriga.kernel.network import NAT, Network, blank_network
from tests.conftest import GAMES, walk
from tests.games.avecaesar.test_own_track import HIPPODROME, JAM, write

SLOTTED = [game for game in GAMES if game.num_actions != game.definition.rules.SLOTS]
"""The games that say where their moves stand."""


def check_slots(game: Game, seed: int) -> None:
    """Check all positions of a random game: no two legal moves share a place."""
    rules = game.definition.rules
    for state in walk(game, seed):
        if state.to_move is not None:
            places = [int(rules.slot(state.s, move.id)) for move in state.legal]
            assert len(set(places)) == len(places), (state.legal, places)
            assert min(places) >= 0 and max(places) < rules.SLOTS


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_no_two_moves_share_a_place(game: Game) -> None:
    check_slots(game, 3)


@pytest.mark.parametrize("track", ["circus-a", "circus-b", HIPPODROME, JAM], ids=["a", "b", "hippodrome", "jam"])
@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
def test_nor_do_they_on_any_track(tmp_path: Path, track: Any, direction: str) -> None:
    where = track if isinstance(track, str) else write(tmp_path, track)
    for options in ({"players": 6}, {"players": 2, "uncrewed": 4}, {"players": 3, "chariots": 2}):
        check_slots(quadriga.load("ave-caesar", track=where, direction=direction, **options), 5)


@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
def test_a_track_looks_the_same_by_any_other_name(tmp_path: Path, direction: str) -> None:
    facts = yaml.safe_load((FOLDER / "circus-b.yaml").read_text(encoding="utf-8"))
    copied = write(tmp_path, facts, name="copied")
    known, strange = (
        quadriga.load("ave-caesar", players=4, uncrewed=2, track=track, direction=direction)
        for track in ("circus-b", copied)
    )
    rules = known.definition.rules
    here, there, chooser = known.new(8), strange.new(8), random.Random(8)
    one, other = np.zeros(rules.INPUTS, np.int8), np.zeros(rules.INPUTS, np.int8)
    while here.to_move is not None:
        rules.see(here.s, here.to_move, one)
        rules.see(there.s, here.to_move, other)
        assert one.tolist() == other.tolist()
        for move in here.legal:
            assert rules.slot(here.s, move.id) == rules.slot(there.s, move.id)
        action = chooser.choice(here.legal).id
        here.play(action)
        there.play(action)


def any_network(game: Game) -> Network:
    """A small network of random weights."""
    rules, chooser = game.definition.rules, np.random.default_rng(2)
    net = blank_network(rules.INPUTS, rules.SLOTS, rules.SEATS, rules.NOTES, 16, 8, 128)
    net.rows[:] = chooser.integers(-40, 40, net.rows.shape)
    net.bias[:] = 500
    net.middle[:] = chooser.integers(-400, 400, net.middle.shape)
    net.policy[:] = chooser.integers(-900, 900, net.policy.shape)
    net.policy_bias[:] = chooser.integers(-9000, 9000, net.policy_bias.shape)
    return net


@pytest.mark.long
@pytest.mark.parametrize("game", SLOTTED, ids=str)
def test_compiled_networks_rate_moves_by_their_places(game: Game) -> None:
    net, rules = any_network(game), game.definition.rules
    moves, ratings, out = np.zeros(game.num_actions, np.int16), np.zeros(game.num_actions), np.zeros(1, np.int16)
    told_apart = 0
    for state in islice(walk(game, 4), 120):
        if state.to_move is not None:
            game.compiled.choose_learned(state.bits, moves, ratings, out, 0, 1, net)
            places = [rules.slot(state.s, move.id) for move in state.legal]
            rated = (net.policy[places].astype(np.int64) @ net.second + net.policy_bias[places]) / NAT
            assert ratings[: len(places)].tolist() == rated.tolist()
            told_apart += len(set(rated.tolist())) > 1
    assert told_apart > 10
