"""The two editions as rooms behind the public door."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

from quadriga.game import Event, Game, Move, Option, State, settle
from quadriga.kernel.records import Bits
from quadriga.written import read

from . import classic, renewed
from .drawing import drawing
from .material import CLASSIC, CLEOPATRA, RENEWED, SEATS, Edition
from .moves import move_table
from .position import write_position
from .refusals import ENDS_1997, ENDS_2024, refuse_classic, refuse_renewed
from .setting import read_position
from .sheet import sheet
from .study import summary
from .together import together
from .view import REASONS, event, written_choices, written_view


@dataclass(frozen=True)
class CleopatraRoom:
    """Offer one edition."""

    name: str
    title: str
    edition: Edition
    options: tuple[Option, ...]
    fields: Mapping[str, str]
    rules: ModuleType
    refuse: Callable[[Any, int], str]
    ends: Mapping[int, str]
    version: int = 2
    seats: tuple[str, ...] = SEATS
    max_steps: int = 2000
    compared: tuple[str, ...] = ()

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every action by its number."""
        return move_table(self.edition)

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(move.text for move in self.moves)

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in the defaults of options and refuse what is not allowed."""
        return settle(self.name, self.options, given)

    def seats_for(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Name the seats."""
        return self.seats

    def moves_for(self, options: Mapping[str, Any]) -> tuple[Move, ...]:
        """Name every action by its number."""
        return self.moves

    def prepare(self, bits: Bits, options: Mapping[str, Any]) -> None:
        """Write the options into a blank record."""
        for option in self.options:
            bits[self.fields[option.name]] = option.number(options[option.name])

    def view(self, state: State, seat: int | None, actions: Sequence[int]) -> dict[str, Any]:
        """Show what a seat may see, and the actions that it may choose from."""
        whole: dict[str, Any] = read(self.written_view(state, seat, self.written_choices(state.s, actions)))
        return whole

    def written_view(self, state: State, seat: int | None, legal: bytes) -> bytes:
        """Show what a seat may see as JSON."""
        return written_view(self.edition, state, seat, legal)

    def drawing(self) -> dict[str, Any]:
        """Show the facts that a board is drawn from."""
        return drawing(self.edition)

    def sheet(self, game: Game, s: Any) -> list[dict[str, Any]]:
        """List what each seat gets for what in a finished game, as the rulebook adds it up."""
        return sheet(game, s)

    def written_choices(self, s: Any, actions: Sequence[int]) -> bytes:
        """Show the actions that a seat may choose from as JSON."""
        return written_choices(self.edition, actions)

    def event(self, s: Any, told: tuple[int, ...]) -> Event:
        """Put into words what the rules told."""
        return event(self.edition, self._texts, told)

    def refusal(self, s: Any, action: int) -> str:
        """Name the clause that refuses an action."""
        return self.refuse(s, action)

    def together(self, s: Any) -> int:
        """Number the part of the game in which all choose at once; 0: they take turns."""
        return together(s)

    def turn(self, s: Any) -> int:
        """Number the turn."""
        return s.turns

    def rematch(self, options: Mapping[str, Any], winners: Sequence[int]) -> dict[str, Any] | None:
        """Let the loser start the next match, after a draw Cleopatra (CC24-S6); 1997 says nothing of it."""
        if "starter" not in self.fields:
            return None
        starter = self.seats[1 - winners[0]] if winners else self.seats[CLEOPATRA]
        return {**options, "starter": starter}

    def outcome(self, s: Any) -> tuple[str, str]:
        """Tell why a finished game is over, and by which clause."""
        return REASONS[s.reason], f"{self.edition.prefix}-{self.ends[s.reason]}"

    def summary(self, game: Game, sums: Any) -> dict[str, Any]:
        """Name what a study's vector of counts holds."""
        return summary(sums, self)

    def write_position(self, s: Any) -> dict[str, Any]:
        """Write a position as readable names."""
        return write_position(self, s)

    def read_position(self, s: Any, position: Mapping[str, Any]) -> None:
        """Set up a position on a record whose game has begun."""
        read_position(self, s, position)


CLASSIC_ROOM = CleopatraRoom(
    name="caesar-cleopatra-1997",
    title="Caesar & Cleopatra (1997)",
    edition=CLASSIC,
    options=(
        Option("action_pile", ("shuffled", "arranged"), "arranged",
               "arranged: each player puts the action cards in order; shuffled: for beginners", ("CC97-S2", "CC97-S3")),
        Option("orgies", ("printed", "fading", "one-less"), "printed",
               "fading: plain orgies leave once two groups are finished; one-less: one is removed before the game",
               ("CC97-O1", "CC97-O2")),
    ),
    fields={"action_pile": "arranged", "orgies": "orgies"},
    rules=classic,
    refuse=refuse_classic,
    ends=ENDS_1997,
)  # fmt: skip
RENEWED_ROOM = CleopatraRoom(
    name="caesar-cleopatra-2024",
    title="Caesar & Cleopatra (2024)",
    edition=RENEWED,
    options=(
        Option("opening", ("veto", "veterans"), "veto",
               "veto: a veto in the opening hand; veterans: any action card of one's choice", ("CC24-S3", "CC24-S4")),
        Option("starter", ("cleopatra", "caesar"), "cleopatra",
               "who takes the first turn: Cleopatra, or the loser of the last game", ("CC24-S6",)),
    ),
    fields={"opening": "veterans", "starter": "starter"},
    rules=renewed,
    refuse=refuse_renewed,
    ends=ENDS_2024,
)  # fmt: skip
