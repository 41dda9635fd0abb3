"""Perft: the number of action sequences by depth from named positions, kept in text files that pin the rules.

`python -m tests.games.perft` writes the files anew; do so only when the rules' version moves.
A line is: name, counts of depth 1, 2, ..., position as JSON; separated by ` | `.
"""

import json
from pathlib import Path

import quadriga
from quadriga import Game, State

from ..conftest import ALL_OPTIONS, OURS, label, walk

FOLDER = Path(__file__).parent / "perft"
LIMIT = 6000


def perft(state: State, depth: int) -> int:
    if depth == 1:
        return len(state.legal)
    total = 0
    for move in state.legal:
        following = state.copy()
        following.play(move)
        total += perft(following, depth - 1)
    return total


def counts(state: State) -> list[int]:
    found = [perft(state, 1)]
    while len(found) < 5 and found[-1] * max(2, found[-1] // (found[-2] if len(found) > 1 else 1)) < LIMIT:
        found.append(perft(state, len(found) + 1))
    return found


def named_positions(game: Game) -> dict[str, State]:
    """The start, and the first position of every stage met in random games, early, middle and late."""
    found = {"start": game.new(1)}
    for seed in range(6):
        for state in walk(game, seed):
            turns = getattr(state.s, "turns", state.s.moves // 4)
            part = ("early", "middle", "late")[min(2, turns // 12)]
            name = f"{state.position()['stage']}-{part}"
            if state.to_move is not None and name not in found:
                found[name] = state.copy()
    return found


def files() -> dict[Path, Game]:
    games = [quadriga.load(name, **ALL_OPTIONS[name][k]) for name in OURS for k in (0, -1)]
    return {FOLDER / f"{label(game)}.txt": game for game in games}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path, game in files().items():
        lines = []
        for name, state in named_positions(game).items():
            position = json.dumps(state.position(), separators=(",", ":"))
            lines.append(f"{name} | {' '.join(map(str, counts(state)))} | {position}")
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
