"""Many random games: the same whatever the threads, and the same as slow ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quadriga import Game, QuadrigaError
from quadriga.arena import sample as module
from quadriga.arena.sample import CHUNK, sample
from quadriga.kernel.dice import key_words


def slow_count(game: Game, seeds: range) -> Any:
    """Play the same games with the interpreted rules."""
    sums = [0] * game.definition.rules.MEASURES
    for seed in seeds:
        state = game.new(seed)
        low, high, *_ = key_words(seed)
        game.interpreted["play_out"](state.s, low, high, [0] * game.num_actions, game.definition.max_steps)
        game.definition.rules.measure(state.s, sums)
    return sums


def test_a_sample_equals_a_slow_count(edition: Game) -> None:
    assert sample(edition, 12, seed=2**40).sums.tolist() == slow_count(edition, range(2**40, 2**40 + 12))


def test_threads_do_not_change_the_result(edition: Game) -> None:
    games = 5 * CHUNK + 7
    one, three = sample(edition, games, seed=9, threads=1), sample(edition, games, seed=9, threads=3)
    assert np.array_equal(one.sums, three.sums) and one.statistics() == three.statistics()
    assert one.sums[0] == games and one.broken is None and not one.interrupted


def test_checked_games_are_the_same_games(edition: Game) -> None:
    assert np.array_equal(sample(edition, 300, check=True).sums, sample(edition, 300).sums)


def test_every_game_is_in_every_share_and_histogram(edition: Game) -> None:
    named = sample(edition, 500).summary()
    assert named["games"] == 500
    winner = named["shares"]["winner"]
    assert sum(winner.values()) >= 500 == sum(named["shares"]["how games end"].values())
    assert sum(winner.values()) == 500 or winner.get("shared")
    for bins in named["histograms"].values():
        assert sum(count for _, count in bins) == 500
    rows = named["totals"].get("patricians won", {})
    for seat in edition.seats if rows else ():
        assert rows["all"][seat] == sum(cells[seat] for group, cells in rows.items() if group != "all")


def test_progress_is_reported_up_to_the_end(edition: Game) -> None:
    seen: list[int] = []
    sample(edition, 2 * CHUNK, progress=seen.append)
    assert seen == sorted(seen) and seen[-1] == 2 * CHUNK


def test_the_first_broken_game_is_named_whatever_the_threads(edition: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = (3 * CHUNK + 5, 2 * CHUNK + 900)

    def play(self: object, start: int, stop: int) -> int:
        return next((game for game in sorted(broken) if start <= game < stop), -1)

    monkeypatch.setattr(module._Worker, "play", play)
    for threads in (1, 2, 4):
        assert sample(edition, 9 * CHUNK, threads=threads).broken == min(broken)


def test_an_interrupt_keeps_what_was_counted(edition: Game) -> None:
    def stop(played: int) -> None:
        raise KeyboardInterrupt

    found = sample(edition, 10**9, progress=stop)
    assert found.interrupted and 0 < found.sums[0] < 10**9 and found.asked == 10**9


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"games": -1},
        {"games": 1, "threads": 0},
        {"games": 2, "seed": -1},
        {"games": 2, "seed": 2**62 - 1},
    ],
)
def test_wrong_numbers_are_refused(edition: Game, wrong: dict[str, int]) -> None:
    with pytest.raises(QuadrigaError, match=r"games|threads|seed"):
        sample(edition, **wrong)
