"""Who enters an arena: a player by name or import path, with a budget of its own if it has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quadriga.errors import QuadrigaError
from quadriga.players import PLAYERS, UNLIMITED, Budget, Player, player
from quadriga.players.engine import EnginePlayer


@dataclass(frozen=True)
class Entrant:
    """A player and how long it may think. `label` is how it was entered: `search@5000`."""

    label: str
    name: str
    budget: Budget = UNLIMITED

    def sit_down(self) -> Player:
        """Make a new player object: nobody remembers an earlier game."""
        return player(self.name)

    def begin(self) -> Player:
        """Make a new player object that can play at once: a program is started."""
        made = self.sit_down()
        if isinstance(made, EnginePlayer):
            made.start()
        return made


def read_budget(text: str) -> Budget:
    """Read a budget: `5000` is playouts, `0.5s` is seconds."""
    try:
        return Budget(seconds=float(text[:-1])) if text.endswith("s") else Budget(playouts=int(text))
    except ValueError as error:
        raise QuadrigaError(
            f"{text[:40]!r} is no budget: 5000 is playouts from 1, 0.5s is seconds of more than 0"
        ) from error


def entrant(text: str, default: Budget = UNLIMITED) -> Entrant:
    """Read an entrant: a player of quadriga or `module:Class`, then perhaps `@` and a budget."""
    name, at, budget = text.rpartition("@") if text.count("@") > 1 else text.partition("@")
    if text in PLAYERS:  # a version, not a budget: consul@2026-11, and with one consul@2026-11@5000
        name, at, budget = text, "", ""
    entered = Entrant(text, name, read_budget(budget) if at else default)
    entered.sit_down()  # an unknown player is refused now, not after the first game
    return entered


def entrants(texts: Sequence[str], default: Budget = UNLIMITED) -> tuple[Entrant, ...]:
    """Read all entrants; each label stands for one of them."""
    stripped = [text.strip() for text in texts]
    for text in stripped:
        if stripped.count(text) > 1:
            raise QuadrigaError(f"player {text!r} is entered twice; give one a budget of its own: {text}@500")
    return tuple(entrant(text, default) for text in stripped)
