"""How long it takes to look at a whole match: seconds of a processor, by game and by pass.

python -m benchmarks.review [--level tiro] [--matches 1]

A server's reviews have one process for themselves (docs/server.md), so somebody waits so long for the last of it on a
quiet machine. Matches are played by bots of one level against themselves; the lower, the more there is
to find.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import quadriga
from quadriga.model import State
from quadriga.players import LEVELS, decide, player
from quadriga.players.judging import steps
from quadriga.players.parallel_search import ParallelSearch
from quadriga.players.survey import Survey, look, plan_for

LONG: dict[str, list[dict[str, Any]]] = {"ave-caesar": [{}, {"tournament": True}]}
PASSES = ("first", "second", "third", "reasons", "course")


def played(name: str, options: dict[str, Any], level: str, seed: int) -> State:
    """Play a match."""
    state, who = quadriga.load(name, **options).new(seed), player(level)
    while state.to_move is not None:
        state.play(decide(who, state))
    return state


def measure(match: State) -> list[float]:
    """Look at a match; return the seconds of every pass."""
    moves, trees = steps(match), ParallelSearch(match.game)
    survey = Survey(match.game, len(moves), plan_for(match))
    spent = [0.0] * len(survey.plan)
    while (task := survey.next()) is not None:
        begun = time.process_time()
        survey.take(task, look(match, moves, task, 0, trees))
        spent[max(0, len(survey.chosen) - 1)] += time.process_time() - begun
    return spent


def main() -> None:
    """Measure a match of every game."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--level", choices=LEVELS, default="tiro")
    words.add_argument("--matches", type=int, default=1)
    given = words.parse_args()
    print(f"{'game':40} {'moves':>6} {'all':>6} " + " ".join(f"{name:>8}" for name in PASSES))
    for name in quadriga.games():
        for options in LONG.get(name, [{}]):
            for seed in range(1, given.matches + 1):
                match = played(name, options, given.level, seed)
                spent = measure(match)
                title = " ".join([name, *(f"{option}={value}" for option, value in options.items())])
                numbers = " ".join(f"{seconds:8.1f}" for seconds in spent)
                print(f"{title:40} {len(match.history):6} {sum(spent):6.1f} {numbers}", flush=True)


if __name__ == "__main__":
    main()
