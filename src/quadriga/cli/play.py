"""`quadriga play NAME`: a game in the terminal."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadriga.errors import QuadrigaError
from quadriga.players import LEVELS

from .arguments import load, look_here_for, option, whole

if TYPE_CHECKING:
    from quadriga.players import Player


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("play", help="play a game in the terminal")
    words.add_argument("name", metavar="NAME", help="the game; `quadriga games` lists them")
    words.add_argument(
        "--option", metavar="NAME=VALUE", type=option, action="append", default=[], help="an option of the game"
    )
    words.add_argument("--seat", help="where you sit (default: the first seat)")
    words.add_argument(
        "--against", metavar="PLAYER", default="greedy",
        help=f"person, greedy (the default), random, or a level: {', '.join(LEVELS)}; or module:Class or engine:./path "
        "for your own",
    )  # fmt: skip
    words.add_argument("--seed", type=whole(0), help="play this very deal")
    words.add_argument("--record", metavar="FILE", type=Path, help="keep the match in a file, move by move")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Play a game."""
    from quadriga.notation.match import joined
    from quadriga.players import player
    from quadriga.terminal.files import must_be_writable
    from quadriga.terminal.match import Match
    from quadriga.terminal.play import TerminalTable
    from quadriga.terminal.preparing import Preparation, Prepared, needed
    from quadriga.terminal.screen import Screen

    game = load(given)
    seat = game.seats[0] if given.seat is None else given.seat.lower()
    if seat not in game.seats:
        raise QuadrigaError(f"{game.name} has no seat {given.seat!r}; the seats are: {', '.join(game.seats)}")
    if given.record is not None:
        must_be_writable(given.record)
    others = [number for number, name in enumerate(game.seats) if name != seat and given.against != "person"]
    look_here_for([given.against])
    bots: dict[int, Player] = {number: player(given.against) for number in others}
    screen = Screen()
    driver = needed(game, given.against)
    if bots and driver is not None and not game.compiled.has(driver):
        preparation = Preparation(game, dict(given.option), driver, screen.console)
        bots = {number: Prepared(bot, preparation) for number, bot in bots.items()}
    who = joined([given.against if number in bots else "person" for number in range(len(game.seats))])
    tags = {"Players": who, "Date": f"{datetime.now(UTC):%Y-%m-%d}"}
    return TerminalTable(Match(game, given.seed, given.record, tags), bots, screen).run()
