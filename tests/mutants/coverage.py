"""Which test executes which line of the rules, and how long it takes; kept until rules or tests change."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

SLOWEST = 20.0
"""Tests that take longer (in seconds) are not used: they are slow because they compile."""


class Executed:
    """What every test executes, as a file keeps it."""

    def __init__(self, path: Path, sources: Iterable[Path], tests: Iterable[str]) -> None:
        self.path = path
        digest = hashlib.sha256("\n".join(tests).encode())
        for source in sorted(sources):
            digest.update(source.name.encode() + source.read_bytes())
        self.key = digest.hexdigest()
        self.seconds: dict[str, float] = {}
        self.tests: dict[str, list[str]] = {}
        """The tests by line, written `file name:line`."""

    def load(self) -> bool:
        """Read what was found before; False if rules or tests have changed since."""
        if not self.path.exists():
            return False
        kept = json.loads(self.path.read_text(encoding="utf-8"))
        if kept["key"] != self.key:
            return False
        self.seconds, self.tests = kept["seconds"], kept["tests"]
        return True

    def find(self, items: list[pytest.Item], files: set[str], workers: int) -> None:
        """Run every test once, in some processes, and see which lines it executes."""
        self.path.parent.mkdir(exist_ok=True)
        parts = [self.path.with_suffix(f".{number}.json") for number in range(workers)]
        processes = [fork(partial(look, items[k::workers], files, part)) for k, part in enumerate(parts)]
        statuses = [os.waitpid(process, 0)[1] for process in processes]
        if any(statuses):
            raise SystemExit("tests fail without any mutant, see above")
        for part in parts:
            found = json.loads(part.read_text(encoding="utf-8"))
            part.unlink()
            self.seconds |= found["seconds"]
            for line, tests in found["tests"].items():
                self.tests.setdefault(line, []).extend(tests)
        kept = {"key": self.key, "seconds": self.seconds, "tests": self.tests}
        self.path.write_text(json.dumps(kept), encoding="utf-8")

    def at(self, file: str, line: int) -> list[str]:
        """List the tests that execute a line, but for the slowest, quickest first."""
        found = [test for test in self.tests.get(place(file, line), ()) if self.seconds[test] <= SLOWEST]
        return sorted(found, key=lambda test: self.seconds[test])


def place(file: str, line: int) -> str:
    """Name a line the same way in every checkout."""
    return f"{'/'.join(Path(file).parts[-2:])}:{line}"


def fork(work: Callable[[], bool]) -> int:
    """Do something in a process of its own, which ends with 0 if all went well; return its number."""
    process = os.fork()
    if process:
        return process
    status = 1
    try:
        status = 0 if work() else 1
    finally:
        os._exit(status)


def look(items: list[pytest.Item], files: set[str], path: Path) -> bool:
    """Run some tests and write which lines each executes, and how long it takes; False if one fails."""
    from coverage import Coverage

    cover = Coverage(data_file=None, include=sorted(files))
    seconds: dict[str, float] = {}
    all_pass = True
    cover.start()
    for number, item in enumerate(items):
        cover.switch_context(item.nodeid)
        begun = time.process_time()
        reports = runtestprotocol(item, nextitem=None, log=False)
        seconds[item.nodeid] = time.process_time() - begun
        for report in reports:
            if report.failed:
                all_pass = False
                print(f"{item.nodeid} fails without any mutant:\n{report.longreprtext}", file=sys.stderr)
        if number % 50 == 0:
            print(f"tests without mutants: {number} of {len(items)}", file=sys.stderr, flush=True)
    cover.stop()
    data = cover.get_data()
    tests = {
        place(file, line): [test for test in found if test]
        for file in files
        for line, found in data.contexts_by_lineno(file).items()
    }
    path.write_text(json.dumps({"seconds": seconds, "tests": tests}), encoding="utf-8")
    return all_pass
