"""Many games at once, one seat of each, as a vector environment of Gymnasium.

import gymnasium
import quadriga.env.gymnasium  # registers the games
envs = gymnasium.make_vec("quadriga/Caesar-v0", num_envs=4096, vectorization_mode="vector_entry_point")
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from quadriga.env import missing
from quadriga.errors import IllegalMove, OptionError, QuadrigaError
from quadriga.kernel.batch import checked_count, checked_seed
from quadriga.players import UNLIMITED, Budget, Player, decide, player
from quadriga.players.random import RandomPlayer

from .recycled import Recycled
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

Policy = Callable[[Any, Any], Any]
"""What observations and masks (rows of deciding seats) come to: actions."""
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        device: str = "cpu",
        arrays: str | None = None,
        threads: int | None = None,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        self.game = load(name, **options)
        self.num_envs = checked_count(num_envs)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.render_mode = checked("render_mode", render_mode, (None,))
        self.budget, self._copies = budget, copy
        self._raises = checked("illegal", illegal, ("lose", "raise")) == "raise"
        self.policy, self.player = opponent_of(opponent)
        chance = self.policy is None and self.player is None
        self.seats = seats_of(self.game.seats, seat, self.num_envs)
        full = checked("observation", observation, ("seat", "full")) == "full"
        self.on_gpu = device != "cpu"
        self.games: Any
        if self.on_gpu:
            from .cuda_games import CudaGames

            if full:
                raise OptionError(
                    "observation='full' is for the CPU; on a GPU `envs.games.batch.states` has everything"
                )
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
        self._at_once = chance and not full and not self.on_gpu
        self._all = np.ones(self.num_envs, bool)
        self._rows = np.arange(self.num_envs) * self.game.num_actions
        self._over = np.ones(self.num_envs, bool)
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
        self._over[chosen] = False
        self._begun = True
        self._others_play()
        self.games.look(self._all)
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
        games, chosen = self.games, ~self._over
        if self.autoreset_mode is AutoresetMode.DISABLED and self._over.any():
            raise IllegalMove("some games are over: reset(options={'reset_mask': ...}) begins the next")
        refused = self._refused(actions, chosen)
        if self._copies:
            games.renew()
        again = self.autoreset_mode is AutoresetMode.SAME_STEP
        info: dict[str, Any] = {"illegal": refused} if refused.any() else {}
        if self._at_once:
            ended = games.step(actions, begin=self._over, give_up=refused, again=again)
            if again and ended.any():
                info |= final(ended, games.last_observation, games.last_mask)
        else:
            ended = self._step_by_step(actions, refused, info)
        if refused.any():
            games.rewards[self._on_device(refused)] = ILLEGAL_REWARD
        self._over = ended & (not again)
        cut = self._on_device(np.zeros(self.num_envs, bool))
        return self._observations(), self._given(games.rewards), self._on_device(ended), cut, info

    def _step_by_step(self, actions: Any, refused: Vector, info: dict[str, Any]) -> Vector:
        """Step where others than chance play or on a GPU; return which games ended."""
        games = self.games
        games.rewards[:] = 0
        if self._over.any():  # those that ended in the last step; their actions are ignored
            games.begin(self._over)
        games.play(actions, ~self._over & ~refused)
        self._others_play()
        if refused.any():
            games.give_up(refused)
            games.over[self._on_device(refused)] = 1
        ended: Vector = self._host(games.over) > 0
        games.look(self._all)
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            if not self.on_gpu:
                info |= final(ended, games.observation, games.mask)
            games.begin(ended)
            self._others_play()
            games.look(ended)
        return ended

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

    def _refused(self, actions: Any, chosen: Vector) -> Vector:
        """Flag the games whose action is not legal, or raise."""
        given = self._host(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise IllegalMove(f"step takes {self.num_envs} ints, one for every game, not {given.dtype} {given.shape}")
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
                actions[rows] = chosen
                wrong = self._host(legal)[np.arange(rows.size), np.clip(chosen, 0, self.game.num_actions - 1)] == 0
                if chosen.shape != rows.shape or wrong.any() or (chosen < 0).any():
                    raise IllegalMove(f"the opponent's policy chose what is not legal in game {rows[wrong.argmax()]}")
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

    def _host(self, array: Any) -> Vector:
        if self.on_gpu and not isinstance(array, np.ndarray):
            found: Vector = self.games._host(array)
            return found
        return np.asarray(array)

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


def opponent_of(given: str | Player | Policy) -> tuple[Policy | None, Player | None]:
    """Tell a policy from a player; neither is chance, which the compiled rules play."""
    who = player(given) if isinstance(given, str) else given
    if isinstance(who, RandomPlayer):
        return None, None
    if hasattr(who, "choose"):
        return None, who
    if not callable(who):
        raise OptionError("an opponent is a name, a player with choose(), or a policy of observations and masks")
    return who, None


def seats_of(names: Sequence[str], given: int | str | Sequence[int], count: int) -> Vector:
    """Give every game the seat of its agent: one for all, one for each, or `spread`: each seat equally often."""
    if given == "spread":
        return (np.arange(count) % len(names)).astype(np.int8)
    if isinstance(given, str):
        if given not in names:
            raise OptionError(f"there is no seat {given!r}; the seats are: {', '.join(names)}, or spread")
        given = list(names).index(given)
    seats = np.broadcast_to(np.asarray(given), (count,))
    if seats.dtype.kind not in "iu" or seats.min() < 0 or seats.max() >= len(names):
        raise OptionError(f"seats are 0 to {len(names) - 1}, not {given!r}")
    return seats.astype(np.int8)


def reset_mask(options: dict[str, Any] | None, count: int) -> Vector:
    """Read which games a reset is for."""
    if not options or "reset_mask" not in options:
        return np.ones(count, bool)
    chosen = np.asarray(options["reset_mask"])
    if chosen.shape != (count,) or chosen.dtype != bool or not chosen.any():
        raise QuadrigaError(f"options['reset_mask'] is {count} flags, at least one of them true")
    return chosen
