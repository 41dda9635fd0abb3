"""What an undo would take back that was already seen, told by cases of every game."""

from __future__ import annotations

import pytest

from quadriga import State
from quadriga.table.undo import reveals, rolls

from ..games.avecaesar.table import setting as race_setting
from ..games.avecaesar.table import spent
from ..games.avecaesar.test_uncrewed import vote
from ..games.caesar.table import closing_syria
from ..games.caesar.table import setting as rome_setting
from ..games.classic.table import turn
from ..games.renewed.table import table as renewed
from .builder import NEW, OLD, opened, opening, seated


def shows(state: State, *moves: str) -> bool:
    """Tell whether the last of these moves reveals anything."""
    *before, last = moves
    for move in before:
        state.play(move)
    return reveals(state, [state.game.move(last).id])


@pytest.mark.parametrize("edition", [OLD, NEW])
def test_opening_cards_and_hidden_choices_reveal_nothing(edition: str) -> None:
    match = seated(edition, **({"action_pile": "shuffled"} if edition == OLD else {"opening": "veterans"}))
    cards = [*opening(edition), *opening(edition, 5, 4, 3, 2, 1)]
    state = match.table.state.copy()
    assert not reveals(state, [state.game.move(card).id for card in cards])
    if edition == NEW:
        assert not shows(state, *cards, "pick scout")
        assert not shows(state, "pick scout", "pick castling")


@pytest.mark.long
def test_the_arranged_pile_reveals_nothing_but_its_end_deals_the_bonus_cards() -> None:
    state = seated(OLD).table.state
    picks = []
    while state.view()["stage"] == "arrange":
        picks.append(state.legal[-1].id)
        last = state.copy()
        state.play(picks[-1])
    assert len(picks) == 26
    assert not reveals(seated(OLD).table.state, picks[:-1])
    assert reveals(last, picks[-1:])


def test_in_2024_a_card_face_down_shows_nothing_and_one_face_up_its_face() -> None:
    assert not shows(opened(NEW).table.state, "3 face down at praetors")
    assert shows(opened(NEW).table.state, "3 face down at praetors", "2 face up at praetors")
    assert not shows(opened(NEW).table.state, "2 face up at praetors", "3 face down at praetors")
    hand = {"hand": [1, 2, 3, 3, 4, "veto"]}
    assert not shows(renewed(cleopatra=hand), "3 face down at praetors")
    assert shows(renewed(cleopatra=hand), "3 face up at praetors")


def test_a_card_that_all_know_to_be_held_can_be_laid_face_up_and_taken_back() -> None:
    """After the opening everybody knows that both hands are 1 to 5."""
    assert not shows(opened(NEW).table.state, "3 face up at praetors")
    assert not shows(opened(OLD).table.state, "3 face up at praetors")


def test_in_2024_drawing_is_chance_and_so_is_a_bust() -> None:
    turn_over = ("1 face down at praetors", "2 face up at praetors", "done")
    assert not shows(opened(NEW).table.state, *turn_over)  # no bust is drawn on the first turn
    assert shows(opened(NEW).table.state, *turn_over, "draw influence")
    assert shows(opened(NEW).table.state, *turn_over, "draw influence", "draw influence", *turn_over)


def test_dice_are_noticed_by_themselves() -> None:
    """Not only by what they show: that could be the same by chance."""
    state = opened(NEW).table.state
    for move in ("1 face down at praetors", "2 face up at praetors", "done"):
        assert not rolls(state, state.game.move(move).id)
        state.play(move)
    assert rolls(state, state.game.move("draw influence").id)
    assert rolls(state, state.game.move("draw action").id)


def test_a_scout_shows_a_card_and_naming_it_shows_that_it_was_held() -> None:
    there = {
        "cleopatra": {"hand": [1, 2, "scout"]},
        "caesar": {"hand": [1, 2, 3, "veto"], "table": {"praetors": ["(4)"]}},
    }
    assert shows(renewed(**there), "scout praetors")
    assert shows(renewed(**there), "scout praetors", "allow")
    assert shows(renewed(**there), "scout praetors", "veto")


def test_a_spy_sees_the_hand_and_shows_what_it_discards() -> None:
    there = {"cleopatra": {"hand": [1, 2, "spy"]}, "caesar": {"hand": [1, 2, 3, "veto"]}}
    assert shows(turn(**there), "spy")
    assert shows(turn(**there), "spy", "allow")
    assert shows(turn(**there), "spy", "allow", "discard 3")


def test_a_vote_shows_the_cards_that_are_lost() -> None:
    """The bust that calls the vote is chance as well."""
    there = {
        "cleopatra": {"hand": [1], "table": {"praetors": ["(4)"]}},
        "caesar": {"hand": [2], "table": {"praetors": ["(2)"]}},
    }
    assert shows(renewed(**there), "1 face down at praetors")


def test_castled_cards_show_nothing_before_all_are_laid() -> None:
    there = {"hand": [1, 2, "castling"], "table": {"senators": ["(1)", "(3)"], "censors": ["(5)"]}}
    name = "castle senators and censors"
    assert shows(turn(cleopatra=there), name)
    laid = (name, "1 face down at senators", "3 face down at censors")
    assert not shows(turn(cleopatra=there), *laid[:2])
    assert not shows(turn(cleopatra=there), *laid)
    assert shows(turn(cleopatra=there), *laid, "5 face down at censors")


def test_a_kept_mission_is_not_seen() -> None:
    missions = {"missions": ["most-praetors", "most-censors"]}
    state = renewed(stage="keep", active="cleopatra", cleopatra={"hand": [1, 2], **missions})
    assert not reveals(state, [state.legal[0].id])


def test_driving_shows_the_card_and_draws_another() -> None:
    race = {
        "red": {"space": "S1.0.1", "crossings": 1, "hand": [1, 2, 3]},
        "blue": {"space": "S5.1.1", "crossings": 1, "hand": [4, 5, 6]},
    }
    state = race_setting(**race)
    assert reveals(state, [state.legal[0].id])


def test_driving_with_the_last_cards_shows_nothing_that_was_not_known() -> None:
    """With no card left to draw everybody can tell the hand from what was played."""
    last = {"hand": [1, 2], "played": spent(1, 2)}
    race = {"red": {"space": "S1.0.1", "crossings": 1, **last}, "blue": {"space": "S5.1.1", "crossings": 1, **last}}
    state = race_setting(**race)
    assert not reveals(state, [state.legal[0].id])


def test_a_vote_for_an_uncrewed_chariot_is_hidden_until_the_last() -> None:
    state = vote(3, "S14.2.2", 2)
    for _ in range(2):
        assert not reveals(state, [state.legal[0].id])
        state.play(state.legal[0])
    assert reveals(state, [state.legal[1].id])


def test_in_rome_a_token_placed_was_hidden_and_another_is_drawn() -> None:
    state = rome_setting(["shield 5/1", "ship 3/3"], ["ship 5/1", "ship 4/2"])
    assert reveals(state, [state.legal[0].id])


def test_in_rome_decisions_in_the_open_reveal_nothing_until_a_token_is_drawn() -> None:
    state = closing_syria("might", borders={"Aegyptus-Syria": "caesar sword 0/6", "Creta-Asia": "pompey shield 5/1"})
    state.play("shield 5 Syria 1 Asia")
    might = [move for move in state.legal if move.kind == "might"]
    assert might and reveals(state, [might[0].id])  # the turn ends with a draw
    borders = {"Hispania Ulterior-Mauritania": "pompey ship 6/0", "Hispania Citerior-Gallia": "caesar sword 4/2"}
    bonuses = {"Hispania Ulterior": "might", "Hispania Citerior": "might"}
    state = rome_setting(["shield 3/3"], ["ship 3/3"], borders=borders, bonuses=bonuses)
    state.play("shield 3 Hispania Ulterior 3 Hispania Citerior")
    first = state.game.move("close Hispania Citerior first").id
    assert not reveals(state, [first])
