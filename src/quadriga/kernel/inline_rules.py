"""Rules as parts of the drivers that call them, and nothing more: they compile in half the time.

numba makes of every function, before its callers are compiled, optimised machine code that contains all it calls, and
optimises the same once more in each caller. Nobody calls a rule but drivers, so here it stays as it is until a driver
contains it; and as ints are passed 64 bits wide, there is one version of it and not one for every width.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.types import Integer, int64

INSIDE = (
    "_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals", "_verify_declare_only_symbols",
    "get_pointer_to_function",
)  # fmt: skip
"""What is used of numba that it does not promise."""


class InlineRule(JITCodeLibrary):
    """The code of a rule, to be linked into others; it is neither optimised nor made ready to run."""

    def _optimize_final_module(self) -> None:
        """Leave that to the driver."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Say that there is no machine code."""
        return 0

    @property
    def codegen(self) -> Any:
        """The compiler, as far as numba asks a library for it: to set the environment of a function."""
        return self

    def set_env(self, name: str, env: object) -> None:
        """Keep no environment: rules raise nothing and need nothing of Python."""


def fits() -> bool:
    """Tell whether this numba has the inside that is used here."""
    return isinstance(getattr(cpu_target.target_context.codegen(), "_library_class", None), type) and all(
        hasattr(JITCodeLibrary, name) for name in INSIDE
    )


def inline_only(wrapped: Any) -> Any:
    """Make a function of the rules, wrapped by numba, a part of its callers only; with another numba leave it as it is.

    Rules then compile as any function does, in twice the time.
    """
    if not fits():
        return wrapped
    typed, compiled = wrapped.get_call_template, wrapped.compile

    def widened(args: Any, kws: Any) -> Any:
        return typed([int64 if isinstance(kind, Integer) else kind for kind in args], kws)

    def compile_inline(signature: Any) -> Any:
        codegen = cpu_target.target_context.codegen()
        with global_compiler_lock:  # what others compile is none of our business
            kept = codegen._library_class
            codegen._library_class = InlineRule
            try:
                return compiled(signature)
            finally:
                codegen._library_class = kept

    wrapped.get_call_template = widened
    wrapped.compile = compile_inline
    return wrapped
