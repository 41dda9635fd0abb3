"""Positions to try Crassus on: from solo games of every kind, and made sharper than play gives them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import quadriga
from quadriga import Game, State
from quadriga.games.caesar.components import BONUSES
from quadriga.games.caesar.game import MODULE_SETS
from quadriga.games.caesar.record import CRASSUS
from quadriga.kernel.records import Bits, blank

from .crassus_reading import BOX, CENTRAL, ENDS, PROVINCES, SIDES, SPACES, Table

SPACE_NAMES = tuple(ENDS)
TOKENS = [(token.name, token.numbers) for token in BOX.tokens]
COPIES = [token.copies for token in BOX.tokens]
FITS = np.array([[token.fits(border.symbol) for border in BOX.borders] for token in BOX.tokens])
BETWEEN = np.array([[PROVINCES.index(end) for end in ends] for ends in ENDS.values()])
BY_CENTRE = np.array([any(end in CENTRAL for end in ends) for ends in ENDS.values()])
OF_PROVINCE = np.array([[province in ends for ends in ENDS.values()] for province in PROVINCES])
FAR = 99
EVERY_WAY = list(product(("low", "medium", "high"), SIDES, MODULE_SETS, (False, True)))


@cache
def solo(difficulty: str = "low", side: str = "caesar", modules: tuple[str, ...] = (), ruthless: bool = False) -> Game:
    return quadriga.load("caesar", solo=difficulty, side=side, modules=modules, ruthless=ruthless)


def game_of(s: Any) -> Game:
    """Find the game that a record belongs to."""
    flags = ("poison", "centurions", "border_control")
    modules = tuple(name.replace("_", "-") for name in flags if s[name])
    return solo(("low", "medium", "high")[s["solo"] - 1], SIDES[s["side"]], modules, bool(s["ruthless"]))


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


@dataclass(frozen=True)
class Kind:
    """Describe a kind of positions that are rare in play."""

    crowd: tuple[float, ...]
    """How full the board is, by chance one of these."""
    rows: tuple[str, ...]
    """Of which tokens the row is made, by chance one of these."""
    face_down: tuple[float, float] = (0.15, 0.15)
    """How likely a token of the player and one of Crassus lies face down."""
    strong: float = 0.5
    """How likely a token of the player turns its higher number to the province that is nearer to closing."""
    unclosable: int = -FAR
    """Provinces that lack one token are opened again, unless the player leads there by more than this."""
    hidden_centre: float = 0.0
    """How likely a token goes next to a central province where it can."""


LATE = Kind((0.6, 0.8, 1.0), ("any", "wild"))
"""Full boards, where much can be closed."""
HOPELESS = Kind((0.7, 0.9, 1.0), ("low", "low", "wild", "any"), (0.0, 0.85), 1.0, 4)
"""The player leads almost everywhere: what Crassus closes is the player's, and often the player's last."""
QUIET = Kind((0.1, 0.3, 0.5, 0.7), ("any", "one symbol", "one symbol", "wild"), (0.93, 0.98), 0.5, FAR, 0.7)
"""Hardly any influence on the board, and nothing to close."""
LOW = ("wild 2/2", "wild 3/1", "wild 4/0", "sword 3/3", "shield 3/3", "ship 3/3", "wild 3/3")


def made_sharp(kind: Kind, count: int, seed: int) -> Bits:
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
    fill_rows(kind, states, generator)
    fill_borders(kind, states, generator)
    for _ in range(20):
        open_again(kind, states, generator)
    fill_provinces(states, generator)
    for side in range(2):
        states["left"][:, side] = generator.choice([1, 2, 3, 4, 5, 6, 9, 12], count)
        states["senate"][:, side] = generator.integers(0, 3, count)
    return states[[can_place(s) for s in states]]


def fill_rows(kind: Kind, states: Bits, generator: np.random.Generator) -> None:
    """Give Crassus a row of one to six tokens; all others go to the bags."""
    for s in states:
        stock = [
            k for k in range(len(TOKENS)) if s["centurions"] or not BOX.tokens[k].centurion for _ in range(COPIES[k])
        ]
        s["bag"][:, :] = np.bincount(stock, minlength=len(TOKENS))
        made_of = kind.rows[generator.integers(len(kind.rows))]
        symbol = ("sword", "shield", "ship")[generator.integers(3)]
        names = {"wild": ("wild",), "low": LOW, "one symbol": (symbol,), "any": ("",)}[made_of]
        row = generator.permutation([k for k in stock if TOKENS[k][0].startswith(names)])[: generator.integers(1, 7)]
        s["row"][: len(row)] = row + 1
        s["in_row"] = len(row)
        s["bag"][1 - s["side"]] -= np.bincount(row, minlength=len(TOKENS)).astype(np.int8)


def fill_borders(kind: Kind, states: Bits, generator: np.random.Generator) -> None:
    """Put tokens of the bags on free border spaces, few or many."""
    count = len(states)
    crowd = generator.choice(kind.crowd, count)
    free = np.tile([BOX.provinces[p].borders for p in range(len(PROVINCES))], (count, 1))
    for token, side in generator.permutation([(k, side) for k in range(len(TOKENS)) for side in range(2)]):
        for _ in range(COPIES[token]):
            wanted = (states["bag"][:, side, token] > 0) & (generator.random(count) < crowd)
            to_centre = (generator.random(count) < kind.hidden_centre)[:, None] * BY_CENTRE
            score = (generator.random((count, len(ENDS))) + to_centre) * FITS[token] * (states["token"] == 0)
            space = score.argmax(1)
            put = np.flatnonzero(wanted & (score.max(1) > 0))
            is_crassus = side != states["side"][put]
            nearer = free[put, BETWEEN[space[put], 0]] > free[put, BETWEEN[space[put], 1]]
            by_chance = generator.integers(0, 2, len(put)) == 1
            turned = np.where(~is_crassus & (generator.random(len(put)) < kind.strong), nearer, by_chance)
            states["token"][put, space[put]] = token + 1
            states["owner"][put, space[put]] = side + 1
            states["turned"][put, space[put]] = turned & (TOKENS[token][1][0] != TOKENS[token][1][1])
            down = np.where(is_crassus, kind.face_down[1], kind.face_down[0])
            states["face_down"][put, space[put]] = generator.random(len(put)) < down
            states["bag"][put, side, token] -= 1
            for end in range(2):
                free[put, BETWEEN[space[put], end]] -= 1


def open_again(kind: Kind, states: Bits, generator: np.random.Generator) -> None:
    """Take a token away from a province that Crassus could close too well."""
    add_up(states)
    each, player = np.arange(len(states)), states["side"]
    lead = states["influence"][each, player] - states["influence"][each, 1 - player]
    spoiling = (states["free"] == 1) & (lead <= kind.unclosable)
    province = (spoiling * generator.random(spoiling.shape)).argmax(1)
    space = (generator.random((len(states), len(ENDS))) * OF_PROVINCE[province] * (states["token"] > 0)).argmax(1)
    taken = np.flatnonzero(spoiling.any(1))
    space = space[taken]
    states["bag"][taken, states["owner"][taken, space] - 1, states["token"][taken, space] - 1] += 1
    for name in ("token", "owner", "turned", "face_down"):
        states[name][taken, space] = 0


def add_up(states: Bits) -> None:
    """Add up the influence and the free border spaces of every province."""
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


def fill_provinces(states: Bits, generator: np.random.Generator) -> None:
    """Close what is full and give it to anybody; deal bonus tokens to the rest."""
    add_up(states)
    count = len(states)
    for p, province in enumerate(PROVINCES):
        closed = states["closed"][:, p] = states["free"][:, p] == 0
        states["control"][:, p] = generator.choice(3, count, p=[0.2, 0.4, 0.4]) * closed
        states["markers"][:, p] = (states["control"][:, p] > 0) * (2 if province == "Italia" else 1)
        states["markers_down"][:, p] = states["markers"][:, p] * (generator.random(count) < 0.2)
        bonus = generator.integers(1, 5, count)
        special = generator.random(count)
        bonus = np.where((special < 0.2) & (states["poison"] > 0), BONUSES.index("poison") + 1, bonus)
        bonus = np.where((special > 0.8) & (states["centurions"] > 0), BONUSES.index("centurion") + 1, bonus)
        states["bonus"][:, p] = np.where(closed, 0, BONUSES.index("senate") + 1 if province == "Italia" else bonus)


def can_place(s: Any) -> bool:
    """Tell whether a token of the row fits a free border space."""
    return bool((FITS[s["row"][: s["in_row"]] - 1] & (s["token"] == 0)).any())


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
                SPACE_NAMES[b]: (
                    SIDES[owner[b] - 1],
                    (0, 0) if down[b] else TOKENS[kind - 1][1][:: -1 if turned[b] else 1],
                )
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


# --- tests


@pytest.mark.parametrize("kind", [LATE, HOPELESS, QUIET], ids=["late", "hopeless", "quiet"])
def test_made_positions_hold_every_token_once_and_crassus_can_place(kind: Kind) -> None:
    states = made_sharp(kind, 300, seed=1)
    assert len(states) > 150
    for s in states:
        for side in range(2):
            board = [int(token) for token, owner in zip(s["token"], s["owner"], strict=True) if owner == side + 1]
            row = [int(token) for token in s["row"][: s["in_row"]]] if side != s["side"] else []
            found = np.bincount([token - 1 for token in board + row], minlength=len(TOKENS)) + s["bag"][side]
            due = [COPIES[k] if s["centurions"] or not BOX.tokens[k].centurion else 0 for k in range(len(TOKENS))]
            assert found.tolist() == due
        taken = s["token"] > 0
        assert (FITS[s["token"][taken] - 1, np.flatnonzero(taken)]).all()
        assert can_place(s)


@pytest.mark.long
def test_records_and_positions_lay_out_the_same_table() -> None:
    states = from_games(400, seed=4)[1::2]
    for s, table in zip(states, tables(states), strict=True):
        game = game_of(s)
        position = State(game, np.array([s]), 0, [], None).position()
        assert Table.of(position, str(game.options["side"]), bool(game.options["ruthless"])) == table
