"""What was found about mutants before: one line of JSON each, added as it is found."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

CLAUSE, OTHER, ENDLESS, SURVIVED, UNREACHED = "clause", "other", "endless", "survived", "unreached"
"""Killed by a test that names a clause; by another test; by running for ever; not killed; executed by no test."""


@dataclass(frozen=True)
class Found:
    """What became of one mutant."""

    key: str
    name: str
    change: str
    status: str
    by: str = ""

    @property
    def is_alive(self) -> bool:
        """Whether no test noticed it."""
        return self.status in (SURVIVED, UNREACHED)


class Journal:
    """All that was found, by key."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: dict[str, Found] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                found = Found(**json.loads(line))
                self.found[found.key] = found

    def add(self, found: Found) -> None:
        """Keep what was found."""
        self.found[found.key] = found
        self.path.parent.mkdir(exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(found)) + "\n")
