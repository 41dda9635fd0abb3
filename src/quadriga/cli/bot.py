"""`quadriga bot URL TABLE`: a player of ours or a program sits down at a server's table."""

from __future__ import annotations

import argparse
import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from quadriga.errors import QuadrigaError

from .arguments import look_here_for, seconds, whole


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("bot", help="let a program or a level play at a table of a server")
    words.add_argument("url", metavar="URL", help="the server, as http://localhost:8420")
    words.add_argument("table", metavar="TABLE", help="the table: its id, or its address")
    words.add_argument("--player", default="legatus", help="engine:./path, a level, or module:Class (default: legatus)")
    words.add_argument("--seat", type=whole(0), metavar="N", help="default: the first that is open")
    words.add_argument("--name", help="how it is called (default: the player's name)")
    words.add_argument("--seconds", type=seconds, default=2.0, help="to think about a move (default: 2)")
    words.add_argument("--playouts", metavar="N", type=whole(1), help="at most N for a move")
    words.add_argument("--matches", type=whole(1), default=1, help="how many matches to stay for (default: 1)")
    words.add_argument("--seed", type=whole(0), help="of all its chance (default: another every time)")
    words.add_argument("--key", help="of the visitor who holds the seat, to come back to it")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Sit down, play, leave."""
    from quadriga.client import Client, Refused
    from quadriga.client.bot import Bot
    from quadriga.players import Budget, player

    look_here_for([given.player])
    who = player(given.player)
    name = given.name or name_of(given.player)
    id = given.table.rstrip("/").rpartition("/")[2].partition("#")[0]
    try:
        with Client(given.url, given.key) as client, stopped_politely():
            bot = Bot(client, who, name, Budget(given.seconds, given.playouts), tell, given.seed)
            seat = bot.sit(id, given.seat)
            for number in range(given.matches):
                if number:
                    id, seat = bot.play_again(id, seat)
                tell(f"{bot.name} sits at seat {seat} of table {id}; key: {client.key}")
                table = bot.play(id, seat)
                result = table.result
                winners = (
                    "nobody" if result is None else ", ".join(table.seats[k].seat for k in result.winners) or "nobody"
                )
                tell(f"The match is over: {winners} won.")
    except Refused as error:
        raise QuadrigaError(f"the server refused: {error}") from error
    return 0


def name_of(player: str) -> str:
    """Name a player as it is given: a program, or a network, by its file."""
    kind, _, given = player.partition(":")
    path = shlex.split(given.partition("#")[0])[0] if kind == "engine" else player
    return path.rpartition("/")[2]


def tell(text: str) -> None:
    """Say something at once, also into a file."""
    print(text, flush=True)


@contextmanager
def stopped_politely() -> Iterator[None]:
    """Take the wish to stop for Ctrl-C: the bot leaves its table first."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
