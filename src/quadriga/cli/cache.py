"""`quadriga cache`: what was compiled and is kept, and taking it away."""

from __future__ import annotations

import argparse
import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .arguments import days

DAYS = 30
"""Compiled rules that nobody has used for as long are pruned."""


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("cache", help="list compiled rules, or remove those that nobody uses")
    actions = words.add_subparsers(dest="action", metavar="list|prune", required=True)
    listing = actions.add_parser("list", help="list the folders of compiled rules")
    pruning = actions.add_parser("prune", help="remove rules that were not used lately")
    pruning.add_argument("--days", type=days, default=DAYS, help=f"not used for this many days (default: {DAYS})")
    pruning.add_argument("--dry-run", action="store_true", help="only say what would go")
    pruning.add_argument("--all", action="store_true", help="remove everything: rules are compiled again when needed")
    for each in (listing, pruning):
        each.add_argument("--json", action="store_true", help="as JSON")
    words.set_defaults(run=run)


class Kept:
    """A folder of compiled rules."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.used = folder.stat().st_mtime
        """When its rules were last loaded."""
        self.size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())

    @property
    def days(self) -> float:
        """How long ago it was used."""
        return max(0.0, time.time() - self.used) / 86_400

    @property
    def shown(self) -> dict[str, Any]:
        """The same for a program."""
        return {"folder": str(self.folder), "bytes": self.size, "days": round(self.days, 3)}


def folders() -> Iterator[Kept]:
    """Find all folders of compiled rules, those used last first."""
    from quadriga.kernel.compiled import cache_folder

    kept = cache_folder() / "kernels"
    if kept.is_dir():
        found = [Kept(folder) for folder in kept.iterdir() if folder.is_dir()]
        yield from sorted(found, key=lambda each: each.used, reverse=True)


def run(given: argparse.Namespace) -> int:
    """List or remove compiled rules."""
    if given.action == "prune":
        return prune(0.0 if given.all else given.days, dry=given.dry_run, as_json=given.json)
    return show(given.json)


def show(as_json: bool) -> int:
    """List what is kept."""
    if as_json:
        print(json.dumps([each.shown for each in folders()], indent=2))
        return 0
    total = 0
    for each in folders():
        print(f"{each.size / 1e6:7.1f} MB  used {each.days:5.1f} days ago  {each.folder}")
        total += each.size
    print(f"{total / 1e6:7.1f} MB together")
    return 0


def prune(days: float, *, dry: bool, as_json: bool) -> int:
    """Remove what was not used for some days, or say what would go."""
    old = [each for each in folders() if each.days >= days]
    if not dry:
        for each in old:
            shutil.rmtree(each.folder)
    if as_json:
        print(json.dumps({"removed": 0 if dry else len(old), "folders": [each.shown for each in old]}, indent=2))
    else:
        size = sum(each.size for each in old) / 1e6
        print(f"{len(old)} of compiled rules {'would go' if dry else 'are removed'}, {size:.1f} MB.")
    return 0
