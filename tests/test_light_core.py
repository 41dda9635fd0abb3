"""`pip install quadriga` brings rules and the terminal: nothing else is needed for them."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CORE = {"numba", "numpy", "orjson", "platformdirs", "pyyaml", "rich"}
OTHERS = sorted(
    {
        Requirement(text).name.replace("-", "_").lower()
        for name, texts in PROJECT["optional-dependencies"].items()
        for text in texts
        if name not in ("dev", "docs", "bench") and not text.startswith("quadriga[")
    }
    - CORE
)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command where no extra is installed."""
    program = f"""
import sys
for name in {[*OTHERS, "starlette", "pydantic"]!r}:
    sys.modules[name] = None
from quadriga.cli import main
sys.exit(main({list(arguments)!r}))
"""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)


def test_the_core_is_small() -> None:
    assert {Requirement(text).name for text in PROJECT["dependencies"]} == CORE


@pytest.mark.parametrize(
    "arguments",
    [
        ("games",),
        ("rules", "caesar", "ROME-T11"),
        ("sim", "caesar", "--games", "10"),
        ("play", "caesar-cleopatra-2024", "--seed", "1", "--against", "random"),
        ("--help",),
        ("serve", "--help"),
    ],
    ids=" ".join,
)
def test_rules_and_the_terminal_need_no_extra(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.returncode == 0, result.stderr
    assert result.stdout


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("serve", "--no-browser"), "server"),
        (("arena", "caesar", "--players", "random,greedy", "--games", "2"), "arena"),
    ],
)
def test_a_missing_extra_is_one_sentence(arguments: tuple[str, ...], extra: str) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert f"pip install 'quadriga[{extra}]'" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
