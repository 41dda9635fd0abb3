"""One round of learning from a search: the network guides it, and learns what it found and who won."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from .export import export
from .learning import improve, optimizer_of, set_rate
from .lessons import Lessons, play_lessons
from .model import Model, chances, legal_only

if TYPE_CHECKING:
    from quadriga.model import Game

    from .encoding import Encoding
    from .settings import Settings

GUIDE = "guide.npz"
"""The network that guides the search, one for every round: `guide.npz` of round 3 is `3-guide.npz`."""
TOGETHER = 8
"""A process plays this many games before it tells of them."""


@dataclass
class Taught:
    """The decisions of a round."""

    lessons: Lessons
    ended: int

    def __len__(self) -> int:
        return len(self.lessons)


def loss(
    model: Model, seen: Tensor, options: Tensor, seats: Tensor, legal: Tensor, shares: Tensor, targets: Tensor
) -> Any:
    """Tell how far ratings are from what the search tried, and what is foretold from what came; also the entropy."""
    ratings, winner = model(seen, options)
    likely = legal_only(ratings, legal).clamp(min=-100.0)
    entropy = -(likely.exp() * likely).sum(1).mean()
    error = -(targets * chances(winner, seats).clamp(min=-100.0)).sum(1).mean()
    return error - (shares * likely).sum(1).mean(), entropy, error


class SearchLearner:
    """A network with a search that it guides, in many processes: plays rounds and learns from the last ones."""

    def __init__(
        self, model: Model, encoding: Encoding, shares: list[tuple[float, Game]], settings: Settings, device: str,
        folder: Path,
    ) -> None:  # fmt: skip
        self.model, self.encoding, self.settings, self.device, self.folder = model, encoding, settings, device, folder
        self.games = [game for _, game in shares]
        whole = sum(share for share, _ in shares)
        self.counts = [max(1, round(settings.games * share / whole)) for share, _ in shares]
        self.options = torch.from_numpy(encoding.chosen(self.games)).to(device)
        self.seats = torch.tensor([len(game.seats) for game in self.games], device=device)
        self.on_gpu = device.startswith("cuda")
        self.optimizer = optimizer_of(model, settings, device)
        self.chance = np.random.default_rng(settings.seed)
        self.memory: Lessons | None = None
        self.round = 0
        self._pool: Any = None

    @property
    def sets(self) -> list[tuple[Game, int]]:
        """The sets of options, and how many games of a round have each."""
        return list(zip(self.games, self.counts, strict=True))

    def save(self) -> dict[str, Any]:
        """Keep where it stands; what is remembered is played again."""
        return {"round": self.round}

    def restore(self, kept: dict[str, Any]) -> None:
        """Go on from there."""
        self.round = kept["round"]

    def jobs(self, guide: Path) -> Iterator[Any]:
        """Share out the games of a round; each has a seed of its own."""
        width = max(2, self.games[0].definition.rules.SEATS)
        for number, (game, count) in enumerate(self.sets):
            texts = tuple(game.option_texts.items())
            first = self.settings.seed * 2**45 + number * 2**40 + self.round * count
            for start in range(0, count, TOGETHER):
                seeds = range(first + start, first + min(count, start + TOGETHER))
                yield game.name, texts, number, str(guide), self.settings.playouts, seeds, width

    def play(self) -> Taught:
        """Play a round."""
        guide = self.folder / f"{self.round}-{GUIDE}"
        game = self.games[0]
        export(guide, self.model, self.encoding, {"game": game.name, "version": game.version})
        jobs = list(self.jobs(guide))
        processes = min(os.cpu_count() or 1, len(jobs))
        if processes > 1 and self._pool is None:
            self._pool = get_context("spawn").Pool(processes)
        played = map(play_lessons, jobs) if self._pool is None else self._pool.imap(play_lessons, jobs)
        lessons = Lessons.joined(list(played))
        guide.unlink()
        self.round += 1
        return Taught(lessons, sum(self.counts))

    def learn(self, played: Taught, done: float) -> dict[str, float]:
        """Learn from what is remembered, `reuse` times as much as was played; `done` is how much is over, 0 to 1."""
        settings = self.settings
        set_rate(self.optimizer, settings, done)
        self.memory = remembered(self.memory, played.lessons, settings.memory)
        starts = np.concatenate([[0], np.cumsum(self.memory.counts)])
        size = min(settings.minibatch, len(self.memory))
        said = []
        for _ in range(max(1, round(len(played) * settings.reuse / size))):
            rows = self.chance.choice(len(self.memory), size, replace=False)
            with torch.autocast(self.device.partition(":")[0], torch.bfloat16, enabled=self.on_gpu):
                found, entropy, error = loss(self.model, *self.batch(self.memory, starts, rows))
            improve(self.model, self.optimizer, found, settings)
            said.append(torch.stack([entropy.detach(), error.detach()]))
        entropy, error = torch.stack(said).mean(0).tolist()
        return {"entropy": entropy, "error": error}

    def batch(self, memory: Lessons, starts: Any, rows: Any) -> tuple[Tensor, ...]:
        """Gather decisions for one step of learning."""

        def here(array: Any) -> Tensor:
            return torch.from_numpy(array).to(self.device)

        counts = memory.counts[rows]
        where = np.repeat(np.arange(len(rows)), counts)
        flat = np.repeat(starts[rows], counts) + np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        place = here(where), here(memory.moves[flat].astype(np.int64))
        legal = torch.zeros((len(rows), self.games[0].definition.rules.SLOTS), device=self.device)
        shares = torch.zeros_like(legal)
        legal[place] = 1.0
        shares[place] = here(memory.shares[flat])
        sets = here(memory.options[rows])
        return (
            here(memory.seen[rows]), self.options[sets], self.seats[sets], legal, shares, here(memory.targets[rows])
        )  # fmt: skip

    def close(self) -> None:
        """Let go of the processes."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()


def remembered(before: Lessons | None, new: Lessons, most: int) -> Lessons:
    """Put new lessons behind those remembered, and forget the oldest if there are more than `most`."""
    joined = new if before is None else Lessons.joined([before, new])
    forgotten = len(joined) - most
    if forgotten <= 0:
        return joined
    moves = int(joined.counts[:forgotten].sum())
    return Lessons(
        joined.seen[forgotten:], joined.options[forgotten:], joined.counts[forgotten:], joined.moves[moves:],
        joined.shares[moves:], joined.targets[forgotten:],
    )  # fmt: skip
