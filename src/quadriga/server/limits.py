"""Limits on how often somebody may ask: a bucket of tokens for each, refilled as time goes by."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from dataclasses import dataclass

from quadriga.table.errors import TableError

MOST_BUCKETS = 50_000


@dataclass(frozen=True)
class Limit:
    """Allow this many at once and this many a second in the long run."""

    burst: float
    rate: float
    what: str


COMMANDS = Limit(60, 20, "moves and messages")
CHAT = Limit(8, 0.5, "chat messages")
TABLES = Limit(30, 0.2, "new tables")
VISITORS = Limit(60, 1, "new visitors")
REQUESTS = Limit(300, 100, "requests")
THINKING = Limit(6, 0.2, "hints and analyses")
FILMS = Limit(30, 1, "films")
SOCKETS = Limit(60, 2, "connections")


class Limits:
    """The buckets of all callers; the ones not used for longest are forgotten first."""

    def __init__(self, enabled: bool = True) -> None:
        self.enabled = enabled
        self.buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, limit: Limit, who: str) -> None:
        """Take a token, or raise TableError."""
        if not self.enabled:
            return
        now = time.monotonic()
        level, since = self.buckets.pop((limit.what, who), (limit.burst, now))
        level = min(limit.burst, level + (now - since) * limit.rate)
        allowed = level >= 1
        self.buckets[limit.what, who] = (level - 1 if allowed else level, now)
        if len(self.buckets) > MOST_BUCKETS:
            self.buckets.popitem(last=False)
        if not allowed:
            raise TooMany(limit.what, max(1, math.ceil((1 - level) / limit.rate)))


class TooMany(TableError):
    """Somebody asks too often; it says how many seconds to wait."""

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__("slow", f"too many {what} from you: wait {seconds} s")
        self.seconds = seconds
