"""List the legal moves of Caesar!: what closes a province one by one, the other placements by token and space."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from quadriga.model import Move
from quadriga.terminal.choose import stands_for, words
from quadriga.terminal.layout import flow, wrapped

from .signs import player_name

Numbered = tuple[int, dict[str, Any]]
"""A legal move as the view shows it, with its number in the list."""
HEAD = 16
GAP = 3
MOST_SHORT = 2
"""This many closings are named in a short menu."""
FEW_LINES = 3
LONG = 1000
MORE = "..."


def menu(view: dict[str, Any], legal: Sequence[Move], width: int, *, short: bool) -> list[Text]:
    """List the legal moves with their numbers; `short` names tokens in one line each, and the best closings."""
    shown = numbered(view, legal)
    whole = listing(view, shown, width)
    return summary(view, shown, width) if short and len(whole) > FEW_LINES else whole


def offer(view: dict[str, Any], legal: Sequence[Move], some: Sequence[Move], width: int) -> list[Text]:
    """List some of the legal moves with their numbers."""
    chosen = {move.id for move in some}
    return listing(view, [(number, move) for number, move in numbered(view, legal) if move["id"] in chosen], width)


def numbered(view: dict[str, Any], legal: Sequence[Move]) -> list[Numbered]:
    """Number the legal moves and put what the view says of each together with its parts."""
    return [
        (number, {**shown, "parts": move.parts})
        for number, (shown, move) in enumerate(zip(view["legal"], legal, strict=False), 1)
    ]


def search(view: dict[str, Any], legal: Sequence[Move], text: str) -> tuple[Move, ...]:
    """Find the legal moves that have all words of a text, in any order: a token, provinces, `closes`, `you`."""
    given = words(text)
    found = []
    for shown, move in zip(view["legal"], legal, strict=True):
        said = [*words(move.text), *words(shown.get("token", "")), *words(closing_words(view, shown))]
        if given and all(any(stands_for(word, whole) for whole in said) for word in given):
            found.append(move)
    return tuple(found)


# --- what a placement closes


def closing_words(view: dict[str, Any], move: dict[str, Any]) -> str:
    """Say what a placement would close and for whom: `closes Syria for you, 2 control tokens, gains might`."""
    parts = [closing(view, close) for close in move.get("closes", ())]
    return f"closes {' and '.join(parts)}" if parts else ""


def closing(view: dict[str, Any], close: dict[str, Any]) -> str:
    """Say for whom a province is closed, what it takes and which bonus is taken."""
    side, count = close["control"], close["control_tokens"]
    if side is None:
        result = f"{close['province']} tied"
    else:
        whom = "you" if side == view["seat"] else player_name(view, side)
        result = f"{close['province']} for {whom}, {count} control token{'' if count == 1 else 's'}"
    return f"{result} ({close['bonus']})"


def gain(view: dict[str, Any], move: dict[str, Any]) -> int:
    """Count the control tokens that a placement rids the viewer of, less those of the other side."""
    own = view["seat"]
    return sum(
        close["control_tokens"] * (1 if close["control"] == own else -1)
        for close in move.get("closes", ())
        if close["control"]
    )


# --- lists


def listing(view: dict[str, Any], moves: Sequence[Numbered], width: int) -> list[Text]:
    """List moves one by one: closings first, the most tokens first; then placements by token, then the others."""
    closings = [(number, move) for number, move in moves if move.get("closes")]
    lines = closing_lines(view, sorted(closings, key=lambda item: -gain(view, item[1])), width)
    by_token: dict[str, list[Numbered]] = defaultdict(list)
    for number, move in moves:
        if move["kind"] == "place" and not move["closes"]:
            by_token[move["token"]].append((number, move))
    for token, placements in by_token.items():
        lines += token_lines(token, placements, width)
    others = [(number, move) for number, move in moves if move["kind"] != "place"]
    for kind in dict.fromkeys(move["kind"] for _, move in others if move["kind"] != "decline"):
        of_kind = [(f"[{number}]", spoken(view, move)) for number, move in others if move["kind"] == kind]
        lines += flow(Text(f"{kind if kind != 'crassus' else 'Crassus':<{HEAD}}", "bold"), of_kind, width)
    declining = [(f"[{number}]", move["text"]) for number, move in others if move["kind"] == "decline"]
    return lines + (flow(Text(f"{'or':<{HEAD}}", "bold"), declining, width) if declining else [])


def closing_lines(view: dict[str, Any], moves: Sequence[Numbered], width: int) -> list[Text]:
    """Write placements that close something, a line each."""
    lines = []
    for number, move in moves:
        good = gain(view, move)
        text = Text(f"[{number}] ", "dim")
        text.append(move["text"], "not dim bold")
        text.append(f": {closing_words(view, move)}", "not dim green" if good > 0 else "not dim")
        lines += wrapped(text, width, 4)
    return lines


def token_lines(token: str, placements: Sequence[Numbered], width: int) -> list[Text]:
    """Write the placements of a token that close nothing: a border space with the numbers of all ways, in columns.

    The numbers of the token stand in the order of the provinces.
    """
    spaces: dict[str, list[str]] = defaultdict(list)
    for number, move in placements:
        spaces[move["border"]].append(f"[{number}] {way(move)}")
    ways = max(len("  ".join(numbers)) for numbers in spaces.values())
    cells = [f"{'  '.join(numbers):<{ways}}  {border}" for border, numbers in spaces.items()]
    across = max(map(len, cells)) + GAP
    count = max(1, (width - HEAD - 1 + GAP) // across)
    lines = []
    for begin in range(0, len(cells), count):
        head = token if begin == 0 else ""
        row = "".join(f"{cell:<{across}}" for cell in cells[begin : begin + count])
        line = Text.assemble((f"{head:<{HEAD}} ", "bold"), row.rstrip())
        lines += wrapped(line, width, HEAD + 1)
    return lines


def way(move: dict[str, Any]) -> str:
    """Write which way a token is turned: its numbers in the order of the border space's provinces, or `down`."""
    if move["parts"]["face"] == "down":
        return "down"
    return "/".join(move["parts"][province] for province in move["border"].split("-"))


def spoken(view: dict[str, Any], move: dict[str, Any]) -> str:
    """Write a move that is no placement, without the word that heads its line."""
    text: str = move["text"]
    if move["kind"] == "might":
        place = text.removeprefix("might on ")
        return place + target(view, place)
    return text.removeprefix("take centurion ")


def target(view: dict[str, Any], place: str) -> str:
    """Say what lies where might could turn something down."""
    if place in view["provinces"]:
        return " (control token)"
    space = view["borders"][place]
    if space["control"]:
        return " (control token)"
    numbers = space["token"]["numbers"]
    return f" ({', '.join(f'{number} to {name}' for name, number in numbers.items())})"


# --- the short menu


def summary(view: dict[str, Any], moves: Sequence[Numbered], width: int) -> list[Text]:
    """Write the closings that gain most, then every token with the numbers of its placements."""
    placing = [(number, move) for number, move in moves if move["kind"] == "place"]
    if not placing:
        return listing(view, moves, width)
    closings = sorted(((n, m) for n, m in placing if m["closes"]), key=lambda item: -gain(view, item[1]))
    lines: list[Text] = []
    for item in [item for item in closings if gain(view, item[1]) > 0][:MOST_SHORT]:
        lines.append(cut(closing_lines(view, [item], LONG)[0], width))
    by_token: dict[str, list[Numbered]] = defaultdict(list)
    for number, move in placing:
        by_token[move["token"]].append((number, move))
    parts = []
    for token, items in by_token.items():
        spaces = len({move["border"] for _, move in items})
        parts.append((f"[{items[0][0]}-{items[-1][0]}]", f"{token}: {spaces} space{'' if spaces == 1 else 's'}"))
    if len(closings) > len(lines):
        parts.append(("closes", f"{len(closings)} move{'' if len(closings) == 1 else 's'}"))
    return lines + flow(Text("place", "bold"), parts, width)


def cut(text: Text, width: int) -> Text:
    """Shorten a text that is too long for a line."""
    if text.cell_len > width:
        text.truncate(width - len(MORE))
        text.append(MORE)
    return text
