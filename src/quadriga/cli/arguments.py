"""Reading what is given on the command line; a wrong one is told in one line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from datetime import datetime

import quadriga
from quadriga.errors import QuadrigaError

DIGITS = 40
"""The largest seed has 39."""


def whole(least: int) -> Callable[[str], int]:
    """Make a reader of whole numbers from a least one."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= DIGITS) or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text[:DIGITS]!r} is not a whole number from {least}")
        return int(text)

    return read


def option(text: str) -> tuple[str, str]:
    """Read an option of a game."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not of the form name=value")
    return name, value


def look_here_for(players: Iterable[str]) -> None:
    """Let players of your own, given as module:Class, be found in the folder one is in."""
    if any(":" in name for name in players) and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())


def days(text: str) -> float:
    """Read a number of days."""
    try:
        read = float(text)
    except ValueError:
        read = -1.0
    if not 0 <= read <= 36_500:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of days")
    return read


def date(text: str) -> str:
    """Read a day as records write it."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").strftime("%Y-%m-%d")
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a date such as 2026-11-17") from None


def seconds(text: str) -> float:
    """Read a time to think."""
    try:
        read = float(text)
    except ValueError:
        read = 0.0
    if not 0 < read < float("inf"):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of seconds above 0")
    return read


def load(given: argparse.Namespace) -> quadriga.Game:
    """Load the game that the arguments name."""
    names = [name for name, _ in given.option]
    for name in names:
        if names.count(name) > 1:
            raise QuadrigaError(f"option {name} is given twice")
    return quadriga.load_texts(given.name, dict(given.option))
