"""The weights that Ave Caesar judges races by: positions of races between searches, and a small network fitted to them.

`python -m benchmarks.fit_avecaesar play FILE --races 4000` plays races with the judgement as it is, between searching
and greedy drivers, and keeps their positions; `python -m benchmarks.fit_avecaesar fit FILE...` fits the network to the
positions of one or more files and prints games/avecaesar/weights.py; `... prefer FILE...` fits which moves the searches
visited, by a multinomial regression on what `preference` looks at, and prints its numbers. Better weights drive better
races: play and fit again, in turn. Needs PyTorch (extra `train`).
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
from quadriga.games.avecaesar.players import preference
from quadriga.games.avecaesar.players.evaluation import note
from quadriga.games.avecaesar.players.features import can_win, field
from quadriga.games.avecaesar.players.nearby_features import FACTS
from quadriga.games.avecaesar.record import CARDS, CHARIOTS
from quadriga.kernel.link import Linker
from quadriga.kernel.tell import silent, tell
from quadriga.players import decide, player
from quadriga.players.levels import level
from quadriga.players.search_tree import SearchTree

PLAYOUTS = (80, 160, 320)
"""Of the searching drivers; every fifth driver is greedy."""
GREEDY = 0.2
WHIM, RACES_WITH = 0.03, 0.6
"""How often a search's move is any legal one instead, and in how many races."""
TRUST = 0.5
"""How much of a position's target is who won; the rest is what the search thought of it."""
HIDDEN = 64
EPOCHS, BATCH, RATE, DECAY = 20, 1024, 2e-3, 1e-4
HELD_BACK = 50
"""One race in this many is only used to see how good the fit is."""
MOST_MOVES = 40
"""How many moves of a decision are kept."""
OUT = -30.0
"""The rating of a chariot that cannot win, or of a move that is not there."""
PREFERENCES = (
    "LOST", "GREAT_LOSS", "LATE_CARD", "STRAYS", "HAILS_FIRST", "HAILS_SECOND", "PASSES_FIRST", "PASSES_SECOND",
    "OVERTAKEN", "CLOSE_UP", "IN_THEIR_WAY", "CHASER_CARD", "LEADER_CARD", "LEADING", "ON_NECK", "CORKED",
)  # fmt: skip
"""What the preference looks at, besides the cards."""


# --- positions


class Races:
    """Collect the positions of races, what searches thought of them, and who won."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tree = SearchTree(game, level("consul", game).settings)
        self.greedy = player("greedy")
        self.positions: list[Any] = []
        self.chances: list[tuple[float, ...]] = []
        self.winners: list[int] = []
        self.races: list[int] = []
        self.moves: list[list[int]] = []
        self.visits: list[list[int]] = []

    def play(self, seed: int) -> None:
        """Play a race until somebody has won it."""
        state, chooser = self.game.new(seed), Random(seed)
        playouts = [0 if chooser.random() < GREEDY else chooser.choice(PLAYOUTS) for _ in self.game.seats]
        whim = WHIM if chooser.random() < RACES_WITH else 0.0
        first = len(self.positions)
        while state.to_move is not None and state.s.placed == 0:
            self.positions.append(state.bits[0].copy())
            self.chances.append((np.nan,) * CHARIOTS)
            self.moves.append([])
            self.visits.append([])
            if len(state.legal) == 1:
                move = state.legal[0]
            elif not playouts[state.to_move]:
                move = decide(self.greedy, state)
            else:
                move = self.search(state, playouts[state.to_move], chooser)
                move = chooser.choice(state.legal) if chooser.random() < whim else move
            state.play(move)
        winners = [c for c in range(CHARIOTS) if state.s.place[c] == 1]
        self.winners += [winners[0] if winners else -1] * (len(self.positions) - first)
        self.races += [seed] * (len(self.positions) - first)

    def search(self, state: quadriga.State, playouts: int, chooser: Random) -> quadriga.Move:
        """Choose a move, and keep what the search found."""
        self.tree.begin(state, chooser.getrandbits(60))
        self.tree.run(playouts)
        found = self.tree.candidates()
        self.chances[-1] = self.tree.chances()
        self.moves[-1] = [candidate.move.id for candidate in found[:MOST_MOVES]]
        self.visits[-1] = [candidate.visits for candidate in found[:MOST_MOVES]]
        return found[0].move

    def save(self, file: Path) -> None:
        """Write it all."""
        moves = np.full((len(self.moves), MOST_MOVES), -1, np.int16)
        visits = np.zeros((len(self.moves), MOST_MOVES), np.int32)
        for i, found in enumerate(self.moves):
            moves[i, : len(found)] = found
            visits[i, : len(found)] = self.visits[i]
        np.savez(
            file, S=np.array(self.positions), V=np.array(self.chances, np.float32), Y=np.array(self.winners),
            G=np.array(self.races), M=moves, N=visits,
        )  # fmt: skip


def play(file: Path, count: int, first: int) -> None:
    """Play races and keep their positions."""
    races = Races(quadriga.load("ave-caesar"))
    begun = reported = time.perf_counter()
    for number in range(count):
        races.play(first + number)
        if time.perf_counter() > reported + 20:
            reported = time.perf_counter()
            print(f"{number + 1:,} races, {reported - begun:.0f} s", file=sys.stderr, flush=True)
    races.save(file)


# --- facts


def see(states: Any, facts: Any, racing: Any) -> None:
    """Write the facts of every chariot that races for a place, in every position."""
    for i in range(len(states)):
        s = states[i]
        rivals = field(s)
        for c in range(s.players * s.team):
            if can_win(s, c):
                racing[i, c] = True
                note(s, c, rivals, facts[i, c])


def load(files: list[Path]) -> tuple[Any, Any, Any, Any, Any]:
    """Read positions; return the facts, who races, what to fit, who won and the number of the race."""
    linked = Linker(numba.njit(error_model="numpy"), {tell: silent}).link(see)
    parts = []
    for file in files:
        kept = np.load(file)
        won = kept["Y"] >= 0
        states, chances, winners = kept["S"][won], kept["V"][won], kept["Y"][won]
        facts = np.zeros((len(states), CHARIOTS, FACTS), np.float32)
        racing = np.zeros((len(states), CHARIOTS), bool)
        linked(states, facts, racing)
        targets = np.eye(CHARIOTS, dtype=np.float32)[winners]
        thought = ~np.isnan(chances[:, 0])
        sums = chances[thought].sum(1, keepdims=True)
        targets[thought] = TRUST * targets[thought] + (1 - TRUST) * chances[thought] / np.maximum(sums, 1e-6)
        parts.append((facts, racing, targets, winners, kept["G"][won]))
    facts, racing, targets, winners, races = (np.concatenate(column) for column in zip(*parts, strict=True))
    return facts, racing, targets, winners, races


# --- the judgement


class Network(nn.Module):
    """Rate a chariot: a sum of what is told of it, and of some hidden units."""

    def __init__(self, mean: torch.Tensor, spread: torch.Tensor) -> None:
        super().__init__()
        self.mean, self.spread = mean, spread
        self.inward = nn.Linear(len(mean), HIDDEN)
        self.outward = nn.Linear(HIDDEN, 1)
        self.direct = nn.Linear(len(mean), 1)

    def forward(self, facts: torch.Tensor, racing: torch.Tensor) -> torch.Tensor:
        """Return the logarithm of every chariot's chance to win."""
        facts = (facts - self.mean) / self.spread
        rated = (self.direct(facts) + self.outward(torch.relu(self.inward(facts)))).squeeze(-1)
        return torch.log_softmax(rated.where(racing, torch.tensor(OUT)), 1)


def fit(files: list[Path]) -> Network:
    """Fit a network to the positions of some files; say how well it foretells the races held back."""
    torch.manual_seed(0)
    facts, racing, targets, winners, races = map(torch.from_numpy, load(files))
    test, train = torch.nonzero(races % HELD_BACK == 0)[:, 0], torch.nonzero(races % HELD_BACK)[:, 0]
    network = Network(facts[racing].mean(0), facts[racing].std(0) + 1e-6)
    steps = len(train) // BATCH
    optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, EPOCHS * steps)
    for epoch in range(EPOCHS):
        mixed = train[torch.randperm(len(train))]
        for k in range(steps):
            rows = mixed[k * BATCH : (k + 1) * BATCH]
            optimizer.zero_grad()
            error = -(network(facts[rows], racing[rows]) * targets[rows]).sum(1).mean()
            error.backward()
            optimizer.step()
            schedule.step()
        if epoch % 5 == 4:
            with torch.no_grad():
                missed = nn.functional.nll_loss(network(facts[test], racing[test]), winners[test]).item()
            text = f"epoch {epoch + 1}: {missed:.4f} nats against who won, {len(test):,} of {len(races):,} positions"
            print(text, file=sys.stderr, flush=True)
    return network


def row(numbers: list[float], end: str = "") -> str:
    """Write some weights."""
    text = ", ".join(f"{number:.4g}" for number in numbers)
    return fill(f"[{text}]{end}", 116, initial_indent="    ", subsequent_indent="     ")


def weights(network: Network) -> str:
    """Write games/avecaesar/weights.py: for facts as they are, neither centred nor scaled."""
    inward = network.inward.weight / network.spread
    bias = network.inward.bias - inward @ network.mean
    direct = network.direct.weight[0] / network.spread
    return "\n".join(
        [
            '"""The weights of the network that rates a chariot, as benchmarks/fit_avecaesar.py prints them."""',
            "",
            "from __future__ import annotations",
            "",
            "import numpy as np",
            "",
            f"HIDDEN = {HIDDEN}",
            "# fmt: off",
            f"DIRECT = np.array(\n{row(direct.tolist())}\n)",
            '"""What every fact adds by itself."""',
            f"BIAS = np.array(\n{row(bias.tolist())}\n)",
            "INWARD = np.array([\n" + "\n".join(row(fact, ",") for fact in inward.T.tolist()) + "\n])",
            '"""Fact by fact: what it adds to every hidden unit, which starts at its bias."""',
            f"OUTWARD = np.array(\n{row(network.outward.weight[0].tolist())}\n)",
            '"""What a hidden unit above zero adds."""',
        ]
    )


# --- the preference


def looked_at(s: Any, action: int) -> list[float]:
    """List what the preference looks at in a move: its rating is a sum, so each part with the weight 1 alone."""
    kept = {name: getattr(preference, name) for name in (*PREFERENCES, "CARD")}
    for name in PREFERENCES:
        setattr(preference, name, 0)
    found = []
    for k in range(1, CARDS):
        preference.CARD = np.eye(CARDS, dtype=int)[k]
        found.append(float(preference.prefer(s, action)))
    preference.CARD = np.zeros(CARDS, int)
    for name in PREFERENCES:
        setattr(preference, name, 1)
        found.append(float(preference.prefer(s, action)))
        setattr(preference, name, 0)
    for name, weight in kept.items():
        setattr(preference, name, weight)
    return found


def decisions(files: list[Path]) -> tuple[torch.Tensor, torch.Tensor]:
    """Read what the longest searches visited; leave out those that could finish, which is always preferred."""
    game = quadriga.load("ave-caesar")
    facts, shares = [], []
    for file in files:
        kept = np.load(file)
        for i in np.flatnonzero(kept["N"].sum(1) >= PLAYOUTS[-1] - 1):
            count = np.count_nonzero(kept["N"][i])
            moves = kept["M"][i, :count].tolist()
            if not any(game.moves[move].kind == "finish" for move in moves):
                s = game.record_class(kept["S"][i : i + 1])
                found = [looked_at(s, move) for move in moves]
                facts.append(found + [[0.0] * len(found[0])] * (MOST_MOVES - count))
                shares.append(kept["N"][i] / kept["N"][i].sum())
    return torch.tensor(facts), torch.tensor(np.array(shares), dtype=torch.float32)


def prefer(files: list[Path]) -> None:
    """Fit what the searches visited; print the weights in thousandths."""
    facts, shares = decisions(files)
    weights = torch.zeros(facts.shape[2], requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        rated = torch.log_softmax((facts @ weights).where(shares > 0, torch.tensor(OUT)), 1)
        missed = -(rated * shares).sum(1).mean() + 1e-4 * weights.square().sum()
        missed.backward()  # type: ignore[no-untyped-call]
        return missed

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    print(f"# {len(facts):,} decisions, loss {loss().item():.3f}")
    names = [f"CARD[{card}]" for card in range(1, CARDS)] + list(PREFERENCES)
    for name, weight in zip(names, weights.tolist(), strict=True):
        print(f"{name} = {round(1000 * weight)}")


def main() -> None:
    """Play or fit."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = reader.add_subparsers(dest="part", required=True)
    playing = parts.add_parser("play", help="play races and keep their positions")
    playing.add_argument("file", type=Path)
    playing.add_argument("--races", type=int, default=4000)
    playing.add_argument("--first", type=int, default=0, help="the seed of the first race")
    for name, about in (("fit", "fit the judgement and print it"), ("prefer", "fit the preference and print it")):
        fitting = parts.add_parser(name, help=about)
        fitting.add_argument("files", type=Path, nargs="+")
    given = reader.parse_args()
    if given.part == "play":
        play(given.file, given.races, given.first)
    elif given.part == "fit":
        print(weights(fit(given.files)))
    else:
        prefer(given.files)


if __name__ == "__main__":
    main()
