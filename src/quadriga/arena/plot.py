"""A picture of an arena: who takes which share of the games against whom, and the ratings with their intervals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadriga.plots.paper import GRID, INK, PAPER, SERIES, bare, drawing, new_figure, save

from .arena import Arena

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LONGEST = 20
"""Letters of a label before it goes on in the next line."""
START = 25
"""The rating that everybody begins with."""


def draw_arena(arena: Arena) -> Figure:
    """Draw an arena, the player with the highest rating on top."""
    with drawing():
        order = [standing.player for standing in arena.standings()]
        side = max(4.2, 1.6 + 0.85 * len(order))
        figure = new_figure(2 * side + 1.6, side)
        left, right = figure.subplots(1, 2)
        if arena.is_solo:
            draw_shares(left, arena, order)
        else:
            draw_pairs(figure, left, arena, order)
        draw_ratings(right, arena, order)
        figure.suptitle(arena.title, fontsize=12, fontweight="bold")
    return figure


def save_arena(arena: Arena, path: Path) -> None:
    """Draw an arena into a PNG or SVG file."""
    save(draw_arena(arena), path, arena.title, described(arena))


def described(arena: Arena) -> str:
    """Tell the plot in words."""
    found = (
        f"{arena.entrants[standing.player].label} {standing.rating.mu:.1f} ± {standing.rating.half:.1f}"
        for standing in arena.standings()
    )
    return f"Ratings: {', '.join(found)}."


def labels(arena: Arena, order: list[int]) -> list[str]:
    """Write the labels of players; long ones on several lines."""
    found = [arena.entrants[player].label for player in order]
    return ["\n".join(label[at : at + LONGEST] for at in range(0, len(label), LONGEST)) for label in found]


def draw_pairs(figure: Figure, axes: Any, arena: Arena, order: list[int]) -> None:
    """Draw every pair's share of the decided games as a field, with its interval in figures."""
    names, count = labels(arena, order), len(order)
    shares = [[float("nan")] * count for _ in order]
    for y, player in enumerate(order):
        for x, other in enumerate(order):
            score = arena.score(player, other)
            if player != other and score.share is not None:
                shares[y][x] = score.share
                (low, high), is_dark = score.interval, abs(score.share - 0.5) > 0.3
                colour = PAPER if is_dark else INK
                axes.text(x, y, f"{100 * score.share:.1f} %", ha="center", va="bottom", color=colour)
                axes.text(
                    x, y, f"\n{100 * low:.0f} to {100 * high:.0f}", ha="center", va="center", fontsize=9, color=colour
                )
    # Orange loses, violet wins: told apart with any kind of colour vision.
    image = axes.imshow(shares, cmap="PuOr", vmin=0, vmax=1)
    axes.set_xticks(range(count), names, rotation=30, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(count), names)
    axes.set_title("share of decided games of the row\nagainst the column, with 95 % interval", fontsize=11)
    axes.spines[:].set_visible(False)
    bar = figure.colorbar(image, ax=axes, shrink=0.8, ticks=[0, 0.25, 0.5, 0.75, 1])
    bar.ax.set_yticklabels(["0 %", "25 %", "50 %", "75 %", "100 %"])
    bar.outline.set_visible(False)


def draw_shares(axes: Any, arena: Arena, order: list[int]) -> None:
    """Draw everybody's share of games won alone against the game."""
    for place, player in enumerate(order):
        score = arena.score(player)
        low, high = score.interval
        axes.plot([100 * low, 100 * high], [place, place], color=SERIES[1], linewidth=2)
        axes.plot([100 * (score.share or 0.0)], [place], "o", color=SERIES[1])
    axes.set_xlim(-4, 104)
    axes.set_xticks([0, 25, 50, 75, 100], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    finish(axes, labels(arena, order), f"games won against {arena.opponent.capitalize()},\nwith 95 % interval")


def draw_ratings(axes: Any, arena: Arena, order: list[int]) -> None:
    """Draw the ratings with their intervals, and in a game for one that of the game."""
    ratings, names = arena.ratings(), labels(arena, order)
    chosen = [ratings[player] for player in order]
    if arena.is_solo:
        chosen.append(ratings[-1])
        names.append(f"({arena.opponent.capitalize()})")
    halves = [rating.half for rating in chosen]
    axes.axvline(START, color=INK, linewidth=0.8, linestyle="--")
    axes.margins(x=0.08)
    axes.errorbar([one.mu for one in chosen], range(len(chosen)), xerr=halves, fmt="o", color=SERIES[0], capsize=4)
    finish(axes, names, "rating by openskill,\nwith 95 % interval")


def finish(axes: Any, names: list[str], heading: str) -> None:
    """Write the names, the best on top, and the heading."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x", color=GRID)
    axes.set_title(heading, fontsize=11)
    bare(axes)
