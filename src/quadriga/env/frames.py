"""Showing a game: the terminal's drawing as text, printed, or as a picture of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from quadriga.extras import need
from quadriga.terminal import renderer
from quadriga.terminal.narration import verdict

if TYPE_CHECKING:
    from rich.text import Text

    from quadriga.model import State

RENDER_MODES = ("human", "ansi", "rgb_array")
WIDTH = 100
"""Columns of a drawing."""
FONT_SIZE = 14
PAPER, INK = (24, 24, 27), (228, 228, 231)
"""Colours of a picture."""


def drawing(state: State, seat: int) -> list[Text]:
    """Draw the table as a seat may see it, and who decides or how it ended."""
    from rich.text import Text

    draw = renderer(state.game)
    view = state.view(seat)
    outcome = state.outcome
    if outcome is None:
        last = f"{state.game.seats[state.s.to_move].capitalize()} decides."
    elif not outcome.reason:
        last = "An illegal action ended the game."
    else:
        last = f"{verdict(state.game, outcome)}: {outcome.reason}."
    return [*draw.table(view, WIDTH), Text(last)]


def picture(lines: list[Text]) -> Any:
    """Paint lines of text as an image, in their colours: an array of height, width and three bytes."""
    image, font, drawn = need("PIL.Image", "env"), need("PIL.ImageFont", "env"), need("PIL.ImageDraw", "env")
    console = need("rich.console", "env").Console(width=WIDTH, color_system="truecolor", legacy_windows=False)
    fonts = need("matplotlib.font_manager", "env")
    face = font.truetype(fonts.findfont("DejaVu Sans Mono"), FONT_SIZE)
    across, down = face.getlength("M"), round(FONT_SIZE * 1.25)
    columns = max(WIDTH, *(line.cell_len for line in lines))
    paper = image.new("RGB", (round(across * (columns + 2)), down * (len(lines) + 1)), PAPER)
    pen = drawn.Draw(paper)
    theme = need("rich.terminal_theme", "env").MONOKAI
    for row, line in enumerate(lines):
        column = 1
        for segment in line.render(console, end=""):
            style = segment.style
            colour = style.color.get_truecolor(theme) if style and style.color and not style.color.is_default else INK
            pen.text((across * column, down * row + down // 2), segment.text, fill=tuple(colour), font=face)
            column += segment.cell_length
    return np.asarray(paper, np.uint8)


class Frames:
    """One way of showing a game."""

    def __init__(self, mode: str | None) -> None:
        self.mode = mode

    def show(self, state: State, seat: int) -> Any:
        """Print the table and return nothing, or return it as a text or a picture."""
        if self.mode is None:
            return None
        lines = drawing(state, seat)
        if self.mode == "rgb_array":
            return picture(lines)
        text = "\n".join(line.plain for line in lines)
        if self.mode == "ansi":
            return text
        print(text)
        return None
