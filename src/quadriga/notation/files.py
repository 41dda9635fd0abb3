"""Files of matches: as text or as JSON, packed by gzip or not. What they hold tells, not what they are called."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from io import BufferedReader, StringIO, TextIOWrapper
from itertools import chain
from pathlib import Path

from quadriga.errors import QuadrigaError

from .json_lines import json_matches
from .match import MARK, Broken, WrittenMatch
from .stream import matches

PACKED = b"\x1f\x8b"
"""How a file that gzip packed begins."""
HEAD = 200
"""Letters that tell JSON from our notation."""
JSON = re.compile(rf'{MARK}?\s*\{{\s*"[^"\\\n]*"\s*:')
"""How a match as JSON begins; a comment in braces might stand there too."""
OFTEN = 256
"""Matches between two words about how far it is."""
Progress = Callable[[int], None]


def read_file(path: Path, broken: Broken | None = None, progress: Progress | None = None) -> Iterator[WrittenMatch]:
    """Read the matches of a file; `progress` is told how many bytes were read, now and then."""
    try:
        with path.open("rb") as raw:
            yield from read_open(raw, str(path), broken, progress)
    except OSError as error:
        raise QuadrigaError(f"cannot read {path}: {error.strerror}") from error


def read_open(
    raw: BufferedReader, name: str, broken: Broken | None = None, progress: Progress | None = None
) -> Iterator[WrittenMatch]:
    """Read the matches of an open file, which errors call by its name."""
    packed = raw.peek(len(PACKED))[: len(PACKED)] == PACKED
    file = TextIOWrapper(gzip.GzipFile(fileobj=raw) if packed else raw, encoding="utf-8")
    try:
        head = file.read(HEAD)
        if name.removesuffix(".gz").endswith(".jsonl") or JSON.match(head):
            found = json_matches(chain(StringIO(head + file.readline()), file), broken)
        else:
            found = matches(file, broken, head)
        for number, match in enumerate(found):
            if progress is not None and number % OFTEN == 0 and raw.seekable():
                progress(raw.tell())
            match.source = name
            yield match
    except UnicodeDecodeError as error:
        raise QuadrigaError(f"{name} is not a record: it is not text in UTF-8") from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise QuadrigaError(f"cannot read {name}: what gzip packed is cut off or damaged") from error
    finally:
        file.detach()  # whoever opened it closes it
