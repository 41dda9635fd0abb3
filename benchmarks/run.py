"""Run all measurements and write benchmarks/results.md: `make bench`."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import numba

import quadriga
from quadriga.kernel.batch import default_threads

from . import environments, page, playouts, search, server_load, soundness, startup, thinking

RESULTS = Path(__file__).with_name("results.md")


def processor() -> str:
    """Name the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def main() -> None:
    """Measure, print and write."""
    for game in quadriga.games().values():
        list(game.compiled.warm())
    series = playouts.measure()
    text = f"""# Measured

Written by `make bench` on {datetime.now(UTC):%Y-%m-%d}: Quadriga {quadriga.__version__}, Python
{platform.python_version()}, numba {numba.__version__}, OpenSpiel {version("open_spiel")} on
{processor()}, {default_threads()} cores.
Machines differ and are noisy: read the ratios, not the rates.

## Random playouts on one core

Whole games, legal actions listed and one chosen uniformly at each action; {playouts.ROUNDS} rounds of
{playouts.SECONDS:g} s each, contestants in turns. OpenSpiel plays its C++ random rollouts (`RandomRolloutEvaluator`)
from a dealt start; its actions of chance are counted as actions, ours happen inside an action and are not.

{playouts.report(series)}

## Environments on one core

{environments.ROUNDS} rounds of {environments.SECONDS:g} s each, all in turns (`python -m benchmarks.environments`).

{environments.section()}

## Search on one core and on two

Iterations of the strongest level's search from the first decision after setting up; {search.ROUNDS} rounds of
{search.SECONDS:g} s each. An iteration deals anew what the seat cannot know, walks down the tree and judges the leaf.

{search.report()}

## Soundness

{soundness.report()}

`quadriga sim NAME --games N --check [--greedy] --option ...` does the same for one set of options. A position is
checked after every action: cards conserved, limits of places and hands, votes, one chariot on a space, scores in
bounds, what is known of hidden cards true, and an end within the game's bound. Seconds are on all cores.

{server_load.section()}

{thinking.section()}

{page.section()}

## Waiting

{startup.report()}

{startup.ROUNDS} starts each, rules warm.

## On a GPU

What `python -m benchmarks.gpu` found on a host with one is in [gpu.md](gpu.md).
"""
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
