"""Laying text out in columns and flowing lines. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text


def percent(share: float) -> str:
    """Write a share in whole percents."""
    return f"{share:.0%}".replace("%", " %")


def centred(text: Text, width: int) -> Text:
    """Put a text in the middle of a cell, or to its left if it is too long."""
    space = max(0, width - text.cell_len)
    return Text.assemble(" " * (space // 2), text, " " * (space - space // 2))


def columns(label: Text, cells: Sequence[Text], label_width: int, cell_width: int) -> Text:
    """Put a label and cells side by side."""
    line = Text.assemble(label, " " * (label_width - label.cell_len))
    for cell in cells:
        line.append("│", "dim")
        line.append_text(centred(cell, cell_width))
    line.rstrip()
    return line


def flow(head: Text, parts: Iterable[tuple[str, str]], width: int) -> list[Text]:
    """Put named parts behind a head, as many to a line as fit; further lines are indented by its width."""
    indent = head.cell_len + 1
    lines = [Text.assemble(head, " ")]
    for name, value in parts:
        piece = Text.assemble((f"{name} ", "dim"), value)
        for part in wrapped(piece, width - indent, 2):
            gap = 3 if lines[-1].cell_len > indent else 0
            if gap and lines[-1].cell_len + gap + part.cell_len > width:
                lines.append(Text(" " * indent))
                gap = 0
            lines[-1].append(" " * gap).append_text(part)
    return lines


def wrapped(text: Text, width: int, indent: int = 0) -> list[Text]:
    """Cut a text into lines, between its words where there are any; lines after the first are indented."""
    lines: list[Text] = []
    while text.cell_len > width:
        at = text.plain.rfind(" ", indent + 1, width + 1)
        first, rest = text.divide([at if at > 0 else width])
        lines.append(first)
        text = Text.assemble(" " * indent, rest[1:] if at > 0 else rest)
    return [*lines, text]


def paragraph(sentences: Iterable[str], width: int, style: str = "") -> list[Text]:
    """Put sentences one behind the other and break them into lines."""
    whole = Text(" ".join(sentences), style)
    return wrapped(whole, width) if whole.plain else []
