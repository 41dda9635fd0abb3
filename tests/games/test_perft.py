import json

import pytest

from .perft import files, perft

LINES = [
    (path.stem, game, *line.split(" | ", 2))
    for path, game in files().items()
    for line in path.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(
    ("stem", "game", "name", "counts", "position"), LINES, ids=[f"{line[0]}-{line[2]}" for line in LINES]
)
def test_the_number_of_action_sequences_is_as_pinned(stem, game, name, counts, position) -> None:
    state = game.from_position(json.loads(position))
    for depth, count in enumerate(map(int, counts.split()), 1):
        assert perft(state, depth) == count
