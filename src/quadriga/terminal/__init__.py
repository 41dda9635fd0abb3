"""The table in a terminal: reading moves, drawing what one seat may see, the loop of a match. No rule is known here.

What is shown of a running game comes from `State.view` and from events as a seat may see them, never from the record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from rich.text import Text

if TYPE_CHECKING:
    from quadriga.model import Event, Game, Move, State


class Renderer(Protocol):
    """What the module that draws a game offers.

    A module may have more: `EXAMPLE`, a move cut short, for the help; `sized_table(view, width, height)`, a table that
    comes in sizes; `narrate(events, width)`, what happened in words of its own; `ENTER`, kinds of moves that are asked
    for even if there is no other; `search(view, legal, text)`, moves found by words that `choose` does not understand,
    and `offer(view, legal, some, width)`, a list of some moves.
    """

    LEGEND: str
    """What the signs on the table mean."""

    def table(self, view: dict[str, Any], width: int) -> list[Text]:
        """Draw the whole table as a seat may see it."""

    def hand(self, view: dict[str, Any], width: int) -> list[Text]:
        """Draw a seat's own cards only, or nothing at a stage that needs the whole table."""

    def question(self, view: dict[str, Any]) -> str:
        """Say what is to be decided."""

    def menu(self, view: dict[str, Any], legal: Sequence[Move], width: int, *, short: bool) -> list[Text]:
        """List the legal moves with their numbers; `short` names them by kind in few lines."""

    def score_sheet(self, state: State, width: int) -> list[Text]:
        """Add up the points of a finished game as the rulebook does."""


def renderer(game: Game) -> Renderer:
    """Open the module that draws a game: `terminal` in its package, or the plain one."""
    from . import plain

    return cast(Renderer, game.definition.part("terminal") or plain)


def sized(draw: Renderer, view: dict[str, Any], width: int, height: int) -> list[Text]:
    """Draw the whole table; one that comes in sizes as large as fits."""
    fitting: Callable[[dict[str, Any], int, int], list[Text]] | None = getattr(draw, "sized_table", None)
    return fitting(view, width, height) if fitting else draw.table(view, width)


def narrator(draw: Renderer) -> Callable[[list[Event], int], list[Text]]:
    """Find who puts into words what happened: the game's own module, or the common one."""
    from .narration import narrate

    own: Callable[[list[Event], int], list[Text]] = getattr(draw, "narrate", narrate)
    return own


def example(draw: Renderer) -> str:
    """Show how a move may be typed."""
    return str(getattr(draw, "EXAMPLE", "3 d a is 3 face down at aediles"))


def is_asked_for(draw: Renderer, move: Move) -> bool:
    """Tell whether a person makes a move by Enter although there is no other."""
    return move.kind in getattr(draw, "ENTER", ())


def search(draw: Renderer, view: dict[str, Any], legal: Sequence[Move], text: str) -> tuple[Move, ...]:
    """Find legal moves in the game's own way, if it has one."""
    find: Callable[[dict[str, Any], Sequence[Move], str], tuple[Move, ...]] | None = getattr(draw, "search", None)
    return find(view, legal, text) if find else ()
