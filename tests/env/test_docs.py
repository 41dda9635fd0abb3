"""Everything that the pages say in code runs, and what they say of observations is so."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import quadriga
from quadriga.env import Field, full_fields, seat_fields

from ..conftest import OURS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^```\w+ title=\"([\w.-]+)\"\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A block that a reader saves under its title."""
ELSEWHERE = ("analysis.md", "arena.md", "studies.md", "client.md")
"""Pages whose code tests/arena runs, and tests/server the last one's."""
NOT_BY_ITSELF = ("api/index.md", "tutorials/game.md")
"""Pages with a block that is marked `py`: a signature, and a piece of a file that tests/examples tries."""
PAGES = [
    path
    for path in sorted(DOCS.rglob("*.md"))
    if path.name not in ELSEWHERE and BLOCK.search(path.read_text(encoding="utf-8"))
]
SHORTER = {"ppo.md": {"ROUNDS": "1", "GAMES": "16"}, "player.md": {"GAMES": "2"}}
"""What a test plays less of than a reader."""


def run(page: Path, blocks: list[str]) -> dict[str, Any]:
    """Run the blocks of a page one after the other, sessions as doctests; return what they left."""
    names: dict[str, Any] = {"__name__": page.stem}
    for block in blocks:
        for name, value in SHORTER.get(page.name, {}).items():
            block = re.sub(rf"^{name} = \d+$", f"{name} = {value}", block, flags=re.MULTILINE)
        if block.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
            result = doctest.DocTestRunner().run(test, clear_globs=False)
            assert result.failed == 0
            names = test.globs
        else:
            exec(compile(block, str(page), "exec"), names)
    return names


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    for name, content in FILE.findall(text):
        Path(name).write_text(content, encoding="utf-8")
    names = run(page, BLOCK.findall(text))
    if page.name == "ppo.md":
        assert 0 <= names["score"](names["network"], 1, games=20) <= 1


def test_no_code_is_marked_in_a_way_that_nothing_runs() -> None:
    marked = re.compile(r"^```(?:py|pycon|python3|Python)$", re.MULTILINE)
    found = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md") if marked.search(path.read_text("utf-8"))}
    assert found == set(NOT_BY_ITSELF)


def table(text: str, quoted: bool) -> list[tuple[str, int, int, int]]:
    """Read the table of an observation: name, length, least and greatest value."""
    name = r"`([a-z_]+)`" if quoted else r"([a-z_]+)"
    found = re.findall(rf"^\| {name} \| (\d+) \| (-?\d+) to (\d+) \|", text, re.MULTILINE)
    return [(name, int(length), int(low), int(high)) for name, length, low, high in found]


def described(fields: tuple[Field, ...]) -> list[tuple[str, int, int, int]]:
    return [(field.name, field.length, min(field.low), max(field.high)) for field in fields]


@pytest.mark.parametrize("name", [name for name in OURS if name != "caesar-cleopatra-2024"])
def test_the_tables_of_both_observations_are_whole_and_true(name: str) -> None:
    game = quadriga.load(name)
    text = (DOCS / "games" / f"{name}.md").read_text(encoding="utf-8")
    section = text.split("## Observation\n")[1].split("## Actions\n")[0]
    assert table(section, quoted=False) == described(seat_fields(game))
    assert table(section, quoted=True) == described(full_fields(game))
    assert f"{sum(field.length for field in seat_fields(game))} small ints" in section
    assert f"{sum(field.length for field in full_fields(game))} ints" in section


def test_the_editions_share_their_observation() -> None:
    first, second = quadriga.load("caesar-cleopatra-1997"), quadriga.load("caesar-cleopatra-2024")
    assert seat_fields(first) == seat_fields(second)
    assert full_fields(first) == full_fields(second)


@pytest.mark.parametrize("name", OURS)
def test_the_games_are_listed(name: str) -> None:
    edition = quadriga.load(name)
    text = (DOCS / "games" / "index.md").read_text(encoding="utf-8")
    numbers = sum(field.length for field in seat_fields(edition))
    assert re.search(
        rf"\| \[.*\]\({edition.name}\.md\) \| `{edition.name}` .*\| {numbers} \| {edition.num_actions} \|", text
    )
