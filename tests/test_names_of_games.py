"""A game owns everything about itself: nothing outside its folder knows it by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import quadriga
from quadriga.games import definition

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "quadriga"
PAGE = ROOT / "web" / "src"
SUFFIXES = {".py", ".pyi", ".ts", ".js", ".svelte", ".css", ".json", ".yaml", ".toml"}
OURS = tuple(name for name in quadriga.games() if definition(name).package.startswith("quadriga.games."))
NAMES = {*OURS, *(definition(name).family for name in OURS), *(definition(name).class_name for name in OURS)}
NAMES |= {re.sub(r"-\d+$", "", name) for name in NAMES} | {"crassus"}  # editions, and an opponent of one game
NAMED = re.compile(rf"(?<![a-z])({'|'.join(sorted(NAMES))})(?![a-z])", re.IGNORECASE)

ALLOWED = {
    "src/quadriga/notation/__init__.py": "the example of a record in its docstring",
    "src/quadriga/env/__init__.py": "the example in its docstring",
    "src/quadriga/env/gymnasium.py": "the example in its docstring",
    "src/quadriga/client/__init__.py": "the example in its docstring",
    "src/quadriga/env/jax.py": "the example in its docstring",
    "src/quadriga/env/openspiel.py": "the example in its docstring",
    "src/quadriga/env/parallel.py": "the example in its docstring",
    "src/quadriga/env/pettingzoo.py": "the example in its docstring",
    "src/quadriga/env/torchrl.py": "the example in its docstring",
    "src/quadriga/env/vector.py": "the example in its docstring",
    "src/quadriga/rulebook/scenarios.py": "the example of a scenario in its docstring",
}


def outside() -> Iterator[Path]:
    """List every file that belongs to no game: not in games/<g>/ and not in boards/<g>/, nor what is built."""
    for folder, within in ((SOURCE, SOURCE / "games"), (PAGE, PAGE / "boards")):
        for path in sorted(folder.rglob("*")):
            inner = path.relative_to(within).parts if path.is_relative_to(within) else ()
            if (len(inner) > 1 and inner[0] != "any") or path.is_relative_to(SOURCE / "server" / "page"):
                continue
            if path.is_file() and path.suffix in SUFFIXES:
                yield path


def names_in(path: Path) -> list[str]:
    """Find the lines of a file that name a game."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [f"{path.relative_to(ROOT)}:{n}: {line.strip()}" for n, line in enumerate(lines, 1) if NAMED.search(line)]


def test_no_game_is_named_outside_its_own_folders() -> None:
    found = [line for path in outside() if str(path.relative_to(ROOT)) not in ALLOWED for line in names_in(path)]
    assert found == []


@pytest.mark.parametrize("path", ALLOWED)
def test_what_may_name_a_game_does_so(path: str) -> None:
    assert names_in(ROOT / path), f"{path} names no game any more: take it off the list"


def test_a_name_would_be_found() -> None:
    assert {"caesar", "ave-caesar", "avecaesar", "cleopatra", "caesar-cleopatra"} <= NAMES
    for line in ('game == "caesar"', "../boards/avecaesar/Board.svelte", "loses to Crassus", "var(--cleopatra)"):
        assert NAMED.search(line)
    assert len(list(outside())) > 100
