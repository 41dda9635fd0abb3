"""Are foretold chances right? `python -m benchmarks.calibration NAME --playouts 256 --games 200 --plot FILE.svg`.

The strongest level plays itself; a few random moves come first, so that games differ. What each search foretells for
its seat is put beside who won: of the positions called 70 %, 70 % should be won. Positions of one game hang together:
so intervals come from drawing whole games again (bootstrap). If odds are too bold or too timid throughout, `slope` says
what they would have to be raised to: below 1 they are too bold.
"""

from __future__ import annotations

import argparse
import os
import random
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import quadriga
from quadriga.players import Budget, decide
from quadriga.players.dealing import chances_of
from quadriga.players.search import SearchPlayer

FIRST_SEED = 55_000
OPENING = 6
"""At most this many random moves come first."""
BINS = 10
DRAWS = 400
"""How often the games are drawn again."""
SURE = 1e-3
"""No chance counts as less, or as more than 1 less this: a single surprise must not decide the fit."""
Floats = npt.NDArray[np.float64]
Played = list[tuple[int, tuple[float, ...], tuple[float, ...]]]
"""Of every decision: the seat, every seat's foretold chance, and every seat's share of the victory."""


def play(name: str, options: dict[str, str], playouts: int, seed: int) -> Played:
    """Play a game; return what was foretold, and what came of it."""
    game = quadriga.load_texts(name, options)
    chooser, state = random.Random(seed), game.new(seed)
    players = [SearchPlayer("consul", Budget(playouts=playouts)) for _ in game.seats]
    for _ in range(chooser.randrange(OPENING + 1)):
        state.play(chooser.choice(state.legal))
    found: list[tuple[int, tuple[float, ...]]] = []
    while (seat := state.to_move) is not None:
        tree = players[seat].tree(game)
        tree.done = 0
        move = decide(players[seat], state)
        if tree.done:  # forced moves and victories that are there are not thought about
            found.append((seat, tree.chances()))
        state.play(move)
    return [(seat, chances, chances_of(state)) for seat, chances in found]


def raised(chances: Floats, slope: float) -> Floats:
    """Raise the odds of the seats to a power; a game for one is played against somebody."""
    powers = np.clip(chances, SURE, 1 - SURE) ** slope
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def loss(chances: Floats, shares: Floats, slope: float) -> float:
    """Return how far the foretold misses the outcome, in nats a position."""
    return float(-(shares * np.log(raised(chances, slope))).sum(axis=1).mean())


def best_slope(chances: Floats, shares: Floats) -> float:
    """Find the power that misses least, by ternary search: the loss has one valley."""
    low, high = 0.2, 4.0
    for _ in range(40):
        third = (high - low) / 3
        if loss(chances, shares, low + third) < loss(chances, shares, high - third):
            high -= third
        else:
            low += third
    return (low + high) / 2


def arrays(games: list[Played]) -> tuple[Floats, Floats, Floats, Floats, npt.NDArray[np.int64]]:
    """Gather all positions: the mover's chance and share, every seat's, and the game of each."""
    rows = [(number, *decision) for number, game in enumerate(games) for decision in game]
    chances, shares = np.array([row[2] for row in rows]), np.array([row[3] for row in rows])
    if chances.shape[1] == 1:
        chances, shares = np.hstack([chances, 1 - chances]), np.hstack([shares, 1 - shares])
    of = np.arange(len(rows)), np.array([row[1] for row in rows])
    return chances[of], shares[of], chances, shares, np.array([row[0] for row in rows])


def drawn_again(of: npt.NDArray[np.int64], games: int) -> list[npt.NDArray[np.int64]]:
    """Draw as many games as there are, again and again; return the rows of each draw."""
    chance = np.random.default_rng(1)
    rows = [np.flatnonzero(of == game) for game in range(games)]
    return [np.concatenate([rows[game] for game in chance.integers(games, size=games)]) for _ in range(DRAWS)]


def table(own: Floats, share: Floats, draws: list[npt.NDArray[np.int64]]) -> list[dict[str, Any]]:
    """Count by tenths: how many positions, what was foretold on average, what was won, and its 95 % interval."""
    where = np.minimum((own * BINS).astype(int), BINS - 1)
    found = []
    for part in range(BINS):
        rows = where == part
        if rows.sum() < 20:
            continue
        again = [share[rows_of][where[rows_of] == part] for rows_of in draws]
        low, high = np.percentile([one.mean() for one in again if one.size], [2.5, 97.5])
        found.append({"from": part / BINS, "to": (part + 1) / BINS, "positions": int(rows.sum()),
                      "foretold": own[rows].mean(), "won": share[rows].mean(), "low": low, "high": high})  # fmt: skip
    return found


def draw(path: Path, title: str, rows: list[dict[str, Any]]) -> None:
    """Draw the plot."""
    from quadriga.plots.paper import GRID, INK, SERIES, bare, drawing, new_figure, svg

    with drawing():
        figure = new_figure(5, 4.6)
        axes = figure.subplots()
        bare(axes)
        axes.plot([0, 1], [0, 1], color=GRID)
        x, y = [row["foretold"] for row in rows], [row["won"] for row in rows]
        spans = [[row["won"] - row["low"] for row in rows], [row["high"] - row["won"] for row in rows]]
        axes.errorbar(x, y, yerr=np.maximum(0, spans), fmt="o", color=SERIES[0], ecolor=INK, elinewidth=1, capsize=3)
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="foretold chance", ylabel="share won", title=title)
        described = "; ".join(f"foretold {row['foretold']:.0%}, won {row['won']:.0%}" for row in rows)
        path.write_text(svg(figure, title, described), encoding="utf-8")


def main() -> None:
    """Play, count, and draw."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("name", metavar="NAME")
    reader.add_argument("--playouts", type=int, default=256)
    reader.add_argument("--games", type=int, default=200)
    reader.add_argument("--option", type=lambda text: text.split("=", 1), action="append", default=[])
    reader.add_argument("--processes", type=int, default=os.cpu_count())
    reader.add_argument("--plot", type=Path)
    given = reader.parse_args()
    work = partial(play, given.name, dict(given.option), given.playouts)
    quadriga.load(given.name).compiled.think_learned  # noqa: B018  compiled once, before there are many
    with get_context("spawn").Pool(given.processes) as pool:
        games = [game for game in pool.imap(work, range(FIRST_SEED, FIRST_SEED + given.games)) if game]
    own, share, chances, shares, of = arrays(games)
    draws = drawn_again(of, len(games))
    rows = table(own, share, draws)
    label = " ".join([given.name, *(f"{name}={value}" for name, value in given.option)])
    print(f"{label}, {given.playouts} playouts a move, {len(games)} games, {len(own):,} positions")
    print("\n| called | positions | foretold | won | 95 % interval |\n|---|---:|---:|---:|---:|")
    for row in rows:
        called = f"{row['from']:.0%} to {row['to']:.0%} | {row['positions']:,} | {row['foretold']:.1%}"
        print(f"| {called} | {row['won']:.1%} | {row['low']:.1%} to {row['high']:.1%} |")
    slope = best_slope(chances, shares)
    low, high = np.percentile([best_slope(chances[one], shares[one]) for one in draws[:100]], [2.5, 97.5])
    missed = sum(row["positions"] * abs(row["foretold"] - row["won"]) for row in rows) / len(own)
    nats = [loss(chances, shares, power) for power in (1.0, slope)]
    print(f"\nslope {slope:.2f} ({low:.2f} to {high:.2f}); misses by {missed:.1%} on average")
    print(f"{nats[0]:.4f} nats a position, {nats[1]:.4f} with the slope")
    if given.plot is not None:
        draw(given.plot, f"{label}: {given.playouts} playouts a move", rows)


if __name__ == "__main__":
    main()
