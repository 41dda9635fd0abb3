"""What processes run on this machine, as the kernel lists them. One that ends meanwhile is not listed."""

from __future__ import annotations

from pathlib import Path


def read(pid: int, name: str) -> str:
    """Read what the kernel tells of a process: nothing once it has ended."""
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def fields(pid: int) -> list[str]:
    """Take what follows a process's name in its line of facts: its state, its parent, and so on."""
    return read(pid, "stat").rpartition(")")[2].split()


def everyone() -> list[int]:
    """List all processes."""
    return [int(path.name) for path in Path("/proc").glob("[0-9]*")]


def children(pid: int) -> list[int]:
    """List the processes that a process started."""
    return [each for each in everyone() if fields(each)[1:2] == [str(pid)]]


def serving(pid: int) -> list[int]:
    """List the processes that serve for one that was started with `--workers`."""
    return [each for each in children(pid) if "fork" in read(each, "cmdline")]


def still_there(pids: list[int]) -> list[int]:
    """List those of some processes that run."""
    return [pid for pid in pids if fields(pid)[:1] not in ([], ["Z"])]


def marked(mark: str) -> dict[int, str]:
    """Find the commands of the processes that were started with a text in their environment."""
    return {pid: read(pid, "cmdline") for pid in everyone() if mark in read(pid, "environ")}
