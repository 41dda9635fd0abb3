"""What storing moves costs a server's process: `python -m benchmarks.storing [--turns N]`.

So many moves of different tables come in one turn of the event loop; the next come when all are stored. Measured is the
processor time of this process, its writing thread included, for each of them, on SQLite and on a PostgreSQL of its own.
On a machine that others keep busy the least and the quartile of many turns say more than their mean.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from quadriga.server.storage import Append, Storage, TableRow
from tests.server.services import Postgres

TABLES = 60
TOGETHER = (2, 8, 30)
"""This many moves come in one turn."""
FIRST = 10
"""This many turns are not counted."""
MOVE = {"kind": "move", "at": 1.5, "seat": 0, "action": 17, "id": "0123456789ab.c-123"}


async def measure(url: str, turns: int) -> dict[int, list[float]]:
    """Store moves; return the microseconds that one took, turn by turn, sorted, by how many came together."""
    storage = Storage(url)
    await storage.open()
    versions = dict.fromkeys((f"table-{number}" for number in range(TABLES)), 0)
    for id in versions:
        await storage.create(TableRow(id, 1.0, 1.0, {}, "0", "live", 0, False, "game", {}), [])
    found: dict[int, list[float]] = {}
    order = list(versions)
    for together in TOGETHER:
        taken = []
        for _ in range(turns + FIRST):
            coming, order = order[:together], order[together:] + order[:together]
            begun = time.process_time()
            stored = []
            for id in coming:
                version = versions[id] = versions[id] + 1
                stored.append(
                    storage.append(Append(id, version - 1, 1.5, [MOVE], version, "live", None, 1.0, quiet=True))
                )
            await asyncio.gather(*stored)
            taken.append(1e6 * (time.process_time() - begun) / together)
        found[together] = sorted(taken[FIRST:])
    await storage.close()
    return found


def row(name: str, found: dict[int, list[float]]) -> str:
    """Write what was found as a row of a table."""
    return (
        " | ".join([f"| {name}", *(f"{taken[0]:.0f} | {taken[len(taken) // 4]:.0f}" for taken in found.values())])
        + " |"
    )


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(prog="python -m benchmarks.storing", description="Store moves.")
    reader.add_argument("--turns", type=int, default=150)
    turns = reader.parse_args().turns
    print("| µs of CPU a move |" + "".join(f" {many} a turn: least | quartile |" for many in TOGETHER))
    print("|---|" + "---:|---:|" * len(TOGETHER))
    with tempfile.TemporaryDirectory() as folder:
        print(row("SQLite", asyncio.run(measure(f"sqlite:///{Path(folder) / 'tables.sqlite3'}", turns))), flush=True)
    postgres = Postgres(durable=True)
    try:
        postgres.start()
        with postgres.database() as url:
            print(row("PostgreSQL", asyncio.run(measure(url, turns))))
    finally:
        postgres.discard()


if __name__ == "__main__":
    main()
