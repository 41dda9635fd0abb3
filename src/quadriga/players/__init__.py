"""Who decides: random, greedy. A player is shown a state in which all that its seat cannot know was dealt anew.

`decide` is the only door between a real game and a player, so no player here can cheat, by mistake or otherwise.
"""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from quadriga.errors import QuadrigaError

if TYPE_CHECKING:
    from quadriga.game import Move, State

PLAYERS = {"random": "random:RandomPlayer", "greedy": "greedy:GreedyPlayer"}
"""Where each player is; its module is opened when it sits down."""


class Player(Protocol):
    """Be somebody who chooses moves."""

    def choose(self, known: State, seed: int) -> Move:
        """Choose a legal move for the seat to move; `known` is a new deal of what that seat cannot know."""


def player(name: str) -> Player:
    """Call a player by name."""
    if name not in PLAYERS:
        raise QuadrigaError(f"there is no player {name!r}; the players are: {', '.join(PLAYERS)}")
    module, _, attribute = PLAYERS[name].partition(":")
    called: Player = getattr(import_module(f"{__name__}.{module}"), attribute)()
    return called


def derive(seed: int, *labels: object) -> int:
    """Derive a seed that tells nothing about the one it comes from."""
    text = "/".join(map(str, (seed, *labels)))
    return int.from_bytes(sha256(text.encode()).digest()[:16], "little")


def decide(who: Player, state: State) -> Move:
    """Let a player decide for the seat to move, on nothing but what that seat may know."""
    seat = state.to_move
    if seat is None:
        raise QuadrigaError("the game is over: there is nothing to decide")
    number = len(state.history)
    # With the game's own seed the new deal would roll the game's own dice, and a player could look ahead.
    known = state.redeal(seat, derive(state.seed, "redeal", number))
    return state.game.move(who.choose(known, derive(state.seed, "choice", number)))
