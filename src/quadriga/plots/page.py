"""A page of plots and tables, part by part; whatever is written on it is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from .inline import inline

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Rows = Sequence[Sequence[str]]


class Page:
    """The parts of a page; figures are numbered so that their names differ."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.figures = 0

    def heading(self, text: str) -> None:
        """Begin a section."""
        self.parts.append(f"<h2>{escape(capital(text))}</h2>")

    def words(self, text: str) -> None:
        """Add a paragraph."""
        self.parts.append(f"<p>{escape(text)}</p>")

    def figure(self, drawn: Figure, title: str, description: str, heads: Sequence[str], rows: Rows) -> None:
        """Add a plot with its table."""
        self.figures += 1
        shown = inline(drawn, f"f{self.figures}", capital(title), description)
        caption = f"<figcaption>{escape(capital(title))}</figcaption>"
        self.parts.append(f"<figure>{caption}\n{shown}\n</figure>")
        self.table(title, heads, rows, folded=True)

    def table(self, title: str, heads: Sequence[str], rows: Rows, *, folded: bool = False) -> None:
        """Add a table; a folded one is opened by whoever wants the numbers."""
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
        body = "\n".join(
            f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
            for row in rows
        )
        called = escape(capital(title))
        written = (
            f'<div class="wide" role="region" aria-label="{called}, table" tabindex="0"><table>\n'
            f"<caption>{called}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
        )
        name = escape(f"The numbers: {title}")
        self.parts.append(f"<details><summary>{name}</summary>\n{written}\n</details>" if folded else written)


def document(title: str, generator: str, page: Page) -> str:
    """Write the whole page: no scripts, nothing from elsewhere."""
    style = files(__package__).joinpath("study_page.css").read_text(encoding="utf-8")
    title = escape(title)
    body = "\n".join(page.parts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="{generator}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""


def capital(text: str) -> str:
    """Begin with a capital, and leave the rest as it is."""
    return text[:1].upper() + text[1:]


def percent(value: float | None, digits: int = 2) -> str:
    """Write a share."""
    return "-" if value is None else f"{100 * value:.{digits}f} %"


def number(value: float | None) -> str:
    """Write a mean."""
    return "-" if value is None else f"{value:.3f}"
