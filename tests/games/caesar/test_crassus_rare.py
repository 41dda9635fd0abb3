"""What is rare in Crassus's turns: positions made for it, each followed event by event against the reading."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from quadriga import State
from quadriga.games.caesar.standings import wins

from .crassus_reading import SIDES
from .table import BAG, BOARD, CENTURIONS
from .test_crassus_positions import HOPELESS, LATE, QUIET, Kind, made_sharp, solo
from .test_crassus_told import Turn, followed

EVERY_REASON = pytest.mark.clause(
    "ROME-Z3", "ROME-Z5", "ROME-Z6", "ROME-Z7", "ROME-Z8", "ROME-Z9", "ROME-Z10", "ROME-Z11", "ROME-Z12", "ROME-Z15",
    "ROME-Z16", "ROME-Z17", "ROME-B5", "ROME-B7", "ROME-T5", "ROME-T7",
)  # fmt: skip


def crassus_moves(row: list[str], borders: dict[str, str], ruthless: bool = False, **more: Any) -> State:
    """Set up Pompey as Crassus with a tile that only places: D, and no centurion is left."""
    game = solo("low", "caesar", ("poison", "centurions"), ruthless)
    mine = {"supply": row, "centurions": []}
    return game.from_position({"tiles": ["D"], "borders": borders, "pompey": mine, **more})


def told(state: State) -> list[str]:
    """Follow his turn; list what is told, with its reasons, before the token is placed."""
    turn = Turn(state.copy())
    texts = [event.text for event in turn.events]
    turn.follow()
    return texts[2 : next(k for k, text in enumerate(texts) if text.startswith("Crassus places"))]


# --- samples of the positions that are followed by thousands elsewhere


@EVERY_REASON
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", [LATE, HOPELESS, QUIET], ids=["late", "hopeless", "quiet"])
def test_some_sharp_turns_are_told_by_the_book(kind: Kind, seed: int) -> None:
    states = made_sharp(kind, 450, seed=seed)
    few_games = (states["border_control"] > 0) & (states["solo"] == 3)
    assert followed(states[few_games])["placed"] > 12


# --- what he passes over

TWO_CLOSINGS = {
    "Hispania Ulterior-Hispania Citerior": "(caesar shield 3/3)",
    "Hispania Citerior-Gallia": "caesar sword 0/6",
    "Sardinia-Gallia": "(caesar shield 4/2)",
    "Italia-Gallia Cisalpina": "caesar sword 1/5",
    "Gallia Cisalpina-Dalmatia": "(caesar shield 5/1)",
    "Italia-Dalmatia": "(caesar ship 4/2)",
    "Macedonia-Dalmatia": "(caesar sword 4/2)",
}
"""Gallia and Gallia Cisalpina lack the sword between them, and the player leads in both; a neighbour of each is closed."""
BONUS = ("might", "senate", "poison")
JUDGED = list(product(SIDES, (None, *SIDES), (None, *SIDES), BONUS, BONUS, (1, 2, 3), (1, 1, 2), (True, True, False)))
"""The player's side, who controls the neighbours, the two bonuses, the control tokens left to the player and to Crassus,
and whether he is ruthless."""


@pytest.mark.clause("ROME-Z17", "ROME-Z8", "ROME-Z6", "ROME-Z10")
@pytest.mark.parametrize("seed", range(4))
def test_whether_two_closings_make_the_player_win_is_judged_by_all_that_follows(seed: int) -> None:
    seen: Counter[str] = Counter()
    for side, citerior, dalmatia, first, second, left, his, ruthless in random.Random(seed).sample(JUDGED, 40):
        crassus = SIDES[1 - SIDES.index(side)]
        state = solo("low", side, ("poison", "centurions"), ruthless).from_position(
            {
                "tiles": ["D"],
                "borders": {space: token.replace("caesar", side) for space, token in TWO_CLOSINGS.items()},
                "control": {
                    p: owner for p, owner in (("Hispania Citerior", citerior), ("Dalmatia", dalmatia)) if owner
                },
                "bonuses": {"Gallia": first, "Gallia Cisalpina": second},
                crassus: {"supply": ["sword 3/3"], "centurions": []},
            }
        )
        state.bits["left"][0, SIDES.index(side)], state.bits["left"][0, SIDES.index(crassus)] = left, his
        turn = Turn(state)
        turn.follow()
        seen += turn.seen
    for what in ("passed-over-two", "two closings", "ruthless"):
        assert seen[what] > 0, seen


@pytest.mark.clause("ROME-Z17")
@pytest.mark.parametrize("turned", [False, True])
def test_a_space_is_passed_over_for_the_one_province_that_it_closes(turned: bool) -> None:
    borders = {"Aegyptus-Syria": "caesar sword 0/6"} if turned else {"Hispania Ulterior-Mauritania": "caesar ship 6/0"}
    state = crassus_moves(["shield 3/3"], borders)
    state.bits["left"][0] = 1, 9
    space, province = (
        ("Asia-Syria", "Syria") if turned else ("Hispania Ulterior-Hispania Citerior", "Hispania Ulterior")
    )
    assert told(state)[0] == f"He passes over {space}: closing {province} would make Caesar win (ROME-Z17)"


# --- the steps


@pytest.mark.clause("ROME-Z9", "ROME-Z16")
@pytest.mark.parametrize(("number", "step"), [("6/0", 2), ("3/3", 1), ("0/6", 1)])
def test_the_first_token_may_close_the_first_province(number: str, step: int) -> None:
    """The leftmost token, the first border space of the board and the first way of turning are a choice like any other."""
    state = crassus_moves(["shield 3/3"], {"Hispania Ulterior-Mauritania": f"caesar ship {number}"})
    assert told(state)[0].startswith(f"Priority {step}: ")


SHIELDS_TAKEN = dict(
    zip(
        [border for border in BOARD if BOARD[border] == "shield"][1:],
        [
            "(caesar shield 6/0)", "(caesar shield 5/1)", "(caesar shield 4/2)", "(caesar shield 3/3)", "(caesar wild 4/0)",
            "(caesar wild 3/1)", "(caesar wild 2/2)", "(caesar wild 2/2)", "(pompey wild 4/0)",
        ],
        strict=True,
    )
)  # fmt: skip
"""Only the shield between both Hispanias is free; nobody has any influence."""


@pytest.mark.clause("ROME-Z9", "ROME-Z10", "ROME-Z15")
def test_anywhere_may_be_the_first_province() -> None:
    state = crassus_moves(["shield 3/3"], SHIELDS_TAKEN, bonuses={"Hispania Ulterior": "senate"})
    assert told(state) == [
        "Priority 7: highest number anywhere, Hispania Ulterior, 3",
        "2 provinces are equal: Hispania Ulterior, senate bonus",
    ]


@pytest.mark.clause("ROME-Z9", "ROME-Z16")
def test_a_deficit_of_one_is_a_deficit_and_an_influence_of_one_is_influence() -> None:
    behind = {"Sicilia-Italia": "caesar sword 5/1", "Sardinia-Sicilia": "pompey ship 0/6"}
    assert told(crassus_moves(["shield 3/3"], behind))[0] == "Priority 3: largest deficit, Italia, −1"
    ahead = {"Sicilia-Italia": "pompey sword 5/1"}
    assert told(crassus_moves(["shield 3/3"], ahead)) == [
        "No token of his row fits at Sicilia, +5 (ROME-Z15)",
        "Priority 4: closest to control, Italia, +1",
        "2 border spaces are equal: Sardinia-Italia, central province beyond",
    ]


# --- what no token reaches


@pytest.mark.clause("ROME-Z15", "ROME-Z9")
def test_a_province_out_of_reach_is_told_once_with_the_step_that_it_would_serve() -> None:
    state = crassus_moves(
        ["ship 3/3"], {"Hispania Citerior-Gallia": "caesar sword 1/5", "Sardinia-Gallia": "pompey wild 0/4"}
    )
    assert told(state)[:3] == [
        "No token of his row fits at Hispania Citerior, −1 (ROME-Z15)",
        "No token of his row fits at Gallia, −1 (ROME-Z15)",
        "Priority 6: central province, Italia, 3",
    ]


@pytest.mark.clause("ROME-Z15", "ROME-Z9")
def test_a_small_lead_out_of_reach_is_told_where_no_lead_is_in_reach() -> None:
    borders = {"Numidia-Sicilia": "pompey ship 5/1", "Mauritania-Numidia": "(caesar sword 3/3)"}
    assert told(crassus_moves(["shield 3/3"], borders))[:2] == [
        "No token of his row fits at Numidia, +5 (ROME-Z15)",
        "No token of his row fits at Sicilia, +1 (ROME-Z15)",
    ]


@pytest.mark.clause("ROME-Z15", "ROME-Z9")
def test_a_province_out_of_reach_that_is_only_as_good_is_not_told() -> None:
    borders = {"Numidia-Sicilia": "pompey ship 3/3", "Achaia-Macedonia": "pompey sword 3/3"}
    assert told(crassus_moves(["shield 5/1"], borders))[0].startswith("Priority 4: closest to control")


# --- ties


@pytest.mark.clause("ROME-Z11")
@pytest.mark.parametrize("number", ["3/3", "1/5"])
def test_of_several_spaces_the_largest_deficits_beyond_are_kept_then_the_central_one(number: str) -> None:
    borders = {
        "Africa-Cyrene": "caesar shield 6/0",
        "Mauritania-Numidia": f"caesar sword {number[::-1]}",
        "Achaia-Creta": f"caesar shield {number}",
    }
    assert told(crassus_moves(["wild 2/2"], borders)) == [
        "Priority 3: largest deficit, Africa, −6",
        "3 border spaces are equal, 2 are left: largest deficit in the province beyond",
        "2 border spaces are equal: Africa-Achaia, central province beyond",
    ]


@pytest.mark.clause("ROME-Z9", "ROME-Z12")
def test_the_highest_number_goes_with_the_highest_sum() -> None:
    state = crassus_moves(["shield 4/2", "ship-shield 4/4"], {"Gallia-Gallia Cisalpina": "caesar sword 6/0"})
    assert told(state)[-1] == "2 tokens are equal: ship-shield 4/4, by the sum of both numbers"


# --- the row, and the end


@pytest.mark.clause("ROME-Z3", "ROME-Z9")
def test_a_row_of_all_his_tokens_loses_one_like_any_other() -> None:
    state = crassus_moves([*BAG, *CENTURIONS], {})
    Turn(state).follow()
    assert len(state.position()["pompey"]["supply"]) == 18


SWORDS_TAKEN = dict(
    zip(
        [border for border in BOARD if BOARD[border] == "sword"],
        [f"(caesar {token})" for token in BAG if token.startswith(("sword", "wild"))]
        + ["(pompey sword 4/2)", "(pompey sword 3/3)"],
        strict=True,
    )
)
"""No sword fits any more."""


@pytest.mark.clause("ROME-Z13", "ROME-E1")
@pytest.mark.parametrize(("row", "can_place"), [(["sword 6/0", "sword 5/1"], False), (["shield 6/0"], True)])
def test_crassus_loses_if_no_token_of_his_row_fits(row: list[str], can_place: bool) -> None:
    state = crassus_moves(row, SWORDS_TAKEN, active="caesar", caesar={"supply": ["ship 3/3"]})
    state.play("ship 3 Italia 3 Achaia")
    assert [move.text for move in state.legal] == (["turn the tile"] if can_place else [])
    if not can_place:
        assert state.outcome is not None
        assert (state.outcome.winners, state.outcome.rule) == ((0,), "ROME-E1")


@pytest.mark.clause("ROME-Z1", "ROME-E1", "ROME-E2")
@pytest.mark.parametrize("difficulty", ["low", "medium", "high"])
@pytest.mark.parametrize("side", SIDES)
def test_the_only_seat_wins_or_nobody_does(side: str, difficulty: str) -> None:
    reason = "the opponent cannot place any token"
    for winner in SIDES:
        loser = SIDES[1 - SIDES.index(winner)]
        end = {"stage": "over", "winner": winner, "reason": reason, loser: {"supply": []}}
        state = solo(difficulty, side).from_position(end)
        assert state.outcome is not None
        assert state.outcome.winners == ((0,) if winner == side else ())
        assert not wins(state.s, 1)
