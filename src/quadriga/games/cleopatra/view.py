"""What a seat may see, as JSON: the pieces that `outline` lists, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from quadriga.kernel.records import MOST_PIECES
from quadriga.model import State

from .events import REASONS as REASONS
from .events import event as event
from .material import CLASSIC, RENEWED, Edition
from .outline import SPECTATOR, outline
from .pieces import Pieces

PIECES = {edition.prefix: Pieces(edition) for edition in (CLASSIC, RENEWED)}


def spread(counts: Iterable[int], names: tuple[str, ...]) -> list[str]:
    """Write counts of cards as a list of their names."""
    return [names[k] for k, count in enumerate(counts) for _ in range(count)]


def row(cards: Any, p: int, kinds: int) -> list[int]:
    """Read one row of counts."""
    return [cards[p, k] for k in range(kinds)]


def written_view(edition: Edition, state: State, seat: int | None, legal: bytes) -> bytes:
    """Show the table as a seat may see it, with the moves it may choose from; None is a spectator."""
    viewer, pieces, quick = SPECTATOR if seat is None else seat, PIECES[edition.prefix], state.game.compiled_actions
    if quick is not None:
        whole = quick.spell(state.bits, viewer, pieces.text, pieces.starts)
    else:
        found = [0] * MOST_PIECES
        count = outline(state.s, viewer, found)
        whole = b"".join([pieces.texts[which] for which in found[:count]])
    return b"%b%b%b}" % (state.game.written, whole, legal)


def written_choices(edition: Edition, actions: Sequence[int]) -> bytes:
    """Show the moves of the seat that decides."""
    moves = PIECES[edition.prefix].moves
    return b"[%b]" % b",".join([moves[action] for action in actions])
