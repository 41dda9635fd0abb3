"""Where Crassus places: the compiled rules against the plain reading on twenty thousand positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numba
import numpy as np
import pytest

from quadriga.games.caesar.priorities import choose_placement
from quadriga.kernel.inline_rules import inline_only
from quadriga.kernel.link import Linker
from quadriga.kernel.records import Bits
from quadriga.kernel.tell import silent, tell

from .crassus_reading import ENDS, Decision, Reading
from .test_crassus_positions import HOPELESS, LATE, QUIET, SPACE_NAMES, TOKENS, Kind, from_games, made_sharp, tables

pytestmark = pytest.mark.xdist_group("crassus")  # what is compiled here is compiled once


# --- the compiled rules


@cache
def compiled_choice() -> Any:
    """Compile the function that chooses one placement, with a loop around it."""

    def inner(function: Any) -> Any:
        # As the kernel does it: without a way in from Python the parts are compiled faster.
        return inline_only(numba.njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function))

    choose = Linker(inner, {tell: silent}).link(choose_placement)

    @numba.njit(nogil=True, error_model="numpy")
    def choose_all(states: Any, choices: Any) -> None:
        for i in range(len(states)):
            states[i].rolls = 0
            choices[i] = choose(states[i])

    return choose_all


def choices_in(states: Bits) -> Any:
    """Let the compiled rules choose in every position."""
    choices = np.zeros(len(states), np.int64)
    compiled_choice()(states, choices)
    return choices


def chosen(states: Bits) -> list[tuple[int, str, tuple[int, int]]]:
    """Name what the compiled rules choose: place in the row, border space, numbers to its two provinces."""
    choices = choices_in(states)
    return [
        as_placement(s_row[choice // 2 // len(ENDS)], choice)
        for s_row, choice in zip(states["row"].tolist(), choices.tolist(), strict=True)
    ]


def as_placement(token: int, choice: int) -> tuple[int, str, tuple[int, int]]:
    first, second = TOKENS[token - 1][1]
    numbers = (second, first) if choice % 2 else (first, second)
    return choice // 2 // len(ENDS), SPACE_NAMES[choice // 2 % len(ENDS)], numbers


# --- tests


def check(states: Bits) -> Counter[str]:
    """Compare the compiled rules with the reading; count what the positions show."""
    seen: Counter[str] = Counter()
    for k, (table, found) in enumerate(zip(tables(states), chosen(states), strict=True)):
        reading = Reading(table)
        decisions = reading.decisions()
        if found not in {decision.option.placement for decision in decisions}:
            pytest.fail(f"{found} is none of {decisions} in {table} (number {k})")
        seen.update(what_shows(reading, decisions[0]))
    return seen


def what_shows(reading: Reading, decision: Decision) -> Iterator[str]:
    """Name what a decision shows."""
    yield f"step {decision.step}"
    ties = {"province": decision.province_tie, "space": decision.space_tie, "token": decision.token_tie}
    for name, tied in ties.items():
        if tied:
            yield f"{name}: {tied.reason}"
    if decision.step > 1:
        closing = [option for option in reading.options if reading.closes(option)]
        refused = [option for option in closing if reading.lets_the_player_win(option)]
        if refused:
            yield "step 2 refuses some" if decision.step == 2 else "refused"
        if decision.option in refused:
            yield "nothing else is left"
        if any(len(reading.closings(option)) == 2 for option in refused):
            yield "both closings"
        if any(reading.crassus in reading.winners(option) for option in closing):
            yield "ruthless saves him"


SHOWN = {
    "late": ["step 1", "province: poison bonus", "province: at random", "token: leftmost"],
    "hopeless": [
        "step 2", "step 3", "step 4", "step 5", "step 2 refuses some", "refused", "nothing else is left",
        "both closings", "ruthless saves him", "space: largest deficit in the province beyond",
    ],
    "quiet": [
        "step 3", "step 4", "step 5", "step 6", "step 7", "province: Italia before the others",
        "province: next to a central province", "province: senate bonus", "space: central province beyond",
        "space: at random", "token: not wild", "token: by the sum of both numbers", "token: leftmost",
    ],
    "in play": ["step 1", "step 2", "step 3", "step 4", "step 6", "province: next to a province he controls"],
}  # fmt: skip


def positions(name: str) -> Bits:
    """Make positions of one kind: together twenty thousand."""
    if name == "in play":
        return from_games(5_000, seed=30)
    kind, count = {"late": (LATE, 3_000), "hopeless": (HOPELESS, 7_500), "quiet": (QUIET, 8_000)}[name]
    return made_sharp(kind, count, seed=count)


@pytest.mark.long
@pytest.mark.clause("ROME-Z9", "ROME-Z10", "ROME-Z11", "ROME-Z12", "ROME-Z15", "ROME-Z16", "ROME-Z17")
@pytest.mark.parametrize(
    ("name", "least"), [("late", 2_000), ("hopeless", 5_000), ("quiet", 7_800), ("in play", 5_000)]
)
def test_he_places_as_the_clauses_say(name: str, least: int) -> None:
    states = positions(name)
    assert len(states) >= least
    seen = check(states)
    rare = {what: seen[what] for what in SHOWN[name] if seen[what] < 12}
    assert not rare, f"hardly tested: {rare}"


def chances(states: Bits) -> Iterator[tuple[Any, dict[Any, float]]]:
    """Find positions in which chance decides, with how often each placement is due: provinces first, then spaces."""
    for s, table in zip(states, tables(states), strict=True):
        decisions = Reading(table).decisions()
        if len(decisions) > 1:
            spaces = Counter(decision.option.target for decision in decisions)
            due: Counter[Any] = Counter()
            for decision in decisions:
                due[decision.option.placement] += 1 / len(spaces) / spaces[decision.option.target]
            yield s, due


@pytest.mark.long
@pytest.mark.clause("ROME-Z10", "ROME-Z11")
@pytest.mark.parametrize("kind", [LATE, HOPELESS, QUIET], ids=["late", "hopeless", "quiet"])
def test_chance_is_fair_between_provinces_then_between_their_spaces(kind: Kind) -> None:
    rolls = 3_000
    found = list(chances(made_sharp(kind, 1_500, seed=7)))
    uneven = [(s, due) for s, due in found if len(set(due.values())) > 1]
    assert uneven or kind is LATE
    for s, due in uneven[:10] + found[:20]:
        states = np.repeat(s, rolls)
        states["secret"] = np.random.default_rng(5).integers(0, 2**32, (rolls, 4))
        choices, times = np.unique(choices_in(states), return_counts=True)
        counts: Counter[Any] = Counter()
        for choice, count in zip(choices.tolist(), times.tolist(), strict=True):
            counts[as_placement(int(s["row"][choice // 2 // len(ENDS)]), choice)] += count
        assert set(counts) == set(due)
        for option, share in due.items():
            assert abs(counts[option] - rolls * share) <= 5 * (rolls * share * (1 - share)) ** 0.5 + 0.01
