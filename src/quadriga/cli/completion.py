"""`quadriga completion SHELL`: the script that lets a shell complete commands, options and names of games."""

from __future__ import annotations

import argparse
from typing import Any

from quadriga.errors import QuadrigaError

SHELLS = ("bash", "zsh", "tcsh", "fish")
KINDS: dict[tuple[str, object], str] = {
    ("name", "NAME"): "games",
    ("names", "NAME"): "games",
    ("game", None): "games",
    ("against", "PLAYER"): "opponents",
    ("player", None): "players",
    ("players", None): "players",
    ("players", "A,B,..."): "players",
    ("option", "NAME=VALUE"): "options",
    ("by", "OPTION"): "names of options",
}
"""What is completed, by the destination and the metavar of an argument."""


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
    """Write the script; games, players, options and files are completed where they are asked for."""
    if shell not in shtab.SUPPORTED_SHELLS:
        raise QuadrigaError(f"this version of shtab writes nothing for {shell}: pip install --upgrade shtab")
    values = offered()
    for action in each_action(top):
        if (kind := KINDS.get((action.dest, action.metavar))) is not None:
            action.choices = values[kind]
        elif action.metavar in ("FILE", "RECORD", "NETWORK"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    written: str = shtab.complete(top, shell=shell)
    return written


def offered() -> dict[str, list[str]]:
    """List what may stand for a value of each kind; of options those of all games."""
    import quadriga
    from quadriga.players import PLAYERS

    games = quadriga.games()
    options = [option for game in games.values() for option in game.definition.options]
    texts = [f"{option.name}={option.write(choice)}" for option in options for choice in option.choices]
    return {
        "games": list(games),
        "players": list(PLAYERS),
        "opponents": ["person", *PLAYERS],
        "options": list(dict.fromkeys(texts)),
        "names of options": list(dict.fromkeys(option.name for option in options)),
    }


def each_action(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """List all arguments of a parser and of the commands in it."""
    found: list[argparse.Action] = []
    for action in parser._actions:
        found.append(action)
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                found += each_action(inner)
    return found
