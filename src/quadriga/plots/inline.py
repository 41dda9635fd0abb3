"""A plot as part of a page: its colours are the page's, so that it can be light or dark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .paper import GRID, INK, PAPER, SERIES, svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

VARIABLES = {INK: "--ink", GRID: "--grid", PAPER: "--paper", **{one: f"--series-{k}" for k, one in enumerate(SERIES)}}


def inline(figure: Figure, prefix: str, title: str, description: str) -> str:
    """Write a figure as an SVG element for a page; `prefix` keeps its names apart from those of other figures."""
    figure.set_facecolor("none")
    for axes in figure.axes:
        axes.set_facecolor("none")
    text = svg(figure, title, description)
    text = text[text.index("<svg") :]
    # In HTML an element knows its namespace by itself.
    text = re.sub(r' xmlns(:\w+)?="[^"]*"| version="1\.1"', "", text)
    text = text.replace("xlink:href", "href")
    text = re.sub(r'\bid="', f'id="{prefix}-', text)
    text = re.sub(r'href="#', f'href="#{prefix}-', text)
    text = text.replace("url(#", f"url(#{prefix}-")
    text = re.sub(r'<svg width="[^"]*" height="[^"]*"', "<svg", text)
    text = text.replace('<style type="text/css">*{stroke-linejoin: round; stroke-linecap: butt}</style>', "")
    text = text.replace('role="img"', f'role="img" aria-labelledby="{prefix}-title {prefix}-desc"', 1)
    text = text.replace("<title>", f'<title id="{prefix}-title">', 1).replace("<desc>", f'<desc id="{prefix}-desc">', 1)
    for colour, variable in VARIABLES.items():
        text = text.replace(colour, f"var({variable})")
    return text.strip()
