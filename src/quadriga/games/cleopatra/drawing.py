"""The facts that a table is drawn from: the groups of patricians, the cards of a side, the missions."""

from __future__ import annotations

from typing import Any

from .material import ACTIONS, INFLUENCE, INFLUENCE_CARDS, MISSIONS, SIDE_LIMIT, Edition


def drawing(edition: Edition) -> dict[str, Any]:
    """Show what lies in the box of an edition."""
    return {
        "groups": list(edition.groups),
        "calls": list(edition.calls),
        "influence": dict(zip(INFLUENCE, map(int, INFLUENCE_CARDS), strict=True)),
        "actions": list(ACTIONS),
        "action_cards": dict(zip(ACTIONS, edition.action_cards, strict=True)),
        "missions": list(MISSIONS),
        "side_limit": SIDE_LIMIT,
    }
