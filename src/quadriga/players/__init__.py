"""Who decides: random, greedy, search and its five levels, a network alone, or a player of your own.

A player is shown a state in which all that its seat cannot know was dealt again. `decide` is the only door between a
real game and a player, so no player can cheat, by mistake or otherwise.

    class Cautious:
        def choose(self, known, budget, seed):
            return known.legal[0]

    decide(Cautious(), state)                 # a Move
    decide(player("consul"), state)           # the strongest level
    decide(player("my_players:Cautious"), state)
    decide(player("engine:./my-bot"), state)  # a program in any language: docs/engine.md
    decide(player("network:mine/network.npz"), state)  # a network of your own, alone; `search:` with search
"""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

from quadriga.errors import QuadrigaError

from .budget import UNLIMITED, Budget

if TYPE_CHECKING:
    from quadriga.model import Move, State

__all__ = ["LEVELS", "PLAYERS", "UNLIMITED", "Budget", "Player", "decide", "derive", "player"]

Level = Literal["tiro", "miles", "centurio", "legatus", "consul"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels, from the weakest to the strongest."""
PLAYERS: dict[str, str] = {
    "random": "random:RandomPlayer",
    "greedy": "greedy:GreedyPlayer",
    "search": "search:SearchPlayer",
    **dict.fromkeys(LEVELS, "search:SearchPlayer"),
    "consul@2026-11": "search:SearchPlayer",
    "consul-fast": "policy:PolicyPlayer",
}
"""Where each player is; its module is opened when it sits down. `@` and a month: as the strongest level was then."""


class Player(Protocol):
    """Somebody who chooses moves."""

    def choose(self, known: State, budget: Budget, seed: int) -> Move | int | str:
        """Choose a legal move for the seat to move; `known` is a new deal of what that seat cannot know.

        The same seed and the same budget of playouts give the same move. A player that needs no budget ignores it.
        """


def player(name: str) -> Player:
    """Call a player by name, by the import path of your own: `package.module:Class`, or a program: `engine:./path`.

    `network:FILE.npz` is a network that you trained, `search:FILE.npz` a search that it guides.
    """
    if name.startswith("engine:"):
        from .engine import EnginePlayer

        return EnginePlayer(name.removeprefix("engine:"))
    if name.startswith(("network:", "search:")) and name.endswith(".npz"):
        return by_network(*name.split(":", 1))
    if ":" in name:
        return own_player(name)
    if name not in PLAYERS:
        known = ", ".join(PLAYERS)
        raise QuadrigaError(
            f"there is no player {name!r}; the players are: {known}, or module:Class or engine:./path for your own"
        )
    module, _, attribute = PLAYERS[name].partition(":")
    kind = getattr(import_module(f"{__name__}.{module}"), attribute)
    called: Player = kind(name) if name.partition("@")[0] in LEVELS else kind()
    return called


def by_network(how: str, path: str) -> Player:
    """Make a player of a network that you trained: alone, or as the guide of a search."""
    from .networks import read
    from .policy import PolicyPlayer
    from .search import SearchPlayer
    from .settings import SearchSettings

    read(Path(path))  # a file that is no network is refused now, not at the first move
    if how == "network":
        return PolicyPlayer(path)
    return SearchPlayer(own=SearchSettings(exploration=1.0, temperature=1.0, network=path))


def own_player(path: str) -> Player:
    """Import a player of your own and make one."""
    module, _, attribute = path.partition(":")
    try:
        kind: Any = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise QuadrigaError(f"cannot load the player {path!r}: {error}") from error
    made: Player = kind()
    if not callable(getattr(made, "choose", None)):
        raise QuadrigaError(f"{path!r} is no player: it has no method choose(known, budget, seed)")
    return made


def derive(seed: int, *labels: object) -> int:
    """Derive a seed that tells nothing about the one it comes from."""
    text = "/".join(map(str, (seed, *labels)))
    return int.from_bytes(sha256(text.encode()).digest()[:16], "little")


def decide(who: Player, state: State, budget: Budget = UNLIMITED) -> Move:
    """Let a player decide for the seat to move, on nothing but what that seat may know."""
    seat = state.to_move
    if seat is None:
        raise QuadrigaError("the game is over: there is nothing to decide")
    number = len(state.history)
    # With the game's own seed the new deal would roll the game's own dice, and a player could look ahead.
    known = state.redeal(seat, derive(state.seed, "redeal", number))
    return state.game.move(who.choose(known, budget, derive(state.seed, "choice", number)))
