"""A real server in a process of its own, started and stopped by a test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx

from .client import WAIT

STARTING = 60.0


class Server:
    """Be one server process."""

    def __init__(self, folder: Path, *words: str, **environ: str) -> None:
        self.folder = folder
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
        self.process: subprocess.Popen[str] | None = None
        self.url = ""
        self.log = folder / f"log-{id(self)}.txt"

    def start(self) -> Server:
        """Start it and wait until it is ready."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "quadriga.cli", "serve", "--no-browser", *self.words, "--log", "info"]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, env=self.environ, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Quadriga is at "), self.log.read_text()
        self.url = line.split()[3].replace("localhost", "127.0.0.1")
        deadline = time.monotonic() + STARTING
        while not self.is_ready():
            assert time.monotonic() < deadline, "the server does not become ready"
            time.sleep(0.05)
        return self

    def is_ready(self) -> bool:
        """Ask whether people may come."""
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
        code = self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


@contextmanager
def running(folder: Path, *words: str, **environ: str) -> Iterator[Server]:
    """Run a server for as long as a test needs it, with words of the command if they matter."""
    server = Server(folder, *words, **environ)
    try:
        yield server.start()
    finally:
        if server.process is not None:
            server.stop()
