"""What a sample showed, in tables that fit a terminal."""

from typing import Any

import numpy as np
from rich.console import Console

import quadriga
from quadriga.arena.sample import Sample
from quadriga.games.avecaesar.study import GAMES, MEASURES, REASONS, WINS
from quadriga.terminal.report import comparison, report


def sample(players: int) -> Sample:
    """Count 10,000 races that everybody won equally often."""
    sums = np.zeros(MEASURES, np.int64)
    sums[GAMES] = sums[REASONS + 1] = 10_000
    sums[WINS : WINS + players] = 10_000 // players
    game = quadriga.load("ave-caesar", players=players)
    return Sample(game, 0, 10_000, sums, 1.0, None, False)


def test_the_names_of_rows_can_be_read_at_eighty_columns() -> None:
    console = Console(width=80, record=True, highlight=False)
    with console.capture() as shown:
        console.print(comparison("players", [sample(players) for players in range(2, 7)], console.width))
    lines = shown.get().splitlines()
    assert not any("…" in line for line in lines)
    words = " ".join(" ".join(line[:28].split()) for line in lines)
    for name in ("red", "nobody, all unplaced", "place VI", "every chariot finished", "nobody could move"):
        assert name in words, lines


def test_a_game_of_which_nothing_is_counted_has_a_report_too() -> None:
    """As the one of the examples, which asks for no study of its own."""
    console = Console(width=80, record=True, highlight=False)
    nothing: dict[str, Any] = {name: {} for name in ("shares", "rates", "means", "totals", "histograms")}
    with console.capture() as shown:
        console.print(report(sample(2), console, {**nothing, "games": 100, "actions": 700}))
    assert "100 games, 700 actions" in shown.get()
