"""What lies beside the board: both sides' control tokens, supplies and bags, Crassus's row and tiles, the bank."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from rich.text import Text

from quadriga.terminal.layout import flow

from ..components import TILES
from ..events import orders
from ..moves import CENTURION_NAMES
from .signs import STYLES, player_name, sign

Parts = list[tuple[str, str]]
HEAD = 9
"""Columns of a side's sign and name."""
LEAST, BRIEF, FULL = range(3)
"""How much is told of what is hidden: how many tokens; of the opponent also which, in short; of both, in full."""


def panel(view: dict[str, Any], width: int, detail: int = FULL) -> list[Text]:
    """Write both sides, the viewer's last, and the bank."""
    own = view["seat"] or "caesar"
    other = next(side for side in view["sides"] if side != own)
    lines = side_lines(view, other, width, detail) + side_lines(view, own, width, detail)
    if view["bank"] is not None:
        left = {bonus: count for bonus, count in view["bank"].items() if count}
        held = ", ".join(f"{bonus} {count}" for bonus, count in left.items()) or "empty"
        lines += flow(Text(f"{'  BANK':<{HEAD}}", "bold"), [("face down", held)], width)
    return lines


def side_lines(view: dict[str, Any], side: str, width: int, detail: int = FULL) -> list[Text]:
    """Write one side."""
    part = view["sides"][side]
    senate = str(part["senate"]) + (f", {part['under_senate']} under" if part["under_senate"] else "")
    control = "control" if detail == LEAST else "control tokens"
    parts: Parts = [(control, str(part["control_tokens"])), ("senate", senate)]
    if part.get("discarded"):
        parts.append(("discarded", str(part["discarded"])))
    is_crassus = part["player"] == "crassus"
    parts += crassus_parts(view, detail) if is_crassus else supply_parts(part)
    parts.append(("bag", str(part["bag"])))
    if part.get("centurions"):
        parts.append(("centurions to come" if is_crassus else "centurions", ", ".join(part["centurions"])))
    if part["unseen"] and (detail == FULL or (detail == BRIEF and side != view["seat"])):
        where = "in bag or supply" if "known" in part else "in the bag"
        parts.append((where, by_symbol(part["unseen"], short=detail == BRIEF)))
    head = f"{sign(view, side)} {player_name(view, side).upper()}"
    return flow(Text(f"{head:<{HEAD}}", STYLES[side]), parts, width)


def supply_parts(part: dict[str, Any]) -> Parts:
    """Write a supply: its tokens, or how many are hidden and what is known of them."""
    supply = part["supply"]
    if "?" not in supply and "known" not in part:
        return [("supply", ", ".join(supply) or "empty")]
    known = f", among them {', '.join(part['known'])}" if part["known"] else ""
    parts: Parts = [("supply", f"{len(supply)} hidden{known}" if supply else "empty")]
    for back in part["returned"]:
        drawn = f"{back['drawn_since']} drawn since" if back["drawn_since"] else "still there"
        parts.append(("put back into the bag", f"{back['token']} ({drawn})"))
    return parts


def by_symbol(tokens: Iterable[str], *, short: bool = False) -> str:
    """Write tokens with each symbol once: `sword 6/0 5/1, wild 2/2 2/2`; `short` writes only the higher numbers."""
    found: dict[str, list[str]] = defaultdict(list)
    for token in tokens:
        symbol, _, numbers = token.rpartition(" ")
        found[symbol].append(numbers.partition("/")[0] if short and token not in CENTURION_NAMES else numbers)
    return ", ".join(f"{symbol} {' '.join(numbers)}" for symbol, numbers in found.items())


def crassus_parts(view: dict[str, Any], detail: int) -> Parts:
    """Write Crassus's row, the tile last turned and those still to come (ROME-Z14)."""
    crassus = view["crassus"]
    tiles = Counter(crassus["tiles_left"])
    left = " ".join(f"{name}×{count}" if count > 1 else name for name, count in tiles.items())
    parts: Parts = [("row", ", ".join(crassus["row"]) or "empty")]
    if crassus["tile"]:
        ordered = f" ({orders(TILES.index(crassus['tile']))})" if detail == FULL else ""
        parts.append(("last tile", crassus["tile"] + ordered))
    return [*parts, ("tiles to come", left or "all again")]
