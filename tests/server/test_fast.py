"""The fast path of sockets: it is taken where it fits the installed packages, and only there."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from quadriga.server import fast
from quadriga.server.fast.eager import EagerTask, begin
from quadriga.server.fast.protocol import SocketProtocol
from quadriga.server.run import socket_protocol

Begin = Callable[[Any, Callable[[], None]], object]


def test_the_fast_path_fits_what_is_installed() -> None:
    assert fast.fits(), (
        f"server/fast does not know uvicorn {version('uvicorn')} with websockets {version('websockets')}"
    )


def without_disconnected(self: Any) -> bool:
    raise AttributeError("uvicorn 0.40 had no such attribute")


OTHERWISE = {
    "an attribute is gone": ("disconnected", property(without_disconnected, lambda self, value: None)),
    "a method is gone": ("run_asgi", None),
    "messages are handed on otherwise": ("send_receive_event_to_app", lambda self: None),
    "nobody learns that a client stops reading": ("pause_writing", lambda self: None),
    "nothing that comes is read": ("data_received", lambda self, data: None),
}


@pytest.mark.parametrize(("name", "other"), OTHERWISE.values(), ids=OTHERWISE)
def test_it_is_not_taken_where_uvicorn_is_another(name: str, other: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadriga.server.fast.probe.SOON", 0.5)  # it waits in vain for what never comes
    monkeypatch.setattr(WebSocketsSansIOProtocol, name, other, raising=False)
    assert not fast.fits()
    assert socket_protocol(fast_path=True) == "auto"


def test_it_is_not_taken_where_it_cannot_even_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "quadriga.server.fast.protocol", None)
    assert not fast.fits()


def test_it_is_taken_where_it_fits_unless_it_is_switched_off() -> None:
    assert socket_protocol(fast_path=True) is SocketProtocol
    assert socket_protocol(fast_path=False) == "auto"


@pytest.mark.parametrize("begin", [begin, EagerTask])
def test_what_is_begun_at_once_runs_to_its_end_even_if_what_it_waits_for_fails(begin: Begin) -> None:
    told: list[str] = []

    async def story() -> None:
        first, second = asyncio.Future[str](), asyncio.Future[str]()

        async def work() -> None:
            told.append("begun")
            told.append(await first)
            await asyncio.sleep(0)
            try:
                await second
            except ValueError:
                told.append("failed")

        begin(work(), lambda: told.append("done"))
        assert told == ["begun"]
        first.set_result("went on")
        for _ in range(3):
            await asyncio.sleep(0)
        second.set_exception(ValueError())
        for _ in range(3):
            await asyncio.sleep(0)

    asyncio.run(story())
    assert told == ["begun", "went on", "failed", "done"]


@pytest.mark.parametrize("begin", [begin, EagerTask])
def test_what_is_begun_at_once_and_fails_is_logged_and_done(begin: Begin, caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []

    async def work() -> None:
        raise ValueError("what went wrong")

    async def story() -> None:
        begin(work(), lambda: told.append("done"))

    asyncio.run(story())
    assert told == ["done"]
    assert "what went wrong" in caplog.text
