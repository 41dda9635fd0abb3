"""Compile a game's rules to PTX, ahead of time: this needs numba-cuda, and no GPU."""

from __future__ import annotations

import functools
import os
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from llvmlite import ir
from numba.cuda import compiler, dispatcher, itanium_mangler, types
from numba.cuda.core.callconv import CUDACABICallConv

from quadriga.kernel import dice
from quadriga.kernel.compiling import compile_quickly
from quadriga.kernel.link import Linker
from quadriga.kernel.tell import silent, tell

from . import device, kernels
from .device import RecordType, Table, pitch, record_of
from .flags import THREADS
from .program import KERNELS, Program, kernels_of

if TYPE_CHECKING:
    from quadriga.model import Game

ARGUMENTS = {
    "i4": types.int32, "i8": types.int64, "*i1": types.CPointer(types.int8), "*i2": types.CPointer(types.int16),
    "*i4": types.CPointer(types.int32), "*u4": types.CPointer(types.uint32), "*i8": types.CPointer(types.int64),
    "*u1": types.CPointer(types.uint8), "*f4": types.CPointer(types.float32),
}  # fmt: skip
LINES = bool(os.environ.get("QUADRIGA_GPU_LINES"))
"""Whether the kernels know their source lines, for a profiler."""
LARGEST = 150
"""Functions of at most this many steps of the compiler are inlined wherever they are called."""
HELPERS = ("get_word", "set_word", "fetch_row", "keep_row", "fetched", "count_up", "row", "column")
"""What kernels.py takes from device.py."""
LOOPS = 1_000_000
"""Metadata with numbers from here on is ours."""

_building = threading.RLock()


class _PlainCalls(CUDACABICallConv):
    """Calls of device functions as CUDA C++ makes them, results in registers, under names that keep modules apart."""

    def mangler(self, name: str, argtypes: Any, *, abi_tags: Any = (), uid: Any = None) -> Any:
        return itanium_mangler.mangle(name, argtypes, abi_tags=abi_tags or (), uid=uid)

    def return_user_exc(self, builder: Any, *_: Any, **__: Any) -> None:
        """Go nowhere: rules raise nothing, and nobody could hear it."""
        builder.unreachable()


@contextmanager
def _compiling_for(cc: tuple[int, int]) -> Iterator[None]:
    """Have numba compile device functions for a GPU that need not be there, with plain calls."""
    kept = dispatcher.get_current_device, dispatcher.compile_cuda, compiler.CUDACABICallConv
    with _building:
        dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=cc)
        dispatcher.compile_cuda = functools.partial(compiler.compile_cuda, abi="c")
        compiler.CUDACABICallConv = _PlainCalls
        try:
            yield
        finally:
            dispatcher.get_current_device, dispatcher.compile_cuda, compiler.CUDACABICallConv = kept


def device_function(function: Any) -> Any:
    """Wrap a function for the GPU. Ints are passed as 64 bits wide, so that there is one version of each function."""
    wrapped = numba.cuda.jit(device=True, lineinfo=LINES)(function)
    typed = wrapped.get_call_template

    def widened(args: Any, kws: Any) -> Any:
        return typed([types.int64 if isinstance(kind, types.Integer) else kind for kind in args], kws)

    wrapped.get_call_template = widened
    return wrapped


def table(constant: Any) -> Any:
    """Turn arrays and tuples of ints into tables in the GPU's memory."""
    if isinstance(constant, np.ndarray):
        return Table(constant)
    if isinstance(constant, tuple) and constant and all(type(value) is int for value in constant):
        return Table(constant)
    return constant


def keep_functions(library: Any, largest: int) -> None:
    """Keep as functions of their own those that are called from several places, unless they are small.

    The compiler would inline all of them everywhere, and such code does not fit the GPU's instruction cache.
    """
    bodies = [one for module in library.modules for one in module.functions if not one.is_declaration]
    steps = {body.name: [step for block in body.blocks for step in block.instructions] for body in bodies}
    calls = Counter(
        getattr(step.callee, "name", "") for body in steps.values() for step in body if isinstance(step, ir.CallInstr)
    )
    for body in bodies:
        if body.name != library._entry_name and calls[body.name] > 1 and len(steps[body.name]) > largest:
            body.attributes.add("noinline")


def rolled(text: str) -> str:
    """Mark the loops of a module as not to be unrolled: code that fits the GPU's instruction cache is faster.

    A branch to a block that stands before it closes a loop.
    """
    lines: list[str] = []
    seen: set[str] = set()
    loops = 0
    for line in text.splitlines():
        if line.startswith("define"):
            seen.clear()
        block = re.match(r"^([\w.$-]+|\"[^\"]+\"):", line)
        if block:
            seen.add(block[1].strip('"'))
        elif line.lstrip().startswith("br ") and any(
            (bare or quoted) in seen for quoted, bare in re.findall(r'label %(?:"([^"]+)"|([\w.$-]+))', line)
        ):
            loops += 1
            line += f", !llvm.loop !{LOOPS + loops}"
        lines.append(line)
    lines += [f"!{LOOPS + number} = distinct !{{!{LOOPS + number}, !{LOOPS}}}" for number in range(1, loops + 1)]
    return "\n".join([*lines, f'!{LOOPS} = !{{!"llvm.loop.unroll.disable"}}', ""])


def assemble(game: Game, name: str, cc: tuple[int, int], largest: int = LARGEST) -> tuple[str, str]:
    """Compile one kernel; return its PTX and the name of its entry."""
    rules = game.definition.rules
    record = RecordType(game.name, rules.STATE)
    bound = {
        **rules.functions,
        **{name: getattr(device, name) for name in HELPERS},
        "record": record_of(record), "WORDS": record.dtype.itemsize // 4, "ACTIONS": rules.NUM_ACTIONS,
    }  # fmt: skip
    with _compiling_for(cc):
        linker = Linker(device_function, {tell: silent, dice.speck: device.speck}, bound, table)
        kernel = linker.link(getattr(kernels, name)).py_func
        signature = types.void(*(ARGUMENTS[kind] for kind in KERNELS[name].values()))
        library, _ = compile_quickly(
            lambda: compiler._compile_pyfunc_with_fixup(
                kernel, signature, device=False, cc=cc, abi="numba", lineinfo=LINES
            )
        )
        keep_functions(library, largest)
        library._llvm_strs = [rolled(text) for text in library.llvm_strs]
        ptx: str = library.get_asm_strs(cc=cc)[0]
    entry = re.search(r"\.entry (\w+)", ptx)
    assert entry is not None
    return ptx, entry.group(1)


def build(game: Game, folder: Path, cc: tuple[int, int], largest: int = LARGEST) -> Iterator[str]:
    """Compile all kernels of a game into a folder, with a manifest; yield the name of each as it is done."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = {}
    for name in kernels_of(game):
        ptx, entries[name] = assemble(game, name, cc, largest)
        (folder / f"{name}.ptx").write_text(ptx, encoding="utf-8")
        yield name
    rules = game.definition.rules
    program = Program(
        game=game.name, key=folder.name.rpartition("-")[2], compute_capability=cc[0] * 10 + cc[1], threads=THREADS,
        record=rules.STATE.itemsize, pitch=pitch(rules.STATE), actions=rules.NUM_ACTIONS,
        observation=rules.OBSERVATION, inputs=rules.INPUTS, slots=rules.SLOTS, entries=entries,
        compiler=f"numba-cuda {version('numba-cuda')}",
    )  # fmt: skip
    program.write(folder)
