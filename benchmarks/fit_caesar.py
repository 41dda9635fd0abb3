"""The weights that Caesar! judges positions by: positions of games against itself, and a small network fitted to them.

`python -m benchmarks.fit_caesar play FILE --games 4000` plays games with the judgement as it is and keeps their
positions; `python -m benchmarks.fit_caesar fit FILE...` fits the network to the positions of one or more files and
prints games/caesar/weights.py. Better weights play better games: play and fit again, in turn. Needs PyTorch.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Any

import numba
import numpy as np
import torch
from torch import nn

import quadriga
from quadriga import Game
from quadriga.games.caesar.players.features import (
    PROVINCE_FEATURES,
    WHOLE_FEATURES,
    is_open,
    province_features,
    reaches,
    whole_features,
)
from quadriga.games.caesar.players.provinces import left_after_closing, places_next
from quadriga.games.caesar.tables import PROVINCES
from quadriga.kernel.link import Linker
from quadriga.kernel.tell import silent, tell
from quadriga.players.levels import level
from quadriga.players.search_tree import SearchTree

PLAYOUTS = 250
LOOSE_PLAYOUTS = (12, 60)
"""Half the games begin with a few turns of hasty play, so that the positions differ."""
LOOSE_TURNS = (4, 20)
WHIM = 0.1
"""How often a move is any legal one."""
TRUST = 0.85
"""How much of a position's target comes from what happened after it; the rest is what the search thought of it."""
PROVINCE_UNITS, WHOLE_UNITS = 32, 40
EPOCHS, BATCH, RATE, DECAY = 30, 1024, 4e-3, 2e-5
HELD_BACK = 10
"""One game in this many is only used to see how good the fit is."""


# --- positions


def play_one(game: Game, tree: SearchTree, seed: int) -> tuple[list[Any], list[float], float]:
    """Play a game; return its positions, Caesar's chance in each as the search sees it, and whether he won."""
    state, chooser = game.new(seed), Random(seed)
    loose = chooser.randrange(*LOOSE_TURNS) if seed % 2 else 0
    hasty = chooser.randrange(3)
    positions, chances = [], []
    while state.to_move is not None:
        if len(state.legal) == 1:
            state.play(state.legal[0])
            continue
        is_loose = state.s.turns < loose
        is_whim = chooser.random() < WHIM
        if not (is_loose and is_whim):
            tree.begin(state, chooser.getrandbits(60))
            tree.run(LOOSE_PLAYOUTS[hasty not in (state.to_move, 2)] if is_loose else PLAYOUTS)
        if not is_loose:
            positions.append(state.bits[0].copy())
            chances.append(tree.chances()[0])
        state.play(chooser.choice(state.legal) if is_whim else tree.candidates()[0].move)
    return positions, chances, float(state.s.winner == 1)


def play(file: Path, games: int, first: int) -> None:
    """Play games and keep their positions."""
    game = quadriga.load("caesar")
    tree = SearchTree(game, level("consul", game).settings)
    positions: list[Any] = []
    chances: list[float] = []
    targets: list[float] = []
    numbers: list[int] = []
    begun = reported = time.perf_counter()
    for number in range(first, first + games):
        found, thought, won = play_one(game, tree, number)
        positions += found
        chances += thought
        targets += [won] * len(found)
        numbers += [number] * len(found)
        if time.perf_counter() > reported + 20:
            reported = time.perf_counter()
            print(f"{number - first + 1:,} games, {reported - begun:.0f} s", file=sys.stderr, flush=True)
    np.savez(file, S=np.array(positions), V=np.array(chances), Y=np.array(targets), G=np.array(numbers))


# --- features


def see(states: Any, provinces: Any, wholes: Any, sides: Any) -> None:
    """Write the features of every position."""
    for i in range(len(states)):
        s = states[i]
        side = places_next(s)
        sides[i] = side
        left, their_left = left_after_closing(s, side), left_after_closing(s, 1 - side)
        ours, theirs = reaches(s, side), reaches(s, 1 - side)
        whole = whole_features(s, side, left, their_left, ours, theirs)
        for k in range(len(whole)):
            wholes[i, k] = whole[k]
        for province in range(PROVINCES):
            if is_open(s, province):
                seen = province_features(s, side, province, left, their_left, ours, theirs)
                provinces[i, province, 0] = 1.0
                for k in range(len(seen)):
                    provinces[i, province, k + 1] = seen[k]


def load(files: list[Path]) -> tuple[Any, Any, Any, Any, Any]:
    """Read positions; return their features, what to fit, who won and the number of the game."""
    linked = Linker(numba.njit(error_model="numpy"), {tell: silent}).link(see)
    parts = []
    for file in files:
        kept = np.load(file)
        states, chances, won, games = kept["S"], kept["V"], kept["Y"], kept["G"]
        provinces = np.zeros((len(states), PROVINCES, 1 + PROVINCE_FEATURES), np.float32)
        wholes = np.zeros((len(states), WHOLE_FEATURES), np.float32)
        sides = np.zeros(len(states), np.int64)
        linked(states, provinces, wholes, sides)
        targets = np.empty(len(states))
        for i in reversed(range(len(states))):
            is_last = i + 1 == len(states) or games[i + 1] != games[i]
            targets[i] = (1 - TRUST) * chances[i] + TRUST * (won[i] if is_last else targets[i + 1])
        parts.append((provinces, wholes, np.abs(targets - sides), np.abs(won - sides), games))
    provinces, wholes, targets, won, games = (np.concatenate(column) for column in zip(*parts, strict=True))
    return provinces, wholes, targets, won, games


# --- the fit


class Network(nn.Module):
    """Add up what a layer thinks of every province and what another thinks of the whole."""

    def __init__(self) -> None:
        super().__init__()
        self.province = nn.Linear(PROVINCE_FEATURES, PROVINCE_UNITS)
        self.of_province = nn.Linear(PROVINCE_UNITS, 1, bias=False)
        self.whole, self.of_whole = nn.Linear(WHOLE_FEATURES, WHOLE_UNITS), nn.Linear(WHOLE_UNITS, 1)
        for layer in (self.of_province, self.of_whole):
            nn.init.normal_(layer.weight, 0, 0.1)

    def forward(self, provinces: Any, wholes: Any) -> Any:
        """Return the logarithm of the odds of the side that places next."""
        each = self.of_province(torch.relu(self.province(provinces[:, :, 1:]))).squeeze(-1)
        return (each * provinces[:, :, 0]).sum(1) + self.of_whole(torch.relu(self.whole(wholes))).squeeze(-1)


def fit(files: list[Path]) -> Network:
    """Fit a network to the positions of some files; say how well it foretells the games held back."""
    provinces, wholes, targets, won, games = load(files)
    torch.manual_seed(0)
    provinces, wholes = torch.from_numpy(provinces), torch.from_numpy(wholes)
    wanted = torch.from_numpy(targets.astype(np.float32))
    train, test = np.flatnonzero(games % HELD_BACK), np.flatnonzero(games % HELD_BACK == 0)
    network = Network()
    steps = len(train) // BATCH
    optimizer = torch.optim.Adam(network.parameters(), RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=EPOCHS * steps + 1, pct_start=0.1)
    loss = nn.BCEWithLogitsLoss()
    for epoch in range(EPOCHS):
        order = np.random.default_rng(epoch).permutation(train)
        for k in range(steps):
            rows = order[k * BATCH : (k + 1) * BATCH]
            error = loss(network(provinces[rows], wholes[rows]), wanted[rows])
            error = error + DECAY * sum((weights**2).sum() for weights in network.parameters())
            optimizer.zero_grad()
            error.backward()
            optimizer.step()
            schedule.step()
        if epoch % 5 == 4:
            with torch.no_grad():
                seen = network(provinces[test], wholes[test])
                errors = [loss(seen, torch.from_numpy(t[test].astype(np.float32))).item() for t in (targets, won)]
            text = f"epoch {epoch + 1}: {errors[0]:.4f} against the targets, {errors[1]:.4f} against who won"
            print(f"{text}, {len(test):,} of {len(games):,} positions", file=sys.stderr, flush=True)
    return network


# --- what is printed


def row(numbers: list[float]) -> str:
    """Write some weights."""
    text = ", ".join(str(round(number, 3) + 0.0) for number in numbers)
    return fill(f"[{text}]", 112, initial_indent="    ", subsequent_indent="     ")


def table(name: str, layer: nn.Linear) -> str:
    """Write a layer, unit by unit: its start, then a weight for every feature."""
    rows = torch.cat([layer.bias[:, None], layer.weight], 1).tolist()
    return f"{name} = np.array([\n" + "".join(f"{row(numbers)},\n" for numbers in rows) + "])"


def weights(network: Network) -> str:
    """Write games/caesar/weights.py."""
    return "\n".join(
        [
            '"""The weights of the network that judges positions, as benchmarks/fit_caesar.py prints them."""',
            "",
            "from __future__ import annotations",
            "",
            "import numpy as np",
            "",
            "# fmt: off",
            table("PROVINCE", network.province),
            '"""Unit by unit: where it starts, and what every feature of a province adds."""',
            f"OF_PROVINCE = np.array(\n{row(network.of_province.weight[0].tolist())}\n)",
            '"""What a unit above zero adds to the worth."""',
            table("WHOLE", network.whole),
            f"OF_WHOLE = np.array(\n{row(network.of_whole.weight[0].tolist())}\n)",
            '"""The same for the features of the whole."""',
            f"START = {round(network.of_whole.bias.item(), 3)}",
        ]
    )


def main() -> None:
    """Play or fit."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = reader.add_subparsers(dest="part", required=True)
    playing = parts.add_parser("play", help="play games and keep their positions")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=4000)
    playing.add_argument("--first", type=int, default=0, help="the seed of the first game")
    fitting = parts.add_parser("fit", help="fit the weights and print them")
    fitting.add_argument("files", type=Path, nargs="+")
    given = reader.parse_args()
    if given.part == "play":
        play(given.file, given.games, given.first)
    else:
        print(weights(fit(given.files)))


if __name__ == "__main__":
    main()
