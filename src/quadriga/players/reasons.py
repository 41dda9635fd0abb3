"""Why a move is better than another, as facts: what each would bring, in many worlds that its seat thinks possible.

What counts in a game its package says, in `players/reasons.py`, by a function

    facts(state, seat) -> Iterable[Counted]

of a position after a move of that seat; where that takes long, `WORLDS` there says for how many worlds it is asked.
Of a game that has none only the chances to win are known, which a search finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from . import derive

if TYPE_CHECKING:
    from quadriga.model import Game, Move, State

WORLDS = 32
"""In this many worlds both moves are tried, unless the game says otherwise."""
MOST = 3
"""Not more is said for a move."""
LEAST_DIFFERENCE = 0.03
"""What changes less is no reason."""


class Counted(NamedTuple):
    """How likely something is for a seat in a position: a code that names it, and its parts (a group, a province)."""

    code: str
    seat: int
    chance: float
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Fact:
    """How likely something is for a seat after the best move and after the move played."""

    code: str
    seat: int
    best: float
    played: float
    parts: Mapping[str, str] = field(default_factory=dict)

    def data(self, game: Game) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {
            "code": self.code,
            "seat": game.seats[self.seat],
            "parts": dict(self.parts),
            "best": self.best,
            "played": self.played,
        }

    @classmethod
    def read(cls, game: Game, data: Mapping[str, Any]) -> Fact:
        """Read it back."""
        return cls(data["code"], game.seats.index(data["seat"]), data["best"], data["played"], data["parts"])


def reasons(state: State, best: Move, played: Move, seed: int) -> tuple[Fact, ...]:
    """Say what speaks most for a move against another of the seat to move, on nothing but what that seat may know."""
    own = state.game.definition.part("players.reasons")
    seat = state.to_move
    if own is None or seat is None:
        return ()
    worlds = [state.redeal(seat, derive(seed, "world", number)) for number in range(getattr(own, "WORLDS", WORLDS))]
    after_best, after_played = (mean(own, worlds, seat, move) for move in (best, played))
    found = [
        Fact(code, who, chance, after_played[code, who, parts], dict(parts))
        for (code, who, parts), chance in after_best.items()
        if (code, who, parts) in after_played
    ]
    speaking = [fact for fact in found if gain(fact, seat) >= LEAST_DIFFERENCE]
    return tuple(sorted(speaking, key=lambda fact: -gain(fact, seat))[:MOST])


def gain(fact: Fact, seat: int) -> float:
    """Count what the best move brings its seat in a fact: more for itself, or less for somebody else."""
    return fact.best - fact.played if fact.seat == seat else fact.played - fact.best


def mean(own: Any, worlds: Iterable[State], seat: int, move: Move) -> dict[tuple[str, int, Any], float]:
    """Count what is likely after a move, on the average of some worlds."""
    sums: dict[tuple[str, int, Any], float] = {}
    count = 0
    for world in worlds:
        after = world.copy()
        after.play(move)
        count += 1
        for code, who, chance, parts in own.facts(after, seat):
            sums[code, who, parts] = sums.get((code, who, parts), 0.0) + float(chance)
    return {fact: total / count for fact, total in sums.items()}
