"""The numbered clauses of every game, with our rulings, and the scenarios that show them.

They are data in the package of each game: clauses in `clauses/<language>/<game>.yaml`, scenarios in
`scenarios/<game>/*.yaml`, their titles in other languages in `translations/<language>/<game>.yaml`, and the clauses
that the page's guide to a game rests on in `guides/<game>.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from quadriga.errors import QuadrigaError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Language = Literal["en", "cs", "nl"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True)
class Clause:
    """One numbered clause of a rulebook, in our words."""

    id: str
    """Its number, never used again for something else."""
    text: str
    """What it says."""
    sources: tuple[str, ...]
    """The languages of the rulebooks that say it; none if it is ours."""
    ruling: str | None = None
    """What the rulebooks leave open and how we decide it."""


@dataclass(frozen=True)
class Example:
    """A printed example and the clauses it shows."""

    id: str
    text: str
    shows: tuple[str, ...]


@dataclass(frozen=True)
class Rulebook(Mapping[str, Clause]):
    """The clauses of one game by their ids, in order."""

    game: str
    """The name of the game."""
    title: str
    """What people call the game."""
    language: str
    """The language of its texts: `en`, `cs` or `nl`."""
    clauses: tuple[Clause, ...]
    """All clauses, in order."""
    examples: tuple[Example, ...]
    """Printed examples, and which clauses they show."""

    def __getitem__(self, key: str) -> Clause:
        for clause in self.clauses:
            if clause.id == key:
                return clause
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return (clause.id for clause in self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)


@cache
def rulebook(game: str, language: str = "en") -> Rulebook:
    """Load the rulebook of a game."""
    from quadriga.games import definition

    defined = definition(getattr(game, "name", game))
    if language not in LANGUAGES:
        raise QuadrigaError(f"the rulebook is not there in {language!r}; languages are: {', '.join(LANGUAGES)}")
    path = defined.folder / "clauses" / language / f"{defined.name}.yaml"
    if not path.is_file():  # a game of somebody else may have no clauses, or only English ones
        return rulebook(game) if language != "en" else Rulebook(defined.name, defined.title, language, (), ())
    data = read_yaml(path)
    clauses = tuple(Clause(c["id"], c["text"], tuple(c.get("from", ())), c.get("ruling")) for c in data["clauses"])
    examples = tuple(Example(e["id"], e["text"], tuple(e["shows"])) for e in data["examples"])
    return Rulebook(data["game"], data["title"], language, clauses, examples)


Guide = dict[str, dict[str, list[list[str]]]]


@cache
def guide(game: str) -> Guide:
    """Return the clauses that the page's guide to a game rests on: by page and section, those of each paragraph."""
    from quadriga.games import definition

    defined = definition(game)
    path = defined.folder / "guides" / f"{defined.name}.yaml"
    if not path.is_file():
        return {}
    found: Guide = read_yaml(path)
    return found


def read_yaml(path: Traversable) -> Any:
    """Read a file of data. Whoever imports the library need not wait for what reads rulebooks."""
    import yaml

    return yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
