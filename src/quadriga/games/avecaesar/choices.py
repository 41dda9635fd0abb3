"""The moves that may be chosen, drives with the way they take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .moves import MOVES
from .numbering import ABSTAIN, FINISH, card_of, space_of
from .tables import tracks
from .ways import ways


def choices(s: Any, actions: Sequence[int]) -> list[dict[str, Any]]:
    """Show the moves of the seat that decides."""
    spaces = tracks()[s.track].spaces
    shown: list[dict[str, Any]] = [
        {"id": move.id, "kind": move.kind, "text": move.text} for move in (MOVES[action] for action in actions)
    ]
    drives = [move for move in shown if move["id"] != ABSTAIN]
    if drives:
        for move, way in zip(drives, ways(s, s.order[s.turn], [move["id"] for move in drives]), strict=True):
            target = space_of(move["id"])
            move["card"] = card_of(move["id"])
            move["way"] = [spaces[space] for space in way]
            move["space"] = None if target == FINISH else spaces[target]
    return shown
