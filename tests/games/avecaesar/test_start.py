"""The tracks, the decks, the draw for the start, the grid and the first turns."""

from collections import Counter
from typing import Any

import pytest

from quadriga import PositionError

from ...conftest import walk
from .table import (
    COLOURS,
    DECK,
    DIRECTIONS,
    FINISH,
    TRACKS,
    Reading,
    at,
    begin,
    chariot,
    drive,
    race,
    setting,
    spaces,
    spent,
    two_necks,
)

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


# --- material


@pytest.mark.clause("AVE-M1")
@pytest.mark.parametrize("name", ["circus-a", "circus-b"])
def test_a_track_has_lanes_walls_bottlenecks_and_an_imperial_lane(name: str) -> None:
    track = TRACKS[name]
    assert {section.kind for section in track.sections} == {"open", "wall", "neck"}
    assert sum(track.is_neck) == 3
    assert sum(track.is_imperial) >= 6
    assert track.status == "reconstructed"


@pytest.mark.clause("AVE-M1")
def test_the_tracks_have_the_published_shortest_races() -> None:
    shortest = {
        name: min(track.way_left(True, duty=True)[4][start] for start in track.starts(True))
        for name, track in TRACKS.items()
    }
    assert shortest == {"circus-a": 80, "circus-b": 78}
    assert sum(DECK) == 84


@pytest.mark.clause("AVE-M1", "AVE-T4")
def test_two_chariots_on_one_space_are_no_position() -> None:
    with pytest.raises(PositionError, match=r"red and blue both stand on S5\.1\.1"):
        setting(red=at("S5.1.1", [1, 2, 3]), blue=at("S5.1.1", [1, 2, 3]))


@pytest.mark.clause("AVE-M1")
def test_one_can_race_on_a_track_of_ones_own() -> None:
    track = two_necks()
    for state in walk(race(4, track=track.name), 1):
        assert {part["space"] for part in state.position()["chariots"].values()} <= set(track.spaces)
    assert state.outcome is not None


@pytest.mark.clause("AVE-M2")
@PLAYERS
def test_every_chariot_has_its_own_deck_of_24_cards_and_a_denarius(players: int) -> None:
    for seed in range(10):
        state = race(players).new(seed)
        position = state.position()
        for colour in COLOURS[:players]:
            shown = state.view(None)["chariots"][colour]
            assert len(position["chariots"][colour]["hand"]) + shown["deck"] == 24
            assert shown["points"] == 84
            assert shown["denarius"]
            assert shown["played"] == []


@pytest.mark.clause("AVE-M2")
def test_a_deck_has_each_number_four_times() -> None:
    dealt = [Counter(chariot(race().new(seed), "red")["hand"]) for seed in range(400)]
    assert sum(dealt, Counter()).keys() == {1, 2, 3, 4, 5, 6}
    for card in range(1, 7):
        with pytest.raises(PositionError, match=f"5 x {card}, there are 4"):
            setting(red={"hand": [card], "played": [card] * 4})
        assert setting(red=at("S5.1.1", [card], played=spent(card)), turn="blue", blue=at("S9.1.1", [1, 2, 3]))


# --- the draw for the start


def expected_starter(turned: list[tuple[str, int]], players: int) -> str:
    """Read the turned cards: all turn one, the highest of them turn on."""
    contenders = list(COLOURS[:players])
    while len(contenders) > 1:
        cards = dict(turned[: len(contenders)])
        assert list(cards) == contenders, "those who are level turn, and nobody else"
        del turned[: len(contenders)]
        contenders = [colour for colour in contenders if cards[colour] == max(cards.values())]
    assert not turned
    return contenders[0]


@pytest.mark.clause("AVE-S1", "AVE-S3")
@pytest.mark.parametrize("options", [{}, {"tournament": True, "grid": "by-result"}], ids=["single", "by-result"])
@PLAYERS
def test_the_highest_turned_card_starts_on_place_one_and_the_others_follow_clockwise(
    players: int, options: dict[str, Any]
) -> None:
    ties = 0
    for seed in range(60):
        state, events = begin(race(players, **options), seed)
        turned = [(event.seat, event.data["card"]) for event in events if event.kind == "start-card"]
        ties += len(turned) > players
        starter = COLOURS.index(expected_starter(turned, players))
        grid = {colour: part["grid"] for colour, part in state.position()["chariots"].items()}
        assert grid == {COLOURS[(starter + j) % players]: j + 1 for j in range(players)}
        assert state.to_move == starter
    assert ties > 5


@pytest.mark.clause("AVE-S1", "AVE-S2")
def test_all_hear_the_start_cards_the_race_and_the_grid_but_only_their_own_hand() -> None:
    state = race(3).new(1)
    heard = [event.seen_by("blue").text for event in state.set_up]
    assert heard[:9] == [
        "Red turns a 1 for the start", "Blue turns a 3 for the start", "Green turns a 3 for the start",
        "Blue turns a 6 for the start", "Green turns a 5 for the start",
        "Race 1 begins on circus-a, clockwise; Blue starts",
        "Red stands on grid place 3", "Blue stands on grid place 1", "Green stands on grid place 2",
    ]  # fmt: skip
    own = sorted(event.data["card"] for event in state.set_up if event.kind == "drew" and event.seat == "blue")
    assert own == chariot(state, "blue")["hand"]
    assert [text for text in heard if "draws" in text and "Blue" not in text] == ["Red draws a card"] * 3 + [
        "Green draws a card"
    ] * 3
    assert [event.seen_by(None).text for event in state.set_up if event.kind == "drew"].count("Blue draws a card") == 3


@pytest.mark.clause("AVE-S1")
def test_a_position_and_a_new_deal_have_no_start_to_tell_of_but_a_copy_has() -> None:
    state = race(3).new(1)
    assert state.set_up and state.copy().set_up == state.set_up
    assert race(3).from_position(state.position()).set_up == ()
    assert state.redeal(1, 5).set_up == ()


@pytest.mark.clause("AVE-S1")
def test_the_turned_cards_are_any_of_the_deck_and_go_back_into_it() -> None:
    first: Counter[int] = Counter()
    hands: Counter[bool] = Counter()
    for seed in range(900):
        state, events = begin(race(2), seed)
        card = next(event.data["card"] for event in events if event.kind == "start-card")
        first[card] += 1
        red = chariot(state, "red")
        assert red["played"] == [] and state.view(None)["chariots"]["red"]["points"] == 84
        hands[card in red["hand"]] += 1
    assert all(100 < first[card] < 200 for card in range(1, 7)), first
    # three of 24 cards, four of them of the turned value: 1 - C(20,3)/C(24,3) = 0.437
    assert 0.38 < hands[True] / 900 < 0.49


@pytest.mark.clause("AVE-S1")
def test_every_player_starts_equally_often() -> None:
    starters = Counter(race(3).new(seed).to_move for seed in range(900))
    assert all(250 < starters[seat] < 350 for seat in range(3)), starters


# --- the grid


@pytest.mark.clause("AVE-S1", "AVE-S4")
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("track", ["circus-a", "circus-b"])
def test_the_chariots_stand_on_the_grid_in_the_order_of_their_places(track: str, direction: str) -> None:
    for seed in range(5):
        state = race(6, track=track, direction=direction).new(seed)
        places = TRACKS[track].start[direction == "clockwise"]
        for part in state.position()["chariots"].values():
            assert part["space"] == places[part["grid"] - 1]
            assert part["crossings"] == 0


@pytest.mark.clause("AVE-S4")
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("track", ["circus-a", "circus-b"])
def test_the_grid_lies_before_the_line_and_the_first_row_right_before_it(track: str, direction: str) -> None:
    state = race(6, track=track, direction=direction).new(1)
    reading = Reading(state.position())
    front = sorted(reading.chariots.values(), key=lambda part: part["grid"])
    assert all(line for part in front[:3] for _, line in reading.steps(part["space"]))
    assert all(not line for part in front[3:] for _, line in reading.steps(part["space"]))
    mover = state.position()["turn"]
    state.play(state.legal[0])
    assert chariot(state, mover)["crossings"] == 1


@pytest.mark.clause("AVE-S4")
def test_the_first_three_crossings_begin_the_laps_and_the_fourth_finishes() -> None:
    for crossings in range(3):
        state = setting(red=at("S15.1.3", [2, 3, 3], crossings, paid=crossings == 2), blue=at("S9.1.1", [1, 2, 3]))
        events = state.play(drive(2, "S1.1.2"))
        assert (f"Red begins lap {crossings + 1}") in [event.text for event in events]
        assert chariot(state, "red")["crossings"] == crossings + 1
        assert chariot(state, "red")["status"] == "racing"
    state = setting(red=at("S15.1.3", [2, 3, 3], 3, paid=True), blue=at("S9.1.1", [1, 2, 3]))
    assert spaces(state, 2) == {FINISH}
    state.play("2 over the line")
    assert chariot(state, "red")["status"] == "finished"


@pytest.mark.clause("AVE-S2")
@PLAYERS
def test_everybody_is_dealt_three_cards(players: int) -> None:
    state = race(players).new(3)
    assert [len(part["hand"]) for part in state.position()["chariots"].values()] == [3] * players
    assert [part["deck"] for part in state.view(None)["chariots"].values()] == [21] * players


@pytest.mark.clause("AVE-S2")
@PLAYERS
def test_the_hands_of_three_are_drawn_evenly_from_the_deck(players: int) -> None:
    drawn = Counter(card for seed in range(200) for card in chariot(race(players).new(seed), "blue")["hand"])
    assert all(60 < drawn[card] < 145 for card in range(1, 7)), drawn


@pytest.mark.clause("AVE-S2")
@PLAYERS
def test_play_goes_clockwise_by_seat_and_not_by_place_on_the_track(players: int) -> None:
    out_of_order = 0
    for seed in range(3):
        state = race(players).new(seed)
        while state.to_move is not None:
            before = Reading(state.position())
            mover = before.position["turn"]
            events = state.play(state.legal[len(state.history) % len(state.legal)])
            if state.to_move is None:
                break
            after = Reading(state.position())
            name, skipped, must_six = after.next_turn(mover)
            assert (state.position()["turn"], state.game.seats[state.to_move]) == (name, name)
            assert [event.data["chariot"] for event in events if event.kind == "skipped"] == skipped
            assert bool(state.position().get("must_six")) == must_six
            racing = [colour for colour in COLOURS if colour in after.racing]
            out_of_order += name != max(racing, key=after.progress)
    assert out_of_order > 20


# --- the grid by result


def end_of_first_race(grid: str, **finished: dict[str, Any]) -> Any:
    """Let green cross the line as the last of three, red and blue having finished."""
    return setting(
        "green",
        {"players": 3, "tournament": True, "grid": grid},
        arrived=True, departed=2, placed=sum(1 for part in finished.values() if "place" in part),
        green=at("S15.0.3", [1, 2, 3], 3, paid=True), **finished,
    )  # fmt: skip


DONE = {"status": "finished", "crossings": 4, "paid": True}


@pytest.mark.clause("AVE-S3")
@pytest.mark.parametrize(
    ("grid", "places"), [("by-result", ["blue", "red", "green"]), ("clockwise-from-last", ["green", "red", "blue"])]
)
def test_the_option_lines_the_next_race_up_by_the_result_of_the_last(grid: str, places: list[str]) -> None:
    state = end_of_first_race(grid, red={**DONE, "place": 2, "left": 2}, blue={**DONE, "place": 1, "left": 1})
    state.play("1 over the line")
    position = state.position()
    assert position["race"] == 1
    for place, colour in enumerate(places):
        assert position["chariots"][colour]["grid"] == place + 1
        assert position["chariots"][colour]["space"] == TRACKS["circus-b"].start[1][place]


@pytest.mark.clause("AVE-S3", "AVE-S2")
def test_after_place_one_play_goes_on_by_seat_even_if_the_grid_does_not() -> None:
    state = end_of_first_race(
        "by-result", red={**DONE, "place": 2, "left": 2}, blue={**DONE, "place": 1, "left": 1}
    )  # fmt: skip
    state.play("1 over the line")
    turns = []
    for _ in range(3):
        turns.append(state.position()["turn"])
        state.play(state.legal[0])
    assert turns == ["blue", "green", "red"]


@pytest.mark.clause("AVE-S3")
def test_a_disqualified_finisher_lines_up_behind_those_with_a_place() -> None:
    shamed = {"status": "disqualified", "crossings": 4, "disqualified": True, "left": 1}
    state = end_of_first_race("by-result", red=shamed, blue={**DONE, "place": 1, "left": 2})
    state.play("1 over the line")
    assert [chariot(state, colour)["grid"] for colour in ("blue", "green", "red")] == [1, 2, 3]


@pytest.mark.clause("AVE-S2", "AVE-M1")
def test_no_two_chariots_ever_share_a_space() -> None:
    for players in (2, 6):
        for state in walk(race(players), players):
            standing = [part["space"] for part in Reading(state.position()).racing.values()]
            assert len(set(standing)) == len(standing)
