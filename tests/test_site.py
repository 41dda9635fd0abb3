"""The site: built once, strictly, with nothing from elsewhere; its reference is whole, its commands are understood."""

from __future__ import annotations

import inspect
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import quadriga
from quadriga import client, collection, env, notation, players
from quadriga.cli import parser
from quadriga.cli.examples import EXAMPLES, examples

ROOT = Path(__file__).parents[1]
COMMANDS = sorted(name for name in EXAMPLES if " " not in name)
pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Build the site: a link, an anchor or a name that leads nowhere is an error."""
    pytest.importorskip("mkdocstrings")
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        from mkdocs.commands.build import build
        from mkdocs.config import load_config

        build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder)))
        yield folder


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 50
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=\"(https?://[^\"]+)", text) == [], page


def resolved(anchor: str) -> object:
    """Find what Python knows by a dotted name; a function may have the name of a module beside it."""
    module, _, name = anchor.rpartition(".")
    return getattr(sys.modules.get(module), name, None)


def test_a_name_that_a_module_has_too_is_explained_by_hand(site: Path) -> None:
    page = (site / "api" / "index.html").read_text(encoding="utf-8")
    assert inspect.getdoc(quadriga.games) in page.partition('id="quadriga.games"')[2]


@pytest.mark.parametrize("room", [quadriga, players, env, client, notation, collection], ids=lambda room: room.__name__)
def test_the_reference_has_every_public_name(site: Path, room: object) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (site / "api").rglob("*.html"))
    anchors = set(re.findall(r'id="([\w.]+)"', pages))
    for name in room.__all__:  # type: ignore[attr-defined]
        called = [anchor for anchor in anchors if anchor.endswith(f".{name}")]
        assert any(resolved(anchor) is getattr(room, name) for anchor in called), name


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_page_with_all_that_it_takes(
    site: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (site / "commands" / name / "index.html").read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        parser().parse_args([name, "--help"])
    help = capsys.readouterr().out
    for option in set(re.findall(r"(?<![\w-])--[a-z-]+", help)) - {"--help"}:
        assert option in page, option
    for line in examples_of(name):
        assert line in help


def examples_of(name: str) -> list[str]:
    command = next(action for action in parser()._actions if action.dest == "command")
    return examples(command.choices[name])  # type: ignore[index]


def test_every_command_is_listed() -> None:
    command = next(action for action in parser()._actions if action.dest == "command")
    assert sorted(command.choices) == COMMANDS  # type: ignore[arg-type]


def lines_of_pages() -> Iterator[tuple[str, str]]:
    """Yield our commands as the pages show them."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for block in re.findall(r"^```sh\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            for line in block.replace("\\\n", " ").splitlines():
                if found := re.match(r"\s*(?:\$ )?(?:\S*/)?quadriga (?!1$)(.*)", line):
                    yield str(page.relative_to(ROOT)), found[1]


@pytest.mark.parametrize(("page", "line"), sorted({*lines_of_pages()}))
def test_every_command_on_a_page_is_understood(page: str, line: str) -> None:
    words = shlex.split(re.split(r" [>|&]|;", line)[0], comments=True)
    parser().parse_args(words)


def test_every_example_of_a_help_is_understood() -> None:
    for lines in EXAMPLES.values():
        for line in lines:
            parser().parse_args(shlex.split(line.partition(" >")[0]))
