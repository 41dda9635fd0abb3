"""What holds in every turn of random games."""

from collections.abc import Iterator

import pytest

from quadriga import Event, State

from ...conftest import walk
from .table import BUSTS, GAME, GROUPS, SEATS, SIZES

SEEDS = range(6)
INFLUENCE = ("philosopher", "1", "2", "3", "4", "5")


def influence(side: dict) -> int:
    return sum(card in INFLUENCE for card in side["hand"])


def turn_starts(seed: int) -> Iterator[State]:
    """Yield the states in which a turn begins with its influence cards due."""
    turn = 0
    for state in walk(GAME, seed):
        shown = state.view()
        if shown["turn"] > turn and shown["stage"] == "turn":
            turn = shown["turn"]
            yield state


def turns(seed: int) -> Iterator[list[Event]]:
    """Yield the events of every turn of a random game."""
    *_, last = walk(GAME, seed)
    state = GAME.new(seed)
    events: list[Event] = []
    for move in last.history:
        for event in state.play(move):
            if event.kind in ("turn", "ended"):
                yield events
                events = []
            events.append(event)


@pytest.mark.clause("CC24-T3", "CC24-T4")
@pytest.mark.parametrize("seed", SEEDS)
def test_no_side_ever_has_more_than_five_cards_at_a_group_or_any_at_a_finished_one(seed: int) -> None:
    for state in walk(GAME, seed):
        left = state.view()["patricians"]
        for name in SEATS:
            for group in GROUPS:
                assert len(state.position()[name]["table"].get(group, [])) <= (5 if left[group] else 0)


@pytest.mark.clause("CC24-T10", "CC24-T11")
@pytest.mark.parametrize("seed", SEEDS)
def test_after_a_turn_the_hand_is_full_or_the_piles_are_empty_and_it_holds_an_influence_card(seed: int) -> None:
    for state in turn_starts(seed):
        if state.view()["turn"] == 1:
            continue
        side = state.position()[SEATS[1 - state.to_move]]
        assert len(side["hand"]) == 6 or not side["pile"] + side["action_pile"]
        assert influence(side) or not side["pile"]


@pytest.mark.clause("CC24-T8", "CC24-V6")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_black_bust_is_always_in_the_bag_and_busts_of_finished_groups_are_gone(seed: int) -> None:
    for state in walk(GAME, seed):
        votes, left = state.view()["votes"], state.view()["patricians"]
        assert "black" in votes["left"]
        assert sorted(votes["left"] + votes["out"]) == sorted(bust for bust in BUSTS if left.get(bust, 1))


@pytest.mark.clause("CC24-T1", "CC24-T2", "CC24-A1", "CC24-V5")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_turn_is_influence_cards_with_one_action_card_beside_then_votes_bust_and_refill(seed: int) -> None:
    _, *played = turns(seed)
    assert len(played) > 10
    for number, events in enumerate(played, 1):
        names = [event.kind for event in events]
        first_vote = next((i for i, name in enumerate(names) if name in ("vote", "tie", "called")), len(names))
        by_hand = [name for name in names[:first_vote] if name in ("named", "placed", "placed-up")]
        assert not [name for name in names[first_vote:] if name in ("named", "placed", "placed-up")]
        assert by_hand.count("named") <= 1
        laid = [name for name in by_hand if name != "named"]
        assert laid.count("placed") <= 1
        assert laid.count("placed-up") <= 1
        assert by_hand[1:2] != ["named"] or len(by_hand) == 2
        assert names.count("called") <= (number > 1)
        if "called" in names:
            refill = names[names.index("called") :]
            assert not [
                name for name in names[: names.index("called")] if name.startswith("drew") and "vetoed" not in names
            ]
            votes = [name for name in refill if name in ("vote", "tie")]
            assert len(votes) == (events[names.index("called")].data["call"] in GROUPS)


@pytest.mark.clause("CC24-E1")
def test_nothing_happens_after_the_last_patrician() -> None:
    ended = 0
    for seed in range(20):
        *_, last = walk(GAME, seed)
        if sum(last.view()["patricians"].values()):
            continue
        state = GAME.new(seed)
        for move in last.history:
            events = state.play(move)
        names = [event.kind for event in events]
        after = names[len(names) - 1 - names[::-1].index("vote") :]
        assert not {"called", "drew", "drew-action", "turn"} & set(after)
        assert names[-1] == "ended"
        ended += 1
    assert ended > 5
    assert sum(SIZES.values()) == 21
