"""The line that a search expects, in words that give away only what its seat would see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from quadriga.model import HIDDEN

from . import derive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quadriga.model import Game, Move, State

DEALS_TRIED = 16
"""In this many imagined deals a line is tried: not every deal lets every move be played."""


@dataclass(frozen=True)
class Expected:
    """One move of an expected line; what its seat hides is a `?`, and then the move has no number."""

    seat: int
    text: str
    id: int | None = None
    kind: str = HIDDEN
    parts: Mapping[str, str] = field(default_factory=dict)

    def data(self, game: Game) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        who = game.seats[self.seat]
        return {"seat": who, "move": self.text, "id": self.id, "kind": self.kind, "parts": dict(self.parts)}

    @classmethod
    def read(cls, game: Game, data: Mapping[str, Any]) -> Expected:
        """Read it back."""
        return cls(game.seats.index(data["seat"]), data["move"], data["id"], data["kind"], data["parts"])


def in_words(known: State, seat: int, path: Sequence[tuple[int, int]], seed: int) -> tuple[Expected, ...]:
    """Tell a line as a seat sees it, as far as it can be played in one of several imagined deals."""
    longest: tuple[Expected, ...] = ()
    for number in range(DEALS_TRIED if path else 0):
        line = follow(known.redeal(seat, derive(seed, "line", number)), seat, path, number)
        longest = max(longest, line, key=len)
        if len(longest) == len(path):
            break
    return longest


def follow(deal: State, seat: int, path: Sequence[tuple[int, int]], number: int) -> tuple[Expected, ...]:
    """Play a line in a deal, as far as it goes."""
    line = []
    for mover, action in path:
        if deal.to_move != mover:
            break
        alike = [move for move in deal.legal if seen_by(deal, seat, move) == action]
        if not alike:
            break
        line.append(tell(deal, seat, alike[0]))
        deal.play(alike[number % len(alike)])
    return tuple(line)


def seen_by(state: State, seat: int | None, move: Move) -> int:
    """Name a move of the seat to move as another seat sees it."""
    action: int = move.id if state.to_move == seat else state.game.definition.rules.public_action(state.s, move.id)
    return action


def tell(state: State, seat: int | None, move: Move) -> Expected:
    """Put a move of the seat to move into the words of another seat."""
    mover = state.to_move
    assert mover is not None
    action = seen_by(state, seat, move)
    kinds = {one.kind for one in state.legal if seen_by(state, seat, one) == action}
    alike = [one for one in state.game.moves if one.kind in kinds and seen_by(state, seat, one) == action]
    if len(alike) <= 1:
        return Expected(mover, move.text, move.id, move.kind, move.parts)
    return Expected(
        mover, veiled([one.text for one in alike]), None, common({one.kind for one in alike}), shared(alike)
    )


def veiled(texts: Sequence[str]) -> str:
    """Keep the words that several moves have in common; the rest is hidden."""
    words = [text.split() for text in texts]
    if len({len(line) for line in words}) > 1:
        return HIDDEN
    return " ".join(column[0] if len(set(column)) == 1 else HIDDEN for column in zip(*words, strict=True))


def shared(alike: Sequence[Move]) -> dict[str, str]:
    """Keep the parts that several moves have in common; what differs is hidden."""
    names = dict.fromkeys(name for move in alike for name in move.parts)
    return {name: common({move.parts.get(name, HIDDEN) for move in alike}) for name in names}


def common(values: set[str]) -> str:
    """Return the only one of some values; several are hidden."""
    return next(iter(values)) if len(values) == 1 else HIDDEN
