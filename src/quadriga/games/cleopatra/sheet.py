"""The score sheet of a finished game: what each seat gets for what, as the rulebook adds it up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from quadriga.model import Game

from .material import MISSIONS, SEATS
from .tasks import bonus_points, completes, group_size, has_all, has_majority, mission_points, patricians_won, score

if TYPE_CHECKING:
    from .game import CaesarAndCleopatra

SIDES = range(len(SEATS))


def sheet(game: Game, s: Any) -> list[dict[str, Any]]:
    """List what counts, line by line: every group, the secret task, what decides equal points, and the total.

    CC97-X1 to X6, CC24-X1 to X4.
    """
    total = line("total", (score(s, p) for p in SIDES))
    return [*group_lines(game, s), *task_lines(game, s), patricians_line(s), total]


def groups_of(game: Game) -> tuple[str, ...]:
    """Name the groups of the edition that was played, in board order."""
    return cast("CaesarAndCleopatra", game.definition).edition.groups


def line(key: str, points: Iterable[int], **parts: Any) -> dict[str, Any]:
    """Write one line: what it counts, and what it brings each seat."""
    return {"key": key, "points": [int(each) for each in points], **parts}


def group_lines(game: Game, s: Any) -> Iterator[dict[str, Any]]:
    """Write the patricians of every group, and its majority and all of it where somebody has them.

    CC97-X1 to X3, CC97-E5, CC24-X1, CC24-X2.
    """
    for g, group in enumerate(groups_of(game)):
        size = int(group_size(s, g))
        yield line("patricians", (s.won[p, g] for p in SIDES), group=group, of=size, left=int(s.patricians[g]))
        for key, has in (("majority", has_majority), ("all", has_all)):
            if any(has(s, p, g) for p in SIDES):
                yield line(key, (has(s, p, g) for p in SIDES), group=group, of=size)


def task_lines(game: Game, s: Any) -> Iterator[dict[str, Any]]:
    """Write the influence bonus (CC97-X4) or the mission (CC24-X1, CC24-X3)."""
    if s.bonus[0] > 0:
        groups = [groups_of(game)[s.bonus[p] - 1] for p in SIDES]
        yield line("bonus", (bonus_points(s, p) for p in SIDES), groups=groups)
    if s.missions[0, 0] > 0:
        missions = [mission_that_counts(s, p) for p in SIDES]
        yield line("mission", (mission_points(s, p) for p in SIDES), missions=missions)


def mission_that_counts(s: Any, p: int) -> str:
    """Name the mission of a side that scores, or would: the kept one, or of two the completed one (CC24-X3)."""
    held = [s.missions[p, i] for i in range(1 if s.kept[p] else 2)]
    return MISSIONS[next((mission for mission in held if completes(s, p, mission)), held[0]) - 1]


def patricians_line(s: Any) -> dict[str, Any]:
    """Write how many patricians each side has: no points, but they decide a tie (CC97-X6, CC24-X4)."""
    return line("count", (0 for _ in SIDES), patricians=[int(patricians_won(s, p)) for p in SIDES])
