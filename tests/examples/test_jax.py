"""The example that trains under jit."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long


def test_it_trains(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jax")
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    from jax_reinforce import train

    shares = train(3, games=64)
    assert len(shares) == 3 and all(0.2 < share < 0.9 for share in shares) and len(set(shares)) > 1
    sys.modules.pop("jax_reinforce")
