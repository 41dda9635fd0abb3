"""Liar's Dice as Quadriga asks for it: names for seats, moves and events, and what a seat may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quadriga.kernel.rules import Rules
from quadriga.model import HIDDEN, Event, GameDefinition, Move, Option

from . import rules

COLOURS = ("red", "blue", "green", "amber")
MOVES = (
    *(
        Move(action, "bid", f"{count} of {face}", {"count": str(count), "face": str(face)}, (f"{count} {face}",))
        for action in range(rules.CALL)
        for count, face in [(action // rules.FACES + 1, action % rules.FACES + 1)]
    ),
    Move(rules.CALL, "call", "liar"),
)


class LiarsDice(GameDefinition):
    """Liar's Dice for two to four."""

    name = "liars-dice"
    title = "Liar's Dice"
    options = (
        Option("players", (2, 3, 4), 2, "how many play", ("LIAR-1",)),
        Option("dice", (1, 2, 3, 4, 5), 5, "for each player", ("LIAR-1",)),
        Option("wild", (False, True), False, "ones count as any face", ("LIAR-5",)),
    )
    seats = COLOURS
    moves = MOVES
    rules = Rules(rules)
    max_steps = 3000

    def seats_for(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Name the seats."""
        return COLOURS[: options["players"]]

    def show(self, s: Any, seat: int | None) -> dict[str, Any]:
        """Show the last bid and everybody's dice; those of others are hidden while a round goes on (LIAR-2)."""
        count, face = (s.bid + rules.FACES - 1) // rules.FACES, (s.bid - 1) % rules.FACES + 1
        return {
            "round": s.round,
            "bid": {"count": count, "face": face, "by": COLOURS[s.bidder]} if s.bid else None,
            "wild_ones": bool(s.wild),
            "players": {
                COLOURS[p]: {"dice": dice(s, p) if p == seat or s.to_move < 0 else [HIDDEN] * s.dice_left[p]}
                for p in range(rules.players(s))
            },
        }

    def events(self, s: Any, told: Sequence[tuple[int, ...]], seat: int, move: Move | None) -> tuple[Event, ...]:
        """Put into words what the rules told."""
        return tuple(event(*each) for each in told)

    def refusal(self, s: Any, action: int) -> str | tuple[str, str]:
        """Name the clause that refuses an action."""
        return "LIAR-4" if action == rules.CALL else "LIAR-3"

    def outcome(self, s: Any) -> tuple[str, str]:
        """Tell why a finished game is over."""
        return "only one player has dice left", "LIAR-6"


def dice(s: Any, seat: int) -> list[int]:
    """List a player's dice."""
    return [face + 1 for face in range(rules.FACES) for _ in range(s.rolled[seat, face])]


def event(kind: int, seat: int, a: int, b: int, c: int) -> Event:
    """Put one thing that the rules told into words."""
    who = COLOURS[seat]
    name, data, text = {
        rules.BID: ("bid", {"count": a, "face": b}, f"{who.capitalize()} bids {a} of {b}"),
        rules.CALLED: ("called", {}, f"{who.capitalize()} says: liar!"),
        rules.SHOWED: ("showed", {"count": a, "face": b}, f"{who.capitalize()} has {a} of {b}"),
        rules.LOST: ("lost", {"found": a, "count": b, "face": c}, f"There are {a} of {c}: {who} loses a die"),
        rules.ROLLED: ("rolled", {"round": a}, f"Round {a}: all roll, {who} begins"),
        rules.ENDED: ("ended", {}, f"{who.capitalize()} is the last with dice"),
    }[kind]
    return Event(name, who, data, text, public_text=text, key=name)


GAME = LiarsDice()
