"""Action number to Move, with its kind, parts and text. Text to number goes through the same table."""

from __future__ import annotations

from quadriga.model import Move

from .material import ACTIONS, GROUPS, INFLUENCE, MISSIONS, PAIRS, SIDE_LIMIT, Edition
from .numbering import NUM_ACTIONS


def move_table(edition: Edition) -> tuple[Move, ...]:
    """Name every action of an edition, in the order of its number."""
    table: list[Move] = []

    def add(kind: str, text: str, **parts: str) -> None:
        table.append(Move(len(table), kind, text, parts))

    for face in ("down", "up"):
        for card in INFLUENCE:
            for group in edition.groups:
                add("place", f"{card} face {face} at {group}", card=card, face=face, group=group)
    for card in INFLUENCE:
        for group in edition.groups:
            add("assassinate", f"assassinate {card} at {group}", card=card, face="up", group=group)
    for group in edition.groups:
        for place in range(1, SIDE_LIMIT + 1):
            add("assassinate", f"assassinate face-down {place} at {group}", place=str(place), face="down", group=group)
    for group in edition.groups:
        add("scout", f"scout {group}", group=group)
    for group in edition.groups:
        add("wrath", f"wrath at {group}", group=group)
    for a, b in PAIRS:
        first, second = edition.groups[a], edition.groups[b]
        add("castle", f"castle {first} and {second}", first=first, second=second)
    add("spy", "spy")
    add("veto", "veto")
    add("allow", "allow")
    for pile in ("influence", "action", "nothing"):
        add("draw", f"draw {pile}", pile=pile)
    for card in (*INFLUENCE, *ACTIONS):
        add("discard", f"discard {card}", card=card)
    for card in ACTIONS:
        add("pick", f"pick {card}", card=card)
    for mission in MISSIONS:
        add("keep", f"keep {mission}", mission=mission)
    add("pass", "pass")
    add("done", "done")
    assert len(table) == NUM_ACTIONS and len(edition.groups) == GROUPS
    return tuple(table)
