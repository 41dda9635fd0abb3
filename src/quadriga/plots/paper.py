"""Paper, ink and colours of all plots, and how a plot becomes a file."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadriga.errors import QuadrigaError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, GRID, PAPER = "#23272e", "#d5d9df", "#ffffff"
SERIES = ("#0072b2", "#d55e00", "#009e73", "#aa3377", "#b58900", "#5f6b78")
"""Told apart with any kind of colour vision, and dark enough on white (after Okabe and Ito, and Tol)."""
NAMED = {"red": 1, "blue": 0, "green": 2, "yellow": 4, "white": 5, "purple": 3}
"""A seat that is called after a colour is drawn in the nearest."""
DASHES = ((5, 2), (1.2, 1.6), (7, 2, 1.2, 2), (3, 1.2), (9, 2, 1, 2, 1, 2))
STYLES: tuple[Any, ...] = ("-", *((0, dashes) for dashes in DASHES))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
FORMATS = (".png", ".svg")
SETTINGS: Any = {
    "font.family": "sans-serif",
    "font.size": 11,
    "svg.fonttype": "none",
    "svg.hashsalt": "quadriga",
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.parse_math": False,
}


def new_figure(width: float, height: float) -> Figure:
    """Take a sheet of paper, sizes in inches; draw on it within `drawing()`."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise QuadrigaError("plots need matplotlib: pip install 'quadriga[arena]'") from error
    return Figure(figsize=(width, height), facecolor=PAPER, layout="constrained")


def drawing() -> Any:
    """Set fonts and colours for the time of drawing; nobody else's plots are changed."""
    try:
        from matplotlib import rc_context
    except ImportError as error:
        raise QuadrigaError("plots need matplotlib: pip install 'quadriga[arena]'") from error
    return rc_context(SETTINGS)


def colours(names: Sequence[str]) -> list[str]:
    """Choose a colour for every name."""
    if all(name in NAMED for name in names):
        return [SERIES[NAMED[name]] for name in names]
    return [SERIES[number % len(SERIES)] for number in range(len(names))]


def bare(axes: Any) -> None:
    """Leave only what helps to read."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)
    axes.tick_params(length=3)


def svg(figure: Figure, title: str, description: str) -> str:
    """Write a figure as SVG whose words are text, with a title and a description for those who cannot see it."""
    written = BytesIO()
    with drawing():
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    text = re.sub(r"<!DOCTYPE.*?>\n| *<metadata>.*?</metadata>\n", "", written.getvalue().decode(), flags=re.DOTALL)
    description_tags = f"<title>{escape(title)}</title>\n <desc>{escape(description)}</desc>\n"
    return re.sub(r"(<svg [^>]*)>", lambda found: f'{found[1]} role="img">\n {description_tags}', text, count=1)


def png(figure: Figure, title: str, description: str) -> bytes:
    """Write a figure as PNG, sharp enough for a screen of today."""
    written = BytesIO()
    with drawing():
        figure.savefig(written, format="png", dpi=200, metadata={"Title": title, "Description": description})
    return written.getvalue()


def must_be_picture(path: Path) -> None:
    """Refuse a file whose name does not say that it is a PNG or an SVG."""
    if path.suffix.lower() not in FORMATS:
        raise QuadrigaError(f"cannot draw {path}: its name must end in {' or '.join(FORMATS)}")


def save(figure: Figure, path: Path, title: str, description: str) -> None:
    """Write a figure to a file, whole or not at all; the name says whether as PNG or as SVG."""
    must_be_picture(path)
    is_png = path.suffix.lower() == ".png"
    content = png(figure, title, description) if is_png else svg(figure, title, description).encode()
    try:
        write_bytes(path.resolve(), content)
    except OSError as error:
        raise QuadrigaError(f"cannot write {path}: {error.strerror}") from error


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file as a whole or not at all; a pipe or a device stays what it is."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
