"""Where Crassus places: the compiled rules against the plain reading on a hundred thousand positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numba
import numpy as np
import pytest

import quadriga
from quadriga import Game
from quadriga.games.caesar.components import BONUSES
from quadriga.games.caesar.priorities import choose_placement
from quadriga.games.caesar.record import CRASSUS, STAGES
from quadriga.games.caesar.room import MODULE_SETS
from quadriga.kernel.link import Linker
from quadriga.kernel.records import Bits, blank
from quadriga.kernel.tell import silent, tell

from .crassus_reading import BOX, CENTRAL, ENDS, PROVINCES, SIDES, SPACES, Option, Reading, Table

SPACE_NAMES = tuple(ENDS)
TOKENS = [(token.name, token.numbers) for token in BOX.tokens]
COPIES = [token.copies for token in BOX.tokens]
FITS = np.array([[token.fits(border.symbol) for border in BOX.borders] for token in BOX.tokens])
EVERY_WAY = list(product(("low", "medium", "high"), SIDES, MODULE_SETS, (False, True)))


@cache
def solo(difficulty: str = "low", side: str = "caesar", modules: tuple[str, ...] = (), ruthless: bool = False) -> Game:
    return quadriga.load("caesar", solo=difficulty, side=side, modules=modules, ruthless=ruthless)


# --- positions


def from_games(count: int, seed: int) -> Bits:
    """Play solo games of every kind at random; take the positions in which Crassus is about to move.

    In every other one the row is already longer, as it is after the draw.
    """
    generator = np.random.default_rng(seed)
    batch = solo().batch(len(EVERY_WAY) * 8, threads=1)
    found: list[Bits] = []
    while sum(map(len, found)) < count:
        batch.seeds[:] = generator.integers(0, 2**60, len(batch))
        for k, way in enumerate(EVERY_WAY):
            solo().compiled.reset_all(batch.states, solo(*way).template, batch.seeds, 8 * k, 8 * k + 8)
        while (batch.to_move >= 0).any():
            found.append(batch.states[batch.states["stage"] == CRASSUS].copy())
            legal = batch.legal
            batch.step((legal * generator.random(legal.shape)).argmax(1))
    states = np.concatenate(found)[:count]
    for s in states[::2]:
        for _ in range(2):
            draw(s, generator)
    return states


def draw(s: Any, generator: np.random.Generator) -> None:
    """Put a token of the bag at the right end of the row."""
    bag = s["bag"][1 - s["side"]]
    if bag.any():
        kind = int(generator.choice(len(bag), p=bag / bag.sum()))
        bag[kind] -= 1
        s["row"][s["in_row"]] = kind + 1
        s["in_row"] += 1


def made_sharp(count: int, seed: int) -> Bits:
    """Make positions full of what is rare in play: late boards, few control tokens left, wild rows, many ties.

    They keep to the board and the tokens of the box; how anybody got there does not matter.
    """
    generator = np.random.default_rng(seed)
    states = blank(solo().template.dtype, count)
    for k, way in enumerate(EVERY_WAY):
        states[k :: len(EVERY_WAY)] = solo(*way).template
    generator.shuffle(states)
    states["stage"], states["bonus_now"], states["turns"] = CRASSUS, -1, 20
    states["active"] = 1 - states["side"]
    states["secret"] = generator.integers(0, 2**32, (count, 4))
    states["moves"] = generator.integers(0, 2**30, count)
    fill_rows(states, generator)
    fill_borders(states, generator)
    fill_provinces(states, generator)
    early = generator.random(count) < 0.2
    for side in range(2):
        few = generator.integers(1, 6, count)
        states["left"][:, side] = np.where(early, generator.integers(6, 13, count), few)
        states["senate"][:, side] = generator.integers(0, 3, count)
    return states[[any(True for _ in fitting(s)) for s in states]]


def fill_rows(states: Bits, generator: np.random.Generator) -> None:
    """Give Crassus a row of one to six tokens, some of wild ones alone; all other tokens go to the bags."""
    for s in states:
        stock = [kind for kind in range(len(TOKENS)) if kind < 15 or s["centurions"] for _ in range(COPIES[kind])]
        s["bag"][:, :] = np.bincount(stock, minlength=len(TOKENS))
        if generator.random() < 0.15:
            stock = [kind for kind in stock if TOKENS[kind][0].startswith("wild")]
        row = generator.permutation(stock)[: generator.integers(1, 7)]
        s["row"][: len(row)] = row + 1
        s["in_row"] = len(row)
        s["bag"][1 - s["side"]] -= np.bincount(row, minlength=len(TOKENS)).astype(np.int8)


def fill_borders(states: Bits, generator: np.random.Generator) -> None:
    """Put tokens of the bags on free border spaces, few or many."""
    count = len(states)
    crowd = generator.choice([0.1, 0.3, 0.6, 0.8, 1.0], count, p=[0.1, 0.1, 0.2, 0.3, 0.3])
    crowd = np.stack([crowd, crowd * generator.choice([0.3, 1.0, 1.0, 1.0], count)], 1)
    for kind, side in generator.permutation([(k, side) for k in range(len(TOKENS)) for side in range(2)]):
        for copy in range(COPIES[kind]):
            wanted = (states["bag"][:, side, kind] > 0) & (generator.random(count) < crowd[:, (side + copy) % 2])
            score = generator.random((count, len(ENDS))) * FITS[kind] * (states["token"] == 0)
            space = score.argmax(1)
            put = np.flatnonzero(wanted & (score.max(1) > 0))
            states["token"][put, space[put]] = kind + 1
            states["owner"][put, space[put]] = side + 1
            turned = generator.integers(0, 2, len(put)) * (TOKENS[kind][1][0] != TOKENS[kind][1][1])
            states["turned"][put, space[put]] = turned
            states["face_down"][put, space[put]] = generator.random(len(put)) < 0.15
            states["bag"][put, side, kind] -= 1


def fill_provinces(states: Bits, generator: np.random.Generator) -> None:
    """Add up the influence; close what is full, give it to anybody, and deal bonus tokens to the rest."""
    count = len(states)
    shown = np.zeros((count, 2, len(ENDS), 2), np.int8)  # by side, space and end
    numbers = np.array([((0, 0), (0, 0)), *((two, two[::-1]) for _, two in TOKENS)], np.int8)
    facing = numbers[states["token"], states["turned"]] * (states["face_down"] == 0)[:, :, None]
    for side in range(2):
        shown[:, side] = facing * (states["owner"] == side + 1)[:, :, None]
    for p, province in enumerate(PROVINCES):
        spaces = [SPACE_NAMES.index(space) for space in SPACES[province]]
        ends = [ENDS[SPACE_NAMES[space]].index(province) for space in spaces]
        states["free"][:, p] = (states["token"][:, spaces] == 0).sum(1)
        states["influence"][:, :, p] = sum(shown[:, :, b, end] for b, end in zip(spaces, ends, strict=True))
        closed = states["closed"][:, p] = states["free"][:, p] == 0
        states["control"][:, p] = generator.choice(3, count, p=[0.2, 0.4, 0.4]) * closed
        states["markers"][:, p] = (states["control"][:, p] > 0) * (2 if province == "Italia" else 1)
        states["markers_down"][:, p] = states["markers"][:, p] * (generator.random(count) < 0.2)
        bonus = generator.integers(1, 5, count)
        special = generator.random(count)
        bonus = np.where((special < 0.2) & (states["poison"] > 0), BONUSES.index("poison") + 1, bonus)
        bonus = np.where((special > 0.8) & (states["centurions"] > 0), BONUSES.index("centurion") + 1, bonus)
        states["bonus"][:, p] = np.where(closed, 0, BONUSES.index("senate") + 1 if province == "Italia" else bonus)


def fitting(s: Any) -> Iterator[int]:
    """List the tokens of the row that fit a free border space."""
    return (i for i in range(s["in_row"]) if (FITS[s["row"][i] - 1] & (s["token"] == 0)).any())


def tables(states: Bits) -> Iterator[Table]:
    """Lay out records for the reading."""
    names = ("token", "owner", "turned", "face_down", "control", "markers_down", "bonus", "left", "senate", "row")
    columns = [states[name].tolist() for name in (*names, "in_row", "side", "ruthless")]
    for token, owner, turned, down, control, face_down, bonus, left, senate, row, in_row, side, ruthless in zip(
        *columns, strict=True
    ):
        yield Table(
            SIDES[1 - side],
            [TOKENS[kind - 1][0] for kind in row[:in_row]],
            {
                SPACE_NAMES[b]: (SIDES[owner[b] - 1], (0, 0) if down[b] else TOKENS[kind - 1][1][:: -1 if turned[b] else 1])
                for b, kind in enumerate(token)
                if kind
            },
            {PROVINCES[p]: SIDES[number - 1] for p, number in enumerate(control) if number},
            {PROVINCES[p] for p, number in enumerate(face_down) if number},
            {PROVINCES[p]: BONUSES[number - 1] for p, number in enumerate(bonus) if number},
            dict(zip(SIDES, left, strict=True)),
            senate[1 - side],
            bool(ruthless),
        )


# --- the compiled rules


@cache
def compiled_choice() -> Any:
    """Compile the function that chooses one placement, with a loop around it."""
    compiler = numba.njit(nogil=True, error_model="numpy")
    choose = Linker(compiler, {tell: silent}).link(choose_placement)

    @compiler
    def choose_all(states: Any, choices: Any) -> None:
        for i in range(len(states)):
            states[i].rolls = 0
            choices[i] = choose(states[i])

    return choose_all


def chosen(states: Bits) -> list[tuple[int, str, tuple[int, int]]]:
    """Let the compiled rules choose in every position: place in the row, border space, numbers to its two provinces."""
    choices = np.zeros(len(states), np.int64)
    compiled_choice()(states, choices)
    return [
        placement(s_row[choice // 2 // len(ENDS)], choice)
        for s_row, choice in zip(states["row"].tolist(), choices.tolist(), strict=True)
    ]


def placement(token: int, choice: int) -> tuple[int, str, tuple[int, int]]:
    first, second = TOKENS[token - 1][1]
    numbers = (second, first) if choice % 2 else (first, second)
    return choice // 2 // len(ENDS), SPACE_NAMES[choice // 2 % len(ENDS)], numbers


# --- tests


@pytest.mark.clause("ROME-Z9", "ROME-Z10", "ROME-Z11", "ROME-Z12", "ROME-Z15", "ROME-Z16", "ROME-Z17")
@pytest.mark.parametrize(("make", "count"), [(from_games, 40_000), (made_sharp, 65_000)], ids=["in play", "sharp"])
def test_he_places_as_the_clauses_say(make: Any, count: int) -> None:
    states = make(count, seed=2024)
    seen: Counter[Any] = Counter()
    for k, (table, found) in enumerate(zip(tables(states), chosen(states), strict=True)):
        reading = Reading(table)
        decisions = reading.decisions()
        assert found in {decision.option.placement for decision in decisions}, explain(states[k], found, decisions)
        seen.update(told_of(reading, decisions))
    print(len(states), seen.most_common())


def told_of(reading: Reading, decisions: list[Any]) -> Iterator[Any]:
    """Name what a decision shows, so that nothing goes untested."""
    first = decisions[0]
    yield f"step {first.step}"
    for name in ("province", "space", "token"):
        tied = getattr(first, f"{name}_tie")
        if tied:
            yield f"{name}: {tied.reason}"


def explain(s: Any, found: Any, decisions: list[Any]) -> str:
    return f"{found} is none of {decisions} in {s}"
