"""One round: play, and learn from what came of it (PPO)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from .advantages import advantages
from .model import Model, chances, legal_only
from .settings import Settings
from .tables import Tables

if TYPE_CHECKING:
    from quadriga.model import Game


@dataclass
class Round:
    """The decisions of a round; rows are games, one step after the other."""

    seen: Tensor
    legal: Tensor
    actions: Tensor
    before: Tensor
    """The logarithm of how likely the action was."""
    better: Tensor
    targets: Tensor
    done: Tensor
    """Where a game ended."""

    @property
    def ended(self) -> int:
        """How many games ended."""
        return int(self.done.sum())

    def __len__(self) -> int:
        return len(self.actions)


def act(model: Model, seen: Tensor, legal: Tensor, options: Tensor, seats: Tensor, draws: Tensor) -> Any:
    """Choose actions by chance, as likely as the network rates them; return them, how likely they were, and chances."""
    ratings, winner = model(seen, options)
    likely = legal_only(ratings, legal)
    actions = (likely - torch.log(-torch.log(draws))).argmax(1)
    return actions, likely.gather(1, actions[:, None]).squeeze(1), chances(winner, seats).exp()


def loss(
    model: Model,
    seen: Tensor,
    legal: Tensor,
    options: Tensor,
    seats: Tensor,
    actions: Tensor,
    before: Tensor,
    better: Tensor,
    targets: Tensor,
    entropy_weight: Tensor,
    clip: float,
    value_weight: float,
) -> Any:
    """Tell how bad the network's decisions and what it foretells are; also the entropy, and the error foretelling."""
    ratings, winner = model(seen, options)
    likely = legal_only(ratings, legal)
    ratio = (likely.gather(1, actions[:, None]).squeeze(1) - before).exp()
    gain = torch.min(ratio * better, ratio.clamp(1 - clip, 1 + clip) * better).mean()
    entropy = -(likely.exp() * likely.clamp(min=-100.0)).sum(1).mean()
    foretold = chances(winner, seats)
    error = -(targets * foretold.clamp(min=-100.0)).sum(1).mean()
    return value_weight * error - gain - entropy_weight * entropy, entropy, error


def improve(model: Model, optimizer: torch.optim.Optimizer, loss: Any, settings: Settings) -> None:
    """Make one step of learning."""
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), settings.gradient)
    optimizer.step()


class Learner:
    """A network with its games: plays rounds and learns from them."""

    def __init__(self, model: Model, tables: Tables, options: Tensor, settings: Settings, *, compiled: bool) -> None:
        self.model, self.tables, self.options, self.settings = model, tables, options, settings
        self.optimizer = torch.optim.AdamW(
            model.parameters(), lr=settings.rate, weight_decay=settings.decay, eps=1e-5, fused=tables.on_gpu
        )
        self._act = torch.compile(act, dynamic=False) if compiled else act
        self._loss = torch.compile(loss, dynamic=False) if compiled else loss
        self._kind = "cuda" if tables.on_gpu else "cpu"
        self._rounds = 0
        self._graph: Any = None

    @property
    def on_gpu(self) -> bool:
        """Whether it learns on a GPU."""
        return self.tables.on_gpu

    @property
    def sets(self) -> list[tuple[Game, int]]:
        """The sets of options, and how many games have each."""
        return list(zip(self.tables.games, self.tables.counts, strict=True))

    def save(self) -> Any:
        """Keep where every game stands."""
        return self.tables.save()

    def restore(self, kept: Any) -> None:
        """Go on where the games stood."""
        self.tables.restore(kept)

    def close(self) -> None:
        """Let go of nothing: all of it is memory."""

    def _narrow(self) -> Any:
        """Compute with 16 bits on a GPU."""
        return torch.autocast(self._kind, torch.bfloat16, enabled=self.tables.on_gpu)

    def draws(self, legal: Tensor) -> Tensor:
        """Draw a number for every action."""
        return torch.rand(legal.shape, device=legal.device).clamp_(1e-9, 1 - 1e-7)

    def play(self) -> Round:
        """Play a round. A GPU records the second one and then repeats the record: to ask it step by step is slow."""
        self._rounds += 1
        if not self.on_gpu or self._rounds == 1:
            return self._play()
        if self._graph is None:
            torch.cuda.synchronize()
            self._graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph):
                self._recorded = self._play()
        self._graph.replay()
        return self._recorded

    def _play(self) -> Round:
        tables, settings = self.tables, self.settings
        seen, legal, actions, before, values, movers, shares, done = ([] for _ in range(8))
        with torch.no_grad():
            for t in range(settings.steps + 1):
                seen.append(tables.see())
                legal.append(tables.legal())
                movers.append(tables.to_move())
                with self._narrow():
                    chosen, likely, value = self._act(
                        self.model, seen[t], legal[t], self.options, tables.seats, self.draws(legal[t])
                    )
                values.append(value.clone())
                if t == settings.steps:
                    break
                actions.append(chosen.clone())
                before.append(likely.clone())
                tables.step(actions[t])
                share, ended = tables.results()
                shares.append(share)
                done.append(ended)
            better, targets = advantages(
                torch.stack(values), torch.stack(movers), torch.stack(shares), torch.stack(done), tables.seats,
                settings.horizon, settings.value_horizon,
            )  # fmt: skip
        return Round(
            torch.cat(seen[:-1]), torch.cat(legal[:-1]), torch.cat(actions), torch.cat(before), better.reshape(-1),
            targets.flatten(0, 1), torch.stack(done),
        )  # fmt: skip

    def learn(self, played: Round, done: float) -> dict[str, float]:
        """Learn from a round; `done` is how much of the training is over, from 0 to 1."""
        settings, count = self.settings, self.tables.count
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate * (1 - done * (1 - settings.last))
        entropy_weight = torch.tensor(
            settings.entropy * (1 - done * (1 - settings.last_entropy)), device=played.better.device
        )
        choices = (played.legal.sum(1, dtype=torch.int32) > 1).nonzero().squeeze(1)  # forced moves teach nothing
        mean, spread = played.better[choices].mean(), played.better[choices].std()
        size = min(settings.minibatch, len(choices))
        said: list[Tensor] = []
        for _ in range(settings.epochs):
            order = choices[torch.randperm(len(choices), device=choices.device)]
            for rows in torch.split(order, size):
                if len(rows) < size:  # the last are too few
                    break
                games = rows % count
                with self._narrow():
                    found, entropy, error = self._loss(
                        self.model, played.seen[rows], played.legal[rows], self.options[games],
                        self.tables.seats[games], played.actions[rows], played.before[rows],
                        (played.better[rows] - mean) / (spread + 1e-8), played.targets[rows], entropy_weight,
                        settings.clip, settings.value_weight,
                    )  # fmt: skip
                improve(self.model, self.optimizer, found, settings)
                said.append(torch.stack([entropy.detach(), error.detach()]))
        entropy, error = torch.stack(said).mean(0).tolist()
        return {"entropy": entropy, "error": error}
