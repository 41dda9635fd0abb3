"""A position in one line: our FEN. docs/notation.md has its grammar; JSON is a part of it.

stage: drive, to_move: red, chariots: {red: {space: S4.2.1, hand: [1, 2*6]}}
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from quadriga.errors import PositionError

TOKEN = re.compile(
    r"""\s*(?:
        (?P<sign>[{}\[\],:])
      | (?P<json>"(?:[^"\\]|\\.)*")
      | '(?P<quoted>(?:[^']|'')*)'
      | (?P<times>\d{1,3})\*
      | (?P<plain>[^\s,:\[\]{}"'](?:[^,:\[\]{}"']*[^\s,:\[\]{}"'])?)
    )\s*""",
    re.VERBOSE,
)
PLAIN = re.compile(r"(?!\d{1,3}\*)[^\s,:\[\]{}\"'](?:[^,:\[\]{}\"'\n\r]*[^\s,:\[\]{}\"'])?")
NUMBER = re.compile(r"-?\d{1,40}", re.ASCII)
WORDS = {"true": True, "false": False, "null": None}
DEEPEST = 12


def read_position(line: str) -> dict[str, Any]:
    """Read a position from one line; the braces around all of it may be left out."""
    tokens = []
    at = 0
    while at < len(line):
        found = TOKEN.match(line, at)
        if found is None:
            if not line[at:].strip():
                break
            raise PositionError(f"position: {line[at : at + 40]!r} cannot be read")
        tokens.append((found.lastgroup or "", found[found.lastgroup or 0]))
        at = found.end()
    reader = Reader(tokens)
    whole = tokens[:1] == [("sign", "{")]
    position = reader.value(0) if whole else reader.entries("", 0)
    if reader.left:
        raise PositionError(f"position: {reader.left[-1][1][:40]!r} stands behind its end")
    assert isinstance(position, dict)
    return position


class Reader:
    """A reader of the pieces of a position, the first of which is the last of the list."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.left = tokens[::-1]

    def next(self, due: str) -> tuple[str, str]:
        """Take the next piece."""
        if not self.left:
            raise PositionError(f"position: it ends where {due} is due")
        return self.left.pop()

    def comes(self, sign: str) -> bool:
        """Take a sign if it is the next piece."""
        if self.left and self.left[-1] == ("sign", sign):
            self.left.pop()
            return True
        return False

    def value(self, depth: int) -> Any:
        """Read a value."""
        kind, text = self.next("a value")
        if kind == "sign" and text in "{[":
            if depth == DEEPEST:
                raise PositionError(f"position: more than {DEEPEST} brackets in each other")
            return self.entries("}", depth + 1) if text == "{" else self.items(depth + 1)
        return self.scalar(kind, text)

    def scalar(self, kind: str, text: str) -> Any:
        """Read a number, a word or a text."""
        if kind == "json":
            try:
                return json.loads(text, strict=False)
            except ValueError as error:
                raise PositionError(f"position: {text[:40]} is not a text as JSON writes it") from error
        if kind == "quoted":
            return text.replace("''", "'")
        if kind != "plain":
            raise PositionError(f"position: {text[:40]!r} where a value is due")
        if text in WORDS:
            return WORDS[text]
        return int(text) if NUMBER.fullmatch(text) else " ".join(text.split())

    def entries(self, end: str, depth: int) -> dict[str, Any]:
        """Read names and values up to a closing brace, or to the end of all."""
        found: dict[str, Any] = {}
        while not (self.comes(end) if end else not self.left):
            kind, name = self.next("a name")
            if kind not in ("plain", "quoted", "json"):
                raise PositionError(f"position: {name[:40]!r} where a name is due")
            key = " ".join(name.split()) if kind == "plain" else str(self.scalar(kind, name))
            if key in found:
                raise PositionError(f"position: {key[:40]!r} stands twice")
            if not self.comes(":"):
                raise PositionError(f"position: {key[:40]!r} has no value; write {key[:40]}: value")
            found[key] = self.value(depth)
            if not self.comes(",") and self.left[-1:] != ([("sign", end)] if end else []):
                raise PositionError(f"position: a comma is due behind the value of {key[:40]!r}")
        return found

    def items(self, depth: int) -> list[Any]:
        """Read a list up to its closing bracket; `3*wild` stands for three of them."""
        found: list[Any] = []
        while not self.comes("]"):
            if self.left and self.left[-1][0] == "times":
                times = int(self.left.pop()[1])
                found += [self.scalar(*self.next("a value"))] * times
            else:
                found.append(self.value(depth))
            if not self.comes(",") and self.left[-1:] != [("sign", "]")]:
                raise PositionError("position: a comma is due between the values of a list")
        return found


def write_position(position: Mapping[str, Any]) -> str:
    """Write a position in one line."""
    return _entries(position)


def _entries(given: Mapping[str, Any]) -> str:
    return ", ".join(f"{_text(str(name), True)}: {_value(value)}" for name, value in given.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + _entries(value) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_items(value))}]"
    return _scalar(value)


def _items(values: list[Any] | tuple[Any, ...]) -> list[str]:
    found: list[str] = []
    for item, same in groupby(map(_value, values)):
        count = len(list(same))
        is_scalar = item[0] not in "{["
        while is_scalar and count > 1:
            found.append(f"{min(count, 999)}*{item}")
            count -= min(count, 999)
        found += [item] * count
    return found


def _scalar(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    return str(value) if isinstance(value, int) else _text(str(value), False)


def _text(text: str, is_name: bool) -> str:
    if PLAIN.fullmatch(text) and text == " ".join(text.split()):
        if is_name or (text not in WORDS and not NUMBER.fullmatch(text)):
            return text
    if any(ord(letter) < 32 for letter in text):
        return json.dumps(text)
    return "'" + text.replace("'", "''") + "'"
