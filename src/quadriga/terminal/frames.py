"""The look of all tables in the terminal."""

from __future__ import annotations

from rich import box
from rich.table import Table


def framed(title: str, *heads: str) -> Table:
    """Begin a table, at least as wide as its title: names to the left, numbers to the right."""
    table = Table(
        title=title.capitalize(), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False,
        min_width=len(title),
    )  # fmt: skip
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left", no_wrap=bool(number))
    return table
