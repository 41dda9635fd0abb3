from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from quadriga.games.avecaesar.track import FOLDER, NO_WAY, Track, TrackError, builtin_tracks, load_track, read_track

TRACKS = builtin_tracks()
EXPECTED = yaml.safe_load((Path(__file__).parent / "expected.yaml").read_text(encoding="utf-8"))
BOTH = pytest.mark.parametrize("name", ["circus-a", "circus-b"])
DIRECTIONS = pytest.mark.parametrize("clockwise", [True, False], ids=["clockwise", "counter-clockwise"])


def named(track: Track, clockwise: bool) -> dict[str, set[tuple[str, bool]]]:
    steps = track.edges(clockwise)
    return {track.spaces[i]: {(track.spaces[b], line) for b, line in steps[i]} for i in range(len(track.spaces))}


def expected_steps(name: str) -> dict[str, set[tuple[str, bool]]]:
    steps = EXPECTED[name]["edges_cw"]
    return {space: {(to.rstrip("*"), to.endswith("*")) for to in onward} for space, onward in steps.items()}


def test_two_tracks_come_with_the_game_and_say_that_they_are_reconstructed() -> None:
    assert list(TRACKS) == ["circus-a", "circus-b"]
    assert {track.status for track in TRACKS.values()} == {"reconstructed"}


@pytest.mark.clause("AVE-M1")
@pytest.mark.parametrize(("name", "spaces", "steps", "lap"), [("circus-a", 66, 113, 26), ("circus-b", 63, 108, 25)])
def test_a_track_has_its_spaces_steps_and_shortest_lap(name: str, spaces: int, steps: int, lap: int) -> None:
    track = TRACKS[name]
    assert len(track.spaces) == len(set(track.spaces)) == spaces
    assert sum(map(len, track.edges(True))) == sum(map(len, track.edges(False))) == steps
    assert track.lap_shortest == lap


def test_spaces_stand_in_the_order_of_the_sections_then_the_imperial_lane() -> None:
    track = TRACKS["circus-a"]
    assert track.spaces[:4] == ("S1.0.1", "S1.0.2", "S1.0.3", "S1.1.1")
    assert track.spaces[-8:] == ("S15.2.3", "K.1", "K.2", "K.3", "K.4", "K.5", "K.6", "K.7")
    i = track.index("S4.2.3")
    assert (track.sections[track.section[i]].id, track.lane[i], track.row[i]) == ("S4", 2, 3)
    assert [name for i, name in enumerate(track.spaces) if track.is_neck[i]] == ["S3.1", "S8.1", "S13.1"]
    assert sum(track.is_imperial) == 7 and track.lane[track.index("K.1")] == 3
    with pytest.raises(TrackError, match="circus-a: there is no space 'S99'"):
        track.index("S99")


@pytest.mark.clause("AVE-T2", "AVE-T3")
@BOTH
def test_clockwise_steps_are_those_worked_out_by_hand(name: str) -> None:
    assert named(TRACKS[name], True) == expected_steps(name)


@BOTH
def test_counter_clockwise_reverses_every_step_and_its_crossing(name: str) -> None:
    reversed_steps: dict[str, set[tuple[str, bool]]] = {space: set() for space in TRACKS[name].spaces}
    for space, onward in expected_steps(name).items():
        for to, line in onward:
            reversed_steps[to].add((space, line))
    assert named(TRACKS[name], False) == reversed_steps


@BOTH
@DIRECTIONS
def test_steps_are_ordered_by_lane_then_number(name: str, clockwise: bool) -> None:
    track = TRACKS[name]
    for onward in track.edges(clockwise):
        keys = [(track.lane[b], b) for b, _ in onward]
        assert keys == sorted(keys)


@pytest.mark.clause("AVE-L6")
@BOTH
def test_ranks_are_those_worked_out_by_hand(name: str) -> None:
    track = TRACKS[name]
    expected = {space: rank for section in EXPECTED[name]["rank"].values() for space, rank in section.items()}
    ranks = dict(zip(track.spaces, track.rank(True), strict=True))
    assert {space: round(float(rank), 4) for space, rank in ranks.items()} == expected


@BOTH
def test_ranks_are_exact_and_turn_round_with_the_direction(name: str) -> None:
    track = TRACKS[name]
    forward, back = track.rank(True), track.rank(False)
    assert all(a + b == track.lap_shortest + 1 for a, b in zip(forward, back, strict=True))
    for clockwise in (True, False):
        numbers = track.rank_number(clockwise)
        assert [Fraction(n, track.rank_scale) for n in numbers] == list(track.rank(clockwise))


@BOTH
@DIRECTIONS
def test_every_step_gains_rank_and_only_the_line_takes_it_away(name: str, clockwise: bool) -> None:
    track = TRACKS[name]
    rank = track.rank(clockwise)
    for i, onward in enumerate(track.edges(clockwise)):
        for b, line in onward:
            assert 0 < rank[b] + track.lap_shortest * line - rank[i] <= 1


@pytest.mark.clause("AVE-L5")
def test_a_row_is_the_spaces_level_in_a_section() -> None:
    track = TRACKS["circus-b"]

    def row(name: str) -> list[str]:
        return [track.spaces[i] for i in track.row_mates[track.index(name)]]

    assert row("S6.2.1") == ["S6.1.1", "S6.2.1"]
    assert row("S1.1.2") == ["S1.0.2", "S1.1.2", "S1.2.2"]
    assert row("S5.1") == ["S5.1"]
    assert row("S3.2.1") == ["S3.2.1"]
    assert row("S7.1.1") == ["S7.1.1", "S7.2.2"], "the middle of the outer lane is level with the inner"
    assert row("K.3") == ["K.3"]


@pytest.mark.clause("AVE-S4")
@BOTH
@DIRECTIONS
def test_the_front_row_of_the_grid_stands_at_the_line_and_the_rear_row_one_behind(name: str, clockwise: bool) -> None:
    track = TRACKS[name]
    first = track.way_left(clockwise)[1]
    assert [first[i] for i in track.starts(clockwise)] == [1, 1, 1, 2, 2, 2]


@pytest.mark.clause("AVE-F1", "AVE-C1")
@DIRECTIONS
@pytest.mark.parametrize(("name", "race", "free"), [("circus-a", 80, 79), ("circus-b", 78, 76)])
def test_the_shortest_race_leaves_few_of_84_points(name: str, race: int, free: int, clockwise: bool) -> None:
    track = TRACKS[name]
    grid = track.starts(clockwise)
    with_duty, without = track.way_left(clockwise, duty=True)[4], track.way_left(clockwise)[4]
    assert [with_duty[i] for i in grid] == [race] * 3 + [race + 1] * 3
    assert [without[i] for i in grid] == [free] * 3 + [free + 1] * 3


@pytest.mark.parametrize(("name", "steps"), [("circus-a", 92), ("circus-b", 93)])
def test_always_lane_two_is_too_long_for_a_deck(name: str, steps: int) -> None:
    track = TRACKS[name]
    lap = sum(dict(section.lanes).get(2, 1) for section in track.sections)
    enter, leave = (track.rank(True)[track.index(n)] for n in (track.imperial.enter_from, track.imperial.leave_to))
    detour = track.imperial.spaces + 1 - (leave + track.lap_shortest - enter)
    assert 1 + 3 * lap + detour == steps > 84


@BOTH
@DIRECTIONS
def test_each_crossing_after_the_first_is_a_shortest_lap_further(name: str, clockwise: bool) -> None:
    track = TRACKS[name]
    ways = track.way_left(clockwise)
    assert set(ways[0]) == {0} and max(ways[4]) < NO_WAY
    grid = track.starts(clockwise)
    assert all(ways[n][i] == ways[1][i] + (n - 1) * track.lap_shortest for n in (2, 3, 4) for i in grid)


@pytest.mark.clause("AVE-C1")
def test_the_duty_can_no_longer_be_done_on_the_third_lap() -> None:
    track = TRACKS["circus-a"]
    ways = track.way_left(True, duty=True)
    past, behind = track.index("S15.1.1"), track.index("S1.1.1")
    assert set(ways[1]) == {NO_WAY}
    assert ways[2][past] == NO_WAY and ways[3][past] < NO_WAY
    assert ways[2][behind] == 25 + 1 + 1 + 26


@DIRECTIONS
@BOTH
def test_the_imperial_lane_is_out_of_reach_past_the_fork(name: str, clockwise: bool) -> None:
    track = TRACKS[name]
    reach = dict(zip(track.spaces, track.can_reach_imperial(clockwise), strict=True))
    lost = {space for space, can in reach.items() if not can}
    entry = track.index(track.imperial.enter_from if clockwise else track.imperial.leave_to)
    rank, home = track.rank(clockwise), 0 if not clockwise else len(track.sections) - 1
    assert lost == {
        track.spaces[i]
        for i in range(len(track.spaces))
        if not track.is_imperial[i] and i != entry and (track.section[i] == home or rank[i] >= rank[entry])
    }
    assert reach["K.1"] and reach[track.spaces[entry]]


def test_a_track_file_can_be_loaded_from_anywhere(tmp_path: Path) -> None:
    text = (FOLDER / "circus-a.yaml").read_text(encoding="utf-8")
    (tmp_path / "circus-c.yaml").write_text(text.replace("name: circus-a", "name: circus-c"), encoding="utf-8")
    track = load_track(tmp_path / "circus-c.yaml")
    assert track.name == "circus-c" and track.edges(True) == TRACKS["circus-a"].edges(True)
    assert read_track(yaml.safe_load(text), "circus-a") == TRACKS["circus-a"]
    assert hash(track) != hash(TRACKS["circus-a"])
