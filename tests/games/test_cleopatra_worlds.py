"""A new deal makes exactly the worlds that agree with what a seat saw, each as often as it should.

In small positions all worlds are counted: those that a new deal makes, with their exact probabilities, those that agree
with what is noted as known, and those that an observer with a perfect memory cannot exclude.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import perm
from typing import Any

import pytest

import quadriga
from quadriga import State
from quadriga.games.cleopatra import redeal as dealing
from quadriga.games.cleopatra.material import CLASSIC, RENEWED

from .observer import Observer, deals, law_of_influence, law_of_what_is_known, spread, world_of

OLD = quadriga.load("caesar-cleopatra-1997", action_pile="shuffled")
NEW = quadriga.load("caesar-cleopatra-2024")
OPPONENT, SPECTATOR = 1, None
VIEWERS = (OPPONENT, SPECTATOR)
EDITIONS = {OLD: CLASSIC, NEW: RENEWED}


def cards(text: str) -> list[str]:
    """Read `3 (2) (1 opening)`."""
    return re.findall(r"\([^)]*\)|\w+", text)


def cleopatra(hand: str, pile: str, table: dict[str, str], known: dict[str, str]) -> dict[str, Any]:
    """Write Cleopatra's side; all cards that are not named are discarded, for all to see."""
    return {
        "hand": cards(hand),
        "pile": cards(pile),
        "action_pile": [],
        "table": {group: cards(row) for group, row in table.items()},
        "known": {name: cards(row) for name, row in known.items()},
    }


def turn(game: quadriga.Game, side: dict[str, Any], caesar: str = "", **parts: Any) -> State:
    """Set up a turn of Caesar's, who has nothing to hide: a 1 is his only influence card, he has these action cards."""
    other = {"hand": ["1", *cards(caesar)], "pile": [], "action_pile": []}
    position = {"stage": "turn", "active": "caesar", "votes": {"left": EDITIONS[game].calls[-1:]}, **parts}
    return game.from_position({**position, "cleopatra": side, "caesar": other})


# --- what is known, and the law of a new deal

KNOWN = {
    "the hand has no room for another card": cleopatra(
        "2", "5", {"aediles": "(1 opening)", "praetors": "(4 castled)"},
        {"opening": "1", "perhaps_opening": "3", "all": "2 4", "hand": "2 4"},
    ),
    "the hand and a card laid from it have no room for another card": cleopatra(
        "2", "3", {"aediles": "(1 opening)", "praetors": "(5 castled)", "censors": "(4)"},
        {"opening": "1", "perhaps_opening": "3", "all": "4", "hand": "2 4 5"},
    ),
    "what was laid before the spy came has no room for another card": cleopatra(
        "5", "3", {"aediles": "(1 opening)", "praetors": "(4 castled old)", "censors": "(2 old)"},
        {"opening": "1", "perhaps_opening": "3", "all": "2", "before": "2 4"},
    ),
    "two cards castled before the spy came have no room for another card": cleopatra(
        "5", "3", {"aediles": "(1 opening)", "praetors": "(4 castled old) (2 castled old)"},
        {"opening": "1", "perhaps_opening": "3", "all": "2 4", "before": "2 4"},
    ),
    "no card is left that could be the opening card": cleopatra(
        "2", "5", {"aediles": "(1 opening)", "praetors": "(4 castled)"}, {"opening": "1", "perhaps_opening": "3"}
    ),
    "the only card that could be the opening card was castled face up": cleopatra(
        "2", "5", {"aediles": "(1 opening)", "praetors": "(3 castled) (4 castled)"},
        {"opening": "1", "perhaps_opening": "3", "castled": "3"},
    ),
    "the card that was shown may have come from the hand": cleopatra(
        "2", "5", {"aediles": "(3 opening)", "praetors": "(1 castled)"},
        {"opening": "1", "perhaps_opening": "3", "all": "2 3", "hand": "2 3"},
    ),
    "the card that was shown may have been laid before the spy came": cleopatra(
        "3", "3 5", {"aediles": "(3 opening)", "praetors": "(1 castled old)", "censors": "(2 old)"},
        {"opening": "1", "perhaps_opening": "3", "all": "3", "hand": "3", "before": "3"},
    ),
    "one of two equal cards in the hand may have been shown": cleopatra(
        "3", "3 5", {"aediles": "(3 opening)", "praetors": "(1 castled)", "censors": "(3)"},
        {"opening": "1", "perhaps_opening": "3", "all": "3 3", "hand": "3 3"},
    ),
    "the only hidden opening card was castled": cleopatra(
        "2", "5", {"praetors": "(1 castled) (4 castled)"}, {"opening": "1", "all": "4", "hand": "4"}
    ),
    "one of three opening cards was castled": cleopatra(
        "4", "5", {"aediles": "(1 opening)", "praetors": "(2 castled) (3 castled)", "censors": "(4 opening)"},
        {"opening": "1 2 4", "all": "3"},
    ),
    "some of it was castled face up": cleopatra(
        "3", "3 3", {"praetors": "(2 castled) (3 castled)", "quaestors": "(5 castled)", "censors": "(1)"},
        {"castled": "2 5", "all": "1 3", "hand": "3"},
    ),
}  # fmt: skip


@pytest.mark.clause("CC97-I1", "CC97-A3", "CC97-A12", "CC24-I1", "CC24-A9")
@pytest.mark.parametrize("side", KNOWN.values(), ids=KNOWN)
def test_each_deal_of_the_unseen_cards_that_agrees_with_what_is_known_is_as_probable_as_another(
    side: dict[str, Any],
) -> None:
    for game in (OLD, NEW):
        state = turn(game, side)
        for viewer in VIEWERS:
            expected = law_of_what_is_known(state.s, 0, viewer == OPPONENT)
            assert law_of_influence(state, viewer, 0) == expected
            assert sum(expected.values()) == 1


@pytest.mark.clause("CC97-A12", "CC24-A9")
@pytest.mark.parametrize("lifted", ["4", "4 5", "2 4 5"])
def test_a_new_deal_in_the_middle_of_a_castling_leaves_the_known_cards_in_the_air(lifted: str) -> None:
    for game in (OLD, NEW):
        side = cleopatra("3", "", {"censors": "(1)"}, {"castled": "4", "hand": "3", "all": "3"})
        named = {"stage": "castle", "active": "cleopatra", "named": "castle praetors and quaestors"}
        state = turn(game, side, lifted=cards(lifted), acted=True, **named)
        for viewer in VIEWERS:
            law = law_of_influence(state, viewer, 0)
            assert law == law_of_what_is_known(state.s, 0, viewer == OPPONENT)
            assert all(4 in air and len(air) == len(cards(lifted)) for _, air, _ in law)


# --- what an observer concludes


def watch(state: State, *moves: str) -> None:
    """Play; after each move a new deal makes exactly the worlds that an observer with a perfect memory thinks of."""
    groups = EDITIONS[state.game].groups
    observers = {}
    for viewer in VIEWERS:
        up = [Counter({v: int(state.s.up[0, g, v]) for v in range(6)}) for g in range(5)]
        worlds = set(law_of_what_is_known(state.s, 0, viewer == OPPONENT))
        observers[viewer] = Observer(0, viewer == OPPONENT, groups, worlds, up)
    for move in moves:
        events = state.play(move)
        for viewer, observer in observers.items():
            observer.follow(events, state)
            law = law_of_influence(state, viewer, 0)
            assert set(law) == observer.worlds
            assert law == law_of_what_is_known(state.s, 0, viewer == OPPONENT)
            assert_is_undecided(state, viewer, observer)


def assert_is_undecided(state: State, viewer: int | None, observer: Observer) -> None:
    """Where an opening card perhaps lies, there are worlds in which it does and worlds in which it does not."""
    known = state.view(viewer)["sides"]["cleopatra"]["known"]
    places = [g for g in range(5) if state.s.origin[0, g, 0] == 1]
    laid = [{rows[g][0] for g in places} for _, _, rows in observer.worlds]
    for card in known.get("perhaps_opening", ()):
        assert {int(card) in each for each in laid} == {True, False}


SHOWN = {
    "a card laid from the hand": (
        cleopatra("4", "2 5", {"praetors": "(2)", "censors": "(5)"}, {"all": "2", "hand": "2"}), "scout praetors",
    ),
    "a card laid from the hand, equal to one that was castled face up": (
        cleopatra(
            "4", "2 5", {"praetors": "(2)", "censors": "(2 castled) (5 castled)"},
            {"castled": "2", "all": "2", "hand": "2"},
        ),
        "scout praetors",
    ),
    "a card laid before the spy came": (
        cleopatra("2", "2 5", {"praetors": "(2 old)", "censors": "(5 old)"}, {"all": "2", "before": "2", "hand": "2"}),
        "scout praetors",
    ),
    "an opening card": (
        cleopatra("4", "2 5", {"praetors": "(2 opening)", "censors": "(4 opening)"}, {"all": "4", "hand": "4"}),
        "scout praetors",
    ),
    "an opening card of a value that a castled card has shown before": (
        cleopatra(
            "2", "3 5", {"aediles": "(3 opening)", "praetors": "(1 castled)"},
            {"opening": "1", "perhaps_opening": "3", "all": "3", "hand": "3"},
        ),
        "scout aediles",
    ),
    "an opening card of a value that was shown by a card castled before the spy came": (
        cleopatra(
            "3", "3 5", {"aediles": "(3 opening)", "praetors": "(1 castled old)", "censors": "(2 old)"},
            {"opening": "1", "perhaps_opening": "3", "all": "3", "hand": "3", "before": "3"},
        ),
        "scout aediles",
    ),
    "a castled card that had lain face up": (
        cleopatra(
            "2", "2 5", {"praetors": "(2 castled)", "censors": "(5 castled)"}, {"castled": "2", "all": "2", "hand": "2"}
        ),
        "scout praetors",
    ),
    "a castled card from the hand": (
        cleopatra("4", "2 5", {"praetors": "(2 castled)", "censors": "(5 castled)"}, {"all": "2", "hand": "2 4"}),
        "scout praetors",
    ),
    "a card castled before the spy came": (
        cleopatra(
            "2", "2 5", {"praetors": "(2 castled old)", "censors": "(5 castled old)"},
            {"all": "2", "before": "2", "hand": "2"},
        ),
        "scout praetors",
    ),
    "a castled card that may be an opening card": (
        cleopatra(
            "2", "2 5", {"praetors": "(2 castled)", "quaestors": "(5 castled)", "censors": "(1 opening)"},
            {"opening": "1 2", "all": "2", "hand": "2"},
        ),
        "scout praetors",
    ),
    "the value of an opening card by a castled one, though no opening card was castled": (
        cleopatra(
            "4", "2 5", {"praetors": "(2 castled)", "quaestors": "(2 opening)", "censors": "(1 opening)"},
            {"opening": "1 2", "all": "2", "hand": "2"},
        ),
        "scout praetors",
    ),
    "the last castled card, so that the opening card is among those shown": (
        cleopatra(
            "2", "3 5", {"aediles": "(1 opening)", "praetors": "(4 castled)"},
            {"opening": "1", "perhaps_opening": "3"},
        ),
        "scout praetors",
    ),
    "the last opening card that lay where it was laid": (
        cleopatra(
            "2", "3 5", {"aediles": "(1 opening)", "praetors": "(4 castled)"},
            {"opening": "1", "perhaps_opening": "3"},
        ),
        "scout aediles",
    ),
    "the last castled card but one that had lain face up": (
        cleopatra(
            "2", "3 5", {"aediles": "(1 opening)", "praetors": "(4 castled)", "censors": "(5 castled)"},
            {"opening": "1", "perhaps_opening": "3", "castled": "5"},
        ),
        "scout praetors",
    ),
    "a castled card while another castled card is still hidden": (
        cleopatra(
            "2", "3 5", {"aediles": "(1 opening)", "praetors": "(4 castled)", "censors": "(5 castled)"},
            {"opening": "1", "perhaps_opening": "3"},
        ),
        "scout praetors",
    ),
    "a card castled before the spy came while another one is still hidden": (
        cleopatra(
            "2", "3 5", {"aediles": "(1 opening)", "praetors": "(4 castled old)", "censors": "(5 castled old)"},
            {"opening": "1", "perhaps_opening": "3"},
        ),
        "scout praetors",
    ),
}  # fmt: skip


@pytest.mark.clause("CC97-A5", "CC97-A12", "CC24-A3", "CC24-A9")
@pytest.mark.parametrize(("side", "move"), SHOWN.values(), ids=SHOWN)
def test_when_a_card_is_shown_exactly_the_worlds_with_it_there_remain(side: dict[str, Any], move: str) -> None:
    for game in (OLD, NEW):
        watch(turn(game, side, "scout"), move)


PLAYED = {
    "a card is laid face down": (
        OLD, cleopatra("2 4", "4 5", {"censors": "(5)"}, {"all": "2", "hand": "2 4"}), ("4 face down at censors",),
    ),
    "a card is laid face up and one face down": (
        NEW, cleopatra("2 4", "4 5", {"censors": "(5)"}, {"all": "2", "hand": "2 4"}),
        ("4 face up at praetors", "2 face down at censors"),
    ),
    "a card is exchanged": (
        OLD, cleopatra("2 4", "4 5", {"censors": "(5)"}, {"all": "4", "hand": "2 4"}), ("discard 4",),
    ),
}  # fmt: skip


@pytest.mark.clause("CC97-T3", "CC97-T11", "CC24-T2")
@pytest.mark.parametrize(("game", "side", "moves"), PLAYED.values(), ids=PLAYED)
def test_of_a_card_that_leaves_the_hand_others_know_what_they_see(
    game: quadriga.Game, side: dict[str, Any], moves: tuple[str, ...]
) -> None:
    watch(turn(game, side, active="cleopatra"), *moves)


@pytest.mark.clause("CC24-A2", "CC24-A4")
@pytest.mark.parametrize(
    ("action", "move"),
    [("assassination", f"assassinate face-down {place} at praetors") for place in (1, 2, 3)]
    + [("wrath", "wrath at praetors")],
)
def test_whoever_is_removed_is_shown(action: str, move: str) -> None:
    table = {"praetors": "(1 opening) 5 (4) (2)", "censors": "(2 opening)"}
    watch(turn(NEW, cleopatra("3", "4", table, {"all": "2", "hand": "2 4"}), action), move)


SPIED = {
    "a hand": cleopatra("2 4", "2 5", {"praetors": "(5)"}, {"all": "2"}),
    "less than was known of hand and table": cleopatra(
        "4", "2 5", {"praetors": "(2)", "censors": "(5)"}, {"all": "2", "hand": "2 4"}
    ),
    "a hand without a card that was known": cleopatra(
        "4", "2 5", {"praetors": "(2 old)", "censors": "(5 old)"}, {"all": "2", "before": "2", "hand": "4"}
    ),
    "a hand beside castled cards": cleopatra(
        "4", "2 4 5", {"praetors": "(2 castled)", "censors": "(5 castled)"}, {"all": "4 2", "hand": "2 4"}
    ),
    "a hand beside castled and opening cards": cleopatra(
        "4", "2 4 5", {"praetors": "(2 castled) (5 castled)", "censors": "(1 opening)"},
        {"opening": "1 2", "all": "4", "hand": "4"},
    ),
}  # fmt: skip


@pytest.mark.clause("CC97-A3")
@pytest.mark.parametrize("side", SPIED.values(), ids=SPIED)
def test_a_spy_shows_the_hand_and_with_it_what_must_lie_on_the_table(side: dict[str, Any]) -> None:
    watch(turn(OLD, side, "spy"), "spy", f"discard {side['hand'][0]}")


CASTLED = {
    "a card from the hand": (
        cleopatra("5 castling", "4", {"praetors": "(2)", "censors": "(4)"}, {"all": "2", "hand": "2 5"}),
        ("castle praetors and quaestors", "2 face down at quaestors"),
    ),
    "a face-up card and one from the hand": (
        cleopatra("5 castling", "4 5", {"praetors": "(2) 3", "censors": "(4)"}, {"all": "2", "hand": "2"}),
        ("castle praetors and quaestors", "2 face down at quaestors", "3 face down at praetors"),
    ),
    "one of two opening cards and a card from the hand": (
        cleopatra("5 castling", "2", {"praetors": "(1 opening)", "quaestors": "(4)", "censors": "(2 opening)"}, {}),
        ("castle praetors and quaestors", "1 face down at quaestors", "4 face down at praetors"),
    ),
    "castled cards once more, with one of the value of an opening card shown before": (
        cleopatra(
            "5 castling", "3",
            {"aediles": "(1 opening)", "censors": "(2 opening)", "praetors": "(4 castled) (5 castled)"},
            {"opening": "1 2", "perhaps_opening": "3", "all": "4", "hand": "4"},
        ),
        ("castle praetors and quaestors", "4 face down at quaestors", "5 face down at praetors"),
    ),
    "the only opening card and a face-up card": (
        cleopatra("5 castling", "2", {"praetors": "(1 opening) 3", "censors": "(2)"}, {"all": "2", "hand": "2"}),
        ("castle praetors and quaestors", "1 face down at quaestors", "3 face down at praetors"),
    ),
}  # fmt: skip


@pytest.mark.clause("CC97-A4", "CC97-A12", "CC24-A5", "CC24-A9")
@pytest.mark.parametrize(("side", "moves"), CASTLED.values(), ids=CASTLED)
def test_a_castling_mixes_the_cards_it_picks_up_and_no_others(side: dict[str, Any], moves: tuple[str, ...]) -> None:
    for game in (OLD, NEW):
        watch(turn(game, side, active="cleopatra"), *moves)


# --- what a castling makes others forget


FORGOTTEN = {
    "what was laid before the spy came, if such a card is picked up": (
        cleopatra("5 castling", "4", {"praetors": "(2 old)", "censors": "(4 old)"}, {"hand": "5", "before": "2 4"}),
        {"quaestors": "(2 castled)", "censors": "(4)"}, {"hand": "2 4 5"},
    ),
    "what was laid before the spy came, if a card laid since then is picked up": (
        cleopatra("5 castling", "4", {"praetors": "(2)", "censors": "(4 old)"}, {"hand": "5", "before": "4"}),
        {"quaestors": "(2 castled)", "censors": "(4)"}, {"hand": "4 5"},
    ),
    "what was castled before the spy came": (
        cleopatra("5 castling", "4", {"praetors": "2", "censors": "(4 castled old)"}, {"hand": "5", "before": "4"}),
        {"quaestors": "(2 castled)", "censors": "(4 castled)"}, {"hand": "4 5", "castled": "2"},
    ),
    "nothing, if only an opening card is picked up": (
        cleopatra(
            "5 castling", "4", {"praetors": "(2 opening)", "censors": "(4 old)", "aediles": "(3)"},
            {"hand": "3 5", "before": "4"},
        ),
        {"quaestors": "(2 castled)", "censors": "(4 old)", "aediles": "(3)"},
        {"hand": "3 5", "before": "4", "castled": "2"},
    ),
    "that a card was in the hand which may have been shown instead of the opening card": (
        cleopatra(
            "3 castling", "4", {"praetors": "(2 opening)", "censors": "(1 opening)", "aediles": "(4 castled)"},
            {"opening": "1 2", "perhaps_opening": "3", "all": "3", "hand": "3 4"},
        ),
        {"quaestors": "(2 castled)", "censors": "(1 opening)", "aediles": "(4 castled)"},
        {"opening": "1 2", "perhaps_opening": "3", "hand": "4"},
    ),
    "no card of the hand, if no opening card is picked up": (
        cleopatra(
            "3 castling", "4", {"praetors": "(2)", "censors": "(1 opening)", "aediles": "(4 castled) (5 castled)"},
            {"opening": "1 5", "perhaps_opening": "3", "all": "3", "hand": "3 4"},
        ),
        {"quaestors": "(2 castled)", "censors": "(1 opening)", "aediles": "(4 castled) (5 castled)"},
        {"opening": "1 5", "perhaps_opening": "3", "all": "3", "hand": "3 4"},
    ),
}  # fmt: skip


@pytest.mark.clause("CC97-A12")
@pytest.mark.parametrize(("side", "table", "known"), FORGOTTEN.values(), ids=FORGOTTEN)
def test_a_castling_after_a_spy_or_after_another_castling_makes_others_forget(
    side: dict[str, Any], table: dict[str, str], known: dict[str, str]
) -> None:
    state = turn(OLD, side, active="cleopatra")
    state.play("castle praetors and quaestors")
    state.play("2 face down at quaestors")
    after = state.position()["cleopatra"]
    assert after["table"] == {group: cards(row) for group, row in table.items()}
    assert after["known"] == {name: cards(row) for name, row in known.items()}
    for viewer in VIEWERS:
        assert law_of_influence(state, viewer, 0) == law_of_what_is_known(state.s, 0, viewer == OPPONENT)


# --- the other parts of a new deal


@pytest.mark.clause("CC97-A12", "CC24-A9")
@pytest.mark.parametrize("game", [OLD, NEW], ids=["1997", "2024"])
def test_a_new_deal_in_the_middle_of_a_castling_does_not_know_where_the_first_cards_went(game: quadriga.Game) -> None:
    side = cleopatra("5 castling", "3", {"praetors": "(1)", "quaestors": "(4) 2"}, {})
    dealt = []
    for group in ("praetors", "quaestors"):
        state = turn(game, side, active="cleopatra")
        state.play("castle praetors and quaestors")
        state.play(f"1 face down at {group}")
        dealt.append([state.redeal(viewer, seed) for viewer in VIEWERS for seed in range(10)])
    assert dealt[0] == dealt[1]
    assert all(len(world.position()["lifted"]) == 3 for world in dealt[0])


@pytest.mark.clause("CC97-S6", "CC24-S2")
@pytest.mark.parametrize("game", [OLD, NEW], ids=["1997", "2024"])
@pytest.mark.parametrize("count", range(5))
def test_while_the_opening_cards_are_laid_they_may_be_any_different_ones(game: quadriga.Game, count: int) -> None:
    state = game.new(1)
    for card, group in zip((5, 3, 1, 4, 2)[:count], EDITIONS[game].groups, strict=False):
        state.play(f"{card} face down at {group}")
    law: Counter[Any] = Counter()
    for dealt, share in deals(state, OPPONENT, (dealing, "redeal_tasks")):
        law[world_of(dealt, 0)] += share
    expected = {}
    for laid in permutations(range(1, 6), count):
        hand = tuple(sorted((Counter((1, 2, 3, 4, 5) * 2) - Counter(laid)).elements()))
        rows = (*((card,) for card in laid), *((),) * (5 - count))
        expected[hand, (), rows] = Fraction(1, perm(5, count))
    assert law == expected


@pytest.mark.clause("CC97-S2", "CC97-S4")
def test_nobody_else_knows_the_order_of_an_arranged_action_pile() -> None:
    state = quadriga.load("caesar-cleopatra-1997").new(1)
    state.play("pick wrath")
    state.play("pick spy")
    law: Counter[Any] = Counter()
    for dealt, share in deals(state, OPPONENT, (dealing, "redeal_tasks")):
        law[dealt.order[0, 0], dealt.order[0, 1]] += share
    pile = Counter(dict(enumerate(CLASSIC.action_cards)))
    expected = {
        (first, second): Fraction(pile[first] * (pile[second] - (first == second)), 13 * 12)
        for first in pile
        for second in pile
    }
    assert law == {order: share for order, share in expected.items() if share}
    while state.position()["stage"] == "arrange":
        state.play(state.legal[0])
    orders = [state.redeal(OPPONENT, seed).position()["cleopatra"]["action_pile"] for seed in range(20)]
    assert len({tuple(order) for order in orders}) > 15
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(state.position()["cleopatra"]["action_pile"]))}


@pytest.mark.clause("CC97-A3", "CC97-I1")
def test_a_spy_sees_the_action_cards_too_and_a_spectator_does_not() -> None:
    side = cleopatra("4", "", {}, {}) | {"hand": ["4", "castling", "scout"], "action_pile": ["wrath", "veto"]}
    state = turn(OLD, side, "spy")
    held = law_of_actions(state)
    assert held[OPPONENT] == held[SPECTATOR] == dict.fromkeys(combinations((2, 3, 4, 5), 2), Fraction(1, 6))
    state.play("spy")
    state.play("allow")
    assert law_of_actions(state)[OPPONENT] == {(2, 3): 1}
    for seed in range(20):
        world = state.redeal(SPECTATOR, seed)
        seen = world.view(OPPONENT)["sides"]["cleopatra"]["known"]
        assert seen["hand_or_laid_from_it"] + seen["hand_actions"] == world.position()["cleopatra"]["hand"]
    state.play("discard 4")
    held = law_of_actions(state)
    assert held[OPPONENT] == {(2, 3): 1}
    assert held[SPECTATOR] == dict.fromkeys(combinations((2, 3, 4, 5), 2), Fraction(1, 6))


def law_of_actions(state: State) -> dict[int | None, dict[tuple[int, ...], Fraction]]:
    """Tell for each viewer how probable each hand of action cards of Cleopatra's is in a new deal."""
    laws = {}
    for viewer in VIEWERS:
        law: Counter[tuple[int, ...]] = Counter()
        for dealt, share in deals(state, viewer, (dealing, "redeal_tasks")):
            law[spread(dealt.actions[0, kind] for kind in range(6))] += share
        laws[viewer] = dict(law)
    return laws


@pytest.mark.clause("CC97-S5", "CC24-S1")
def test_the_secret_task_of_another_may_be_any_that_is_left() -> None:
    """Caesar's bonus is one of six cards, two of each group; his missions are two of eight."""
    side = cleopatra("4", "", {}, {})
    state = turn(OLD, side | {"bonus": "senators"})
    own = int(state.s.bonus[1])
    bonus: Counter[int] = Counter()
    for dealt, share in deals(state, OPPONENT, (dealing, "redeal_influence"), (dealing, "redeal_actions")):
        assert dealt.bonus[1] == own
        bonus[int(dealt.bonus[0])] += share
    assert bonus == {group: Fraction(1 if group == own else 2, 5) for group in (1, 2, 3)}
    state = turn(NEW, side)
    own_missions = [int(state.s.missions[1, i]) for i in range(2)]
    missions: Counter[tuple[int, int]] = Counter()
    for dealt, share in deals(state, OPPONENT, (dealing, "redeal_influence"), (dealing, "redeal_actions")):
        missions[int(dealt.missions[0, 0]), int(dealt.missions[0, 1])] += share
    left = [mission for mission in range(1, 9) if mission not in own_missions]
    assert missions == dict.fromkeys(permutations(left, 2), Fraction(1, 30))
