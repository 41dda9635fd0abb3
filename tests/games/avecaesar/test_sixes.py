"""The rule on sixes: who leads, and every exception."""

import random
from collections import Counter
from itertools import pairwise, permutations
from typing import Any

import pytest

from quadriga import State
from quadriga.games.avecaesar.tables import add_track
from quadriga.games.avecaesar.track import read_track

from ...conftest import walk
from .table import (
    COLOURS,
    DIRECTIONS,
    TRACKS,
    Reading,
    at,
    cards,
    chariot,
    drive,
    happened,
    race,
    refusal,
    setting,
    spent,
    two_necks,
)

SIXES = [6, 6, 6]
ANY = [1, 2, 3]


# --- who leads


@pytest.mark.clause("AVE-L1", "AVE-L2", "AVE-L6")
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("name", ["circus-a", "circus-b"])
def test_of_two_spaces_the_one_of_higher_rank_leads_and_of_equal_rank_both_do(name: str, direction: str) -> None:
    track = TRACKS[name]
    rank, edges = track.rank(direction == "clockwise"), track.edges(direction == "clockwise")
    chooser = random.Random(3)
    pairs = [(a, b) for a, b in permutations(range(len(rank)), 2) if {further for further, _ in edges[a]} != {b}]
    level = [pair for pair in pairs if rank[pair[0]] == rank[pair[1]]]
    close = [pair for pair in pairs if 0 < abs(rank[pair[0]] - rank[pair[1]]) < 1]
    for a, b in chooser.sample(level, 8) + chooser.sample(close, 30) + chooser.sample(pairs, 20):
        state = setting(
            options={"track": name, "direction": direction},
            red=at(track.spaces[a], [1, 6, 6]), blue=at(track.spaces[b], [1, 6, 6]),
        )  # fmt: skip
        fits = any(end for end, _ in Reading(state.position()).ways("red", 6))
        assert (6 in cards(state)) == (fits and rank[a] < rank[b]), (track.spaces[a], track.spaces[b])


@pytest.mark.clause("AVE-L6")
def test_the_lanes_of_a_curve_and_the_imperial_lane_are_interleaved() -> None:
    curve = ["S3.1", "S4.2.1", "S4.1.1", "S4.2.2", "S4.1.2", "S4.2.3", "S5.1.1"]
    lane = ["S14.2.2", "K.1", "S15.1.1", "K.2", "S15.1.2", "K.3", "S15.1.3", "K.4"]
    for order in (curve, lane):
        for behind, ahead in pairwise(order):
            chariots = {"red": at(behind, [5, 6, 6]), "blue": at(ahead, [5, 6, 6]), "green": at("S9.1.1", ANY, 0)}
            assert refusal_of_six(setting("blue", **chariots)) == "AVE-L1", (behind, ahead)
            assert refusal_of_six(setting("red", **chariots)) is None, (behind, ahead)


def refusal_of_six(state: State) -> str | None:
    """Name the clause on sixes that refuses one; None if a six is allowed or only does not fit."""
    rule = "AVE-T2" if 6 in cards(state) else refusal(state, drive(6, "S8.1"))
    return rule if rule in ("AVE-L1", "AVE-L2") else None


@pytest.mark.clause("AVE-L6")
def test_ranks_lie_between_the_rows_where_the_lanes_meet() -> None:
    for track in TRACKS.values():
        for clockwise in (True, False):
            rank = track.rank(clockwise)
            for i, steps in enumerate(track.edges(clockwise)):
                for b, line in steps:
                    assert rank[i] < rank[b] + line * track.lap_shortest, "a step forward is a step ahead"
            for section, lane, row, own in zip(track.section, track.lane, track.row, rank, strict=True):
                if section < len(track.sections) and track.sections[section].kind == "open":
                    level = [r for s, m, k, r in zip(track.section, track.lane, track.row, rank, strict=True)
                             if (s, k) == (section, row) and m != lane]  # fmt: skip
                    assert set(level) == {own}


@pytest.mark.clause("AVE-L6")
def test_a_lap_more_leads() -> None:
    behind = setting(red=at("S14.1.1", [1, 6, 6], 1), blue=at("S1.1.2", [1, 6, 6], 2))
    assert cards(behind) == {1, 6}
    ahead = setting("blue", red=at("S14.1.1", [1, 6, 6], 1), blue=at("S1.1.2", [1, 6, 6], 2))
    assert cards(ahead) == {1}


@pytest.mark.clause("AVE-L6")
def test_an_uncrewed_chariot_can_have_the_lead() -> None:
    options = {"players": 2, "uncrewed": 1}
    game = race(**options)
    parts = {"red": at("S9.1.1", [1, 6, 6]), "blue": at("S5.1.1", ANY)}
    for space, allowed in (("S10.1.1", {1, 6}), ("S9.2.1", {1}), ("S4.1.1", {1})):
        uncrewed = {"space": space, "crossings": 1}
        state = game.from_position({"turn": "red", "opened": True, "chariots": {**parts, "uncrewed 1": uncrewed}})
        assert cards(state) == allowed, space


@pytest.mark.clause("AVE-L6")
def test_a_disqualified_chariot_can_have_the_lead_but_a_removed_one_cannot() -> None:
    shamed = at("S10.1.1", [1], 3, disqualified=True)
    state = setting(red=at("S9.1.1", [1, 6, 6], 3, paid=True), blue=shamed)
    assert cards(state) == {1, 6}
    gone = at("S10.1.1", [], 3, paid=True, status="removed", played=spent(), left=1)
    state = setting(red=at("S9.1.1", [1, 6, 6], 3, paid=True), blue=gone, green=at("S5.1.1", ANY), departed=1)
    assert cards(state) == {1}


# --- the bar


def with_six_at_the_start(players: int, **options: Any) -> State:
    """Find a race whose starting player has a 6 and something else."""
    for seed in range(200):
        state = race(players, **options).new(seed)
        hand = chariot(state, state.position()["turn"])["hand"]
        if 6 in hand and min(hand) < 6:
            return state
    raise AssertionError("no such start")


@pytest.mark.clause("AVE-L1")
@pytest.mark.parametrize("players", [2, 6])
def test_the_starting_player_may_begin_with_a_six_though_in_the_lead(players: int) -> None:
    state = with_six_at_the_start(players)
    starter = state.position()["turn"]
    assert starter in Reading(state.position()).leaders()
    assert 6 in cards(state)
    state.play(next(move for move in state.legal if move.parts["card"] == "6"))
    assert state.position()["opened"]


@pytest.mark.clause("AVE-L1")
def test_a_small_first_move_uses_up_the_exemption() -> None:
    state = setting("blue", red=at("S15.0.2", ANY, 0), blue=at("S15.1.2", [1, 6, 6], 0), opened=False, starter="blue")
    assert cards(state) == {1, 6}
    state.play(drive(1, "S15.1.3"))
    state.play(drive(1, "S15.0.3"))
    assert cards(state) <= {1, 2, 3, 4, 5}
    assert refusal(state, drive(6, "S3.1")) == "AVE-L2"


@pytest.mark.clause("AVE-L1")
def test_the_exemption_and_the_bar_hold_in_every_race_of_a_tournament() -> None:
    done = {"status": "finished", "crossings": 4, "paid": True, "place": 1, "left": 1}
    seen = set()
    for seed in range(60):
        state = setting(
            "red", {"tournament": True}, seed, arrived=True, placed=1, departed=1,
            red=at("S15.0.3", [1, 2, 3], 3, paid=True), blue=done,
        )  # fmt: skip
        state.play("1 over the line")
        position = state.position()
        assert (position["race"], position["track"], position["turn"]) == (1, "circus-b", "red")
        if not {1, 6} <= set(chariot(state, "red")["hand"]):
            continue
        assert 6 in cards(state)
        state.play(drive(1, "S1.0.1", "circus-b"))
        if 6 in chariot(state, "blue")["hand"] and 1 in chariot(state, "blue")["hand"]:
            assert 6 in cards(state), "blue is behind"
            state.play(drive(1, "S1.1.1", "circus-b"))
            assert 6 not in cards(state), "level, and no longer the first move"
            seen.add(seed)
    assert seen


@pytest.mark.clause("AVE-L2")
def test_three_level_leaders_are_all_barred_and_the_fourth_is_not() -> None:
    row = {"red": "S15.0.2", "blue": "S15.1.2", "green": "S15.2.2", "yellow": "S14.2.2"}
    for turn in row:
        state = setting(turn, **{colour: at(space, [1, 6, 6], 3, paid=True) for colour, space in row.items()})
        assert cards(state) == ({1, 6} if turn == "yellow" else {1})


@pytest.mark.clause("AVE-L1", "AVE-L2")
def test_a_refused_six_names_the_clause_for_one_leader_or_several() -> None:
    alone = setting(red=at("S9.1.1", [1, 6, 6]), blue=at("S5.1.1", ANY))
    assert refusal(alone, drive(6, "S12.1.2")) == "AVE-L1"
    level = setting(red=at("S9.1.1", [1, 6, 6]), blue=at("S9.2.1", ANY))
    assert refusal(level, drive(6, "S12.1.2")) == "AVE-L2"


@pytest.mark.clause("AVE-L3")
def test_a_leader_with_only_sixes_is_skipped_round_after_round() -> None:
    state = setting("blue", red=at("S12.1.1", SIXES), blue=at("S5.1.1", [1, 1, 1]), green=at("S4.1.1", [1, 1, 1]))
    for blue, green in (("S6.1.1", "S4.1.2"), ("S6.1.2", "S5.1.1")):
        assert ("skipped", "red") not in happened(state, drive(1, blue))
        assert ("skipped", "red") in happened(state, drive(1, green))
        assert state.position()["turn"] == "blue"
        assert chariot(state, "red")["hand"] == SIXES
        assert chariot(state, "red")["played"] == []


# --- bottlenecks


@pytest.mark.clause("AVE-L4")
@pytest.mark.parametrize("neck", ["S3.1", "S8.1", "S13.1"])
@pytest.mark.parametrize("hand", [[6], [6, 6], SIXES])
def test_a_leader_on_any_neck_with_nothing_but_sixes_plays_one(neck: str, hand: list[int]) -> None:
    state = setting(red=at(neck, hand, 3, paid=True, played=spent(*hand)), blue=at("S2.1.1", ANY, 2))
    assert cards(state) == {6}


@pytest.mark.clause("AVE-L4")
@pytest.mark.parametrize("space", ["S2.1.2", "S4.1.1", "S4.2.3", "S7.1.1", "S9.2.1", "S15.1.3", "K.3", "K.6"])
def test_elsewhere_such_a_leader_is_skipped(space: str) -> None:
    state = setting("blue", red=at(space, SIXES, 2, paid=True), blue=at("S1.0.1", [1, 1, 1], 1))
    assert ("skipped", "red") in happened(state, drive(1, "S1.0.2"))


@pytest.mark.clause("AVE-L4")
def test_a_blocked_six_is_not_played_on_a_neck_either() -> None:
    state = setting(
        "blue",
        red=at("S8.1", SIXES, 2), blue=at("S9.1.1", [1, 1, 1], 1), green=at("S9.2.2", [1, 1, 1], 1),
    )  # fmt: skip
    assert ("skipped", "red") not in happened(state, drive(1, "S9.1.2"))
    assert state.position()["turn"] == "green"
    assert ("skipped", "red") not in happened(state, drive(1, "S10.1.1"))
    assert cards(state) == {6}, "there is a gap now"


# --- two abreast


@pytest.mark.clause("AVE-L5")
@pytest.mark.parametrize(
    ("track", "spots"),
    [
        ("circus-a", ("S2.1.1", "S2.2.1")),
        ("circus-a", ("S5.1.1", "S5.2.1")),
        ("circus-a", ("S14.1.1", "S14.2.1")),
        ("circus-b", ("S4.1.1", "S4.2.1")),
        ("circus-b", ("S7.1.1", "S7.2.2")),
    ],
)
@pytest.mark.parametrize("turn", ["red", "blue"])
def test_two_leaders_who_fill_their_row_with_only_sixes_play_one(track: str, spots: tuple[str, str], turn: str) -> None:
    places = dict(zip(("red", "blue"), spots, strict=True))
    both = {colour: at(space, SIXES, 2, paid=True) for colour, space in places.items()}
    state = setting(turn, {"track": track}, **both, green=at("S1.1.1", ANY, 1))
    assert cards(state) == {6}
    state.play(state.legal[0])
    leaders = Reading(state.position()).leaders()
    assert leaders == {turn}, "the other one is no longer barred, but was not the first"


@pytest.mark.clause("AVE-L5")
@pytest.mark.parametrize(
    ("red", "blue"),
    [
        (at("S9.1.1", SIXES), at("S9.2.1", [5, 6, 6])),
        (at("S1.0.1", SIXES), at("S1.1.1", SIXES)),
        (at("S10.2.3", SIXES), at("S10.1.2", SIXES)),
        (at("S4.1.1", SIXES), at("S4.2.1", SIXES)),
    ],
    ids=["the other has a 5", "the row is wider", "a little ahead in a curve", "a little ahead after a neck"],
)
def test_without_all_its_conditions_there_is_no_such_exception(red: dict[str, Any], blue: dict[str, Any]) -> None:
    state = setting("green", red=red, blue=blue, green=at("S15.1.2", [1, 1, 1], 0))
    assert ("skipped", "red") in happened(state, drive(1, "S15.1.3"))


@pytest.mark.clause("AVE-L5", "AVE-L3")
def test_a_chariot_a_lap_behind_beside_the_leader_is_no_second_leader() -> None:
    row = {"red": at("S5.1.1", SIXES, 2, paid=True), "blue": at("S5.2.1", SIXES, 1)}
    state = setting("green", **row, green=at("S15.1.2", [1, 1, 1], 0))
    assert ("skipped", "red") in happened(state, drive(1, "S15.1.3"))
    assert (state.position()["turn"], cards(state)) == ("blue", {6}), "blue does not lead and is free to go"


@pytest.mark.clause("AVE-L5")
def test_three_abreast_with_only_sixes_are_left_to_the_jam() -> None:
    row = {colour: at(f"S1.{lane}.1", SIXES, 2, paid=True) for lane, colour in enumerate(("red", "blue", "green"))}
    state = setting("yellow", **row, yellow=at("S15.1.2", [1, 4, 4], 1))
    assert cards(state) == {1}
    told = state.play(drive(1, "S15.1.3"))
    assert [event.kind for event in told][-1] == "must-six"
    assert state.position()["turn"] == "red" and state.position()["must_six"]
    assert cards(state) == {6}


@pytest.mark.clause("AVE-L5")
def test_a_chariot_in_the_imperial_lane_is_not_counted_in_the_row() -> None:
    """The lane ends beside S1 and S2: two fill the row S2.1.1, S2.2.1 whoever is in the lane, and nobody fills K.7."""
    filled = {"red": at("S2.1.1", SIXES, 2, paid=True), "blue": at("S2.2.1", SIXES, 2, paid=True)}
    assert cards(setting("red", **filled, green=at("K.7", ANY, 2, paid=True))) == {6}
    lane = setting("green", red=at("K.7", SIXES, 2, paid=True), blue=at("K.6", SIXES, 2), green=at("S9.1.1", ANY, 1))
    assert ("skipped", "red") in happened(lane, drive(1, "S9.1.2"))


@pytest.mark.clause("AVE-L5")
def test_a_leader_in_the_imperial_lane_level_with_another_fills_no_row_with_it() -> None:
    """On a track whose lane runs level with two others, red is beside blue in the lane, and its row is not full."""
    level_lane()
    lane = at("K.4", SIXES, 2, paid=True)
    state = setting(
        "green", {"track": "level-lane"},
        red=at("S1.1.1", SIXES, 2, paid=True), blue=lane, green=at("S3.1.1", [1, 1, 1], 1),
    )  # fmt: skip
    assert Reading(state.position()).leaders() == {"red", "blue"}
    assert ("skipped", "red") in happened(state, drive(1, "S3.1.2", "level-lane"))


def level_lane() -> None:
    """Add a track with two lanes and an imperial lane level with them."""
    add_track(
        read_track(
            {
                "name": "level-lane",
                "title": "Level lane",
                "status": "own",
                "sections": [
                    {"id": "S1", "kind": "open", "lanes": {1: 3, 2: 3}},
                    {"id": "Leave", "kind": "open", "lanes": {1: 1, 2: 1}},
                    {"id": "S2", "kind": "neck", "lanes": {1: 1}, "turn": 180, "length": 3},
                    {"id": "S3", "kind": "open", "lanes": {1: 15, 2: 15}, "length": 4},
                    {"id": "S4", "kind": "neck", "lanes": {1: 1}, "turn": 180, "length": 3},
                    {"id": "Enter", "kind": "open", "lanes": {1: 1, 2: 1}},
                    {"id": "S5", "kind": "open", "lanes": {1: 3, 2: 3}},
                ],
                "imperial_lane": {
                    "lane": 3, "spaces": 6, "enter_from": "Enter.2.1", "leave_to": "Leave.2.1", "line_after": 3,
                },
                "start": {
                    "clockwise": ["S5.1.3", "S5.2.3", "S5.1.2", "S5.2.2", "S5.1.1", "S5.2.1"],
                    "counter-clockwise": ["S1.1.1", "S1.2.1", "S1.1.2", "S1.2.2", "S1.1.3", "S1.2.3"],
                },
            },
            "level-lane",
        )
    )  # fmt: skip


@pytest.mark.clause("AVE-L5")
def test_a_hand_without_cards_is_no_hand_of_sixes() -> None:
    row = {"red": at("S5.1.1", SIXES), "blue": at("S5.2.1", [])}
    state = setting("green", **row, green=at("S15.1.2", [1, 1, 1], 0))
    assert ("skipped", "red") in happened(state, drive(1, "S15.1.3"))


# --- after a finish


@pytest.mark.clause("AVE-L7")
@pytest.mark.parametrize("finisher", ["placed", "disqualified", "uncrewed"])
def test_after_any_fourth_crossing_nobody_is_barred(finisher: str) -> None:
    behind = {"red": at("S9.1.1", [5, 6, 6], 3, paid=True), "blue": at("S5.1.1", [1, 1, 1], 3, paid=True)}
    if finisher == "uncrewed":
        game = race(2, uncrewed=1)
        gone = {"space": "S15.0.3", "crossings": 3}
        state = game.from_position(
            {"turn": "blue", "opened": True, "starter": "red", "chariots": {**behind, "uncrewed 1": gone}}
        )
        told = happened(state, drive(1, "S6.1.1"))
        assert ("finished", "uncrewed 1") in told
    else:
        paid = finisher == "placed"
        last = at("S15.0.3", ANY, 3, paid=paid, disqualified=not paid)
        state = setting("green", {"players": 3}, **behind, green=last)
        state.play("1 over the line")
    assert state.position()["turn"] == "red"
    assert Reading(state.position()).leaders() == {"red"}
    assert cards(state) == {5, 6}


@pytest.mark.clause("AVE-L7")
def test_the_last_chariot_does_not_hang_on_a_hand_of_sixes() -> None:
    state = setting("blue", red=at("S9.1.1", SIXES, 3, paid=True), blue=at("S15.0.3", ANY, 3, paid=True))
    assert ("skipped", "red") not in happened(state, "1 over the line")
    assert cards(state) == {6}


# --- jams


def jam(seed: int = 0) -> State:
    """Let blue close up to red, who leads in the imperial lane with nothing but sixes."""
    return setting(
        "blue", seed=seed,
        red=at("K.5", SIXES, 2, paid=True), blue=at("K.3", [1, 4, 5], 1, paid=True),
    )  # fmt: skip


@pytest.mark.clause("AVE-L8")
def test_a_jam_is_seen_at_once_and_nobody_is_skipped_before() -> None:
    for seed in range(10):
        state = jam(seed)
        told = happened(state, drive(1, "K.4"))
        assert [kind for kind, _ in told] == ["drove", "drew", "must-six"]
        assert state.position()["must_six"] and state.view(None)["must_play_six"]
        assert {move.text for move in state.legal} == {drive(6, "S4.1.1"), drive(6, "S4.2.1")}
        state.play(drive(6, "S4.2.1"))
        assert not state.position().get("must_six")
        assert state.position()["turn"] == "blue"


@pytest.mark.clause("AVE-L8")
def test_who_must_play_a_six_may_play_nothing_else() -> None:
    state = setting(red=at("S9.1.1", [1, 2, 6]), blue=at("S5.1.1", ANY), must_six=True)
    assert cards(state) == {6}
    assert refusal(state, drive(1, "S9.1.2")) == "AVE-L8"


@pytest.mark.clause("AVE-L8")
def test_while_anybody_can_play_there_is_no_jam() -> None:
    state = setting(
        "blue",
        red=at("K.5", SIXES, 2, paid=True), blue=at("K.3", [1, 4, 5], 1, paid=True), green=at("S9.1.1", [1, 1, 1], 0),
    )  # fmt: skip
    told = happened(state, drive(1, "K.4"))
    assert ("must-six", "red") not in told
    assert state.position()["turn"] == "green"
    told = happened(state, drive(1, "S9.1.2"))
    assert [name for kind, name in told if kind == "skipped"] == ["red", "blue"]
    assert state.position()["turn"] == "green"


@pytest.mark.clause("AVE-L8")
def test_an_uncrewed_chariot_that_can_move_counts_as_able_to_play() -> None:
    parts = {"red": at("K.5", SIXES, 2, paid=True), "blue": at("K.3", [1, 4, 5], 1, paid=True)}
    game = race(2, uncrewed=1)
    free = {**parts, "uncrewed 1": {"space": "S8.1", "crossings": 0}}
    state = game.from_position({"turn": "blue", "opened": True, "starter": "red", "chariots": free})
    told = happened(state, drive(1, "K.4"))
    assert ("turned", "uncrewed 1") in told
    assert ("must-six", "red") not in told[: told.index(("turned", "uncrewed 1"))]
    stuck = {
        "red": at("K.5", SIXES, 2, paid=True), "blue": at("K.2", [1, 4, 5], 1, paid=True),
        "uncrewed 1": {"space": "K.4", "crossings": 1},
    }  # fmt: skip
    state = game.from_position({"turn": "blue", "opened": True, "starter": "red", "chariots": stuck})
    assert ("must-six", "red") in happened(state, drive(1, "K.3"))


@pytest.mark.clause("AVE-L8")
def test_of_level_leaders_the_first_in_turn_order_whose_six_fits_must_play() -> None:
    row = {colour: at(f"S1.{lane}.1", SIXES, 2, paid=True) for lane, colour in enumerate(("green", "blue", "red"))}
    for starter in ("red", "blue", "green", "yellow"):
        state = setting("yellow", **row, yellow=at("S15.1.2", [1, 4, 4], 1), starter=starter)
        state.play(drive(1, "S15.1.3"))
        assert state.position()["turn"] == "red", "the first after yellow, by seat"
        state.play(state.legal[0])
        assert state.position()["turn"] == "blue" and not state.position().get("must_six")


@pytest.mark.clause("AVE-L8")
def test_a_chariot_behind_with_a_six_is_not_the_one_to_play_it() -> None:
    """Blue, behind, has sixes that do not fit; red has the lead and must go."""
    state = setting(
        "green",
        red=at("K.5", SIXES, 2, paid=True), blue=at("K.4", SIXES, 1, paid=True), green=at("K.2", [1, 5, 5], 1, paid=True),
    )  # fmt: skip
    assert ("must-six", "red") in happened(state, drive(1, "K.3"))


# --- for good


def jam_for_good(**options: Any) -> State:
    """Jam three chariots on two necks and in the lane: red's last card is a 5, and nobody's 5 fits."""
    two_necks()
    return setting(
        "red", {"players": 3, "track": "two-necks", **options},
        red=at("S3.1.2", [1, 5, 5], 2, paid=True, played=spent(1, 5, 5, 5)),
        blue=at("S2.1", [5, 5, 5], 2, paid=True),
        green=at("K.4", [5, 5, 5], 2, paid=True),
    )  # fmt: skip


@pytest.mark.clause("AVE-L9")
def test_a_race_in_which_nobody_can_be_freed_ends_and_those_left_are_unplaced() -> None:
    state = jam_for_good()
    told = happened(state, drive(1, "S4.1", "two-necks"))
    assert ("must-six", "red") not in told
    assert [name for kind, name in told if kind == "stranded"] == ["red", "blue", "green"]
    assert state.outcome is not None
    assert (state.outcome.rule, state.outcome.scores, state.outcome.winners) == ("AVE-L9", (0, 0, 0), ())
    assert [chariot(state, colour)["place"] for colour in COLOURS[:3]] == [0, 0, 0]


@pytest.mark.clause("AVE-L9")
def test_laurels_won_before_the_jam_are_kept() -> None:
    two_necks()
    won = {"status": "finished", "crossings": 4, "paid": True, "place": 1, "left": 1}
    state = setting(
        "red", {"players": 4, "track": "two-necks"},
        red=at("S3.1.2", [1, 5, 5], 2, paid=True, played=spent(1, 5, 5, 5)),
        blue=at("S2.1", [5, 5, 5], 2, paid=True), green=at("K.4", [5, 5, 5], 2, paid=True), yellow=won,
        arrived=True, placed=1, departed=1, laurels={"yellow": 6}, places={"yellow": [1, 0, 0, 0, 0, 0]},
    )  # fmt: skip
    state.play(drive(1, "S4.1", "two-necks"))
    assert state.outcome is not None
    assert (state.outcome.rule, state.outcome.scores, state.outcome.winners) == ("AVE-L9", (0, 0, 0, 6), (3,))


@pytest.mark.clause("AVE-L9", "AVE-S3")
def test_after_a_jam_for_good_a_tournament_goes_on_with_everybody_on_a_place_of_the_grid() -> None:
    """Red and blue are level when the race ends: one of them gets the better place, not both the same."""
    two_necks()
    for grid in ("by-result", "clockwise-from-last"):
        state = setting(
            "red", {"players": 4, "track": "two-necks", "tournament": True, "grid": grid},
            red=at("S3.1.1", [1, 6, 6], 2, paid=True, played=spent(1, 6, 6, 6)), blue=at("S3.2.2", SIXES, 2, paid=True),
            green=at("S2.1", [5, 5, 5], 2, paid=True), yellow=at("K.4", [5, 5, 5], 2, paid=True),
        )  # fmt: skip
        assert ("race-ends", None) in happened(state, drive(1, "S3.1.2", "two-necks"))
        position = state.position()
        assert position["race"] == 1
        assert sorted(part["grid"] for part in position["chariots"].values()) == [1, 2, 3, 4]
        assert len({part["space"] for part in position["chariots"].values()}) == 4


@pytest.mark.clause("AVE-L8", "AVE-L9", "AVE-C3")
def test_there_is_always_a_move_or_an_end_even_if_the_leaders_wait_for_the_lane() -> None:
    two_necks()
    state = setting(
        "red", {"players": 3, "track": "two-necks"},
        red=at("S3.1.1", [1, 6, 6], 2, played=spent(1, 6, 6, 6)), blue=at("S3.2.2", SIXES, 2),
        green=at("K.4", SIXES, 2, paid=True),
    )  # fmt: skip
    state.play(drive(1, "S3.1.2", "two-necks"))
    assert state.outcome is not None and state.outcome.rule == "AVE-L9", "a six past the lane does not fit"


@pytest.mark.clause("AVE-L9")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_no_race_on_our_tracks_ends_in_a_jam(players: int) -> None:
    ends: Counter[str] = Counter()
    for track in TRACKS:
        for seed in range(4):
            for state in walk(race(players, track=track), seed):
                assert state.legal or state.outcome
            ends[state.outcome.rule] += 1
    assert set(ends) == {"AVE-F4"}
