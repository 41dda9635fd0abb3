"""The moves that may be chosen, placements with what they would close."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .closing import NOBODY, winner_by_lead
from .components import BONUSES, SIDES
from .control import borders_due, markers_for
from .moves import MOVES, PROVINCE_NAMES
from .numbering import BORDER, FACE_DOWN, KIND, PLACEMENTS, TURNED
from .record import SENATE
from .tables import BETWEEN, NUMBER

OWNERS = (None, *SIDES)
"""Sides by their number plus one; 0 is nobody."""
NUMBERS: list[list[list[int]]] = NUMBER.tolist()
SHOWN_MOVES: tuple[dict[str, Any], ...] = tuple(
    {"id": move.id, "kind": move.kind, "text": move.text}
    | ({"token": move.parts["token"], "border": move.parts["border"]} if move.id < PLACEMENTS else {})
    for move in MOVES
)
"""The moves as they are shown; what a placement closes is added."""
FACES: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple(zip(BETWEEN[border].tolist(), (0, 0) if turned == FACE_DOWN else NUMBERS[kind][turned], strict=True))
    for kind, border, turned in zip(KIND.tolist(), BORDER.tolist(), TURNED.tolist(), strict=True)
)
"""The provinces that a placement faces, each with the number turned to it; face down that is 0."""


class Standing(NamedTuple):
    """What a placement would change, read once for all placements."""

    free: list[int]
    influence: list[list[int]]
    bonus: list[int]
    active: int
    senate: int
    tokens: dict[tuple[int, int], int]
    """How many control tokens a province takes, by the winner: filled in when asked."""


def choices(s: Any, actions: Sequence[int]) -> list[dict[str, Any]]:
    """Show the moves of the seat that decides; a placement with what it would close."""
    free, active = s.free.tolist(), s.active
    standing = Standing(free, s.influence.tolist(), s.bonus.tolist(), active, s.senate[active], {})
    shown = []
    for action in actions:
        move = SHOWN_MOVES[action].copy()
        if action < PLACEMENTS:
            (a, _), (b, _) = faces = FACES[action]
            move["closes"] = closings(s, standing, faces) if free[a] == 1 or free[b] == 1 else []
        shown.append(move)
    return shown


def closings(s: Any, standing: Standing, faces: tuple[tuple[int, int], ...]) -> list[dict[str, Any]]:
    """Tell what a placement would close: for whom, with which sums, and how many control tokens that takes.

    If it closes two for the same side, the border between them counts with the second.
    """
    free, influence, bonuses, active, senate, tokens_for = standing
    found: list[dict[str, Any]] = []
    for p, number in faces:
        if free[p] != 1:
            continue
        sums = [influence[0][p], influence[1][p]]
        sums[active] += number
        winner = winner_by_lead(s, sums[0] - sums[1])
        if (winner, p) not in tokens_for:
            tokens_for[winner, p] = 0 if winner == NOBODY else control_tokens(s, winner, p)
        tokens = tokens_for[winner, p]
        if found and winner != NOBODY and found[0]["control"] == SIDES[winner]:
            tokens += 1
        bonus = bonuses[p] - 1
        senate += bonus == SENATE
        found.append(
            {
                "province": PROVINCE_NAMES[p],
                "bonus": BONUSES[bonus],
                "influence": {SIDES[0]: sums[0], SIDES[1]: sums[1]},
                "control": OWNERS[winner + 1],
                "control_tokens": tokens,
                "under_senate": senate if bonus == SENATE and winner == active else 0,
            }
        )
    return found


def control_tokens(s: Any, winner: int, p: int) -> int:
    """Count the control tokens that a winner puts on a province and on its borders."""
    return markers_for(p) + int(borders_due(s, winner, p)).bit_count()
