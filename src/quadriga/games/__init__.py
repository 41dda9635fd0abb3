"""The games, one package each, and how they are found: ours in this folder, other people's by an entry point.

A package of ours names its games in `GAMES`, with the place of each definition. A package of somebody else names them
in the entry point group `quadriga.games`. Nothing in here knows the web or the disk.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from quadriga.errors import UnknownGame

if TYPE_CHECKING:
    from quadriga.model import GameDefinition

GROUP = "quadriga.games"


@cache
def places() -> dict[str, str]:
    """Find where every game is defined, as `module:attribute`, in the order of their names; no game is opened."""
    found = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    for each in iter_modules(__path__, f"{__name__}."):
        for name, place in import_module(each.name).GAMES.items():
            found[name] = f"{each.name}.{place}"
    return dict(sorted(found.items()))


def definition(name: str) -> GameDefinition:
    """Open the definition of a game."""
    if not isinstance(name, str) or name not in places():
        raise UnknownGame(f"there is no game {name!r}; the games are: {', '.join(places())}")
    module, _, attribute = places()[name].partition(":")
    opened: GameDefinition = getattr(import_module(module), attribute)
    return opened
