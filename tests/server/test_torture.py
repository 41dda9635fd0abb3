"""The short form of `make torture`: every fault once, and no answered move lost or doubled."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.torture.faults import FAULTS
from tests.torture.world import PATIENCE, Alone, Shared, torture

from .services import Postgres, RedisServer


def bounded(story: Any) -> None:
    async def within() -> None:
        async with asyncio.timeout(2 * PATIENCE):
            await story

    asyncio.run(within())


def test_one_process_with_sqlite_survives_every_fault() -> None:
    bounded(torture(Alone(1), FAULTS[Alone], 1, 0))


def test_two_processes_with_postgresql_and_redis_survive_every_fault(
    postgres: Postgres, redis_server: RedisServer, postgres_url: str
) -> None:
    bounded(torture(Shared(2, postgres, redis_server, postgres_url), FAULTS[Shared], 1, 0))
