"""Caesar! with its modules, and solo against Crassus."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from quadriga.errors import OptionError
from quadriga.json_io import write
from quadriga.kernel.records import Bits
from quadriga.kernel.rules import Rules
from quadriga.model import Ending, Event, Game, GameDefinition, Move, Option, Refusal, settle

from . import invariants, numbering, observation, record, redeal, rules, standings, study, view
from .choices import choices
from .components import DIFFICULTIES, SIDES
from .drawing import drawing
from .events import ENDINGS, event
from .moves import MOVES
from .players import evaluation, inputs, preference
from .position import write_position
from .position_reader import read_position
from .refusals import refuse
from .sheet import sheet
from .study import summary

MODULES = ("poison", "centurions", "border-control")
MODULE_SETS = ((), ("poison",), ("centurions",), ("poison", "centurions"), MODULES)
"""Every combination that is allowed (ROME-K3)."""


class Caesar(GameDefinition):
    """The base game, its modules, and solo against Crassus."""

    name = "caesar"
    title = "Caesar! Seize Rome in 20 Minutes"
    order = 40
    version = 2
    seats = SIDES
    moves = MOVES
    rules = Rules(
        rules,
        record,
        numbering,
        standings,
        invariants,
        redeal,
        observation,
        study,
        evaluation,
        preference,
        inputs,
        view,
    )
    max_steps = 500
    compared = ("modules", "solo")
    fewest_seats = 1
    solo_opponent = "crassus"
    options = (
        Option("modules", MODULE_SETS, (), "any of poison, centurions, border-control; the last needs both others",
               ("ROME-P1", "ROME-C1", "ROME-K1", "ROME-K3")),
        Option("solo", (None, *DIFFICULTIES), None, "play alone against Crassus", ("ROME-Z1", "ROME-Z2")),
        Option("side", SIDES, SIDES[0], "yours in solo", ("ROME-Z1",)),
        Option("ruthless", (False, True), False, "Crassus discards a control token with every bonus", ("ROME-Z8",)),
    )  # fmt: skip

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in the defaults of options; modules may come in any order, as names or one text."""
        if "modules" in given:
            given = {**given, "modules": chosen_modules(given["modules"])}
        options = settle(self.name, self.options, given)
        if options["solo"] is None:
            for name, default in (("side", SIDES[0]), ("ruthless", False)):
                if options[name] != default:
                    raise OptionError(f"{name}={options[name]!r} is for solo='low', 'medium' or 'high' (ROME-Z1)")
        return options

    def seats_for(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Name the seats; Crassus has none, he is part of the game."""
        return SIDES if options["solo"] is None else (options["side"],)

    def prepare(self, bits: Bits, options: Mapping[str, Any]) -> None:
        """Write the options into a blank record."""
        bits["poison"] = "poison" in options["modules"]
        bits["centurions"] = "centurions" in options["modules"]
        bits["border_control"] = "border-control" in options["modules"]
        bits["solo"] = (None, *DIFFICULTIES).index(options["solo"])
        bits["side"] = SIDES.index(options["side"])
        bits["ruthless"] = options["ruthless"]

    def choices_json(self, s: Any, actions: Sequence[int]) -> bytes:
        """Show the actions that a seat may choose from as JSON, each with what it would do here."""
        return write(choices(s, actions))

    def drawing(self) -> dict[str, Any]:
        """Show the facts that a board is drawn from."""
        return drawing()

    def sheet(self, game: Game, s: Any) -> list[dict[str, Any]]:
        """List what each seat gets for what in a finished game, as the rulebook adds it up."""
        return sheet(game, s)

    def events(self, s: Any, told: Sequence[tuple[int, ...]], seat: int, move: Move | None) -> tuple[Event, ...]:
        """Put into words what the rules told."""
        return tuple([event(s, each) for each in told])

    def refusal(self, s: Any, action: int) -> str | Refusal:
        """Name the clause that refuses an action, with the reason where its text does not say it."""
        return refuse(s, action)

    def turn(self, s: Any) -> int:
        """Number the turn."""
        return s.turns

    def outcome(self, s: Any) -> Ending:
        """Tell why a finished game is over, and by which clause."""
        return ENDINGS[s.reason]

    def summary(self, game: Game, sums: Any) -> dict[str, Any]:
        """Name what a study's vector of counts holds."""
        return summary(sums, game)

    def write_position(self, s: Any) -> dict[str, Any]:
        """Write a position as readable names."""
        return write_position(s)

    def read_position(self, s: Any, position: Mapping[str, Any]) -> None:
        """Set up a position on a record whose game has begun."""
        read_position(s, position)


def chosen_modules(given: Any) -> tuple[str, ...]:
    """Put modules into their order: a tuple, list or set of names, or a text like `poison+centurions`."""
    if isinstance(given, str):
        given = [] if given in ("", "none") else re.split(r"[+,]", given)
    if not isinstance(given, tuple | list | set | frozenset):
        raise OptionError(f"option modules={given!r} is not allowed; give any of {', '.join(MODULES)}")
    names = [name for name in MODULES if name in given]
    for name in given:
        if name not in MODULES:
            raise OptionError(f"option modules: there is no module {name!r}; the modules are {', '.join(MODULES)}")
    if tuple(names) not in MODULE_SETS:
        raise OptionError("option modules: border-control needs poison and centurions (ROME-K3)")
    return tuple(names)


GAME = Caesar()
