"""What a new deal makes: every world that a seat can think of, each as likely as it is for all that the seat knows.

The chances are exact: `chances.law` lets every roll fall every way. What they should be is counted here, over all rows of
cards that have not been played.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from quadriga import PositionError, State
from quadriga.games.avecaesar.invariants import broken
from quadriga.games.avecaesar.redeal import redeal

from .chances import law
from .table import DECK, Reading, at, chariot, race, setting, spent
from .test_driving import crowd

Law = dict[Any, Fraction]


def worlds(monkeypatch: pytest.MonkeyPatch, state: State, seat: int | None) -> Law:
    """Deal a position anew in every way; give the chance of the hands, by chariot, and of the votes."""

    def deal() -> Any:
        dealt = state.copy()
        redeal(dealt.s, -1 if seat is None else seat)
        position = dealt.position()
        assert dealt == state.game.from_position(position), "nothing is dealt anew that a position does not show"
        hands = [tuple(part["hand"]) for part in position["chariots"].values()]
        return (*hands, *position.get("votes", ()))

    return law(monkeypatch, deal)


def rows(part: dict[str, Any]) -> list[tuple[int, ...]]:
    """List the rows of unplayed cards that a hand may be: the first ones, as many as are limited, none of the excluded."""
    left = [card for card in range(1, 7) for _ in range(4 - part["played"].count(card))]
    limited, excluded = part.get("limited", 0), part.get("excluded", ())
    return [row for row in permutations(left, len(part["hand"])) if not set(row[:limited]) & set(excluded)]


def evenly(results: Any) -> Law:
    """Give each of some results the same chance."""
    counts = Counter(results)
    return {result: Fraction(count, counts.total()) for result, count in counts.items()}


def one_by_one(*laws: Law) -> Law:
    """Join what does not depend on each other."""
    joint: Law = {}
    for each in product(*(one.items() for one in laws)):
        chance = Fraction(1)
        for _, part in each:
            chance *= part
        joint[tuple(result for result, _ in each)] = chance
    return joint


def hand(state: State, colour: str) -> Law:
    """Give the chances of a hand of which nothing is known but what skips have told."""
    return evenly(tuple(sorted(row)) for row in rows(chariot(state, colour)))


def playable(state: State, colour: str) -> Law:
    """The same of the chariot whose turn it is: it can play."""
    position, found = state.position(), []
    for row in rows(chariot(state, colour)):
        position["chariots"][colour]["hand"] = list(row)
        if Reading(position).moves(colour):
            found.append(tuple(sorted(row)))
    return evenly(found)


def sure(state: State, colour: str) -> Law:
    """Give what a seat knows for certain, its own hand."""
    return {tuple(chariot(state, colour)["hand"]): Fraction(1)}


# --- hands


@pytest.mark.clause("AVE-S2", "AVE-T6")
@pytest.mark.parametrize(
    ("limited", "excluded"), [(0, []), (1, [6]), (2, [6]), (2, [2, 6]), (3, [1])], ids=lambda known: str(known)
)
def test_a_hidden_hand_is_any_that_agrees_with_what_skips_have_told(
    limited: int, excluded: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blue stands beside red, who is to move and holds what it likes."""
    known = {"limited": limited, "excluded": excluded} if limited else {}
    blue = at("S5.2.1", [2, 4, 6] if limited < 2 else [1, 4, 6] if limited < 3 else [2, 4, 6], **known)
    state = setting("red", red=at("S5.1.1", [1, 6, 6]), blue=blue | {"played": spent(1, 1, 2, 4, 6)})
    assert worlds(monkeypatch, state, 0) == one_by_one(sure(state, "red"), hand(state, "blue"))


@pytest.mark.clause("AVE-T6", "AVE-S2")
@pytest.mark.parametrize(
    ("space", "held", "left", "known"),
    [
        ("S1.1.3", [1, 5], [1, 2, 3, 5], {}),
        ("S1.1.3", [2, 4], [2, 2, 3, 4], {}),
        ("S1.1.3", [2, 3], [2, 3, 5, 6], {"limited": 1, "excluded": [2]}),
        ("S1.1.3", [1], [1, 2, 6], {}),
        ("S2.1.1", [1, 3, 5], [1, 2, 3, 5], {"limited": 2, "excluded": [1, 2]}),
    ],
)
@pytest.mark.parametrize("seat", [0, None])
def test_the_hand_of_the_chariot_to_move_is_any_that_can_play(
    space: str, held: list[int], left: list[int], known: dict[str, Any], seat: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Red stands on the neck, three or two steps ahead: a higher card than a 2 or a 1 cannot be driven in full."""
    red = at("S3.1", [1], played=spent(1))
    state = setting("blue", red=red, blue=at(space, held, played=spent(*left), **known))
    assert playable(state, "blue").keys() < hand(state, "blue").keys()
    assert worlds(monkeypatch, state, seat) == one_by_one(sure(state, "red"), playable(state, "blue"))


@pytest.mark.clause("AVE-L5", "AVE-S2")
@pytest.mark.parametrize("seat", [0, 2, None])
def test_beside_a_leader_who_can_play_only_a_six_there_are_only_sixes_and_elsewhere_is_anything(
    seat: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red has nothing but sixes left. Green is far behind; yellow has finished, from the space where blue stands now."""
    state = setting(
        "red", arrived=False,
        red=at("S5.1.1", [6, 6], played=spent(6, 6)),
        blue=at("S5.2.1", [6, 6], played=spent(2, 6, 6)),
        green=at("S14.2.1", [1], 0, played=spent(1, 3, 6)),
        yellow=at("S5.2.1", [2], 0, played=spent(2, 6), status="removed"),
    )  # fmt: skip
    assert [move.parts["card"] for move in state.legal] == ["6"] * len(state.legal)
    green = sure(state, "green") if seat == 2 else hand(state, "green")
    assert worlds(monkeypatch, state, seat) == one_by_one(
        sure(state, "red"), sure(state, "blue"), green, hand(state, "yellow")
    )


@pytest.mark.clause("AVE-L5", "AVE-O5", "AVE-S2")
def test_in_teams_too_there_are_only_sixes_beside_such_a_leader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red 1 leads beside blue 2; each has but one card, and the others are far behind."""
    chariots = {
        "red 1": at("S5.1.1", [6], played=spent(6)), "blue 1": at("S15.1.1", [3], 0, played=spent(3, 5)),
        "red 2": at("S15.2.1", [4], 0, played=spent(4, 4, 2)), "blue 2": at("S5.2.1", [6], played=spent(1, 6)),
    }  # fmt: skip
    state = race(2, chariots=2).from_position({"turn": "red 1", "opened": True, "chariots": chariots})
    leader, beside = sure(state, "red 1"), sure(state, "blue 2")
    mine, others = sure(state, "red 2"), hand(state, "blue 1")
    assert worlds(monkeypatch, state, 0) == one_by_one(leader, others, mine, beside)
    assert worlds(monkeypatch, state, None) == one_by_one(leader, others, hand(state, "red 2"), beside)


@pytest.mark.clause("AVE-T6", "AVE-L4", "AVE-L5", "AVE-C3")
def test_in_crowds_with_few_cards_left_the_chariot_to_move_can_play_in_every_new_deal() -> None:
    chooser, sixes = random.Random(3), 0
    for _ in range(30):
        options, given = crowd(chooser)
        for part in given["chariots"].values():
            others = list((Counter(DECK) - Counter(part["hand"])).elements())
            part["played"] = chooser.sample(others, len(others) - chooser.randint(0, 3))
        with suppress(PositionError):  # the chariot to move cannot play
            state = race(**options).from_position(given)
            sixes += set(given["chariots"][given["turn"]]["hand"]) == {6}
            for seat in (*range(options["players"]), None):
                dealt = state.redeal(seat, 1)
                assert dealt.legal and broken(dealt.s) == 0, (options, given, seat)
    assert sixes > 1


# --- votes


@pytest.mark.clause("AVE-O2", "AVE-S2")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_the_others_may_have_voted_for_anything(seat: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red stands beside the uncrewed chariot."""
    chariots = {
        "red": at("S2.2.1", [1], played=spent(1, 6)), "blue": at("S9.1.1", [1], played=spent(1)),
        "green": at("S9.2.1", [1], played=spent(1)), "uncrewed 1": {"space": "S2.1.1", "crossings": 1, "played": [1]},
    }  # fmt: skip
    state = race(3, uncrewed=1).from_position(
        {"stage": "vote", "card": 1, "turn": "uncrewed 1", "starter": "red", "votes": ["S2.1.2", "abstain"],
         "opened": True, "chariots": chariots}
    )  # fmt: skip
    offered = evenly(["S2.1.2", "S2.2.2", "abstain"])
    assert {move.text for move in state.legal} == {"1 to 11", "1 to 13", "abstain"}
    red, blue = {"S2.1.2": Fraction(1)} if seat == 0 else offered, {"abstain": Fraction(1)} if seat == 1 else offered
    hands = [sure(state, "red") if seat == 0 else hand(state, "red"), sure(state, "blue"), sure(state, "green")]
    assert worlds(monkeypatch, state, seat) == one_by_one(*hands, {(): Fraction(1)}, red, blue)
