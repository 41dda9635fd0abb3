"""What a table is agreed to be: game, options, who sits where, clock, and what is allowed."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import quadriga
from quadriga.games import definition
from quadriga.kernel.compiled_actions import CompiledActions
from quadriga.model import Game
from quadriga.players import LEVELS

from .clock import ClockTerms
from .errors import TableError

NAME_LENGTH = 30
TEXT_LENGTH = 400
MOST_GAMES = 21
MOST_SEATS = 6
NO_CLOCK = ClockTerms()
BLANK = str.maketrans(dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " "))
"""Letters that nobody can see."""


@dataclass(frozen=True)
class Origin:
    """Where a match begins that goes on from another's position: which table and version that was, and the position.

    The position is open to all, for its match is over; its dice are not taken over.
    """

    table: str
    version: int
    position: Mapping[str, Any]


@dataclass(frozen=True)
class Terms:
    """What was agreed; `bots` has a level for every seat that a bot plays and None for a person's."""

    game: str
    options: Mapping[str, str]
    bots: tuple[str | None, ...]
    clock: ClockTerms = NO_CLOCK
    undo: bool = True
    hints: bool = False
    takeover: str | None = None
    listed: bool = False
    games: int = 1
    origin: Origin | None = None

    def __post_init__(self) -> None:
        seats = self.loaded.seats
        if len(self.bots) != len(seats):
            raise TableError("seats", f"this game has {len(seats)} seats ({', '.join(seats)}), not {len(self.bots)}")
        for level in (*self.bots, self.takeover):
            if level is not None and level not in LEVELS:
                raise TableError("level", f"there is no level {str(level)[:40]!r}; they are: {', '.join(LEVELS)}")
        if not 1 <= self.games <= MOST_GAMES:
            raise TableError("games", f"a series has 1 to {MOST_GAMES} games, not {self.games!r}")
        if self.origin is not None and self.games > 1:
            raise TableError("games", "a match from the position of another is no series")

    @cached_property
    def loaded(self) -> Game:
        """The game with its options; a wrong one is an error that says what is allowed."""
        return load(self.game, tuple(self.options.items()))

    def write(self) -> dict[str, Any]:
        """Write the terms as JSON-ready data."""
        return {
            "game": self.game, "options": dict(self.options), "bots": list(self.bots), "clock": self.clock.write(),
            "undo": self.undo, "hints": self.hints, "takeover": self.takeover, "listed": self.listed,
            "games": self.games, "origin": None if self.origin is None else vars(self.origin),
        }  # fmt: skip

    @staticmethod
    def read(written: Mapping[str, Any]) -> Terms:
        """Read terms back."""
        origin = written.get("origin")
        parts = {**written, "clock": ClockTerms(**written["clock"]), "bots": tuple(written["bots"])}
        return Terms(**{**parts, "origin": None if origin is None else Origin(**origin)})


_compiled: dict[str, CompiledActions] = {}
_loaded: dict[tuple[str, tuple[tuple[str, str], ...]], Game] = {}


def load(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    """Load a game once for all tables that play it; options are texts."""
    known = _loaded.get((name, options))
    if known is None:
        for option in definition(name).options:
            if dict(options).get(option.name, "") not in ("", *map(option.write, option.choices)):
                # The library also takes the name of a file, for a track of your own: not from the web.
                option.number(dict(options)[option.name])
        known = quadriga.load_texts(name, dict(options))
        if len(_loaded) > 1000:  # the options of all games together have fewer sets
            _loaded.clear()
        known.compiled_actions = _compiled.get(name)
        _loaded[name, options] = known
    return known


def use_compiled(name: str, compiled: CompiledActions) -> None:
    """Let all tables of a game use its compiled rules from now on."""
    _compiled[name] = compiled
    for (loaded, _), game in list(_loaded.items()):
        if loaded == name:
            game.compiled_actions = compiled


def clean(text: str, limit: int) -> str:
    """Clean free text: composed letters, no control or direction marks, single spaces, a limited length."""
    composed = unicodedata.normalize("NFC", text[: limit * 4].translate(BLANK))
    kept = "".join(" " if unicodedata.category(sign) in ("Cc", "Zl", "Zp") else sign for sign in composed)
    kept = "".join(sign for sign in kept if unicodedata.category(sign) not in ("Cf", "Co", "Cs", "Cn"))
    return unicodedata.normalize("NFC", " ".join(kept.split()))[:limit].strip()
