"""Collections of matches: played again by the compiled rules, sifted, counted, and turned into other forms."""

from __future__ import annotations

from .replaying import Replayed, replay_all, replayed
from .sifting import Sieve
from .statistics import Statistics

__all__ = ["Replayed", "Sieve", "Statistics", "replay_all", "replayed"]
