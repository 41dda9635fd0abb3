"""The tool that breaks the rules: what it changes, whom it asks, and what it remembers."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from .coverage import Executed
from .journal import CLAUSE, SURVIVED, UNREACHED, Found, Journal
from .killers import read_killers, write_killers
from .report import outdated, page, read_explanations, table, unexplained
from .rules import cited, copies, mutants, put_in
from .trial import choose_tests

TOY = '''
def tell(*words): pass

def may_enter(s, age):
    """Let in whoever is old enough and not barred (TOY-A1 to A3, TOY-B7)."""
    if age >= 18 and not s.barred:
        s.guests += 1
        tell(s, 4, 0, 0)
        return True
    return False
'''


@pytest.fixture
def toy(tmp_path: Path):
    path = tmp_path / "toy.py"
    path.write_text(TOY, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("toy", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Guests:
    def __init__(self) -> None:
        self.barred, self.guests = False, 0


def found(status: str, change: str = "a -> b", name: str = "toy.may_enter") -> Found:
    return Found(f"{name} {change}", name, change, status)


def test_every_small_change_is_made_once(toy) -> None:
    assert sorted(mutant.change for mutant in mutants(toy.may_enter)) == sorted([
        "if age >= 18 and (not s.barred): -> if True:",
        "if age >= 18 and (not s.barred): -> if False:",
        "return False -> return True",
        "age >= 18 and (not s.barred) -> age >= 18 or not s.barred",
        "s.guests += 1 -> s.guests -= 1",
        "s.guests += 1 -> (nothing)",
        "tell(s, 4, 0, 0) -> (nothing)",
        "return True -> return False",
        "age >= 18 -> age > 18",
        "age >= 18 and (not s.barred) -> age >= 18 and (not not s.barred)",
        "s.guests += 1 -> s.guests += 2",
        "age >= 18 -> age >= 19",
        "tell(s, 4, 0, 0) -> tell(s, 5, 0, 0)",
    ])  # fmt: skip


def test_a_mutant_takes_the_place_of_every_copy_of_its_function(toy) -> None:
    copy = type(toy.may_enter)(toy.may_enter.__code__, toy.may_enter.__globals__)
    mutant = next(each for each in mutants(toy.may_enter) if each.change == "age >= 18 -> age > 18")
    assert toy.may_enter(Guests(), 18) and copy(Guests(), 18)
    put_in(mutant, copies()[id(mutant.original)])
    assert not toy.may_enter(Guests(), 18) and not copy(Guests(), 18)
    assert toy.may_enter(Guests(), 19)


def test_a_docstring_names_its_clauses_one_by_one() -> None:
    assert cited("Do it (AVE-T1 to T3, CC97-A4); later ROME-Z5 to ROME-Z6.") == {
        "AVE-T1", "AVE-T2", "AVE-T3", "CC97-A4", "ROME-Z5", "ROME-Z6",
    }  # fmt: skip


def test_tests_that_name_its_clauses_come_first_then_those_of_others_then_the_rest(toy, tmp_path: Path) -> None:
    mutant = next(mutants(toy.may_enter))
    executed = Executed(tmp_path / "executed.json", [], [])
    executed.seconds = {"rest": 0.1, "other clause": 0.2, "own clause": 0.9, "elsewhere": 0.1, "compiles": 60.0}
    executed.tests = {f"{tmp_path.name}/toy.py:{mutant.line}": ["rest", "other clause", "own clause", "compiles"]}
    clauses = {"rest": frozenset(), "other clause": frozenset({"TOY-Z1"}), "own clause": frozenset({"TOY-A2"})}
    naming = frozenset({"own clause", "other clause"})
    assert choose_tests(mutant, executed, clauses) == (["own clause", "other clause", "rest"], naming)
    assert choose_tests(mutant, executed, clauses, "rest") == (["rest", "own clause", "other clause"], naming)
    assert choose_tests(mutant, executed, clauses, "elsewhere") == choose_tests(mutant, executed, clauses)


def test_what_was_found_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "journal.jsonl"
    Journal(path).add(found(SURVIVED))
    Journal(path).add(found(CLAUSE))
    assert Journal(path).found == {"toy.may_enter a -> b": found(CLAUSE)}


def test_who_killed_whom_is_read_back(tmp_path: Path) -> None:
    killed = Found("0123456789abcdef", "toy.may_enter", "a -> b", CLAUSE, "tests/test_toy.py::test_of_age")
    write_killers(tmp_path / "killers.txt", [killed, found(SURVIVED)])
    assert read_killers(tmp_path / "killers.txt") == {"0123456789ab": "tests/test_toy.py::test_of_age"}
    assert read_killers(tmp_path / "none.txt") == {}


def test_a_survivor_needs_an_explanation_and_an_explanation_a_survivor(tmp_path: Path) -> None:
    path = tmp_path / "survivors.yaml"
    path.write_text("- why: it makes no difference\n  changes: {toy.may_enter: [a -> b, c -> d]}\n", encoding="utf-8")
    explained = read_explanations(tmp_path)
    all_found = [found(SURVIVED), found(CLAUSE, "c -> d"), found(SURVIVED, "e -> f")]
    assert unexplained(all_found, explained) == [found(SURVIVED, "e -> f")]
    assert outdated(all_found, explained, {"toy.may_enter"}) == ["toy.may_enter: c -> d"]
    assert "| **together** | 3 | 1 | 0 | 0 | 1 | 1 |" in table(all_found, explained)
    written = page(all_found, 7, explained)
    assert "3 of 7 mutants tried" in written
    assert "## Survivors without an explanation: 1" in written and "`toy.may_enter`: `e -> f`" in written


def test_a_run_kills_mutants_of_a_real_rule_and_a_second_run_has_nothing_to_do(tmp_path: Path) -> None:
    """`caesar.standings` with the tests of placing only: some die, some live, and all are remembered."""
    command = [
        *(sys.executable, "-m", "tests.mutants", "caesar.standings", "--workers", "1", "--kept", str(tmp_path)),
        *("--tests", "tests/games/caesar/test_placing.py"),
    ]  # fmt: skip
    root = Path(__file__).parents[2]
    first = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300, check=False)
    assert first.returncode == 1, first.stderr  # what these few tests leave alive is explained nowhere
    known = Journal(tmp_path / "journal.jsonl").found
    assert {each.status for each in known.values()} >= {CLAUSE, UNREACHED}
    second = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300, check=False)
    assert f"{len(known)} mutants, 0 to try" in second.stderr
    assert Journal(tmp_path / "journal.jsonl").found == known
