"""Mutants: the rules broken by one small change at a time, to see whether a test notices.

`python -m tests.mutants` (or `make mutants`) makes them, runs the tests that execute the changed line, those that name a
clause first, and lists the mutants that no test killed. What was found is kept in `.mutants/`, by the text of the
function, so that a run that was stopped goes on and only changed functions are tried again.

| file | what is in it |
|---|---|
| `changes.py` | the small changes, made in a function's syntax tree |
| `rules.py` | which functions are rules, and their mutants |
| `coverage.py` | which test executes which line, and how long it takes |
| `trial.py` | one mutant in a process of its own |
| `journal.py` | what was found before |
| `killers.py`, `killers.txt` | which test killed which mutant in the last run: it is tried first in the next |
| `report.py` | the table in `benchmarks/mutants.md` and the survivors that nobody explained |
| `survivors/*.yaml` | survivors by game, each with the reason why no test can or need kill it |
"""
