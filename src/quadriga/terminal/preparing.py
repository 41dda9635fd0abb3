"""Compiling while people play: the board is there at once; only a player who thinks waits for compiled rules."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import quadriga
from quadriga.errors import QuadrigaError
from quadriga.kernel.notice import silenced
from quadriga.players import LEVELS
from quadriga.players.levels import level
from quadriga.processes import end_with_parent

if TYPE_CHECKING:
    from rich.console import Console

    from quadriga.model import Game, Move, State
    from quadriga.players import Budget, Player

SAID = "compiling how the computer thinks, once on this machine; you can play on when that is done"


def needed(game: Game, against: str) -> str | None:
    """Name the compiled driver that a player thinks with; None: it needs none."""
    if against == "consul-fast":
        return "choose_learned"
    name = LEVELS[-1] if against == "search" else against
    if name.partition("@")[0] not in LEVELS:
        return None
    found = level(name, game)
    if found.drawn:
        return "choose_learned"
    return "think_learned" if found.settings.network else "think"


def compile_driver(name: str, options: Mapping[str, str], driver: str) -> None:
    """Compile a driver of a game in a process of its own."""
    end_with_parent()
    with contextlib.suppress(OSError, AttributeError):  # Ctrl-C at the table is not meant for us: we end with it
        os.setpgid(0, 0)
    with silenced():
        quadriga.load_texts(name, options).compiled.compile(driver)


class Preparation:
    """A driver being compiled in another process; options are texts, as they were given."""

    def __init__(self, game: Game, options: Mapping[str, str], driver: str, console: Console) -> None:
        self.game, self.console = game, console
        arguments = (game.name, options, driver)
        self._process: Any = get_context("spawn").Process(target=compile_driver, args=arguments, daemon=True)
        self._process.start()

    def wait(self) -> None:
        """Wait until it is compiled, and say so."""
        if self._process.is_alive():
            with self.console.status(SAID):
                self._process.join()
        if self._process.exitcode:
            raise QuadrigaError(f"{self.game.name} could not be compiled; `quadriga warm {self.game.name}` shows why")


class Prepared:
    """A player who decides when the rules are compiled."""

    def __init__(self, who: Player, preparation: Preparation) -> None:
        self.who, self.preparation = who, preparation

    def choose(self, known: State, budget: Budget, seed: int) -> Move | int | str:
        """Wait for the compiled rules, then choose as the player does; a forced move waits for nothing."""
        if len(known.legal) == 1:
            return known.legal[0]
        self.preparation.wait()
        return self.who.choose(known, budget, seed)
