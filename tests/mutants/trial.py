"""One mutant in a process of its own: the tests that execute its line, until one fails."""

from __future__ import annotations

import gc
import os
import signal
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from _pytest.runner import runtestprotocol

from .coverage import Executed
from .journal import CLAUSE, ENDLESS, OTHER, SURVIVED, UNREACHED, Found
from .rules import Mutant, put_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import FunctionType

BUDGET = 4.0
"""This many seconds of tests that name a clause are tried on a mutant, and as many of other tests."""
PATIENCE = 20.0
"""A test that takes this many times longer than without the mutant runs for ever."""
LEAST = 3.0


@dataclass
class Trial:
    """A mutant that is being tried: its process, what it tells, and the tests in their order."""

    mutant: Mutant
    tests: list[str]
    naming: frozenset[str]
    """The tests that name a clause."""
    process: int
    pipe: int


def choose_tests(
    mutant: Mutant, executed: Executed, clauses: Mapping[str, frozenset[str]], killer: str = "", budget: float = BUDGET
) -> tuple[list[str], frozenset[str]]:
    """List the tests to try on a mutant, and those of them that name a clause.

    The one that killed it in an earlier run comes first, then those of its own clauses.
    """
    found = executed.at(mutant.file, mutant.line)
    own = [test for test in found if clauses[test] & mutant.clauses]
    naming = own + [test for test in found if clauses[test] and not clauses[test] & mutant.clauses]
    others = [test for test in found if not clauses[test]]
    naming, others = within(naming, executed, budget), within(others, executed, budget)
    tests = [killer] * (killer in found) + [test for test in naming + others if test != killer]
    return tests, frozenset(test for test in tests if clauses[test])


def within(tests: list[str], executed: Executed, budget: float) -> list[str]:
    """Take the tests that a budget allows, from the front; one that is too long for what is left is passed over."""
    left, taken = budget, []
    for test in tests:
        if executed.seconds[test] <= left or not taken:
            left -= executed.seconds[test]
            taken.append(test)
    return taken


def begin(
    mutant: Mutant, functions: Iterable[FunctionType], tests: list[str], naming: frozenset[str],
    items: Mapping[str, pytest.Item], executed: Executed,
) -> Trial:  # fmt: skip
    """Start a process that puts the mutant in the place of some functions and runs the tests."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return Trial(mutant, tests, naming, process, reading)
    status = 2
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        gc.disable()
        put_in(mutant, functions)
        status = 0
        for number, test in enumerate(tests):
            os.write(writing, struct.pack("i", number))
            signal.setitimer(signal.ITIMER_PROF, max(LEAST, PATIENCE * executed.seconds[test]))
            if any(report.failed for report in runtestprotocol(items[test], nextitem=None, log=False)):
                status = 1
                break
    finally:
        os._exit(status)


def end(trial: Trial, status: int) -> Found:
    """Say what became of a mutant whose process has ended."""
    told = os.read(trial.pipe, 1 << 16)
    os.close(trial.pipe)
    last = struct.unpack("i", told[-4:])[0] if told else 0
    mutant = trial.mutant
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
        return Found(mutant.key, mutant.name, mutant.change, SURVIVED if trial.tests else UNREACHED)
    by = trial.tests[last] if trial.tests else ""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
        return Found(mutant.key, mutant.name, mutant.change, ENDLESS, by)
    if not (os.WIFEXITED(status) and os.WEXITSTATUS(status) == 1):
        raise SystemExit(f"{mutant.name}, {mutant.change}: its process ended with {status}")
    return Found(mutant.key, mutant.name, mutant.change, CLAUSE if by in trial.naming else OTHER, by)
