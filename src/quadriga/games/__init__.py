"""One room per game. Nothing in here knows the web, the players or the disk."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from quadriga.errors import UnknownGame

if TYPE_CHECKING:
    from quadriga.game import Room

ROOMS = {
    "caesar-cleopatra-1997": "cleopatra.room:CLASSIC_ROOM",
    "caesar-cleopatra-2024": "cleopatra.room:RENEWED_ROOM",
    "ave-caesar": "avecaesar.room:ROOM",
    "caesar": "caesar.room:ROOM",
}
"""Where each game's room is; it is opened when the game is loaded."""


def family(name: str) -> str:
    """Name the package of a game's room; editions of a game share it, and what is made for it elsewhere."""
    return ROOMS[name].partition(".")[0]


def room(name: str) -> Room:
    """Open the room of a game."""
    if not isinstance(name, str) or name not in ROOMS:
        raise UnknownGame(f"there is no game {name!r}; the games are: {', '.join(ROOMS)}")
    module, _, attribute = ROOMS[name].partition(":")
    opened: Room = getattr(import_module(f"{__name__}.{module}"), attribute)
    return opened
