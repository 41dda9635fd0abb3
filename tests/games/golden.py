"""Golden records: whole games that must replay to the same end for as long as the rules' version stays.

`python -m tests.games.golden` writes them anew; do so only when the rules' version moves.
"""

from pathlib import Path

from ..conftest import OUR_GAMES, label, walk

FOLDER = Path(__file__).parent / "golden"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for number, game in enumerate(OUR_GAMES):
        *_, last = walk(game, 2024 + number)
        (FOLDER / f"{label(game)}.txt").write_text(last.record(), encoding="utf-8")


if __name__ == "__main__":
    main()
