"""What the page about the arena says is so."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from quadriga.cli import parser

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
PLAYER, SCRIPT = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^\$ quadriga (.*)$", PAGE, re.MULTILINE)


def test_the_player_of_ones_own_is_the_one_that_is_tested() -> None:
    assert (Path(__file__).parent / "own_player.py").read_text(encoding="utf-8") == PLAYER
    assert len(PLAYER.partition("class ")[2].splitlines()) <= 20


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_understood(command: str) -> None:
    given = parser().parse_args(shlex.split(command))
    assert given.command == "arena" and given.games


def test_the_examples_run(tmp_path: Path) -> None:
    (tmp_path / "my_player.py").write_text(PLAYER)
    (tmp_path / "script.py").write_text(SCRIPT)
    (small,) = [command for command in COMMANDS if "my_player" in command]
    journal = ["--journal", str(tmp_path / "journal")]
    for command, said in (
        ([sys.executable, "-m", "quadriga.cli", *shlex.split(small), *journal], "my_player:Dreamer@2"),
        ([sys.executable, "script.py"], "tiro"),
    ):
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=180, check=False, env=dict(os.environ)
        )
        assert done.returncode == 0 and said in done.stdout, done.stderr
