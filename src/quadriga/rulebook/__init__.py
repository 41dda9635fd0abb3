"""The numbered clauses of every game, with our rulings, and the scenarios that show them. Data only.

Clauses are in `clauses/<language>/<game>.yaml`, scenarios in `scenarios/<game>/*.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

import yaml

from quadriga.errors import QuadrigaError, UnknownGame

Language = Literal["en", "cs", "nl"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True)
class Clause:
    """Be one numbered clause of a rulebook, in our words."""

    id: str
    text: str
    sources: tuple[str, ...]
    """The languages of the rulebooks that say it; none if it is ours."""
    ruling: str | None = None
    """What the rulebooks leave open and how we decide it."""


@dataclass(frozen=True)
class Example:
    """Be a printed example and the clauses it shows."""

    id: str
    text: str
    shows: tuple[str, ...]


@dataclass(frozen=True)
class Rulebook(Mapping[str, Clause]):
    """Hold the clauses of one game by their ids, in order."""

    game: str
    title: str
    language: str
    clauses: tuple[Clause, ...]
    examples: tuple[Example, ...]

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
    from quadriga.games import ROOMS

    name = getattr(game, "name", game)
    if name not in ROOMS:
        raise UnknownGame(f"there is no game {name!r}; the games are: {', '.join(ROOMS)}")
    if language not in LANGUAGES:
        raise QuadrigaError(f"the rulebook is not there in {language!r}; languages are: {', '.join(LANGUAGES)}")
    path = files(__package__) / "clauses" / language / f"{name}.yaml"
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)
    clauses = tuple(Clause(c["id"], c["text"], tuple(c.get("from", ())), c.get("ruling")) for c in data["clauses"])
    examples = tuple(Example(e["id"], e["text"], tuple(e["shows"])) for e in data["examples"])
    return Rulebook(data["game"], data["title"], language, clauses, examples)


_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
