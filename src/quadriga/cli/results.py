"""Where the numbers of a command go: `--json FILE`. Where that is `-`, standard output is for them alone."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadriga.errors import QuadrigaError

if TYPE_CHECKING:
    from rich.console import Console

STANDARD = Path("-")


def add_json(words: argparse.ArgumentParser, what: str = "all numbers") -> None:
    """Describe the argument."""
    words.add_argument("--json", metavar="FILE", type=Path, help=f"write {what} to a file; -: to standard output")


def must_take_json(path: Path | None) -> None:
    """Say now, not after hours of play, that a file cannot be written."""
    from quadriga.terminal.files import must_be_writable

    if path not in (None, STANDARD):
        assert path is not None
        must_be_writable(path)


def console_beside(path: Path | None) -> Console:
    """Open what people read: standard error where the numbers have standard output."""
    from rich.console import Console

    return Console(stderr=path == STANDARD, highlight=False)


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write all numbers."""
    write_text(path, json.dumps(content, indent=2) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write what is JSON already."""
    from quadriga.terminal.files import write_whole

    if path == STANDARD:
        sys.stdout.write(text)
        return
    try:
        write_whole(path, text)
    except OSError as error:
        raise QuadrigaError(f"cannot write {path}: {error.strerror}") from error
