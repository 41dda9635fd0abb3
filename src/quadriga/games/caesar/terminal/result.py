"""The end of a game of Caesar!: the board, and where both sides' control tokens went."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from quadriga.model import State
from quadriga.terminal.layout import wrapped

from .province_map import board_map
from .signs import STYLES, player_name, sign

LABEL, COLUMN = 20, 10
SMALLEST = 0
"""A height that only the smallest map is drawn for."""


def score_sheet(state: State, width: int) -> list[Text]:
    """Draw the board, count the control tokens and say who got rid of the last one, or could not place."""
    view, outcome = state.view(), state.outcome
    assert outcome is not None
    lines = board_map(view, width, SMALLEST)
    heads = Text(" " * LABEL)
    for side in view["sides"]:
        heads.append(f"{sign(view, side)} {player_name(view, side)}".rjust(COLUMN), STYLES[side])
    lines += [*([Text()] if lines else []), heads]
    for name, counts in control_tokens(view).items():
        lines.append(Text(f"{name:<{LABEL}}" + "".join(f"{count or '·':>{COLUMN}}" for count in counts)))
    for side in view["sides"]:
        held = [name + (" (2)" if part["control_tokens"] == 2 else "")
                for name, part in view["provinces"].items() if part["control"] == side]  # fmt: skip
        head = f"{player_name(view, side)} controls "
        lines += wrapped(Text.assemble((head, STYLES[side]), ", ".join(held) or "nothing"), width, 2)
    return lines + wrapped(Text(how(view, outcome.rule), "bold"), width)


def control_tokens(view: dict[str, Any]) -> dict[str, list[int]]:
    """Count both sides' control tokens by where they are."""
    sides = view["sides"]
    rows = {
        "on provinces": [
            sum(part["control_tokens"] for part in view["provinces"].values() if part["control"] == side)
            for side in sides
        ],
        "on borders": [
            sum(space["control"] is not None and space["control"]["side"] == side for space in view["borders"].values())
            for side in sides
        ],
        "under senate tokens": [part["under_senate"] for part in sides.values()],
        "discarded": [part.get("discarded", 0) for part in sides.values()],
        "left": [part["control_tokens"] for part in sides.values()],
    }
    return {name: counts for name, counts in rows.items() if name != "discarded" or any(counts)}


def how(view: dict[str, Any], rule: str) -> str:
    """Say who won and how, with the clause."""
    winner = view["winner"]
    loser = next(side for side in view["sides"] if side != winner)
    if view["sides"][winner]["control_tokens"]:
        return f"{player_name(view, loser)} cannot place any token: {player_name(view, winner)} wins ({rule})."
    return f"{player_name(view, winner)} has no control token left and wins ({rule})."
