"""How long a person waits: for `import quadriga`, and for the first prompt of `quadriga play`."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from statistics import median

ROUNDS = 7


def run_time(*arguments: str) -> float:
    """Time a Python process from start to end."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def import_time() -> tuple[float, list[float]]:
    """Time the import, less the time of a Python that imports nothing."""
    bare = median(run_time("-c", "pass") for _ in range(ROUNDS))
    return bare, [run_time("-c", "import quadriga") - bare for _ in range(ROUNDS)]


def prompt_time(game: str) -> float:
    """Time `quadriga play` in a terminal up to its first prompt."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(sys.executable, [sys.executable, "-m", "quadriga.cli", "play", game, "--seed", "1"])
    start = time.perf_counter()
    seen = b""
    try:
        while time.perf_counter() - start < 60:
            if select.select([terminal], [], [], 1)[0]:
                try:
                    seen += os.read(terminal, 65536)
                except OSError:
                    break
                if PROMPT in seen:
                    return time.perf_counter() - start
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)
    raise RuntimeError(f"no prompt in {seen[-500:]!r}")


PROMPT = b"> "


def report() -> str:
    """Write the waiting times."""
    bare, imports = import_time()
    waits = {f"`import quadriga`, less {bare:.3f} s of a bare Python": imports}
    for game in ("caesar-cleopatra-1997", "caesar-cleopatra-2024", "ave-caesar"):
        waits[f"first prompt of `quadriga play {game}`"] = [prompt_time(game) for _ in range(ROUNDS)]
    lines = ["| what a person waits for | median, s | range, s |", "|---|---:|---:|"]
    for what, times in waits.items():
        lines.append(f"| {what} | {median(times):.2f} | {min(times):.2f} to {max(times):.2f} |")
    return "\n".join(lines)
