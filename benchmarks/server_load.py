"""The table server under load, beside boardgame.io's: `python -m benchmarks.server_load [--quick] [--peer NAME] ...`.

Scripted players, two to a table, play whole matches over WebSockets on 127.0.0.1 and note for every move how long it
took from sending it to the moment when the opponent's socket had the message that shows it. The server is pinned to one
core and the players to the other, where there are two; every measurement begins with a fresh server. Both servers are
measured in turns. boardgame.io plays benchmarks/boardgameio/game.js, whose head says what is the same and what is less;
it keeps everything in memory, or, measured as well, in files; Quadriga stores every move on disk before it answers.

A run that loses or doubles a move ends with an error: every socket's versions must follow each other without a gap,
every move must be shown to the opponent once, and the server must have stored as many moves of every table as were sent
to it.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson

from tests.ports import free_port

from .load.players import PEERS, Result, Specification
from .load.processes import client_cores, cores, server_cores, serving, wait_for_rest
from .load.report import write

FATAL = ("lost", "doubled", "gap", "never shown")


@dataclass(frozen=True)
class Plan:
    """What to measure."""

    peers: tuple[str, ...] = ("quadriga", "boardgameio", "boardgameio-files")
    modes: tuple[str, ...] = ("full", "paced", "ready", "bots")
    full_tables: tuple[int, ...] = (10, 50, 200, 500, 1000)
    full_seconds: float = 8.0
    paced_tables: tuple[int, ...] = (200, 500, 1000)
    paced_seconds: float = 15.0
    think: float = 2.0
    rounds: int = 3
    starts: int = 7
    bots: int = 4
    bots_beside: int = 200
    command: str = "python -m benchmarks.server_load"


QUICK = Plan(
    full_tables=(10, 50), full_seconds=2.0, paced_tables=(50,), paced_seconds=4.0, rounds=1, starts=2, bots=1,
    bots_beside=20,
)  # fmt: skip


@dataclass(frozen=True)
class Step:
    """Name one measurement; `bots` tables of bots think beside it."""

    mode: str
    peer: str
    tables: int
    bots: int = 0

    def __str__(self) -> str:
        """Say it in words."""
        pace = "at full speed" if self.mode == "full" else "at people's pace"
        beside = f", {self.bots} bots thinking" if self.bots else ""
        return f"{PEERS[self.peer].title}, {self.tables} tables {pace}{beside}"


Results = dict[Step, list[Result]]


def say(text: str) -> None:
    """Show progress."""
    print(text, file=sys.stderr, flush=True)


def measure(step: Step, plan: Plan, seed: int) -> Result:
    """Start a fresh server, let players play at it, and stop both."""
    peer = PEERS[step.peer]
    port = free_port()
    pinned = step.mode != "bots"
    seconds = plan.full_seconds if step.mode == "full" else plan.paced_seconds
    where = server_cores() if pinned else cores()
    with serving(peer.command(port), port, peer.ready_path, where, peer.environment, peer.folder) as server:
        wait_for_rest(server.pid)
        specification = Specification(
            peer=step.peer,
            port=port,
            pid=server.pid,
            tables=step.tables,
            seconds=seconds,
            think=None if step.mode == "full" else plan.think,
            seed=seed,
            bots=step.bots,
        )
        players = client_cores() if pinned else cores()
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.load.players", orjson.dumps(asdict(specification)).decode()],
            cwd=Path(__file__).parents[1],
            capture_output=True,
            text=True,
            timeout=300 + 2 * seconds + step.tables,
            preexec_fn=lambda: os.sched_setaffinity(0, players),
        )
    if done.returncode:
        raise RuntimeError(f"{step}: the players ended with an error:\n{done.stderr[-4000:]}")
    result = Result(**orjson.loads(done.stdout.splitlines()[-1]))
    broken = {what: count for what, count in result.wrong.items() if any(word in what for word in FATAL)}
    if broken or result.moves_sent != result.moves_stored:
        sums = f"{result.moves_sent} moves sent, {result.moves_stored} stored"
        text = f"{step}: moves were lost or doubled: {broken}; {sums}; all errors: {result.wrong}"
        raise RuntimeError(f"{text}\n{done.stderr[-4000:]}")
    return result


def steps(plan: Plan) -> list[Step]:
    """List the measurements of one round, the servers in turns."""
    listed = []
    if "full" in plan.modes:
        listed += [Step("full", peer, tables) for tables in plan.full_tables for peer in plan.peers]
    if "paced" in plan.modes:
        listed += [Step("paced", peer, tables) for tables in plan.paced_tables for peer in plan.peers]
    if "bots" in plan.modes and "quadriga" in plan.peers:
        listed += [Step("bots", "quadriga", plan.bots_beside, bots) for bots in (0, plan.bots)]
    return listed


def measure_all(plan: Plan) -> Results:
    """Do every measurement once a round, and show each."""
    results: Results = {step: [] for step in steps(plan)}
    total = len(results) * plan.rounds
    for round_number in range(plan.rounds):
        for number, (step, found) in enumerate(results.items(), 1 + round_number * len(results)):
            say(f"[{number}/{total}] round {round_number + 1}: {step} ...")
            result = measure(step, plan, seed=round_number + 1)
            found.append(result)
            times = ", ".join(f"{name} {value:.1f}" for name, value in result.latencies.items())
            say(
                f"    {result.rate:,.0f} moves/s, {result.rate_a_core:,.0f} moves a CPU second, ms: {times};"
                f" players {result.client_cpu / result.seconds:.0%} of a core; errors {result.wrong or 'none'}"
            )
    return results


def measure_starts(plan: Plan) -> dict[str, list[float]]:
    """Time the servers from their start to the first answer."""
    times: dict[str, list[float]] = {}
    if "ready" in plan.modes:
        for peer_name in plan.peers * plan.starts:
            peer, port = PEERS[peer_name], free_port()
            with serving(peer.command(port), port, peer.ready_path, None, peer.environment, peer.folder) as server:
                times.setdefault(peer_name, []).append(server.ready_after)
                say(f"    {peer.title} ready after {server.ready_after:.2f} s")
    return times


def section(plan: Plan | None = None) -> str:
    """Measure and write the section for benchmarks/results.md."""
    plan = plan or Plan()
    for peer in plan.peers:
        PEERS[peer].prepare()
    starts = measure_starts(plan)
    return write(plan, measure_all(plan), starts)


def plan_from(arguments: Sequence[str] | None = None) -> Plan:
    """Read the command line."""
    reader = argparse.ArgumentParser(prog="python -m benchmarks.server_load", description="Load the table server.")
    reader.add_argument("--quick", action="store_true", help="few tables, short, one round")
    reader.add_argument("--peer", action="append", choices=sorted(PEERS), help="measure only this server (repeatable)")
    reader.add_argument("--mode", action="append", choices=Plan.modes, help="measure only this (repeatable)")
    reader.add_argument("--tables", type=int, nargs="+", help="numbers of tables")
    reader.add_argument("--seconds", type=float, help="length of every measurement")
    reader.add_argument("--rounds", type=int, help="how often each is measured")
    given = reader.parse_args(arguments)
    changes: dict[str, object] = {
        "command": " ".join(["python -m benchmarks.server_load", *(arguments or sys.argv[1:])])
    }
    if given.peer:
        changes["peers"] = tuple(dict.fromkeys(given.peer))
    if given.mode:
        changes["modes"] = tuple(dict.fromkeys(given.mode))
    if given.tables:
        changes["full_tables"] = changes["paced_tables"] = tuple(given.tables)
    if given.seconds:
        changes["full_seconds"] = changes["paced_seconds"] = given.seconds
    if given.rounds:
        changes["rounds"] = given.rounds
    values = {**asdict(QUICK if given.quick else Plan()), **changes}
    return Plan(**values)  # type: ignore[arg-type]


def main() -> None:
    """Measure and print; a request to end ends the servers too."""
    for sign in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, lambda number, frame: sys.exit(128 + number))
    print(section(plan_from()))


if __name__ == "__main__":
    main()
