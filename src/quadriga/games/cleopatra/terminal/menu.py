"""List the legal moves of Caesar & Cleopatra, grouped as a player thinks of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from quadriga.model import Move
from quadriga.terminal.layout import flow, wrapped

from ..material import MISSION_TEXTS, MISSIONS

Numbered = tuple[int, Move]
FEW = 6
"""This many places for a card are listed one by one; more become a grid of cards and groups."""
CARD_COLUMN = 12
WORDS = {"keep": dict(zip(MISSIONS, MISSION_TEXTS, strict=True))}


def menu(view: dict[str, Any], legal: Sequence[Move], width: int, *, short: bool) -> list[Text]:
    """List the legal moves with their numbers; `short` names long lists in one line each."""
    numbered = list(enumerate(legal, 1))
    placing = [(number, move) for number, move in numbered if move.kind == "place"]
    others = [(number, move) for number, move in numbered if move.kind != "place"]
    lines: list[Text] = []
    if len(placing) > FEW:
        groups = list(view["patricians"])
        still_open = [group for group in groups if view["patricians"][group]]
        lines += summary_of_places(placing, still_open, width) if short else grid(placing, groups, width)
    elif placing:
        lines += listed("lay", [(number, move.text) for number, move in placing], width)
    single = [(number, move.text) for number, move in others if " " not in move.text]
    for kind in dict.fromkeys(move.kind for _, move in others if " " in move.text):
        of_kind = [(number, move) for number, move in others if move.kind == kind and " " in move.text]
        if short and len(of_kind) > FEW:
            lines += summary_of(kind, of_kind, width)
        else:
            lines += listed(kind, [(number, spoken(move)) for number, move in of_kind], width)
    return lines + (listed("or", single, width) if single else [])


def spoken(move: Move) -> str:
    """Write a move without the word that heads its line."""
    text = move.text.partition(" ")[2]
    return f"{text}: {WORDS[move.kind][text]}" if move.kind in WORDS else text.removeprefix("at ")


def listed(kind: str, items: Sequence[tuple[int, str]], width: int) -> list[Text]:
    """List moves of one kind behind each other."""
    return flow(Text(f"{kind:<11}", "bold"), [(f"[{number}]", text) for number, text in items], width)


def summary_of_places(placing: Sequence[Numbered], still_open: list[str], width: int) -> list[Text]:
    """Say in one line which cards can go where."""
    parts = {name: list(dict.fromkeys(move.parts[name] for _, move in placing)) for name in ("card", "face", "group")}
    where = "any group" if parts["group"] == still_open else ", ".join(parts["group"])
    text = (
        f"lay         [{placing[0][0]}-{placing[-1][0]}] {' '.join(parts['card'])} face {' or '.join(parts['face'])} "
        f"at {where}"
    )
    return wrapped(Text(text), width, CARD_COLUMN)


def summary_of(kind: str, moves: Sequence[Numbered], width: int) -> list[Text]:
    """Say in one line how many moves of a kind there are."""
    first, last = moves[0], moves[-1]
    text = f"{kind:<11} [{first[0]}-{last[0]}] {spoken(first[1])} ... {spoken(last[1])}"
    return wrapped(Text(text), width, CARD_COLUMN)


def grid(placing: Sequence[Numbered], groups: Sequence[str], width: int) -> list[Text]:
    """Draw the numbers of all places for influence cards: cards downwards, faces and groups across."""
    faces = [face for face in ("down", "up") if any(move.parts["face"] == face for _, move in placing)]
    cell = max(5, min(10, (width - CARD_COLUMN - 4 * len(faces)) // (len(groups) * len(faces))))
    numbers = {(move.parts["card"], move.parts["face"], move.parts["group"]): number for number, move in placing}
    head, names = Text(" " * CARD_COLUMN), Text("lay".ljust(CARD_COLUMN), "bold")
    for face in faces:
        head.append(f"face {face} at".ljust(cell * len(groups) + 3), "bold")
        names.append("".join(group[: cell - 1].ljust(cell) for group in groups) + "   ", "dim")
    lines = [head, names]
    for card in dict.fromkeys(move.parts["card"] for _, move in placing):
        line = Text(f"{card:<{CARD_COLUMN}}", "bold")
        for face in faces:
            row = (numbers.get((card, face, group)) for group in groups)
            line.append("".join((f"[{n}]" if n else "-").ljust(cell) for n in row) + "   ", "not bold")
        lines.append(line)
    for line in lines:
        line.rstrip()
    return lines
