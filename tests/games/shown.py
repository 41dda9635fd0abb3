"""What is shown, as digests: of every view and every event of seeded games, one digest for each set of options.

A view or an event that is made in another way must still be the same text. `python -m tests.games.shown` writes the
digests anew; do so only when what is shown is meant to change.
"""

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path

from quadriga import Game, Move, State

from ..conftest import OUR_GAMES, label

FILE = Path(__file__).parent / "shown.txt"
SEEDS = {"caesar-cleopatra-1997": 6, "caesar-cleopatra-2024": 8, "ave-caesar": 3, "caesar": 6}


def choose(state: State, chooser: random.Random, sensible: bool) -> Move:
    """Choose a move at random, or one that a sensible player would rather make."""
    if not sensible or chooser.random() < 0.2:
        return chooser.choice(state.legal)
    rated = [(state.game.definition.rules.prefer(state.s, move.id), move) for move in state.legal]
    best = max(rating for rating, _ in rated)
    return chooser.choice([move for rating, move in rated if rating == best])


def shown(game: Game, seed: int) -> Iterator[object]:
    """Play a game, every second seed sensibly; yield the views of all seats and of a spectator, and all events."""
    chooser = random.Random(seed)
    state = game.new(seed)
    while True:
        for seat in (None, *range(len(game.seats))):
            yield state.view(seat)
        if state.to_move is None:
            return
        for event in state.play(choose(state, chooser, seed % 2 == 1)):
            yield event.kind, event.seat, event.data, event.text, event.owner, event.secret, event.public_text


def digest(game: Game) -> str:
    """Hash all that is shown of a game's seeded games, the order of keys included."""
    found = hashlib.sha256()
    for seed in range(SEEDS[game.name]):
        for part in shown(game, seed):
            found.update(json.dumps(part).encode())
    return found.hexdigest()[:32]


def main() -> None:
    FILE.write_text("".join(f"{label(game)} {digest(game)}\n" for game in OUR_GAMES), encoding="utf-8")


if __name__ == "__main__":
    main()
