"""Many games at once, one seat of each, as a vector environment of Gymnasium.

import gymnasium
import quadriga.env.gymnasium  # registers the games
envs = gymnasium.make_vec("quadriga/Caesar-v0", num_envs=4096, vectorization_mode="vector_entry_point")
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from quadriga.env import missing
from quadriga.errors import IllegalMove, OptionError, QuadrigaError
from quadriga.kernel.batch import checked_count, checked_seed
from quadriga.players import UNLIMITED, Budget, Player, decide

from .frames import RENDER_MODES, Frames
from .given import Policy, opponent_of, reset_mask, seats_of, step_limit, whole_numbers
from .recycled import Recycled
from .rewards import seat_point_rewards
from .seat_games import HostGames
from .shared import load
from .single import Vector
from .spaces import checked, observation_space

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("gymnasium") from error

ILLEGAL_REWARD = -1.0
Step = tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """One seat of each of many games; the others play at random, by a policy, or as one of our players.

    Game i of `reset(seed=s)` is `game.new(s + i)`; the k-th game after it in the same place has the seed
    s + i + k * num_envs. No mask is ever empty: where a game is over, action 0 alone is marked, and ignored.

    - `opponent`: `random`, the name of a player, a player of your own, or a policy: a function of observations and
      masks that returns actions, asked for all games at once.
    - `seat`: the agent's, by number or name; one for each game; or `spread`: each equally often.
    - `budget`: how long players may think about a move.
    - `illegal`: an illegal action loses the game (`lose`), or raises IllegalMove and changes nothing (`raise`).
    - `observation`: what the seat sees (`seat`), or everything, for critics (`full`).
    - `reward`: the outcome at the end (`outcome`), or every change of the points as it happens (`points`).
    - `max_episode_steps`: a game that has taken so many steps of its agent is truncated.
    - `render_mode`: `human`, `ansi` or `rgb_array`, for all games.
    - `copy=False`: hand out views of the arrays that the next step writes again.
    - `device`: `cpu`, or `cuda` with `arrays` of `cupy` or `torch`; `threads` is for the CPU.
    - `options`: those of the game.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        opponent: str | Player | Policy = "random",
        seat: int | str | Sequence[int] = 0,
        budget: Budget = UNLIMITED,
        illegal: str = "lose",
        observation: str = "seat",
        reward: str = "outcome",
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        device: str = "cpu",
        arrays: str | None = None,
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = load(name, **options)
        self.num_envs = checked_count(num_envs)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "autoreset_mode": self.autoreset_mode,
        }
        self.render_mode = checked("render_mode", render_mode, (None, *RENDER_MODES))
        self._frames = Frames(render_mode)
        self._limit = step_limit(max_episode_steps)
        self.budget, self._copies = budget, copy
        self._raises = checked("illegal", illegal, ("lose", "raise")) == "raise"
        self.policy, self.player = opponent_of(opponent)
        chance = self.policy is None and self.player is None
        self.seats = seats_of(self.game.seats, seat, self.num_envs)
        full = checked("observation", observation, ("seat", "full")) == "full"
        self._pays_points = checked("reward", reward, ("outcome", "points")) == "points"
        self.on_gpu = device != "cpu"
        self.games: Any
        if self.on_gpu:
            from .cuda_games import CudaGames

            if full:
                raise OptionError(
                    "observation='full' is for the CPU; on a GPU `envs.games.batch.states` has everything"
                )
            if self._pays_points:
                raise OptionError("reward='points' is for the CPU; on a GPU `envs.games.batch.scores()` has the points")
            self.games = CudaGames(self.game, self.seats, chance=chance, device=device, arrays=arrays)
        else:
            self.games = HostGames(self.game, self.seats, chance=chance, full=full, threads=threads)
        self.single_observation_space = spaces.Dict(
            {
                "observation": observation_space(self.game, full=full),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._masks = Recycled(self.games.mask)
        self._at_once = chance and not full and not self._pays_points and not self.on_gpu
        self._all = np.ones(self.num_envs, bool)
        self._rows = np.arange(self.num_envs) * self.game.num_actions
        self._over = np.ones(self.num_envs, bool)
        self._steps = np.zeros(self.num_envs, np.int64)
        self._begun = False
        self._thread: ThreadPoolExecutor | None = None
        self._sent: Future[Step] | None = None

    # --- the interface of Gymnasium

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games, or those of `options["reset_mask"]`."""
        chosen = reset_mask(options, self.num_envs)
        if not self._begun and not chosen.all():
            raise QuadrigaError("the first reset begins all games: leave out reset_mask")
        if isinstance(seed, int | np.integer) or seed is None:
            super().reset(seed=None if seed is None else int(seed))
        seeds = self._seeds(seed)
        if self._copies:
            self.games.renew()
        self.games.begin(chosen, seeds)
        self._over[chosen], self._steps[chosen] = False, 0
        self._begun = True
        self._others_play()
        self.games.look(self._all)
        self._count_points()
        return self._observations(), {}

    def _seeds(self, seed: int | Sequence[int] | None) -> Vector | None:
        if seed is None:
            if self._begun:
                return None  # the next in each place
            seed = int(self.np_random.integers(2**60))
        if isinstance(seed, int | np.integer):
            return np.arange(self.num_envs, dtype=np.int64) + checked_seed(seed)
        if len(seed) != self.num_envs:
            raise QuadrigaError(f"{self.num_envs} seeds are due, one for each game, not {len(seed)}")
        return np.array([checked_seed(one) for one in seed], np.int64)

    def step(self, actions: Any) -> Step:
        """Play one action of every agent, and what the others do then."""
        if not self._begun:
            raise IllegalMove("no game was begun: reset() begins them")
        games, begun = self.games, self._over  # those that ended in the last step; their actions are ignored
        if self.autoreset_mode is AutoresetMode.DISABLED and self._over.any():
            raise IllegalMove("some games are over: reset(options={'reset_mask': ...}) begins the next")
        given = whole_numbers(self._host(actions), self.num_envs)
        refused = self._refused(given, ~begun)
        if self._copies:
            games.renew()
        again = self.autoreset_mode is AutoresetMode.SAME_STEP
        info: dict[str, Any] = {"illegal": refused, "_illegal": refused.copy()} if refused.any() else {}
        if self._at_once:
            ended = games.step(given, begin=begun, give_up=refused, again=again)
        else:
            ended = self._step_by_step(actions if self.on_gpu else given, begun, refused)
        if refused.any():
            games.rewards[self._on_device(refused)] = ILLEGAL_REWARD
        cut = self._cut(begun)
        self._over = ended | cut
        if again and self._over.any():
            info |= self._begin_again(ended, cut)
        return self._observations(), self._given(games.rewards), self._on_device(ended), self._on_device(cut), info

    def _step_by_step(self, actions: Any, begun: Vector, refused: Vector) -> Vector:
        """Step where others than chance play, points are paid or on a GPU; return which games ended."""
        games = self.games
        games.rewards[:] = 0
        if begun.any():
            games.begin(begun)
        games.play(actions, ~begun & ~refused)
        self._others_play()
        if refused.any():
            games.give_up(refused)
            games.over[self._on_device(refused)] = 1
        games.look(self._all)
        if self._pays_points:
            before = self._points
            self._count_points()
            games.rewards[:] = np.where(begun, 0, seat_point_rewards(before, self._points, self.seats))
        ended: Vector = self._host(games.over) > 0
        return ended

    def _cut(self, begun: Vector) -> Vector:
        """Count a step of every game that was not begun in it; return which reached the limit."""
        self._steps = np.where(begun, 0, self._steps + 1)
        return np.zeros(self.num_envs, bool) if self._limit is None else self._steps >= self._limit

    def _begin_again(self, ended: Vector, cut: Vector) -> dict[str, Any]:
        """Begin the games that are over in the same step; return how the last ones looked at their end."""
        games, over = self.games, self._over
        seen, mask, waiting = games.observation, games.mask, over
        if self._at_once:  # those that ended have begun again already
            seen, mask, waiting = games.last_observation, games.last_mask, cut & ~ended
            seen[waiting], mask[waiting] = games.observation[waiting], games.mask[waiting]
        info = {} if self.on_gpu else final(over, seen, mask)
        if waiting.any():
            games.begin(waiting)
            self._others_play()
            games.look(waiting)
            self._count_points()
        self._steps[over] = 0
        self._over = np.zeros(self.num_envs, bool)
        return info

    def _count_points(self) -> None:
        """Note the points of every seat as the games stand, where they are paid."""
        if self._pays_points:
            self._points = self.games.batch.scores()[0]

    def render(self) -> tuple[Any, ...] | None:
        """Draw every table as its agent sees it: printed, or returned as texts or pictures."""
        if not self._begun:
            raise QuadrigaError("no game was begun: reset() begins them")
        if self.render_mode is None:
            return None
        shown = [self._frames.show(self.games.state(row), int(seat)) for row, seat in enumerate(self.seats)]
        return None if self.render_mode == "human" else tuple(shown)

    def __getstate__(self) -> dict[str, Any]:
        if self.on_gpu:
            raise QuadrigaError("games on a GPU can be neither copied nor pickled")
        if self._sent is not None:
            raise QuadrigaError("a step is under way: recv() returns it")
        return {**self.__dict__, "_thread": None}

    def close_extras(self, **kwargs: Any) -> None:
        """Let go of the thread of `send`."""
        if self._thread is not None:
            self._thread.shutdown()

    # --- as EnvPool has it

    def send(self, actions: Any) -> None:
        """Begin a step and return at once; `recv` waits for it. A learner computes meanwhile."""
        if self._sent is not None:
            raise QuadrigaError("a step is under way: recv() returns it")
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1)
        self._sent = self._thread.submit(self.step, actions)

    def recv(self) -> Step:
        """Return the step that `send` began."""
        if self._sent is None:
            raise QuadrigaError("no step is under way: send(actions) begins one")
        sent, self._sent = self._sent, None
        return sent.result()

    # --- inside

    def _refused(self, given: Vector, chosen: Vector) -> Vector:
        """Flag the games whose action is not legal, or raise."""
        allowed = (given >= 0) & (given < self.game.num_actions)
        places = np.clip(given, 0, self.game.num_actions - 1)
        if self.on_gpu:
            mask = self.games.mask
            rows = self._on_device(np.arange(self.num_envs))
            allowed &= self._host(mask[rows, self._on_device(places.astype(np.int64))]) > 0
        else:
            allowed &= self.games.mask.reshape(-1)[self._rows + places] > 0
        refused: Vector = chosen & ~allowed
        if self._raises and refused.any():
            row = int(refused.argmax())
            if not 0 <= given[row] < self.game.num_actions:
                raise IllegalMove(f"game {row}: {given[row]} is not an action; no game was moved")
            refusal = self.games.state(row).refuse(self.game.moves[given[row]])
            raise IllegalMove(f"game {row}: {refusal}; no game was moved", refusal.rule)
        return refused

    def _others_play(self) -> None:
        """Let the policy or the player decide for the other seats until the agent's decide."""
        games = self.games
        while self.policy is not None or self.player is not None:
            waiting = self._host(games.waiting())
            rows = np.flatnonzero(waiting)
            if not rows.size:
                return
            actions = np.zeros(self.num_envs, np.int64)
            if self.policy is not None:
                games.look(waiting, deciding=True)
                legal = games.mask[self._on_device(rows)]
                chosen = self._host(self.policy(games.seen(rows), legal))
                chosen = whole_numbers(chosen, rows.size, "the opponent's policy returns")
                places = np.clip(chosen, 0, self.game.num_actions - 1)
                wrong = (places != chosen) | (self._host(legal)[np.arange(rows.size), places] == 0)
                if wrong.any():
                    raise IllegalMove(f"the opponent's policy chose what is not legal in game {rows[wrong.argmax()]}")
                actions[rows] = chosen
            elif self.player is not None:
                for row in rows.tolist():
                    actions[row] = decide(self.player, games.state(row), self.budget).id
            games.play(actions if not self.on_gpu else self._on_device(actions), waiting)

    def _observations(self) -> dict[str, Any]:
        games = self.games
        seen = games.observation if self._copies and not self.on_gpu else self._given(games.observation)
        return {"observation": seen, "action_mask": self._given(games.mask)}

    def _given(self, array: Any) -> Any:
        """Hand out an array: a copy, or a view that may not be written."""
        if self.on_gpu:
            return array.clone() if hasattr(array, "clone") else array.copy()
        if self._copies:
            copy = self._masks.take() if array is self.games.mask else np.empty_like(array)
            np.copyto(copy, array)
            return copy
        view = array.view()
        view.flags.writeable = False
        return view

    def _host(self, array: Any) -> Any:
        """Bring what is an array of another library from the GPU; leave all else as it is."""
        foreign = self.on_gpu and hasattr(array, "__dlpack__") and not isinstance(array, np.ndarray)
        return self.games._host(array) if foreign else array

    def _on_device(self, array: Vector) -> Any:
        if not self.on_gpu:
            return array
        if array.dtype == bool:
            return self.games._take(array, "uint8") > 0
        return self.games._take(array, str(array.dtype))


def final(ended: Vector, observations: Vector, masks: Vector) -> dict[str, Any]:
    """Show the last observations of games that ended, as Gymnasium does."""
    shown, rows = np.full(ended.size, None, object), np.flatnonzero(ended)
    for row, seen, mask in zip(rows.tolist(), observations[rows], masks[rows], strict=True):
        shown[row] = {"observation": seen, "action_mask": mask}
    return {"final_obs": shown, "_final_obs": ended, "final_info": {}, "_final_info": ended}
