"""The course of a match: every seat's chance to win after every move, and the moves that cost most."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from .paper import GRID, INK, PAPER, STYLES, bare, colours, drawing, new_figure, save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from quadriga.players.judging import Judged
    from quadriga.players.review import Review

NAMED_MOVES = 5
WIDTH, PLOT_HEIGHT, LINE_HEIGHT = 6.4, 3.7, 0.2
CHARACTERS = 70
MOST_TICKS = 9
MARK_WIDTH, MARK_HEIGHT = 0.035, 9.0
"""Of a numbered mark: as a part of the match, and in percent."""


def draw_course(review: Review) -> Figure:
    """Draw a match."""
    seats = review.game.seats
    costly = sorted(review.costly(NAMED_MOVES), key=lambda judged: judged.number)
    notes = notes_on(review, costly)
    with drawing():
        figure = new_figure(WIDTH, PLOT_HEIGHT + LINE_HEIGHT * notes.count("\n") + (0.3 if notes else 0))
        axes = figure.add_subplot()
        last = len(review.moves)
        for y in (0, 25, 50, 75, 100):
            axes.axhline(y, color=GRID, linewidth=0.8, zorder=0)
        for seat, (name, colour) in enumerate(zip(seats, colours(seats), strict=True)):
            course = [100 * chance for chance in review.course(seat)]
            axes.plot(
                range(last + 1), course, color=colour, linestyle=STYLES[seat % len(STYLES)], linewidth=1.9,
                label=name.capitalize(),
            )  # fmt: skip
        for mark, (judged, place) in enumerate(zip(costly, places(costly, last), strict=True), 1):
            axes.annotate(
                str(mark), place, ha="center", va="center",
                fontsize=9, fontweight="bold", zorder=5,
                bbox={"boxstyle": "circle,pad=0.22", "facecolor": PAPER, "edgecolor": colours(seats)[judged.seat],
                      "linewidth": 1.6},
            )  # fmt: skip
        axes.set_ylim(-4, 104)
        axes.set_yticks([0, 25, 50, 75, 100], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.set_xlim(0, max(1, last) + max(1, last) * 0.01)
        ticks = turn_ticks(review.moves)
        axes.set_xticks([judged.number for judged in ticks], [str(judged.turn) for judged in ticks])
        axes.set_xlabel("turn")
        axes.set_ylabel("chance to win")
        bare(axes)
        figure.suptitle(review.game.title, fontsize=12, fontweight="bold", x=0.02, ha="left")
        axes.legend(
            loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=min(3, len(seats)), frameon=False, handlelength=3.2
        )
        if notes:
            figure.supxlabel(notes, fontsize=9.5, x=0.03, ha="left", color=INK, linespacing=1.35)
    return figure


def places(costly: list[Judged], last: int) -> list[tuple[float, float]]:
    """Place the marks of moves on their seats' lines; one that would cover another stands above it."""
    taken: list[tuple[float, float]] = []
    for judged in costly:
        x, y = float(judged.number), 100 * judged.chances[judged.seat]
        near = sorted(b for a, b in taken if abs(x - a) < MARK_WIDTH * last)
        for b in near:
            if abs(y - b) < MARK_HEIGHT:
                y = b + MARK_HEIGHT
        taken.append((x, y))
    return taken


def turn_ticks(moves: tuple[Judged, ...]) -> list[Judged]:
    """Choose turns for the axis: the first moves of turns, at even distances."""
    firsts = [judged for number, judged in enumerate(moves) if not number or moves[number - 1].turn != judged.turn]
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000):
        chosen = [judged for judged in firsts if judged.turn % step == 0 or judged is firsts[0]]
        if len(chosen) <= MOST_TICKS:
            return [judged for judged in chosen if judged is firsts[0] or judged.turn >= step]
    return firsts[:1]


def notes_on(review: Review, costly: list[Judged]) -> str:
    """Name the moves that cost most, in the order of play."""
    if not costly:
        return ""
    lines = ["Moves that cost most:"]
    for mark, judged in enumerate(costly, 1):
        seat = review.game.seats[judged.seat].capitalize()
        text = f"{mark}  {seat}, turn {judged.turn}: {judged.move.text} (cost {judged.cost:.0%})".replace("%", " %")
        lines += textwrap.wrap(text, CHARACTERS, subsequent_indent="    ")
    return "\n".join(lines)


def described(review: Review) -> str:
    """Tell the plot in words."""
    ends = ", ".join(
        f"{name.capitalize()} from {review.start[seat]:.0%} to {review.course(seat)[-1]:.0%}"
        for seat, name in enumerate(review.game.seats)
    )
    return f"Chance to win after each of {len(review.moves)} moves: {ends}."


def save_course(review: Review, path: Path) -> None:
    """Draw a match into a PNG or SVG file."""
    save(draw_course(review), path, f"{review.game.title}: the course of a match", described(review))
