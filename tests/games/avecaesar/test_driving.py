"""Cards and ways: every legal move of thousands of positions against a plain search, and what a move changes."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from quadriga import PositionError, State

from ...conftest import walk
from .table import (
    COLOURS,
    DECK,
    DIRECTIONS,
    TRACKS,
    Reading,
    at,
    cards,
    chariot,
    drive,
    race,
    refusal,
    setting,
    spaces,
    spent,
)

ON_TRACK = pytest.mark.parametrize("track", ["circus-a", "circus-b"])
DRIVEN = pytest.mark.parametrize("direction", DIRECTIONS)


# --- a plain reading of the clauses beside the rules


@pytest.mark.long
@pytest.mark.clause("AVE-T2", "AVE-T3", "AVE-T4", "AVE-T5", "AVE-T6", "AVE-T8", "AVE-C2")
@DRIVEN
@ON_TRACK
def test_the_legal_moves_of_whole_races_are_those_of_a_plain_search(track: str, direction: str) -> None:
    """Nothing but steps, chariots, sixes and the wait for the lane has a say; a water ditch would be one thing more."""
    for players in (2, 3, 4, 5, 6):
        for state in walk(race(players, track=track, direction=direction), players):
            if state.to_move is not None:
                position = state.position()
                assert {move.text for move in state.legal} == Reading(position).texts(position["turn"])


def crowd(chooser: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Put chariots close together, often by the imperial lane, often with many sixes."""
    players, track = chooser.randint(2, 6), chooser.choice(list(TRACKS.values()))
    direction, lap = chooser.choice(DIRECTIONS), chooser.choice([1, 2, 2, 2, 3])
    rank = track.rank(direction == "clockwise")
    middle = chooser.choice([chooser.uniform(1, track.lap_shortest), track.lap_shortest - 4])
    near = [track.spaces[i] for i in range(len(rank)) if abs(rank[i] - middle) <= 4]
    favoured = chooser.choice([[1, 2, 3, 4, 5, 6], [5, 6], [6], [1, 6], [4, 5, 6]])
    chariots = {}
    for colour, space in zip(COLOURS, chooser.sample(near, players), strict=False):
        hand = chooser.choices(chooser.choice([favoured, favoured, [1, 2, 3, 4, 5, 6]]), k=3)
        crossings = lap - (chooser.random() < 0.2)
        paid = crossings > 1 and chooser.random() < 0.3
        shamed = crossings == 3 and not paid
        chariots[colour] = at(space, hand, crossings, paid=paid, disqualified=shamed)
    options = {"players": players, "track": track.name, "direction": direction}
    turn = chooser.choice(COLOURS[:players])
    return options, {"turn": turn, "opened": chooser.random() < 0.95, "chariots": chariots}


def crowds(count: int, seed: int) -> Iterator[tuple[Reading, str, State | None]]:
    """Set up random crowds; a state of None is a position in which the chariot to move cannot play."""
    chooser = random.Random(seed)
    for _ in range(count):
        options, given = crowd(chooser)
        game = race(**options)
        state = None
        try:
            state = game.from_position(given)
            position = state.position()
        except PositionError as error:
            assert "cannot play" in str(error)
            position = game.new(0).position()
            position |= {"turn": given["turn"], "opened": given["opened"]}
            for colour, part in given["chariots"].items():
                position["chariots"][colour] |= part
        yield Reading(position), given["turn"], state


@pytest.mark.long
@pytest.mark.clause("AVE-T4", "AVE-T6", "AVE-L1", "AVE-L2", "AVE-L3", "AVE-L4", "AVE-L5", "AVE-L6", "AVE-C3")
@pytest.mark.parametrize("seed", range(4))
def test_the_legal_moves_of_crowds_are_those_of_a_plain_search(seed: int) -> None:
    seen: Counter[str] = Counter()
    for reading, turn, state in crowds(400, seed):
        legal = set() if state is None else {move.text for move in state.legal}
        assert legal == reading.texts(turn), reading.position
        seen["stuck"] += not legal
        seen["waits"] += reading.must_wait(turn)
        seen["barred"] += reading.bars_six(turn) and 6 in reading.chariots[turn]["hand"]
        seen["level"] += turn in reading.leaders() and len(reading.leaders()) > 1
    assert min(seen[name] for name in ("stuck", "waits", "barred", "level")) > 5, seen


@pytest.mark.long
@pytest.mark.clause("AVE-T6", "AVE-L3", "AVE-L8", "AVE-S2")
def test_in_crowds_the_turn_goes_to_the_next_by_seat_that_can_play() -> None:
    seen: Counter[str] = Counter()
    for _, turn, state in crowds(700, 11):
        if state is None:
            continue
        before = state.position()
        events = state.play(state.legal[-1])
        if state.to_move is None:
            continue
        after = Reading(state.position())
        name, skipped, must_six = after.next_turn(turn)
        assert (state.position()["turn"], bool(state.position().get("must_six"))) == (name, must_six), before
        assert [event.data["chariot"] for event in events if event.kind == "skipped"] == skipped
        seen["skipped"] += bool(skipped)
        seen["must six"] += must_six
    assert seen["skipped"] > 10 and seen["must six"] > 0, seen


@pytest.mark.clause("AVE-T1", "AVE-T5", "AVE-T7", "AVE-C1", "AVE-C4", "AVE-C5", "AVE-S4")
@DRIVEN
@ON_TRACK
def test_a_move_drives_counts_laps_pays_and_draws_and_changes_nothing_else(track: str, direction: str) -> None:
    seen: Counter[str] = Counter()
    for players in (2, 4, 6):
        chooser = random.Random(players)
        state = race(players, track=track, direction=direction).new(players)
        while state.to_move is not None:
            before = Reading(state.position())
            mover = before.position["turn"]
            move = chooser.choice(state.legal)
            state.play(move)
            after = state.position()["chariots"]
            for other in before.chariots.keys() - {mover}:
                same = ("hand", "played", "space", "crossings", "paid", "disqualified", "place", "status")
                unchanged = {field: before.chariots[other][field] for field in same}
                if state.to_move is not None:
                    assert {field: after[other][field] for field in same} == unchanged
            check_mover(before, mover, int(move.parts["card"]), move.parts.get("space"), after[mover], seen)
    assert seen["paid"] and seen["disqualified"] and seen["short hand"], seen


def check_mover(
    before: Reading, mover: str, card: int, space: str | None, after: dict[str, Any], seen: Counter[str]
) -> None:
    part = before.chariots[mover]
    assert Counter(after["played"]) == Counter(part["played"]) + Counter([card])
    kept = Counter(part["hand"]) - Counter([card])
    if space is None:
        assert after["crossings"] == 4
        return
    name = before.track.spaces[int(space) - 1]
    assert after["space"] == name
    crossed = {crossed for end, crossed in before.ways(mover, card) if end == name}
    assert {after["crossings"] - part["crossings"]} == crossed
    enters = before.is_imperial(name) and not before.is_imperial(part["space"])
    assert after["paid"] == (part["paid"] or (enters and part["crossings"] in (1, 2)))
    assert after["disqualified"] == (after["crossings"] == 3 and not after["paid"])
    deck = Counter(DECK) - Counter(part["played"]) - Counter(part["hand"])
    drawn = Counter(after["hand"]) - kept
    assert Counter(after["hand"]) >= kept
    assert drawn.total() == min(3 - kept.total(), deck.total())
    assert drawn <= deck
    seen["paid"] += after["paid"]
    seen["disqualified"] += after["disqualified"]
    seen["short hand"] += len(after["hand"]) < 3


# --- single sentences


@pytest.mark.clause("AVE-T1", "AVE-T7")
def test_the_drawn_card_is_any_of_the_deck() -> None:
    drawn: Counter[int] = Counter()
    for seed in range(400):
        state = setting(seed=seed, red=at("S5.1.1", [1, 1, 1], played=[6, 6, 6, 6, 5, 5]), blue=at("S4.1.1", [1, 2, 3]))
        state.play(drive(1, "S6.1.1"))
        (card,) = Counter(chariot(state, "red")["hand"]) - Counter([1, 1])
        drawn[card] += 1
    # in the deck: one 1, four each of 2, 3 and 4, two 5s
    assert drawn[6] == 0
    assert 10 < drawn[1] < 50 and 30 < drawn[5] < 85
    assert all(75 < drawn[card] < 140 for card in (2, 3, 4)), drawn


@pytest.mark.clause("AVE-T3")
@pytest.mark.parametrize(("start", "over_the_wall"), [("S4.1.1", "S4.2.2"), ("S4.2.1", "S4.1.2"), ("S4.2.2", "S4.1.2")])
def test_a_wall_is_named_as_the_reason_when_a_lane_change_would_cross_it(start: str, over_the_wall: str) -> None:
    state = setting(red=at(start, [1, 2, 3]), blue=at("S9.1.1", [1, 2, 3]))
    assert over_the_wall not in spaces(state, 1)
    assert refusal(state, drive(1, over_the_wall)) == "AVE-T3"


@pytest.mark.clause("AVE-T3", "AVE-T4")
@ON_TRACK
def test_inside_a_walled_curve_no_move_ends_in_the_other_lane(track: str) -> None:
    for section in TRACKS[track].sections:
        if section.kind != "wall":
            continue
        for lane, length in section.lanes:
            for row in range(1, length):
                state = setting(
                    options={"track": track},
                    red=at(f"{section.id}.{lane}.{row}", [1, 2, 3], 2, paid=True),
                    blue=at("K.1", [1, 2, 3]),
                )
                inside = {name for card in cards(state) for name in spaces(state, card) if name.startswith(section.id)}
                left = range(row + 1, min(row + 3, length) + 1)
                assert inside - {f"{section.id}.{lane}.{k}" for k in left} == set()
                assert spaces(state, 1) == {f"{section.id}.{lane}.{row + 1}"}


@pytest.mark.clause("AVE-T3")
@DRIVEN
@ON_TRACK
def test_from_every_space_of_an_empty_track_a_chariot_gets_on(track: str, direction: str) -> None:
    for space in TRACKS[track].spaces:
        if not space.startswith("K"):
            other = "S9.1.1" if space != "S9.1.1" and track == "circus-a" else "S12.1.1"
            state = setting(
                options={"track": track, "direction": direction},
                red=at(space, [1, 2, 3], 1), blue=at(other if space != other else "S12.1.2", [1, 2, 3], 0),
            )  # fmt: skip
            assert 1 in cards(state)


@pytest.mark.clause("AVE-T4")
def test_a_chariot_behind_does_not_matter_and_one_further_ahead_does() -> None:
    free = setting(red=at("S9.1.1", [1, 2, 5]), blue=at("S8.1", [1, 2, 3]))
    assert spaces(free, 5) == {"S11.1.1", "S11.2.1", "S12.1.1", "S12.2.1"}
    blocked = setting(
        red=at("S9.1.1", [1, 2, 5]), blue=at("S11.1.1", [1, 2, 3]), green=at("S11.2.1", [1, 2, 3])
    )  # fmt: skip
    assert spaces(blocked, 5) == set()
    assert spaces(blocked, 2) == {"S10.1.1", "S10.2.1"}


@pytest.mark.clause("AVE-T5")
def test_there_is_no_move_that_passes() -> None:
    state = setting(red=at("S9.1.1", [1, 2, 5]), blue=at("S8.1", [1, 2, 3]))
    assert {move.kind for move in state.legal} == {"drive"}
    assert refusal(state, "abstain") == "AVE-T5"


@pytest.mark.clause("AVE-T5")
def test_a_card_moves_neither_fewer_nor_more_spaces_than_it_says() -> None:
    state = setting(red=at("S15.1.1", [2, 2, 2]), blue=at("S8.1", [1, 2, 3]))
    assert spaces(state, 2) == {"S15.0.3", "S15.1.3", "S15.2.3"}
    assert refusal(state, drive(2, "S15.1.2")) == "AVE-T5"
    assert refusal(state, drive(2, "S1.1.1")) == "AVE-T5"
    assert refusal(state, drive(3, "S1.1.1")) == "AVE-T1"


@pytest.mark.clause("AVE-T6")
def test_a_chariot_stays_skipped_as_long_as_it_is_blocked_and_nobody_else_is() -> None:
    state = setting(
        red=at("S2.1.2", [1, 5, 5]), blue=at("S2.1.1", [2, 3, 5]), green=at("S9.1.1", [1, 1, 1])
    )  # fmt: skip
    before = chariot(state, "blue")
    events = state.play(drive(1, "S3.1"))
    assert [event.data["chariot"] for event in events if event.kind == "skipped"] == ["blue"]
    assert state.position()["turn"] == "green"
    after = chariot(state, "blue")
    assert {name: after[name] for name in ("hand", "played", "space")} == {
        name: before[name] for name in ("hand", "played", "space")
    }
    state.play(drive(1, "S9.1.2"))
    events = state.play(drive(5, "S7.1.1") if "S7.1.1" in spaces(state, 5) else state.legal[-1].text)
    assert not [event for event in events if event.kind == "skipped"]
    assert state.position()["turn"] == "blue"


@pytest.mark.clause("AVE-T7")
def test_a_hand_is_never_larger_than_three() -> None:
    with pytest.raises(PositionError, match="4 cards, at most 3"):
        setting(red=at("S9.1.1", [1, 2, 3, 4]))
    state = setting(red=at("S9.1.1", [1, 2, 3], played=spent(1, 2, 3, 4, 5)), blue=at("S8.1", [1, 2, 3]))
    state.play(drive(1, "S9.1.2"))
    assert len(chariot(state, "red")["hand"]) == 3
    assert state.view(None)["chariots"]["red"]["deck"] == 1


@pytest.mark.clause("AVE-T2")
@DRIVEN
@ON_TRACK
def test_the_way_shown_with_a_move_is_one_that_can_be_driven(track: str, direction: str) -> None:
    for state in walk(race(6, track=track, direction=direction), 2):
        if state.to_move is None or len(state.history) % 4:
            continue
        position = state.position()
        reading = Reading(position)
        for move in state.view(state.to_move)["legal"]:
            way = move["way"]
            assert len(way) == move["card"] or (move["space"] is None and len(way) < move["card"])
            last = reading.chariots[position["turn"]]["space"]
            for space in way:
                assert space in [further for further, _ in reading.steps(last)]
                assert space not in reading.occupied
                last = space
            assert move["space"] in (None, last)
