"""Running a process that thinks for servers on any machine: what it prints, and how it stops."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from urllib.parse import urlsplit

from quadriga.server.logs import set_up

from .thinker import Thinker
from .workers import Thinking

PATIENCE = 20.0
"""How many seconds thoughts have to be finished when the process is told to stop; a second signal ends that."""
REPORT = 60.0
"""How often to say what was done, in seconds."""
WORDS = {"move": ("move of a bot", "moves of bots"), "hint": ("hint", "hints"), "review": ("look back", "looks back")}


def where(url: str) -> str:
    """Say where a Redis is, without its password."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"


def in_words(done: Counter[str]) -> str:
    """Say what was done."""
    found = [f"{done[kind]} {words[done[kind] != 1]}" for kind, words in WORDS.items() if done[kind]]
    return ", ".join(found) or "nothing"


def think(url: str, workers: int, level: str) -> int:
    """Think for everybody who shares a Redis until somebody says stop."""
    set_up(level)
    return asyncio.run(serve(url, workers or os.cpu_count() or 1))


async def serve(url: str, count: int) -> int:
    """Take work until told to stop, then finish what was begun or hand it back."""
    workers = Thinking(count)
    thinker = Thinker(url, workers)
    stop, hurry = asyncio.Event(), asyncio.Event()

    def told_to_stop() -> None:
        (hurry if stop.is_set() else stop).set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told_to_stop)

    def changed(hears: bool) -> None:
        say(f"Connected to {where(url)}." if hears else f"{where(url)} does not answer: waiting for it.")

    thinker.changed = changed
    await workers.open(wait=True)  # until then others are quicker
    processes = "1 process" if count == 1 else f"{count} processes"
    say(f"Quadriga thinks with {processes} for the servers at {where(url)}  (Ctrl-C stops it)")
    thinker.open()
    reporting = asyncio.create_task(report(thinker))
    await stop.wait()
    reporting.cancel()
    if thinker.member.taken:
        say(f"Stopping when {len(thinker.member.taken)} more are done; once more to stop at once.")
    closing = asyncio.create_task(thinker.close(PATIENCE))
    hurrying = asyncio.create_task(hurry.wait())
    await asyncio.wait([closing, hurrying], return_when=asyncio.FIRST_COMPLETED)
    if not closing.done():
        thinker.hurry()
    given_back = await closing
    hurrying.cancel()
    await workers.close()
    say(f"Stopped after {in_words(thinker.done)}; {given_back} given back.")
    return 0


async def report(thinker: Thinker) -> None:
    """Say now and then what was done."""
    before, claimed = Counter[str](), 0
    while True:
        await asyncio.sleep(REPORT)
        if done := Counter(thinker.done) - before:
            over = thinker.member.claimed - claimed
            say(f"In the last minute: {in_words(done)}{f'; {over} taken over from others' if over else ''}.")
        before, claimed = Counter(thinker.done), thinker.member.claimed


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)
