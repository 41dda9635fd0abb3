"""How much of a game is luck: a search that sees every hand, against a player who does not.

`python -m benchmarks.knowing [NAME] [--games N] [--playouts N] [--against PLAYER]` plays the search of `consul@2026-11`
twice against another (`greedy`, if none is named) on the same seeds, with seats swapped: as it is, and as no player can
be, knowing all cards that are dealt. Future draws and shuffles stay unknown to both. What the second one loses,
knowledge of hands would not win.
"""

from __future__ import annotations

import argparse
import sys
import time
from copy import copy
from functools import lru_cache
from multiprocessing import get_context
from typing import Any

import numba

import quadriga
from quadriga import Game, Move, State
from quadriga.arena.entrants import entrants
from quadriga.arena.matches import Contest, Played, load, play
from quadriga.arena.pairing import Pairing, pairings
from quadriga.arena.scores import score_of
from quadriga.kernel.batch import default_threads
from quadriga.kernel.compiled import Compiled
from quadriga.players import decide, derive
from quadriga.players.levels import level
from quadriga.players.search_tree import SearchTree

FIRST_SEED = 10_000


@numba.njit
def leave_all(s: Any, seat: int) -> None:
    """Deal nothing anew."""


@lru_cache(maxsize=1)
def knowing(game: Game) -> SearchTree:
    """Make the search that sees every hand, once in a process."""
    tree = SearchTree(game, level("consul@2026-11", game).settings)
    rules = copy(game.definition.rules)
    rules.redeal = leave_all
    tree.compiled = Compiled(f"{game.name}-knowing", rules)
    return tree


def see_and_search(state: State, playouts: int) -> Move:
    """Choose a move knowing all cards that are dealt."""
    if len(state.legal) == 1:
        return state.legal[0]
    tree = knowing(state.game)
    tree.begin(state, derive(state.seed, "knowing", len(state.history)))
    tree.run(playouts)
    return tree.candidates()[0].move


def play_knowing(contest: Contest, pairing: Pairing) -> Played:
    """Play a game as `play` does, but let the first player see every hand."""
    begun, state = time.perf_counter(), load(contest.name, contest.options).new(pairing.seed)
    playouts, other = contest.entrants[0].budget.playouts, contest.entrants[1].sit_down()
    assert playouts is not None
    while (seat := state.to_move) is not None:
        state.play(
            see_and_search(state, playouts)
            if pairing.seats[seat] == 0
            else decide(other, state, contest.entrants[1].budget)
        )
    outcome = state.outcome
    assert outcome is not None
    seconds = time.perf_counter() - begun
    return Played(pairing, outcome.winners, tuple(map(int, outcome.scores)), len(state.history), seconds)


def play_one(job: tuple[bool, Contest, Pairing]) -> Played:
    """Play one game, in a worker."""
    sees, contest, pairing = job
    return (play_knowing if sees else play)(contest, pairing)


def main() -> None:
    """Play both matches and print their lines."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("name", nargs="?", default="ave-caesar", choices=list(quadriga.games()))
    reader.add_argument("--games", type=int, default=400)
    reader.add_argument("--playouts", type=int, default=300)
    reader.add_argument(
        "--against", default="greedy", metavar="PLAYER", help="as in the arena, such as greedy or consul@300"
    )
    reader.add_argument("--processes", type=int, default=default_threads(), help="games at the same time")
    given = reader.parse_args()
    game = quadriga.load(given.name)
    contest = Contest.of(game, entrants([f"consul@2026-11@{given.playouts}", given.against]))
    found = pairings(2, len(game.seats), given.games, FIRST_SEED)
    with get_context("spawn").Pool(given.processes) as pool:
        for sees in (False, True):
            played = []
            jobs = [(sees, contest, pairing) for pairing in found]
            for done in pool.imap_unordered(play_one, jobs):
                played.append(done)
                print(f"\r{len(played)} of {len(jobs)} games", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
            score = score_of(played, 0, 1)
            low, high = score.interval
            how = f"{'seeing every hand' if sees else 'as it is'} against {given.against}"
            share = f"{score.share or 0:.1%} ({low:.1%} to {high:.1%}) of {score.games} games"
            print(f"{contest.entrants[0].label} {how}: {score.wins} : {score.losses}, {score.draws} drawn, {share}")


if __name__ == "__main__":
    main()
