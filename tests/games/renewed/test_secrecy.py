"""What is public and what is not, checked in every position of random games."""

import random

import pytest

from quadriga import State

from ...conftest import walk
from .table import GAME, GROUPS, SEATS, VETERANS, is_down, table, value

SEEDS = range(4)
KINDS = {"assassination", "scout", "wrath", "castling", "veto"}


def parts(cards: list[str]) -> tuple[list[str], list[str]]:
    return [card for card in cards if card not in KINDS], [card for card in cards if card in KINDS]


@pytest.mark.clause("CC24-I1")
@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_of_cards_face_up_values_won_patricians_busts_and_discards_are_public(seed: int) -> None:
    for state in walk(VETERANS, seed):
        position = state.position()
        for viewer in (0, 1, None):
            view = state.view(viewer)
            assert view["votes"] == position["votes"]
            for name in SEATS:
                side, shown = position[name], view["sides"][name]
                influence, actions = parts(side["hand"])
                assert len(shown["hand"]["influence"]) == len(influence)
                assert len(shown["hand"]["actions"]) == len(actions)
                assert shown["pile"] == {"influence": len(side["pile"]), "actions": len(side["action_pile"])}
                gone, gone_actions = parts(side["discard"])
                assert shown["discard"] == {"influence": gone, "actions": gone_actions}
                assert {group: count for group, count in shown["won"].items() if count} == side["won"]
                for group in GROUPS:
                    cards = side["table"].get(group, [])
                    if position["stage"] == "castle" and position["active"] == name and group in position["named"]:
                        continue
                    assert len(shown["table"][group]) == len(cards)
                    up = [card["card"] for card in shown["table"][group] if card["up"]]
                    assert up == [card for card in cards if not is_down(card)]


@pytest.mark.clause("CC24-I1", "CC24-T5")
@pytest.mark.parametrize("seed", SEEDS)
def test_hands_and_face_down_cards_are_shown_to_their_owner_alone(seed: int) -> None:
    for state in walk(VETERANS, seed):
        position = state.position()
        for viewer in (0, 1, None):
            for seat, name in enumerate(SEATS):
                side, shown = position[name], state.view(viewer)["sides"][name]
                hand = shown["hand"]["influence"] + shown["hand"]["actions"]
                down = [card["card"] for group in GROUPS for card in shown["table"][group] if not card["up"]]
                laid = [value(card) for group in GROUPS for card in side["table"].get(group, []) if is_down(card)]
                if viewer == seat:
                    assert hand == side["hand"]
                    assert down == laid
                else:
                    assert set(hand + down) <= {"?"}


@pytest.mark.clause("CC24-S1", "CC24-V7")
@pytest.mark.parametrize("seed", SEEDS)
def test_missions_are_secret_until_the_end_and_a_discarded_one_for_ever(seed: int) -> None:
    for state in walk(GAME, seed):
        position = state.position()
        for seat, name in enumerate(SEATS):
            missions = position[name]["missions"]
            shown = ["?", "?"]
            if state.outcome:
                shown = [missions[0], "?"] if position[name]["kept"] else missions
            assert state.view(seat)["sides"][name]["missions"] == missions
            assert state.view(1 - seat)["sides"][name]["missions"] == shown
            assert state.view(None)["sides"][name]["missions"] == shown


def without_chance(state: State, viewer: int | None) -> dict:
    return {name: part for name, part in state.view(viewer).items() if name != "legal"}


@pytest.mark.clause("CC24-I1")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_all_that_is_hidden_can_be_dealt_anew_and_the_view_stays_the_same(viewer: int | None) -> None:
    for state in walk(VETERANS, 5):
        again = state.redeal(viewer, 17)
        assert without_chance(again, viewer) == without_chance(state, viewer)


@pytest.mark.clause("CC24-I1")
def test_everybody_hears_from_which_pile_a_card_was_drawn_and_only_the_owner_which_card() -> None:
    state = table(1, votes={"left": ["black"]}, cleopatra={"hand": [1, 2, 3, 4, 5]})
    for move in ("1 face up at praetors", "done"):
        state.play(move)
    (influence,) = (event for event in state.play("draw influence") if event.kind == "drew")
    assert influence.seen_by("caesar").text == "Cleopatra draws an influence card"
    assert influence.seen_by("caesar").data == influence.seen_by(None).data == {"card": "?"}
    assert influence.seen_by("cleopatra").data["card"] in {"philosopher", "1", "2", "3", "4", "5"}
    (action,) = (event for event in state.play("draw action") if event.kind == "drew-action")
    assert action.seen_by("caesar").text == "Cleopatra draws an action card"
    assert action.seen_by("caesar").data == action.seen_by(None).data == {"action": "?"}
    assert action.seen_by("cleopatra").data["action"] in KINDS


@pytest.mark.clause("CC24-I1", "CC24-T2")
def test_a_card_laid_face_down_is_told_to_nobody_else() -> None:
    told = []
    for card in (2, 5):
        state = table(cleopatra={"hand": [2, 5]})
        (event,) = state.play(f"{card} face down at censors")
        told.append((event.seen_by("caesar"), event.seen_by(None)))
        assert event.seen_by("cleopatra").data["card"] == str(card)
    assert told[0] == told[1]


@pytest.mark.clause("CC24-V7")
def test_which_mission_a_player_keeps_is_told_to_nobody_else() -> None:
    seen = []
    for kept in ("most-praetors", "one-of-every"):
        state = GAME.from_position(
            {
                "stage": "keep",
                "cleopatra": {"won": {"consuls": 3}, "missions": ["most-praetors", "one-of-every"]},
                "caesar": {"missions": ["most-consuls", "most-aediles"]},
            }
        )
        (event,) = state.play(f"keep {kept}")
        assert event.seen_by("cleopatra").data["mission"] == kept
        seen.append((event.seen_by("caesar"), event.seen_by(None), state.view(1), state.view(None)))
    assert seen[0] == seen[1]


@pytest.mark.clause("CC24-A6")
def test_whether_the_opponent_is_asked_for_a_veto_does_not_tell_whether_one_is_held() -> None:
    chooser = random.Random(0)
    for _ in range(50):
        held = chooser.sample(["assassination", "scout", "wrath", "castling", "veto", "veto"], 2)
        state = table(cleopatra={"hand": [1, "scout"]}, caesar={"hand": held, "table": {"censors": ["(3)"]}})
        state.play("scout censors")
        assert state.view(None)["stage"] == "vetoing"
        assert ("veto" in [move.text for move in state.legal]) == ("veto" in held)
