"""Draw Ave Caesar from the view of one seat: the track from above, the chariots, the moves."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from rich.text import Text

from .menu import menu
from .narration import narrate
from .panel import NARROW, letter, panel, style
from .result import score_sheet
from .track_map import LEAST_WIDTH, track_map
from .ways import CLOCKWISE, drives, track_of

__all__ = ["EXAMPLE", "LEGEND", "hand", "menu", "narrate", "question", "score_sheet", "sized_table", "table"]

EXAMPLE = "5 38 is 5 to 38, and 6 line is 6 over the line"
LEGEND = (
    "a letter is a chariot in its colour (U1 uncrewed, R2 the second of a team), a number a space you can reach: its "
    "number in the menu, with + where several cards reach it; · a free space (on a large screen its number), $ the "
    "imperial lane, (·) a neck, # a wall, │ the finish line. In the list of chariots: # the place in the race; lap g2: "
    "still on the grid, second place; ave: the denarius is due or paid, or the chariot disqualified; pts: the points "
    "left in hand and deck; spare: those left over on the shortest way, by the emperor if that is due; cards: those "
    "left. A move loses points when it does not shorten the way by the whole card. Tracks marked so are "
    "reconstructed: ours, fitted to the distances of the published boards."
)
GAP = 2
BESIDE = NARROW + GAP
"""Columns that the list of chariots needs beside the track."""
COMPACT = 24
REACHED = "black on bright_cyan"
WIDEST_PANEL = 40


def table(view: dict[str, Any], width: int) -> list[Text]:
    """Draw track and chariots on a screen of common height."""
    return sized_table(view, width, COMPACT - 8)


def sized_table(view: dict[str, Any], width: int, height: int) -> list[Text]:
    """Draw track and chariots: side by side if the screen is wide enough, else one below the other."""
    track, clockwise = track_of(view), view["direction"] == CLOCKWISE
    if width < LEAST_WIDTH:
        return panel(view, width)
    if width < LEAST_WIDTH + BESIDE:
        below = panel(view, width)
        return track_map(track, clockwise, labels(view), width, height - len(below)) + below
    drawn = track_map(track, clockwise, labels(view), width - BESIDE, height)
    across = max(line.cell_len for line in drawn)
    beside = panel(view, min(WIDEST_PANEL, width - across - GAP))
    empty = Text()
    rows = max(len(drawn), len(beside))
    lines = []
    for left, right in zip(*([*part, *[empty] * (rows - len(part))] for part in (drawn, beside)), strict=True):
        line = Text.assemble(left, " " * (across + GAP - left.cell_len), right)
        line.rstrip()
        lines.append(line)
    return lines


def labels(view: dict[str, Any]) -> dict[int, tuple[str, str]]:
    """Say what is written on which space: chariots, and the numbers of the moves that end there."""
    written = {
        part["number"] - 1: (letter(name), style(name) + (" reverse" if name == view["turn"] else ""))
        for name, part in view["chariots"].items()
        if part["status"] == "racing"
    }
    reached: dict[int, list[int]] = defaultdict(list)
    for number, drive in drives(view):
        if not drive.finishes:
            reached[drive.target].append(number)
    for space, numbers in reached.items():
        written[space] = f"{numbers[0]}+"[: 1 + len(str(numbers[0])) - (len(numbers) == 1)], REACHED
    return written


def hand(view: dict[str, Any], width: int) -> list[Text]:
    """Draw nothing: every decision needs the whole track."""
    return []


def question(view: dict[str, Any]) -> str:
    """Say what is to be decided."""
    name = view["turn"].capitalize()
    if view["stage"] == "vote":
        voted = [seat.capitalize() for seat in view["votes"]]
        so_far = f" {', '.join(voted)} voted already." if voted else ""
        return f"{name} turned a {view['card']}. Where do you vote to send it?{so_far}"
    part = view["chariots"][view["turn"]]
    held = " ".join(map(str, part["hand"]))
    six = " Nobody can play: you must play a 6 (AVE-L8)." if view["must_play_six"] else ""
    return f"{name} ({letter(view['turn'])}) on {part['number']}, hand {held}.{six}"
