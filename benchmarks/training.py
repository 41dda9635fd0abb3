"""How fast a network learns: `python -m benchmarks.training [NAME ...] --device cuda`.

Decisions a second of whole rounds, and the seconds of playing and of learning in them, after the first rounds.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

import torch

import quadriga
from quadriga import Game
from quadriga.training.counting import rows_for
from quadriga.training.learning import Learner
from quadriga.training.model import Model
from quadriga.training.settings import Settings
from quadriga.training.tables import Tables, mixture

WARM_UP = 2


def measure(game: Game, settings: Settings, device: str, rounds: int, *, compiled: bool) -> str:
    """Play and learn some rounds; tell how long they took."""
    torch.manual_seed(settings.seed)
    torch.set_float32_matmul_precision("high")
    shares = mixture(game.definition)
    encoding = rows_for(game, shares, device, settings.seldom, 0)
    tables = Tables(shares, settings.games, device, 0)
    model = Model(encoding, game.definition.rules.SLOTS, game.definition.rules.SEATS, settings).to(device)
    options = torch.from_numpy(encoding.chosen(tables.games)).to(device)[tables.sets]
    learner = Learner(model, tables, options, settings, compiled=compiled)
    begun = time.perf_counter()
    playing = learning = 0.0
    for number in range(WARM_UP + rounds):
        if number == WARM_UP:
            warm = time.perf_counter() - begun
            playing = learning = 0.0
        start = time.perf_counter()
        played = learner.play()
        wait(device)
        middle = time.perf_counter()
        learner.learn(played, 0.0)
        wait(device)
        playing += middle - start
        learning += time.perf_counter() - middle
        del played
    samples = tables.count * settings.steps * rounds
    kind = "compiled" if compiled else "as it is"
    return (
        f"| {game.name} | {kind} | {encoding.rows:,} | {tables.count} | {settings.widths} | {warm:.0f} s | "
        f"{playing / rounds:.3f} s | {learning / rounds:.3f} s | {samples / (playing + learning) / 1e6:.2f} |"
    )


def wait(device: str) -> None:
    """Wait until a GPU has done what it was given."""
    if device.startswith("cuda"):
        torch.cuda.synchronize()


def main() -> None:
    """Measure the games that are named, else all."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("names", nargs="*", metavar="NAME")
    reader.add_argument("--device", default="cuda")
    reader.add_argument("--games", type=int, default=Settings.games)
    reader.add_argument("--steps", type=int, default=Settings.steps)
    reader.add_argument("--minibatch", type=int, default=Settings.minibatch)
    reader.add_argument("--widths", default="256,128")
    reader.add_argument("--rounds", type=int, default=4)
    reader.add_argument("--compile", action="store_true")
    given = reader.parse_args()
    wide, narrow = map(int, given.widths.split(","))
    settings = replace(
        Settings(), games=given.games, steps=given.steps, minibatch=given.minibatch, widths=(wide, narrow)
    )
    print("| game | network | rows | games | widths | first rounds | playing | learning | million decisions a second |")
    print("|---|---|---:|---:|---|---:|---:|---:|---:|")
    for name in given.names or list(quadriga.games()):
        print(measure(quadriga.load(name), settings, given.device, given.rounds, compiled=given.compile), flush=True)


if __name__ == "__main__":
    main()
