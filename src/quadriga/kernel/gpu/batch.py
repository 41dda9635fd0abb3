"""Many games at once on a GPU: `Batch` with arrays that stay there."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_int32, c_int64, c_void_p
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from quadriga.errors import IllegalMove, QuadrigaError
from quadriga.kernel.batch import checked_count, checked_seed

from .arrays import Arrays, arrays_on, on_gpu
from .flags import FRESH, GIVEN, GROUPED, LISTED, MASK, TRACE
from .launch import Device, Kernel
from .program import KERNELS, MANIFEST, Program, folder_of

if TYPE_CHECKING:
    from quadriga.model import Game, State

COMPUTE_CAPABILITY = (8, 0)
"""Kernels are built for GPUs of this generation; the driver fits them to any later one."""
STRIDE = 64
"""Random actions of one launch; a game that ends in between waits for its end."""
_programs: dict[tuple[Path, int], tuple[Program, dict[str, Kernel]]] = {}


def device_number(device: str) -> int:
    """Read the number of a GPU: `cuda` is the first, `cuda:1` the second."""
    number = device.partition(":")[2] if ":" in device else "0"
    if not number.isascii() or not number.isdigit():
        raise QuadrigaError(f"device {device!r} is not known; devices are: 'cpu', 'cuda', 'cuda:1' and so on")
    return int(number)


def program(game: Game, device: Device) -> tuple[Program, dict[str, Kernel]]:
    """Load a game's kernels; where none were built yet and a compiler is at hand, build them."""
    folder = folder_of(game)
    if (folder, device.number) not in _programs:
        if not (folder / MANIFEST).exists():
            if find_spec("numba") is None or find_spec("numba_cuda") is None:
                raise QuadrigaError(
                    f"device 'cuda': no kernels of this version of {game.name} in {folder}, and no numba-cuda to build "
                    f"them. Run `quadriga gpu build {game.name} --out DIR` where numba-cuda is installed (no GPU is "
                    "needed), and set QUADRIGA_CACHE_DIR to that folder here"
                )
            from .build import build

            list(build(game, folder, COMPUTE_CAPABILITY))
        found = Program.read(folder)
        shared = found.pitch * found.threads
        kernels = {name: device.load(folder / f"{name}.ptx", found.entries[name], shared) for name in found.entries}
        _programs[folder, device.number] = found, kernels
    return _programs[folder, device.number]


class CudaBatch:
    """Many games of one kind on a GPU. What a step writes, the next one writes over: copy what is to be kept.

    Game i of a reset with seed s is `game.new(s + i)`. Where a step begins finished games again, the k-th game after it
    in the same place has the seed s + i + k * count: `seeds` has the seed of every game that is being played.

    A `mixture` has other options of the game behind the first `count`, each with how many of them: for learning, where
    one launch serves all. Then `rewards` and `scores` have a place for as many seats as any of them has.
    """

    def __init__(
        self, game: Game, count: int, device: str = "cuda", arrays: str | None = None,
        mixture: Sequence[tuple[Game, int]] = (),
    ) -> None:  # fmt: skip
        parts = [(game, checked_count(count)), *((other, checked_count(some)) for other, some in mixture)]
        if any(other.definition is not game.definition for other, _ in parts):
            raise QuadrigaError(f"a batch of {game.name} has no other games in it")
        self.game = game
        self.count = checked_count(sum(some for _, some in parts))
        number = device_number(device)
        gpu = Device(number)
        self._arrays: Arrays = arrays_on(number, arrays)
        self.program, self._kernels = program(game, gpu)
        zeros, take = self._arrays.zeros, self._arrays.take
        counts = [some for _, some in parts]
        self._games, sets = [other for other, _ in parts], np.repeat(np.arange(len(parts)), counts)
        self.width = max(len(other.seats) for other, _ in parts)
        self.states = zeros((self.count, self.program.record), "uint8")
        """The record of every game, the same bytes as everywhere."""
        self.seeds = zeros((self.count,), "int64")
        self.to_move = zeros((self.count,), "int8")
        """The deciding seat of every game; -1 where it is over."""
        self.legal = zeros((self.count, game.num_actions), "uint8")
        """The legal actions of every game as a row of 0 and 1."""
        self.rewards = zeros((self.count, self.width), "float32")
        """What the last step paid every seat: something only where it ended a game."""
        self.done = zeros((self.count,), "uint8")
        """1 where the last step ended a game, or where it was over before."""
        self._own: dict[str, Any] = {
            "states": self.states, "seeds": self.seeds, "to_move": self.to_move, "mask": self.legal,
            "mask_words": self.legal, "rewards": self.rewards, "done": self.done, "count": self.count,
            "width": self.width,
            "seats": take(np.array([len(other.seats) for other in self._games])[sets], "int8"),
            "sets": take(sets, "int8"),
            "templates": take(np.concatenate([other.template.view(np.uint8).ravel() for other, _ in parts]), "uint8"),
            "chooser": zeros((self.count, 2), "int32"), "finished": zeros((1 + self.count,), "int32"),
            "steps": zeros((self.count,), "int32"), "trace": zeros((1, 2), "int32"), "actions": zeros((1,), "int16"),
        }  # fmt: skip
        self._seen: dict[str, Any] = {}
        self.reset()

    def __len__(self) -> int:
        return self.count

    @property
    def _blocks(self) -> int:
        return -(-self.count // self.program.threads)

    def _launch(self, name: str, **given: Any) -> None:
        arguments: list[Any] = []
        for argument, kind in KERNELS[name].items():
            value = given[argument] if argument in given else self._own[argument]
            if kind[0] == "*":
                arguments.append(c_void_p(self._arrays.address(value)))
            else:
                arguments.append(c_int32(value) if kind == "i4" else c_int64(value))
        self._kernels[name].launch(self._blocks, self.program.threads, self._arrays.stream(), arguments)

    def _set_seeds(self, seeds: Any, seed: int) -> None:
        seeds[:] = self._arrays.take(np.arange(self.count, dtype=np.int64) + checked_seed(seed), "int64")

    def reset(self, seed: int = 0) -> None:
        """Begin every game again; game i gets the seed `seed + i`."""
        self._set_seeds(self.seeds, seed)
        self._launch("begin", flags=MASK, step=0)
        self.rewards[:] = 0
        self.done[:] = 0

    def observe(self) -> Any:
        """What the deciding seat of every game sees, as a row of small ints."""
        width = self.program.observation
        return self._written("look", (self.count, width), "int8", width)

    def see(self) -> Any:
        """What the network of this game sees for the deciding seat of every game, as a row of small ints."""
        blocks, threads, width = self._blocks, self.program.threads, self.program.inputs
        seen = self._written("see_input", (blocks, width, threads), "int8", width)
        return seen.swapaxes(1, 2).reshape(blocks * threads, width)[: self.count]

    def slots(self) -> Any:
        """The legal action in each slot of what the network of this game rates, for every game; -1 where none is."""
        if "list_slots" not in self._kernels:
            raise QuadrigaError(f"the slots of {self.game.name} are its actions: `legal` says which are legal")
        width = self.program.slots
        return self._written("list_slots", (self.count, width), "int16", width)

    def _written(self, kernel: str, shape: tuple[int, ...], kind: str, width: int) -> Any:
        if kernel not in self._seen:
            self._seen[kernel] = self._arrays.zeros(shape, kind)
        self._launch(kernel, out=self._seen[kernel], width=width)
        return self._seen[kernel]

    def redeal(self, seats: Any, seed: int) -> None:
        """Deal again, in each game, what its seat (-1: a spectator) cannot know; game i under the secret `seed + i`."""
        chosen = np.broadcast_to(np.asarray(seats), (self.count,)).astype(np.int8)
        if chosen.min() < -1 or chosen.max() >= self.width:
            raise QuadrigaError(f"seats are 0 to {self.width - 1}, or -1 for a spectator")
        seeds = self._arrays.zeros((self.count,), "int64")
        self._set_seeds(seeds, seed)
        self._launch("deal_anew", seats=self._arrays.take(chosen, "int8"), seeds=seeds)
        self._advance(MASK, 0, False)

    def step(self, actions: Any, *, autoreset: bool = False, check: bool = True) -> None:
        """Play one action in every game that is not over; if any is illegal, none is played.

        With `autoreset` a game that ends, or was over, begins again at once: `rewards` and `done` tell of the one that
        ended, all else of the new one. Without `check` nothing waits for the GPU, and a game whose action is illegal
        stays as it is.
        """
        given = actions if on_gpu(actions) else np.asarray(actions)
        if tuple(given.shape) != (self.count,) or "int" not in str(given.dtype):
            raise IllegalMove(
                f"step takes {self.count} ints, one action for every game, not {given.dtype} {tuple(given.shape)}"
            )
        chosen = self._arrays.take(given, "int64")
        if check:
            self._check(chosen)
        small = self._arrays.take(chosen.clip(-1, self.game.num_actions), "int16")
        self._advance(GIVEN | MASK, 0, autoreset, actions=small)

    def _check(self, chosen: Any) -> None:
        """Refuse actions of which one is not legal."""
        known = (chosen >= 0) & (chosen < self.game.num_actions)
        flat = self.legal.reshape(-1)
        places = self._arrays.take(np.arange(self.count, dtype=np.int64) * self.game.num_actions, "int64")
        allowed = known & (flat[places + chosen.clip(0, self.game.num_actions - 1)] > 0)
        refused = ~allowed & (self.to_move >= 0)
        if bool(refused.any()):
            game = int(self._arrays.host(refused).argmax())
            raise IllegalMove(f"action {int(chosen[game])} is not legal in game {game} of the batch; no game was moved")

    def _advance(self, flags: int, limit: int, autoreset: bool, **given: Any) -> None:
        if autoreset:
            self._own["finished"][:1] = 0
            flags |= LISTED
        self._launch("advance", flags=flags | GROUPED, limit=limit, **given)
        if autoreset:
            self._launch("begin", flags=LISTED | flags & MASK, step=self.count)

    def random_steps(self, limit: int) -> None:
        """Play up to `limit` uniformly random actions in every game; those that end are begun again afterwards."""
        self._advance(MASK, limit, True)

    def playout(self, limit: int = 1_000_000) -> Any:
        """Play every game to its end with uniformly random legal actions; return how many each took."""
        steps = self._arrays.zeros((self.count,), "int32")
        self._play_out(limit, 0, steps, self._own["trace"])
        steps[self.to_move >= 0] = -1
        return steps

    def traced_playout(self, limit: int = 1_000_000) -> tuple[Any, Any]:
        """Play every game to its end as `playout` does; return the steps, and a trace of every state (see proof.py)."""
        from quadriga.kernel.proof import TRACE_START

        start = np.full((self.count, 2), TRACE_START, np.uint32).view(np.int32)
        steps, trace = self._arrays.zeros((self.count,), "int32"), self._arrays.take(start, "int32")
        self._play_out(limit, TRACE, steps, trace)
        return steps, trace

    def _play_out(self, limit: int, flags: int, steps: Any, trace: Any) -> None:
        fresh = FRESH
        while limit > 0 and bool((self.to_move >= 0).any()):
            some = min(limit, STRIDE)
            self._advance(flags | fresh | (MASK if some == limit else 0), some, False, steps=steps, trace=trace)
            limit -= some
            fresh = 0
        self.legal[self.to_move < 0] = 0

    def scores(self) -> tuple[Any, Any]:
        """Points of every seat, and who has won, for every game as it stands."""
        shape = (self.count, self.width)
        points, winners = self._arrays.zeros(shape, "int16"), self._arrays.zeros(shape, "uint8")
        self._launch("judge", points=points, winners=winners)
        return points, winners

    def state(self, index: int) -> State:
        """Return one game of the batch as a State of its own."""
        from quadriga.model import State

        if not 0 <= index < self.count:
            raise QuadrigaError(f"this batch has games 0 to {self.count - 1}, not {index}")
        bits = self._arrays.host(self.states[index : index + 1]).copy().view(self.game.template.dtype)[0]
        state = State(self._games[int(self._own["sets"][index])], bits, int(self.seeds[index]), [], None)
        state.start = state.position()
        return state
