"""What a study counts at the end of a game, compiled with the rules, and the names of what was counted."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from .material import ACTIONS, BONUS_GROUPS, GROUPS, KINDS, MISSIONS
from .tasks import bonus_points, completes, has_majority, mission_points, score, wins

if TYPE_CHECKING:
    from .game import CaesarAndCleopatra

GAMES, STEPS, STEPS_SQUARED, TURNS, TURNS_SQUARED, DRAWS = range(6)
WINS, POINTS, POINTS_SQUARED, TASKS = 6, 8, 10, 12
REASONS = 14
TALLY, TALLY_SQUARED = 19, 23
LENGTHS, LENGTH_BIN, LENGTH_BINS = 27, 4, 40
POINTS_AT, POINT_BINS = LENGTHS + LENGTH_BINS, 40
COLUMNS = 4
"""In each row that follows: Cleopatra's, Caesar's, the winner's, the loser's."""
PATRICIANS = POINTS_AT + 2 * POINT_BINS
MAJORITIES = PATRICIANS + COLUMNS * GROUPS
CARDS = MAJORITIES + COLUMNS * GROUPS
"""Action cards in the discard piles."""
HELD = CARDS + COLUMNS * KINDS
"""Secret tasks: bonus cards by group (1997), missions (2024)."""
DONE = HELD + COLUMNS * len(MISSIONS)
MEASURES = DONE + COLUMNS * len(MISSIONS)
"""Length of the vector of counts."""
WINNER, LOSER = 2, 3
DISCARDED = {"CC97": "action cards played, exchanged or spied away", "CC24": "action cards played"}
"""How an action card gets into the discard pile; in 1997 not only by being played (CC97-T11, CC97-A3)."""
NAMES = {"CC97": ("influence bonuses", "dealt", "scored"), "CC24": ("missions", "held", "completed")}
"""The secret tasks of each edition, and what becomes of them (CC97-X4, CC24-X1)."""


def measure(s: Any, sums: Any) -> None:
    """Add a finished game to the counts."""
    sums[GAMES] += 1
    sums[STEPS] += s.moves
    sums[STEPS_SQUARED] += s.moves * s.moves
    sums[TURNS] += s.turns
    sums[TURNS_SQUARED] += s.turns * s.turns
    sums[DRAWS] += not (wins(s, 0) or wins(s, 1))
    sums[REASONS + s.reason] += 1
    sums[LENGTHS + min(LENGTH_BINS - 1, s.turns // LENGTH_BIN)] += 1
    for k in range(4):
        sums[TALLY + k] += s.tally[k]
        sums[TALLY_SQUARED + k] += s.tally[k] * s.tally[k]
    for p in range(2):
        points = score(s, p)
        sums[WINS + p] += wins(s, p)
        sums[POINTS + p] += points
        sums[POINTS_SQUARED + p] += points * points
        sums[TASKS + p] += bonus_points(s, p) + mission_points(s, p) > 0
        sums[POINTS_AT + POINT_BINS * p + points] += 1
        result = WINNER if wins(s, p) else LOSER if wins(s, 1 - p) else 0
        for g in range(GROUPS):
            add(sums, PATRICIANS + COLUMNS * g, p, result, s.won[p, g])
            add(sums, MAJORITIES + COLUMNS * g, p, result, has_majority(s, p, g))
        for kind in range(KINDS):
            add(sums, CARDS + COLUMNS * kind, p, result, s.action_discard[p, kind])
        measure_tasks(s, sums, p, result)


def measure_tasks(s: Any, sums: Any, p: int, result: int) -> None:
    """Add the bonus card of a side, or the missions that it held to the end: both, if it never had to choose."""
    if s.bonus[p] > 0:
        add(sums, HELD + COLUMNS * (s.bonus[p] - 1), p, result, 1)
        add(sums, DONE + COLUMNS * (s.bonus[p] - 1), p, result, bonus_points(s, p) > 0)
    for i in range(1 if s.kept[p] else 2):
        mission = s.missions[p, i]
        if mission > 0:
            add(sums, HELD + COLUMNS * (mission - 1), p, result, 1)
            add(sums, DONE + COLUMNS * (mission - 1), p, result, completes(s, p, mission))


def add(sums: Any, at: int, p: int, result: int, count: int) -> None:
    """Add to the row at a place what a side has; in a drawn game (result 0) it is neither winner's nor loser's."""
    sums[at + p] += count
    if result > 0:
        sums[at + result] += count


def table(n: Sequence[int], at: int, rows: Sequence[str], seats: Sequence[str]) -> dict[str, dict[str, int]]:
    """Name rows of counts and their columns."""
    columns = (*seats, "by the winner", "by the loser")
    parts = (n[at + COLUMNS * k : at + COLUMNS * (k + 1)] for k in range(len(rows)))
    return {row: dict(zip(columns, part, strict=True)) for row, part in zip(rows, parts, strict=True)}


def summary(sums: Any, game: CaesarAndCleopatra) -> dict[str, Any]:
    """Name what a vector of counts holds.

    `shares` are numbers of games, `rates` pairs of a number and of what it is a part, `means` pairs of sum and sum of
    squares over all games, `totals` plain sums by row and column, `histograms` pairs of label and number of games.
    Whoever shows them needs to know no game.
    """
    n = [int(count) for count in sums]
    seats = game.seats
    ends = {reason: game.outcome(SimpleNamespace(reason=reason)) for reason in game.ends}
    votes = ("votes held", "ties", "special votes", "votes turned by philosophers")
    means = {"actions": (n[STEPS], n[STEPS_SQUARED]), "turns": (n[TURNS], n[TURNS_SQUARED])}
    means |= {f"points of {seats[p]}": (n[POINTS + p], n[POINTS_SQUARED + p]) for p in range(2)}
    means |= {name: (n[TALLY + k], n[TALLY_SQUARED + k]) for k, name in enumerate(votes)}
    groups = game.edition.groups
    won = table(n, PATRICIANS, groups, seats)
    won["all"] = {column: sum(won[group][column] for group in groups) for column in won[groups[0]]}
    cards = table(n, CARDS, ACTIONS, seats)
    tasks, held, done = NAMES[game.edition.prefix]
    rows = MISSIONS if tasks == "missions" else groups[:BONUS_GROUPS]
    tasks_held, tasks_done = table(n, HELD, rows, seats), table(n, DONE, rows, seats)
    turns = [
        (
            f"{LENGTH_BIN * k}-{LENGTH_BIN * (k + 1) - 1}" if k < LENGTH_BINS - 1 else f"{LENGTH_BIN * k}+",
            n[LENGTHS + k],
        )
        for k in range(LENGTH_BINS)
    ]
    points = {
        f"points of {seats[p]}": [(str(k), n[POINTS_AT + POINT_BINS * p + k]) for k in range(POINT_BINS)]
        for p in range(2)
    }
    return {
        "games": n[GAMES],
        "actions": n[STEPS],
        "shares": {
            "winner": {**{seats[p]: n[WINS + p] for p in range(2)}, "draw": n[DRAWS]},
            "task completed": {seats[p]: n[TASKS + p] for p in range(2)},
            "how games end": {f"{reason} ({rule})": n[REASONS + k] for k, (reason, rule) in ends.items()},
        },
        "rates": {
            f"{tasks} {done}, of those {held}": {
                row: tuple(sum(part[row][seat] for seat in seats) for part in (tasks_done, tasks_held)) for row in rows
            }
        },
        "means": means,
        "totals": {
            "patricians won": won,
            "majorities won": table(n, MAJORITIES, groups, seats),
            DISCARDED[game.edition.prefix]: {
                card: cards[card] for kind, card in enumerate(ACTIONS) if game.edition.action_cards[kind]
            },
            f"{tasks} {held}": tasks_held,
            f"{tasks} {done}": tasks_done,
        },
        "histograms": {"turns": turns, **points},
    }
