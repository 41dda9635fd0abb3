"""Which test killed which mutant in the last run: kept in the repository, so that the next run tries that test first.

A line with the name of a test is followed by the keys of what it killed. A mutant that no longer exists, or a test, is
left out when the file is written again.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap

from .journal import Found

LENGTH = 12
"""This much of a mutant's key tells it from all others."""


def read_killers(path: Path) -> dict[str, str]:
    """Read the tests by the beginnings of the keys of what they killed."""
    found: dict[str, str] = {}
    test = ""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.startswith(" "):
            found |= dict.fromkeys(line.split(), test)
        else:
            test = line
    return found


def write_killers(path: Path, found: Iterable[Found]) -> None:
    """Write who killed whom, in the order of the tests' names."""
    keys: dict[str, list[str]] = {}
    for each in found:
        if each.by:
            keys.setdefault(each.by, []).append(each.key[:LENGTH])
    lines: list[str] = []
    for test in sorted(keys):
        lines += [test, *wrap(" ".join(sorted(keys[test])), 118, initial_indent=" ", subsequent_indent=" ")]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
