"""Limits on how often somebody may ask: a bucket of tokens for each, refilled as time goes by."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass

from quadriga.table.errors import TableError

MOST_BUCKETS = 50_000


@dataclass(frozen=True)
class Limit:
    """How many somebody may have at once, and how many a second in the long run; an address a multiple of both."""

    burst: float
    rate: float
    what: str
    people: int = 1
    """How many people behind one address may do as much as one."""


COMMANDS = Limit(60, 20, "moves and messages", people=8)
CHAT = Limit(8, 0.5, "chat messages", people=4)
WATCHERS = Limit(5, 0.2, "chat messages of spectators")
AROUND = Limit(30, 1, "chat messages of this table's spectators")
UNDOS = Limit(20, 1, "moves taken back", people=4)
TABLES = Limit(30, 0.2, "new tables")
LINKS = Limit(10, 0.05, "private links", people=2)
VISITORS = Limit(60, 1, "new visitors")
REQUESTS = Limit(300, 100, "requests")
THINKING = Limit(6, 0.2, "hints", people=4)
REVIEWS = Limit(12, 0.1, "analyses", people=2)
SCENARIOS = Limit(40, 2, "scenarios")
FILMS = Limit(30, 1, "films", people=4)
SOCKETS = Limit(60, 2, "connections")
HISTORY = Limit(20_000, 1_000, "entries of logs", people=2)
"""Counted by entries: whoever asks for a whole log pays for all of it."""


class Limits:
    """The buckets of all callers; the ones not used for longest are forgotten first."""

    def __init__(self, enabled: bool = True) -> None:
        self.enabled = enabled
        self.buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, limit: Limit, place: str, visitor: str | None = None, cost: float = 1.0) -> None:
        """Take what something costs from the bucket of an address and that of who asks, or raise TooMany."""
        if not self.enabled:
            return
        now = time.monotonic()
        found = [(place, limit.people)] if visitor is None else [(place, limit.people), (visitor, 1)]
        levels = []
        for who, people in found:
            burst = limit.burst * people
            level, since = self.buckets.get((limit.what, who), (burst, now))
            level = min(burst, level + (now - since) * limit.rate * people)
            least = min(cost, burst)  # what costs more than all is paid for with all
            if level < least:
                raise TooMany(limit.what, max(1, math.ceil((least - level) / (limit.rate * people))))
            levels.append((who, level - least))
        for who, level in levels:
            self.buckets[limit.what, who] = (level, now)
            self.buckets.move_to_end((limit.what, who))
        while len(self.buckets) > MOST_BUCKETS:
            self.buckets.popitem(last=False)


class OpenSockets:
    """How many sockets each address and each visitor has open."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.counts: Counter[str] = Counter()

    def opened(self, place: str, visitor: str | None) -> None:
        """Count one more, or raise TableError."""
        whose = [place] if visitor is None else [place, visitor]
        if self.most is not None and any(self.counts[who] >= self.most for who in whose):
            raise TableError("crowded", f"{self.most} connections are open from where you are: close one of them first")
        self.counts.update(whose)

    def closed(self, place: str, visitor: str | None) -> None:
        """Count one less."""
        for who in [place] if visitor is None else [place, visitor]:
            self.counts[who] -= 1
            if not self.counts[who]:
                del self.counts[who]


class TooMany(TableError):
    """Somebody asks too often; it says how many seconds to wait."""

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__("slow", f"too many {what} from you: wait {seconds} s")
        self.seconds = seconds
