"""Where one race ends and another begins: nothing of the old one is left but the score."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from quadriga import State
from quadriga.games.avecaesar.race import draw_for_start

from .chances import law
from .table import at, chariot, drive, happened, race, setting
from .test_sixes import jam_for_good


def is_read_back(state: State) -> bool:
    """Tell whether a position holds all that there is: what a state keeps besides would be noticed some time."""
    return state == state.game.from_position(state.position())


def last_one_home(**options: Any) -> State:
    """Have red home and blue before the line, of whose cards a skip has told something; two uncrewed are on their way."""
    uncrewed = {"uncrewed 1": {"space": "S5.1.1", "crossings": 3}, "uncrewed 2": {"space": "K.2", "crossings": 3}}
    return race(2, uncrewed=2, **options).from_position(
        {
            "turn": "blue", "starter": "red", "opened": True, "arrived": True, "placed": 1, "departed": 1,
            "laurels": {"red": 6}, "places": {"red": [1, 0, 0, 0, 0, 0]}, "won_from": [1, 0, 0, 0, 0, 0],
            "chariots": {
                "red": {"status": "finished", "crossings": 4, "paid": True, "place": 1, "left": 1, "hand": [1, 2]},
                "blue": at("S15.1.3", [2, 6, 6], 3, paid=True, limited=3, excluded=[1]), **uncrewed,
            },
        }
    )  # fmt: skip


# --- the end


@pytest.mark.clause("AVE-F1", "AVE-T7")
def test_who_has_finished_draws_no_card() -> None:
    state = last_one_home()
    assert "drew" not in [kind for kind, _ in happened(state, "2 over the line")]
    assert chariot(state, "blue")["hand"] == [6, 6]


@pytest.mark.clause("AVE-F1", "AVE-F2")
def test_only_the_winner_has_won_from_a_place_of_the_grid() -> None:
    state = last_one_home()
    state.play("2 over the line")
    assert chariot(state, "blue")["place"] == 2
    assert state.position()["won_from"] == [1, 0, 0, 0, 0, 0]


@pytest.mark.clause("AVE-L8", "AVE-L9")
@pytest.mark.parametrize("tournament", [False, True])
def test_after_a_jam_for_good_nobody_is_left_on_the_track_and_nobody_must_play_a_six(tournament: bool) -> None:
    state = jam_for_good(tournament=tournament)
    state.play(drive(1, "S4.1", "two-necks"))
    assert not state.view()["must_play_six"]
    assert is_read_back(state)


# --- the next beginning


@pytest.mark.clause("AVE-R5", "AVE-S4", "AVE-R1", "AVE-S1")
def test_the_next_race_begins_as_the_first_did() -> None:
    state = last_one_home(tournament=True)
    state.play("2 over the line")
    assert state.position()["race"] == 1
    first = race(2, uncrewed=2, tournament=True).new(0).position()
    for name, part in state.position()["chariots"].items():
        fresh = first["chariots"][name]
        assert fresh["left"] == 0, "nobody has left the track yet"
        assert part.keys() == fresh.keys()
        for field in set(part) - {"space", "grid", "hand"}:
            assert part[field] == fresh[field], (name, field)
    assert is_read_back(state)


# --- the draw for the first start


def starters(decks: list[list[int]], tied: frozenset[int]) -> dict[int, Fraction]:
    """Turn cards up in every way: the highest starts, those who are level turn on, and chance decides if none is left."""
    if len(tied) == 1 or not decks[min(tied)]:
        return {p: Fraction(1, len(tied)) for p in tied}
    found: dict[int, Fraction] = {}

    def turn(players: list[int], turned: dict[int, int], left: list[list[int]], chance: Fraction) -> None:
        if not players:
            best = max(turned.values())
            for p, part in starters(left, frozenset(q for q in turned if turned[q] == best)).items():
                found[p] = found.get(p, Fraction(0)) + chance * part
            return
        p = players[0]
        for k, card in enumerate(left[p]):
            rest = [*left[:p], left[p][:k] + left[p][k + 1 :], *left[p + 1 :]]
            turn(players[1:], {**turned, p: card}, rest, chance / len(left[p]))

    turn(sorted(tied), {}, decks, Fraction(1))
    return found


@pytest.mark.clause("AVE-S1")
@pytest.mark.parametrize(
    "decks",
    [
        [[4], [6], [5]],
        [[1], [1]],
        [[5], [5], [3]],
        [[3], [5], [5]],
        [[5], [3], [5]],
        [[6], [6], [6]],
        [[2], [6], [1], [6], [6], [6]],
        [[1, 2], [2, 1]],
        [[3, 6], [5, 3], [6, 6]],
    ],
    ids=str,
)
def test_ties_turn_on_among_themselves_and_chance_decides_when_every_card_is_turned(
    decks: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here with decks so small that it comes to that."""
    fresh = race(len(decks)).new(0)

    def draw() -> int:
        s = fresh.copy().s
        for p, deck in enumerate(decks):
            for card in range(1, 7):
                s.deck[p, card] = deck.count(card)
        return draw_for_start(s)

    assert law(monkeypatch, draw) == starters(decks, frozenset(range(len(decks))))


# --- positions


@pytest.mark.clause("AVE-T6")
@pytest.mark.parametrize(
    ("limited", "excluded", "known"),
    [(3, [6], True), (2, [1], True), (3, [1], False), (1, [1, 2, 3], False), (2, [2, 3], False)],
)
def test_a_position_in_which_more_is_known_of_a_hand_than_is_true_is_refused(
    limited: int, excluded: list[int], known: bool
) -> None:
    from quadriga import PositionError

    def hand() -> State:
        blue = at("S9.1.1", [1, 2, 3], limited=limited, excluded=excluded)
        return setting("red", red=at("S5.1.1", [1, 2, 3]), blue=blue)

    if known:
        assert is_read_back(hand())
    else:
        with pytest.raises(PositionError, match="limited: more is known than is there"):
            hand()
