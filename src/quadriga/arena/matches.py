"""One game of an arena, from the first move to the last. What it needs and gives can travel to another machine."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from traceback import extract_tb

import quadriga
from quadriga.errors import QuadrigaError
from quadriga.model import Game, State
from quadriga.notation.match import annotated, joined
from quadriga.players import decide
from quadriga.players.engine import EngineError

from .entrants import Entrant
from .pairing import Pairing


@dataclass(frozen=True)
class Contest:
    """What is played and by whom: all that a worker has to know once."""

    name: str
    options: tuple[tuple[str, str], ...]
    entrants: tuple[Entrant, ...]
    event: str = "Arena"
    """How the records of its games call it."""

    @classmethod
    def of(cls, game: Game, entrants: Sequence[Entrant], event: str = "Arena") -> Contest:
        """Describe a contest in plain words."""
        return cls(game.name, tuple(game.option_texts.items()), tuple(entrants), event)


@dataclass(frozen=True)
class Played:
    """A finished game of an arena: the seats that won, the points of every seat, its length."""

    pairing: Pairing
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    moves: int
    seconds: float = field(compare=False)
    record: str = field(default="", compare=False)
    """The game as text; nothing for a game from a journal."""
    failure: str = field(default="", compare=False)
    """What the program did wrong that lost the game by it; such a game has no points."""

    @property
    def is_decided(self) -> bool:
        """Tell whether somebody won."""
        return bool(self.winners)

    def share(self, player: int) -> float:
        """Return a player's share of the victory: what it has of the seats that won."""
        won = sum(self.pairing.seats[seat] == player for seat in self.winners)
        return won / len(self.winners) if self.winners else 0.0


@lru_cache(maxsize=4)
def load(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    """Load a game once in a process, and its compiled rules with it."""
    return quadriga.load_texts(name, dict(options))


def play(contest: Contest, pairing: Pairing) -> Played:
    """Play a game; every seat gets a player of its own, so nothing but the contest and the pairing decides the game."""
    begun = time.perf_counter()
    state = load(contest.name, contest.options).new(pairing.seed)
    entered = [contest.entrants[number] for number in pairing.seats]
    sitting, thoughts = [], []
    lost = ""
    for number, entrant in enumerate(entered):
        with named(contest, pairing, number):
            sitting.append(entrant.begin())
    while (seat := state.to_move) is not None:
        with named(contest, pairing, seat):
            try:
                move = decide(sitting[seat], state, entered[seat].budget)
            except EngineError as error:  # as among engines of chess: the game is lost, and the next one is played
                lost = failure(contest, pairing, seat, error)
                break
            state.play(move)
            thoughts.append(getattr(sitting[seat], "thought", ""))
    winners, scores = result(state, pairing)
    seconds = round(time.perf_counter() - begun, 3)
    tags = {
        "Event": contest.event,
        "Round": str(pairing.number + 1),
        "Players": joined([entrant.label for entrant in entered]),
    }
    if lost:
        tags["Ended"] = lost
    record = state.record(tags)
    if any(thoughts):  # what programs said of their moves
        record = annotated(record, thoughts)
    return Played(pairing, winners, scores, len(state.history), seconds, record, lost)


def result(state: State, pairing: Pairing) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who won, and the points; a game that stopped is won by the other player's seats."""
    if state.outcome is not None:
        return state.outcome.winners, tuple(map(int, state.outcome.scores))
    assert state.to_move is not None
    loser = pairing.seats[state.to_move]
    return tuple(seat for seat, player in enumerate(pairing.seats) if player != loser), (0,) * len(pairing.seats)


@contextmanager
def named(contest: Contest, pairing: Pairing, seat: int) -> Iterator[None]:
    """Name the player of a seat in whatever goes wrong."""
    try:
        yield
    except Exception as error:
        raise QuadrigaError(failure(contest, pairing, seat, error)) from error


def dated(record: str, date: str | None) -> str:
    """Say in a record when it was played; the game itself does not know, for by its seed it is the same on any day."""
    head, gap, moves = record.partition("\n\n")
    return record if date is None else f'{head}\n[Date "{date}"]{gap}{moves}'


def failure(contest: Contest, pairing: Pairing, seat: int, error: Exception) -> str:
    """Say in one line which player could not decide, where, and why."""
    last = extract_tb(error.__traceback__)[-1]
    place = f"{type(error).__name__} in line {last.lineno} of {last.name}: "
    where = "" if isinstance(error, QuadrigaError) else place
    label = contest.entrants[pairing.seats[seat]].label
    return " ".join(f"{label} failed on seat {seat} of the game with seed {pairing.seed}: {where}{error}".split())


def to_line(played: Played, entrants: Sequence[Entrant]) -> dict[str, object]:
    """Describe a game by the labels of its players, JSON-ready."""
    pairing = played.pairing
    return {
        "players": [entrants[number].label for number in pairing.players],
        "number": pairing.number,
        "seed": pairing.seed,
        "seats": [entrants[number].label for number in pairing.seats],
        "winners": list(played.winners),
        "scores": list(played.scores),
        "moves": played.moves,
        "seconds": played.seconds,
        **({"failure": played.failure} if played.failure else {}),
    }


def from_line(line: Mapping[str, object], expected: Pairing, entrants: Sequence[Entrant]) -> Played:
    """Read a game that was described by `to_line`; raise ValueError where it is not the one expected."""
    labels = [entrants[number].label for number in expected.seats]
    if line["seed"] != expected.seed or line["seats"] != labels:
        raise ValueError("its seed or its seats are not those of this arena")
    winners, scores, moves, seconds = (line[key] for key in ("winners", "scores", "moves", "seconds"))
    if not (is_whole_list(winners) and is_whole_list(scores) and is_whole_list([moves])):
        raise ValueError("winners, scores or moves are no whole numbers")
    assert isinstance(winners, list) and isinstance(scores, list) and isinstance(moves, int)
    if len(scores) != len(labels) or sorted(set(winners)) != winners or not set(winners) <= set(range(len(labels))):
        raise ValueError("its winners or scores do not fit the seats")
    if not isinstance(seconds, int | float):
        raise ValueError("its seconds are no number")
    failure = line.get("failure", "")
    if not isinstance(failure, str):
        raise ValueError("its failure is no text")
    return Played(expected, tuple(winners), tuple(scores), moves, seconds, failure=failure)


def is_whole_list(value: object) -> bool:
    """Tell whether a value is a list of whole numbers."""
    return isinstance(value, list) and all(isinstance(number, int) and not isinstance(number, bool) for number in value)
