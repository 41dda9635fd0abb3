"""Fit how players that search judge a race of Ave Caesar, and which moves they try first.

`python -m benchmarks.fit_avecaesar [RACES]` plays races between searching and greedy drivers, with a few random moves
in most of them, and fits two things: who won, by a small neural network on what `outlook` tells of each chariot; and
which moves the searches visited, by a multinomial regression on what `preference` looks at. It prints the weights for
`games/avecaesar/weights.py` and `preference.py`. Done again with the new weights in place, the races are better ones:
those in place are of an earlier form of this program, of a second round that kept the races of the first. Needs PyTorch
(extra `train`).
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import numpy as np
import torch

import quadriga
from quadriga import State
from quadriga.games.avecaesar import outlook, preference
from quadriga.games.avecaesar.record import CARDS, CHARIOTS
from quadriga.players import Budget, decide, player
from quadriga.players.search import SearchPlayer

RACES = 2500
PLAYOUTS = (150, 300, 300)
"""Of the searching drivers; every fourth driver is greedy."""
RANDOM_MOVES, RACES_WITH = 0.04, 0.6
HIDDEN = 16
EPOCHS, BATCH, RATE, DECAY = 25, 1024, 3e-3, 1e-4
WEIGHTS = (
    "LOST", "GREAT_LOSS", "LATE_CARD", "STRAYS", "HAILS_FIRST", "HAILS_SECOND", "PASSES_FIRST", "PASSES_SECOND",
    "OVERTAKEN", "CLOSE_UP", "IN_THEIR_WAY", "CHASER_CARD", "LEADER_CARD", "LEADING", "ON_NECK", "CORKED",
)  # fmt: skip
"""Of the preference, besides those of the cards."""
OUT = -30.0
"""The rating of a chariot that cannot win, or of a move that is not there."""

Position = list[tuple[float, ...] | None]


class Races:
    """Collect what the positions of races look like and who won them, and what the searches visited."""

    def __init__(self) -> None:
        self.positions: list[Position] = []
        self.winners: list[int] = []
        self.moves: list[list[list[float]]] = []
        self.visits: list[list[float]] = []

    def play(self, seed: int) -> None:
        """Play a race."""
        chance = Random(seed)
        state = quadriga.load("ave-caesar").new(seed)
        budgets = [chance.choice((None, *PLAYOUTS)) for _ in state.game.seats]
        drivers = [player("search" if budget else "greedy") for budget in budgets]
        random = RANDOM_MOVES if chance.random() < RACES_WITH else 0.0
        seen: list[Position] = []
        while (seat := state.to_move) is not None:
            if state.s.placed == 0:
                seen.append(chariots(state.s))
            if chance.random() < random:
                state.play(chance.choice(state.legal))
                continue
            budget = budgets[seat]
            move = decide(drivers[seat], state, Budget(playouts=budget or 1))
            driver = drivers[seat]
            if budget == PLAYOUTS[-1] and len(state.legal) > 1 and isinstance(driver, SearchPlayer):
                self.note(state, driver)
            state.play(move)
        assert state.outcome is not None
        if state.outcome.winners:
            self.positions += seen
            self.winners += [state.outcome.winners[0]] * len(seen)

    def note(self, state: State, driver: SearchPlayer) -> None:
        """Note what a search visited, unless it could finish: that is always preferred."""
        candidates = driver.mind(state.game).candidates()
        if any(candidate.move.kind == "finish" for candidate in candidates):
            return
        self.moves.append([looked_at(state.s, candidate.move.id) for candidate in candidates])
        self.visits.append([candidate.share for candidate in candidates])


def chariots(s: Any) -> Position:
    """Describe the chariots of a position that race for a place."""
    rivals = outlook.field(s)
    return [outlook.outlook(s, c, rivals) if outlook.can_win(s, c) else None for c in range(CHARIOTS)]


def looked_at(s: Any, action: int) -> list[float]:
    """List what the preference looks at in a move: its rating is a sum, so each part with the weight 1 alone."""
    kept = {name: getattr(preference, name) for name in (*WEIGHTS, "CARD")}
    for name in WEIGHTS:
        setattr(preference, name, 0)
    found = []
    for k in range(1, CARDS):
        preference.CARD = np.eye(CARDS, dtype=int)[k]
        found.append(float(preference.prefer(s, action)))
    preference.CARD = np.zeros(CARDS, int)
    for name in WEIGHTS:
        setattr(preference, name, 1)
        found.append(float(preference.prefer(s, action)))
        setattr(preference, name, 0)
    for name, weight in kept.items():
        setattr(preference, name, weight)
    return found


class Network(torch.nn.Module):
    """Rate a chariot: a sum of what is told of it, and of a few hidden units."""

    def __init__(self, mean: torch.Tensor, spread: torch.Tensor) -> None:
        super().__init__()
        self.mean, self.spread = mean, spread
        self.direct = torch.nn.Linear(len(mean), 1)
        self.inward = torch.nn.Linear(len(mean), HIDDEN)
        self.outward = torch.nn.Linear(HIDDEN, 1)

    def forward(self, facts: torch.Tensor) -> torch.Tensor:
        """Rate chariots."""
        facts = (facts - self.mean) / self.spread
        rated: torch.Tensor = self.direct(facts) + self.outward(torch.relu(self.inward(facts)))
        return rated.squeeze(-1)

    def write(self) -> None:
        """Print the weights for facts as they are, neither centred nor scaled."""
        inward = self.inward.weight / self.spread
        bias = self.inward.bias - inward @ self.mean
        print("DIRECT", numbers(self.direct.weight[0] / self.spread))
        for row, one in zip(inward, bias, strict=True):
            print("INWARD", numbers(torch.cat([row, one[None]])))
        print("OUTWARD", numbers(self.outward.weight[0]))


def numbers(row: torch.Tensor) -> str:
    """Write weights."""
    return "[" + ", ".join(f"{weight:.4g}" for weight in row.tolist()) + "]"


def fit_promise(races: Races) -> None:
    """Fit who won; print the weights and how much is not foreseen, in nats."""
    nothing = (0.0,) * outlook.FEATURES
    described = [[one or nothing for one in position] for position in races.positions]
    facts = torch.tensor(described, dtype=torch.float32)
    racing = torch.tensor([[one is not None for one in position] for position in races.positions])
    winners = torch.tensor(races.winners)
    network = Network(facts[racing].mean(0), facts[racing].std(0) + 1e-6)
    steps = EPOCHS * (len(facts) // BATCH)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(EPOCHS):
        mixed = torch.randperm(len(facts))
        for first in range(0, len(facts) - BATCH + 1, BATCH):
            some = mixed[first : first + BATCH]
            optimizer.zero_grad()
            rated = network(facts[some]).where(racing[some], torch.tensor(OUT))
            loss = torch.nn.functional.cross_entropy(rated, winners[some])
            loss.backward()
            optimizer.step()
            schedule.step()
    print(f"winners: {len(facts):,} positions, last loss {loss.item():.3f}")
    network.write()


def fit_preference(races: Races) -> None:
    """Fit what the searches visited; print the weights in thousandths."""
    most = max(map(len, races.moves))
    facts = torch.zeros(len(races.moves), most, CARDS - 1 + len(WEIGHTS))
    visits = torch.zeros(len(races.moves), most)
    for i, (moves, shares) in enumerate(zip(races.moves, races.visits, strict=True)):
        facts[i, : len(moves)] = torch.tensor(moves)
        visits[i, : len(moves)] = torch.tensor(shares)
    there = torch.arange(most) < torch.tensor([len(moves) for moves in races.moves])[:, None]
    weights = torch.zeros(facts.shape[2], requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        rated = torch.log_softmax((facts @ weights).where(there, torch.tensor(OUT)), 1)
        missed = -(rated * visits).sum(1).mean() + 1e-4 * weights.square().sum()
        missed.backward()  # type: ignore[no-untyped-call]
        return missed

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    print(f"visits: {len(facts):,} decisions, loss {loss().item():.3f}")
    names = [f"CARD[{card}]" for card in range(1, CARDS)] + list(WEIGHTS)
    for name, weight in zip(names, weights.tolist(), strict=True):
        print(f"{name} = {round(1000 * weight)}")


def main() -> None:
    """Play and fit."""
    torch.manual_seed(0)
    races = Races()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else RACES
    for seed in range(count):
        races.play(2_000_000 + seed)
        if seed % 50 == 49:
            print(f"{seed + 1} races", file=sys.stderr, flush=True)
    fit_promise(races)
    fit_preference(races)


if __name__ == "__main__":
    main()
