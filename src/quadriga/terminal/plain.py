"""A drawing of any game from the view of one seat alone: what is there, line by line, and the moves as a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from quadriga.model import Move, State

from .layout import flow, wrapped

LEGEND = "? is what you may not see."
EXAMPLE = "a number of the list, or the beginning of a move"
COMMON = ("game", "options", "moves", "seat", "to_move", "legal")
"""What every view has and nobody needs to see on the table."""


def table(view: dict[str, Any], width: int) -> list[Text]:
    """List everything that a seat may see, one thing a line."""
    shown = {name: value for name, value in view.items() if name not in COMMON}
    return [line for line in _lines(shown, "") for line in wrapped(line, width, 2)]


def _lines(part: Mapping[str, Any], indent: str) -> Iterator[Text]:
    for name, value in part.items():
        title = Text.assemble(indent, (name.replace("_", " "), "bold"))
        if isinstance(value, Mapping):
            yield title
            yield from _lines(value, indent + "  ")
        elif isinstance(value, list) and any(isinstance(each, Mapping) for each in value):
            yield title
            for number, each in enumerate(value, 1):
                yield from _lines({str(number): each}, indent + "  ")
        else:
            yield Text.assemble(title, "  ", spoken(value))


def spoken(value: Any) -> str:
    """Write a value for a person."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(spoken, value)) or "-" if isinstance(value, list) else str(value)


def hand(view: dict[str, Any], width: int) -> list[Text]:
    """Draw nothing apart: the whole table is short."""
    return []


def question(view: dict[str, Any]) -> str:
    """Say who is to decide."""
    return f"{(view['to_move'] or '').capitalize()} to move."


def menu(view: dict[str, Any], legal: Sequence[Move], width: int, *, short: bool) -> list[Text]:
    """List the legal moves with their numbers."""
    return flow(Text("moves", "bold"), [(f"[{number}]", move.text) for number, move in enumerate(legal, 1)], width)


def score_sheet(state: State, width: int) -> list[Text]:
    """Write the points of every seat, line by line."""
    lines = state.game.definition.sheet(state.game, state.s)
    return [
        line
        for each in lines
        for line in flow(
            Text(str(each["key"]), "bold"),
            [(seat, str(points)) for seat, points in zip(state.game.seats, each["points"], strict=True)],
            width,
        )
    ]
