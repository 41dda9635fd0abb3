"""What every room passes to the next: games, states, moves, events, options, and the class that a game extends."""

from __future__ import annotations

from .definition import GameDefinition
from .event import HIDDEN, Event, Outcome, event_keys
from .game import Game
from .move import Move
from .option import Option, settle
from .state import SEED_LIMIT, State, as_seed, copied, unshared

__all__ = [
    "HIDDEN", "SEED_LIMIT", "Event", "Game", "GameDefinition", "Move", "Option", "Outcome", "State", "as_seed",
    "copied", "event_keys", "settle", "unshared",
]  # fmt: skip
