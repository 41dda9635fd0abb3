"""A bystander while somebody abuses the server: `python -m benchmarks.abuse [--seconds N] [--attack NAME ...]`.

A server with its usual limits is started for every attack. A bystander at 127.0.0.1 pings over the socket of their own
table, some 15 times a second, and looks at it over HTTP now and then; the attacker is a process of its own and comes
from 127.0.0.2, as fast as it is let. What is shown is how long the bystander waits (with nobody attacking as well),
what the attacker was answered, and the CPU time of the server's main process.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

import quadriga
from quadriga.kernel.compiled_actions import CompiledActions
from quadriga.server.storage import Append, Storage, TableRow
from quadriga.table.show import summary
from quadriga.table.terms import use_compiled
from tests.ports import free_port

from .load.processes import TICKS, serving
from .table_costs import long_table

HOST, ATTACKER = "127.0.0.1", "127.0.0.2"
GAME, LONG = "caesar-cleopatra-2024", "long-table"
PAUSE = 0.06
AT_ONCE = 10
"""How many requests an attacker has under way."""


# --- the attackers


class Attacker:
    """Somebody at another address, and what they were answered."""

    def __init__(self, url: str, table: str, until: float) -> None:
        self.url, self.table, self.until = url, table, until
        transport = httpx.AsyncHTTPTransport(local_address=ATTACKER, limits=httpx.Limits(max_connections=200))
        self.http = httpx.AsyncClient(base_url=url, transport=transport, timeout=20)
        self.answers: Counter[str] = Counter()

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.until

    async def ask(self, method: str, path: str, key: str | None = None, **body: Any) -> httpx.Response | None:
        """Ask for something, and count what came."""
        headers = {} if key is None else {"authorization": f"Bearer {key}"}
        self.http.cookies.clear()  # else somebody who asks for a key again and again has one already
        try:
            answer = await self.http.request(method, path, headers=headers, **({"json": body} if body else {}))
        except httpx.HTTPError as error:
            self.answers[type(error).__name__] += 1
            return None
        self.answers[str(answer.status_code)] += 1
        return answer

    async def table_of(self, *seats: dict[str, str], game: str = GAME, **wish: Any) -> tuple[str, str] | None:
        """Lay out a table with a key of one's own; return both."""
        key = await self.ask("POST", "/api/visitors")
        if key is None or key.status_code != 201:
            return None
        known = key.json()["key"]
        made = await self.ask("POST", "/api/tables", known, game=game, seats=list(seats), **wish)
        return None if made is None or made.status_code != 201 else (made.json()["table"]["id"], known)

    async def keep(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do something again and again, several at a time."""

        async def again() -> None:
            while self.goes_on:
                await work()
                await asyncio.sleep(0)

        await asyncio.gather(*(again() for _ in range(AT_ONCE)))


async def nobody(attacker: Attacker) -> None:
    """Do nothing."""
    await asyncio.sleep(max(0.0, attacker.until - time.monotonic()))


async def history(attacker: Attacker) -> None:
    """Ask for the past of a long table, without a key."""
    paths = ["history?since=0", "history?since=1000", "versions/500", "versions/999"]

    async def one() -> None:
        for path in paths:
            await attacker.ask("GET", f"/api/tables/{LONG}/{path}")

    await attacker.keep(one)


async def slowloris(attacker: Attacker) -> None:
    """Open connections that send half a header, and new ones for those that are closed."""
    url = httpx.URL(attacker.url)
    while attacker.goes_on:
        opened = []
        for _ in range(300):
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(url.host, url.port, local_addr=(ATTACKER, 0))
                writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: ")
                opened.append(writer)
                attacker.answers["opened"] += 1
        await asyncio.sleep(min(2.0, max(0.0, attacker.until - time.monotonic())))
        for writer in opened:
            writer.close()


async def keys(attacker: Attacker) -> None:
    """Say something at the bystander's table, each time with another key."""

    async def one() -> None:
        made = await attacker.ask("POST", "/api/visitors")
        key = made.json()["key"] if made is not None and made.status_code == 201 else "x" * 43
        await attacker.ask("POST", f"/api/tables/{attacker.table}/commands", key, do="say", text="spam " * 60)

    await attacker.keep(one)


async def undo(attacker: Attacker) -> None:
    """Take back a move, again and again."""
    found = await attacker.table_of({"kind": "me"}, {"kind": "me"})
    if found is None:
        return
    id, key = found

    async def one() -> None:
        shown = await attacker.ask("GET", f"/api/tables/{id}?seat=0", key)
        if shown is not None and shown.status_code == 200 and shown.json()["views"][0]["legal"]:
            move, version = shown.json()["views"][0]["legal"][0]["id"], shown.json()["version"]
            path = f"/api/tables/{id}/commands"
            await attacker.ask("POST", path, key, do="move", seat=0, version=version, move=move)
        await attacker.ask("POST", f"/api/tables/{id}/commands", key, do="undo", seat=0, agree=True)

    await attacker.keep(one)


async def sockets(attacker: Attacker) -> None:
    """Look on at the bystander's table with as many sockets as there can be, and ask each for everything."""
    where = attacker.url.replace("http", "ws", 1) + f"/api/tables/{LONG}/live?since=0"

    async def one() -> None:
        try:
            async with connect(where, local_addr=(ATTACKER, 0), max_size=2**24) as live:
                while attacker.goes_on:
                    await live.send('{"do": "sync", "since": 0}')
                    said = json.loads(await live.recv())
                    attacker.answers[said["type"]] += 1
        except Exception as error:
            attacker.answers[type(error).__name__] += 1

    async def again() -> None:
        while attacker.goes_on:
            await one()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(again() for _ in range(100)))


async def reviews(attacker: Attacker) -> None:
    """Let matches be analysed, one after the other."""

    async def one() -> None:
        found = await attacker.table_of({"kind": "me"}, {"kind": "me"}, game="caesar")
        if found is not None:
            id, key = found
            shown = await attacker.ask("GET", f"/api/tables/{id}?seat=0", key)
            for seat in (0, 1):
                await attacker.ask("POST", f"/api/tables/{id}/commands", key, do="resign", seat=seat)
            if shown is not None:
                await attacker.ask("GET", f"/api/tables/{id}/analysis")
        await attacker.ask("GET", f"/api/tables/{LONG}/analysis")

    await attacker.keep(one)


async def bots(attacker: Attacker) -> None:
    """Lay out tables at which strong bots play each other."""

    async def one() -> None:
        six = [{"kind": "bot", "level": "consul"}] * 6
        await attacker.ask("POST", "/api/tables", game="ave-caesar", seats=six, options={"players": 6})

    await attacker.keep(one)


async def scenarios(attacker: Attacker) -> None:
    """Play through scenarios."""
    listed = await attacker.ask("GET", f"/api/games/{GAME}/scenarios")
    ids = [each["id"] for each in listed.json()["scenarios"]] if listed is not None else []

    async def one() -> None:
        for id in ids[:20]:
            await attacker.ask("GET", f"/api/games/{GAME}/scenarios/{id}")

    await attacker.keep(one)


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    each.__name__: each
    for each in (nobody, history, slowloris, keys, undo, sockets, reviews, bots, scenarios)
}  # fmt: skip


async def attack(name: str, url: str, table: str, seconds: float) -> None:
    """Attack for a while; print what was answered."""
    attacker = Attacker(url, table, time.monotonic() + seconds)
    await ATTACKS[name](attacker)
    await attacker.http.aclose()
    print(json.dumps(attacker.answers))


# --- the bystander


async def bystand(url: str, name: str, seconds: float) -> tuple[list[float], list[float], dict[str, int]]:
    """Wait for pongs and answers while somebody attacks; return all waits in milliseconds, and what the other got."""
    pings, looks = [], []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = await http.post("/api/tables", json={"game": GAME, "seats": seats, "listed": True})
        id = made.json()["table"]["id"]
        command = [sys.executable, "-m", "benchmarks.abuse", "--run", name, url, id, str(seconds)]
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        async with connect(url.replace("http", "ws", 1) + f"/api/tables/{id}/live") as live:
            number = 0
            while process.returncode is None:
                number += 1
                begun = time.perf_counter()
                await live.send(json.dumps({"do": "ping", "id": f"p{number}"}))
                while (said := json.loads(await live.recv())["type"]) != "pong":
                    assert said != "refused", "the bystander is no attacker"
                pings.append(1000 * (time.perf_counter() - begun))
                if number % 5 == 0:
                    begun = time.perf_counter()
                    assert (await http.get(f"/api/tables/{id}")).status_code == 200
                    looks.append(1000 * (time.perf_counter() - begun))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), PAUSE)
        assert process.stdout is not None
        told = (await process.stdout.read()).decode().strip()
    return pings, looks, json.loads(told.splitlines()[-1]) if told else {}


async def store_long_table(folder: str) -> None:
    """Store a table with a thousand entries before the server starts."""
    use_compiled(GAME, CompiledActions(quadriga.load(GAME).compiled))
    table = long_table(GAME, 40, 480)
    row = TableRow(
        LONG, 1000.0, 1000.0, table.terms.write(), f"{table.secret:032x}", "live", 0, True, GAME, summary(table)
    )
    storage = Storage(f"sqlite:///{folder}/tables.sqlite3")
    await storage.open()
    await storage.create(row, [])
    entries = [entry.write() for entry in table.log]
    await storage.append(Append(LONG, 0, 1000.0, entries, len(entries), "live", summary(table), 1000.0))
    await storage.close()


def measure(name: str, seconds: float) -> str:
    """Start a server and let somebody attack it; return a line of a table."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(store_long_table(folder))
        command = [sys.executable, "-m", "quadriga.cli", "serve", "--no-browser", "--port", str(port)]
        with serving(command, port, "/ready", environment={"QUADRIGA_DATA_DIR": folder}) as server:
            time.sleep(6)  # until the compiled rules are loaded
            before = own_cpu(server.pid)
            begun = time.monotonic()
            pings, looks, answers = asyncio.run(bystand(f"http://{HOST}:{port}", name, seconds))
            used = (own_cpu(server.pid) - before) / (time.monotonic() - begun)
    waits = " | ".join(f"{value:.1f}" for each in (pings, looks) for value in spread(each))
    got = ", ".join(f"{what}: {count}" for what, count in sorted(answers.items()))
    return f"| {name} | {waits} | {used:.0%} | {got} |"


def own_cpu(pid: int) -> float:
    """Return the CPU time of one process, without those it started."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def spread(found: list[float]) -> tuple[float, float, float]:
    """Return the median, the 99th percentile and the most."""
    ordered = sorted(found) or [0.0]
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], ordered[-1]


def main() -> None:
    """Attack in every way, and print what a bystander noticed."""
    if sys.argv[1:2] == ["--run"]:
        name, url, table, seconds = sys.argv[2:6]
        asyncio.run(attack(name, url, table, float(seconds)))
        return
    reader = argparse.ArgumentParser(prog="python -m benchmarks.abuse", description="Abuse a server of one's own.")
    reader.add_argument("--seconds", type=float, default=15.0, help="length of every attack")
    reader.add_argument("--attack", action="append", choices=sorted(ATTACKS), help="only this one (repeatable)")
    given = reader.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; milliseconds that a bystander waits")
    print("| attack | ping p50 | p99 | most | GET p50 | p99 | most | server's CPU | what the attacker got |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in given.attack or ATTACKS:
        print(measure(name, given.seconds), flush=True)


if __name__ == "__main__":
    main()
