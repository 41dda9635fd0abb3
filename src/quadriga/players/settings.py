"""How a search weighs things, and how the levels of a game play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class SearchSettings:
    """How a search weighs things; the numbers are found by playing (docs/players.md)."""

    exploration: float = 1.0
    """The weight of the untried against the proven."""
    temperature: float = 4.0
    """How much the preference for moves that `prefer` rates high is flattened."""
    guided: int = 0
    """How many in 256 moves of a rollout follow that preference instead of chance."""
    rollout_depth: int = 0
    """How many moves a rollout has before `evaluate` judges the position."""
    settled: bool = False
    """Whether moves that are forced after that are played before the position is judged."""
    network: str = ""
    """The network that rates moves, in nats, and positions (networks.py); none: `prefer` and `evaluate` do."""
    trust: float = 1.0
    """How much of a chance is what the network foretells; the rest is what `evaluate` does."""


@dataclass(frozen=True)
class Way:
    """How a level plays: it searches for this many playouts, or draws its moves without a search."""

    settings: SearchSettings
    playouts: int | None = None
    drawn: float = 0.0
    """The temperature at which it draws a move from what the network rates: as a person of that strength, it takes one
    that is plausible and not always the best. 0: it searches."""


@dataclass(frozen=True)
class Ladder:
    """How the five levels play one game, the weakest first."""

    ways: tuple[Way, ...]
    earlier: Mapping[str, Way] = field(default_factory=dict)
    """How the strongest played before, by month."""


def searching(settings: SearchSettings, *playouts: int) -> tuple[Way, ...]:
    """Make levels that all search, each for its playouts."""
    return tuple(Way(settings, count) for count in playouts)


def drawing(settings: SearchSettings, *temperatures: float) -> tuple[Way, ...]:
    """Make levels that draw their moves from what the network of a search rates, each at its temperature."""
    return tuple(Way(settings, drawn=temperature) for temperature in temperatures)
