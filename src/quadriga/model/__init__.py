"""What every room passes to the next: games, states, moves, events, options, and the class that a game extends."""

from __future__ import annotations

from .definition import GameDefinition
from .event import HIDDEN, Ending, Event, Outcome, Refusal
from .event_table import EventKind, EventTable, Part, a_move, named, worded
from .game import Game
from .move import Move
from .option import Option, settle
from .state import SEED_LIMIT, State, as_seed, copied

__all__ = [
    "HIDDEN", "SEED_LIMIT", "Ending", "Event", "EventKind", "EventTable", "Game", "GameDefinition", "Move", "Option",
    "Outcome", "Part", "Refusal", "State", "a_move", "as_seed", "copied", "named", "settle", "worded",
]  # fmt: skip
