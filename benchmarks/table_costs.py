"""What single requests about a long table cost, in CPU time: `python -m benchmarks.table_costs [--game NAME]`.

A table is made at which somebody plays alone and takes moves back again and again. Then every kind of question about it
is asked of the code that the server runs, and beside it the same is answered as it was before there were snapshots: by
folding the whole log. CPU seconds of this process are counted, the least of several tries, so that a busy machine
hardly changes them.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import NamedTuple

import quadriga
from quadriga.kernel.compiled_actions import CompiledActions
from quadriga.table import commands
from quadriga.table.show import entries_json, history_json
from quadriga.table.snapshots import at
from quadriga.table.table import LIVE, Table
from quadriga.table.terms import Terms, load, use_compiled
from quadriga.table.undo import revealed_since

SECRET = 20
TRIES = 7


class Cost(NamedTuple):
    """What a question costs, in milliseconds of CPU: from snapshots, and by folding everything."""

    what: str
    now: float
    folding: float | None


def cpu(work: Callable[[], object], tries: int = TRIES) -> float:
    """Return the least CPU time of several tries, in milliseconds."""
    found = []
    for _ in range(tries):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return 1000 * min(found)


def fold_all(table: Table) -> Table:
    """Fold a log as it was before: every undo plays the match again, and everything that happened is told."""
    told = Table(table.terms, table.secret)
    for entry in table.log:
        told.positions.clear()
        told.add(entry)
    return told


def long_table(game: str, moves: int, undos: int) -> Table:
    """Make a table at which many moves were taken back."""
    chooser = random.Random(game)
    for secret in range(SECRET, SECRET + 100):
        terms = Terms(game, {}, (None,) * len(load(game, ()).seats))
        table = Table(terms, secret)
        held = frozenset(range(len(table.game.seats)))
        for seat in held:
            commands.sit(table, seat, "Livia", 1000.0, by="livia")
        while table.status == LIVE and len(table.movers) < moves:
            step(table, chooser)
        for _ in range(undos):
            if table.status != LIVE:
                break
            step(table, chooser)
            if table.status == LIVE:
                commands.undo(table, table.movers[-1], held, True, 1000.0)
        if table.status == LIVE:
            return table
    raise SystemExit(f"{game} does not last {moves} moves")


def step(table: Table, chooser: random.Random) -> None:
    """Make a random move."""
    seat = table.awaited[0]
    position = table.choice(seat)
    assert position is not None
    commands.move(table, seat, chooser.choice(position.actions), table.version, 1000.0)


def costs(table: Table) -> list[Cost]:
    """Measure every kind of question."""
    last, middle = table.version - 4, table.version // 2
    folding = cpu(lambda: fold_all(table), 3)
    keep = len(table.movers) - 1

    def judged() -> object:
        table.revealing.clear()
        return revealed_since(table, keep)

    return [
        Cost("history after the last entries", cpu(lambda: history_json(table, last, ())), folding),
        Cost("an earlier version", cpu(lambda: at(table, middle)), folding / 2),
        Cost("the whole history", cpu(lambda: history_json(table, 0, ()), 3), folding),
        Cost("the entries of a message that are at hand", cpu(lambda: entries_json(table, last, ())), None),
        Cost("what an undo would take back", cpu(judged), None),
        Cost("a cold load", cpu(lambda: Table.load(table.terms, table.secret, table.log), 3), folding),
    ]


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(prog="python -m benchmarks.table_costs", description=__doc__)
    reader.add_argument("--game", default=None, help="only this game")
    reader.add_argument("--moves", type=int, default=40, help="moves that stand")
    reader.add_argument("--undos", type=int, default=480, help="moves taken back")
    given = reader.parse_args()
    for name, game in quadriga.games().items():
        if given.game in (None, name) and game.compiled.is_warm:
            use_compiled(name, CompiledActions(game.compiled))
            try:
                table = long_table(name, given.moves, given.undos)
            except SystemExit as short:
                print(f"\n{short}")
                continue
            size = sum(map(len, table.snapshots))
            about = f"{table.version} entries, {table.taken_back} of them undos"
            print(f"\n{name}: {about}; {size / 1000:.0f} kB of snapshots")
            print("| question | now, ms | by folding everything, ms |\n|---|---|---|")
            for cost in costs(table):
                folding = "" if cost.folding is None else f"{cost.folding:.1f}"
                print(f"| {cost.what} | {cost.now:.2f} | {folding} |")


if __name__ == "__main__":
    main()
