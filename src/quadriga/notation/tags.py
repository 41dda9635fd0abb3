"""Tags: `[Name "value"]`, usually one a line. In a value a quote is written \\" and a backslash \\\\."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quadriga.errors import RecordError

TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\["\\])*+)"\s*\]\s*', re.ASCII)
TAGS = re.compile(rf"(?:{TAG.pattern})++", re.ASCII)
LOOSE = re.compile(r'\[\s*(\w+)\s+"(.*)"\s*\]', re.ASCII)
"""A tag whose value may have quotes without a backslash, as positions of older records have."""
SECOND = re.compile(r'"\s*\]\s*\[\s*\w+\s+"', re.ASCII)
"""Where another tag begins on the same line."""
NAME = re.compile(r"\w+", re.ASCII)
USUAL = re.compile(r'^\[(\w+) "([^"\\\n]*)"\]$', re.ASCII | re.MULTILINE)


def shown(text: str) -> str:
    """Quote a text in an error, not more of it than a line takes."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def read_tags(line: str, number: int) -> tuple[list[tuple[str, str]], str]:
    """Read the tags with which a line begins; return them, and the comment that stands behind them."""
    found = TAGS.match(line)
    if found is not None and line[found.end() :][:1] in ("", "{", ";"):
        tags = [(name, re.sub(r"\\(.)", r"\1", value)) for name, value in TAG.findall(found[0])]
        return tags, line[found.end() :]
    loose = LOOSE.fullmatch(line)
    if loose is None or SECOND.search(loose[2]):
        raise RecordError(f'line {number}: {shown(line)} is not a tag like [Seed "7"]')
    return [(loose[1], loose[2])], ""


def behind_tags(line: str) -> str:
    """Find the comment behind the tags of a line."""
    found = TAGS.match(line)
    rest = line[found.end() :] if found is not None else ""
    return rest if rest[:1] in ("{", ";") else ""


def quick_tags(head: str) -> dict[str, str] | None:
    """Read the usual tags; None if there is anything unusual about them."""
    found = USUAL.findall(head)
    tags: dict[str, str] = dict(found)
    return tags if len(tags) == head.count("\n") + 1 else None


def write_tags(tags: Mapping[str, str]) -> list[str]:
    """Write tags, a line each."""
    lines = []
    for name, value in tags.items():
        if not NAME.fullmatch(name):
            raise RecordError(f"a tag is called by letters, digits and _, not {shown(name)}")
        if "\n" in value or "\r" in value:
            raise RecordError(f"tag {name}: a value is one line, not {shown(value)}")
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]')
    return lines
