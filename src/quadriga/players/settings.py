"""How a search weighs things, and a ladder of levels made of it."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class SearchSettings:
    """How a search weighs things; the numbers are found by playing (docs/players.md)."""

    exploration: float = 1.0
    """The weight of the untried against the proven."""
    temperature: float = 4.0
    """How much the preference for moves that `prefer` rates high is flattened."""
    noise: float = 0.0
    """How far such a rating may be mistaken."""
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

    def by(self, network: str) -> SearchSettings:
        """Return the same settings with a network."""
        return replace(self, network=network)


@dataclass(frozen=True)
class Strongest:
    """How the strongest level plays, where it does not share what the others have."""

    settings: SearchSettings
    playouts: int


@dataclass(frozen=True)
class Ladder:
    """How the five levels play one game: what they share, and for each its playouts and the noise in its ratings."""

    settings: SearchSettings
    playouts: tuple[int, ...]
    noise: tuple[float, ...] = (0.0,) * 5
    strongest: Strongest | None = None
    odds: float = 1.0
    """The power that odds are raised to before people are told them (odds.py)."""
    fast: str = ""
    """The network that `consul-fast` plays by; else that of the strongest level."""
