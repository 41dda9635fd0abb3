"""Draw Caesar & Cleopatra, both editions, from the view of one seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rich.text import Text

from quadriga.terminal.layout import columns, flow, percent

from ..material import MISSION_TEXTS, MISSIONS, MISSIONS_RECONSTRUCTED, SEATS
from .menu import menu
from .score import score_sheet

__all__ = ["LEGEND", "hand", "menu", "question", "score_sheet", "table"]

Side = dict[str, Any]
LABEL = 5
GROUP_STYLES = {
    "praetors": "bright_blue", "quaestors": "yellow", "aediles": "green", "consuls": "bold", "censors": "magenta",
    "senators": "red",
}  # fmt: skip
SEAT_STYLES = dict(zip(SEATS, ("bold cyan", "bold red"), strict=True))
CALLS = {
    "caesar-cleopatra-1997": ("Vote pile", "turned up", {"orgy": "no vote", "orgy (shuffle)": "all come back"}),
    "caesar-cleopatra-2024": ("Bag", "drawn", {"grey": "no vote", "black": "all come back"}),
}
KNOWN = {
    "opening": "opening cards", "perhaps_opening": "perhaps opening cards",
    "hand_or_laid_from_it": "in hand or laid from it", "castled": "castled",
    "laid_before_spying": "laid before the spy", "hand_actions": "in hand",
}  # fmt: skip
QUESTIONS = {
    "arrange": "Which action card comes next in your pile, counted from the top?",
    "opening": "Which card do you lay face down at the {group}?",
    "take": "Which action card do you take into your opening hand?",
    "turn": "Your turn {turn}.",
    "second": "Your second influence card?",
    "after": "An action card, or done?",
    "vetoing": "{active} plays: {named}. Do you veto it?",
    "veto-draw": "Your veto stands. Draw a card for it?",
    "spying": "Your spy sees the hand. Which card must {other} discard?",
    "spy-draw": "Your card was spied away. Draw another?",
    "castle": "Where do you lay the next card of your castling? In the air: {lifted}.",
    "exchange": "Exchange another card, or done?",
    "exchange-draw": "From which pile do you draw?",
    "refill": "From which pile do you draw?",
    "keep": "The first group is won. Which mission do you keep?",
}
LEGEND = (
    "P a philosopher, * laid in the opening, ? hidden from you, = the sum of the numbers face up, "
    "% how likely the next vote is there. Face-down cards count from the left: the first is face-down 1. "
    "Missions marked (ours) are reconstructed: their printed texts are only in the box."
)
HAND_IS_ENOUGH = ("arrange", "veto-draw", "spy-draw", "exchange", "exchange-draw", "refill")
"""Stages at which only the own cards matter, so that the whole table need not be drawn again."""


def short(card: str) -> str:
    """Write an influence card in one letter."""
    return "P" if card == "philosopher" else card


def listed(cards: Iterable[str]) -> str:
    """Write cards one by one."""
    return " ".join(map(short, cards)) or "nothing"


def counted(cards: Iterable[str]) -> str:
    """Write equal cards once with their number."""
    return " ".join(f"{short(card)}×{count}" if count > 1 else short(card) for card, count in Counter(cards).items())


def seats_of(view: dict[str, Any]) -> tuple[str, str]:
    """Name who sits at the top and who at the bottom: the viewer, or Cleopatra for a spectator."""
    bottom = view["seat"] or SEATS[0]
    return SEATS[bottom == SEATS[0]], bottom


def table(view: dict[str, Any], width: int) -> list[Text]:
    """Draw the whole table."""
    top, bottom = seats_of(view)
    groups = list(view["patricians"])
    chances = vote_chances(view)
    cell = max(14, min(20, (width - LABEL) // len(groups) - 1))
    upper, lower = view["sides"][top], view["sides"][bottom]
    middle = [
        (Text("", "dim"), [Text(group.upper(), f"bold {GROUP_STYLES[group]}") for group in groups]),
        (Text("vote", "dim"), [Text(left_at(view, group, chances), GROUP_STYLES[group]) for group in groups]),
    ]
    lines = side_lines(view, top, width)
    lines += [columns(label, cells, LABEL, cell) for label, cells in reversed(rows_of(upper, groups))]
    lines += [rule(len(groups), cell), *(columns(label, cells, LABEL, cell) for label, cells in middle)]
    lines += [rule(len(groups), cell), *(columns(label, cells, LABEL, cell) for label, cells in rows_of(lower, groups))]
    return lines + side_lines(view, bottom, width) + votes(view, chances, width)


def hand(view: dict[str, Any], width: int) -> list[Text]:
    """Draw the viewer's own cards, where that is enough to decide."""
    if view["stage"] not in HAND_IS_ENOUGH or not view["seat"]:
        return []
    return side_lines(view, view["seat"], width)


def question(view: dict[str, Any]) -> str:
    """Say what is to be decided."""
    active = view["active"]
    group = next((g for g, cards in view["sides"][view["to_move"]]["table"].items() if not cards), "")
    return QUESTIONS[view["stage"]].format(
        active=active.capitalize(),
        other=SEATS[active == SEATS[0]].capitalize(),
        named=view["named"],
        turn=f"(turn {view['turn']})",
        lifted=listed(view["lifted"]),
        group=group,
    )


def rule(groups: int, cell: int) -> Text:
    """Draw the line between a side and the patricians."""
    return Text("─" * LABEL + ("┼" + "─" * cell) * groups, "dim")


def rows_of(side: Side, groups: list[str]) -> list[tuple[Text, list[Text]]]:
    """Write a side's cards at every group, from the patricians outwards."""
    up, down, won = [], [], []
    for group in groups:
        cards = side["table"][group]
        shown = [card["card"] for card in cards if card["up"]]
        total = sum(int(card) for card in shown if card != "philosopher")
        up.append(Text(f"{listed(shown)} = {total}" if shown else "", "bold"))
        hidden = [card for card in cards if not card["up"]]
        down.append(Text(" ".join(short(card["card"]) + ("*" if card.get("opening") else "") for card in hidden)))
        won.append(Text(str(side["won"][group] or "")))
    return [(Text("up", "dim"), up), (Text("down", "dim"), down), (Text("won", "dim"), won)]


def side_lines(view: dict[str, Any], seat: str, width: int) -> list[Text]:
    """Write a side's hand, piles, discards and task, and what the viewer knows of what is hidden."""
    side = view["sides"][seat]
    influence, actions = side["hand"]["influence"], side["hand"]["actions"]
    if "?" in influence or "?" in actions:
        held = f"{len(influence)} influence, {len(actions)} action"
    else:
        held = " · ".join(filter(None, (listed(influence) if influence else "", " ".join(actions)))) or "empty"
    discarded = " · ".join(filter(None, map(counted, side["discard"].values())))
    parts = [
        ("hand", held),
        ("piles", f"{side['pile']['influence']} influence, {side['pile']['actions']} action"),
        ("won", str(sum(side["won"].values()))),
    ]
    if discarded:
        parts.append(("discarded", discarded))
    order = side["pile"].get("order", [])
    if order and "?" not in order:
        parts.append(("action pile from the top", " ".join(order)))
    parts += [("knows" if seat == view["seat"] else "known", text) for text in known_of(side)]
    parts += task_of(side)
    return flow(Text(f"{seat.upper():<9}", SEAT_STYLES[seat]), parts, width)


def known_of(side: Side) -> list[str]:
    """Write what the viewer knows of a side's hidden cards."""
    known = side.get("known", {})
    parts = [f"{KNOWN[where]} {counted(cards)}" for where, cards in known.items()]
    return ["; ".join(parts)] if parts else []


def task_of(side: Side) -> list[tuple[str, str]]:
    """Write a side's secret task: its own to the viewer, the other's once it is revealed."""
    if "bonus" in side:
        return [("bonus", "secret" if side["bonus"] == "?" else f"majority of the {side['bonus']}")]
    if "missions" not in side:
        return []
    missions = side["missions"][:1] if side["kept"] else side["missions"]
    texts = [MISSION_TEXTS[MISSIONS.index(mission)] for mission in missions if mission != "?"]
    name = ("mission" if side["kept"] else "missions") + (" (ours)" if MISSIONS_RECONSTRUCTED and texts else "")
    return [(name, "; or ".join(texts) or ("one kept, secret" if side["kept"] else "two, secret"))]


def vote_chances(view: dict[str, Any]) -> dict[str, float]:
    """Compute how likely each vote card or bust comes next; one of a finished group is put aside for another."""
    patricians = view["patricians"]
    counts = Counter(call for call in view["votes"]["left"] if patricians.get(call, 1) > 0)
    return {call: count / counts.total() for call, count in counts.items()}


def left_at(view: dict[str, Any], group: str, chances: dict[str, float]) -> str:
    """Write how many patricians are left at a group, and how likely its vote comes next."""
    left = view["patricians"][group]
    return f"{left} left · {percent(chances.get(group, 0))}" if left else "all won"


def votes(view: dict[str, Any], chances: dict[str, float], width: int) -> list[Text]:
    """Write what is left in the vote pile or the bag, and what is out; the groups' chances stand at the groups."""
    name, gone, meaning = CALLS[view["game"]]
    parts = [("left", str(len(view["votes"]["left"])))]
    parts += [(call, f"{percent(chances[call])} ({meaning[call]})") for call in chances if call in meaning]
    if view["votes"]["out"]:
        parts.append((gone, counted(view["votes"]["out"])))
    return flow(Text(f"{name:<9}", "bold"), parts, width)
