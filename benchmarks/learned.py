"""Networks in the search, against the strongest level as it was: `python -m benchmarks.learned NAME --network FILE`.

Plays the same seeds with seats swapped; with more than two seats, every second seat each. Both think equally long, by
the clock (`--seconds`) or by playouts of their own (`--playouts`, `--their-playouts`). `--settings` are the
exploration, the temperature and the trust of the search with the network, and take turns; 0,0,1 is no search at all.
`--limit` ends it early, and the lines are of what was played by then.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

import quadriga
from quadriga.intervals import wilson
from quadriga.players import Budget, decide, player
from quadriga.players.policy import PolicyPlayer
from quadriga.players.search import SearchPlayer
from quadriga.players.settings import SearchSettings

FIRST_SEED = 77_000


@dataclass(frozen=True)
class Job:
    """One game: who plays it, with which settings, and on which seats."""

    name: str
    options: tuple[tuple[str, str], ...]
    network: str
    settings: tuple[float, ...]
    opponent: str
    seed: int
    swapped: bool
    ours: Budget
    theirs: Budget


@dataclass
class Tally:
    """What came of the games of one pair of settings, and the CPU seconds of their decisions."""

    games: int = 0
    won: float = 0.0
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    playouts: int = 0


def challenger(job: Job) -> Any:
    """Make the player with the network; exploration and temperature 0 are the network alone."""
    exploration, temperature, trust = job.settings
    if exploration == temperature == 0:
        return PolicyPlayer(job.network)
    settings = SearchSettings(exploration=exploration, temperature=temperature, network=job.network, trust=trust)
    return SearchPlayer("consul", job.ours, settings)


def play(job: Job) -> tuple[Job, float, list[int], list[float], int]:
    """Play a game; return it with our share of the victory, the decisions of both, and their CPU seconds."""
    game = quadriga.load_texts(job.name, dict(job.options))
    state = game.new(seed=job.seed)
    ours = [seat for seat in range(len(game.seats)) if (seat % 2 == 0) != job.swapped]
    players = [challenger(job) if seat in ours else player(job.opponent) for seat in range(len(game.seats))]
    decisions, seconds, playouts = [0, 0], [0.0, 0.0], 0
    while state.to_move is not None:
        seat = state.to_move
        side = 0 if seat in ours else 1
        choice = len(state.legal) > 1
        begun = time.thread_time()
        move = decide(players[seat], state, job.ours if side == 0 else job.theirs)
        if choice:
            decisions[side] += 1
            seconds[side] += time.thread_time() - begun
            tree = getattr(players[seat], "_tree", None)
            if side == 0 and tree is not None:
                playouts += tree.done
        state.play(move)
    assert state.outcome is not None
    winners = state.outcome.winners
    share = sum(winner in ours for winner in winners) / len(winners) if winners else 0.5
    return job, share, decisions, seconds, playouts


def jobs(given: argparse.Namespace) -> Iterator[Job]:
    """List the games, all settings in turns."""
    ours = Budget(given.seconds, given.playouts)
    theirs = Budget(given.seconds, given.their_playouts)
    for pair in range(given.games // 2):
        for settings in given.settings:
            for swapped in (False, True):
                yield Job(given.name, tuple(given.option), given.network, settings, given.against,
                          FIRST_SEED + pair, swapped, ours, theirs)  # fmt: skip


def three(text: str) -> tuple[float, ...]:
    """Read exploration, temperature and trust."""
    exploration, temperature, trust = map(float, text.split(","))
    return exploration, temperature, trust


def main() -> None:
    """Play, and print a line for each pair of settings."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("name", metavar="NAME")
    reader.add_argument("--network", required=True)
    reader.add_argument("--against", default="consul@2026-11")
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--seconds", type=float)
    reader.add_argument("--playouts", type=int)
    reader.add_argument("--their-playouts", type=int)
    reader.add_argument("--settings", type=three, nargs="*", default=[(1.0, 1.0, 1.0)])
    reader.add_argument("--option", type=lambda text: tuple(text.split("=", 1)), action="append", default=[])
    reader.add_argument("--processes", type=int, default=os.cpu_count())
    reader.add_argument("--limit", type=float, default=1e9, help="seconds")
    given = reader.parse_args()
    found: dict[tuple[float, ...], Tally] = {settings: Tally() for settings in given.settings}
    compiled = quadriga.load(given.name).compiled
    for driver in ("think", "think_learned", "choose_learned"):
        getattr(compiled, driver)
    ends = time.monotonic() + given.limit
    with get_context("spawn").Pool(given.processes) as pool:
        results = pool.imap_unordered(play, list(jobs(given)), chunksize=1)
        while True:
            try:
                job, share, decisions, seconds, playouts = results.next(max(0.0, ends - time.monotonic()))
            except Exception as error:
                if type(error).__name__ not in ("StopIteration", "TimeoutError"):
                    raise
                pool.terminate()
                break
            tally = found[job.settings]
            tally.games += 1
            tally.won += share
            tally.playouts += playouts
            for side in range(2):
                tally.decisions[side] += decisions[side]
                tally.seconds[side] += seconds[side]
    label = " ".join([given.name, *(f"{name}={value}" for name, value in given.option)])
    for settings, tally in found.items():
        low, high = wilson(tally.won, tally.games) if tally.games else (0.0, 1.0)
        each = [1000 * tally.seconds[side] / max(1, tally.decisions[side]) for side in range(2)]
        said = ", ".join(f"{value:g}" for value in settings)
        share = f"{tally.won / max(1, tally.games):.1%} | {low:.1%} to {high:.1%}"
        took = f"{each[0]:.1f} ms | {each[1]:.1f} ms | {tally.playouts / max(1, tally.decisions[0]):.0f}"
        print(f"| {label} | {said} | {given.against} | {tally.games} | {tally.won:g} | {share} | {took} |", flush=True)


if __name__ == "__main__":
    main()
