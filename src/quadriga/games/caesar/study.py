"""What a study counts at the end of a game. Compiled with the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .components import BONUSES, SIDES, components
from .record import NO_PLACEMENT
from .tables import BORDERS, KINDS, PROVINCES

if TYPE_CHECKING:
    from quadriga.model import Game

WAYS = NO_PLACEMENT + 1
KINDS_OF_BONUS = len(BONUSES)
GAMES, STEPS, STEPS_SQUARED, TURNS, TURNS_SQUARED = range(5)
WON = 5
"""By side and way."""
LEFT, LEFT_SQUARED = WON + 2 * WAYS, WON + 2 * WAYS + 1
"""Control tokens that the loser had left."""
COVERED = LEFT_SQUARED + 1
"""Control tokens on borders and under senate tokens, by side; squares follow."""
GAINED = COVERED + 8
USED = GAINED + 2 * KINDS_OF_BONUS
"""Bonuses, first the winner's."""
HELD = USED + 2 * KINDS_OF_BONUS
"""By province: controlled by Caesar, by Pompey, by nobody; still open; by the winner."""
PLACED = HELD + 5 * PROVINCES
"""Influence tokens on the board, by kind: Caesar's, Pompey's, the winner's."""
LENGTHS, LENGTH_BIN, LENGTH_BINS = PLACED + 3 * KINDS, 2, 18
MEASURES = LENGTHS + LENGTH_BINS
"""Length of the vector of counts."""


def measure(s: Any, sums: Any) -> None:
    """Add a finished game to the counts."""
    winner = s.winner - 1
    sums[GAMES] += 1
    sums[STEPS] += s.moves
    sums[STEPS_SQUARED] += s.moves * s.moves
    sums[TURNS] += s.turns
    sums[TURNS_SQUARED] += s.turns * s.turns
    sums[WON + winner * WAYS + s.reason] += 1
    left = s.left[1 - winner]
    sums[LEFT] += left
    sums[LEFT_SQUARED] += left * left
    for side in range(2):
        on_borders = 0
        for border in range(BORDERS):
            on_borders += s.over[border] == side + 1
        add(sums, COVERED + side, on_borders)
        add(sums, COVERED + 2 + side, s.under[side])
        lost = 0 if side == winner else 1
        for bonus in range(KINDS_OF_BONUS):
            sums[GAINED + lost * KINDS_OF_BONUS + bonus] += s.gained[side, bonus]
            sums[USED + lost * KINDS_OF_BONUS + bonus] += s.used[side, bonus]
    for province in range(PROVINCES):
        who = s.control[province] - 1
        if who < 0:
            who = 2 if s.closed[province] > 0 else 3
        sums[HELD + 5 * province + who] += 1
        sums[HELD + 5 * province + 4] += who == winner
    for border in range(BORDERS):
        if s.token[border] > 0:
            kind, side = s.token[border] - 1, s.owner[border] - 1
            sums[PLACED + 3 * kind + side] += 1
            sums[PLACED + 3 * kind + 2] += side == winner
    sums[LENGTHS + min(LENGTH_BINS - 1, s.turns // LENGTH_BIN)] += 1


def add(sums: Any, at: int, value: int) -> None:
    """Add a value and, four places on, its square."""
    sums[at] += value
    sums[at + 4] += value * value


def side_names(game: Game) -> tuple[str, ...]:
    """Name the sides; in solo the other one is Crassus's."""
    if game.options["solo"] is None:
        return SIDES
    return tuple(name if name == game.options["side"] else "crassus" for name in SIDES)


def summary(sums: Any, game: Game) -> dict[str, Any]:
    """Name what a vector of counts holds; see the other games' for the form."""
    n = [int(count) for count in sums]
    names = side_names(game)
    ways = (
        "last control token on a province", "last control token on a border", "last control token under a senate",
        "last control token discarded (ROME-Z8)", "the other could not place (ROME-E1)",
    )  # fmt: skip
    won = {name: n[WON + side * WAYS : WON + (side + 1) * WAYS] for side, name in enumerate(names)}
    how = {
        f"{name}: {way}": won[name][k]
        for name in names
        for k, way in enumerate(ways, 1)
        if k != 4 or (game.options["ruthless"] and name == "crassus")
    }
    means = {
        "control tokens left to the loser": (n[LEFT], n[LEFT_SQUARED]),
        **{f"on borders, {name}": (n[COVERED + k], n[COVERED + 4 + k]) for k, name in enumerate(names)},
        **{f"under senates, {name}": (n[COVERED + 2 + k], n[COVERED + 6 + k]) for k, name in enumerate(names)},
        "turns": (n[TURNS], n[TURNS_SQUARED]),
        "actions": (n[STEPS], n[STEPS_SQUARED]),
    }
    provinces = {
        province.name: dict(
            zip((*names, "tied", "open", "the winner"), n[HELD + 5 * k : HELD + 5 * k + 5], strict=True)
        )
        for k, province in enumerate(components().provinces)
    }
    bonuses = {
        name: {
            "gained by the winner": n[GAINED + k],
            "used by the winner": n[USED + k],
            "gained by the loser": n[GAINED + KINDS_OF_BONUS + k],
            "used by the loser": n[USED + KINDS_OF_BONUS + k],
        }
        for k, name in enumerate(BONUSES)
        if n[GAINED + k] + n[GAINED + KINDS_OF_BONUS + k]
    }
    placed = {
        token.name if token.copies == 1 else f"{token.name} ({token.copies} a side)": dict(
            zip((*names, "the winner"), n[PLACED + 3 * k : PLACED + 3 * k + 3], strict=True)
        )
        for k, token in enumerate(components().tokens)
        if not token.centurion or "centurions" in game.options["modules"]
    }
    lengths = [
        (f"{LENGTH_BIN * k}-{LENGTH_BIN * k + 1}" if k < LENGTH_BINS - 1 else f"{LENGTH_BIN * k}+", n[LENGTHS + k])
        for k in range(LENGTH_BINS)
    ]
    return {
        "games": n[GAMES],
        "actions": n[STEPS],
        "shares": {"winner": {name: sum(won[name]) for name in names}, "how games end": how},
        "rates": {},
        "means": means,
        "totals": {
            "province controlled by": provinces,
            "influence tokens placed by": placed,
            "bonuses": bonuses,
        },
        "histograms": {"turns": lengths},
    }
