"""The same games on Ray: a real one, on this machine, with two workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.arena.test_arena_command import left_behind

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray: the extra `cluster`")
ROOT = Path(__file__).parents[2]
PLAYERS = "random,tiro@4,tests.arena.own_player:Dreamer@1"
ARENA = ["arena", "caesar", "--players", PLAYERS, "--games", "2", "--processes", "2"]


def played(path: Path, *arguments: str, **environment: str) -> list[dict[str, Any]]:
    """Play in a process of its own; return the games without the time that they took."""
    files = ["--journal", str(path), "--json", f"{path}.json"]
    done = subprocess.run(
        [sys.executable, "-m", "quadriga.cli", *ARENA, *arguments, *files],
        cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [{**game, "seconds": 0} for game in json.loads(Path(f"{path}.json").read_text())["played"]]


def test_ray_gives_the_same_results_and_leaves_nobody_behind(tmp_path: Path) -> None:
    mark = uuid4().hex
    on_ray = played(tmp_path / "ray", "--cluster", "local", QUADRIGA_TEST_MARK=mark)
    assert len(on_ray) == 6 and on_ray == played(tmp_path / "local")
    assert not left_behind(mark)
