"""The numbers of the method."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """How a network learns; docs/training.md says what was tried."""

    games: int = 32_768
    """Games that are played at once."""
    steps: int = 64
    """Decisions of each game in a round."""
    minibatch: int = 65_536
    """Decisions that one step of learning looks at."""
    epochs: int = 2
    """How often each decision of a round is looked at."""
    widths: tuple[int, int] = (256, 128)
    """Units of the two layers."""
    seldom: float = 0.005
    """Values that fewer decisions see than this share a row with their neighbours (counting.py)."""
    rate: float = 7e-4
    """The learning rate at the beginning; it falls evenly to `last` of it."""
    last: float = 0.03
    entropy: float = 0.02
    """How much variety in what is played counts at the beginning; it falls evenly to `last_entropy` of it."""
    last_entropy: float = 0.1
    horizon: float = 0.95
    """How much of what comes later counts for a decision, from one decision of a seat to its next (GAE's lambda)."""
    value_horizon: float = 0.97
    """The same for what the network is to foretell, from one decision of anybody to the next."""
    clip: float = 0.2
    value_weight: float = 1.0
    decay: float = 1e-4
    gradient: float = 1.0
    """No step of learning is longer."""
    seed: int = 1
    playouts: int = 0
    """How long a search thinks about a move, where the network learns from one (teaching.py); 0: it learns by PPO."""
    memory: int = 1_000_000
    """Decisions of a search that are remembered."""
    reuse: float = 4.0
    """How often each of them is learnt from."""
