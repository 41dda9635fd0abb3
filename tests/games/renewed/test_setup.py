"""Dealing, the opening cards, the opening hand, and who starts."""

from collections import Counter
from itertools import combinations, permutations

import pytest

import quadriga

from .table import CAESAR_STARTS, GAME, GROUPS, MISSIONS, SEATS, VETERANS, is_fair, opened, play


def dealt(seed: int) -> dict[str, list[str]]:
    position = GAME.new(seed).position()
    return {seat: position[seat]["missions"] for seat in SEATS}


@pytest.mark.clause("CC24-S1")
def test_each_player_gets_two_missions_that_nobody_else_has() -> None:
    for seed in range(200):
        missions = dealt(seed)
        assert len(missions["cleopatra"]) == len(missions["caesar"]) == 2
        assert len({*missions["cleopatra"], *missions["caesar"]}) == 4


@pytest.mark.clause("CC24-S1")
@pytest.mark.parametrize("seat", SEATS)
def test_every_pair_of_missions_is_dealt_alike(seat: str) -> None:
    pairs = Counter(tuple(sorted(dealt(seed)[seat])) for seed in range(1400))
    assert is_fair(pairs, {tuple(sorted(pair)): 1 for pair in combinations(MISSIONS, 2)})


@pytest.mark.clause("CC24-S1", "CC24-S7")
def test_missions_are_seen_by_their_owner_alone_before_the_first_card_is_placed() -> None:
    state = GAME.new(3)
    position = state.position()
    assert state.view(0)["stage"] == "opening"
    for seat, name in enumerate(SEATS):
        other = SEATS[1 - seat]
        assert state.view(seat)["sides"][name]["missions"] == position[name]["missions"]
        assert state.view(seat)["sides"][other]["missions"] == ["?", "?"]
        assert state.view(None)["sides"][name]["missions"] == ["?", "?"]


@pytest.mark.clause("CC24-S1")
def test_the_four_other_missions_are_nowhere_to_be_seen() -> None:
    state = GAME.new(3)
    for seat in (0, 1, None):
        others = {mission for mission in MISSIONS if all(mission not in dealt(3)[name] for name in SEATS)}
        shown = repr({**state.view(seat), "legal": []})
        assert len(others) == 4
        assert not [mission for mission in others if mission in shown]


@pytest.mark.clause("CC24-S2")
def test_the_opening_cards_may_be_placed_in_every_order() -> None:
    for order in permutations(range(1, 6)):
        state = GAME.new(0)
        for value, group in zip(order, GROUPS, strict=True):
            state.play(f"{value} face down at {group}")
        placed = [state.position()["cleopatra"]["table"][group] for group in GROUPS]
        assert placed == [[f"({value} opening)"] for value in order]


@pytest.mark.clause("CC24-S2")
def test_nobody_sees_where_the_other_lays_the_opening_cards() -> None:
    orders = ((1, 2, 3, 4, 5), (5, 3, 1, 2, 4))
    views, heard = [], []
    for order in orders:
        state = GAME.new(0)
        events = []
        for value, group in zip(order, GROUPS, strict=True):
            events += state.play(f"{value} face down at {group}")
        views.append((state.view(1), state.view(None)))
        heard.append([(event.seen_by("caesar").text, event.seen_by("caesar").data) for event in events])
    assert views[0] == views[1]
    assert heard[0] == heard[1]


@pytest.mark.clause("CC24-S3", "CC24-S5")
@pytest.mark.parametrize("seat", SEATS)
def test_the_opening_hand_is_1_to_5_and_a_veto_and_the_piles_hold_the_rest(seat: str) -> None:
    side = opened(GAME).position()[seat]
    assert side["hand"] == ["1", "2", "3", "4", "5", "veto"]
    assert Counter(side["pile"]) == {"philosopher": 2, "1": 5, "2": 5, "3": 5, "4": 5, "5": 5}
    assert Counter(side["action_pile"]) == {"assassination": 3, "scout": 3, "wrath": 1, "castling": 1, "veto": 1}
    assert (len(side["pile"]), len(side["action_pile"])) == (27, 9)


@pytest.mark.clause("CC24-S2", "CC24-S3", "CC24-S5", "CC24-I1")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_everybody_knows_the_values_of_opening_cards_and_opening_hands(viewer: int | None) -> None:
    one_to_five = ["1", "2", "3", "4", "5"]
    for seat, name in enumerate(SEATS):
        if seat != viewer:
            known = opened(GAME).view(viewer)["sides"][name]["known"]
            assert known == {"opening": one_to_five, "hand_or_laid_from_it": one_to_five, "hand_actions": ["veto"]}


@pytest.mark.clause("CC24-S5")
@pytest.mark.parametrize("pile", ["influence", "action"])
@pytest.mark.long
def test_the_piles_are_shuffled(pile: str) -> None:
    first: Counter[str] = Counter()
    shares: dict[str, float] = {}
    for seed in range(600):
        state = play(opened(GAME, seed), "1 face up at praetors", "done", "done")
        shares = Counter(state.position()["cleopatra"]["pile" if pile == "influence" else "action_pile"])
        before = Counter(state.position()["cleopatra"]["hand"])
        state.play(f"draw {pile}")
        first.update(Counter(state.position()["cleopatra"]["hand"]) - before)
    assert first.total() == 600
    assert is_fair(first, shares)


@pytest.mark.clause("CC24-S5")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_piles_lie_face_down(seat: int | None) -> None:
    sides = opened(GAME).view(seat)["sides"]
    for name in SEATS:
        assert sides[name]["pile"] == {"influence": 27, "actions": 9}


@pytest.mark.clause("CC24-S4")
@pytest.mark.parametrize("card", ["assassination", "scout", "wrath", "castling", "veto"])
def test_veterans_take_any_one_action_card_into_the_opening_hand(card: str) -> None:
    state = play(opened(VETERANS), f"pick {card}", f"pick {card}")
    for name in SEATS:
        side = state.position()[name]
        assert side["hand"] == ["1", "2", "3", "4", "5", card]
        assert len(side["action_pile"]) == 9
    assert state.position()["stage"] == "turn"


@pytest.mark.clause("CC24-S4")
def test_the_veto_is_the_opening_action_card_unless_veterans_are_asked_for() -> None:
    assert quadriga.load("caesar-cleopatra-2024").options["opening"] == "veto"
    assert opened(GAME).position()["stage"] == "turn"


@pytest.mark.clause("CC24-S7")
def test_what_a_veteran_takes_is_secret() -> None:
    seen = []
    for card in ("wrath", "scout"):
        state = opened(VETERANS)
        (event,) = state.play(f"pick {card}")
        assert event.seen_by("cleopatra").data["action"] == card
        seen.append((event.seen_by("caesar"), event.seen_by(None), state.view(1), state.view(None)))
    assert seen[0] == seen[1]


@pytest.mark.clause("CC24-S7")
def test_missions_are_known_when_a_veteran_chooses() -> None:
    state = opened(VETERANS)
    assert state.view(0)["stage"] == "take"
    assert "?" not in state.view(0)["sides"]["cleopatra"]["missions"]


@pytest.mark.clause("CC24-S6")
def test_cleopatra_starts_unless_the_option_names_caesar() -> None:
    assert opened(GAME).to_move == 0
    assert opened(CAESAR_STARTS).to_move == 1
    veterans = quadriga.load("caesar-cleopatra-2024", opening="veterans", starter="caesar")
    assert play(opened(veterans), "pick veto", "pick veto").to_move == 1


@pytest.mark.clause("CC24-T9")
@pytest.mark.parametrize("game", [GAME, CAESAR_STARTS], ids=["cleopatra", "caesar"])
def test_only_the_very_first_turn_draws_no_bust(game: quadriga.Game) -> None:
    state = opened(game)
    busts = []
    for _ in range(4):
        turn, called = state.view()["turn"], 0
        while state.view()["turn"] == turn:
            moves = [move.text for move in state.legal]
            chosen = "done" if "done" in moves else moves[0]
            called += sum(event.kind == "called" for event in state.play(chosen))
        busts.append(called)
    assert busts == [0, 1, 1, 1]
