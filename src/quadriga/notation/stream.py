"""Collections: many matches in one file, read one after the other, so that a file of any size fits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import StringIO, TextIOBase
from itertools import chain, pairwise
from typing import TextIO

from quadriga.errors import RecordError

from .match import MARK, Broken, WrittenMatch, gather, uncommented
from .tags import behind_tags, quick_tags

LARGEST = 20_000_000
"""More letters than any match has: a file that is no collection must not fill the memory."""
BLOCK = 1 << 20
"""Letters that are read at once."""
GAME = re.compile(r"(?:^|\])\s*\[\s*Game\s", re.ASCII)


def matches(lines: Iterable[str] | TextIO, broken: Broken | None = None, begun: str = "") -> Iterator[WrittenMatch]:
    """Read the matches of a collection from a text, an open file or any lines; `begun` was read of a file before.

    A match begins with its first tag behind the moves of the last, or with the next tag `Game` if that had no moves.
    With `broken`, what is wrong with a match is told to it and the next one is read.
    """
    first = 1
    if isinstance(lines, str):
        lines = StringIO(lines, newline=None)
    if isinstance(lines, TextIOBase):
        rest: list[str] = []
        for match, behind in usual(lines, rest, begun):
            first = behind
            yield match
        # Whatever is unusual is read line by line, and so is all that follows.
        lines = chain(rest[0].splitlines(keepends=True), lines) if rest else ()
    for held, at in pieces(lines, first):
        try:
            match = gather(held, at)
            if "Game" not in match.tags:
                raise RecordError(f"line {at}: tag Game is missing")
        except RecordError as error:
            if broken is None:
                raise
            broken(error)
        else:
            yield match


def usual(file: TextIOBase, rest: list[str], held: str = "") -> Iterator[tuple[WrittenMatch, int]]:
    """Read matches block by block while they are as we write them; yield each with the number of the line behind it.

    The first that is not, and all behind it that was read from the file, goes into `rest`.
    """
    line, is_end = 1, False
    while not is_end:
        block = file.read(BLOCK)
        is_end = not block
        held += block
        starts = [0]
        while (at := held.find("\n\n[Game ", starts[-1])) >= 0:
            starts.append(at + 2)
        if is_end and held:
            starts.append(len(held))
        for at, behind in pairwise(starts):
            text = held[at:behind]
            match = usual_match(text, line)
            if match is None or len(held) > LARGEST:
                rest.append(held[at:])
                return
            line += text.count("\n")
            yield match, line
        held = held[starts[-1] :] if len(starts) > 1 else held
        if len(held) > LARGEST:
            rest.append(held)
            return


def usual_match(text: str, line: int) -> WrittenMatch | None:
    """Read a match as we write it; None if there is anything unusual about it."""
    head, gap, body = text.partition("\n\n")
    tags = quick_tags(head) if gap and head.startswith("[Game ") else None
    if tags is None:
        return None
    match = WrittenMatch(tags, body, line + head.count("\n") + 2)
    if "{" not in body and "[" not in body:
        return match
    try:
        return match if match.is_quick else None  # then no comment is open at its end, and no tag stands in it
    except RecordError:
        return None


def pieces(lines: Iterable[str], begin: int = 1) -> Iterator[tuple[list[str], int]]:
    """Cut the lines of a collection into those of single matches, each with the number of its first line."""
    held: list[str] = []
    first, size = begin, 0
    has_moves = has_game = inside = False
    for number, raw in enumerate(lines, begin):
        line = raw.rstrip("\r\n")
        if line[:1] == MARK:
            line = line[1:]
        rest = line
        if not inside and (line[:1] == "[" or line.lstrip()[:1] == "["):
            is_game = GAME.search(line) is not None
            if has_moves or (has_game and is_game):
                yield held, first
                held, first, size = [], number, 0
                has_moves = has_game = False
            has_game = has_game or is_game
            rest = behind_tags(line.lstrip())
        if inside or "{" in rest or ";" in rest:
            rest, inside = uncommented(rest, inside)
        has_moves = has_moves or not (rest == "" or rest.isspace())
        if held or line:
            held.append(line)
            size += len(line)
        else:
            first = number + 1
        if size > LARGEST:
            raise RecordError(f"line {first}: a match that begins here is longer than {LARGEST:,} letters")
    if has_game or has_moves or any(line.strip() for line in held):
        yield held, first
