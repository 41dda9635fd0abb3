"""Where in Redis thoughts wait and answers lie: one stream for every importance, one key for every job.

    {think}:bot, :hint, ...   streams; an entry names a job. Thinkers read them as one group, the most important first
    {think}:job:ID            what is to be thought about, and where the answer goes. It vanishes by itself soon after
                              the server that asked does, or as soon as nobody wants to know: then it is not begun
    {think}:answers:SERVER    a list that the server takes answers from
    {think}:thinkers          the names of those who think; {think}:thinker:NAME says with how many workers, for a while

Only processes of the same version share them: what a job holds may differ in the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

import quadriga
from quadriga.errors import QuadrigaError

from .queue import Importance

PREFIX = f"quadriga:{quadriga.__version__}:{{think}}"
"""In braces is what a Redis cluster keeps together on one machine."""
GROUP = "thinkers"
THINKERS = f"{PREFIX}:thinkers"
STREAMS = {importance: f"{PREFIX}:{importance.name.lower()}" for importance in Importance}
BEAT = 1.0
"""How often everybody says that they are still there, in seconds."""
GONE = 5.0
"""After this many seconds without a word a thinker counts as gone, and others do what it had begun."""
FORGOTTEN = 15.0
"""After this many seconds without a word of the server that asked a job vanishes, and so do answers to it."""
BLOCK = 1.0
"""How long a question for something to do waits for an answer, in seconds."""
TIMEOUT = 3.0
"""After how many more seconds without an answer Redis counts as away."""


def job_key(id: str) -> str:
    """Name the key of a job."""
    return f"{PREFIX}:job:{id}"


def answers_key(server: str) -> str:
    """Name the list of a server's answers."""
    return f"{PREFIX}:answers:{server}"


def thinker_key(name: str) -> str:
    """Name the key by which a thinker says that it is there."""
    return f"{PREFIX}:thinker:{name}"


def milliseconds(seconds: float) -> int:
    """Return seconds as Redis counts them."""
    return int(seconds * 1000)


async def end(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancel tasks, for good: the library makes an error of its own of a cancellation that comes at a wrong moment."""
    going = {task for task in tasks if not task.done()}
    while going:
        for task in going:
            task.cancel()
        _, going = await asyncio.wait(going, timeout=0.2)


def connect(url: str) -> Any:
    """Connect to Redis, when first needed; an answer that does not come is an error at once, not after tries.

    Which types its answers have differs between versions of the library.
    """
    try:
        return Redis.from_url(
            url, socket_timeout=BLOCK + TIMEOUT, socket_connect_timeout=TIMEOUT, retry=Retry(NoBackoff(), 0)
        )
    except ValueError as error:
        raise QuadrigaError("Redis is found at an address such as redis://host:6379/0") from error
