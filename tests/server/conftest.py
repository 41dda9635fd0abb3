"""The databases and Redis that tests of the server use. Each test process starts its own, when first asked for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.running import Server, running
from tests.server.services import Postgres, RedisServer

from .client import WAIT
from .contract import every_frame_is_checked


@pytest.fixture(scope="session", autouse=True)
def contract() -> Iterator[None]:
    """The models of all messages, against which every frame is held that a test of the server hears."""
    with every_frame_is_checked():
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests to which it does not matter what else it has done: one start takes 4 s of CPU."""
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with limits, behind a proxy that says who asks: so tests can come from many places."""
    with running(
        tmp_path_factory.mktemp("limited"),
        QUADRIGA_LIMITS="on",
        QUADRIGA_PROXIED="on",
        QUADRIGA_HOSTS="Quadriga.example",
    ) as started:
        yield started


@pytest.fixture(scope="session")
def http(server: Server) -> Iterator[httpx.Client]:
    """A client of that server, with no key yet."""
    with httpx.Client(base_url=server.url, timeout=WAIT) as client:
        yield client


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of this test process."""
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.discard()


@pytest.fixture(scope="session")
def redis_of_session() -> Iterator[RedisServer]:
    """A Redis server of this test process."""
    server = RedisServer()
    try:
        yield server
    finally:
        server.discard()


@pytest.fixture
def redis_server(redis_of_session: RedisServer) -> RedisServer:
    """A Redis server that runs, also if an earlier test failed while it was away."""
    redis_of_session.start()
    return redis_of_session


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """An empty PostgreSQL database."""
    with postgres.database() as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite database that is not there yet."""
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of either kind."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(name))
