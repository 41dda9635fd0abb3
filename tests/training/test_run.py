"""A training goes on from where it was left as if it had never stopped, and leaves behind what it says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import quadriga
from quadriga import QuadrigaError
from quadriga.cli import main
from quadriga.players import Budget, decide, player
from quadriga.players.networks import network, weights
from quadriga.players.policy import PolicyPlayer
from quadriga.players.search import SearchPlayer
from quadriga.players.settings import SearchSettings
from quadriga.training import journal, run
from quadriga.training.checkpoint import CHECKPOINT, encoding_of
from quadriga.training.model import Model
from quadriga.training.run import NETWORK, train

from .conftest import TINY

pytestmark = pytest.mark.long
NAME = "liars-dice"


class Stopped(Exception):
    """Somebody ended it."""


def stop(text: str) -> None:
    raise Stopped


def test_a_training_that_was_stopped_finds_the_same_weights(
    tmp_path: Path, trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "REPORT_SECONDS", 0.0)  # a checkpoint after every round
    said: list[str] = []
    with pytest.raises(Stopped):
        train(quadriga.load(NAME), tmp_path, TINY, rounds=2, play_off_games=4, say=stop)
    assert torch.load(tmp_path / CHECKPOINT, weights_only=False)["progress"]["round"] == 1
    train(quadriga.load(NAME), tmp_path, TINY, rounds=2, play_off_games=4, say=said.append)
    assert said[0] == "going on from round 1" and said[1].startswith("round 2: ")
    # What they are about says how long it took; the weights are the same.
    definition = quadriga.load(NAME).definition
    one, other = (weights(definition, str(folder / NETWORK))[1] for folder in (tmp_path, trained))
    assert one.keys() == other.keys() and all(one[part].tobytes() == other[part].tobytes() for part in one)


def test_a_folder_is_of_one_game(trained: Path) -> None:
    with pytest.raises(QuadrigaError, match="has a training of liars-dice"):
        train(quadriga.load("caesar-cleopatra-2024"), trained, TINY, rounds=3)


def test_the_journal_tells_what_was_played(trained: Path) -> None:
    (entry,) = journal.read(trained)
    assert entry["round"] == 2 and entry["samples"] == 2 * TINY.steps * (entry["samples"] // (2 * TINY.steps))
    assert entry["against"] == 0 and 0 <= entry["low"] <= entry["share"] <= entry["high"] <= 1
    assert "against round 0" in journal.line(entry)


def test_the_command_trains_and_shows_how_it_went(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--rounds", "1", "--games", "12", "--steps", "6", "--minibatch", "32", "--widths", "16,8"]
    assert main(["train", NAME, "--out", str(tmp_path), *given]) == 0
    assert str(tmp_path / NETWORK) in capsys.readouterr().out
    assert "strength against the report before" in (tmp_path / "index.html").read_text(encoding="utf-8").lower()


def test_what_was_trained_plays(trained: Path) -> None:
    path = str(trained / NETWORK)
    game = quadriga.load(NAME)
    state = game.new(1)
    for who in (PolicyPlayer(path), SearchPlayer("consul", Budget(playouts=50), SearchSettings(network=path))):
        assert decide(who, state) in state.legal


def test_what_was_trained_is_a_player_by_its_file(trained: Path, tmp_path: Path) -> None:
    state = quadriga.load("liars-dice").new(4)
    for how in ("network", "search"):
        assert decide(player(f"{how}:{trained / 'network.npz'}"), state, Budget(playouts=20)) in state.legal
    with pytest.raises(QuadrigaError, match="is no network"):
        player(f"network:{tmp_path / 'none.npz'}")
    with pytest.raises(QuadrigaError, match="is a network of liars-dice"):
        decide(player(f"network:{trained / 'network.npz'}"), quadriga.load("caesar").new(1))


def test_whole_numbers_rate_moves_as_the_network_that_was_trained(trained: Path) -> None:
    game = quadriga.load(NAME)
    encoding = encoding_of(trained / CHECKPOINT, game)
    model = Model(encoding, game.num_actions, game.definition.rules.SEATS, TINY)
    model.load_state_dict(torch.load(trained / CHECKPOINT, weights_only=False)["model"])
    net = network(game, str(trained / NETWORK))
    batch = game.batch(1)
    moves, ratings, out = np.zeros(game.num_actions, np.int16), np.zeros(game.num_actions), np.zeros(1, np.int16)
    for seed in range(5):
        batch.reset(seed)
        game.compiled.choose_learned(batch.states, moves, ratings, out, 0, 1, net)
        with torch.no_grad():
            rated, _ = model(torch.from_numpy(batch.see()), torch.from_numpy(encoding.chosen([game])))
        legal = np.flatnonzero(batch.legal[0])
        assert ratings[: len(legal)] == pytest.approx(rated[0].numpy()[legal], abs=0.02)
