"""Every game as a parallel environment of PettingZoo: where the rules let several choose at once, they do.

    from quadriga.env import parallel
    env = parallel.parallel_env("caesar-cleopatra-2024")

Where seats take turns, the one that is due decides and the others wait: their action is ignored, and action 0 alone is
marked in their mask. `infos[agent]["decides"]` tells them apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from quadriga.env import missing
from quadriga.errors import IllegalMove
from quadriga.kernel.compiled_actions import CompiledActions
from quadriga.model import State
from quadriga.table.early import ahead

from .frames import RENDER_MODES, Frames
from .full import observe_full
from .rewards import outcome_rewards, point_rewards
from .shared import load
from .single import Vector
from .spaces import checked, observation_space

try:
    from gymnasium import spaces
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise missing("pettingzoo") from error

Observation = dict[str, Vector]


class parallel_env(ParallelEnv[str, Observation, int]):  # noqa: N801 - the name that PettingZoo gives it
    """One game; agents are named after the seats: `caesar_0`, `pompey_1`.

    - `illegal`: an illegal action ends the game with -1 for whoever chose it (`lose`), or raises IllegalMove and
      changes nothing (`raise`).
    - `render_mode`, `observation` and `reward` are those of `pettingzoo.env`.
    - `options`: those of the game.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        observation: str = "seat",
        reward: str = "outcome",
        illegal: str = "lose",
        **options: Any,
    ) -> None:
        self.game = load(name, **options)
        self._full = checked("observation", observation, ("seat", "full")) == "full"
        self._pays_points = checked("reward", reward, ("outcome", "points")) == "points"
        self._raises = checked("illegal", illegal, ("lose", "raise")) == "raise"
        self._use_compiled_rules()
        self.render_mode = checked("render_mode", render_mode, (None, *RENDER_MODES))
        self.metadata = {
            "name": f"quadriga_{name.replace('-', '_')}_v{self.game.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
        }
        self._frames = Frames(render_mode)
        self.possible_agents = [f"{seat}_{number}" for number, seat in enumerate(self.game.seats)]
        self.agents: list[str] = []
        seen = spaces.Dict(
            {
                "observation": observation_space(self.game, full=self._full),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self._chance = np.random.default_rng()
        self.state_of_game: State | None = None
        self._chosen: list[list[int]] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def _game_state(self) -> State:
        if self.state_of_game is None:
            raise IllegalMove("no game was begun: reset() begins one")
        return self.state_of_game

    def __getstate__(self) -> dict[str, Any]:
        state = self.state_of_game  # which has compiled rules; its record has everything
        return {**self.__dict__, "state_of_game": None if state is None else state.record()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._use_compiled_rules()
        if self.state_of_game is not None:
            self.state_of_game = self.game.replay(kept["state_of_game"])

    def _use_compiled_rules(self) -> None:
        if self.game.compiled_actions is None:
            self.game.compiled_actions = CompiledActions(self.game.compiled)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin `game.new(seed)`; without a seed the next of a series that the last seed began."""
        if seed is None:
            seed = int(self._chance.integers(2**62))
        self._chance = np.random.default_rng(seed)
        self.state_of_game = self.game.new(seed)
        self._chosen = [[] for _ in self.game.seats]
        self.agents = list(self.possible_agents)
        return self._seen()

    def _deciding(self) -> dict[int, State]:
        """Find the seats that decide now, each with the position in which it does: the real one or an imagined one."""
        state, found = self._game_state, {}
        for seat in range(len(self.game.seats)):
            position = state if state.to_move == seat else ahead(state, seat, self._chosen[seat])
            if position is not None and not (position is state and self._chosen[seat]):
                found[seat] = position
        return found

    def _seen(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        deciding = self._deciding()
        observations, infos = {}, {}
        for seat, agent in enumerate(self.possible_agents):
            position = deciding.get(seat, self._game_state)
            if self._full:
                out = observe_full(self.game, position.bits, [seat])[0]
            else:
                out = np.zeros(self.game.definition.rules.OBSERVATION, np.int8)
                self.game.definition.rules.observe(position.s, seat, out)
            mask = np.zeros(self.game.num_actions, np.int8)
            mask[position.actions if seat in deciding else 0] = 1
            observations[agent] = {"observation": out, "action_mask": mask}
            infos[agent] = {"decides": seat in deciding}
        return observations, infos

    def state(self) -> Vector:
        """Return everything about the game but its dice, hidden or not: for critics."""
        everything: Vector = observe_full(self.game, self._game_state.bits)[0]
        return everything

    def _points(self) -> list[int]:
        rules, state = self.game.definition.rules, self._game_state
        return [rules.score(state.s, seat) for seat in range(len(self.game.seats))]

    def _given(self, actions: Any, seat: int) -> int:
        """Read the action of an agent that decides."""
        agent = self.possible_agents[seat]
        if not isinstance(actions, Mapping) or agent not in actions:
            raise IllegalMove(f"{agent} decides: step takes a dict with its action, and nothing was played")
        action = actions[agent]
        if isinstance(action, np.ndarray) and action.ndim == 0:
            action = action.item()
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise IllegalMove(f"{agent} decides: its action is an int, not {type(action).__name__}; nothing was played")
        return int(action)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take the actions of all agents that decide; those of the others are ignored.

        An illegal one ends the game with -1 for whoever chose it, or raises IllegalMove with `illegal="raise"`.
        """
        if not self.agents:
            raise IllegalMove("the game is over: reset() begins the next")
        state, deciding = self._game_state, self._deciding()
        chosen = {seat: self._given(actions, seat) for seat in deciding}
        before = self._points() if self._pays_points else []
        wrong = [seat for seat, position in deciding.items() if chosen[seat] not in position.actions]
        if wrong and self._raises:
            raise deciding[wrong[0]].refuse(self.game.move(chosen[wrong[0]]))
        for seat, action in chosen.items() if not wrong else ():
            self._chosen[seat].append(action)
        while state.to_move is not None and self._chosen[state.to_move]:
            state.play(self._chosen[state.to_move].pop(0))
        over = state.to_move is None or bool(wrong)
        paid = [-1.0 if seat in wrong else 0.0 for seat in range(len(self.game.seats))]
        if self._pays_points and not wrong:
            paid = point_rewards(before, self._points())
        elif (outcome := state.outcome) is not None:
            paid = outcome_rewards([seat in outcome.winners for seat in range(len(self.game.seats))])
        observations, infos = self._seen()
        agents = self.possible_agents
        if over:
            self.agents = []
        return (
            observations, dict(zip(agents, paid, strict=True)), dict.fromkeys(agents, over),
            dict.fromkeys(agents, False), infos,
        )  # fmt: skip

    def render(self) -> Any:
        """Draw the table as the deciding seat sees it."""
        return self._frames.show(self._game_state, self._game_state.to_move or 0)

    def close(self) -> None:
        """Close; there is nothing that stays open."""
