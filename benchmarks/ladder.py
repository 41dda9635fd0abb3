"""The ladder of levels, each against the one below; the strongest against the greedy player and against Crassus.

`python -m benchmarks.ladder [PART ...]` prints a line of docs/players.md for every match; parts are the names of games,
`greedy` and `crassus`. Playouts are given, not seconds, so that anybody gets the same games.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import Any

import quadriga
from quadriga import Game
from quadriga.arena import play_arena
from quadriga.players.levels import NAMES, level

LOWER, TOP = 400, 100
"""Games of the lower pairs, and of the matches of the strongest level."""


def entered(game: Game, name: str) -> str:
    """Enter a level with its own playouts and no clock."""
    return f"{name}@{level(name, game).budget.playouts}"


def row(game: Game, players: list[str], games: int) -> str:
    """Play a match and write its line."""
    score = play_arena(game, players, games).score(0, 1 if len(players) > 1 else None)
    low, high = score.interval
    counts = f"{score.wins} : {score.losses}" + (f" ({score.shared} shared)" if score.shared else "")
    against = players[1] if len(players) > 1 else "Crassus"
    share = f"{score.share or 0:.1%} | {low:.1%} to {high:.1%}"
    return f"| {label(game)} | {players[0]} | {against} | {score.games} | {counts} | {score.draws} | {share} |"


def label(game: Game) -> str:
    """Name a game with the options that are not usual."""
    usual = quadriga.load(game.name).option_texts
    changed = [f"{name}={text}" for name, text in game.option_texts.items() if text != usual[name]]
    return " ".join([game.name, *changed])


def main(parts: list[str]) -> None:
    """Play the matches of the parts, the quick ones first."""
    games = quadriga.games()
    options: dict[str, Any] = {"solo": "high"}
    for name, game in games.items():
        for lower, upper in pairwise(NAMES):
            if name in parts:
                players = [entered(game, upper), entered(game, lower)]
                print(row(game, players, TOP if upper == NAMES[-1] else LOWER), flush=True)
    if "crassus" in parts:
        solo = quadriga.load("caesar", **options)
        print(row(solo, [entered(solo, NAMES[-1])], TOP), flush=True)
    for game in games.values():
        if "greedy" in parts:
            print(row(game, [entered(game, NAMES[-1]), "greedy"], TOP), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or [*quadriga.games(), "crassus", "greedy"])
