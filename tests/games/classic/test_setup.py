"""How the game is set up."""

import random
from collections import Counter
from itertools import permutations

import pytest

from quadriga import PositionError

from .table import (
    ACTION_CARDS,
    ARRANGED,
    CAESAR,
    CLEOPATRA,
    GROUPS,
    SEATS,
    SHUFFLED,
    SORTED_ACTIONS,
    arrange,
    begin,
    place_opening,
    play,
    refusal,
    shares,
    turn,
)

BOTH = pytest.mark.parametrize("seat", [CLEOPATRA, CAESAR])


@pytest.mark.clause("CC97-S1")
@BOTH
def test_two_cards_of_each_value_are_set_aside_and_27_are_the_pile(seat: int) -> None:
    own = SHUFFLED.new(3).view(seat)["sides"][SEATS[seat]]
    assert own["hand"]["influence"] == ["1", "1", "2", "2", "3", "3", "4", "4", "5", "5"]
    assert own["pile"]["influence"] == 27
    assert Counter(own["unseen"]) == {"philosopher": 2, "1": 5, "2": 5, "3": 5, "4": 5, "5": 5}


@pytest.mark.clause("CC97-S1")
@BOTH
@pytest.mark.long
def test_influence_pile_is_shuffled(seat: int) -> None:
    drawn: Counter[str] = Counter()
    for seed in range(900):
        state = SHUFFLED.from_position(
            {
                "seed": seed,
                "stage": "refill",
                "active": SEATS[seat],
                SEATS[seat]: {"hand": [], "table": {"senators": [1, 2, 3, 4, 5], "praetors": [1, 2, 3, 4, 5]}},
            }
        )
        play(state, "draw influence")
        drawn.update(state.position()[SEATS[seat]]["hand"])
    fair = {"philosopher": 2, "1": 5, "2": 5, "3": 5, "4": 5, "5": 5}
    assert shares(drawn, 27) == pytest.approx(fair, abs=1.2)


@pytest.mark.clause("CC97-S2")
@pytest.mark.parametrize("seed", range(5))
def test_action_cards_are_drawn_in_the_order_of_their_owners_choice(seed: int) -> None:
    chooser = random.Random(seed)
    orders = [chooser.sample(SORTED_ACTIONS, 13) for _ in SEATS]
    state = ARRANGED.new(seed)
    arrange(state, orders[CLEOPATRA])
    arrange(state, orders[CAESAR])
    place_opening(state, [1, 2, 3, 4, 5])
    place_opening(state, [1, 2, 3, 4, 5])
    exchange_all = [f"discard {card}" for card in (1, 2, 3, 4, 5)]
    play(state, *exchange_all, *["draw action"] * 5)
    play(state, *exchange_all, *["draw action"] * 5)
    for seat, name in enumerate(SEATS):
        side = state.position()[name]
        assert Counter(side["hand"]) == Counter(orders[seat][:5])
        assert side["action_pile"] == orders[seat][5:]


@pytest.mark.clause("CC97-S2")
def test_top_of_the_arranged_pile_is_drawn_first() -> None:
    pile = ["veto", "wrath", "assassination", "spy"]
    for seed in range(20):
        position = {"seed": seed, "stage": "refill", "cleopatra": {"hand": [1], "action_pile": pile}}
        state = ARRANGED.from_position(position)
        for count in range(1, 5):
            play(state, "draw action")
            assert Counter(state.position()["cleopatra"]["hand"][1:]) == Counter(pile[:count])


@pytest.mark.clause("CC97-S3")
@pytest.mark.long
def test_shuffled_action_pile_is_not_arranged() -> None:
    assert SHUFFLED.new(1).view()["stage"] == "opening"
    assert ARRANGED.new(1).view()["stage"] == "arrange"
    drawn: Counter[str] = Counter()
    for seed in range(900):
        state = turn(seed, stage="refill", cleopatra={"hand": [1, 2, 3, 4]})
        play(state, "draw action")
        drawn.update(state.position()["cleopatra"]["hand"][-1:])
    assert shares(drawn, 13) == pytest.approx(ACTION_CARDS, abs=0.5)


@pytest.mark.clause("CC97-S4")
@BOTH
def test_nobody_sees_the_order_of_a_shuffled_pile(seat: int) -> None:
    views = []
    for seed in range(30):
        cards = {"bonus": "senators"}
        state = turn(seed, cleopatra=cards, caesar=cards)
        views.append(state.view(seat))
    assert all(view == views[0] for view in views)
    for side in views[0]["sides"].values():
        assert side["pile"] == {"influence": 32, "actions": 13}


@pytest.mark.clause("CC97-S4", "CC97-S2")
def test_only_the_owner_knows_the_order_of_an_arranged_pile() -> None:
    state = ARRANGED.new(5)
    order = list(reversed(SORTED_ACTIONS))
    arrange(state, order)
    arrange(state, SORTED_ACTIONS)
    place_opening(state, [1, 2, 3, 4, 5])
    place_opening(state, [5, 4, 3, 2, 1])
    assert state.view(CLEOPATRA)["sides"]["cleopatra"]["pile"]["order"] == order
    for seat in (CAESAR, None):
        assert state.view(seat)["sides"]["cleopatra"]["pile"]["order"] == ["?"] * 13
    assert state.view(CLEOPATRA)["sides"]["caesar"]["pile"]["order"] == ["?"] * 13


@pytest.mark.clause("CC97-S5")
def test_bonus_card_is_known_to_its_owner_only() -> None:
    state = begin(4)
    bonuses = [state.position()[name]["bonus"] for name in SEATS]
    for seat, name in enumerate(SEATS):
        assert state.view(seat)["sides"][name]["bonus"] == bonuses[seat]
        assert state.view(1 - seat)["sides"][name]["bonus"] == "?"
        assert state.view(None)["sides"][name]["bonus"] == "?"


@pytest.mark.clause("CC97-S5")
def test_nothing_tells_the_opponent_or_a_spectator_which_bonus_was_dealt() -> None:
    groups = ("senators", "praetors", "quaestors")
    states = [turn(cleopatra={"bonus": group}, caesar={"bonus": "senators"}) for group in groups]
    for seat in (CAESAR, None):
        assert states[0].view(seat) == states[1].view(seat) == states[2].view(seat)


@pytest.mark.clause("CC97-S6")
def test_first_cards_may_lie_in_any_order_on_both_sides() -> None:
    for cards in permutations([1, 2, 3, 4, 5]):
        state = SHUFFLED.new(0)
        place_opening(state, cards)
        place_opening(state, cards[::-1])
        for name, order in (("cleopatra", cards), ("caesar", cards[::-1])):
            table = state.position()[name]["table"]
            assert [lying for group in table.values() for lying in group] == [f"({card} opening)" for card in order]


@pytest.mark.clause("CC97-S6")
def test_first_cards_are_laid_without_seeing_the_others_choice() -> None:
    states = [SHUFFLED.new(0) for _ in range(2)]
    place_opening(states[0], [1, 2, 3, 4, 5])
    place_opening(states[1], [4, 1, 5, 2, 3])
    for seat in (CAESAR, None):
        assert states[0].view(seat) == states[1].view(seat)
    for state in states:
        place_opening(state, [5, 4, 3, 2, 1])
    for seat in (CAESAR, None):
        assert states[0].view(seat) == states[1].view(seat)
    assert states[0].view(CLEOPATRA) != states[1].view(CLEOPATRA)


@pytest.mark.clause("CC97-S6")
def test_first_cards_are_one_of_each_value_face_down() -> None:
    state = SHUFFLED.new(0)
    assert refusal(state, "1 face up at senators") == "CC97-S6"
    assert refusal(state, "philosopher face down at senators") == "CC97-S6"
    play(state, "4 face down at senators")
    assert refusal(state, "4 face down at praetors") == "CC97-S6"
    assert [move.text for move in state.legal] == [f"{card} face down at praetors" for card in (1, 2, 3, 5)]


@pytest.mark.clause("CC97-S7")
@BOTH
def test_opening_hand_is_one_to_five(seat: int) -> None:
    hand = begin(2).view(seat)["sides"][SEATS[seat]]["hand"]
    assert hand == {"influence": ["1", "2", "3", "4", "5"], "actions": []}


@pytest.mark.clause("CC97-S1", "CC97-S6", "CC97-S7")
@pytest.mark.parametrize("viewer", [CLEOPATRA, CAESAR, None])
def test_everybody_knows_the_values_of_opening_cards_and_opening_hands(viewer: int | None) -> None:
    one_to_five = ["1", "2", "3", "4", "5"]
    for seat, name in enumerate(SEATS):
        if seat != viewer:
            known = begin(2).view(viewer)["sides"][name]["known"]
            assert known == {"opening": one_to_five, "hand_or_laid_from_it": one_to_five}


@pytest.mark.clause("CC97-S8")
def test_cleopatra_takes_the_first_turn_and_turns_alternate() -> None:
    state = begin(2)
    for number in range(1, 9):
        view = state.view()
        assert (view["turn"], view["active"]) == (number, SEATS[(number - 1) % 2])
        if number % 4 < 2:
            play(state, f"discard {state.view(state.to_move)['sides'][view['active']]['hand']['influence'][0]}")
            play(state, "done", "draw influence")
        else:
            play(state, "pass")


@pytest.mark.clause("CC97-S8", "CC97-M2")
@pytest.mark.long
def test_vote_pile_is_shuffled() -> None:
    turned: Counter[str] = Counter()
    for seed in range(1000):
        state = turn(seed)
        play(state, "1 face down at senators")
        calls = [event.data["call"] for event in state.play("draw influence") if event.kind == "called"]
        assert len(calls) == 1
        turned.update(calls)
    fair = dict.fromkeys((*GROUPS, "orgy (shuffle)"), 1)
    assert shares(turned, 8) == pytest.approx({**fair, "orgy": 2}, abs=0.25)


@pytest.mark.clause("CC97-S9")
def test_bonus_cards_are_dealt_between_arranging_and_placing() -> None:
    state = ARRANGED.new(6)
    for _ in SEATS:
        assert all("bonus" not in side for side in state.view(state.to_move)["sides"].values())
        assert refusal(state, "1 face down at senators") == "CC97-S9"
        arrange(state, SORTED_ACTIONS)
    assert (state.view()["stage"], state.to_move) == ("opening", CLEOPATRA)
    assert state.view(CLEOPATRA)["sides"]["cleopatra"]["bonus"] in ("senators", "praetors", "quaestors")
    assert state.view(CAESAR)["sides"]["caesar"]["bonus"] in ("senators", "praetors", "quaestors")
    with pytest.raises(PositionError, match="bonus cards are dealt after"):
        ARRANGED.from_position({"stage": "arrange", "cleopatra": {"bonus": "senators"}})
