"""A pseudo terminal with the real command in it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from pathlib import Path

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
LATELY = 10_000
"""So many signs of what was shown last are looked at for a prompt."""
LATELY = 10_000
"""So many signs of what was shown last are looked at for a prompt."""


class Terminal:
    """A pseudo terminal in which `quadriga` runs: what it shows is read, and one can type."""

    def __init__(self, *arguments: str, rows: int = 24, columns: int = 80, **environment: str) -> None:
        self.shown = ""
        self.read_up_to = 0
        self.code: int | None = None
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.environ.update({"TERM": "xterm-256color", "INPUTRC": "/dev/null", **environment})
            os.execv(sys.executable, [sys.executable, "-m", "quadriga.cli", *arguments])
        self.pid = pid
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.code is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, 9)
            os.waitpid(self.pid, 0)
        os.close(self.terminal)

    def until(self, pattern: str, seconds: float = 20) -> str:
        """Read until the end of what is shown fits a pattern or the command ends; return what was not returned yet."""
        end = time.monotonic() + seconds
        while not re.search(rf"(?:{pattern})\Z", self.shown[-LATELY:]):
            ready, _, _ = select.select([self.terminal], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"no {pattern!r} within {seconds} s, but:\n{self.shown[-3000:]}")
            try:
                data = os.read(self.terminal, 65536)
            except OSError:  # Linux says so when the other side has closed
                data = b""
            if not data:
                self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
                break
            self.shown += data.decode(errors="replace").replace("\r\n", "\n")
        new, self.read_up_to = self.shown[self.read_up_to :], len(self.shown)
        return new

    def type(self, text: str) -> None:
        """Type a line or keys."""
        os.write(self.terminal, text.encode())

    def line(self, text: str, pattern: str) -> str:
        """Type a line and read on."""
        # Otherwise the prompt that is already there would be taken for the next one.
        self.shown += "\n"
        self.read_up_to = len(self.shown)
        self.type(text + "\n")
        return self.until(pattern)


def plain(text: str) -> str:
    """Take colours and cursor movements out."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def moves_of(record: Path) -> list[str]:
    """Read the moves of a record that is being written."""
    return re.findall(r"^\d+\. (.*)$", record.read_text(), re.M)
