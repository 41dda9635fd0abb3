"""Frames: however a client's bytes are cut on their way, the same messages come in the same order."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from quadriga.server.fast import EXTENSION
from quadriga.server.fast.frames import end_of_frame, text_frame, text_in
from quadriga.server.fast.probe import UPGRADE, Wire
from quadriga.server.fast.protocol import SocketProtocol

LARGEST = 1000


def frame(text: str, opcode: Opcode = Opcode.TEXT, *, last: bool = True) -> bytes:
    return Frame(opcode, text.encode(), last).serialize(mask=True)


async def heard(chunks: list[bytes], *, takes: bool) -> tuple[list[str], list[str], bytes]:
    """Send some bytes; return all texts in the order in which they came, those taken at once, and what was answered."""
    came: list[str] = []
    at_once: list[str] = []

    def hear(text: bytes) -> bool:
        if takes:
            came.append(text.decode())
            at_once.append(text.decode())
        return takes

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][EXTENSION].hear = hear
        while (message := await receive())["type"] != "websocket.disconnect":
            came.append(message["text"])

    config = uvicorn.Config(
        app, ws_max_size=LARGEST, ws_per_message_deflate=False, ws_ping_interval=None, log_config=None
    )
    protocol, wire = SocketProtocol(config, ServerState(), {}), Wire()
    protocol.connection_made(wire)
    protocol.data_received(UPGRADE)
    for _ in range(5):
        await asyncio.sleep(0)
    wire.written = b""
    for chunk in chunks:
        if not wire.closed:
            protocol.data_received(chunk)
        for _ in range(3):
            await asyncio.sleep(0)
    protocol.connection_lost(None)
    for _ in range(5):
        await asyncio.sleep(0)
    return came, at_once, wire.written


def cut(data: bytes, chooser: random.Random) -> list[bytes]:
    places = sorted(chooser.sample(range(1, len(data)), chooser.randint(0, 9)))
    return [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]


STREAM = [
    (frame("one"), ["one"]),
    (frame("x" * 300), ["x" * 300]),
    (frame("in ", last=False) + frame("pi", Opcode.CONT, last=False) + frame("?", Opcode.PING), []),
    (frame("eces", Opcode.CONT), ["in pieces"]),
    (frame("ř"), ["ř"]),
    (frame("two") + frame("three"), ["two", "three"]),
    (frame(""), [""]),
    (frame("last"), ["last"]),
]  # fmt: skip


@pytest.mark.parametrize("takes", [True, False])
def test_the_same_messages_come_however_they_are_cut(takes: bool) -> None:
    whole, texts = b"".join(sent for sent, _ in STREAM), [text for _, each in STREAM for text in each]
    chooser = random.Random(4)
    for chunks in [[whole], [bytes([byte]) for byte in whole], *(cut(whole, chooser) for _ in range(200))]:
        came, _, answered = asyncio.run(heard(chunks, takes=takes))
        assert came == texts
        assert answered.startswith(Frame(Opcode.PONG, b"?").serialize(mask=False))


def test_a_short_text_that_came_alone_is_taken_at_once() -> None:
    _, at_once, _ = asyncio.run(heard([sent for sent, _ in STREAM], takes=True))
    assert at_once == ["one", "", "last"]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ([frame("x" * (LARGEST + 1))], 1009),
        ([frame("x" * (LARGEST + 20))[:8], b"x" * 50], 1009),
        ([frame("one", last=False), frame("two")], 1002),
        ([text_frame(b"unmasked")], 1002),
        ([b"\xff" * 20], 1002),
        ([frame("x" * 600, last=False), frame("x" * 600, Opcode.CONT)], 1009),
    ],
)
def test_what_is_wrong_closes_the_socket_and_is_never_a_message(sent: list[bytes], code: int) -> None:
    came, at_once, answered = asyncio.run(heard(sent, takes=True))
    assert (came, at_once) == ([], [])
    assert code.to_bytes(2, "big") in answered[:6]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 1000, 65535, 65536, 100_000])
def test_a_frame_is_written_as_others_write_it(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
    sent = Frame(Opcode.TEXT, text).serialize(mask=True)
    assert end_of_frame(sent) == len(sent) == end_of_frame(b"?" + sent, 1) - 1
    assert text_in(sent) == (text if size < 126 else None)
    assert all(end_of_frame(sent[:few]) in (0, len(sent)) for few in range(20))
