"""List the provinces with their border spaces, where the screen is too narrow for a map."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from quadriga.terminal.layout import wrapped

from ..components import components
from ..moves import BORDER_NAMES, PROVINCE_NAMES
from .signs import border_label, province_state, sums

BOX = components()
INDENT = 4


def province_list(view: dict[str, Any], width: int) -> list[Text]:
    """Write every province: what it offers, who leads or controls it, and its border spaces."""
    lines = wrapped(
        Text("C<5 1> means 5 to the province of its line and 1 to the one it is named after.", "dim"), width
    )
    for number, name in enumerate(PROVINCE_NAMES):
        line = Text(name, "bold")
        line.append(": ", "not bold")
        for text, style in province_state(view, name):
            line.append(text, style or "not bold").append(" ")
        for text, style in sums(view, name):
            line.append(text, style).append(" ")
        line.append("|")
        for place, border in enumerate(BOX.borders_of(number)):
            other = BOX.borders[border].a + BOX.borders[border].b - number
            text, style = border_label(view, BORDER_NAMES[border], (name, PROVINCE_NAMES[other]), upright=False)
            line.append(f"{',' if place else ''} {PROVINCE_NAMES[other]} ", "not bold").append(text, style)
        lines += wrapped(line, width, INDENT)
    return lines
