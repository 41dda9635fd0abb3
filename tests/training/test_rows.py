"""The rows of a network: values that seldom come up share one with their neighbours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import quadriga
from quadriga import QuadrigaError
from quadriga.players.networks import weights
from quadriga.training import checkpoint
from quadriga.training.counting import how_often, opens, rows_for
from quadriga.training.encoding import NO_ROW, Encoding
from quadriga.training.export import weights as exported
from quadriga.training.model import Model
from quadriga.training.run import NETWORK, train

from .conftest import TINY

pytestmark = pytest.mark.long
GAME = quadriga.load("liars-dice")
SHARES = [(1.0, GAME)]


def some_positions() -> torch.Tensor:
    batch = GAME.batch(8)
    for _ in range(3):
        batch.step(batch.legal.argmax(axis=1))
    return torch.from_numpy(batch.see())


def shuffled(encoding: Encoding) -> Model:
    """A network with weights in all rows."""
    torch.manual_seed(1)
    model = Model(encoding, GAME.num_actions, 4, TINY)
    torch.nn.init.normal_(model.rows.weight)
    return model


def test_every_value_but_0_has_a_row_of_its_own_if_nothing_was_counted() -> None:
    encoding = Encoding(GAME)
    assert encoding.rows == (encoding.value != 0).sum()
    assert ((encoding.row == NO_ROW) == (encoding.value == 0)).all()
    least, greatest = encoding.bounds()
    assert (least == greatest).all() and (least == encoding.value[encoding.first]).all()


def test_rows_are_as_often_seen_as_asked_for() -> None:
    every = Encoding(GAME)
    counts, decisions = how_often(every, SHARES, "cpu", 1)
    assert counts.sum() == decisions * every.numbers
    least = 0.01 * decisions
    encoding = Encoding(GAME, opens(every, counts, least))
    assert encoding.rows < every.rows / 10
    seen = np.bincount(encoding.row[encoding.row != NO_ROW], counts[encoding.row != NO_ROW], encoding.rows)
    way = 2 * encoding.number[encoding.first] + (encoding.value[encoding.first] > 0)
    assert (seen[np.bincount(way)[way] > 1] >= least).all(), "but for the only one of a way"
    # Rows of a number lie side by side, and a value that comes up often has one of its own.
    low, high = encoding.bounds()
    assert all((encoding.value[encoding.row == row] == np.arange(low[row], high[row] + 1)).all()
               for row in range(encoding.rows))  # fmt: skip
    often = (counts >= least) & (every.value != 0)
    assert len(set(encoding.row[often])) >= 0.9 * often.sum()


def test_values_are_joined_from_0_outwards() -> None:
    every = Encoding(GAME)
    way = next(way for way in every.ways() if len(way) >= 5)
    counts = np.zeros(len(every.value), np.int64)
    counts[list(way)[:5]] = [9, 4, 6, 0, 5]
    assert np.flatnonzero(opens(every, counts, 5)[list(way)[:5]]).tolist() == [0, 1, 3]


def test_rows_are_added_up_on_a_cpu_as_a_gpu_multiplies_them() -> None:
    seen = some_positions()
    for encoding in (Encoding(GAME), rows_for(GAME, SHARES, "cpu", 0.05, 1)):
        model = shuffled(encoding)
        assert torch.allclose(model.by_places(seen), model.by_marks(seen), atol=1e-5)
        assert model.by_places(seen).std() > 0


def test_both_heads_at_once_say_what_each_does() -> None:
    model = shuffled(Encoding(GAME))
    body = torch.rand((8, model.widths[1]))
    for together, alone in zip(model.by_heads(body), (model.policy(body), model.winner(body)), strict=True):
        assert torch.allclose(together, alone, atol=1e-6)


def test_values_of_one_row_are_the_same_to_a_player_too() -> None:
    encoding = rows_for(GAME, SHARES, "cpu", 0.05, 1)
    rows = exported(shuffled(encoding), encoding)["rows"]
    assert len(rows) == len(encoding.value), "the file has a row for every value"
    there = encoding.row != NO_ROW
    assert (rows[there] == rows[encoding.first[encoding.row[there]]]).all() and not rows[~there].any()


def test_a_training_that_begins_with_another_has_its_rows(tmp_path: Path, trained: Path) -> None:
    path = trained / checkpoint.CHECKPOINT
    train(GAME, tmp_path, TINY, rounds=1, play_off_games=0, start=path, say=lambda text: None)
    kept = checkpoint.encoding_of(tmp_path / checkpoint.CHECKPOINT, GAME)
    assert (kept.opens == checkpoint.encoding_of(path, GAME).opens).all()
    assert len(weights(GAME.definition, str(tmp_path / NETWORK))[1]["rows"]) == len(kept.value)
    (tmp_path / "no.pt").write_bytes(b"nothing")
    with pytest.raises(QuadrigaError, match="cannot begin with"):
        train(GAME, tmp_path / "other", TINY, rounds=1, start=tmp_path / "no.pt")
