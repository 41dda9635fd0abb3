"""The journal of a training: a line of JSON for every report, and a line for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

JOURNAL = "journal.jsonl"


def write(folder: Path, entry: dict[str, Any]) -> None:
    """Add an entry."""
    with (folder / JOURNAL).open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")


def read(folder: Path) -> list[dict[str, Any]]:
    """Read all entries."""
    text = (folder / JOURNAL).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def line(entry: dict[str, Any]) -> str:
    """Tell an entry in one line."""
    said = (
        f"round {entry['round']:,}: {entry['games']:,} games, {entry['samples']:,} decisions, "
        f"{entry['rate']:,.0f} a second, entropy {entry['entropy']:.3f}, error {entry['error']:.4f}"
    )
    if "share" in entry:
        said += f", {entry['share']:.1%} ({entry['low']:.1%} to {entry['high']:.1%}) against {opponent(entry)}"
    return said


def opponent(entry: dict[str, Any]) -> str:
    """Name whom the network of an entry played: itself at an earlier round, or the one that it learns to beat."""
    against = entry["against"]
    return against if isinstance(against, str) else f"round {against:,}"
