"""What is hidden and what everybody knows: hands, decks, played cards, and what a skip tells."""

import json
from collections import Counter

import pytest

from quadriga import State
from quadriga.games.avecaesar.invariants import broken
from quadriga.model import HIDDEN

from ...conftest import walk
from .table import COLOURS, DECK, at, chariot, drive, race, setting

GAMES = [
    race(2),
    race(4, track="circus-b"),
    race(6),
    race(2, chariots=2),
    race(2, uncrewed=2),
    race(3, tournament=True),
]
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=["2", "4", "6", "teams", "uncrewed", "tournament"])


def positions(game, seed: int, every: int = 3, most: int = 150):
    """Walk through a random game and look at every few positions."""
    for number, state in enumerate(walk(game, seed)):
        if number % every == 0:
            yield state
        if number > most:
            return


@pytest.mark.clause("AVE-S2")
@EVERY_GAME
def test_a_hand_is_shown_to_its_player_alone(game) -> None:
    for state in positions(game, 1):
        parts = state.position()["chariots"]
        for viewer in (*range(len(game.seats)), None):
            for name, shown in state.view(viewer)["chariots"].items():
                own = viewer is not None and name.split()[0] == COLOURS[viewer]
                assert shown["hand"] == (parts[name]["hand"] if own else [HIDDEN] * len(parts[name]["hand"]))


@pytest.mark.clause("AVE-S2", "AVE-M2", "AVE-T7")
@EVERY_GAME
def test_played_cards_and_what_a_deck_still_holds_are_public_and_its_order_is_nobodys(game) -> None:
    for state in positions(game, 2):
        parts = state.position()["chariots"]
        for viewer in (0, 1, None):
            for name, shown in state.view(viewer)["chariots"].items():
                part = parts[name]
                assert shown["played"] == part["played"]
                assert shown["deck"] == 24 - len(part["hand"]) - len(part["played"])
                assert shown["points"] == 84 - sum(part["played"])
                assert isinstance(shown["deck"], int)


@pytest.mark.clause("AVE-S2")
@EVERY_GAME
def test_a_new_deal_looks_the_same_to_its_seat(game) -> None:
    for number, state in enumerate(positions(game, 3)):
        for viewer in (0, 1, None):
            dealt = state.redeal(viewer, 100 + number)
            assert dealt.view(viewer) == state.view(viewer)
            assert broken(dealt.s) == 0
            if viewer is not None:
                rules = game.definition.rules
                seen, again = [0] * rules.OBSERVATION, [0] * rules.OBSERVATION
                rules.observe(state.s, viewer, seen)
                rules.observe(dealt.s, viewer, again)
                assert seen == again


@pytest.mark.clause("AVE-S2")
@EVERY_GAME
def test_a_new_deal_changes_the_other_hands_and_only_those(game) -> None:
    changed: Counter[bool] = Counter()
    for number, state in enumerate(positions(game, 4)):
        before, after = state.position(), state.redeal(0, number).position()
        for name, part in before["chariots"].items():
            fields = [field for field in part if part[field] != after["chariots"][name][field]]
            assert fields in ([], ["hand"])
            assert len(part["hand"]) == len(after["chariots"][name]["hand"])
            assert Counter(after["chariots"][name]["hand"]) <= Counter(DECK) - Counter(part["played"])
            if name.split()[0] == "red":
                assert not fields
            elif part["hand"]:
                changed["hand" in fields] += 1
    assert changed[True] > 3 * changed[False] > 0


@pytest.mark.clause("AVE-S2")
@EVERY_GAME
def test_a_new_deal_depends_on_nothing_hidden(game) -> None:
    for number, state in enumerate(positions(game, 5, every=6)):
        for viewer in (0, 1, None):
            other = state.redeal(viewer, number)
            assert other.redeal(viewer, 7) == state.redeal(viewer, 7)


@pytest.mark.long
@pytest.mark.clause("AVE-T5", "AVE-T6", "AVE-L8")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_in_a_new_deal_the_player_to_move_can_play(players: int) -> None:
    """Everybody knows that whose turn it is can play a card, and that nobody is asked who cannot."""
    for seed in range(6):
        for number, state in enumerate(walk(race(players), seed)):
            if state.to_move is not None:
                for viewer in ((state.to_move + 1) % players, None):
                    assert state.redeal(viewer, number).legal, (state.position(), viewer, number)


@pytest.mark.clause("AVE-L8")
def test_in_a_new_deal_who_must_play_a_six_has_one() -> None:
    state = setting("blue", red=at("K.5", [6, 6, 6], 2, paid=True), blue=at("K.3", [1, 4, 5], 1, paid=True))
    state.play(drive(1, "K.4"))
    assert state.position()["must_six"]
    for seed in range(20):
        dealt = state.redeal(1, seed)
        assert dealt.legal
        assert 6 in chariot(dealt, "red")["hand"]


@pytest.mark.clause("AVE-T6")
def test_a_skip_tells_everybody_which_cards_are_not_in_the_hand() -> None:
    state = setting("red", red=at("S2.1.2", [1, 4, 4]), blue=at("S2.1.1", [2, 3, 5]))
    state.play(drive(1, "S3.1"))
    shown = state.view(0)["chariots"]["blue"]
    assert (shown["hand"], shown["hand_without"], shown["hand_without_count"]) == ([HIDDEN] * 3, [1], 3)
    assert "hand_without" not in state.view(1)["chariots"]["blue"]
    for seed in range(30):
        assert 1 not in chariot(state.redeal(0, seed), "blue")["hand"]


@pytest.mark.clause("AVE-L3", "AVE-T6")
def test_a_skipped_leader_shows_that_all_its_cards_are_sixes() -> None:
    state = setting("blue", red=at("S9.1.2", [6, 6, 6]), blue=at("S7.1.1", [1, 1, 5]))
    state.play(drive(1, "S8.1"))
    assert state.view(1)["chariots"]["red"]["hand_without"] == [1, 2, 3, 4, 5]
    assert chariot(state.redeal(1, 9), "red")["hand"] == [6, 6, 6]


@pytest.mark.clause("AVE-T6", "AVE-C3")
@EVERY_GAME
def test_what_is_known_of_a_hand_is_true(game) -> None:
    known = 0
    for seed in range(4):
        for state in walk(game, 20 + seed):
            for part in state.position()["chariots"].values():
                if part.get("limited"):
                    known += 1
                    others = [card for card in part["hand"] if card not in part["excluded"]]
                    assert len(others) >= part["limited"]
    assert known > 0


@pytest.mark.clause("AVE-T1", "AVE-S2")
def test_which_card_was_drawn_is_told_to_its_player_alone() -> None:
    state = setting("red", red=at("S5.1.1", [1, 3, 5]), blue=at("S4.1.1", [1, 2, 3]))
    before = Counter(chariot(state, "red")["hand"])
    (event,) = (event for event in state.play(drive(5, "S9.1.1")) if event.kind == "drew")
    (card,) = Counter(chariot(state, "red")["hand"]) - (before - Counter([5]))
    assert event.seen_by("red").data["card"] == card
    for other in ("blue", None):
        assert event.seen_by(other).data["card"] == HIDDEN
        assert event.seen_by(other).text == "Red draws a card"


@pytest.mark.clause("AVE-S2", "AVE-T1")
def test_the_others_cannot_tell_two_drawn_cards_apart() -> None:
    def story(state: State, viewer: int | None) -> str:
        seat = None if viewer is None else state.game.seats[viewer]
        events = [event.seen_by(seat) for event in state.play(drive(5, "S9.1.1"))]
        return json.dumps([state.view(viewer), [event.shown for event in events]])

    for viewer in (1, None):
        told, drawn = set(), set()
        for seed in range(12):
            state = setting(
                "red", seed=seed, starter="red",
                red=at("S5.1.1", [1, 3, 5], grid=1), blue=at("S4.1.1", [1, 2, 3], grid=2),
            )  # fmt: skip
            told.add(story(state, viewer))
            drawn.add(tuple(chariot(state, "red")["hand"]))
        assert len(drawn) > 2
        assert len(told) == 1


@pytest.mark.clause("AVE-T5")
@EVERY_GAME
def test_legal_moves_are_shown_to_the_player_to_move_alone(game) -> None:
    for state in positions(game, 6):
        for viewer in (*range(len(game.seats)), None):
            shown = [move["text"] for move in state.view(viewer)["legal"]]
            mine = viewer is not None and viewer == state.to_move
            assert shown == ([move.text for move in state.legal] if mine else [])
