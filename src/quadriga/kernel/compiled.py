"""A game's rules compiled for the CPU with numba, and the folder that keeps the machine code.

numba's own cache looks only at the file that a function is in. The drivers are all in one file and the rules behind
them are not, so each set of rules gets a folder named after a hash of every source file and constant that goes into it.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from . import drivers, network, seats, tree
from .compiling import compile_quickly
from .link import Linker
from .notice import say_compiling
from .records import blank
from .rules import Rules
from .tell import note, silent, tell, with_told
from .words import LONGEST_VIEW, MOST_WORDS

DRIVERS = (
    "reset_all", "legal_all", "observe_all", "redeal_all", "check_all", "act_all", "playout_all", "scores_all",
    "sample_all", "think",
)  # fmt: skip
LISTENING = ("act_told",)
"""Drivers whose rules note what happens."""
SHOWING = ("write_view",)
"""Drivers of the games that show what a seat may see in words (see words.py)."""
SEATS = ("step_seats",)
"""The driver of vector environments, kept apart from the others: whoever only plays does not wait for it."""

LEARNED = ("think_learned", "choose_learned", "sample_learned", "see_all")
SLOTTED = ("slots_all",)
"""Drivers that a network judges for."""

OPTIMISED = ("felt", "add_rows")
"""Functions that are optimised by themselves: as parts of others their loops do not become vector instructions."""

SMALL = 400
"""Functions with less bytecode (in bytes) become part of their callers: games run a quarter faster.
LLVM alone would not: before it has optimised them, they look large."""

_compiling = threading.RLock()


def cache_folder() -> Path:
    """Name the folder for compiled rules: QUADRIGA_CACHE_DIR, or the user's cache folder."""
    chosen = os.environ.get("QUADRIGA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("quadriga"))


def usable(folder: Path) -> Path:
    """Return the folder if it can be written, else a temporary one, with a warning."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)  # it was used: `quadriga cache prune` removes what was not for long
            return folder
    except OSError as error:
        instead = Path(tempfile.mkdtemp(prefix="quadriga-"))
        atexit.register(shutil.rmtree, instead, ignore_errors=True)
        warnings.warn(
            f"cannot keep compiled rules in {folder} ({error.strerror}); using {instead} for this process. "
            "Set QUADRIGA_CACHE_DIR to a folder that can be written.",
            stacklevel=2,
        )
        return instead


def driver(name: str) -> Any:
    """Find a driver by its name."""
    if name in ("think", "think_learned"):
        return tree.think
    if name in ("sample_all", "sample_learned"):
        return drivers.sample_all
    return getattr(network if name in (*LEARNED, *SLOTTED) else seats if name in SEATS else drivers, name)


def is_small(function: FunctionType) -> bool:
    """Tell whether a function of the rules becomes part of its callers."""
    return len(function.__code__.co_code) < SMALL


class Compiled:
    """One game's drivers, each compiled or loaded from the cache on first use."""

    def __init__(self, name: str, rules: Rules, only: tuple[str, ...] = ()) -> None:
        self.name = name
        self.rules = rules
        self.dtype: np.dtype[np.void] = rules.STATE
        self.drivers = only or (*DRIVERS, *LISTENING, *(SHOWING if rules.view is not None else ()), *LEARNED)
        if not only and rules.has_slots:
            self.drivers += SLOTTED
        self._at_hand: set[str] = set()

    def linker(self, wrap: Any, name: str = "") -> Linker:
        """Make a linker that binds a driver to this game's rules, and says what becomes of what they tell."""
        judges = network.JUDGED_BY_NETWORK if name in LEARNED else tree.JUDGED_BY_RULES
        return Linker(wrap, {tell: note if name in LISTENING else silent}, {**self.rules.functions, **judges})

    @cached_property
    def key(self) -> str:
        """Hash everything the machine code depends on."""
        linkers = [self.linker(lambda function: function, name) for name in (*DRIVERS[:1], *LEARNED[:1])]
        for name in self.drivers:
            linkers[name in LEARNED].link(driver(name))
        files = {path for linker in linkers for path in linker.files}
        constants = {name: text for linker in linkers for name, text in linker.constants.items()}
        digest = hashlib.sha256()
        import numba

        for part in (self.name, numba.__version__, np.__version__, sys.version, str(self.dtype.descr)):
            digest.update(part.encode())
        sources = {*map(Path, files), Path(__file__), Path(__file__).with_name("inline_rules.py")}
        for text in sorted(path.name.encode() + path.read_bytes() for path in sources):  # wherever they lie
            digest.update(text)
        for item in sorted(constants.items()):
            digest.update("=".join(item).encode())
        return digest.hexdigest()[:20]

    @cached_property
    def folder(self) -> Path:
        """Name the folder that keeps this game's machine code."""
        return usable(cache_folder() / "kernels" / f"{self.name}-{self.key}")

    @cached_property
    def functions(self) -> dict[str, Any]:
        """Link the drivers with numba; nothing is compiled before it is called."""
        import numba

        from .inline_rules import inline_only

        def inner(function: FunctionType) -> Any:
            if function.__name__ in OPTIMISED:
                return numba.njit(nogil=True, error_model="numpy")(function)
            # Rules are called by drivers only: without a way in from Python they are compiled faster. Rewrites are for
            # expressions of whole arrays, which rules do not have.
            only = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "no_rewrites": True}
            return inline_only(
                numba.njit(nogil=True, error_model="numpy", forceinline=is_small(function), **only)(function)
            )

        linkers: dict[Any, Linker] = {}
        functions: dict[str, Any] = {}
        with _compiling:
            config: Any = numba.config
            kept = config.CACHE_DIR
            config.CACHE_DIR = str(self.folder)
            try:
                for name in self.drivers:
                    group = (name in LISTENING, name in LEARNED)  # which share what they call
                    bound = linkers.setdefault(group, self.linker(inner, name))
                    copy = self.kept_beside(bound.link(driver(name)).py_func)
                    # A short action or view is not worth handing Python's lock to another thread and back.
                    nogil = name not in LISTENING and name not in SHOWING
                    functions[name] = numba.njit(nogil=nogil, error_model="numpy", cache=True)(copy)
            finally:
                config.CACHE_DIR = kept
        return functions

    def kept_beside(self, function: FunctionType) -> FunctionType:
        """Let numba find the source of a driver beside its machine code.

        numba keeps machine code by where the source is, so every copy of Quadriga would be compiled anew.
        """
        source = Path(function.__code__.co_filename)
        beside = self.folder / source.name
        if not beside.exists():
            with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as file:
                file.write(source.read_bytes())
            Path(file.name).replace(beside)
        function.__code__ = function.__code__.replace(co_filename=str(beside))
        return function

    def __getattr__(self, name: str) -> Any:
        if name not in self.drivers:
            raise AttributeError(name)
        if name not in self._at_hand:
            if not self.has(name):
                self.compile(name)
            self._at_hand.add(name)
        return self.functions[name]

    @property
    def is_warm(self) -> bool:
        """Tell whether everything is compiled already."""
        return (self.folder / "warm").exists()

    def has(self, name: str) -> bool:
        """Tell whether a driver is compiled already."""
        return (self.folder / f"{name}.done").exists() or self.is_warm

    def warm(self) -> Iterator[str]:
        """Compile what is not compiled yet; yield the name of each driver as it is done."""
        for name in self.drivers:
            self.compile(name)
            yield name

    def compile(self, name: str) -> None:
        """Compile a driver and say so, or load it if it was compiled before."""
        with _compiling:
            if not self.has(name):
                say_compiling(self.name, name, 1 + sum(map(self.has, self.drivers)), len(self.drivers))
            compile_quickly(lambda: self.functions[name](*self.example(name)))
            (self.folder / f"{name}.done").touch()
            if all(map(self.has, self.drivers)):
                (self.folder / "warm").touch()

    def example(self, name: str) -> tuple[Any, ...]:
        """Make arguments for a driver, of the types with which it is always called."""
        states, template = blank(self.dtype, 1), blank(self.dtype, 1)
        moves = np.zeros(self.rules.NUM_ACTIONS, np.int16)
        seeds = np.zeros(1, np.int64)
        count = self.rules.SEATS
        sums = np.zeros(self.rules.MEASURES, np.int64)
        wide = blank(with_told(self.dtype), 1)
        chooser, flags, sitting = np.zeros((1, 2), np.int64), np.zeros(1, np.uint8), np.zeros(1, np.int8)
        legal, seen = np.zeros((1, moves.size), np.int8), np.zeros((1, self.rules.OBSERVATION), np.int8)
        words = 0 if self.rules.words is None else self.rules.words.size
        net = network.blank_network(self.rules.INPUTS, self.rules.SLOTS, count, self.rules.NOTES)
        thinking = (
            *(states, template, blank(tree.NODE, 1), 1, np.zeros(moves.size, np.int32), moves, np.zeros(1)),
            *(np.zeros(1, np.int32), np.zeros(count), np.zeros(count), 0, count, 0, 0, 0, 0, 1.0, 1.0, 0, 0),
            *(False, 1),
        )
        sampling = (states, template, 0, 0, 0, moves, 0, False, False, sums, np.zeros(1))
        calls: dict[str, tuple[Any, ...]] = {
            "reset_all": (states, template, seeds, 0, 0),
            "legal_all": (states, np.zeros((1, moves.size), np.uint8), moves, 0, 0),
            "observe_all": (states, seen, 0, 0),
            "see_all": (states, np.zeros((1, self.rules.INPUTS), np.int8), 0, 0),
            "slots_all": (states, np.zeros((1, self.rules.SLOTS), np.int16), moves, 0, 0),
            "redeal_all": (states, np.zeros(1, np.int8), seeds, 0, 0),
            "check_all": (states, np.zeros(1, np.int16), moves, np.zeros(1, np.uint8), 0, 0),
            "act_all": (states, np.zeros(1, np.int16), 0, 0),
            "playout_all": (states, seeds, moves, 0, np.zeros(1, np.int32), 0, 0),
            "scores_all": (states, np.zeros((1, count), np.int16), np.zeros((1, count), np.uint8), 0, 0),
            "sample_all": (*sampling, tree.NO_NETWORK),
            "sample_learned": (*sampling, net),
            "think": (*thinking, tree.NO_NETWORK),
            "think_learned": (*thinking, net),
            "choose_learned": (states, moves, np.zeros(1), np.zeros(1, np.int16), 0, 0, net),
            "step_seats": (
                *(
                    states,
                    template,
                    seeds,
                    0,
                    chooser,
                    flags,
                    False,
                    sitting,
                    count,
                    False,
                    np.zeros(1, np.int16),
                    moves,
                ),
                *(np.zeros(1, np.float32), flags, legal, seen, legal, seen, 0, 0),
            ),
            "act_told": (wide, 0, moves, 0, 0),
            "write_view": (
                *(states, 0, np.zeros(MOST_WORDS, np.int64), np.zeros(1, np.uint8)),
                *(np.zeros(words + 1, np.int32), np.zeros(LONGEST_VIEW, np.uint8)),
            ),
        }
        return calls[name]
