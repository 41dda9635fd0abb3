"""The score sheet of Caesar & Cleopatra, added up group by group as the rulebook does."""

from __future__ import annotations

from rich.text import Text

from quadriga.model import State

from ..material import GROUPS, MISSION_TEXTS, MISSIONS, MISSIONS_RECONSTRUCTED
from ..tasks import bonus_points, has_all, has_majority, mission_points, patricians_won

LABEL = 12
NARROW = 6
"""Width of the column of tasks."""
TIE_BREAK = {"caesar-cleopatra-1997": "CC97-X6", "caesar-cleopatra-2024": "CC24-X4"}


def score_sheet(state: State, width: int) -> list[Text]:
    """Add up both sides' points and reveal their tasks."""
    outcome = state.outcome
    assert outcome is not None
    groups = list(state.view()["patricians"])
    cell = max(10, min(12, (width - LABEL - NARROW) // (GROUPS + 1)))
    lines = [heading(groups, cell)]
    for seat, name in enumerate(state.game.seats):
        lines.append(Text(name.upper(), "bold"))
        lines += side_rows(state, seat, cell)
        lines.append(Text(f"  {task_text(state, name)}"))
    if len(set(outcome.scores)) == 1:
        counts = " to ".join(str(patricians_won(state.s, seat)) for seat in range(2))
        lines.append(Text(f"Equal points; patricians decide: {counts} ({TIE_BREAK[state.game.name]})"))
    return lines


def side_rows(state: State, seat: int, cell: int) -> list[Text]:
    """Write one side's points: one for a patrician, one for a majority, one for all of a group, two for the task."""
    s = state.s
    rows = {
        "patricians": [s.won[seat, g] for g in range(GROUPS)],
        "majority": [int(has_majority(s, seat, g)) for g in range(GROUPS)],
        "all": [int(has_all(s, seat, g)) for g in range(GROUPS)],
    }
    task = bonus_points(s, seat) + mission_points(s, seat)
    sums = [sum(row[g] for row in rows.values()) for g in range(GROUPS)]
    lines = [line(name, [*row, None, sum(row)], cell) for name, row in rows.items()]
    lines.append(line("task", [None] * GROUPS + [task, task], cell))
    lines.append(line("sum", [*sums, task, sum(sums) + task], cell))
    lines[-1].stylize("bold")
    return lines


def heading(groups: list[str], cell: int) -> Text:
    """Write the heads of the columns."""
    return Text(
        " " * LABEL + "".join(f"{name:>{cell}}" for name in groups) + f"{'task':>{NARROW}}{'points':>{cell}}", "bold"
    )


def line(name: str, numbers: list[int | None], cell: int) -> Text:
    """Write one row of numbers; nothing is written as a dot."""
    widths = [cell] * GROUPS + [NARROW, cell]
    cells = (f"{number or '·':>{width}}" for number, width in zip(numbers, widths, strict=True))
    return Text(f"  {name:<{LABEL - 2}}" + "".join(cells))


def task_text(state: State, seat: str) -> str:
    """Name a side's task, revealed."""
    side = state.view()["sides"][seat]
    if "bonus" in side:
        return f"bonus: majority of the {side['bonus']}"
    missions = [MISSION_TEXTS[MISSIONS.index(mission)] for mission in side.get("missions", ()) if mission != "?"]
    note = " (our wording)" if MISSIONS_RECONSTRUCTED else ""
    return f"mission: {'; or '.join(missions)}{note}"
