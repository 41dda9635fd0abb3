"""Which functions are rules: all that the rulebook's part of a game calls; and their mutants."""

from __future__ import annotations

import ast
import gc
import hashlib
import inspect
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType

from quadriga import Game
from quadriga.kernel.link import Linker

from .changes import changes

ENTRIES = ("setup", "legal", "play", "score", "wins", "redeal")
"""Where the rules are entered; what players judge positions by is no rule."""
CLAUSE = re.compile(r"\b([A-Z][A-Z0-9]+-[A-Z]+)(\d+)(?:\s+to\s+(?:[A-Z0-9]+-)?([A-Z]*)(\d+))?")


@dataclass(frozen=True)
class Mutant:
    """One rule with one small change."""

    name: str
    """Module and function, as `avecaesar.driving.leads`."""
    change: str
    file: str
    line: int
    original: CodeType
    code: CodeType
    key: str
    clauses: frozenset[str]
    """The clauses that the function's docstring cites."""


def rules_of(games: Iterable[Game]) -> list[FunctionType]:
    """List the functions that the rules of some games are made of."""
    found: dict[FunctionType, None] = {}
    for game in games:
        linker = Linker(lambda function: function, {})
        for entry in ENTRIES:
            linker.link(getattr(game.definition.rules, entry))
        home = game.definition.package
        found.update(dict.fromkeys(each for each in linker.copies if each.__module__.startswith(f"{home}.")))
    return sorted(found, key=lambda function: (function.__module__, function.__code__.co_firstlineno))


def cited(text: str) -> frozenset[str]:
    """Find the clauses that a text names; `AVE-T1 to T6` names six."""
    found = set()
    for prefix, first, _, last in CLAUSE.findall(text):
        found |= {f"{prefix}{number}" for number in range(int(first), int(last or first) + 1)}
    return frozenset(found)


def mutants(function: FunctionType) -> Iterator[Mutant]:
    """Make all mutants of a function."""
    source = textwrap.dedent(inspect.getsource(function))
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.FunctionDef)
    first = function.__code__.co_firstlineno - 1
    ast.increment_lineno(tree, first)
    name = f"{function.__module__.removeprefix('quadriga.games.')}.{function.__qualname__}"
    clauses = cited(function.__doc__ or "")
    alike: Counter[str] = Counter()
    for change in changes(tree):
        alike[str(change)] += 1
        text = str(change) if alike[str(change)] == 1 else f"{change} ({alike[str(change)]})"
        module = ast.Module([change.tree], [])
        compiled = compile(module, function.__code__.co_filename, "exec", dont_inherit=True)
        code = next(each for each in compiled.co_consts if isinstance(each, CodeType))
        key = hashlib.sha256("\n".join((name, source, text)).encode()).hexdigest()[:24]
        yield Mutant(name, text, function.__code__.co_filename, change.line, function.__code__, code, key, clauses)


def copies() -> dict[int, list[FunctionType]]:
    """Find all functions there are by the number of their code: rules are linked more than once."""
    found: dict[int, list[FunctionType]] = {}
    gc.unfreeze()  # what was collected, or it would not be listed
    for each in gc.get_objects():
        if type(each) is FunctionType:  # `isinstance` asks a weak proxy for the class of what it stood for
            found.setdefault(id(each.__code__), []).append(each)
    return found


def put_in(mutant: Mutant, functions: Iterable[FunctionType]) -> None:
    """Let every copy of a function run as the mutant, in this process and for good."""
    for function in functions:
        function.__code__ = mutant.code
