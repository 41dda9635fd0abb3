"""`quadriga doctor` where there is a database and a Redis."""

from __future__ import annotations

import pytest

from quadriga.cli.reachable import reachable

from .services import RedisServer


def test_the_doctor_reaches_postgresql_and_redis(
    postgres_url: str, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUADRIGA_DATABASE_URL", postgres_url)
    monkeypatch.setenv("QUADRIGA_REDIS_URL", redis_server.url)
    found = reachable()
    assert [found[name]["says"] for name in ("database", "redis")] == ["answers", "answers"]
    assert found["redis"]["where"] == redis_server.url.replace("unix://", "unix:")
    with redis_server.away():
        assert not reachable()["redis"]["well"]
