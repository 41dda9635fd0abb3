"""The options of Ave Caesar: what goes together, and what is refused in words that name the fields."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

import quadriga
from quadriga import OptionError

NAMES = ("players", "track", "direction", "tournament", "uncrewed", "chariots", "grid")

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"players": 1}, "option players=1 is not allowed; choose one of 2, 3, 4, 5, 6"),
    ({"players": 7}, "option players=7 is not allowed"),
    ({"players": "3"}, "option players='3' is not allowed"),
    ({"players": True}, "option players=True is not allowed"),
    ({"players": 3.0}, "option players=3.0 is not allowed"),
    ({"players": None}, "option players=None is not allowed"),
    ({"track": "circus-c"}, "track='circus-c' is not"),
    ({"track": 1}, "option track=1 is not allowed"),
    ({"direction": "left"}, "option direction='left' is not allowed; choose one of 'clockwise', 'counter-clockwise'"),
    ({"tournament": 1}, "option tournament=1 is not allowed; choose one of False, True"),
    ({"tournament": "true"}, "option tournament='true' is not allowed"),
    ({"uncrewed": 5}, "option uncrewed=5 is not allowed; choose one of 0, 1, 2, 3, 4"),
    ({"uncrewed": -1}, "option uncrewed=-1 is not allowed"),
    ({"uncrewed": False}, "option uncrewed=False is not allowed"),
    ({"chariots": 0}, "option chariots=0 is not allowed; choose one of 1, 2, 3"),
    ({"chariots": 4}, "option chariots=4 is not allowed"),
    ({"grid": "random"}, "option grid='random' is not allowed; choose one of 'clockwise-from-last', 'by-result'"),
    ({"laps": 3}, f"ave-caesar has no option 'laps'; its options are: {', '.join(NAMES)}"),
]


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_a_wrong_option_is_refused_by_name(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        quadriga.load("ave-caesar", **options)


@pytest.mark.clause("AVE-O1", "AVE-O5")
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("chariots", [1, 2, 3])
@pytest.mark.parametrize("uncrewed", range(5))
def test_teams_are_for_two_or_three_and_six_chariots_race_at_most(players: int, chariots: int, uncrewed: int) -> None:
    options = {"players": players, "chariots": chariots, "uncrewed": uncrewed}
    if chariots > 1 and players > 3:
        with pytest.raises(OptionError, match=rf"chariots={chariots} .*two or three.*players={players} \(AVE-O5\)"):
            quadriga.load("ave-caesar", **options)
    elif players * chariots + uncrewed > 6:
        named = f"players={players}, chariots={chariots} and uncrewed={uncrewed} make"
        with pytest.raises(OptionError, match=named + r" \d+ chariots; at most 6"):
            quadriga.load("ave-caesar", **options)
    else:
        game = quadriga.load("ave-caesar", **options)
        assert len(game.seats) == players
        assert len(game.new(0).view()["chariots"]) == players * chariots + uncrewed


@pytest.mark.clause("AVE-R1", "AVE-R4", "AVE-S3")
@pytest.mark.parametrize(
    ("tournament", "direction", "grid"),
    list(product([False, True], ["clockwise", "counter-clockwise"], ["clockwise-from-last", "by-result"])),
)
def test_direction_is_for_single_races_and_the_grid_by_result_for_tournaments(
    tournament: bool, direction: str, grid: str
) -> None:
    options = {"players": 3, "tournament": tournament, "direction": direction, "grid": grid}
    if tournament and direction == "counter-clockwise":
        with pytest.raises(OptionError, match=r"tournament=True .*direction is for a single race \(AVE-R1\)"):
            quadriga.load("ave-caesar", **options)
    elif grid == "by-result" and not tournament:
        with pytest.raises(OptionError, match=r"grid='by-result' needs tournament=True.*\(AVE-S3\)"):
            quadriga.load("ave-caesar", **options)
    else:
        view = quadriga.load("ave-caesar", **options).new(0).view()
        assert view["races"] == (4 if tournament else 1)
        assert view["direction"] == direction


@pytest.mark.clause("AVE-R4")
def test_the_default_is_a_single_race_of_six_clockwise_on_the_first_track() -> None:
    game = quadriga.load("ave-caesar")
    assert game.options == {
        "players": 6, "track": "circus-a", "direction": "clockwise", "tournament": False, "uncrewed": 0,
        "chariots": 1, "grid": "clockwise-from-last",
    }  # fmt: skip
    assert game.seats == ("red", "blue", "green", "yellow", "white", "purple")


def test_options_given_as_texts_are_the_same_game() -> None:
    for options in ({"players": 2, "uncrewed": 3}, {"players": 3, "tournament": True, "grid": "by-result"}):
        game = quadriga.load("ave-caesar", **options)
        assert quadriga.load_texts("ave-caesar", game.option_texts) == game
        state = game.new(5)
        for _ in range(20):
            state.play(state.legal[0])
        assert quadriga.replay(state.record()) == state
