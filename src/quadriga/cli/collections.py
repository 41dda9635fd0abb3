"""What the commands over collections share: files in, a progress bar, and a file out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from quadriga.errors import QuadrigaError, RecordError

if TYPE_CHECKING:
    from quadriga import WrittenMatch

SHOWN = 5
"""Broken matches of which the reason is told; the rest is counted."""


def add_files(words: argparse.ArgumentParser) -> None:
    """Describe the files, and what happens to broken matches."""
    words.add_argument("files", metavar="FILE", nargs="+", type=Path, help="records, collections or .jsonl; - is stdin")
    words.add_argument("--check", action="store_true", help="play every match, and leave out those that are not right")
    words.add_argument("--strict", action="store_true", help="stop at the first broken match")


class Source:
    """The matches of several files, one after the other, with a bar that shows how far."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.files: list[Path] = given.files
        self.check, self.strict = given.check, given.strict
        self.broken = 0
        for path in self.files:
            if str(path) != "-" and not path.is_file():
                raise QuadrigaError(
                    f"cannot read {path}: {'it is a folder' if path.is_dir() else 'there is no such file'}"
                )

    def __iter__(self) -> Iterator[WrittenMatch]:
        matches = self._read()
        if not self.check:
            yield from matches
            return
        from quadriga.collection import replayed

        for one in replayed(matches):
            if one.error is None:
                yield one.match
            else:
                self._pass_over(one.match.tags.get("Source", ""), one.error)

    def _read(self) -> Iterator[WrittenMatch]:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

        total = sum(path.stat().st_size for path in self.files if str(path) != "-")
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("matches", total=total or None)
            before = 0
            for path in self.files:
                for match in self._one(path, lambda done, past=before: progress.update(task, completed=past + done)):
                    try:
                        _ = match.texts
                    except RecordError as error:
                        self._pass_over(str(path), error)
                    else:
                        yield match
                before += path.stat().st_size if str(path) != "-" else 0

    def _one(self, path: Path, told: Any) -> Iterator[WrittenMatch]:
        from quadriga.notation import matches, read_file

        def broken(error: RecordError) -> None:
            self._pass_over(str(path), error)

        if path.suffix == ".jsonl":
            yield from self._json_lines(path, told)
        elif str(path) == "-":
            yield from matches(sys.stdin, broken)
        else:
            yield from read_file(path, broken, told)

    def _json_lines(self, path: Path, told: Any) -> Iterator[WrittenMatch]:
        from quadriga.notation import from_json

        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    match = from_json(json.loads(line))
                    if "Game" not in match.tags:
                        raise RecordError("tag Game is missing")
                except (ValueError, RecordError) as error:
                    self._pass_over(str(path), RecordError(f"line {number}: {error}"))
                    continue
                if number % 256 == 0:
                    told(file.tell())
                yield match

    def _pass_over(self, place: str, error: RecordError) -> None:
        where = f"{place}: " if place else ""
        if self.strict:
            raise QuadrigaError(f"{where}{error}") from error
        self.broken += 1
        if self.broken <= SHOWN:
            print(f"quadriga: passed over: {where}{error}", file=sys.stderr)

    def verdict(self) -> int:
        """Say how many matches were broken; return the exit code: 1 if any was."""
        if self.broken > SHOWN:
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
