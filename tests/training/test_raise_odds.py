"""Odds that a network foretells can be raised, where those who search hold a lead more surely than it learnt."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import raise_odds
from quadriga.players.networks import read

pytestmark = pytest.mark.long


def test_raised_odds_change_chances_and_not_moves(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = trained / "network.npz", tmp_path / "raised.npz"
    monkeypatch.setattr("sys.argv", ["raise_odds", str(before), "2", "--out", str(after)])
    raise_odds.main()
    (about, arrays), (raised_about, raised) = read(before), read(after)
    assert raised_about == {**about, "odds_raised": 2.0}
    assert arrays["winner"].any()
    for part in arrays:
        assert (raised[part] == arrays[part] * (2 if part.startswith("winner") else 1)).all(), part


def test_weights_that_would_be_too_large_are_refused_and_nothing_is_written(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["raise_odds", str(trained / "network.npz"), "1e9", "--out", str(tmp_path / "no")])
    with pytest.raises(SystemExit):
        raise_odds.main()
    assert "too large" in capsys.readouterr().err and not (tmp_path / "no").exists()
