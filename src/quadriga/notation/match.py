"""One match as it is written: tags and moves, not played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy

from quadriga.errors import RecordError

from .moves import NOTED, Reader, WrittenMove, bare, number_lines, quick_moves, quick_texts, write_comment, write_moves
from .tags import read_tags, shown, write_tags

MARK = "\ufeff"
"""What some editors put before a text in UTF-8."""
Broken = Callable[[RecordError], None]
"""Who is told what is wrong with a match that is passed over."""


class WrittenMatch:
    """A match as it is written. Its moves are read when they are asked for."""

    __slots__ = ("_comments", "_moves", "_texts", "body", "line", "source", "tags")

    def __init__(self, tags: dict[str, str], body: str = "", line: int = 1) -> None:
        self.tags: dict[str, str] = tags
        """What stands above the moves, by name."""
        self.body = body
        """The text of the moves."""
        self.line = line
        """In which line of the file that text begins."""
        self.source = ""
        """The file that it was read from."""
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

    def with_tags(self, tags: dict[str, str]) -> WrittenMatch:
        """Return the same match with other tags."""
        other = copy(self)
        other.tags = tags
        return other

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
            texts = self._texts if self._texts is not None else self._read_quickly()
            if texts is not None:
                self._moves, self._comments = quick_moves(self.body, texts, self.line)
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


def uncommented(line: str, inside: bool) -> tuple[str, bool]:
    """Return what a line holds beside comments, and whether one in braces is open at its end."""
    parts: list[str] = []
    at = 0
    while True:
        if inside:
            at = line.find("}", at) + 1
            if at == 0:
                return "".join(parts), True
            inside = False
        else:
            brace, rest = line.find("{", at), line.find(";", at)
            if brace < 0 or 0 <= rest < brace:
                parts.append(line[at:rest] if rest >= 0 else line[at:])
                return "".join(parts), False
            parts.append(line[at:brace])
            at, inside = brace, True


def gather(lines: Sequence[str], first: int) -> WrittenMatch:
    """Make a match of its lines."""
    tags: dict[str, str] = {}
    body: list[str] = []  # an empty line where tags were, so that lines keep their numbers
    inside = False
    for number, line in enumerate(lines, first):
        rest = line
        if not inside and line.lstrip().startswith("["):
            found, rest = read_tags(line.strip(), number)
            for name, value in found:
                if name in tags:
                    raise RecordError(f"line {number}: tag {name} stands twice")
                tags[name] = value
        body.append(rest)
        if inside or rest.strip():
            moves, inside = uncommented(rest, inside)
            if moves.lstrip().startswith("["):
                raise RecordError(f"line {number}: {shown(line.strip())} has a tag behind a comment; it begins a line")
            if moves.strip():
                body += lines[number - first + 1 :]
                break
    empty = next((at for at, line in enumerate(body) if line.strip()), len(body))
    return WrittenMatch(tags, "\n".join(body[empty:]), first + empty)


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
        inside = uncommented(line, inside)[1] if inside or "{" in line else False
    if "Game" not in match.tags:
        raise RecordError("tag Game is missing")
    return match


def annotated(record: str, comments: Iterable[str]) -> str:
    """Write a comment behind each move of a record; where there is nothing to say, it is empty."""
    match = parse(record)
    for move, comment in zip(match.moves, comments, strict=True):
        if comment:
            move.comments.append(comment)
    return match.write()
