"""Write what the load showed as Markdown: medians over the rounds, with their range."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import median
from textwrap import fill
from typing import TYPE_CHECKING

from .players import PEERS, WARM_MOVES, Result

if TYPE_CHECKING:
    from benchmarks.server_load import Plan, Results, Step


def spread(values: Iterable[float], form: str = ",.0f") -> str:
    """Write a median and a range as two cells."""
    listed = list(values)
    return f"{median(listed):{form}} | {min(listed):{form}} to {max(listed):{form}}"


def middle(results: list[Result], what: Callable[[Result], float], form: str = ",.0f") -> str:
    """Write a median."""
    return f"{median(map(what, results)):{form}}"


def percentile(name: str) -> Callable[[Result], float]:
    """Read a percentile of a result."""
    return lambda result: result.latencies[name]


def latency_cells(results: list[Result]) -> str:
    """Write the latencies, p99 with its range."""
    p50, p90 = (middle(results, percentile(name), ",.1f") for name in ("p50", "p90"))
    longest = f"{max(result.latencies['max'] for result in results):,.0f}"
    return f"{p50} | {p90} | {spread(map(percentile('p99'), results), ',.1f')} | {longest}"


LATENCY_HEAD = "p50, ms | p90 | p99: median | range | longest |"
LATENCY_RULE = "---:|---:|---:|---:|---:|"


def full_table(found: list[tuple[Step, list[Result]]]) -> str:
    """Write the table of matches at full speed."""
    lines = [
        f"| server | tables | moves a second | moves a CPU second: median | range | {LATENCY_HEAD}",
        f"|---|---:|---:|---:|---:|{LATENCY_RULE}",
    ]
    for step, results in found:
        rate, rate_a_core = middle(results, lambda r: r.rate), spread(r.rate_a_core for r in results)
        lines.append(
            f"| {PEERS[step.peer].title} | {step.tables:,} | {rate} | {rate_a_core} | {latency_cells(results)} |"
        )
    return "\n".join(lines)


def paced_table(found: list[tuple[Step, list[Result]]]) -> str:
    """Write the table of matches at people's pace."""
    lines = [
        f"| server | tables | bots thinking | moves a second | server's core | KB a table | {LATENCY_HEAD}",
        f"|---|---:|---:|---:|---:|---:|{LATENCY_RULE}",
    ]
    for step, results in found:
        used = middle(results, lambda r: r.server_cpu / r.seconds, ".0%")
        memory = middle(results, lambda r: r.memory_a_table / 1000)
        cells = f"{step.tables:,} | {step.bots} | {middle(results, lambda r: r.rate)} | {used} | {memory}"
        lines.append(f"| {PEERS[step.peer].title} | {cells} | {latency_cells(results)} |")
    return "\n".join(lines)


def ratio_table(results: Results) -> str:
    """Compare the two servers round by round."""
    lines = []
    for step, ours in results.items():
        for peer in ("boardgameio", "boardgameio-files"):
            theirs = next(
                (r for s, r in results.items() if (s.mode, s.tables, s.peer) == (step.mode, step.tables, peer)), None
            )
            if step.peer != "quadriga" or theirs is None:
                continue
            pace = "at full speed" if step.mode == "full" else "at people's pace"
            rates = [a.rate_a_core / b.rate_a_core for a, b in zip(ours, theirs, strict=True)]
            waits = [a.latencies["p99"] / b.latencies["p99"] for a, b in zip(ours, theirs, strict=True)]
            cells = f"{spread(rates, '.2f')} | {spread(waits, '.2f')}"
            lines.append(f"| {step.tables:,} {pace}, {PEERS[peer].title} | {cells} |")
    if not lines:
        return ""
    head = "| Quadriga : other, round by round | moves a CPU second: median | range | p99: median | range |"
    return "\n".join([head, "|---|---:|---:|---:|---:|", *lines])


def sums(results: Results) -> str:
    """Say how much was played and what went wrong."""
    lines = []
    for peer in dict.fromkeys(step.peer for step in results):
        runs = [result for step, found in results.items() if step.peer == peer for result in found]
        wrong: dict[str, int] = {}
        for run in runs:
            for what, count in run.wrong.items():
                wrong[what] = wrong.get(what, 0) + count
        errors = ", ".join(f"{what} {count:,}" for what, count in sorted(wrong.items())) or "none"
        ends = [run for run in runs if run.finished]
        length = sum(run.moves_a_game * run.finished for run in ends) / max(1, sum(run.finished for run in ends))
        lines.append(
            f"- {PEERS[peer].version()}: {sum(run.moves_sent for run in runs):,} moves sent and stored,"
            f" {sum(run.finished for run in runs):,} matches to the end ({length:.0f} moves each),"
            f" {median(run.bytes_a_move for run in runs) / 2:,.0f} bytes a move and seat; errors: {errors}."
        )
    return "\n".join(lines)


def prose(*sentences: str) -> str:
    """Write sentences as a paragraph."""
    return fill(" ".join(sentences), 120, break_long_words=False, break_on_hyphens=False)


def write(plan: Plan, results: Results, starts: dict[str, list[float]]) -> str:
    """Write the whole section."""
    found = {mode: [(step, runs) for step, runs in results.items() if step.mode == mode] for mode in plan.modes}
    parts = [
        "## The table server under load",
        prose(
            f"`{plan.command}`: two scripted players a table, whole matches over WebSockets; rounds: {plan.rounds},",
            "the servers in turns and fresh each time, the server on one core and the players on the other.",
            "A move's time is from sending it to the opponent's socket having the message that shows it.",
            "A CPU second is user and system time of the server and all its children.",
            f"Before each measurement come at least {WARM_MOVES:,} moves at full speed that do not count.",
            "Quadriga's limits on how often one may ask are off, as all players come from one address, and so is the",
            "analysis of matches that have ended.",
            "No move was lost or doubled: the run ends with an error if one is.",
        ),
    ]
    if results:
        parts.append(sums(results))
    if found.get("full"):
        parts += [
            prose(f"At full speed: everybody answers at once, for {plan.full_seconds:g} s."),
            full_table(found["full"]),
        ]
    if found.get("paced"):
        parts += [
            prose(
                f"At people's pace: a move about every {plan.think:g} s at every table, for {plan.paced_seconds:g} s.",
                "Memory is that of the server at the end less that with one table, divided by the other tables.",
            ),
            paced_table(found["paced"]),
        ]
    if ratios := ratio_table(results):
        parts.append(ratios)
    if found.get("bots"):
        parts += [
            prose(
                "Bots of the strongest level think at tables beside, each against a player who answers at once;",
                "nobody is pinned to a core, and the times are those of the people's tables.",
            ),
            paced_table(found["bots"]),
        ]
    if starts:
        lines = ["| from the start to the first answer | starts | median, s | range, s |", "|---|---:|---:|---:|"]
        lines += [f"| {PEERS[peer].title} | {len(t)} | {spread(t, '.2f')} |" for peer, t in starts.items()]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"
