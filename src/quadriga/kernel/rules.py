"""The rules of one game, gathered from its modules: what every driver, player and environment is bound to."""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import Any

from . import defaults, drivers, tree
from .link import Linker

NEEDED = (
    "STATE",
    "SEATS",
    "NUM_ACTIONS",
    "OBSERVATION",
    "setup",
    "legal",
    "play",
    "score",
    "wins",
    "redeal",
    "observe",
)
"""What a game must give: its record, how many seats, actions and numbers of an observation it has, and its rules."""
OPTIONAL = ("broken", "prefer", "public_action", "slot", "evaluate", "measure")
"""Rules that have a default (`defaults.py`)."""
FUNCTIONS = (*(name for name in NEEDED if name.islower()), *OPTIONAL)
"""All that drivers are bound to."""


class Rules:
    """The rules of one game: the constants and functions of its modules, and defaults for what they leave out."""

    STATE: Any
    SEATS: int
    NUM_ACTIONS: int
    OBSERVATION: int
    INPUTS: int
    SLOTS: int
    MEASURES: int
    NOTES: int
    setup: Any
    legal: Any
    play: Any
    score: Any
    wins: Any
    redeal: Any
    observe: Any
    see: Any
    broken: Any
    prefer: Any
    public_action: Any
    slot: Any
    evaluate: Any
    measure: Any

    def __init__(self, *modules: ModuleType) -> None:
        given: dict[str, Any] = {}
        for module in reversed(modules):
            given |= vars(module)
        for name in NEEDED:
            if name not in given:
                raise TypeError(f"the rules in {modules[0].__name__} have no {name}")
            setattr(self, name, given[name])
        bound = Linker(lambda function: function, {}, vars(self))
        for name in OPTIONAL:
            setattr(self, name, given[name] if name in given else bound.link(getattr(defaults, name)))
        self.see = given.get("see", self.observe)
        self.INPUTS = given.get("INPUTS", self.OBSERVATION)
        self.SLOTS = given.get("SLOTS", self.NUM_ACTIONS)
        self.NOTES = given.get("NOTES", defaults.NOTES)
        self.MEASURES = given.get("MEASURES", defaults.PER_SEAT + defaults.COUNTS_OF_SEAT * self.SEATS)
        self.stage: Any = defaults.stage if "stage" in self.STATE.names else defaults.no_stage
        self.view: Any = given.get("view")
        self.words: Any = given.get("words")
        if self.view is not None and self.words is None:
            raise TypeError(f"{self.view.__module__} has a view but no words to write it with (kernel/words.py)")

    @property
    def has_slots(self) -> bool:
        """Whether a network rates moves in places of its own, not by the numbers of the actions."""
        return bool(self.slot.__module__ != defaults.__name__)

    @property
    def functions(self) -> dict[str, Any]:
        """The rules by their names, for a linker."""
        found = {name: getattr(self, name) for name in (*FUNCTIONS, "see", "stage")}
        return found if self.view is None else {**found, "view": self.view}

    @cached_property
    def interpreted(self) -> dict[str, Any]:
        """The drivers for one game, linked with the rules as plain Python; once for all options."""
        linker = Linker(lambda function: function, {}, {**self.functions, **tree.JUDGED_BY_RULES})
        of_games = (drivers.act, drivers.redeal_with, drivers.setup_with, drivers.play_out)
        of_searches = (tree.imagine, tree.play_on, tree.judge)
        return {driver.__name__: linker.link(driver) for driver in (*of_games, *of_searches)}
