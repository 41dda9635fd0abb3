"""A real server in a process of its own, started and stopped by a test."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from .client import WAIT
from .forked import ForkedProcess

STARTING = 600.0
"""Seconds after which a server that lives will never be ready: a busy machine takes more than one minute."""


class Server:
    """One server process: forked off one that has everything loaded, or begun afresh as an operator would."""

    def __init__(self, folder: Path, *words: str, afresh: bool = False, **environ: str) -> None:
        self.folder = folder
        self.afresh = afresh
        self.words = words or ("--port", "0")
        self.environ: Mapping[str, str] = {
            **os.environ,
            "QUADRIGA_DATA_DIR": str(folder),
            "QUADRIGA_BOT_PACE": "0",
            "QUADRIGA_BOT_WORKERS": "1",
            "QUADRIGA_LIMITS": "off",
            "QUADRIGA_REVIEW_AHEAD": "off",
            **environ,
        }
        self.process: subprocess.Popen[bytes] | ForkedProcess | None = None
        self.url = ""
        self.said = folder / f"said-{id(self)}.txt"
        self.log = folder / f"log-{id(self)}.txt"

    def start(self) -> Server:
        """Start it and wait until it is ready."""
        self.folder.mkdir(parents=True, exist_ok=True)
        words = ["serve", "--no-browser", *self.words, "--log", "info"]
        self.said.write_text("")
        if self.afresh:
            command = [sys.executable, "-m", "quadriga.cli", *words]
            with self.said.open("a") as said, self.log.open("a") as log:
                self.process = subprocess.Popen(command, env=self.environ, stdout=said, stderr=log)
        else:
            self.process = ForkedProcess(words, self.environ, self.said, self.log)
        deadline = time.monotonic() + STARTING
        while not self.is_ready():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, "the server does not become ready"
            time.sleep(0.05)
        return self

    def is_ready(self) -> bool:
        """Look where it is, and ask whether people may come."""
        line, ended, _ = self.said.read_text().partition("\n")
        if not ended:
            return False
        assert line.startswith("Quadriga is at "), line
        self.url = line.split()[3].replace("localhost", "127.0.0.1")
        if self.url.startswith("unix:"):
            through = httpx.HTTPTransport(uds=self.url.removeprefix("unix:"))
            with httpx.Client(transport=through, base_url="http://localhost", timeout=WAIT) as http:
                return http.get("/ready").status_code == 200
        return httpx.get(f"{self.url}/ready", timeout=WAIT).status_code == 200

    @property
    def socket_url(self) -> str:
        """The address for sockets."""
        return self.url.replace("http", "ws", 1)

    def stop(self) -> int:
        """Stop it politely."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def kill(self) -> int:
        """Kill it, without a word."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.kill()
        return self._gone()

    def _gone(self) -> int:
        assert self.process is not None
        return self.process.wait(WAIT)


@contextmanager
def running(folder: Path, *words: str, afresh: bool = False, **environ: str) -> Iterator[Server]:
    """Run a server for as long as a test needs it, with words of the command if they matter."""
    server = Server(folder, *words, afresh=afresh, **environ)
    try:
        yield server.start()
    finally:
        if server.process is not None:
            server.stop()


def authority(server: Server) -> str:
    return urlsplit(server.url).netloc


def raw(server: Server, request: bytes) -> bytes:
    """Send bytes as they are, and return all that comes."""
    host, port = authority(server).split(":")
    with socket.create_connection((host, int(port)), 30) as opened:
        opened.sendall(request)
        answer = b""
        while piece := opened.recv(65536):
            answer += piece
    return answer
