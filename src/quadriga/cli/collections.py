"""What the commands over collections share: files in, a progress bar, and a file out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from quadriga.errors import QuadrigaError, RecordError

if TYPE_CHECKING:
    from quadriga import WrittenMatch

SHOWN = 5
"""Broken matches of which the reason is told; the rest is counted."""


def add_files(words: argparse.ArgumentParser, *, checks: bool = True) -> None:
    """Describe the files, whether they are checked, and what happens to broken matches."""
    words.add_argument(
        "files", metavar="FILE", nargs="+", type=Path,
        help="records, collections or JSON lines, also packed by gzip; - is stdin",
    )  # fmt: skip
    if checks:
        words.add_argument(
            "--check", action="store_true",
            help="play every match, leave out those that are not right, and complete the tags of the others",
        )  # fmt: skip
    else:
        words.set_defaults(check=True)
    words.add_argument("--strict", action="store_true", help="stop at the first broken match")


class Source:
    """The matches of several files, one after the other, with a bar that shows how far."""

    def __init__(self, given: argparse.Namespace, shown: int | None = SHOWN) -> None:
        self.files: list[Path] = given.files
        self.check: bool = given.check
        self.strict: bool = given.strict
        self.shown = shown
        self.broken = 0
        for path in self.files:
            if str(path) != "-" and (path.is_dir() or not path.exists()):
                raise QuadrigaError(
                    f"cannot read {path}: {'it is a folder' if path.is_dir() else 'there is no such file'}"
                )

    def __iter__(self) -> Iterator[WrittenMatch]:
        return self.checked(self.read()) if self.check else self.read()

    def checked(self, matches: Iterable[WrittenMatch]) -> Iterator[WrittenMatch]:
        """Play matches; those that are right come with all the tags that make them safe."""
        from quadriga.collection import replayed

        for one in replayed(matches):
            if one.error is None:
                yield one.whole
            else:
                self.pass_over(one.match.source, one.error)

    def read(self) -> Iterator[WrittenMatch]:
        """Read every match."""
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

        total = sum(path.stat().st_size for path in self.files if str(path) != "-")
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task("matches", total=total or None)
            before = 0

            def told(done: int) -> None:
                progress.update(task, completed=before + done)

            for path in self.files:
                for match in self._one(path, told):
                    try:
                        _ = match.texts
                    except RecordError as error:
                        self.pass_over(match.source, error)
                    else:
                        yield match
                before += path.stat().st_size if str(path) != "-" else 0

    def _one(self, path: Path, told: Callable[[int], None]) -> Iterator[WrittenMatch]:
        from quadriga.notation import read_file, read_open

        name = "standard input" if str(path) == "-" else str(path)

        def broken(error: RecordError) -> None:
            self.pass_over(name, error)

        if str(path) == "-":
            return read_open(cast(BufferedReader, sys.stdin.buffer), name, broken)
        return read_file(path, broken, told)

    def pass_over(self, place: str, error: RecordError) -> None:
        """Tell what is wrong with a match, and count it."""
        if self.strict:
            raise QuadrigaError(f"{place}: {error}") from error
        self.broken += 1
        if self.shown is None or self.broken <= self.shown:
            print(f"quadriga: passed over: {place}: {error}", file=sys.stderr)

    def verdict(self) -> int:
        """Say how many matches were broken; return the exit code: 1 if any was."""
        if self.shown is not None and self.broken > self.shown:
            print(f"quadriga: passed over {self.broken:,} broken matches in all", file=sys.stderr)
        return 1 if self.broken else 0


@contextmanager
def target(path: Path | None) -> Iterator[IO[str]]:
    """Open what is written to: a file that appears when it is whole, or standard output."""
    if path is None:
        yield sys.stdout
        return
    from quadriga.terminal.files import must_be_writable

    must_be_writable(path)
    begun = path.with_name(f".{path.name}.part")
    try:
        with begun.open("w", encoding="utf-8") as file:
            yield file
        begun.replace(path)
    except OSError as error:
        raise QuadrigaError(f"cannot write {path}: {error.strerror}") from error
    finally:
        begun.unlink(missing_ok=True)
