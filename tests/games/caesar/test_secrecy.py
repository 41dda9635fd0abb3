"""What is hidden: supplies and bags, in view, events and observation."""

import json
import random

import pytest

from quadriga import State
from quadriga.model import HIDDEN

from .table import ALL_MODULES, CLOSE_SYRIA, EVERY_SET, SIDES, caesar, closing_syria, setting


def observed(state: State, seat: int) -> list[int]:
    out = [0] * state.game.definition.rules.OBSERVATION
    state.game.definition.rules.observe(state.s, seat, out)
    return out


def positions(modules, seeds: range, every: int = 3):
    for seed in seeds:
        chooser = random.Random(seed)
        state = caesar(*modules).new(seed)
        number = 0
        while state.to_move is not None:
            if number % every == 0:
                yield state
            number += 1
            state.play(chooser.choice(state.legal))
        yield state


@pytest.mark.clause("ROME-T11", "ROME-S2")
@EVERY_SET
def test_a_supply_is_shown_to_its_player_alone(modules) -> None:
    for state in positions(modules, range(3)):
        for side in SIDES:
            supply = state.position()[side]["supply"]
            for viewer in (0, 1, None):
                own = viewer is not None and SIDES[viewer] == side
                shown = state.view(viewer)["sides"][side]
                assert shown["supply"] == (supply if own else [HIDDEN] * len(supply))
                assert ("known" in shown, "returned" in shown) == (not own, not own)


@pytest.mark.clause("ROME-T11")
@EVERY_SET
def test_a_new_deal_looks_the_same_to_its_seat(modules) -> None:
    for number, state in enumerate(positions(modules, range(4))):
        for viewer in (0, 1, None):
            dealt = state.redeal(viewer, number)
            assert dealt.view(viewer) == state.view(viewer)
            assert dealt.outcome == state.outcome
            assert dealt.legal == state.legal or viewer != state.to_move
            if viewer is not None:
                assert observed(dealt, viewer) == observed(state, viewer)
                assert dealt.position()[SIDES[viewer]] == state.position()[SIDES[viewer]]


@pytest.mark.clause("ROME-T11")
@EVERY_SET
def test_a_new_deal_changes_supply_and_bag_of_the_others_and_nothing_else(modules) -> None:
    changed = 0
    for number, state in enumerate(positions(modules, range(4))):
        for viewer in (0, 1, None):
            before, after = state.position(), state.redeal(viewer, number).position()
            for side in SIDES:
                fields = {field for field in before[side] if before[side][field] != after[side].get(field)}
                assert fields <= ({"supply", "bag"} if viewer is None or SIDES[viewer] != side else set())
                assert sorted(before[side]["supply"] + before[side]["bag"]) == sorted(
                    after[side]["supply"] + after[side]["bag"]
                )
                changed += bool(fields)
                del before[side], after[side]
            del before["seed"], after["seed"]
            assert before == after
    assert changed > 30


@pytest.mark.clause("ROME-T11")
def test_a_new_deal_for_a_spectator_changes_both_supplies() -> None:
    state = caesar().new(3)
    dealt = [state.redeal(None, seed).position() for seed in range(20)]
    for side in SIDES:
        assert len({tuple(position[side]["supply"]) for position in dealt}) > 5


@pytest.mark.clause("ROME-T11")
@pytest.mark.parametrize("side", SIDES)
def test_a_spectator_of_a_solo_game_does_not_know_the_supply_either(side: str) -> None:
    state = caesar(solo="low", side=side).new(3)
    assert state.view(None)["sides"][side]["supply"] == [HIDDEN, HIDDEN]
    assert len({tuple(state.redeal(None, seed).position()[side]["supply"]) for seed in range(20)}) > 5
    assert {tuple(state.redeal(0, seed).position()[side]["supply"]) for seed in range(5)} == {
        tuple(state.position()[side]["supply"])
    }


@pytest.mark.clause("ROME-T11", "ROME-T10", "ROME-B2")
def test_the_token_drawn_is_told_to_its_player_alone() -> None:
    state = closing_syria("wealth")
    state.play(CLOSE_SYRIA)
    drawn = [event for event in state.play("use the bonus") if event.kind == "drew"]
    assert len(drawn) == 2
    for event in drawn:
        assert event.seen_by("caesar").data["token"] in state.position()["caesar"]["supply"]
        for other in ("pompey", None):
            assert event.seen_by(other).data == {"token": HIDDEN}
            assert event.seen_by(other).text == "Caesar draws a token"


@pytest.mark.clause("ROME-T11", "ROME-T10")
def test_the_others_cannot_tell_two_drawn_tokens_apart() -> None:
    for viewer in (1, None):
        seat = None if viewer is None else SIDES[viewer]
        stories, drawn = set(), set()
        for seed in range(12):
            deal = caesar().new(0).position()["bonuses"]
            state = setting(["shield 5/1", "ship 3/3"], ["ship 5/1"], seed=seed, bonuses=deal)
            events = [event.seen_by(seat) for event in state.play("shield 5 Syria 1 Asia")]
            seen = [int(number) for number in observed(state, 1)]
            stories.add(json.dumps([state.view(viewer), seen, [(e.kind, e.seat, e.data, e.text) for e in events]]))
            drawn.add(tuple(state.position()["caesar"]["supply"]))
        assert len(drawn) > 3
        assert len(stories) == 1


@pytest.mark.clause("ROME-P2", "ROME-C2", "ROME-K2")
def test_what_is_open_is_told_to_all() -> None:
    for state in positions(ALL_MODULES, range(4), every=1):
        if state.to_move is None:
            continue
        for event in state.copy().play(state.legal[-1]):
            if event.kind != "drew":
                assert event.secret == ()
                assert event.seen_by(None) == event
            else:
                assert event.owner == event.seat


@pytest.mark.clause("ROME-P2")
def test_the_poisoned_token_is_seen_by_both() -> None:
    state = closing_syria("poison", ("poison",), ["ship 6/0"])
    state.play(CLOSE_SYRIA)
    (event,) = (event for event in state.play("use the bonus") if event.kind == "poison")
    assert event.seat == "pompey"
    for viewer in ("caesar", "pompey", None):
        assert event.seen_by(viewer).data["token"] == "ship 6/0"
