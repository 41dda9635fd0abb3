"""Clocks of a match. They never ask what time it is: the time comes with every entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from .errors import TableError

LONGEST = 30 * 24 * 3600.0
SHORTEST = 5.0
LONGEST_INCREMENT = 3600.0
Kind = Literal["none", "move", "bank"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class ClockTerms:
    """How time is counted: not at all, this many seconds for every move, or a bank with an increment."""

    kind: Kind = "none"
    seconds: float = 0.0
    increment: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise TableError("clock", f"a clock is one of {', '.join(KINDS)}, not {str(self.kind)[:40]!r}")
        if self.kind != "none" and not SHORTEST <= self.seconds <= LONGEST:
            raise TableError("clock", f"a clock's seconds are from {SHORTEST:g} to {LONGEST:g}, not {self.seconds!r}")
        if not 0 <= self.increment <= LONGEST_INCREMENT:
            most = f"{LONGEST_INCREMENT:g}"
            raise TableError("clock", f"a clock's increment is from 0 to {most} seconds, not {self.increment!r}")

    @property
    def tag(self) -> str:
        """The terms as the tag `TimeControl` of a record has them, as in PGN: `300+3`, or `1/30` for 30 s a move."""
        seconds, increment = (f"{time:.12g}" for time in (self.seconds, self.increment))  # never with an exponent
        return f"1/{seconds}" if self.kind == "move" else f"{seconds}+{increment}"

    def write(self) -> dict[str, Any]:
        """Write the terms as JSON-ready data."""
        return {"kind": self.kind, "seconds": self.seconds, "increment": self.increment}


class Clock:
    """The time of every seat; only people's clocks run."""

    def __init__(self, terms: ClockTerms, seats: int) -> None:
        self.terms = terms
        self.left = [terms.seconds] * seats
        self.running: frozenset[int] = frozenset()
        self.since = 0.0

    def run(self, at: float) -> None:
        """Let the time pass up to a moment; time never runs backwards, whatever the machine's clock does."""
        if self.terms.kind != "none":
            for seat in self.running:
                self.left[seat] = max(0.0, self.left[seat] - max(0.0, at - self.since))
        self.since = max(at, self.since)

    def think(self, seats: Iterable[int]) -> None:
        """Say who has to decide now."""
        self.running = frozenset(seats)

    def moved(self, seat: int) -> None:
        """Give a seat that has made its move what it gets for it: an increment, or its time for the next one."""
        if self.terms.kind == "bank":
            self.left[seat] += self.terms.increment
        self.renew(seat)

    def renew(self, seat: int) -> None:
        """Give a seat its whole time again where every move has its time."""
        if self.terms.kind == "move":
            self.left[seat] = self.terms.seconds

    def is_late(self, seat: int, at: float) -> bool:
        """Tell whether the time of a seat is up at a moment."""
        return self.terms.kind != "none" and seat in self.running and self.left[seat] <= at - self.since

    def deadline(self) -> float | None:
        """Tell when the first clock runs out."""
        if self.terms.kind == "none" or not self.running:
            return None
        return self.since + min(self.left[seat] for seat in self.running)

    def out_of_time(self, at: float) -> int | None:
        """Name the seat whose time is up at a moment; the first if several."""
        late = [seat for seat in sorted(self.running) if self.is_late(seat, at)]
        return min(late, key=lambda seat: self.left[seat], default=None)

    def show(self) -> Mapping[str, Any]:
        """Show the clocks: seconds left as of the last entry, and whose are running since then."""
        return {
            "kind": self.terms.kind,
            "seconds": self.terms.seconds,
            "increment": self.terms.increment,
            "left": [round(left, 3) for left in self.left] if self.terms.kind != "none" else self.left,
            "running": sorted(self.running),
            "since": self.since,
        }
