"""Every game as a PettingZoo environment (AEC): seats in turn, the legal actions as a mask in the observation.

    from quadriga.env import pettingzoo
    env = pettingzoo.env("caesar", modules=("poison",))

`env` ends the game when an action is illegal, with -1 for whoever chose it, as the classic environments of the library
do; `raw_env` raises IllegalMove, which names the clause, and changes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quadriga.env import missing

from .frames import RENDER_MODES, Frames
from .rewards import outcome_rewards, point_rewards
from .shared import load
from .single import Single, Vector
from .spaces import checked, observation_space

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("pettingzoo") from error

Observation = dict[str, Vector]


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801 - the name that PettingZoo gives it
    """One game; agents are named after the seats: `caesar_0`, `pompey_1`. An illegal action raises IllegalMove.

    Its arguments are those of `env`.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        observation: str = "seat",
        reward: str = "outcome",
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = load(name, **options)
        self.render_mode = checked("render_mode", render_mode, (None, *RENDER_MODES))
        self._full = checked("observation", observation, ("seat", "full")) == "full"
        self._pays_points = checked("reward", reward, ("outcome", "points")) == "points"
        self.metadata = {
            "name": f"quadriga_{name.replace('-', '_')}_v{self.game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.single = Single(self.game)
        self._frames = Frames(render_mode)
        self.possible_agents = [f"{seat}_{number}" for number, seat in enumerate(self.game.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = observation_space(self.game, full=self._full)
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": space, "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8)}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self._nothing = np.zeros(self.game.num_actions, np.int8)
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin `game.new(seed)`; without a seed the next of a series that the last seed began."""
        if seed is None:
            seed = int(self._chance.integers(2**62))
        self.single.reset(seed)
        self._chance = np.random.default_rng(self.single.seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._points = self.single.scores()[0] if self._pays_points else []
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.single.to_move]

    def observe(self, agent: str) -> Observation:
        """Return what an agent's seat sees, and which of its actions are legal: none unless it decides."""
        single, seat = self.single, self._seats[agent]
        decides = seat == single.to_move and not self.terminations.get(agent, True)
        return {
            "observation": single.observe_full(seat) if self._full else single.observe(seat),
            "action_mask": (single.mask if decides else self._nothing).copy(),
        }

    def state(self) -> Vector:
        """Return everything about the game but its dice, hidden or not: for critics."""
        return self.single.observe_full()

    def step(self, action: int | None) -> None:
        """Play the action of the agent that decides; None removes one for whom the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        single, agents = self.single, self.possible_agents
        single.play(action)
        self._cumulative_rewards[agent] = 0.0
        if self._pays_points:
            now = single.scores()[0]
            self.rewards = dict(zip(agents, point_rewards(self._points, now), strict=True))
            self._points = now
        if single.is_over:
            if not self._pays_points:
                self.rewards = dict(zip(agents, outcome_rewards(single.scores()[1]), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = agents[single.to_move]
        if self._pays_points or single.is_over:
            self._accumulate_rewards()
        if single.is_over:
            self._deads_step_first()

    def render(self) -> Any:
        """Draw the table as the deciding seat sees it: printed, as text or as a picture."""
        return self._frames.show(self.single.state(), max(0, self.single.to_move))

    def close(self) -> None:
        """Close; there is nothing that stays open."""


def env(name: str, **options: Any) -> AECEnv[str, Observation, int]:
    """Make an environment of a game with its options.

    An illegal action ends the game with -1 for whoever chose it. Besides the game's options:

    - `render_mode`: `human`, `ansi` or `rgb_array`.
    - `observation`: what the seat sees (`seat`), or everything, for critics (`full`).
    - `reward`: the outcome at the end (`outcome`), or every change of the points as it happens (`points`).
    """
    made: AECEnv[str, Observation, int] = raw_env(name, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)
