"""`quadriga sim NAME --games N`: many random games on all cores, and what they tell."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

import quadriga

from .arguments import load, option, whole
from .results import add_json, console_beside, must_take_json, write_json

if TYPE_CHECKING:
    from rich.console import Console

    from quadriga.arena.sample import Sample


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("sim", help="play many random games on all cores and show what they tell")
    words.add_argument("name", metavar="NAME", help="the game; `quadriga games` lists them")
    words.add_argument("--games", type=whole(1), required=True, help="how many")
    words.add_argument(
        "--option", metavar="NAME=VALUE", type=option, action="append", default=[], help="an option of the game"
    )
    words.add_argument(
        "--seed", type=whole(0), default=0, help="the first game's seed (default: 0); the next has one more"
    )
    words.add_argument("--threads", type=whole(1), help="default: one for every core")
    add_json(words)
    words.add_argument("--greedy", action="store_true", help="choose by a simple preference instead of at random")
    words.add_argument(
        "--by", metavar="OPTION", action="append", help="compare every choice of an option; each gets its own sample"
    )
    words.add_argument("--check", action="store_true", help="check the invariants in every position")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Play many random games."""
    from quadriga.terminal.report import comparison, report
    from quadriga.terminal.simulate import numbers, simulate

    game = load(given)
    must_take_json(given.json)
    set_by_hand = {name for name, _ in given.option}
    by = given.by or [name for name in game.definition.compared if name not in set_by_hand]
    variants = {name: game.variants(name) for name in by}
    samples: dict[quadriga.Game, Sample] = {}
    for variant in (game, *(one for several in variants.values() for one in several)):
        if variant not in samples and all(sample.is_whole for sample in samples.values()):
            samples[variant] = simulate(
                variant, given.games, given.seed, given.threads, check=given.check, greedy=given.greedy
            )
    console = console_beside(given.json)
    if samples[game].sums[0]:
        console.print(report(samples[game], console))
    compared = {name: [samples[one] for one in several if one in samples] for name, several in variants.items()}
    for name, several_samples in compared.items():
        console.print(comparison(name, several_samples, console.width))
    if not given.greedy:
        console.print("All seats chose at random, which people do not: see --greedy, and `quadriga study --players`.")
    if given.json is not None:
        write_json(given.json, numbers(samples[game], compared, vars(given)))
    return sim_verdict(list(samples.values()), console if given.check else None)


def sim_verdict(samples: list[Sample], checked: Console | None = None) -> int:
    """Say whether all samples are whole and sound; return the exit code."""
    last = samples[-1]
    if last.broken is not None:
        broken = f"game {last.broken} (seed {last.seed + last.broken}) of {last.game!r}"
        print(f"quadriga: {broken} breaks an invariant or does not end", file=sys.stderr)
        return 1
    if last.interrupted:
        print(f"quadriga: interrupted after {last.sums[0]} of {last.asked} games", file=sys.stderr)
        return 130
    if checked is not None:
        games = sum(int(sample.sums[0]) for sample in samples)
        checked.print(f"Every position of {games:,} games was checked: no invariant is broken.", soft_wrap=True)
    return 0
