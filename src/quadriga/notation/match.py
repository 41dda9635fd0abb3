"""One match as it is written: tags and moves, not played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quadriga.errors import RecordError

from .moves import NOTED, Reader, WrittenMove, bare, number_lines, quick_texts, write_comment, write_moves
from .tags import read_tag, shown, write_tags

MARK = "\ufeff"
"""What some editors put before a text in UTF-8."""


class WrittenMatch:
    """A match as it is written. Its moves are read when they are asked for."""

    __slots__ = ("_comments", "_moves", "_texts", "body", "line", "tags")

    def __init__(self, tags: dict[str, str], body: str = "", line: int = 1) -> None:
        self.tags: dict[str, str] = tags
        """What stands above the moves, by name."""
        self.body = body
        """The text of the moves."""
        self.line = line
        """In which line of the file that text begins."""
        self._texts: list[str] | None = None
        self._moves: list[WrittenMove] | None = None
        self._comments: list[str] = []

    @classmethod
    def of(cls, tags: dict[str, str], moves: Iterable[str | WrittenMove], comments: Iterable[str] = ()) -> WrittenMatch:
        """Make a match of moves."""
        match = cls(tags)
        match._moves = [WrittenMove(move) if isinstance(move, str) else move for move in moves]
        match._comments = list(comments)
        return match

    @property
    def texts(self) -> list[str]:
        """The texts of the moves that were played."""
        if self._texts is None:
            self._texts = self._read_quickly() if self._moves is None else None
            if self._texts is None:
                self._texts = [move.text for move in self.moves]
        return self._texts

    def _read_quickly(self) -> list[str] | None:
        return quick_texts(bare(self.body) if self._is_noted else self.body)

    @property
    def _is_noted(self) -> bool:
        return any(map(self.body.__contains__, NOTED))

    @property
    def is_quick(self) -> bool:
        """Whether its moves are one a line, with nothing but comments and glyphs: no variation, no text in quotes."""
        return self.texts is not None and self._moves is None

    @property
    def moves(self) -> list[WrittenMove]:
        """The moves that were played, with what is noted about them."""
        if self._moves is None:
            texts = quick_texts(self.body)
            if texts is not None:  # a line each
                self._moves = [WrittenMove(text, line) for line, text in enumerate(texts, self.line)]
            else:
                reader = Reader(self.body, self.line)
                self._moves = reader.read()
                self._comments = reader.comments
        return self._moves

    @property
    def comments(self) -> list[str]:
        """What is said before the first move."""
        return self._comments if self.moves is not None else []

    @property
    def is_plain(self) -> bool:
        """Whether it is nothing but tags and moves."""
        if self.is_quick:
            return not self._is_noted
        return not self.comments and all(move.is_plain for move in self.moves)

    @property
    def has_variations(self) -> bool:
        """Whether other moves than those played stand in it."""
        return not self.is_quick and any(move.variations for move in self.moves)

    @property
    def players(self) -> list[str]:
        """Who played, in the order of the seats, as the tag `Players` says."""
        return separated(self.tags.get("Players", ""))

    def write(self) -> str:
        """Write it as text, in the usual form: a line for every move."""
        lines = [*write_tags(self.tags), ""]
        if self.is_quick and not self._is_noted:
            return "\n".join([*lines, *number_lines(self.texts)]) + "\n"
        lines += map(write_comment, self.comments)
        return "\n".join([*lines, *write_moves(self.moves)]) + "\n"


def separated(value: str) -> list[str]:
    """Read a tag with one entry for each seat."""
    return [part.strip() for part in value.split(";")] if value.strip() else []


def joined(parts: Sequence[object]) -> str:
    """Write a tag with one entry for each seat."""
    return "; ".join(str(part).replace(";", ",") for part in parts)


def unix(text: str) -> str:
    """Take out what only editors of other systems write: the mark before the text, and their ends of lines."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix(MARK)


def begins_comment(line: str, inside: bool) -> bool:
    """Tell whether a comment in braces is open at the end of a line."""
    at = 0
    while True:
        if inside:
            at = line.find("}", at)
            if at < 0:
                return True
            inside = False
        else:
            brace, rest = line.find("{", at), line.find(";", at)
            if brace < 0 or 0 <= rest < brace:
                return False
            at, inside = brace, True


def gather(lines: Sequence[str], first: int) -> WrittenMatch:
    """Make a match of its lines."""
    tags: dict[str, str] = {}
    for number, line in enumerate(lines, first):
        stripped = line.strip()
        if not stripped:
            continue
        if not stripped.startswith("["):
            at = number - first
            return WrittenMatch(tags, "\n".join(lines[at:]), number)
        name, value = read_tag(stripped, number)
        if name in tags:
            raise RecordError(f"line {number}: tag {name} stands twice")
        tags[name] = value
    return WrittenMatch(tags, "", first + len(lines))


def parse(text: str) -> WrittenMatch:
    """Read the text of one match."""
    if not isinstance(text, str):
        raise RecordError(f"a record is text, not {type(text).__name__}")
    lines = unix(text).split("\n")
    match = gather(lines, 1)
    inside = False
    for number, line in enumerate(match.body.split("\n"), match.line):
        if not inside and line.lstrip().startswith("["):
            raise RecordError(
                f"line {number}: {shown(line.strip())} is not a move like '1. pass'; is a second match in this text?"
            )
        inside = begins_comment(line, inside) if inside or "{" in line else False
    if "Game" not in match.tags:
        raise RecordError("tag Game is missing")
    return match
