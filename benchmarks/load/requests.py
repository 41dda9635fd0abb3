"""Ask a server over HTTP from asyncio, over a few connections that are kept: just enough for JSON on 127.0.0.1."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any

import orjson

from .processes import HOST

LIMIT = 30.0
KEPT = 1.0


class Refused(RuntimeError):
    """A request that was answered with an error."""


class Requests:
    """Somebody who sends requests to one server."""

    def __init__(self, port: int, connections: int = 8) -> None:
        self.port = port
        self.free = asyncio.Semaphore(connections)
        self.idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter, float]] = []

    async def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        """Send one request and return the answer's JSON; an error's status raises."""
        async with self.free, asyncio.timeout(LIMIT):
            reader, writer = await self.connection()
            content = b"" if body is None else orjson.dumps(body)
            head = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{self.port}", f"Content-Length: {len(content)}"]
            if body is not None:
                head.append("Content-Type: application/json")
            if key is not None:
                head.append(f"Authorization: Bearer {key}")
            writer.write("\r\n".join([*head, "", ""]).encode() + content)
            status, headers = await self.read_head(reader)
            answer = await self.read_body(reader, headers)
            if headers.get("connection", "").lower() == "close":
                writer.close()
            else:
                self.idle.append((reader, writer, perf_counter()))
        if status >= 400:
            raise Refused(f"{method} {path}: {status} {answer[:500].decode(errors='replace')}")
        return orjson.loads(answer) if answer else None

    async def connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Take a connection that was used just now, or open one; servers close the others after a few seconds."""
        while self.idle:
            reader, writer, used = self.idle.pop()
            if perf_counter() - used < KEPT:
                return reader, writer
            writer.close()
        return await asyncio.open_connection(HOST, self.port)

    @staticmethod
    async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        """Read the status and the headers."""
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in lines[1:] if line)
        return int(lines[0].split()[1]), {name.lower(): value.strip() for name, _, value in pairs}

    @staticmethod
    async def read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
        """Read a body of known length, or in chunks."""
        if headers.get("transfer-encoding", "").lower() != "chunked":
            return await reader.readexactly(int(headers.get("content-length", 0)))
        parts = []
        while size := int((await reader.readline()).split(b";")[0], 16):
            parts.append(await reader.readexactly(size))
            await reader.readexactly(2)
        await reader.readuntil(b"\r\n")
        return b"".join(parts)

    def close(self) -> None:
        """Close the connections."""
        for _, writer, _ in self.idle:
            writer.close()
