"""Ave Caesar: races and tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from quadriga.errors import OptionError
from quadriga.json_io import write
from quadriga.kernel.records import Bits
from quadriga.kernel.rules import Rules
from quadriga.kernel.words import Words
from quadriga.model import Ending, Event, Game, GameDefinition, Move, Option, settle

from . import invariants, numbering, observation, record, redeal, rules, standings, study, view
from .choices import choices
from .drawing import drawing
from .events import ending, event
from .moves import COLOURS, DIRECTIONS, MOVES
from .players import evaluation, inputs, preference, slots
from .position import read_position, write_position
from .record import VOTE
from .refusals import refuse
from .sheet import sheet
from .study import summary
from .tables import add_track, tracks

MOST_CHARIOTS = 6


class AveCaesar(GameDefinition):
    """Races and tournaments."""

    name = "ave-caesar"
    title = "Ave Caesar"
    order = 30
    quick_options: Mapping[str, Any] = {"players": 4}
    version = 2
    moves = MOVES
    rules = Rules(
        rules, record, numbering, standings, invariants, redeal, observation, study, evaluation, preference, view,
        inputs, slots,
    )  # fmt: skip
    max_steps = 20_000
    fewest_seats = 2

    @property
    def additions(self) -> object:
        """The tracks, whose tables are part of the compiled rules."""
        return tracks()

    @property
    def options(self) -> tuple[Option, ...]:  # type: ignore[override]
        """The options; a track that was added is among the tracks."""
        names = tuple(track.name for track in tracks())
        return (
            Option("players", (2, 3, 4, 5, 6), 6, "how many drive", ("AVE-S1",)),
            Option("track", names, names[0], "the first track; the file of your own is added", ("AVE-M1", "AVE-R4")),
            Option("direction", DIRECTIONS, DIRECTIONS[0], "of a single race", ("AVE-R4",)),
            Option("tournament", (False, True), False, "four races on both tracks in both directions", ("AVE-R1",)),
            Option("uncrewed", (0, 1, 2, 3, 4), 0, "chariots that the players move by vote", ("AVE-O1",)),
            Option("chariots", (1, 2, 3), 1, "for each of two or three players", ("AVE-O5",)),
            Option("grid", ("clockwise-from-last", "by-result"), "clockwise-from-last",
                   "how the later races of a tournament line up", ("AVE-R2", "AVE-S3")),
        )  # fmt: skip

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in the defaults of options, add a track given as a file, and refuse what does not go together."""
        track = given.get("track")
        if isinstance(track, PathLike) or (isinstance(track, str) and track.endswith((".yaml", ".yml"))):
            given = {**given, "track": add_track(track).name}
        elif isinstance(track, str) and track not in (known := [each.name for each in tracks()]):
            names = ", ".join(map(repr, known))
            raise OptionError(
                f"option track={track!r} is not allowed; choose one of {names}, or give the path of a track file "
                "of your own, whose name ends in .yaml or .yml"
            )
        options = settle(self.name, self.options, given)
        players, team, uncrewed = options["players"], options["chariots"], options["uncrewed"]
        if team > 1 and players > 3:
            raise OptionError(f"chariots={team} is for two or three players, not for players={players} (AVE-O5)")
        if players * team + uncrewed > MOST_CHARIOTS:
            together = f"players={players}, chariots={team} and uncrewed={uncrewed} make {players * team + uncrewed}"
            raise OptionError(f"{together} chariots; at most {MOST_CHARIOTS} race (AVE-O1, AVE-O5)")
        if options["tournament"] and options["direction"] != DIRECTIONS[0]:
            raise OptionError("tournament=True drives both directions; direction is for a single race (AVE-R1)")
        if options["grid"] == "by-result" and not options["tournament"]:
            raise OptionError("grid='by-result' needs tournament=True: a single race has no last result (AVE-S3)")
        return options

    def seats_for(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Name the seats."""
        return COLOURS[: options["players"]]

    def prepare(self, bits: Bits, options: Mapping[str, Any]) -> None:
        """Write the options into a blank record."""
        names = [track.name for track in tracks()]
        first = names.index(options["track"])
        bits["players"] = options["players"]
        bits["team"] = options["chariots"]
        bits["uncrewed"] = options["uncrewed"]
        bits["first_track"] = first
        bits["second_track"] = 1 if first == 0 else 0
        bits["counter"] = DIRECTIONS.index(options["direction"])
        bits["tournament"] = options["tournament"]
        bits["by_result"] = options["grid"] == "by-result"

    def words_for(self, options: Mapping[str, Any]) -> Words:
        """Spell the words of its views, the names of all tracks and their spaces among them."""
        return view.words.spelled(tracks())

    def choices_json(self, s: Any, actions: Sequence[int]) -> bytes:
        """Show the actions that a seat may choose from as JSON, each with what it would do here."""
        return write(choices(s, actions))

    def drawing(self) -> dict[str, Any]:
        """Show the facts that a board is drawn from."""
        return drawing()

    def sheet(self, game: Game, s: Any) -> list[dict[str, Any]]:
        """List what each seat gets for what in a finished game, as the rulebook adds it up."""
        return sheet(game, s)

    def events(self, s: Any, told: Sequence[tuple[int, ...]], seat: int, move: Move | None) -> tuple[Event, ...]:
        """Put into words what the rules told."""
        return tuple([event(s, each) for each in told])

    def refusal(self, s: Any, action: int) -> str:
        """Name the clause that refuses an action."""
        return refuse(s, action)

    def simultaneous_phase(self, s: Any) -> int:
        """Number the vote on an uncrewed chariot, in which all choose unseen by each other (AVE-O2); 0: they drive."""
        return int(s.moves - s.to_move + 1) if s.stage == VOTE else 0

    def turn(self, s: Any) -> int:
        """Number the turn: every card and every vote is one."""
        return s.moves

    def outcome(self, s: Any) -> Ending:
        """Tell why a finished game is over, and by which clause."""
        return ending(s)

    def summary(self, game: Game, sums: Any) -> dict[str, Any]:
        """Name what a study's vector of counts holds."""
        return summary(sums, game)

    def write_position(self, s: Any) -> dict[str, Any]:
        """Write a position as readable names."""
        return write_position(s)

    def read_position(self, s: Any, position: Mapping[str, Any]) -> None:
        """Set up a position on a record whose game has begun."""
        read_position(s, position)


GAME = AveCaesar()
