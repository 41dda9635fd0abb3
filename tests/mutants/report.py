"""The table of mutants, and the survivors that nobody has explained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

import yaml

from .journal import CLAUSE, ENDLESS, OTHER, Found

Explained = dict[tuple[str, str], str]


def read_explanations(folder: Path) -> Explained:
    """Read why survivors survive: files of reasons, each with the changes of functions that it is about."""
    found: Explained = {}
    for path in sorted(folder.glob("*.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")) or ():
            for name, changes in entry["changes"].items():
                for change in [changes] if isinstance(changes, str) else changes:
                    if (name, change) in found:
                        raise SystemExit(f"{path.name}: {name}, {change} is explained twice")
                    found[name, change] = entry["why"]
    return found


def unexplained(found: Iterable[Found], explained: Explained) -> list[Found]:
    """List the survivors without an explanation."""
    return [each for each in found if each.is_alive and (each.name, each.change) not in explained]


def outdated(found: Iterable[Found], explained: Explained, names: set[str]) -> list[str]:
    """List explanations of what is killed, or is no longer there, in the functions that were looked at."""
    alive = {(each.name, each.change) for each in found if each.is_alive}
    return [f"{name}: {change}" for name, change in explained if name in names and (name, change) not in alive]


def table(found: Iterable[Found], explained: Explained) -> str:
    """Count mutants by module."""
    rows: dict[str, Counter[str]] = {}
    for each in found:
        row = rows.setdefault(each.name.rpartition(".")[0], Counter())
        row["all"] += 1
        row[each.status] += 1
        if each.is_alive:
            row["explained" if (each.name, each.change) in explained else "open"] += 1
    total: Counter[str] = Counter()
    for row in rows.values():
        total += row
    lines = [
        "| module | mutants | killed by a test that names a clause | by another test | by running for ever"
        " | survive, explained | survive |",
        "|---|---:|---:|---:|---:|---:|---:|",
        *(line(module, row) for module, row in sorted(rows.items())),
        line("**together**", total),
    ]
    return "\n".join(lines) + "\n"


def line(title: str, row: Mapping[str, int]) -> str:
    """Write one row."""
    counts = [row.get(name, 0) for name in ("all", CLAUSE, OTHER, ENDLESS, "explained", "open")]
    return f"| {title} | {' | '.join(map(str, counts))} |"


def page(found: list[Found], of: int, explained: Explained) -> str:
    """Write all that is known of the mutants: how many were tried, what became of them, and who is left."""
    left = unexplained(found, explained)
    lines = [
        "# Mutants of the rules",
        "",
        f"`make mutants`, {date.today()}: {len(found):,} of {of:,} mutants tried. A mutant is a rule with one small change; it is"
        " tried on the",
        "tests that execute the changed line. Survivors that cannot or need not be killed are explained in",
        "`tests/mutants/survivors/`.",
        "",
        table(found, explained),
    ]
    if left:
        lines += [f"## Survivors without an explanation: {len(left)}", ""]
        lines += [f"- `{each.name}`: `{each.change}`" for each in left]
    return "\n".join(lines).rstrip() + "\n"
