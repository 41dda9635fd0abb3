"""How long a bot's answer takes while others keep the server busy: `python -m benchmarks.thinking [--rounds N] ...`.

Somebody plays Caesar! against a bot over a WebSocket on 127.0.0.1. An answer is timed from sending a move to the
message with the bot's move. In every round a fresh server, with the settings that it has by itself, is measured first
alone and then beside five reviews of long matches and twenty tables of Ave Caesar at each of which six bots of the
strongest level sit and somebody looks on. Both are measured within minutes on the same machine, so a busy machine is
busy for both: read the ratio.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.ports import free_port

from .load.processes import HOST, serving

LEVELS = ("tiro", "miles", "consul")
REVIEWS = 5
REVIEWED = "caesar-cleopatra-1997"
REVIEWED_MOVES = 150
TABLES = 20
SETTLING = 20.0
"""This many seconds after the first answers a server has loaded all that it loads once."""
RESAMPLES = 4_000


def say(text: str) -> None:
    """Show progress."""
    print(text, file=sys.stderr, flush=True)


@dataclass
class Times:
    """The seconds that a level's answers took, alone and beside the load, round by round."""

    alone: list[list[float]] = field(default_factory=list)
    beside: list[list[float]] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """How many times as long an answer takes beside the load, in the mean."""
        return mean(self.beside) / mean(self.alone)

    def interval(self) -> tuple[float, float]:
        """Return the ratio's 95 % interval: answers are drawn again within every round."""
        chooser = random.Random(0)

        def again(rounds: list[list[float]]) -> float:
            return mean([chooser.choices(times, k=len(times)) for times in rounds])

        ratios = sorted(again(self.beside) / again(self.alone) for _ in range(RESAMPLES))
        return ratios[RESAMPLES // 40], ratios[-RESAMPLES // 40]


def mean(rounds: Sequence[Sequence[float]]) -> float:
    """Return the mean of all answers."""
    return statistics.fmean(seconds for times in rounds for seconds in times)


class Visitor:
    """Somebody with a key at a server."""

    def __init__(self, port: int, seed: int) -> None:
        self.http = httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=120)
        self.socket = f"ws://{HOST}:{port}"
        self.chooser = random.Random(seed)
        self.watching: list[asyncio.Task[None]] = []

    async def arrive(self) -> None:
        """Ask for a key."""
        key = (await self.http.post("/api/visitors")).json()["key"]
        self.http.headers["Authorization"] = f"Bearer {key}"

    async def create(self, game: str, *seats: str) -> str:
        """Lay out a table."""
        kinds = [{"kind": seat} if seat == "me" else {"kind": "bot", "level": seat} for seat in seats]
        answer = await self.http.post("/api/tables", json={"game": game, "seats": kinds})
        answer.raise_for_status()
        id: str = answer.json()["table"]["id"]
        return id

    def open(self, table: str) -> connect:
        """Open the socket of a table."""
        headers = {"Authorization": self.http.headers["Authorization"]}
        return connect(f"{self.socket}/api/tables/{table}/live", additional_headers=headers, max_size=2**22)

    def move(self, message: dict[str, Any]) -> str | None:
        """Choose a move of a message's views at random; None where there is nothing to choose."""
        for seat, view in zip(message["held"], message["views"], strict=True):
            if view["legal"]:
                move = self.chooser.choice(view["legal"])["id"]
                return json.dumps({"do": "move", "seat": seat, "version": message["version"], "move": move})
        return None

    async def answers(self, level: str, count: int) -> list[float]:
        """Play against a bot until it has answered this often; return how long each took."""
        times: list[float] = []
        while len(times) < count:
            table = await self.create("caesar", "me", level)
            async with self.open(table) as socket:
                held: list[int] = [0]
                sent = 0.0
                while len(times) < count:
                    message = json.loads(await socket.recv())
                    now = time.perf_counter()
                    if message["type"] not in ("table", "entries"):
                        continue
                    held = message.setdefault("held", held)
                    if sent and any(e["kind"] == "move" and e["seat"] == 1 for e in message["entries"]):
                        times.append(now - sent)
                        sent = 0.0
                    if message.get("table", {}).get("status") == "over":
                        break
                    order = self.move(message)
                    if order is not None:
                        sent = time.perf_counter()
                        await socket.send(order)
        return times

    async def finished(self) -> str:
        """Play a long match against oneself and resign."""
        table = await self.create(REVIEWED, "me", "me")
        async with self.open(table) as socket:
            held: list[int] = [0, 1]
            moves = 0
            while moves < REVIEWED_MOVES:
                message = json.loads(await socket.recv())
                if message["type"] in ("table", "entries"):
                    held = message.setdefault("held", held)
                    order = self.move(message)
                    if order is None:
                        break  # it is over already
                    await socket.send(order)
                    moves += 1
            await socket.send(json.dumps({"do": "resign", "seat": 0}))
            await socket.recv()
        return table

    async def watch(self, table: str) -> None:
        """Look on: a table of bots rests while nobody does."""
        async with self.open(table) as socket:
            async for _ in socket:
                pass

    async def load(self) -> list[str]:
        """Ask for the reviews and lay out the tables of bots; return the reviewed tables."""
        matches = [await self.finished() for _ in range(REVIEWS)]
        for _ in range(TABLES):
            table = await self.create("ave-caesar", *["consul"] * 6)
            self.watching.append(asyncio.create_task(self.watch(table)))
        for table in matches:
            (await self.http.get(f"/api/tables/{table}/analysis")).raise_for_status()
        return matches


async def measure(port: int, seed: int, counts: dict[str, int], found: dict[str, Times]) -> None:
    """Measure one round."""
    visitor = Visitor(port, seed)
    await visitor.arrive()
    for level in counts:
        await visitor.answers(level, 1)
    await asyncio.sleep(SETTLING)
    for level, count in counts.items():
        found[level].alone.append(await visitor.answers(level, count))
    matches = await visitor.load()
    for level, count in counts.items():
        found[level].beside.append(await visitor.answers(level, count))
    progress = [(await visitor.http.get(f"/api/tables/{table}/analysis")).json() for table in matches]
    if any(each["status"] != "running" for each in progress):
        raise RuntimeError("a review was done before the measurement: the load was too small")
    say(f"    moves reviewed meanwhile: {', '.join(str(each['done']) for each in progress)}")
    for task in visitor.watching:
        task.cancel()
    await asyncio.gather(*visitor.watching, return_exceptions=True)
    await visitor.http.aclose()


def measure_all(rounds: int, counts: dict[str, int], environment: dict[str, str]) -> dict[str, Times]:
    """Measure all rounds, each with a fresh server."""
    found = {level: Times() for level in counts}
    for number in range(rounds):
        port = free_port()
        command = [sys.executable, "-m", "quadriga", "serve", "--no-browser", "--port", str(port)]
        settings = {"QUADRIGA_DATA_DIR": "{data}", "QUADRIGA_LIMITS": "off", **environment}
        with serving(command, port, "/ready", environment=settings):
            asyncio.run(measure(port, number, counts, found))
        told = ", ".join(
            f"{level} {mean(times.alone[-1:]):.2f} s, beside {mean(times.beside[-1:]):.2f} s"
            for level, times in found.items()
        )
        say(f"[{number + 1}/{rounds}] {told}")
    return found


def table(found: dict[str, Times]) -> str:
    """Write what was found."""
    lines = [
        "| bot | answers | alone, s: mean | median | longest | beside, s: mean | median | longest | ratio of means "
        "| 95 % interval |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for level, times in found.items():
        alone, beside = (list(chain.from_iterable(rounds)) for rounds in (times.alone, times.beside))
        low, high = times.interval()
        lines.append(
            f"| {level} | {len(alone)} + {len(beside)} | {summed_up(alone)} | {summed_up(beside)} | {times.ratio:.2f} "
            f"| {low:.2f} to {high:.2f} |"
        )
    return "\n".join(lines)


def summed_up(times: Sequence[float]) -> str:
    """Write the mean, the median and the longest of some times."""
    return f"{statistics.fmean(times):.2f} | {statistics.median(times):.2f} | {max(times):.2f}"


def section(rounds: int = 5, answers: int = 12, environment: dict[str, str] | None = None) -> str:
    """Measure and write the section for benchmarks/results.md."""
    counts = {level: answers if level != "consul" else max(1, answers * 2 // 3) for level in LEVELS}
    found = measure_all(rounds, counts, environment or {})
    return f"""## A bot's answer while others keep the server busy

Caesar! against a bot, from sending a move to seeing the bot's: alone, and beside {REVIEWS} reviews of matches of
{REVIEWED_MOVES} moves and {TABLES} tables of Ave Caesar with six bots of the strongest level each; {rounds} rounds, in
each both one after the other on a fresh server (`python -m benchmarks.thinking`). A bot takes at least half a second
for a move that is not forced for all to see.

{table(found)}"""


def main() -> None:
    """Measure and print; a request to end ends the server too."""
    for sign in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, lambda number, frame: sys.exit(128 + number))
    reader = argparse.ArgumentParser(prog="python -m benchmarks.thinking", description="Time bots' answers under load.")
    reader.add_argument("--rounds", type=int, default=5)
    reader.add_argument("--answers", type=int, default=12, help="of each bot in every round, alone and beside")
    reader.add_argument("--pace", type=float, help="the shortest time of a bot's move in seconds")
    reader.add_argument("--workers", type=int, help="processes in which bots think")
    given = reader.parse_args()
    settings = {"QUADRIGA_BOT_PACE": given.pace, "QUADRIGA_BOT_WORKERS": given.workers}
    environment = {name: str(value) for name, value in settings.items() if value is not None}
    print(section(given.rounds, given.answers, environment))


if __name__ == "__main__":
    main()
