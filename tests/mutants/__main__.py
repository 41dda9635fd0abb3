"""Breaks the rules one small change at a time and lists the mutants that no test notices.

python -m tests.mutants                       # all games; what is known already is not tried again
python -m tests.mutants caesar avecaesar      # packages, modules or functions: caesar.ties, avecaesar.driving.leads
python -m tests.mutants --again               # survivors are tried again, with all tests that reach them
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from math import inf
from pathlib import Path
from types import FunctionType

import pytest

import quadriga

from ..conftest import OURS
from .coverage import Executed
from .journal import UNREACHED, Found, Journal
from .killers import LENGTH, read_killers, write_killers
from .report import outdated, page, read_explanations, table, unexplained
from .rules import Mutant, copies, mutants, rules_of
from .trial import BUDGET, Trial, begin, choose_tests, end

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".mutants"
SURVIVORS = Path(__file__).with_name("survivors")
KILLERS = Path(__file__).with_name("killers.txt")
REPORT = ROOT / "benchmarks" / "mutants.md"
TESTS = ("tests/games", "tests/rulebook/test_scenarios.py", "tests/table/test_series.py")
SLOW = ("study", "test_sheet", "compiled")
"""Parts of names of tests that compile, or have nothing to do with rules."""


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("only", nargs="*", help="packages, modules or functions; all if left out")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="try survivors again, with all tests that reach them")
    parser.add_argument("--limit", type=int, help="stop after this many mutants")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="the tests to try")
    parser.add_argument("--kept", type=Path, default=KEPT, help="the folder that keeps what was found")
    return parser.parse_args()


class Run:
    """The plugin that takes the place of pytest's loop over tests."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.journal = Journal(given.kept / "journal.jsonl")
        self.begun = time.monotonic()

    def wanted(self, function: FunctionType) -> bool:
        """Tell whether a function was asked for."""
        name = f"{function.__module__.removeprefix('quadriga.games.')}.{function.__qualname__}."
        return not self.given.only or any(name.startswith(f"{only}.") for only in self.given.only)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out tests that cannot see a mutant."""
        items[:] = [item for item in items if not any(word in item.nodeid for word in SLOW)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants."""
        all_rules = rules_of(quadriga.load(name) for name in OURS)
        functions = [each for each in all_rules if self.wanted(each)]
        files = {each.__code__.co_filename for each in all_rules}
        sources = [
            *(ROOT / "src/quadriga").glob("games/**/*.py"), *(ROOT / "src/quadriga").glob("rulebook/**/*.yaml"),
            *(ROOT / "tests/games").glob("**/*.py"), ROOT / "tests/conftest.py",
        ]  # fmt: skip
        executed = Executed(self.given.kept / "executed.json", sources, [item.nodeid for item in session.items])
        if not executed.load():
            executed.find(session.items, files, self.given.workers)
        items = {item.nodeid: item for item in session.items}
        clauses = {item.nodeid: clauses_of(item) for item in session.items}
        every = [mutant for function in functions for mutant in mutants(function)]
        new = [mutant for mutant in every if self.is_new(mutant)][: self.given.limit]
        self.tell(f"{len(functions)} functions, {len(every)} mutants, {len(new)} to try\n")
        functions_of, killers = copies(), read_killers(KILLERS)
        gc.freeze()  # so that looking for garbage copies no memory of the processes
        trials: dict[int, Trial] = {}
        for number, mutant in enumerate(new):
            killer, budget = killers.get(mutant.key[:LENGTH], ""), inf if self.given.again else BUDGET
            tests, naming = choose_tests(mutant, executed, clauses, killer, budget)
            if not tests:
                self.journal.add(Found(mutant.key, mutant.name, mutant.change, UNREACHED))
                continue
            if len(trials) >= self.given.workers:
                self.wait(trials)
            trial = begin(mutant, functions_of[id(mutant.original)], tests, naming, items, executed)
            trials[trial.process] = trial
            self.tell(f"{number + 1} of {len(new)}, {time.monotonic() - self.begun:.0f} s: {mutant.name}")
        while trials:
            self.wait(trials)
        self.conclude([self.journal.found[mutant.key] for mutant in every if mutant.key in self.journal.found])
        if self.given.tests == TESTS:
            self.report([mutant for function in all_rules for mutant in mutants(function)])
        return True

    def is_new(self, mutant: Mutant) -> bool:
        """Tell whether a mutant is to be tried."""
        known = self.journal.found.get(mutant.key)
        return known is None or (self.given.again and known.is_alive)

    def wait(self, trials: dict[int, Trial]) -> None:
        """Wait for one mutant."""
        process, status = os.wait()
        self.journal.add(end(trials.pop(process), status))

    def tell(self, words: str) -> None:
        """Show how far it is."""
        end = "" if sys.stderr.isatty() else "\n"
        print(f"\r\033[K{words}" if not end else words, end=end, file=sys.stderr, flush=True)

    def conclude(self, found: list[Found]) -> None:
        """List the survivors that nobody explained, and explanations without a survivor; fail if there are any."""
        explained = read_explanations(SURVIVORS)
        print("\n" + table(found, explained))
        left = unexplained(found, explained)
        for each in left:
            print(f"{each.status}: {each.name}: {each.change}")
        old = outdated(found, explained, {each.name for each in found})
        for words in old:
            print(f"explained, but killed or gone: {words}")
        self.failed = bool(left or old)

    def report(self, every: list[Mutant]) -> None:
        """Keep what is known of all mutants, in this run or before."""
        found = [self.journal.found[mutant.key] for mutant in every if mutant.key in self.journal.found]
        REPORT.write_text(page(found, len(every), read_explanations(SURVIVORS)), encoding="utf-8")
        write_killers(KILLERS, found)


def clauses_of(item: pytest.Item) -> frozenset[str]:
    """Find the clauses that a test names, by its marks or as a scenario."""
    named = {name for mark in item.iter_markers("clause") for name in mark.args}
    scenario = getattr(item, "callspec", None) and item.callspec.params.get("scenario")
    return frozenset(named | set(getattr(scenario, "shows", ())))


def main() -> int:
    """Run it."""
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "mutants", derandomize=True, database=None, deadline=None, phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    settings.load_profile("mutants")
    os.chdir(ROOT)
    run = Run(arguments())
    run.failed = True
    quick = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=native", "--assert=plain", "--interpreted"]
    status = pytest.main([*quick, *run.given.tests], plugins=[run])
    return 1 if run.failed or status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else 0


if __name__ == "__main__":
    sys.exit(main())
