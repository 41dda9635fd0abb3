"""Record a short film of every game that has a board here: a match of bots as a spectator sees it, for the front page.

    python web/src/boards/film.py

Writes films/<game>.json into the folder of the game's family: the moves of the whole match, the facts that the board is
drawn with, the first view, and for each later shot what changed in the view since the one before. The match is always
the same; only a change of the rules or of a view makes it worth recording again, and tests/test_films.py says so.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import quadriga
from quadriga.players import decide, player
from quadriga.players.budget import Budget

SEED, LEVEL, SHOTS = 44, "miles", 48
THINKING = Budget(playouts=60)  # no seconds: the film is the same on every machine
BOARDS = Path(__file__).parent


def play(name: str) -> list[str]:
    """Play a match of bots and return its moves."""
    state = quadriga.load(name, **quadriga.definition(name).quick_options).new(seed=SEED)
    moves = []
    while state.to_move is not None:
        moves.append(decide(player(LEVEL), state, THINKING).text)
        state.play(moves[-1])
    return moves


def film(name: str, moves: list[str]) -> dict[str, Any]:
    """Show a match in shots: whole at first, then what each changes."""
    game = quadriga.load(name, **quadriga.definition(name).quick_options)
    state = game.new(seed=SEED)
    last = first = seen(state.view())
    shots = []
    for number, move in enumerate(moves, 1):
        # A board points at what happened; the words and the clause are for the log, which a film has not.
        told = [{**event.seen_by(None).shown, "text": "", "rule": ""} for event in state.play(move)]
        if number * SHOTS // len(moves) > (number - 1) * SHOTS // len(moves):
            now = seen(state.view())
            shots.append({"told": told, "changes": changes(last, now)})
            last = now
    board = seen(game.definition.drawing())
    return {"seats": list(game.seats), "moves": moves, "board": board, "first": first, "shots": shots}


def seen(shown: dict[str, Any]) -> dict[str, Any]:
    """Return what is shown as it is after being sent."""
    found: dict[str, Any] = json.loads(json.dumps(shown))
    return found


def changes(old: dict[str, Any], new: dict[str, Any], path: tuple[str, ...] = ()) -> list[list[Any]]:
    """List what differs as [path, value], or [path] of what is gone; a list that differs is given whole."""
    found: list[list[Any]] = [[[*path, key]] for key in old if key not in new]
    for key, value in new.items():
        was = old.get(key)
        if isinstance(value, dict) and isinstance(was, dict):
            found += changes(was, value, (*path, key))
        elif key not in old or was != value:
            found.append([[*path, key], value])
    return found


def main() -> None:
    """Write the films of all games whose family has a folder here."""
    for name in quadriga.games():
        folder = BOARDS / quadriga.definition(name).family
        if not folder.is_dir():
            continue
        (folder / "films").mkdir(exist_ok=True)
        text = json.dumps(film(name, play(name)), separators=(",", ":"), ensure_ascii=False)
        (folder / "films" / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
