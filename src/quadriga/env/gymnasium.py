"""One seat of a game against players of ours, as a Gymnasium environment.

    import gymnasium
    import quadriga.env.gymnasium  # registers the games
    env = gymnasium.make("quadriga/Caesar-v0", opponent="legatus")

`gymnasium.make("quadriga.env.gymnasium:quadriga/Caesar-v0")` does both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quadriga.env import missing
from quadriga.errors import IllegalMove, OptionError, QuadrigaError
from quadriga.games import places
from quadriga.model.definition import class_name
from quadriga.players import UNLIMITED, Budget, Player, decide, player
from quadriga.players.random import RandomPlayer

from .frames import RENDER_MODES, Frames
from .rewards import outcome_rewards, point_rewards
from .shared import load
from .single import Single, Vector
from .spaces import checked, observation_space

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing("gymnasium") from error

IDS = {f"quadriga/{class_name(name)}-v0": name for name in places()}
"""The registered environments and their games."""
Observation = dict[str, Vector]
ILLEGAL_REWARD = -1.0


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a game; the others are players of ours, who know no more than their seats may.

    - `opponent`: the name of a player, or one of your own.
    - `seat`: the agent's, by number or name.
    - `budget`: how long the others may think about a move.
    - `illegal`: an illegal action loses the game (`lose`), or raises IllegalMove and changes nothing (`raise`).
    - `render_mode`: `human`, `ansi` or `rgb_array`.
    - `observation`: what the seat sees (`seat`), or everything, for critics (`full`).
    - `reward`: the outcome at the end (`outcome`), or every change of the points as it happens (`points`).
    - `options`: those of the game.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as in the library

    def __init__(
        self,
        name: str,
        opponent: str | Player = "random",
        seat: int | str = 0,
        budget: Budget = UNLIMITED,
        illegal: str = "lose",
        render_mode: str | None = None,
        observation: str = "seat",
        reward: str = "outcome",
        **options: Any,
    ) -> None:
        self.game = load(name, **options)
        self.seat = self._seat_number(seat)
        self.opponent: Player = player(opponent) if isinstance(opponent, str) else opponent
        self.budget = budget
        self.render_mode = checked("render_mode", render_mode, (None, *RENDER_MODES))
        self._full = checked("observation", observation, ("seat", "full")) == "full"
        self._pays_points = checked("reward", reward, ("outcome", "points")) == "points"
        self._raises = checked("illegal", illegal, ("lose", "raise")) == "raise"
        self.single = Single(self.game)
        self._frames = Frames(render_mode)
        self._lost = False
        self._begun = False
        seen: Any = spaces.Dict(
            {
                "observation": observation_space(self.game, full=self._full),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )
        self.observation_space = seen
        self.action_space = spaces.Discrete(self.game.num_actions)

    def _seat_number(self, seat: int | str) -> int:
        seats = self.game.seats
        if isinstance(seat, str) and seat in seats:
            return seats.index(seat)
        if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < len(seats):
            return seat
        raise OptionError(f"{self.game.name} has no seat {seat!r}; the seats are: {', '.join(seats)}")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin `game.new(seed)` and let the others play until this seat decides."""
        super().reset(seed=seed)
        self.single.reset(int(self.np_random.integers(2**62)) if seed is None else seed)
        self._lost, self._begun = False, True
        self._others_play()
        if self.single.is_over:  # no game of ours ends before every seat has decided something
            raise QuadrigaError(f"{self.game.name} was over before {self.game.seats[self.seat]} could decide")
        self._points = self.single.scores()[0]
        return self._observation(), {}

    def _others_play(self) -> None:
        single = self.single
        while not single.is_over and single.to_move != self.seat:
            if isinstance(self.opponent, RandomPlayer):
                single.play(int(self.np_random.choice(single.legal)))
            else:
                single.play(decide(self.opponent, single.state(), self.budget))

    def _mask(self) -> Vector:
        if self.single.to_move == self.seat and not self._lost:
            return self.single.mask.copy()
        mask = np.zeros(self.game.num_actions, np.int8)
        mask[0] = 1  # no mask is ever empty: vectors of Gymnasium take one more action, and ignore it
        return mask

    def _observation(self) -> Observation:
        single = self.single
        seen = single.observe_full(self.seat) if self._full else single.observe(self.seat)
        return {"observation": seen, "action_mask": self._mask()}

    def action_masks(self) -> Vector:
        """Return which actions are legal, as learners with masks ask for it."""
        return self._mask().astype(bool)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action of this seat and what the others do then.

        An illegal action loses the game at once, or raises IllegalMove with `illegal="raise"`.
        """
        if not self._begun or self._lost or self.single.is_over:
            raise IllegalMove("the game is over: reset() begins the next")
        if isinstance(action, np.ndarray) and action.ndim == 0:  # as Stable-Baselines3 predicts it
            action = action.item()
        try:
            self.single.play(action)
        except IllegalMove as refused:
            if self._raises:
                raise
            self._lost = True
            return self._observation(), ILLEGAL_REWARD, True, False, {"illegal": str(refused), "rule": refused.rule}
        self._others_play()
        points, winners = self.single.scores()
        reward = 0.0
        if self._pays_points:
            reward = point_rewards(self._points, points)[self.seat]
            self._points = points
        elif self.single.is_over:
            reward = outcome_rewards(winners)[self.seat]
        return self._observation(), reward, self.single.is_over, False, {}

    def render(self) -> Any:
        """Draw the table as this seat sees it: printed, as text or as a picture."""
        return self._frames.show(self.single.state(), self.seat)


for _id, _name in IDS.items():
    gymnasium.register(
        _id,
        entry_point="quadriga.env.gymnasium:SeatEnv",
        vector_entry_point="quadriga.env.vector:SeatVectorEnv",
        kwargs={"name": _name},
    )
