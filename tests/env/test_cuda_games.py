"""The vector environment on a GPU. Without one its logic is held against the CPU's, with a stand-in for the batch there."""

from __future__ import annotations

import copy
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from quadriga import IllegalMove, OptionError, QuadrigaError
from quadriga.env.vector import SeatVectorEnv
from quadriga.kernel.gpu.arrays import TorchArrays

from ..kernel.test_gpu import with_gpu

pytestmark = pytest.mark.long
torch = import_module("torch")


class CpuArrays(TorchArrays):
    """PyTorch's tensors, not on a GPU."""

    def __init__(self) -> None:
        self._torch, self._device = torch, torch.device("cpu")


class StandIn:
    """What CudaGames uses of a CudaBatch, by the compiled rules of the CPU, with tensors for arrays."""

    def __init__(self, game: Any, count: int) -> None:
        self.game, self.inner, self._arrays = game, game.batch(count), CpuArrays()
        self.states = torch.from_numpy(self.inner.states.view(np.uint8).reshape(count, -1))
        self.seeds = torch.from_numpy(self.inner.seeds)
        self.to_move = torch.zeros(count, dtype=torch.int8)
        self.legal = torch.zeros((count, game.num_actions), dtype=torch.uint8)
        self.rewards = torch.zeros((count, len(game.seats)))
        self._own = {"finished": torch.zeros(1 + count, dtype=torch.int32)}
        self._show()

    def __len__(self) -> int:
        return len(self.inner)

    def _show(self) -> None:
        self.to_move[:] = torch.from_numpy(self.inner.to_move.copy())
        self.legal[:] = torch.from_numpy(self.inner.legal)

    def observe(self) -> Any:
        return torch.from_numpy(self.inner.observe())

    def step(self, actions: Any, *, check: bool) -> None:
        """Play legal actions; a game whose action is not legal stays as it is."""
        assert not check
        chosen = actions.numpy()
        legal = self.inner.legal[np.arange(len(self)), np.clip(chosen, 0, self.game.num_actions - 1)] * (chosen >= 0)
        before = self.inner.states.copy()
        first = np.where(legal > 0, chosen, self.inner.legal.argmax(axis=1))
        self.inner.step(first)
        self.inner.states[legal == 0] = before[legal == 0]
        self.rewards[:] = torch.from_numpy(np.where((legal > 0)[:, None], self.inner.rewards, 0))
        self._show()

    def _launch(self, name: str, *, flags: int, step: int) -> None:
        assert name == "begin"
        rows = self._own["finished"][1 : 1 + int(self._own["finished"][0])].numpy().astype(np.intp)
        self.inner.seeds[rows] += step - len(self)
        self.inner._begin_anew(rows)
        self._show()

    def state(self, row: int) -> Any:
        return self.inner.state(row)


def last_legal(observations: Any, masks: Any) -> Any:
    """Choose the last legal action, whatever the arrays are."""
    mask = masks.cpu().numpy() if hasattr(masks, "cpu") else np.asarray(masks)
    return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


def played(mode: str, **options: Any) -> list[Any]:
    """Play a while; an action is illegal in two games."""
    envs = SeatVectorEnv("caesar", 40, opponent=last_legal, seat="spread", autoreset_mode=mode, **options)
    seen, _ = envs.reset(seed=11)
    found = []
    for step in range(50):
        mask = envs._host(seen["action_mask"])
        actions = mask.argmax(axis=1)
        if step == 7:
            actions[5], actions[6] = int(mask[5].argmin()), -3
        seen, rewards, over, _, _ = envs.step(actions)
        over = envs._host(over)
        shown = envs._host(seen["observation"]).copy()
        if mode == "NextStep":
            shown[over] = 0  # on a GPU a finished game is seen as zeros
        found += [envs._host(seen["action_mask"]).copy(), shown, envs._host(rewards), over]
    assert sum(over.sum() for over in found[3::4]) > 40
    return found


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_the_logic_for_a_gpu_plays_the_games_of_the_cpu(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from quadriga.model import Game

    expected = played(mode)
    real = Game.batch

    def batch(game: Any, count: int, device: str = "cpu", threads: int | None = None, *, arrays: Any = None) -> Any:
        return StandIn(game, count) if device == "cuda" else real(game, count, device, threads)

    monkeypatch.setattr(Game, "batch", batch)
    for one, other in zip(played(mode, device="cuda"), expected, strict=True):
        assert (np.asarray(one) == other).all()


def test_chance_plays_the_other_seats_and_masks_are_never_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    from quadriga.model import Game

    real = Game.batch
    monkeypatch.setattr(Game, "batch", lambda game, count, device="cpu", threads=None, *, arrays=None: (
        StandIn(game, count) if device == "cuda" else real(game, count, device, threads)))  # fmt: skip
    envs = SeatVectorEnv("caesar", 20, device="cuda", seat=1, autoreset_mode="Disabled")
    seen, _ = envs.reset(seed=3)
    for _ in range(40):
        assert (seen["action_mask"].sum(1) > 0).all()
        seen, _, over, cut, _ = envs.step(seen["action_mask"].argmax(1))
        assert not cut.any()
        if over.any():
            seen, _ = envs.reset(options={"reset_mask": over.numpy()})
        assert (envs.games.batch.to_move == 1).all()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_games_are_truncated_and_lists_taken_there_too(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from quadriga.model import Game

    real = Game.batch
    monkeypatch.setattr(Game, "batch", lambda game, count, device="cpu", threads=None, *, arrays=None: (
        StandIn(game, count) if device == "cuda" else real(game, count, device, threads)))  # fmt: skip
    envs = SeatVectorEnv("caesar", 4, device="cuda", autoreset_mode=mode, max_episode_steps=2)
    seen, _ = envs.reset(seed=3)
    for step in (1, 2, 3, 4):
        seen, _, over, cut, _ = envs.step(seen["action_mask"].argmax(1).tolist())
        assert not over.any() and bool(cut.all()) == bool(cut.any()) == (step == 2 or (mode, step) == ("SameStep", 4))
    assert envs.games.batch.seeds.tolist() == [seed + 4 * (1 + (mode == "SameStep")) for seed in (3, 4, 5, 6)]
    with pytest.raises(IllegalMove, match="step takes 4 ints"):
        envs.step([0, 1])
    with pytest.raises(QuadrigaError, match="neither copied nor pickled"):
        copy.deepcopy(envs)
    for options in ({"reward": "points"}, {"observation": "full"}):
        with pytest.raises(OptionError, match="is for the CPU"):
            SeatVectorEnv("caesar", 4, device="cuda", **options)  # type: ignore[arg-type]


@with_gpu
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("library", ["torch", "cupy"])
def test_a_gpu_plays_the_games_of_the_cpu(mode: str, library: str) -> None:
    pytest.importorskip(library)
    for one, other in zip(played(mode, device="cuda", arrays=library), played(mode), strict=True):
        assert (np.asarray(one) == other).all()
