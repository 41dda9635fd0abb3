"""A network that learns to beat another one, which does not learn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import quadriga
from quadriga import QuadrigaError
from quadriga.cli import main
from quadriga.players.networks import network, weights
from quadriga.training import journal
from quadriga.training.encoding import Encoding
from quadriga.training.learning import loss
from quadriga.training.model import Model
from quadriga.training.response import Responder, frozen
from quadriga.training.run import NETWORK, train
from quadriga.training.strength import respond
from quadriga.training.tables import Tables

from .conftest import TINY

pytestmark = pytest.mark.long
NAME = "liars-dice"
SMALL = quadriga.load(NAME, players=2, dice=1)


def test_a_network_that_is_read_rates_as_the_players_do(trained: Path) -> None:
    path = str(trained / NETWORK)
    (model, _), net = frozen(SMALL, path), network(SMALL, path)
    assert not any(weight.requires_grad for weight in model.parameters())
    batch = SMALL.batch(1)
    moves, ratings, out = np.zeros(SMALL.num_actions, np.int16), np.zeros(SMALL.num_actions), np.zeros(1, np.int16)
    for seed in range(5):
        batch.reset(seed)
        SMALL.compiled.choose_learned(batch.states, moves, ratings, out, 0, 1, net)
        rated, _ = model(torch.from_numpy(batch.see()), torch.from_numpy(Encoding(SMALL).chosen([SMALL])))
        legal = np.flatnonzero(batch.legal[0])
        assert ratings[: len(legal)] == pytest.approx(rated[0].numpy()[legal], abs=0.02)


def test_one_seat_of_every_game_learns_all_in_turn(trained: Path) -> None:
    games = [quadriga.load(NAME, players=3), SMALL]
    tables = Tables([(0.5, game) for game in games], 12, "cpu", 1)
    encoding = Encoding(games[0])
    options = torch.from_numpy(encoding.chosen(tables.games))[tables.sets]
    model = Model(encoding, games[0].num_actions, games[0].definition.rules.SEATS, TINY)
    learner = Responder(frozen(games[0], str(trained / NETWORK))[0], model, tables, options, TINY, compiled=False)
    assert learner.seat.tolist() == [0, 1, 2, 0, 1, 2, 0, 1, 0, 1, 0, 1]
    before = [weight.clone() for weight in learner.against.parameters()]
    played = learner.play()
    assert 0.2 < played.own.float().mean() < 0.7
    learner.learn(played, 0.0)
    assert all(one.equal(other) for one, other in zip(before, learner.against.parameters(), strict=True))


def test_decisions_of_others_teach_what_happens_but_not_what_to_do() -> None:
    model = Model(Encoding(SMALL), SMALL.num_actions, SMALL.definition.rules.SEATS, TINY)
    batch = SMALL.batch(4)
    seen, legal = torch.from_numpy(batch.see()), torch.from_numpy(batch.legal)
    options = torch.from_numpy(Encoding(SMALL).chosen([SMALL])).expand(4, -1)
    seats, targets = torch.full((4,), 2), torch.eye(SMALL.definition.rules.SEATS)[:4, :].roll(1)
    for own in (False, True):
        model.zero_grad()
        played = seen, legal, legal.argmax(1), torch.full((4,), -1.0), torch.ones(4), targets, torch.full((4,), own)
        found, _, _ = loss(model, played, torch.arange(4), options, seats, torch.tensor(1.0), 0.2, 1.0)
        found.backward()
        assert model.winner.weight.grad is not None and model.winner.weight.grad.any()
        assert model.policy.weight.grad is not None and bool(model.policy.weight.grad.any()) is own


def test_the_other_seats_are_played_by_the_one_that_does_not_learn(trained: Path) -> None:
    tables = Tables([(1.0, SMALL)], 400, "cpu", 1)
    encoding = Encoding(SMALL)
    options = torch.from_numpy(encoding.chosen([SMALL])).expand(400, -1)
    model = Model(encoding, SMALL.num_actions, SMALL.definition.rules.SEATS, TINY)
    learner = Responder(frozen(SMALL, str(trained / NETWORK))[0], model, tables, options, TINY, compiled=False)
    with torch.no_grad():
        model.policy.bias[:] = -torch.arange(SMALL.num_actions) * 50.0  # the first legal action, always
        learner.against.policy.bias[:] = torch.arange(SMALL.num_actions) * 50.0  # the last one
    played = learner.play()
    first, last = played.legal.argmax(1), SMALL.num_actions - 1 - played.legal.flip(1).argmax(1)
    assert played.actions.equal(torch.where(played.own, first, last))


def test_it_begins_as_the_one_that_it_learns_to_beat(tmp_path: Path, trained: Path) -> None:
    path = str(trained / NETWORK)
    still = replace(TINY, rate=0.0, widths=(4, 4))
    found = train(SMALL, tmp_path, still, rounds=1, usual=True, against=path, play_off_games=0, say=lambda text: None)
    one, other = (weights(SMALL.definition, str(file))[1] for file in (found, path))
    assert all((one[part] == other[part]).all() for part in other)


def test_it_learns_to_beat_a_player_who_has_hardly_learnt(tmp_path: Path, trained: Path) -> None:
    settings = replace(TINY, games=64, steps=16, minibatch=256, rate=5e-3, widths=(32, 16))
    path = str(trained / NETWORK)
    train(SMALL, tmp_path, settings, rounds=12, usual=True, against=path, play_off_games=256, say=lambda text: None)
    (entry,) = journal.read(tmp_path)
    assert entry["low"] > 0.5 and entry["against"] == path and entry["played"] == 256
    assert f"against {path}" in journal.line(entry)
    with pytest.raises(QuadrigaError, match="has a training against"):
        train(SMALL, tmp_path, settings, rounds=13, usual=True, say=lambda text: None)


def test_equals_share_the_games(trained: Path) -> None:
    game = quadriga.load(NAME, players=4)
    one, _ = frozen(game, str(trained / NETWORK))
    with torch.no_grad():
        one.policy.weight.zero_()
        one.policy.bias[:] = -torch.arange(game.num_actions) * 50.0  # draws and best moves are the same
    found = respond(one, one, game, 400, "cpu", 5)
    assert found.games == 400 and found.low < 0.25 < found.high


def test_what_cannot_be_is_refused(tmp_path: Path, trained: Path) -> None:
    path = str(trained / NETWORK)
    with pytest.raises(QuadrigaError, match="not both"):
        train(SMALL, tmp_path, replace(TINY, playouts=5), rounds=1, against=path)
    with pytest.raises(QuadrigaError, match="has nobody to train against"):
        train(quadriga.load("caesar", solo="low"), tmp_path, TINY, rounds=1, usual=True, against="network")
    with pytest.raises(QuadrigaError, match="is a network of liars-dice"):
        train(quadriga.load("caesar"), tmp_path, TINY, rounds=1, against=path)


def test_the_command_says_how_much_it_wins(tmp_path: Path, trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--rounds", "1", "--games", "12", "--steps", "6", "--minibatch", "32", "--widths", "16,8"]
    path = str(trained / NETWORK)
    assert main(["train", NAME, "--out", str(tmp_path), "--against", path, *given]) == 0
    assert f"against {path}" in capsys.readouterr().out
    assert f"strength against {path}" in (tmp_path / "index.html").read_text(encoding="utf-8")
