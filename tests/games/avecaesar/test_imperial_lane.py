"""The imperial lane: paying, waiting, disqualification."""

import random
from itertools import product
from typing import Any

import pytest

from ...conftest import walk
from .table import (
    DIRECTIONS,
    FINISH,
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
    spaces,
)

ANY = [1, 2, 3]
EVERYWHERE = pytest.mark.parametrize(("track", "direction"), list(product(TRACKS, DIRECTIONS)))


def fork(track: str, direction: str) -> str:
    """Name the space from which the lane is entered."""
    lane = TRACKS[track].imperial
    return lane.enter_from if direction == "clockwise" else lane.leave_to


def lane_space(track: str, direction: str, number: int) -> str:
    """Name the n-th space of the lane as it is driven."""
    count = TRACKS[track].imperial.spaces
    return f"K.{number if direction == 'clockwise' else count + 1 - number}"


def far_away(track: str) -> str:
    return {"circus-a": "S8.1", "circus-b": "S9.1"}[track]


# --- paying


@pytest.mark.clause("AVE-C1")
@EVERYWHERE
@pytest.mark.parametrize("lap", [1, 2])
def test_a_visit_on_lap_one_or_two_is_paid_on_every_space_of_the_lane(track: str, direction: str, lap: int) -> None:
    behind_the_line = 0
    for card in range(1, 7):
        state = setting(
            options={"track": track, "direction": direction},
            red=at(fork(track, direction), [card], lap), blue=at(far_away(track), ANY, 3, paid=True),
        )  # fmt: skip
        state.play(drive(card, lane_space(track, direction, card), track))
        red = chariot(state, "red")
        assert red["paid"] and not red["disqualified"]
        behind_the_line += red["crossings"] > lap
    assert 0 < behind_the_line < 6


@pytest.mark.clause("AVE-C1")
@EVERYWHERE
def test_no_card_drives_through_the_lane_without_a_stop(track: str, direction: str) -> None:
    reading = Reading(race(2, track=track, direction=direction).new(0).position())
    reading.chariots["red"] |= at(fork(track, direction), [6], 1)
    reading.occupied.clear()
    for card in range(1, 7):
        entered = {end for end, _ in reading.ways("red", card) if reading.is_imperial(end)}
        assert entered == {lane_space(track, direction, card)}
    assert TRACKS[track].imperial.spaces >= 6


@pytest.mark.clause("AVE-C1")
def test_the_denarius_is_shown_until_it_is_paid() -> None:
    state = setting(red=at("S14.2.2", ANY), blue=at("S9.1.1", ANY))
    assert state.view(1)["chariots"]["red"]["denarius"]
    state.play(drive(2, "K.2"))
    assert not state.view(1)["chariots"]["red"]["denarius"]
    assert state.view(1)["chariots"]["blue"]["denarius"]


@pytest.mark.clause("AVE-C1", "AVE-C5")
def test_the_denarius_is_paid_once() -> None:
    for paid, told in ((False, True), (True, False)):
        state = setting(red=at("S14.2.2", ANY, 2, paid=paid), blue=at("S9.1.1", ANY, 2))
        assert (("paid", "red") in happened(state, drive(2, "K.2"))) == told
    state = setting(red=at("K.1", ANY, 2, paid=True), blue=at("S9.1.1", ANY, 2))
    assert ("paid", "red") not in happened(state, drive(2, "K.3")), "driving on in the lane is no second visit"


@pytest.mark.clause("AVE-C1", "AVE-C4", "AVE-C5")
@pytest.mark.parametrize("players", [3, 6])
def test_in_whole_races_exactly_the_third_crossings_without_a_visit_disqualify(players: int) -> None:
    shamed = paid = 0
    for seed in range(4):
        visited: dict[str, bool] = {}
        for state in walk(race(players), seed):
            reading = Reading(state.position())
            for colour, part in reading.racing.items():
                if reading.is_imperial(part["space"]) and part["crossings"] <= 2:
                    visited[colour] = True
                if reading.is_imperial(part["space"]) and part["crossings"] == 3 and not part["disqualified"]:
                    visited[colour] = True
                assert part["paid"] == visited.get(colour, False)
                assert part["disqualified"] == (part["crossings"] >= 3 and not part["paid"])
                shamed += part["disqualified"]
                paid += part["paid"]
    assert shamed and paid


# --- in the lane


@pytest.mark.clause("AVE-C2")
@EVERYWHERE
def test_in_the_lane_nobody_gets_past_another(track: str, direction: str) -> None:
    for ahead in range(2, TRACKS[track].imperial.spaces + 1):
        state = setting(
            options={"track": track, "direction": direction, "players": 3}, turn="red",
            red=at(fork(track, direction), [1, 1, 1], 1), blue=at(lane_space(track, direction, ahead), [1, 1, 1], 0),
            green=at(far_away(track), [1, 1, 1], 3, paid=True),
        )  # fmt: skip
        reading = Reading(state.position())
        for card in range(1, 7):
            inside = {end for end, _ in reading.ways("red", card) if reading.is_imperial(end)}
            assert inside == ({lane_space(track, direction, card)} if card < ahead else set())
        hand = [card for card in (2, 3, 4, 5) if card >= ahead][:3] or [5]
        state = setting(
            options={"track": track, "direction": direction, "players": 3}, turn="red",
            red=at(fork(track, direction), hand, 1), blue=at(lane_space(track, direction, ahead), [1, 1, 1], 0),
            green=at(far_away(track), [1, 1, 1], 3, paid=True),
        )  # fmt: skip
        if ahead <= 5:
            assert not any(space.startswith("K") for card in hand for space in spaces(state, card))


@pytest.mark.clause("AVE-C2")
def test_the_lane_holds_several_chariots_one_behind_the_other() -> None:
    lane = {colour: at(f"K.{row}", [1, 1, 1], 1, paid=True) for row, colour in enumerate(("red", "blue", "green"), 1)}
    state = setting("green", **lane)
    assert ("skipped", "red") in happened(state, drive(1, "K.4")), "blue is in front of red"
    state.play(drive(1, "K.3"))
    state.play(drive(1, "K.5"))
    state.play(drive(1, "K.2"))
    assert [chariot(state, colour)["space"] for colour in lane] == ["K.2", "K.3", "K.5"]


# --- waiting


def before_the_lane(**parts: Any) -> Any:
    """Put blue to move, with green far behind."""
    return setting("blue", **parts, green=at("S8.1", [1, 1, 1], 1))


@pytest.mark.clause("AVE-C3")
@pytest.mark.parametrize("space", ["S14.2.2", "S14.2.1", "S14.1.1"])
@pytest.mark.parametrize("hand", [[2, 2, 3], [3, 3, 3], [2, 4, 4], [4, 5, 6], [6, 6, 6]])
def test_a_blocked_lane_makes_an_unpaid_chariot_on_lap_two_wait(space: str, hand: list[int]) -> None:
    """Whatever the card: past the fork, beside the line or over it, the lane would be out of reach."""
    state = setting(
        "green", red=at("K.1", [6, 6, 6], 2, paid=True), blue=at(space, hand, 2), green=at("S8.1", [1, 1, 1], 1)
    )
    told = happened(state, drive(1, "S9.1.1"))
    assert [name for kind, name in told if kind == "skipped"] == ["red", "blue"], "red leads with nothing but sixes"
    assert state.position()["turn"] == "green"
    assert chariot(state, "blue")["hand"] == hand


@pytest.mark.long
@pytest.mark.clause("AVE-C3")
@EVERYWHERE
def test_wherever_it_stands_a_waiting_chariot_never_loses_the_lane(track: str, direction: str) -> None:
    """Every space before the lane, every place of the blocker, three hands: no move over the line or past the fork."""
    waits = 0
    start = race(2, track=track, direction=direction).new(0).position()
    for space in TRACKS[track].spaces:
        for blocker in (fork(track, direction), *(lane_space(track, direction, n) for n in (1, 2, 4))):
            for hand in ([2, 3, 5], [4, 5, 6], [1, 6, 6]):
                if space == blocker or space.startswith("K"):
                    continue
                reading = Reading(start)
                parts = {"red": at(blocker, [1, 1, 1], 2, paid=True), "blue": at(space, hand, 2, paid=False)}
                for colour, part in parts.items():
                    reading.chariots[colour] |= part
                reading.position["opened"] = True
                reading.occupied = {space, blocker}
                if not reading.must_wait("blue") or not reading.moves("blue"):
                    continue
                state = setting("blue", {"track": track, "direction": direction}, **parts)
                assert {move.text for move in state.legal} == reading.texts("blue")
                for move in state.legal:
                    after = state.copy()
                    after.play(move)
                    assert not chariot(after, "blue")["disqualified"]
                    assert chariot(after, "blue")["crossings"] == 2
                waits += 1
    assert waits > 5


@pytest.mark.clause("AVE-C3")
def test_a_waiting_chariot_is_told_by_which_clause_its_move_is_refused() -> None:
    state = before_the_lane(red=at("K.1", [1, 1, 1], 2, paid=True), blue=at("S13.1", [1, 2, 6], 2))
    assert refusal(state, drive(2, "S14.1.2")) == "AVE-C3"
    assert refusal(state, drive(6, "S1.1.1")) == "AVE-C3"
    assert refusal(state, drive(6, "K.4")) == "AVE-T4"
    assert spaces(state, 1) == {"S14.1.1", "S14.2.1"}
    assert spaces(state, 2) == {"S14.2.2"}


@pytest.mark.clause("AVE-C3")
@pytest.mark.parametrize(
    ("blue", "reason"),
    [
        (at("S14.2.2", [1, 1, 2], 1), "lap 1"),
        (at("S14.2.2", [1, 1, 2], 2, paid=True), "paid"),
        (at("S14.1.2", [1, 1, 2], 2), "past the fork"),
        (at("S15.2.1", [1, 1, 2], 2), "beside the lane"),
        (at("S14.2.2", [1, 1, 2], 3, disqualified=True), "lap 3, too late"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_there_is_no_waiting_otherwise(blue: dict[str, Any], reason: str) -> None:
    state = before_the_lane(red=at("K.1", [1, 1, 1], 2, paid=True), blue=blue)
    position = state.position()
    expected = {drive(card, end) for card in (1, 2) for end, _ in Reading(position).ways("blue", card)}
    assert {move.text for move in state.legal} == expected
    assert len(expected) > 3


@pytest.mark.clause("AVE-C3")
def test_only_other_chariots_make_one_wait_not_ones_own_cards() -> None:
    """With a hand of 1s the lane is two steps away anyway; and a 6 that a leader may not play takes nobody in."""
    state = before_the_lane(red=at("K.1", [1, 1, 1], 2, paid=True), blue=at("S14.2.1", [1, 1, 1], 2))
    assert spaces(state, 1) == {"S14.1.2", "S14.2.2"}
    leader = setting("blue", red=at("K.3", [1, 1, 1], 1, paid=True), blue=at("S13.1", [2, 6, 6], 2))
    assert Reading(leader.position()).leaders() == {"blue"}
    assert spaces(leader, 2) == {"S14.1.2", "S14.2.2"}
    follower = setting(
        "blue", red=at("K.3", [1, 1, 1], 1, paid=True), blue=at("S13.1", [2, 6, 6], 2), green=at("S14.1.2", ANY, 2)
    )
    assert spaces(follower, 2) == {"S14.2.2"}
    assert 6 not in cards(follower)


@pytest.mark.clause("AVE-C3")
def test_the_wait_ends_when_the_entry_is_free() -> None:
    state = setting("red", red=at("S14.2.2", [1, 5, 5], 2), blue=at("S14.2.1", [2, 2, 2], 2))
    assert ("skipped", "blue") in happened(state, drive(1, "K.1"))
    assert ("skipped", "blue") not in happened(state, drive(5, "K.6"))
    assert spaces(state, 2) == {"K.1", "S15.0.1", "S15.1.1", "S15.2.1"}
    state.play(drive(2, "K.1"))
    assert chariot(state, "blue")["paid"]


@pytest.mark.clause("AVE-C3")
def test_the_entry_is_blocked_by_a_chariot_on_the_way_to_it_as_well() -> None:
    state = setting("red", red=at("S14.2.1", [1, 5, 5], 2), blue=at("S13.1", [3, 4, 4], 2))
    assert ("skipped", "blue") in happened(state, drive(1, "S14.2.2"))


@pytest.mark.clause("AVE-C3", "AVE-T6")
@pytest.mark.parametrize(
    ("space", "hand"),
    [("S2.1.2", [1, 1, 1]), ("S3.1", [2, 2, 2]), ("S2.1.2", [1, 2, 3]), ("S4.2.3", [5, 5, 5])],
    ids=["just before the fork", "two before", "with a better hand", "far before"],
)
def test_a_taken_fork_makes_one_wait_whose_cards_would_only_have_brought_it_there(space: str, hand: list[int]) -> None:
    """The other space of the row lies past the fork: there it would be thrown out of the race later."""
    state = setting(
        "green", {"direction": "counter-clockwise"},
        red=at(space, hand, 2), blue=at("S2.2.1", [2, 3, 4], 2), green=at("S14.1.1", [1, 1, 1], 2, paid=True),
    )  # fmt: skip
    assert ("skipped", "red") in happened(state, drive(1, "S13.1"))
    assert state.position()["turn"] == "blue"
    state.play(drive(2, "K.6"))
    state.play(drive(1, "S12.1.2"))
    assert state.position()["turn"] == "red", "the fork is free"


@pytest.mark.clause("AVE-C3")
def test_a_six_that_just_reaches_the_taken_fork_waits_too() -> None:
    """The lane itself is seven steps away: no card would end in it."""
    state = setting(
        "green", {"track": "circus-b"},
        red=at("S13.2.2", [6, 6, 6], 2), blue=at("S15.2.3", [2, 3, 4], 2), green=at("S2.1.1", [1, 1, 1], 1),
    )  # fmt: skip
    reading = Reading(state.position())
    assert {end for end, _ in reading.ways("red", 6, alone=True)} == {"S15.1.3", "S15.2.3"}
    assert ("skipped", "red") in happened(state, state.legal[0].text)


@pytest.mark.clause("AVE-C3")
def test_seen_in_play_a_hand_of_threes_is_no_longer_thrown_out() -> None:
    game, chooser = race(2), random.Random(21)
    state = game.new(21)
    for _ in range(27):
        state.play(chooser.choice(state.view(state.to_move)["legal"])["id"])
    events = state.play(chooser.choice(state.view(state.to_move)["legal"])["id"])
    red, blue = chariot(state, "red"), chariot(state, "blue")
    assert (red["space"], red["hand"], blue["space"]) == ("S12.1.2", [3, 3, 3], "S14.2.2")
    assert ("skipped", "red") in [(event.kind, event.data.get("chariot")) for event in events]
    assert state.position()["turn"] == "blue"


# --- disqualification


@pytest.mark.clause("AVE-C4")
@EVERYWHERE
def test_only_the_third_crossing_disqualifies(track: str, direction: str) -> None:
    place = TRACKS[track].start[direction == "clockwise"][0]
    for crossings, shamed in ((0, False), (1, False), (2, True)):
        state = setting(
            options={"track": track, "direction": direction},
            red=at(place, [1, 2, 3], crossings), blue=at(far_away(track), ANY, 3, paid=True),
        )  # fmt: skip
        told = happened(state, state.legal[0].text)
        assert (("disqualified", "red") in told) == shamed
        assert chariot(state, "red")["disqualified"] == shamed
        assert chariot(state, "red")["status"] == "racing"


@pytest.mark.clause("AVE-C4")
def test_a_disqualified_chariot_races_on_and_blocks_the_others() -> None:
    state = setting("blue", red=at("S8.1", [1, 1, 1], 3, disqualified=True), blue=at("S6.1.2", ANY, 2, paid=True))
    assert (spaces(state, 1), spaces(state, 2), spaces(state, 3)) == ({"S7.1.1", "S7.2.1"}, set(), set())
    assert refusal(state, drive(2, "S8.1")) == "AVE-T4"
    state.play(drive(1, "S7.1.1"))
    assert state.position()["turn"] == "red"
    state.play(drive(1, "S9.1.1"))
    assert chariot(state, "red")["space"] == "S9.1.1"


@pytest.mark.clause("AVE-C4")
def test_a_disqualified_finisher_gets_no_place_and_no_laurels_and_the_next_is_first() -> None:
    state = setting(
        "red",
        red=at("S15.0.3", ANY, 3, disqualified=True), blue=at("S15.1.3", ANY, 3, paid=True),
        green=at("S15.2.3", ANY, 3, disqualified=True),
    )  # fmt: skip
    for _ in range(3):
        assert all(spaces(state, card) == {FINISH} for card in ANY)
        state.play("1 over the line")
    assert state.outcome is not None
    assert (state.outcome.scores, state.outcome.winners) == ((0, 6, 0), (1,))
    assert [chariot(state, colour)["status"] for colour in ("red", "blue", "green")] == [
        "disqualified", "finished", "disqualified",
    ]  # fmt: skip


# --- later visits


@pytest.mark.clause("AVE-C5")
def test_a_visit_on_lap_three_pays_nothing_and_redeems_nothing() -> None:
    state = setting(red=at("S14.2.2", [2, 2, 4], 3, disqualified=True), blue=at("S9.1.1", [1, 1, 1], 2))
    told = happened(state, drive(2, "K.2"))
    assert ("paid", "red") not in told
    red = chariot(state, "red")
    assert (red["paid"], red["disqualified"]) == (False, True)
    assert state.view(1)["chariots"]["red"]["denarius"]
    state.play(drive(1, "S9.1.2"))
    state.play("4 over the line")
    assert chariot(state, "red")["place"] == 0


@pytest.mark.clause("AVE-C5")
@pytest.mark.parametrize("crossings", [2, 3])
def test_who_has_paid_may_come_again(crossings: int) -> None:
    state = setting(red=at("S14.2.2", ANY, crossings, paid=True), blue=at("S9.1.1", [1, 1, 1], 2))
    assert {"K.1"} <= spaces(state, 1) and {"K.2"} <= spaces(state, 2)
    state.play(drive(1, "K.1"))
    assert chariot(state, "red")["paid"] and not chariot(state, "red")["disqualified"]
