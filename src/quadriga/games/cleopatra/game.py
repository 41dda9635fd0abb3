"""Caesar & Cleopatra, both editions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from quadriga.kernel.records import Bits
from quadriga.kernel.rules import Rules
from quadriga.kernel.words import Words
from quadriga.model import Ending, Event, Game, GameDefinition, Move, Option

from . import classic, invariants, material, numbering, observation, record, redeal, renewed, study, tasks, view
from .drawing import drawing
from .events import ENDINGS, event
from .material import CLEOPATRA, SEATS, Edition
from .moves import move_table
from .players import evaluation, evaluation_2024, preference
from .position import write_position
from .position_reader import read_position
from .record import ARRANGE, KEEP, OPENING, TAKE
from .refusals import refuse_classic, refuse_renewed
from .sheet import sheet
from .study import summary

SHARED = (record, numbering, tasks, invariants, redeal, observation, study, preference, view)
"""The modules with the rules of both editions."""


class CaesarAndCleopatra(GameDefinition):
    """What both editions share."""

    version = 2
    seats = SEATS
    max_steps = 2000
    edition: ClassVar[Edition]
    fields: ClassVar[Mapping[str, str]]
    """The field of the record for each option."""
    refuse: ClassVar[staticmethod[[Any, int], str]]

    @property
    def short_name(self) -> str:
        """Its name where only letters, digits and `_` may be in it."""
        return self.name.removeprefix("caesar-").replace("-", "_")

    @property
    def endings(self) -> tuple[Ending, ...]:
        """How a game ends, by the number of the reason."""
        return ENDINGS[self.edition.prefix]

    @cached_property
    def moves(self) -> tuple[Move, ...]:  # type: ignore[override]
        """Every action by its number."""
        return move_table(self.edition)

    def prepare(self, bits: Bits, options: Mapping[str, Any]) -> None:
        """Write the options into a blank record."""
        for option in self.options:
            bits[self.fields[option.name]] = option.number(options[option.name])

    def words_for(self, options: Mapping[str, Any]) -> Words:
        """Spell the words of its views, as the edition does."""
        return view.words.spelled(self.edition)

    def show_move(self, move: Move) -> dict[str, Any]:
        """Show a move that may be chosen."""
        return {"id": move.id, "kind": move.kind, "text": move.text}

    def drawing(self) -> dict[str, Any]:
        """Show the facts that a board is drawn from."""
        return drawing(self.edition)

    def sheet(self, game: Game, s: Any) -> list[dict[str, Any]]:
        """List what each seat gets for what in a finished game, as the rulebook adds it up."""
        return sheet(game, s)

    def events(self, s: Any, told: Sequence[tuple[int, ...]], seat: int, move: Move | None) -> tuple[Event, ...]:
        """Put into words what the rules told."""
        prefix = self.edition.prefix
        return tuple([event(prefix, each) for each in told])

    def refusal(self, s: Any, action: int) -> str:
        """Name the clause that refuses an action."""
        return self.refuse(s, action)

    def simultaneous_phase(self, s: Any) -> int:
        """Number the part of the game in which both sides choose unseen by each other; 0: they take turns.

        Arranging the action pile, the opening cards, the veterans' choice, the missions (CC97-S2, S6; CC24-S2, S4, V7).
        """
        stage: int = s.stage
        return stage + 1 if stage in (ARRANGE, OPENING, TAKE, KEEP) else 0

    def turn(self, s: Any) -> int:
        """Number the turn."""
        return int(s.turns)

    def outcome(self, s: Any) -> Ending:
        """Tell why a finished game is over, and by which clause."""
        return self.endings[s.reason]

    def summary(self, game: Game, sums: Any) -> dict[str, Any]:
        """Name what a study's vector of counts holds."""
        return summary(sums, self)

    def write_position(self, s: Any) -> dict[str, Any]:
        """Write a position as readable names."""
        return write_position(self, s)

    def read_position(self, s: Any, given: Mapping[str, Any]) -> None:
        """Set up a position on a record whose game has begun."""
        read_position(self, s, given)


class Classic(CaesarAndCleopatra):
    """The edition of 1997."""

    name = "caesar-cleopatra-1997"
    title = "Caesar & Cleopatra (1997)"
    order = 20
    edition = material.CLASSIC
    options = (
        Option("action_pile", ("shuffled", "arranged"), "arranged",
               "arranged: each player puts the action cards in order; shuffled: for beginners", ("CC97-S2", "CC97-S3")),
        Option("orgies", ("printed", "fading", "one-less"), "printed",
               "fading: plain orgies leave once two groups are finished; one-less: one is removed before the game",
               ("CC97-O1", "CC97-O2")),
    )  # fmt: skip
    fields: ClassVar[Mapping[str, str]] = {"action_pile": "arranged", "orgies": "orgies"}
    rules = Rules(classic, *SHARED, evaluation)
    refuse = staticmethod(refuse_classic)


class Renewed(CaesarAndCleopatra):
    """The edition of 2024."""

    name = "caesar-cleopatra-2024"
    title = "Caesar & Cleopatra (2024)"
    order = 10
    edition = material.RENEWED
    options = (
        Option("opening", ("veto", "veterans"), "veto",
               "veto: a veto in the opening hand; veterans: any action card of one's choice", ("CC24-S3", "CC24-S4")),
        Option("starter", ("cleopatra", "caesar"), "cleopatra",
               "who takes the first turn: Cleopatra, or the loser of the last game", ("CC24-S6",)),
    )  # fmt: skip
    fields: ClassVar[Mapping[str, str]] = {"opening": "veterans", "starter": "starter"}
    rules = Rules(renewed, *SHARED, evaluation_2024)
    refuse = staticmethod(refuse_renewed)

    def rematch(self, options: Mapping[str, Any], winners: Sequence[int]) -> dict[str, Any]:
        """Let the loser start the next match, after a draw Cleopatra (CC24-S6)."""
        starter = self.seats[1 - winners[0]] if winners else self.seats[CLEOPATRA]
        return {**options, "starter": starter}


CLASSIC, RENEWED = Classic(), Renewed()
