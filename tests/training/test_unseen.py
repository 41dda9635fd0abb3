"""A network whose game does not tell it all options plays with choices that it never saw."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

import quadriga
from quadriga import QuadrigaError
from quadriga.kernel.link import Linker
from quadriga.kernel.network import rate
from quadriga.players.networks import network
from quadriga.training.encoding import Encoding
from quadriga.training.export import export
from quadriga.training.model import Model
from tests.games.avecaesar.test_own_track import HIPPODROME, write

from .conftest import TINY

pytestmark = pytest.mark.long


def exported(path: Path, ratings: int) -> str:
    game = quadriga.load("ave-caesar")
    torch.manual_seed(1)
    encoding = Encoding(game)
    model = Model(encoding, ratings, game.definition.rules.SEATS, TINY)
    export(path, model, encoding, {"game": game.name, "version": game.definition.version})
    return str(path)


def test_a_network_drives_on_a_track_that_it_never_saw(tmp_path: Path) -> None:
    name = exported(tmp_path / "network.npz", quadriga.load("ave-caesar").definition.rules.SLOTS)
    strange = quadriga.load("ave-caesar", players=3, track=write(tmp_path, HIPPODROME))
    known = quadriga.load("ave-caesar", players=3)
    assert not any(choice.startswith(("track=", "direction=")) for choice in Encoding(strange).choices)
    assert Encoding(strange).choices == Encoding(known).choices
    assert network(strange, name).bias.tolist() == network(known, name).bias.tolist()
    other_seats = quadriga.load("ave-caesar", players=2)
    assert network(other_seats, name).bias.tolist() != network(known, name).bias.tolist()
    # Interpreted: with another track the rules would have to be compiled again.
    rate_interpreted = Linker(lambda function: function, {}, strange.definition.rules.functions).link(rate)
    state = strange.new(1)
    actions, ratings = [move.id for move in state.legal], [0.0] * len(state.legal)
    rate_interpreted(state.s, actions, ratings, len(actions), network(strange, name))
    assert len(set(ratings)) == len(actions) > 1


def test_a_network_that_rates_other_moves_is_refused(tmp_path: Path) -> None:
    name = exported(tmp_path / "earlier.npz", quadriga.load("ave-caesar").num_actions)
    with pytest.raises(QuadrigaError, match="rates 583 moves of ave-caesar and not 64"):
        network(quadriga.load("ave-caesar"), name)
