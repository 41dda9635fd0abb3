"""The fixed numbering of actions: a card and the space it ends on."""

from __future__ import annotations

SPACES = 96
"""The most spaces a track may have."""
FINISH = SPACES
"""Stands for leaving the track over the line for the fourth time."""
NOWHERE = -1
"""Stands for an abstention where a space is told."""
WIDTH = SPACES + 1
ABSTAIN = 6 * WIDTH
NUM_ACTIONS = ABSTAIN + 1


def action_of(card: int, space: int) -> int:
    """Number the move with a card to a space, or to FINISH."""
    return (card - 1) * WIDTH + space


def card_of(action: int) -> int:
    """Name the card of a move."""
    return action // WIDTH + 1


def space_of(action: int) -> int:
    """Name the space a move ends on, or FINISH."""
    return action % WIDTH
