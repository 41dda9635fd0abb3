"""The facts of both boxes: seats, groups, cards, missions. No behaviour."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

import yaml

CLEOPATRA, CAESAR = 0, 1
SEATS = ("cleopatra", "caesar")

GROUPS = 5
"""Groups of patricians; a group's number is its place in board order."""

PHILOSOPHER = 0
"""Influence cards are numbered by what they add to the sum; the philosopher adds nothing."""
VALUES = 6
INFLUENCE = ("philosopher", "1", "2", "3", "4", "5")
INFLUENCE_CARDS = (2, 7, 7, 7, 7, 7)
SIDE_LIMIT = 5
SPECIAL_VOTE_CARDS = 8
"""This many cards of both sides at a group bring a special vote."""

ASSASSINATION, SPY, CASTLING, SCOUT, WRATH, VETO = range(6)
ACTIONS = ("assassination", "spy", "castling", "scout", "wrath", "veto")
KINDS = 6

PLAIN, SHUFFLE = 5, 6
"""Vote cards and busts: 0 to 4 call a group, a plain one calls nobody, the last brings all back."""
CALLS = 7

PAIRS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
"""Two groups, as a castling names them."""
FIRST_OF_PAIR = tuple(a for a, _ in PAIRS)
SECOND_OF_PAIR = tuple(b for _, b in PAIRS)


@dataclass(frozen=True)
class Edition:
    """What one box contains."""

    groups: tuple[str, ...]
    patricians: tuple[int, ...]
    action_cards: tuple[int, ...]
    calls: tuple[str, ...]
    hand: int
    prefix: str


CLASSIC = Edition(
    groups=("senators", "praetors", "quaestors", "censors", "aediles"),
    patricians=(5, 5, 5, 3, 3),
    action_cards=(4, 2, 2, 2, 1, 2),
    calls=("senators", "praetors", "quaestors", "censors", "aediles", "orgy", "orgy (shuffle)"),
    hand=5,
    prefix="CC97",
)
RENEWED = Edition(
    groups=("praetors", "quaestors", "aediles", "consuls", "censors"),
    patricians=(5, 5, 5, 3, 3),
    action_cards=(3, 0, 1, 3, 1, 2),
    calls=("praetors", "quaestors", "aediles", "consuls", "censors", "grey", "black"),
    hand=6,
    prefix="CC24",
)

BONUS_GROUPS = 3
"""Influence bonus cards (1997): two each for the first three groups."""

_MISSIONS = yaml.safe_load((files(__package__) / "missions.yaml").read_text(encoding="utf-8"))
MISSIONS = tuple(m["id"] for m in _MISSIONS["missions"])
MISSION_TEXTS = tuple(m["text"] for m in _MISSIONS["missions"])
MISSIONS_RECONSTRUCTED: bool = _MISSIONS["reconstructed"]
MISSION_PATRICIANS = tuple(
    tuple(int(m.get("patricians", {}).get(group, 0)) for group in RENEWED.groups) for m in _MISSIONS["missions"]
)
MISSION_MAJORITIES = tuple(int(m.get("majorities", 0)) for m in _MISSIONS["missions"])
