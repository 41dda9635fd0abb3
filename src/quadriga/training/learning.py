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
    own: Tensor
    """Which decisions were the learner's."""

    @property
    def ended(self) -> int:
        """How many games ended."""
        return int(self.done.sum())

    @property
    def learnt_from(self) -> tuple[Tensor, ...]:
        """What is looked at to learn."""
        return self.seen, self.legal, self.actions, self.before, self.better, self.targets, self.own

    def __len__(self) -> int:
        return len(self.actions)


def act(model: Model, seen: Tensor, legal: Tensor, options: Tensor, seats: Tensor, draws: Tensor) -> Any:
    """Choose actions by chance, as likely as the network rates them; return them, how likely they were, and chances."""
    ratings, winner = model(seen, options)
    likely = legal_only(ratings, legal)
    actions = (likely - torch.log(-torch.log(draws.clamp(1e-9, 1 - 1e-7)))).argmax(1)
    return actions, likely.gather(1, actions[:, None]).squeeze(1), chances(winner, seats).exp()


def loss(
    model: Model, played: tuple[Tensor, ...], rows: Tensor, options: Tensor, seats: Tensor, entropy_weight: Tensor,
    clip: float, value_weight: float,
) -> Any:  # fmt: skip
    """Tell how bad the network's decisions and what it foretells are; also the entropy, and the error foretelling.

    It looks at some `rows` of what was `played`, and gathers them itself: compiled, that is part of what needs them.
    Decisions that are not its `own` only show what happens.
    """
    seen, legal, actions, before, better, targets, own = (each[rows] for each in played)
    games = rows % len(seats)
    ratings, winner = model(seen, options[games])
    likely = legal_only(ratings, legal)
    part = own / own.sum().clamp(min=1)
    ratio = torch.where(own, likely.gather(1, actions[:, None]).squeeze(1) - before, 0.0).exp()
    gain = (part * torch.min(ratio * better, ratio.clamp(1 - clip, 1 + clip) * better)).sum()
    entropy = -(part * (likely.exp() * likely.clamp(min=-100.0)).sum(1)).sum()
    foretold = chances(winner, seats[games])
    error = -(targets * foretold.clamp(min=-100.0)).sum(1).mean()
    return value_weight * error - gain - entropy_weight * entropy, entropy, error


def optimizer_of(model: Model, settings: Settings, device: str) -> torch.optim.Optimizer:
    """Make what moves the weights; on a GPU in a way that can be recorded."""
    on_gpu = device.startswith("cuda")
    rate: Any = torch.tensor(settings.rate, device=device) if on_gpu else settings.rate
    return torch.optim.AdamW(
        model.parameters(), lr=rate, weight_decay=settings.decay, eps=1e-5, fused=on_gpu, capturable=on_gpu
    )


def set_rate(optimizer: torch.optim.Optimizer, settings: Settings, done: float) -> None:
    """Lower the learning rate evenly; `done` is how much of the training is over, from 0 to 1."""
    for group in optimizer.param_groups:
        rate = settings.rate * (1 - done * (1 - settings.last))
        if isinstance(group["lr"], Tensor):
            group["lr"].fill_(rate)
        else:
            group["lr"] = rate


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
        self.optimizer = optimizer_of(model, settings, tables.device)
        self._act = torch.compile(act, dynamic=False) if compiled else act
        self._loss = torch.compile(loss, dynamic=False) if compiled else loss
        self._kind = "cuda" if tables.on_gpu else "cpu"
        self._rounds = 0
        self._graph: Any = None
        self._step_graph: Any = None
        self._entropy_weight = torch.zeros((), device=tables.device)

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
        return torch.rand(legal.shape, device=legal.device)

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
                chosen, likely, value = self.decide(self.model, seen[t], legal[t])
                values.append(value.clone())
                if t == settings.steps:
                    break
                before.append(likely.clone())
                actions.append(self.played(chosen.clone(), seen[t], legal[t], movers[t]))
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
            targets.flatten(0, 1), torch.stack(done), self.own(torch.stack(movers[:-1])).flatten(),
        )  # fmt: skip

    def decide(self, model: Model, seen: Tensor, legal: Tensor) -> Any:
        """Let a network choose; return actions, how likely they were, and chances."""
        with self._narrow():
            return self._act(model, seen, legal, self.options, self.tables.seats, self.draws(legal))

    def played(self, chosen: Tensor, seen: Tensor, legal: Tensor, movers: Tensor) -> Tensor:
        """Return what is played in every game: what the network chose, which plays all seats."""
        return chosen

    def own(self, movers: Tensor) -> Tensor:
        """Tell which of the deciding seats are the learner's: all are."""
        return torch.ones_like(movers, dtype=torch.bool)

    def learn(self, played: Round, done: float) -> dict[str, float]:
        """Learn from a round; `done` is how much of the training is over, from 0 to 1."""
        settings = self.settings
        set_rate(self.optimizer, settings, done)
        self._entropy_weight.fill_(settings.entropy * (1 - done * (1 - settings.last_entropy)))
        choices = (played.legal.sum(1, dtype=torch.int32) > 1).nonzero().squeeze(1)  # forced moves teach nothing
        compared = played.better[choices][played.own[choices]]
        mean, spread = compared.mean(), compared.std()
        played.better.sub_(mean).div_(spread + 1e-8)
        size = min(settings.minibatch, len(choices))
        said: list[Tensor] = []
        for _ in range(settings.epochs):
            order = choices[torch.randperm(len(choices), device=choices.device)]
            for rows in torch.split(order, size):
                if len(rows) == size:  # else the last are too few
                    said.append(self._learn_from(played, rows))
        entropy, error = torch.stack(said).mean(0).tolist()
        return {"entropy": entropy, "error": error}

    def _learn_from(self, played: Round, rows: Tensor) -> Tensor:
        """Make one step of learning; a GPU records it once the rounds are a record too, and repeats it."""
        if self._graph is None or len(rows) != self.settings.minibatch:
            return self._step(played, rows)
        if self._step_graph is None:
            self._rows = rows.clone()
            torch.cuda.synchronize()
            self.optimizer.zero_grad(set_to_none=True)
            self._step_graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._step_graph):
                self._said = self._step(played, self._rows)
        self._rows.copy_(rows)
        self._step_graph.replay()
        return self._said.clone()

    def _step(self, played: Round, rows: Tensor) -> Tensor:
        with self._narrow():
            found, entropy, error = self._loss(
                self.model, played.learnt_from, rows, self.options, self.tables.seats, self._entropy_weight,
                self.settings.clip, self.settings.value_weight,
            )  # fmt: skip
        improve(self.model, self.optimizer, found, self.settings)
        return torch.stack([entropy.detach(), error.detach()])
