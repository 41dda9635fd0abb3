"""A small proxy that does what `deploy/nginx.conf` says, for machines without nginx: TLS, headers, sockets."""

from __future__ import annotations

import asyncio
import contextlib
import re
import ssl
import threading
from pathlib import Path

HEADER = re.compile(r"proxy_set_header (\S+) (\S+);")


class SmallProxy:
    """A proxy in a thread, which ends TLS and passes everything under a path on to a Unix socket."""

    def __init__(self, conf: str, port: int, certificate: Path, key: Path, upstream: Path) -> None:
        self.headers = dict(HEADER.findall(conf))
        found = re.search(r"location (/\S*) \{\s*proxy_pass", conf)
        assert found is not None
        self.path = found[1]
        self.port = port
        self.upstream = upstream
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(certificate, key)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self.thread.start()
        serving = asyncio.start_server(self._serve, "127.0.0.1", self.port, ssl=self.tls)
        asyncio.run_coroutine_threadsafe(serving, self.loop).result(10)

    def stop(self) -> None:
        """End."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        left = asyncio.all_tasks(self.loop)
        for task in left:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self.loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, ssl.SSLError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            first, *lines = head.split("\r\n")[:-2]
            given = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            path = first.split()[1]
            if path.split("?")[0] == "/metrics" or not path.startswith(self.path):
                writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
                await writer.drain()
                writer.close()
                return
            client = writer.get_extra_info("peername")[0]
            upgrade = given.get("upgrade", "")
            values = {
                "$host": given["host"].partition(":")[0], "$remote_addr": client, "$scheme": "https",
                "$http_upgrade": upgrade, "$quadriga_connection": "upgrade" if upgrade else "close",
            }  # fmt: skip
            for name, value in self.headers.items():
                given[name.lower()] = values[value]
            sent = "".join(f"{name}: {value}\r\n" for name, value in given.items() if value)
            there, back = await asyncio.open_unix_connection(str(self.upstream))
            back.write(f"{first}\r\n{sent}\r\n".encode("latin-1"))
            await asyncio.gather(pump(reader, back), pump(there, writer))


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes until no more comes."""
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    with contextlib.suppress(OSError):
        writer.close()
