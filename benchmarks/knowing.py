"""How much of a game is luck: a search that sees every hand, against the greedy player.

`python -m benchmarks.knowing [NAME] [--games N] [--playouts N]` plays the search of the strongest level twice against
`greedy` on the same seeds, with seats swapped: as it is, and as no player can be, knowing all cards that are dealt.
Future draws and shuffles stay unknown to both. What the second one loses, knowledge of hands would not win.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import lru_cache
from multiprocessing import get_context
from typing import Any

import numba

import quadriga
from quadriga import Game, Move, State
from quadriga.arena.matches import Played
from quadriga.arena.pairing import Pairing, pairings
from quadriga.arena.scores import score_of
from quadriga.kernel.batch import default_threads
from quadriga.kernel.compiled import RULES, Compiled
from quadriga.players import decide, derive, player
from quadriga.players.levels import level
from quadriga.players.mind import Mind

FIRST_SEED = 10_000


@numba.njit
def leave_all(s: Any, seat: int) -> None:
    """Deal nothing anew."""


@lru_cache(maxsize=2)
def mind(name: str, knowing: bool) -> Mind:
    """Make the search of a game, once in a process."""
    game = quadriga.load(name)
    made = Mind(game, level("consul", game).manner)
    if knowing:
        rules = {rule: getattr(game.room.rules, rule) for rule in (*RULES, "NUM_ACTIONS", "SEATS", "MEASURES")}
        made.compiled = Compiled(f"{name}-knowing", rules | {"redeal": leave_all}, game.room.rules.STATE)
    return made


def search(name: str, state: State, playouts: int, knowing: bool) -> Move:
    """Choose a move; who is not knowing gets a position in which all it cannot know was dealt anew."""
    if len(state.legal) == 1:
        return state.legal[0]
    seed = derive(state.seed, "knowing", len(state.history))
    thinking = mind(name, knowing)
    thinking.begin(state if knowing else state.redeal(state.to_move, seed), seed)
    thinking.run(playouts)
    return next(candidate.move for candidate in thinking.candidates() if candidate.move in state.legal)


def play(job: tuple[str, Pairing, int, bool]) -> Played:
    """Play a game of a search (0) against the greedy player (1)."""
    name, pairing, playouts, knowing = job
    begun, state, greedy = time.perf_counter(), game_of(name).new(pairing.seed), player("greedy")
    while (seat := state.to_move) is not None:
        searching = pairing.seats[seat] == 0
        state.play(search(name, state, playouts, knowing) if searching else decide(greedy, state))
    outcome = state.outcome
    assert outcome is not None
    seconds = time.perf_counter() - begun
    return Played(pairing, outcome.winners, tuple(map(int, outcome.scores)), len(state.history), seconds)


@lru_cache(maxsize=1)
def game_of(name: str) -> Game:
    """Load a game, once in a process."""
    return quadriga.load(name)


def main() -> None:
    """Play both matches and print their lines."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("name", nargs="?", default="ave-caesar", choices=list(quadriga.games()))
    reader.add_argument("--games", type=int, default=400)
    reader.add_argument("--playouts", type=int, default=300)
    reader.add_argument("--processes", type=int, default=default_threads(), help="games at the same time")
    given = reader.parse_args()
    found = pairings(2, len(game_of(given.name).seats), given.games, FIRST_SEED)
    with get_context("spawn").Pool(given.processes) as pool:
        for knowing in (False, True):
            played = []
            jobs = [(given.name, pairing, given.playouts, knowing) for pairing in found]
            for done in pool.imap_unordered(play, jobs):
                played.append(done)
                print(f"\r{len(played)} of {len(jobs)} games", end="", file=sys.stderr, flush=True)
            score = score_of(played, 0, 1)
            low, high = score.interval
            how = "that sees every hand" if knowing else "as it is"
            share = f"{score.share or 0:.1%} ({low:.1%} to {high:.1%}) of {score.games} games"
            print(f"\rsearch@{given.playouts} {how}: {score.wins} : {score.losses}, {score.draws} drawn, {share}")


if __name__ == "__main__":
    main()
