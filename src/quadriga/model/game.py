"""One game with its options."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from quadriga import notation
from quadriga.errors import IllegalMove, OptionError
from quadriga.json_io import write
from quadriga.kernel.dice import key_words
from quadriga.kernel.records import Bits, Record, blank, record_class
from quadriga.kernel.words import Words

from .move import Move
from .option import Option
from .state import State, as_seed, copied

if TYPE_CHECKING:
    from quadriga.kernel.batch import Batch
    from quadriga.kernel.compiled import Compiled
    from quadriga.kernel.compiled_actions import CompiledActions
    from quadriga.notation import WrittenMatch

    from .definition import GameDefinition


class Game:
    """One game with its options: the place where states, batches and records come from."""

    def __init__(self, definition: GameDefinition, options: Mapping[str, Any]) -> None:
        self.definition = definition
        self.name: str = definition.name
        """What `quadriga.load` and the commands call it."""
        self.title: str = definition.title
        """What people call it."""
        self.version: int = definition.version
        """The version of its rules, its numbering and its observation; it stands in every record."""
        self.options: dict[str, Any] = definition.settle(options)
        """The value of every option, by name."""
        self.seats: tuple[str, ...] = definition.seats_for(self.options)
        """The names of the seats, in order: seat 0 is `seats[0]`."""
        self.moves: tuple[Move, ...] = definition.moves_for(self.options)
        """Every move there is, by number: `moves[action].text` says what an action means."""
        self.num_actions: int = len(self.moves)
        """How many moves there are: the size of an action space."""
        self.compiled_actions: CompiledActions | None = None
        """The compiled rules for single games, if somebody set them: states then use them instead of interpreting."""
        self.template = blank(definition.rules.STATE)
        definition.prepare(self.template, self.options)

    @property
    def option_texts(self) -> dict[str, str]:
        """The options as texts, for records and commands."""
        return {name: Option.write(value) for name, value in self.options.items()}

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"quadriga.load({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options.items())))

    @cached_property
    def view_head(self) -> bytes:
        """How a view of this game begins, as JSON."""
        return write({"game": self.name, "options": self.options})[:-1] + b","

    @cached_property
    def words(self) -> Words:
        """The words that its views are written with, if its rules have any (`kernel/words.py`)."""
        return self.definition.words_for(self.options)

    @cached_property
    def record_class(self) -> type[Record]:
        """The interpreted face of this game's record."""
        return record_class(self.definition.rules.STATE)

    @cached_property
    def interpreted(self) -> dict[str, Any]:
        """The drivers for one game, linked with the rules as plain Python."""
        return self.definition.rules.interpreted

    @cached_property
    def compiled(self) -> Compiled:
        """The rules compiled for the CPU; compiled or loaded on first use."""
        return self.definition.compiled()

    @cached_property
    def compiled_seats(self) -> Compiled:
        """The drivers of vector environments (`kernel/seats.py`)."""
        from quadriga.kernel.compiled import SEATS

        return self.definition.compiled(SEATS)

    def variants(self, name: str) -> list[Game]:
        """Return this game with every choice of an option that goes with its other options."""
        found = []
        for option in self.definition.options:
            for choice in option.choices if option.name == name else ():
                with contextlib.suppress(OptionError):
                    found.append(Game(self.definition, {**self.options, name: choice}))
        if not found:
            names = ", ".join(option.name for option in self.definition.options)
            raise OptionError(f"{self.name} has no option {name!r}; its options are: {names}")
        return found

    def new(self, seed: int | None = None) -> State:
        """Start a game; the same seed and moves give the same game."""
        number = secrets.randbits(128) if seed is None else as_seed(seed)
        bits = copied(self.template)
        state = State(self, bits, number, [], None)
        told: list[tuple[int, ...]] = []
        state.s.told = told
        self.interpreted["setup_with"](state.s, *key_words(number))
        state.s.told = None
        state.set_up = self.definition.events(state.s, told, -1, None)
        return state

    def move(self, given: Move | int | str) -> Move:
        """Return the move that a Move, a number or a text stands for."""
        if type(given) is int and 0 <= given < self.num_actions:
            return self.moves[given]  # as a server is given them: the rest costs as much as the move itself
        if isinstance(given, Move):
            given = given.id
        if isinstance(given, str):
            found = self._by_text.get(notation.normal(given))
            if found is None:
                shown = given if len(given) <= 60 else given[:57] + "..."
                raise IllegalMove(f"{shown!r} is not a move of {self.name}; a move reads like {self.moves[0].text!r}")
            return found
        if isinstance(given, bool) or not isinstance(given, int | np.integer):
            raise IllegalMove(f"a move is a Move, its id or its text, not {type(given).__name__}")
        if not 0 <= given < self.num_actions:
            raise IllegalMove(f"{given} is not a move id of {self.name}; ids are 0 to {self.num_actions - 1}")
        return self.moves[int(given)]

    def compiled_legal(self, bits: Bits) -> list[int]:
        """List the numbers of all legal moves of a position by the compiled rules: ten times as quick."""
        mask = np.zeros((1, self.compiled.rules.NUM_ACTIONS), np.uint8)
        self.compiled.legal_all(bits, mask, np.zeros(mask.size, np.int16), 0, 1)
        legal: list[int] = np.flatnonzero(mask).tolist()
        return legal

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every move by its text; `move` finds other spellings too."""
        return {move.text: move.id for move in self.moves}

    @cached_property
    def _by_text(self) -> dict[str, Move]:
        return {notation.normal(text): move for move in self.moves for text in (*move.also, move.text)}

    def from_position(self, position: Mapping[str, Any] | str) -> State:
        """Set up a position, given as `State.position` or `State.position_line` writes it.

        Any part left out takes its start value.
        """
        if isinstance(position, str):
            position = notation.read_position(position)
        seed = as_seed(position.get("seed", 0)) if isinstance(position, Mapping) else 0
        state = self.new(seed)
        self.definition.read_position(state.s, position)
        state.set_up = ()
        state.start = self.definition.write_position(state.s)
        return state

    def replay(self, text: str | WrittenMatch) -> State:
        """Play a record through and return the state at its end."""
        return notation.replay(self, text)

    @overload
    def batch(self, count: int, device: Literal["cpu"] = "cpu", threads: int | None = None) -> Batch: ...
    @overload
    def batch(self, count: int, device: str, threads: int | None = None, *, arrays: str | None = None) -> Any: ...
    def batch(self, count: int, device: str = "cpu", threads: int | None = None, *, arrays: str | None = None) -> Any:
        """Make many games at once, on all cores (`cpu`) or on a GPU (`cuda`), with arrays of `cupy` or `torch`."""
        if isinstance(device, str) and device.partition(":")[0] == "cuda":
            from quadriga.kernel.gpu.batch import CudaBatch

            return CudaBatch(self, count, device, arrays)
        from quadriga.kernel.batch import Batch

        return Batch(self, count, device, threads)
