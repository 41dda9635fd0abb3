"""Tags: `[Name "value"]`, one a line. In a value a quote is written \\" and a backslash \\\\."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quadriga.errors import RecordError

TAG = re.compile(r'\[\s*(\w+)\s+"(.*)"\s*\]', re.ASCII)
NAME = re.compile(r"\w+", re.ASCII)
USUAL = re.compile(r'^\[(\w+) "([^"\\\n]*)"\]$', re.ASCII | re.MULTILINE)
ESCAPED = re.compile(r'(?:[^"\\]|\\["\\])*')
"""A value in which every quote has its backslash. Positions of older records have quotes without."""


def shown(text: str) -> str:
    """Quote a text in an error, not more of it than a line takes."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def read_tag(line: str, number: int) -> tuple[str, str]:
    """Read a line as a tag."""
    found = TAG.fullmatch(line)
    if found is None:
        raise RecordError(f'line {number}: {shown(line)} is not a tag like [Seed "7"]')
    name, value = found.groups()
    if "\\" in value and ESCAPED.fullmatch(value):
        value = re.sub(r"\\(.)", r"\1", value)
    return name, value


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
