"""The class that every game extends: what only the game can know, and defaults for everything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from quadriga.json_io import fragment, write
from quadriga.kernel.records import Bits
from quadriga.kernel.rules import Rules
from quadriga.kernel.words import SPECTATOR, Words

from . import position, summary
from .event import Ending, Event, Refusal
from .event_table import shown_move
from .move import Move
from .option import Option, settle

if TYPE_CHECKING:
    from quadriga.kernel.compiled import Compiled

    from .game import Game
    from .state import State


def class_name(name: str) -> str:
    """Write a game's name as that of a class: `liars-dice` is `LiarsDice`."""
    return "".join(word.capitalize() for word in name.split("-"))


class GameDefinition:
    """A game as its package defines it.

    A game gives its name, title and seats, its rules (`Rules`, gathered from its modules), the names of its moves, and
    `show`: what a seat may see. All the rest has a default that works, here or in the room that asks for it by `part`.
    """

    name: str
    title: str
    version: int = 1
    """Raised when the rules change in what they do: records of another version are refused."""
    options: tuple[Option, ...] = ()
    seats: tuple[str, ...]
    moves: tuple[Move, ...]
    """Every action by its number."""
    rules: Rules
    max_steps: int = 10_000
    """No game is longer."""
    fewest_seats: int = 0
    """The least number of seats with any options; 0: as many as with the default options."""
    compared: tuple[str, ...] = ()
    """Options that a study compares by itself: every choice gets a sample."""
    solo_opponent: str = ""
    """Who plays against a single seat, where that is part of the game."""
    order: int = 100
    """Where it stands in a list for people: the lowest first, then by name."""
    quick_options: Mapping[str, Any] = {}
    """Options of a match that is begun with one click, where the defaults are not the best for it."""

    package: ClassVar[str]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.package = cls.__module__.rpartition(".")[0] or cls.__module__

    # --- where its parts are

    @property
    def family(self) -> str:
        """The name of its package: editions of a game share it, and the board that is drawn for them."""
        return self.package.rpartition(".")[2]

    @property
    def short_name(self) -> str:
        """Its name where only letters, digits and `_` may be in it."""
        return self.name.replace("-", "_")

    @property
    def class_name(self) -> str:
        """Its name as the name of a class: `liars-dice` is `LiarsDice`."""
        return class_name(self.name)

    @cached_property
    def folder(self) -> Traversable:
        """The folder of its package, where its data files are."""
        return files(self.package)

    def part(self, name: str) -> ModuleType | None:
        """Open a module of its package by name, `terminal` or `players.levels`; None if it has none."""
        whole = f"{self.package}.{name}"
        try:
            found = find_spec(whole)
        except ModuleNotFoundError:  # a package on the way to it is missing
            return None
        return None if found is None else import_module(whole)

    # --- its rules, compiled

    @property
    def additions(self) -> object:
        """What was added to the rules while this process ran, as a track of your own: they are compiled again then."""
        return ()

    def compiled(self, only: tuple[str, ...] = ()) -> Compiled:
        """The rules compiled for the CPU, or some drivers only: linked and loaded once, whatever the options are."""
        from quadriga.kernel.compiled import Compiled, cache_folder

        made_for = (self.additions, cache_folder())
        kept = self._compiled.get(only)
        if kept is None or kept[0] != made_for:
            kept = self._compiled[only] = made_for, Compiled(self.name, self.rules, only)
        return kept[1]

    @cached_property
    def _compiled(self) -> dict[tuple[str, ...], tuple[object, Compiled]]:
        return {}

    # --- options, seats and moves

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
        """Write the options into a blank record: each into the field of its name, as the number of its choice."""
        for option in self.options:
            bits[option.name] = option.number(options[option.name])

    # --- what is seen

    def show(self, s: Any, seat: int | None) -> dict[str, Any]:
        """Show what a seat (None: a spectator) may see; hidden cards are `"?"`."""
        raise NotImplementedError(f"{type(self).__name__} must say what a seat may see: show(s, seat)")

    def view_json(self, state: State, seat: int | None, choices: bytes) -> bytes:
        """Show what a seat may see as JSON, with its choices as `choices_json` shows them.

        By `view` where the rules have one, which is quicker (`kernel/words.py`), else by `show`.
        """
        game, s, rules = state.game, state.s, self.rules
        if rules.view is None:
            seats, to_move = game.seats, state.to_move
            head = {
                "game": self.name,
                "options": game.options,
                "moves": s.moves,
                "seat": None if seat is None else seats[seat],
                "to_move": None if to_move is None else seats[to_move],
            }
            return write({**head, **self.show(s, seat), "legal": fragment(choices)})
        viewer = SPECTATOR if seat is None else seat
        quick = game.compiled_actions
        shown = None if quick is None else quick.view(state.bits, viewer, game.words)
        if shown is None:
            shown = game.words.interpret(rules.view, s, viewer)
        return b'%b%b"legal":%b}' % (game.view_head, shown, choices)

    def words_for(self, options: Mapping[str, Any]) -> Words:
        """Spell the words of its views."""
        words: Words = self.rules.words.spelled()
        return words

    def choices_json(self, s: Any, actions: Sequence[int]) -> bytes:
        """Show the actions that a seat may choose from as JSON: here each as `show_move` does."""
        return b"[%b]" % b",".join([self._moves_json[action] for action in actions])

    @cached_property
    def _moves_json(self) -> tuple[bytes, ...]:
        return tuple(write(self.show_move(move)) for move in self.moves)

    def show_move(self, move: Move) -> dict[str, Any]:
        """Show a move that may be chosen, whatever the position."""
        return {"id": move.id, "kind": move.kind, "text": move.text, **move.parts}

    def drawing(self) -> dict[str, Any]:
        """Show the facts that a board is drawn from: no match changes them."""
        return {}

    # --- what happens

    def events(self, s: Any, told: Sequence[tuple[int, ...]], seat: int, move: Move | None) -> tuple[Event, ...]:
        """Put into words what happened by a seat's move (None: before the first); here that the move was made.

        `told` is what the rules told about it.
        """
        if move is None:
            return ()
        who = self.seats[seat]
        text = f"{who.capitalize()}: {move.text}"
        return (Event("moved", who, {"move": shown_move(move)}, text, public_text=text, key="moved", actor=who),)

    def refusal(self, s: Any, action: int) -> str | Refusal:
        """Name the clause that refuses an action, with the reason where the clause's text alone does not say it."""
        return Refusal("", "it is not among the legal moves", "not-legal")

    def outcome(self, s: Any) -> Ending:
        """Tell why a finished game is over, and by which clause."""
        return Ending("the game is over", "", "over")

    def sheet(self, game: Game, s: Any) -> list[dict[str, Any]]:
        """List what each seat gets for what in a finished game, as the rulebook adds it up."""
        return [{"key": "total", "points": [int(self.rules.score(s, seat)) for seat in range(len(game.seats))]}]

    def simultaneous_phase(self, s: Any) -> int:
        """Number the part of the game in which all choose at once, unseen by each other; 0: they take turns."""
        return 0

    def turn(self, s: Any) -> int:
        """Number the turn, whoever has it: all that one seat decides in it is one move of a clock."""
        return int(s.moves)

    def rematch(self, options: Mapping[str, Any], winners: Sequence[int]) -> dict[str, Any] | None:
        """Set the options of the next match where the rules say who starts it; None: sides are swapped."""
        return None

    # --- positions and studies

    def write_position(self, s: Any) -> dict[str, Any]:
        """Write a position as readable names: here every field of the record that is not an option."""
        return position.write(self, s)

    def read_position(self, s: Any, given: Mapping[str, Any]) -> None:
        """Set up a position on a record whose game has begun."""
        position.read(self, s, given)

    def summary(self, game: Game, sums: Any) -> dict[str, Any]:
        """Name what a study's vector of counts holds."""
        return summary.summarise(game, sums)
