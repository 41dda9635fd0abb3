"""The ladder of levels, each against the one below; all against Crassus; the strongest against the greedy player.

`python -m benchmarks.ladder [PART ...]` writes a line of docs/players.md for every match; parts are the names of games,
`greedy`, `crassus` and `options`, which plays the levels with other options than the usual ones.
`--rows FILE` keeps the lines as matches end, `--estimate` only says how long it would take. Playouts are given, not
seconds, so that anybody gets the same games. All games of all matches share the cores, the longest first; whoever ends
it early gets the lines of what was played.
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import quadriga
from quadriga import Game
from quadriga.arena.entrants import entrants
from quadriga.arena.matches import Contest, Played, play
from quadriga.arena.pairing import Pairing, pairings
from quadriga.arena.scores import Score, score_of
from quadriga.kernel.batch import default_threads
from quadriga.players.levels import NAMES, level

LOWER, TOP = 400, 100
"""Games of the lower pairs, and of the matches of the strongest level."""
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "caesar-cleopatra-1997": ({"action_pile": "shuffled"}, {"orgies": "fading"}, {"orgies": "one-less"}),
    "caesar-cleopatra-2024": ({"opening": "veterans"}, {"starter": "caesar"}),
    "ave-caesar": (
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"uncrewed": 2, "players": 4},
        {"direction": "counter-clockwise"},
        {"track": "circus-b"},
        {"chariots": 2, "players": 3},
        {"tournament": True},
    ),
    "caesar": (
        {"modules": ("poison",)},
        {"modules": ("centurions",)},
        {"modules": ("poison", "centurions", "border-control")},
    ),
}
"""The options that change the game most, each beside what is usual."""
PACE = {"caesar-cleopatra-1997": 1e-3, "caesar-cleopatra-2024": 6e-4, "ave-caesar": 2e-3, "caesar": 4.5e-4}
"""Seconds of a game on one core for every playout a move, if all seats had as many; to play the longest games first."""
REPORT_SECONDS = 20


@dataclass
class Match:
    """Two levels that meet, or one that meets Crassus, with the games they have played."""

    game: Game
    players: list[str]
    games: int
    contest: Contest = field(init=False)
    played: list[Played] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.contest = Contest.of(self.game, entrants(self.players))

    @property
    def name(self) -> str:
        """Name the game and who meets in it."""
        return f"{label(self.game)}: {' v '.join(self.players)}"

    @property
    def seconds(self) -> float:
        """Estimate how long a game takes on one core."""
        playouts = [entrant.budget.playouts or 0 for entrant in self.contest.entrants]
        return PACE[self.game.name] * sum(playouts) / len(playouts)

    @property
    def pairings(self) -> list[Pairing]:
        """List the games: the same seeds with seats swapped."""
        return pairings(len(self.players), len(self.game.seats), self.games, 0)

    @property
    def row(self) -> str:
        """Write the line of a match, with as many games as were played."""
        score: Score = score_of(self.played, 0, 1 if len(self.players) > 1 else None)
        low, high = score.interval
        counts = f"{score.wins} : {score.losses}" + (f" ({score.shared} shared)" if score.shared else "")
        against = self.players[1] if len(self.players) > 1 else "Crassus"
        share = f"{score.share or 0:.1%} | {low:.1%} to {high:.1%}"
        names = f"{label(self.game)} | {self.players[0]} | {against}"
        return f"| {names} | {score.games} | {counts} | {score.draws} | {share} |"


def label(game: Game) -> str:
    """Name a game with the options that are not usual."""
    usual = quadriga.load(game.name).option_texts
    changed = [f"{name}={text}" for name, text in game.option_texts.items() if text != usual[name]]
    return " ".join([game.name, *changed])


def entered(game: Game, name: str) -> str:
    """Enter a level with its own playouts and no clock; one that draws its moves needs neither."""
    playouts = level(name, game).budget.playouts
    return name if playouts is None else f"{name}@{playouts}"


def ladder(game: Game) -> Iterator[Match]:
    """List the matches of each level against the one below."""
    for lower, upper in pairwise(NAMES):
        games = TOP if upper == NAMES[-1] else LOWER
        yield Match(game, [entered(game, upper), entered(game, lower)], games)


def matches(parts: list[str]) -> Iterator[Match]:
    """List the matches of the parts in the order of docs/players.md."""
    games = quadriga.games()
    for name, game in games.items():
        if name in parts:
            yield from ladder(game)
    if "options" in parts:
        for name, sets in OPTIONS.items():
            for options in sets:
                yield from ladder(quadriga.load(name, **options))
    if "crassus" in parts:
        solo = quadriga.load("caesar", solo="high")
        for name in NAMES:
            yield Match(solo, [entered(solo, name)], TOP if name == NAMES[-1] else LOWER)
    if "greedy" in parts:
        for game in games.values():
            yield Match(game, [entered(game, NAMES[-1]), "greedy"], TOP)


def compile_game(name: str) -> None:
    """Compile a game's rules, so that the players find them."""
    for _ in quadriga.load(name).compiled.warm():
        pass


def play_one(job: tuple[int, Contest, Pairing]) -> tuple[int, Played]:
    """Play one game of a match, in a worker."""
    number, contest, pairing = job
    return number, play(contest, pairing)


def play_all(found: list[Match], processes: int, write: Any) -> None:
    """Play all games of all matches, the longest first; write the line of a match when it is whole."""
    longest = sorted(range(len(found)), key=lambda number: -found[number].seconds)
    jobs = [(number, found[number].contest, pairing) for number in longest for pairing in found[number].pairings]
    begun = reported = time.perf_counter()
    with get_context("spawn").Pool(processes) as pool:
        pool.map(compile_game, sorted({match.game.name for match in found}), chunksize=1)
        say(f"compiled after {time.perf_counter() - begun:.0f} s")
        for done, (number, played) in enumerate(pool.imap_unordered(play_one, jobs), 1):
            match = found[number]
            match.played.append(played)
            if len(match.played) == match.games:
                write(match)
            if time.perf_counter() > reported + REPORT_SECONDS:
                reported = time.perf_counter()
                say(f"{done:,} of {len(jobs):,} games, {reported - begun:.0f} s")


def say(text: str) -> None:
    """Tell how far it is, beside the lines."""
    print(text, file=sys.stderr, flush=True)


def estimate(found: list[Match]) -> None:
    """Say how much work every match is."""
    for match in found:
        say(f"{match.seconds * match.games:8,.0f} s  {match.name}")
    say(f"{sum(match.seconds * match.games for match in found):8,.0f} s on one core")


def stop(*_: Any) -> None:
    """End early as Ctrl-C does: a time limit sends another signal."""
    raise KeyboardInterrupt


def main() -> None:
    """Play the matches of the parts."""
    usual = [*quadriga.games(), "crassus", "greedy"]
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("parts", nargs="*", metavar="PART", help=", ".join([*usual, "options"]))
    reader.add_argument(
        "--match", metavar="PATTERN", default="", help="only matches that fit, as --estimate names them"
    )
    reader.add_argument("--rows", type=Path, help="a file for the lines, written as matches end")
    reader.add_argument("--processes", type=int, default=default_threads(), help="games at the same time")
    reader.add_argument("--estimate", action="store_true", help="only say how long it would take")
    given = reader.parse_args()
    for part in given.parts:
        if part not in (*usual, "options"):
            reader.error(f"{part!r} is none of {', '.join([*usual, 'options'])}")
    found = [match for match in matches(given.parts or usual) if re.search(given.match, match.name)]
    if given.estimate:
        estimate(found)
        return

    def write(match: Match) -> None:
        print(match.row, flush=True)
        if given.rows:
            with given.rows.open("a", encoding="utf-8") as file:
                file.write(match.row + "\n")

    signal.signal(signal.SIGTERM, stop)
    try:
        play_all(found, given.processes, write)
    except KeyboardInterrupt:
        say("ended early; what was played of the other matches:")
        for match in found:
            if 0 < len(match.played) < match.games:
                write(match)


if __name__ == "__main__":
    main()
