"""The command `quadriga`: its arguments are read here, each of its commands is a module.

A module that is a command has `add(commands)`, which describes its arguments and sets `run`, and imports anything heavy
only when it runs: `quadriga --help` stays quick. `arguments.py`, `collections.py` and `operating.py` are what they
share, `examples.py` shows in their help how they are called.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import quadriga
from quadriga.errors import QuadrigaError

from .examples import explain

COMMANDS = (
    "play", "sim", "warm", "games", "rules", "replay", "convert", "filter", "stats", "corpus", "serve", "think", "bot",
    "tables", "backup", "restore", "analyse", "verify", "study", "arena", "gpu", "train", "cache", "doctor",
    "completion",
)  # fmt: skip
"""Modules of this package, in the order of the help."""


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong with the arguments."""

    def error(self, message: str) -> NoReturn:
        """End with exit code 2."""
        self.exit(2, f"quadriga: {message} (try: {self.prog} --help)\n")


def parser() -> Parser:
    """Describe the commands."""
    top = Parser(prog="quadriga", description="Four Roman board games, whole and by the book.")
    top.add_argument("--version", action="version", version=f"quadriga {quadriga.__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for name in COMMANDS:
        import_module(f"quadriga.cli.{name}").add(commands)
    explain(top)
    return top


def read(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the arguments; words to look for may stand before and behind an option."""
    top = parser()
    given, rest = top.parse_known_args(arguments)
    if rest and (given.command != "rules" or any(word.startswith("-") for word in rest)):
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:  # argparse takes all the words of a query from one place
        given.query += rest
    return given


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; what was wrong with what was given is one line and exit code 2."""
    from quadriga.terminal.screen import leave_quietly

    given = read(arguments)
    try:
        code: int = given.run(given)
        sys.stdout.flush()
        return code
    except QuadrigaError as error:
        print(f"quadriga: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        leave_quietly()
        return 1
    except KeyboardInterrupt:
        print("quadriga: interrupted", file=sys.stderr)
        return 130
