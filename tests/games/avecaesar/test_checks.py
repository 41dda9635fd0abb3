"""Broken track files: each is refused, and the message says why."""

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from quadriga import errors
from quadriga.games.avecaesar.checks import check
from quadriga.games.avecaesar.track import FOLDER, TrackError, builtin_tracks, load_track, read_track

CIRCUS_A = yaml.safe_load((FOLDER / "circus-a.yaml").read_text(encoding="utf-8"))
Break = Callable[[dict[str, Any]], Any]


def section(data: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(part for part in data["sections"] if part["id"] == name)
    return found


def insert(data: dict[str, Any], behind: str, *parts: dict[str, Any]) -> None:
    at = data["sections"].index(section(data, behind)) + 1
    data["sections"][at:at] = parts


def two_rings(data: dict[str, Any]) -> None:
    """Leave out lane 1 everywhere, and the necks: lanes 0 and 2 never meet."""
    data["sections"] = [{"id": f"S{n}", "kind": "open", "lanes": {0: 6, 2: 6}, "turn": 90} for n in range(1, 5)]
    data["imperial_lane"] = {"lane": 3, "spaces": 6, "enter_from": "S4.2.3", "leave_to": "S1.2.3", "line_after": 3}
    data["start"]["clockwise"] = [f"S4.0.{row}" for row in range(1, 7)]
    data["start"]["counter-clockwise"] = [f"S1.0.{row}" for row in range(1, 7)]


def ring(data: dict[str, Any], necks: int) -> None:
    """Make a ring of four rows, and more with necks; its lane leaves one row before the line and joins one behind."""
    grid, spread = dict.fromkeys(range(6), 1), {1: 1, 3: 1, 5: 1}
    data["sections"] = [
        {"id": "S1", "kind": "open", "lanes": grid, "turn": 0, "length": 3},
        {"id": "S2", "kind": "open", "lanes": spread, "turn": 180, "length": 3},
        *({"id": f"N{n}", "kind": "neck", "lanes": {1: 1}, "turn": 0, "length": 6} for n in range(necks)),
        {"id": "S3", "kind": "open", "lanes": spread, "turn": 180, "length": 3},
        {"id": "S4", "kind": "open", "lanes": grid, "turn": 0, "length": 3},
    ]
    data["imperial_lane"] = {"lane": 6, "spaces": 6, "enter_from": "S3.5.1", "leave_to": "S2.5.1", "line_after": 3}
    data["start"]["clockwise"] = [f"S4.{lane}.1" for lane in range(6)]
    data["start"]["counter-clockwise"] = [f"S1.{lane}.1" for lane in range(6)]


UNREADABLE: list[tuple[Break, str]] = [
    (
        lambda d: d.update(colour="red"),
        "circus-a: unknown field colour; allowed: name, title, status, sections, imperial_lane, start",
    ),
    (lambda d: d.pop("start"), "circus-a: start is missing"),
    (lambda d: d.update(name="circus-b"), "circus-a: the file names itself 'circus-b'"),
    (lambda d: d.update(title=3), "circus-a: the title must be a text, not 3"),
    (lambda d: d.update(title=" "), "circus-a: the title must be a text, not ' '"),
    (lambda d: d.update(status="official"), "circus-a: unknown status 'official'; allowed: reconstructed, own"),
    (lambda d: d.update(status=["own"]), "circus-a: unknown status ['own']; allowed: reconstructed, own"),
    (lambda d: d.update(sections={}), "circus-a: sections must be a list of at least two"),
    (lambda d: d.update(sections=d["sections"][:1]), "circus-a: sections must be a list of at least two"),
    (lambda d: d["sections"].append("S16"), "circus-a: section 16: expected fields and values, not 'S16'"),
    (
        lambda d: section(d, "S2").update(width=2),
        "circus-a: section 2: unknown field width; allowed: id, kind, lanes, turn, length",
    ),
    (lambda d: section(d, "S2").pop("lanes"), "circus-a: section 2: lanes is missing"),
    (lambda d: section(d, "S2").update(id=2), "circus-a: section 2: the id must be a text, not 2"),
    (lambda d: section(d, "S2").update(id="S.2"), "circus-a: section 2: 'S.2' is no id; ids are like S1"),
    (lambda d: section(d, "S2").update(id="K"), "circus-a: section 2: K names the imperial lane"),
    (
        lambda d: section(d, "S2").update(kind="jump"),
        "circus-a: section 2: unknown kind 'jump'; allowed: open, wall, neck",
    ),
    (lambda d: section(d, "S2").update(lanes=[2, 2]), "circus-a: section 2: lanes must name each lane and its length"),
    (lambda d: section(d, "S2").update(lanes={}), "circus-a: section 2: lanes must name each lane and its length"),
    (lambda d: section(d, "S2").update(lanes={"1": 2, 2: 2}), "circus-a: section 2: '1' is no number of a lane"),
    (lambda d: section(d, "S2").update(lanes={-1: 2, 2: 2}), "circus-a: section 2: -1 is no number of a lane"),
    (lambda d: section(d, "S2").update(lanes={1: 0, 2: 2}), "circus-a: section 2: lane 1 cannot have 0 spaces"),
    (lambda d: section(d, "S2").update(lanes={1: 2.0, 2: 2}), "circus-a: section 2: lane 1 cannot have 2.0 spaces"),
    (lambda d: section(d, "S2").update(lanes={1: True, 2: 1}), "circus-a: section 2: lane 1 cannot have True spaces"),
    (
        lambda d: section(d, "S2").update(lanes={1: 2, 2: 3}),
        "circus-a: section 2: the lanes of an open section are equally long",
    ),
    (lambda d: section(d, "S3").update(lanes={1: 2}), "circus-a: section 3: a neck is one space on one lane"),
    (lambda d: section(d, "S3").update(lanes={1: 1, 2: 1}), "circus-a: section 3: a neck is one space on one lane"),
    (lambda d: section(d, "S4").update(lanes={1: 2}), "circus-a: section 4: a wall needs lanes on both sides"),
    (
        lambda d: section(d, "S4").update(turn="right"),
        "circus-a: section 4: the turn must be degrees from -270 to 270, not 'right'",
    ),
    (
        lambda d: section(d, "S4").update(turn=float("nan")),
        "circus-a: section 4: the turn must be degrees from -270 to 270, not nan",
    ),
    (lambda d: section(d, "S4").update(length=10**400), f"circus-a: section 4: {10**400} is no length"),
    (lambda d: section(d, "S4").update(length=-1), "circus-a: section 4: -1 is no length"),
    (lambda d: d.update(imperial_lane=None), "circus-a: imperial_lane: expected fields and values, not None"),
    (lambda d: d["imperial_lane"].pop("lane"), "circus-a: imperial_lane: lane is missing"),
    (
        lambda d: d["imperial_lane"].update(spaces="7"),
        "circus-a: imperial_lane: spaces must be a whole number, not '7'",
    ),
    (lambda d: d["imperial_lane"].update(leave_to=7), "circus-a: imperial_lane: leave_to must name a space, not 7"),
    (lambda d: d["start"].pop("clockwise"), "circus-a: start: clockwise is missing"),
    (
        lambda d: d["start"].update(clockwise="S15.0.3"),
        "circus-a: start: clockwise must be a list of spaces, not 'S15.0.3'",
    ),
    (lambda d: d["start"].update(clockwise=[1, 2]), "circus-a: start: clockwise must be a list of spaces, not [1, 2]"),
]

UNRACEABLE: list[tuple[Break, str]] = [
    (
        lambda d: section(d, "S9").update(lanes={1: 10**9, 2: 10**9}),
        "circus-a: 2000000062 spaces are too many; at most 96",
    ),
    (lambda d: section(d, "S9").update(lanes={1: 18, 2: 18}), "circus-a: 98 spaces are too many; at most 96"),
    (lambda d: section(d, "S9").update(id="S7"), "circus-a: two sections are called S7"),
    (
        lambda d: section(d, "S5").update(lanes={0: 1}),
        "circus-a: lane 2 of S4 is a dead end: no lane of S5 lies next to it",
    ),
    (
        lambda d: section(d, "S7").update(lanes={1: 1, 2: 1, 4: 1}),
        "circus-a: lane 4 of S7 is a dead end backwards: no lane of S6 lies next to it",
    ),
    (two_rings, "circus-a: S1.2.1 cannot be reached from the counter-clockwise grid"),
    (
        lambda d: d["imperial_lane"].update(spaces=5),
        "circus-a: the imperial lane has 5 spaces; it needs 6 to catch every move (AVE-C1)",
    ),
    (
        lambda d: d["imperial_lane"].update(line_after=0),
        "circus-a: the line must lie between two spaces of the imperial lane, not after space 0",
    ),
    (
        lambda d: d["imperial_lane"].update(line_after=7),
        "circus-a: the line must lie between two spaces of the imperial lane, not after space 7",
    ),
    (
        lambda d: d["imperial_lane"].update(enter_from="S14.2.9"),
        "circus-a: the imperial lane is entered from 'S14.2.9', which is no space of the track",
    ),
    (
        lambda d: d["imperial_lane"].update(leave_to="K.1"),
        "circus-a: the imperial lane is left to 'K.1', which is no space of the track",
    ),
    (
        lambda d: d["imperial_lane"].update(leave_to="S2.1.1"),
        "circus-a: the imperial lane is left to S2.1.1, which is not on lane 2, the one next to it",
    ),
    (
        lambda d: section(d, "S11").update(lanes={1: 1, 2: 1, 3: 1}),
        "circus-a: the imperial lane must lie outside of all lanes; lane 3 does not",
    ),
    (
        lambda d: d["imperial_lane"].update(enter_from="S1.2.3"),
        "circus-a: the imperial lane does not pass the line once: S2.2.1 is not behind it",
    ),
    (lambda d: d["start"]["clockwise"].pop(), "circus-a: the clockwise grid has 5 places; it needs 6"),
    (
        lambda d: d["start"]["clockwise"].__setitem__(5, "S16.1.1"),
        "circus-a: the clockwise grid names 'S16.1.1', which is no space of the track",
    ),
    (
        lambda d: d["start"]["counter-clockwise"].__setitem__(5, "S1.0.1"),
        "circus-a: the counter-clockwise grid names S1.0.1 twice",
    ),
    (
        lambda d: d["start"]["clockwise"].__setitem__(5, "S1.0.1"),
        "circus-a: S1.0.1 of the clockwise grid is not in S15, right before the line",
    ),
    (
        lambda d: d["start"]["clockwise"].__setitem__(5, "K.1"),
        "circus-a: K.1 of the clockwise grid is not in S15, right before the line",
    ),
    (
        lambda d: insert(d, "S1", {"id": "N", "kind": "neck", "lanes": {1: 1}}),
        "circus-a: the neck N.1 is no bottleneck: there is a way past it",
    ),
    (
        lambda d: section(d, "S14").update(lanes={1: 4, 2: 4}) or section(d, "S7").update(kind="neck", lanes={1: 1}),
        "circus-a: the shortest lap takes 27 steps, but the rows count 28",
    ),
    (
        lambda d: section(d, "S9").update(lanes={1: 4, 2: 4}),
        "circus-a: the race from S1.0.1, counter-clockwise, takes 86 points at least; a deck has 84",
    ),
    (
        lambda d: section(d, "S9").update(turn=0),
        "circus-a: the sections turn by 393 degrees in all; a circuit turns by 360",
    ),
    (
        lambda d: section(d, "S6").update(length=40),
        "circus-a: the sections do not close to a circuit; give turns and lengths that come nearer to one",
    ),
    (
        lambda d: ring(d, 1),
        "circus-a: a lap takes 5 steps; it needs 6, or a card could cross the line twice",
    ),
    (
        lambda d: ring(d, 0),
        "circus-a: a lap takes 4 steps; it needs 6, or a card could cross the line twice",
    ),
    (
        lambda d: d["imperial_lane"].update(enter_from="S15.2.3"),
        "circus-a: the imperial lane can be entered from S15.2.3 of the clockwise grid; it is for laps 1 and 2 (AVE-C1)",
    ),
    (
        lambda d: d["imperial_lane"].update(leave_to="S1.2.2"),
        "circus-a: the imperial lane can be entered from S1.2.2 of the counter-clockwise grid; "
        "it is for laps 1 and 2 (AVE-C1)",
    ),
]


@pytest.mark.parametrize(("broken", "message"), UNREADABLE, ids=[message for _, message in UNREADABLE])
def test_a_broken_file_is_refused(broken: Break, message: str) -> None:
    data = copy.deepcopy(CIRCUS_A)
    broken(data)
    with pytest.raises(TrackError, match=f"^{re.escape(message)}$"):
        read_track(data, "circus-a")


@pytest.mark.parametrize(("broken", "message"), UNRACEABLE, ids=[message for _, message in UNRACEABLE])
def test_a_track_that_cannot_be_raced_on_is_refused(broken: Break, message: str) -> None:
    data = copy.deepcopy(CIRCUS_A)
    broken(data)
    track = read_track(data, "circus-a")
    with pytest.raises(TrackError, match=f"^{re.escape(message)}$"):
        check(track)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sections: [", "circus-z.yaml is not YAML: "),
        ("name: a\nname: b\n", "circus-z.yaml: 'name' is given twice, again in line 2"),
        (
            "name: a\nimperial_lane:\n  lane: 3\n  spaces: 6\n  lane: 4\n",
            "circus-z.yaml: 'lane' is given twice, again in line 5",
        ),
        ("[1]: 2\n", "circus-z.yaml is not YAML: "),
        ("name: 2024-99-99", "circus-z.yaml is not YAML: "),
        pytest.param("[" * 9999, "circus-z.yaml is not YAML: ", id="brackets"),
        ("just words", "circus-z: expected fields and values, not 'just words'"),
        ("", "circus-z: the file is empty"),
        ("# nothing but words\n", "circus-z: the file is empty"),
    ],
)
def test_a_file_that_is_no_track_is_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "circus-z.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(TrackError, match=re.escape(message)):
        load_track(tmp_path / "circus-z.yaml")


def test_a_missing_or_garbled_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrackError, match=r"nowhere\.yaml cannot be read"):
        load_track(tmp_path / "nowhere.yaml")
    (tmp_path / "garbled.yaml").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(TrackError, match=r"garbled\.yaml cannot be read"):
        load_track(tmp_path / "garbled.yaml")


def test_a_lap_of_six_steps_is_long_enough() -> None:
    data = copy.deepcopy(CIRCUS_A)
    ring(data, 2)
    track = read_track(data, "circus-a")
    check(track)
    assert track.lap_shortest == 6


def test_loading_checks_the_track(tmp_path: Path) -> None:
    text = (FOLDER / "circus-a.yaml").read_text(encoding="utf-8").replace("spaces: 7", "spaces: 5")
    (tmp_path / "circus-a.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(TrackError, match="the imperial lane has 5 spaces"):
        load_track(tmp_path / "circus-a.yaml")


def test_the_tracks_of_the_game_pass_and_the_error_is_one_of_ours() -> None:
    for track in builtin_tracks().values():
        check(track)
    assert issubclass(TrackError, errors.QuadrigaError)
