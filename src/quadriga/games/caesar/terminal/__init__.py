"""Draw Caesar! from the view of one seat: the map of the Mediterranean, what lies beside it, the moves."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from .menu import menu, offer, search
from .narration import narrate
from .panel import BRIEF, FULL, LEAST, panel, side_lines
from .province_list import province_list
from .province_map import board_map
from .result import score_sheet
from .signs import player_name

__all__ = [
    "ENTER", "EXAMPLE", "LEGEND", "hand", "menu", "narrate", "offer", "question", "score_sheet", "search",
    "sized_table", "table",
]  # fmt: skip

EXAMPLE = (
    "ship 5 sic sar is ship 5 Sicilia 1 Sardinia. Words in any order list moves: wild, wild sicilia, closes, closes you"
)
LEGEND = (
    "a province has its bonus (tac tactics, wea wealth, mig might, sen senate, poi poison, cen centurion), its free "
    "border spaces, and the influence of both sides: C Caesar, P Pompey, X Crassus. [C] is Caesar's control token, on "
    "a province or a border; what lies face down is in round brackets: (C) a token that counts 0/0, [(C)] a control "
    "token. sword, shield, ship: a free border space, with ! a border control space. C<5 1> is Caesar's token with 5 "
    "to the province in the west and 1 to the one in the east, C^5v1 with 5 to the north and 1 to the south; dots lead "
    "to both. North is up. In a list of moves 5/1 stands in the order of the border space's name; of the tokens in a "
    "bag a single number is the higher one: sword 6 is sword 6/0."
)
ENTER = ("crassus",)
"""Moves that are asked for although there is no other: Enter makes them."""
COMMON_HEIGHT = 16
SIMPLE_STAGES = ("bank", "take")
"""Stages at which only the own tokens matter, so that the whole table need not be drawn again."""
QUESTIONS = {
    "place": "Turn {turn}, {who}: place a token. Words list moves: {symbol}, Sicilia, closes.",
    "bank": "Do you draw a bonus from the bank?",
    "order": "You closed {closing}. Which is resolved first?",
    "take": "Which centurion do you take into your supply instead of drawing?",
    "crassus": "Turn {turn}, Crassus.",
}
BONUS_QUESTIONS = {
    "tactics": "You gained tactics. Will you take another turn after this one?",
    "wealth": "You gained wealth. Draw one more token?",
    "might": "You gained might. Which token do you turn face down?",
    "poison": "You gained poison. Shall a random token of {other} go back into the bag?",
    "centurion": "You gained a centurion. Take one at the end of this turn instead of drawing?",
}


def table(view: dict[str, Any], width: int) -> list[Text]:
    """Draw map and tokens on a screen of common height."""
    return sized_table(view, width, COMMON_HEIGHT)


def sized_table(view: dict[str, Any], width: int, height: int) -> list[Text]:
    """Draw the largest map that fits with what lies beside the board; on a narrow screen a list of provinces."""
    beside = {detail: panel(view, width, detail) for detail in (FULL, BRIEF, LEAST)}
    drawn = board_map(view, width, height - len(beside[BRIEF])) or province_list(view, width)
    fitting = (lines for lines in beside.values() if len(drawn) + len(lines) <= height)
    return drawn + next(fitting, beside[LEAST])


def hand(view: dict[str, Any], width: int) -> list[Text]:
    """Draw only what a simple decision needs: one's own tokens, or Crassus's row when his tile is turned."""
    if not view["seat"]:
        return []
    if view["stage"] == "crassus":
        return [] if view["turn"] == 1 else side_lines(view, view["crassus"]["side"], width)
    if view["stage"] in SIMPLE_STAGES or (view["stage"] == "bonus" and view["bonus"] != "might"):
        return side_lines(view, view["seat"], width)
    return []


def question(view: dict[str, Any]) -> str:
    """Say what is to be decided."""
    other = next(side for side in view["sides"] if side != view["active"])
    asked = BONUS_QUESTIONS[view["bonus"]] if view["stage"] == "bonus" else QUESTIONS[view["stage"]]
    return asked.format(
        turn=view["turn"],
        who=player_name(view, view["active"]),
        other=player_name(view, other),
        closing=" and ".join(view["closing"]),
        symbol=next((move["text"].partition(" ")[0] for move in view["legal"]), ""),
    )
