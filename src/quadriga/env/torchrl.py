"""Many games at once, one seat of each, as an environment of TorchRL with its specs.

env = QuadrigaEnv("caesar", num_envs=1024, opponent="random")
env.rollout(100, policy)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quadriga.errors import OptionError
from quadriga.extras import need

from .vector import SeatVectorEnv

torch = need("torch", "train")
data = need("torchrl.data", "train")
EnvBase: Any = need("torchrl.envs", "train").EnvBase
TensorDict = need("tensordict", "train").TensorDict


class QuadrigaEnv(EnvBase):
    """One seat of each of many games; options are those of `SeatVectorEnv`."""

    def __init__(self, name: str, num_envs: int = 1, **options: Any) -> None:
        for mine, why in (("autoreset_mode", "TorchRL begins games again itself"), ("device", "it plays on the CPU")):
            if mine in options:
                raise OptionError(f"QuadrigaEnv takes no {mine}: {why}")
        self.vector = SeatVectorEnv(name, num_envs, autoreset_mode="Disabled", **options)
        super().__init__(device="cpu", batch_size=torch.Size([num_envs]))
        shape, game = self.batch_size, self.vector.game
        seen: Any = self.vector.single_observation_space
        space = seen["observation"]
        low, high = (torch.from_numpy(bound).expand(*shape, -1).clone() for bound in (space.low, space.high))
        kind = torch.from_numpy(space.low).dtype
        self.observation_spec = data.Composite(
            observation=data.Bounded(low, high, shape=low.shape, dtype=kind),
            action_mask=data.Binary(game.num_actions, shape=(*shape, game.num_actions), dtype=torch.bool),
            shape=shape,
        )
        self.action_spec = data.Categorical(game.num_actions, shape=shape, dtype=torch.int64)
        if options.get("reward") == "points":
            self.reward_spec = data.Unbounded(shape=(*shape, 1), dtype=torch.float32)
        else:
            self.reward_spec = data.Bounded(-1.0, 1.0, shape=(*shape, 1), dtype=torch.float32)
        self.done_spec = data.Composite(
            done=data.Binary(1, shape=(*shape, 1), dtype=torch.bool),
            terminated=data.Binary(1, shape=(*shape, 1), dtype=torch.bool),
            truncated=data.Binary(1, shape=(*shape, 1), dtype=torch.bool),
            shape=shape,
        )
        self._next_seed: int | None = None

    def _seen(self, observations: dict[str, Any]) -> dict[str, Any]:
        mask = torch.from_numpy(observations["action_mask"]).bool()
        self.action_spec.update_mask(mask)
        return {"observation": torch.from_numpy(observations["observation"]), "action_mask": mask}

    def _reset(self, tensordict: Any = None, **kwargs: Any) -> Any:
        options = None
        if tensordict is not None and "_reset" in tensordict.keys():  # noqa: SIM118 - a TensorDict has no `in`
            options = {"reset_mask": tensordict["_reset"].reshape(-1).numpy()}
        observations, _ = self.vector.reset(seed=self._next_seed, options=options)
        self._next_seed = None
        nobody = torch.zeros((*self.batch_size, 1), dtype=torch.bool)
        ended = {name: nobody.clone() for name in ("done", "terminated", "truncated")}
        return TensorDict({**self._seen(observations), **ended}, self.batch_size)

    def _step(self, tensordict: Any) -> Any:
        observations, rewards, over, cut, _ = self.vector.step(tensordict["action"].numpy().astype(np.int64))
        found = {"reward": rewards, "done": over | cut, "terminated": over, "truncated": cut}
        paid = {name: torch.from_numpy(array).unsqueeze(-1) for name, array in found.items()}
        return TensorDict({**self._seen(observations), **paid}, self.batch_size)

    def _set_seed(self, seed: int | None) -> None:
        self._next_seed = seed
