"""The moves of a match as text: numbers, comments, glyphs, variations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import add

import numpy as np

from quadriga.errors import RecordError

from .tags import shown

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""Glyphs that have a sign of their own, by their numbers in PGN; any other is written `$n`."""
SIGNS = {sign: number for number, sign in GLYPHS.items()}
UNUSUAL = '{}();$!?"\t\r'
"""What is not in a text of moves alone, one a line."""
NOTE = re.compile(
    r"(\{[^{}]*+\}|;[^\n]*+|![!?]?(?![!?])|\?[!?]?(?![!?])|[$](?:[01]?\d?\d|2[0-4]\d|25[0-5])(?!\d))", re.ASCII
)
"""A comment or a glyph. Every way begins with a sign of its own: the search then leaps from sign to sign."""
NOTED = "{;!?$"
"""What comments and glyphs begin with."""
GLYPH_FIRST = re.compile(r"(?:\s++|\{[^}]*+\}|;[^\n]*+)*+[!?$]")
"""A glyph before the first move, which is about nothing."""
PLAIN = re.compile(r"(?!.*(?:^|\s)\d{1,9}\.(?:\s|$))[^{}();$!?\"\s\[][^{}();$!?\"\n\r]*")
"""A move that needs no quotes: it has none of the signs of other things in it, and no number with a dot."""
TOKEN = re.compile(
    r"""
    (?P<newline>\n)
  | (?P<space>[^\S\n]+)
  | (?P<number>\d{1,9}\.)(?=\s|$)
  | \{(?P<comment>[^}]*)\}
  | ;(?P<rest>[^\n]*)
  | \$(?P<glyph>\d{1,3})(?!\d)
  | (?P<sign>[!?]+)
  | (?P<open>\()
  | (?P<close>\))
  | "(?P<quoted>(?:[^"\\\n]|\\["\\])*)"
  | (?P<words>[^{}();$!?"\s]++(?:[ ](?!\d{1,9}\.(?:\s|$))[^{}();$!?"\s]++)*+)
    """,
    re.VERBOSE,
)
TIME = re.compile(r"\[%(clk|emt)\s+(\d{1,5}):([0-5]?\d):([0-5]?\d(?:\.\d{1,6})?)\]")
DEEPEST = 50
"""Variations in variations."""


@dataclass(slots=True)
class WrittenMove:
    """A move as it was written: its text and what was noted about it."""

    text: str
    """The move."""
    line: int = 0
    """In which line of the text it stands."""
    glyphs: tuple[int, ...] = ()
    """Signs like `!`, by their numbers."""
    comments: list[str] = field(default_factory=list)
    """What stands behind it in braces."""
    variations: list[list[WrittenMove]] = field(default_factory=list)
    """What might have been played instead of this move."""

    @property
    def clock(self) -> float | None:
        """Seconds left on the clock after this move: `{[%clk 0:04:57]}`."""
        return self._time("clk")

    @property
    def elapsed(self) -> float | None:
        """Seconds that this move took: `{[%emt 0:00:03]}`."""
        return self._time("emt")

    def _time(self, kind: str) -> float | None:
        for comment in self.comments:
            for found, hours, minutes, seconds in TIME.findall(comment):
                if found == kind:
                    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)
        return None

    @property
    def is_plain(self) -> bool:
        """Whether nothing was noted about it."""
        return not (self.glyphs or self.comments or self.variations)


def clock_comment(clock: float | None = None, elapsed: float | None = None) -> str:
    """Write the time left and the time taken as the comment of a move."""
    parts = []
    for kind, seconds in (("clk", clock), ("emt", elapsed)):
        if seconds is not None:
            whole, thousandths = divmod(round(seconds * 1000), 1000)
            rest = f".{thousandths:03}".rstrip("0") if thousandths else ""
            parts.append(f"[%{kind} {whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{rest}]")
    return " ".join(parts)


def quick_texts(body: str) -> list[str] | None:
    """Read moves of which nothing is noted, one a line, all with numbers or none; None if there is anything else."""
    body = body.rstrip("\n")
    if not body:
        return []
    if body[0].isspace():
        return None
    lines = body.split("\n")
    count = len(lines)
    if any(map(body.__contains__, UNUSUAL)):
        return None
    numbered = count_numbers(body)
    if numbered == 0 and "[" not in body:
        return lines
    if numbered != count:
        return None
    texts = list(map(str.removeprefix, lines, numbers(1 << count.bit_length())))
    is_numbered = len("".join(texts)) + letters_of_numbers(count) + count - 1 == len(body)
    return texts if is_numbered else None


def bare(body: str) -> str:
    """Take out comments and glyphs; whatever is left of them makes `quick_texts` refuse it."""
    if GLYPH_FIRST.match(body):
        return body
    text = NOTE.sub("\n", body).replace(" \n", "\n").replace("\n ", "\n")  # each ends the move before it
    while "\n\n" in text:
        text = text.replace("\n\n", "\n")
    return text.lstrip("\n")


def quick_moves(body: str, texts: Sequence[str], line: int) -> tuple[list[WrittenMove], list[str]]:
    """Read moves whose texts `quick_texts` found, with their notes, and the comments before the first."""
    moves: list[WrittenMove] = []
    before: list[str] = []
    unread = iter(texts)
    parts = NOTE.split(body)
    for between, note in zip(parts[::2], [*parts[1::2], ""], strict=True):
        for at, part in enumerate(between.split("\n"), line):
            if part and not part.isspace():
                moves.append(WrittenMove(next(unread), at))
        line += between.count("\n") + note.count("\n")
        if note[:1] in ("{", ";"):
            comment = note[1:-1] if note[0] == "{" else note[1:]
            (moves[-1].comments if moves else before).append(" ".join(comment.split()))
        elif note:
            moves[-1].glyphs = (*moves[-1].glyphs, SIGNS[note] if note in SIGNS else int(note[1:]))
    return moves, before


def count_numbers(body: str) -> int:
    """Count what may be a number of a move, a dot at the end of a word; -1 if words have not one space between them."""
    letters = np.frombuffer(body.encode(), np.uint8)
    ends = np.append(letters <= ord(" "), True)
    if (ends[1:] & ends[:-1]).any():
        return -1
    return int(np.count_nonzero(ends[1:] & (letters == ord("."))))


@cache
def numbers(count: int) -> tuple[str, ...]:
    """Write the numbers of the first moves."""
    return tuple(f"{number}. " for number in range(1, count + 1))


def number_lines(texts: Sequence[str]) -> Iterator[str]:
    """Write moves that need no quotes, a line each."""
    return map(add, numbers(1 << len(texts).bit_length()), texts)


@lru_cache(maxsize=4096)
def letters_of_numbers(count: int) -> int:
    """Count the letters of the numbers of the first moves."""
    return len("".join(numbers(1 << count.bit_length())[:count]))


class Reader:
    """A reader of the moves of one match."""

    def __init__(self, body: str, line: int) -> None:
        self.body, self.line, self.at = body, line, 0
        self.comments: list[str] = []
        """What was said before the first move."""

    def tokens(self) -> Iterator[tuple[str, str]]:
        """Cut the text into pieces."""
        while self.at < len(self.body):
            found = TOKEN.match(self.body, self.at)
            if found is None:
                rest = self.body[self.at : self.at + 61].split("\n")[0]
                unclosed = "a comment is not closed: " if rest.startswith("{") else ""
                raise RecordError(f"line {self.line}: {unclosed}{shown(rest)} is not a move like '1. pass'")
            kind = found.lastgroup or ""
            self.at = found.end()
            yield kind, found[kind]
            self.line += found[0].count("\n")

    def read(self) -> list[WrittenMove]:
        """Read all moves."""
        return self._line(self.tokens(), 1, 0)

    def _line(self, tokens: Iterator[tuple[str, str]], first: int, depth: int) -> list[WrittenMove]:
        """Read one line of play, from a number on, to its end."""
        moves: list[WrittenMove] = []
        words: list[str] = []
        numbered = False
        before = self.comments if depth == 0 else []

        def finish() -> None:
            if words:
                moves.append(WrittenMove(" ".join(words), line))
                words.clear()

        line = self.line
        for kind, text in tokens:
            if kind == "space":
                continue
            if kind == "words":
                if not words:
                    line = self.line
                words.append(text)
                numbered = False
                continue
            finish()
            if kind == "quoted":
                moves.append(WrittenMove(re.sub(r"\\(.)", r"\1", text), self.line))
                numbered = False
            elif kind == "number":
                due = first + len(moves)
                if int(text[:-1]) != due or numbered:
                    raise RecordError(f"line {self.line}: move {text[:-1]} where move {due} is due")
                numbered = True
            elif kind in ("comment", "rest"):
                (moves[-1].comments if moves else before).append(" ".join(text.split()))
            elif kind in ("glyph", "sign"):
                self._glyph(moves, kind, text)
            elif kind == "open":
                if not moves:
                    raise RecordError(f"line {self.line}: a variation stands behind the move that it replaces")
                if depth == DEEPEST:
                    raise RecordError(f"line {self.line}: more than {DEEPEST} variations in each other")
                moves[-1].variations.append(self._line(tokens, first + len(moves) - 1, depth + 1))
            elif kind == "close":
                if depth == 0:
                    raise RecordError(f"line {self.line}: ')' closes no variation")
                if not moves or numbered:
                    raise RecordError(f"line {self.line}: a variation without a move at its end")
                if before:
                    moves[0].comments[:0] = before
                return moves
        finish()
        if depth:
            raise RecordError(f"line {self.line}: a variation is not closed")
        if numbered:
            raise RecordError(f"line {self.line}: a number without a move")
        return moves

    def _glyph(self, moves: Sequence[WrittenMove], kind: str, text: str) -> None:
        if kind == "sign" and text not in SIGNS:
            raise RecordError(f"line {self.line}: {text!r} is not one of {' '.join(SIGNS)}")
        number = SIGNS[text] if kind == "sign" else int(text)
        if not moves:
            raise RecordError(f"line {self.line}: {text!r} stands behind the move that it is about")
        if number > 255:
            raise RecordError(f"line {self.line}: ${number} is not a glyph from $0 to $255")
        moves[-1].glyphs = (*moves[-1].glyphs, number)


@lru_cache(maxsize=4096)
def write_text(text: str) -> str:
    """Write the text of a move, in quotes where it could be taken for something else."""
    if PLAIN.fullmatch(text) and text == " ".join(text.split()):
        return text
    if "\n" in text or "\r" in text:
        raise RecordError(f"a move is one line, not {shown(text)}")
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def write_moves(moves: Sequence[WrittenMove], first: int = 1) -> list[str]:
    """Write moves, a line each, with what was noted about them."""
    lines = []
    for number, move in enumerate(moves, first):
        line = f"{number}. {write_text(move.text)}"
        for glyph in move.glyphs:
            line += f" {GLYPHS[glyph]}" if glyph in GLYPHS else f" ${glyph}"
        for comment in move.comments:
            line += f" {write_comment(comment)}"
        for variation in move.variations:
            line += f" ({' '.join(write_moves(variation, number))})"
        lines.append(line)
    return lines


def write_comment(comment: str) -> str:
    """Write a comment; one with a brace in it, which would end it, takes the rest of its line."""
    return f";{comment}\n" if "}" in comment else "{" + comment + "}"
