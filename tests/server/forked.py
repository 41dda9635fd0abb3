"""Commands that are forked off one process, which imports all that a server is made of and loads the rules once.

A server costs a third of a second of CPU so, instead of three. It is the same command with the same words; tests of how a
process begins or ends start one afresh instead (`Server(..., afresh=True)`).
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

CONTEXT = get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.server.loaded"])
STARTED: list[ForkedProcess] = []


class ForkedProcess:
    """A forked process, with what tests use of `subprocess.Popen`."""

    def __init__(self, words: Sequence[str], environ: Mapping[str, str], said: Path, log: Path) -> None:
        self._process: ForkServerProcess = CONTEXT.Process(target=run, args=([*words], {**environ}, said, log))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid
        STARTED.append(self)

    def poll(self) -> int | None:
        """Say how it ended, if it did."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()

    def wait(self, timeout: float) -> int:
        """Wait until it has ended, and say how."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutError(f"process {self.pid} does not end")
        return self._process.exitcode


def command(words: Sequence[str], environ: Mapping[str, str], timeout: float) -> CompletedProcess[str]:
    """Run a command until it ends; return how it ended and what it said."""
    with TemporaryDirectory() as folder:
        said, log = Path(folder, "said"), Path(folder, "log")
        code = ForkedProcess(words, environ, said, log).wait(timeout)
        return CompletedProcess(["quadriga", *words], code, said.read_text(), log.read_text())


def run(words: list[str], environ: dict[str, str], said: Path, log: Path) -> None:
    """Be a command: with its environment, and its output in files."""
    from quadriga.cli import main

    for path, number in ((said, 1), (log, 2)):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(opened, number)
        os.close(opened)
    os.environ.clear()
    os.environ.update(environ)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main(words))


@atexit.register
def end() -> None:
    """End what a test that failed has left: else this process would wait for it."""
    for process in STARTED:
        if process.poll() is None:
            process.kill()
