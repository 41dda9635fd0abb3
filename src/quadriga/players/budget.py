"""How long a player may think."""

from __future__ import annotations

from dataclasses import dataclass

from quadriga.errors import QuadrigaError


@dataclass(frozen=True)
class Budget:
    """The limit of a decision: seconds, playouts, or both; what is reached first ends it.

    The same seed and the same playouts give the same move; seconds depend on the machine.
    """

    seconds: float | None = None
    """How long to think; None: no limit."""
    playouts: int | None = None
    """How many iterations of a search; None: no limit."""

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise QuadrigaError(f"seconds must be more than 0, not {self.seconds!r}")
        if self.playouts is not None and (not isinstance(self.playouts, int) or self.playouts < 1):
            raise QuadrigaError(f"playouts must be a whole number from 1, not {self.playouts!r}")

    def within(self, other: Budget) -> Budget:
        """Return the smaller of two budgets in each measure."""
        seconds = [limit for limit in (self.seconds, other.seconds) if limit is not None]
        playouts = [limit for limit in (self.playouts, other.playouts) if limit is not None]
        return Budget(min(seconds, default=None), min(playouts, default=None))


UNLIMITED = Budget()
"""No limit: a level then thinks as long as it usually does."""
