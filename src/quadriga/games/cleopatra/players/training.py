"""The options that the networks of both editions are trained with, and how many of the games have them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

CHOICES: dict[str, Mapping[str, tuple[str, ...]]] = {
    "caesar-cleopatra-1997": {
        "action_pile": ("arranged", "shuffled"), "orgies": ("printed", "fading", "one-less"),
    },
    "caesar-cleopatra-2024": {"opening": ("veto", "veterans"), "starter": ("cleopatra", "caesar")},
}  # fmt: skip
"""The usual choice of each option is the first."""
USUAL = 0.4
"""This share has the usual options; all other combinations are alike."""


def shares(name: str) -> tuple[tuple[float, Mapping[str, Any]], ...]:
    """List the sets of options."""
    choices = CHOICES[name]
    first, *others = [dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values())]
    return (USUAL, first), *(((1 - USUAL) / len(others), options) for options in others)
