"""Which test executes which line of the rules, and how long it takes; kept until rules or tests change."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

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

    def find(self, items: list[pytest.Item], files: set[str], tell: Any) -> None:
        """Run every test once and see which lines it executes."""
        from coverage import Coverage

        cover = Coverage(data_file=None, include=sorted(files))
        cover.start()
        failed = []
        for number, item in enumerate(items):
            cover.switch_context(item.nodeid)
            begun = time.process_time()
            reports = runtestprotocol(item, nextitem=None, log=False)
            self.seconds[item.nodeid] = time.process_time() - begun
            if any(report.failed for report in reports):
                failed.append(item.nodeid)
            tell(number + 1, len(items))
        cover.stop()
        if failed:
            raise SystemExit("these tests fail without any mutant:\n  " + "\n  ".join(failed))
        data = cover.get_data()
        for file in files:
            for line, tests in data.contexts_by_lineno(file).items():
                self.tests[place(file, line)] = [test for test in tests if test]
        self.path.parent.mkdir(exist_ok=True)
        kept = {"key": self.key, "seconds": self.seconds, "tests": self.tests}
        self.path.write_text(json.dumps(kept), encoding="utf-8")

    def at(self, file: str, line: int) -> list[str]:
        """List the tests that execute a line, but for the slowest, quickest first."""
        found = [test for test in self.tests.get(place(file, line), ()) if self.seconds[test] <= SLOWEST]
        return sorted(found, key=lambda test: self.seconds[test])


def place(file: str, line: int) -> str:
    """Name a line the same way in every checkout."""
    return f"{'/'.join(Path(file).parts[-2:])}:{line}"
