"""`quadriga completion SHELL`: the script that lets a shell complete commands, options and names of games."""

from __future__ import annotations

import argparse
from typing import Any

SHELLS = ("bash", "zsh", "tcsh")


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("completion", help="print a script that lets your shell complete our commands")
    words.add_argument("shell", choices=SHELLS, help="bash: quadriga completion bash > ~/.bash_completion.d/quadriga")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Print the script."""
    from quadriga.extras import need

    from . import parser

    print(script(need("shtab", "completion"), parser(), given.shell))
    return 0


def script(shtab: Any, top: argparse.ArgumentParser, shell: str) -> str:
    """Write the script; games, players and files are completed where they are asked for."""
    from quadriga.games import places
    from quadriga.players import PLAYERS

    for action in each_action(top):
        if action.metavar == "NAME" and action.dest in ("name", "names"):
            action.choices = list(places())
        elif action.dest in ("against", "player"):
            action.choices = list(PLAYERS)
        elif action.metavar in ("FILE", "RECORD"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    written: str = shtab.complete(top, shell=shell)
    return written


def each_action(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """List all arguments of a parser and of the commands in it."""
    found: list[argparse.Action] = []
    for action in parser._actions:
        found.append(action)
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                found += each_action(inner)
    return found
