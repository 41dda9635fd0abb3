"""What happens to servers in bad nights. Each fault ends when its cause is gone; then play must go on."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sqlite3
from urllib.parse import urlsplit

import httpx

from tests.processes import serving
from tests.server.steadfast import until

from .world import PATIENCE, Alone, Shared, World

HALF = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: ",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
)
STEPS = (7200, -3600, 86400, 0)
"""By how many seconds the machine's clock is wrong, one after another."""


async def kill(world: World) -> None:
    """Kill the server without a word, and start it again."""
    await asyncio.sleep(world.random.random() * 0.05)
    world.server.kill()
    await world.restart()


async def stop(world: World) -> None:
    """Stop the server politely, and start it again."""
    assert world.server.stop() == 0
    await world.restart()


async def kill_one(world: World) -> None:
    """Kill one of several processes; the other serves, and it is replaced."""
    assert isinstance(world, Shared) and world.server.process is not None
    pid = world.server.process.pid
    before = serving(pid)
    killed = world.random.choice(before)
    os.kill(killed, 9)
    await until(lambda: len(now := serving(pid)) == len(before) and killed not in now)


async def fill_disk(world: World) -> None:
    """Let the server write no more, until people have been told so."""
    assert world.server.process is not None
    pid = world.server.process.pid
    refused = sum(len(person.refused) for person in world.load.people)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    try:
        await until(lambda: sum(len(person.refused) for person in world.load.people) > refused)
        await becomes(world, 503)
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await becomes(world, 200)


async def becomes(world: World, status: int) -> None:
    """Wait until a server says that it is ready, or that it is not."""
    async with asyncio.timeout(PATIENCE):
        while (await asyncio.to_thread(httpx.get, f"{world.server.url}/ready", timeout=30)).status_code != status:
            await asyncio.sleep(0.05)


async def lock(world: World) -> None:
    """Hold SQLite's write lock for a while."""
    path = world.url.removeprefix("sqlite:///")
    other = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
    await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
    await asyncio.sleep(world.random.choice((0.5, 2.0)))
    other.close()


async def restart_postgresql(world: World) -> None:
    """Stop PostgreSQL at once, dropping its clients, and start it again."""
    assert isinstance(world, Shared)
    await asyncio.to_thread(world.postgres.stop)
    await asyncio.sleep(world.random.random())
    await asyncio.to_thread(world.postgres.start)


async def restart_redis(world: World) -> None:
    """Kill Redis, and start it again, empty."""
    assert isinstance(world, Shared)
    await asyncio.to_thread(world.redis.stop)
    await world.goes_on(3)
    await asyncio.to_thread(world.redis.start)


async def step_clock(world: World) -> None:
    """Set the machine's clock to and fro while people play."""
    for step in STEPS:
        world.clock.write_text(str(step))
        await world.goes_on(3)


async def half_open(world: World) -> None:
    """Open connections that send half a request and then nothing; others are served meanwhile."""
    where = urlsplit(world.server.url)
    opened = []
    try:
        for number in range(100):
            one = socket.create_connection((where.hostname, where.port), timeout=30)
            one.sendall(HALF[number % 2])
            opened.append(one)
        answer = await asyncio.to_thread(httpx.get, f"{world.server.url}/health", timeout=30)
        assert answer.status_code == 200
        await world.goes_on(5)
    finally:
        for one in opened:
            one.close()


async def read_slowly(world: World) -> None:
    """Look on at tables without ever reading what comes."""
    where = urlsplit(world.server.url)
    tables = {person.table for person in world.load.people if not person.over}
    opened = []
    try:
        for table in tables:
            for _ in range(5):
                one = socket.socket()
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
                one.settimeout(30)
                one.connect((where.hostname, where.port))
                head = f"GET /api/tables/{table}/live?since=0 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                head += "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
                one.sendall(head.encode())
                opened.append(one)
        await world.goes_on(30)
    finally:
        for one in opened:
            one.close()


BOTH = [
    ("half-open connections", half_open), ("slow readers", read_slowly), ("the clock is set", step_clock),
    ("kill", kill),
]  # fmt: skip
FAULTS = {
    Alone: [("disk full", fill_disk), ("locked", lock), ("stop", stop), *BOTH],
    Shared: [
        ("one process killed", kill_one), ("PostgreSQL restarts", restart_postgresql),
        ("Redis restarts", restart_redis), *BOTH,
    ],
}  # fmt: skip
