"""A track of one's own: a file, loaded by its path, raced on to the end, recorded and replayed; or refused."""

from __future__ import annotations

import copy
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import quadriga
from quadriga import OptionError, QuadrigaError, RecordError, State
from quadriga.games.avecaesar import tables
from quadriga.games.avecaesar.invariants import broken
from quadriga.games.avecaesar.track import TrackError

from ...conftest import forget_tracks

Facts = dict[str, Any]

HIPPODROME: Facts = {
    "name": "hippodrome",
    "title": "A small hippodrome",
    "status": "own",
    "sections": [
        {"id": "S1", "kind": "open", "lanes": {0: 2, 1: 2, 2: 2}},
        {"id": "S2", "kind": "open", "lanes": {1: 2, 2: 2}, "turn": 90},
        {"id": "S3", "kind": "neck", "lanes": {1: 1}},
        {"id": "S4", "kind": "wall", "lanes": {1: 2, 2: 3}, "turn": 180, "length": 10},
        {"id": "S5", "kind": "open", "lanes": {1: 3, 2: 3}, "length": 1.5},
        {"id": "S6", "kind": "open", "lanes": {1: 2, 2: 2}, "turn": 90},
        {"id": "S7", "kind": "open", "lanes": {0: 2, 1: 2, 2: 2}},
    ],
    "imperial_lane": {"lane": 3, "spaces": 6, "enter_from": "S6.2.2", "leave_to": "S2.2.1", "line_after": 3},
    "start": {
        "clockwise": ["S7.0.2", "S7.1.2", "S7.2.2", "S7.0.1", "S7.1.1", "S7.2.1"],
        "counter-clockwise": ["S1.0.1", "S1.1.1", "S1.2.1", "S1.0.2", "S1.1.2", "S1.2.2"],
    },
}
WIDE, SPREAD = dict.fromkeys(range(6), 1), {1: 1, 3: 1, 5: 1}
JAM: Facts = {
    "name": "jam",
    "title": "Three necks, six spaces apart",
    "status": "own",
    "sections": [
        {"id": "S1", "kind": "open", "lanes": WIDE},
        {"id": "Leave", "kind": "open", "lanes": SPREAD},
        {"id": "N1", "kind": "neck", "lanes": {1: 1}},
        {"id": "S2", "kind": "open", "lanes": {1: 5, 2: 5}, "turn": 180},
        {"id": "N2", "kind": "neck", "lanes": {1: 1}, "length": 6},
        {"id": "S3", "kind": "open", "lanes": {1: 5, 2: 5}, "turn": 180},
        {"id": "N3", "kind": "neck", "lanes": {1: 1}},
        {"id": "Enter", "kind": "open", "lanes": SPREAD},
        {"id": "S4", "kind": "open", "lanes": WIDE},
    ],
    "imperial_lane": {"lane": 6, "spaces": 6, "enter_from": "Enter.5.1", "leave_to": "Leave.5.1", "line_after": 3},
    "start": {
        "clockwise": [f"S4.{lane}.1" for lane in range(6)],
        "counter-clockwise": [f"S1.{lane}.1" for lane in range(6)],
    },
}


@pytest.fixture(autouse=True)
def _forget_tracks() -> Iterator[None]:
    """Forget also what a track that was refused has left in the tables."""
    yield
    forget_tracks()


def write(folder: Path, facts: Facts, **changes: Any) -> Path:
    facts = copy.deepcopy(facts) | changes
    path = folder / f"{facts['name']}.yaml"
    path.write_text(yaml.safe_dump(facts), encoding="utf-8")
    return path


def race_to_the_end(state: State, seed: int) -> State:
    chooser = random.Random(seed)
    while state.to_move is not None:
        state.play(chooser.choice(state.legal))
        assert broken(state.s) == 0
    return state


@pytest.mark.clause("AVE-M1", "AVE-R4", "AVE-F4")
@pytest.mark.parametrize("as_text", [False, True])
@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
def test_a_track_of_ones_own_is_raced_on_recorded_and_replayed(tmp_path: Path, direction: str, as_text: bool) -> None:
    path = write(tmp_path, HIPPODROME)
    game = quadriga.load("ave-caesar", players=4, track=str(path) if as_text else path, direction=direction)
    assert game.options["track"] == "hippodrome"
    finishers = 0
    for seed in range(6):
        state = game.new(seed)
        assert state.view()["chariots"]["red"]["space"][:2] == ("S7" if direction == "clockwise" else "S1")
        race_to_the_end(state, seed)
        assert state.outcome is not None and state.outcome.rule == "AVE-F4"
        finishers += sum(part["status"] in ("finished", "disqualified") for part in state.view()["chariots"].values())
        again = quadriga.replay(state.record())
        assert again == state and again.outcome == state.outcome
    assert finishers > 6
    assert quadriga.load("ave-caesar", players=4, track="hippodrome", direction=direction) == game


@pytest.mark.clause("AVE-R1")
def test_a_tournament_on_ones_own_track_goes_on_to_another_one(tmp_path: Path) -> None:
    game = quadriga.load("ave-caesar", players=2, tournament=True, track=write(tmp_path, HIPPODROME))
    state, chooser = game.new(1), random.Random(1)
    raced = []
    while state.to_move is not None:
        view = state.view()
        if (view["track"], view["direction"]) not in raced:
            raced.append((view["track"], view["direction"]))
        state.play(chooser.choice(state.legal))
    assert len(raced) == 4
    assert [track for track, _ in raced[::2]] == ["hippodrome"] * 2 and raced[1][0] == raced[3][0] != "hippodrome"
    assert [direction for _, direction in raced] == ["clockwise"] * 2 + ["counter-clockwise"] * 2


@pytest.mark.clause("AVE-C1")
@pytest.mark.parametrize(
    ("lane", "place"),
    [
        ({"leave_to": "S1.2.1"}, "S1.2.1 of the counter-clockwise grid"),
        ({"enter_from": "S7.2.2"}, "S7.2.2 of the clockwise grid"),
        ({"enter_from": "S7.2.1"}, "S7.2.1 of the clockwise grid"),
    ],
    ids=["leaves right behind the line", "is entered right before the line", "is entered further before it"],
)
def test_a_lane_that_can_be_entered_from_the_grid_is_refused(tmp_path: Path, lane: dict[str, str], place: str) -> None:
    """Whoever stood in it as lap 1 begins would have entered on no lap, and could not pay."""
    path = write(tmp_path, HIPPODROME, imperial_lane=HIPPODROME["imperial_lane"] | lane)
    with pytest.raises(TrackError, match=f"^hippodrome: the imperial lane can be entered from {re.escape(place)}"):
        quadriga.load("ave-caesar", track=path)


@pytest.mark.clause("AVE-M1")
def test_sections_that_do_not_close_are_refused_with_the_name_and_the_other_tracks_are_drawn(tmp_path: Path) -> None:
    sections = copy.deepcopy(HIPPODROME["sections"])
    sections[4]["length"] = 40
    with pytest.raises(TrackError, match=r"^hippodrome: the sections do not close to a circuit"):
        quadriga.load("ave-caesar", track=write(tmp_path, HIPPODROME, sections=sections))
    assert list(quadriga.load("ave-caesar").definition.drawing()["tracks"]) == ["circus-a", "circus-b"]


@pytest.mark.clause("AVE-M1")
@pytest.mark.parametrize("name", ["nosuch", "x.YAML", ""])
def test_where_a_name_is_unknown_it_is_said_that_a_file_may_be_given(name: str) -> None:
    allowed = "choose one of 'circus-a', 'circus-b', or give the path of a track file"
    with pytest.raises(
        OptionError, match=f"^option track={re.escape(repr(name))} is not allowed; {allowed}.*yaml or .yml"
    ):
        quadriga.load("ave-caesar", track=name)


BROKEN: list[tuple[Callable[[Facts], Any], str]] = [
    (lambda facts: facts.pop("start"), "hippodrome: start is missing"),
    (lambda facts: facts["imperial_lane"].update(spaces=5), "hippodrome: the imperial lane has 5 spaces"),
    (lambda facts: facts["sections"][1].update(turn=80), "hippodrome: the sections turn by 350 degrees"),
    (lambda facts: facts["sections"][4]["lanes"].update({1: 20, 2: 20}), "takes 96 points at least; a deck has 84"),
    (lambda facts: facts["start"]["clockwise"].pop(), "the clockwise grid has 5 places; it needs 6"),
    (lambda facts: facts.update(name="circus-a"), "the file names itself 'circus-a'"),
]


@pytest.mark.clause("AVE-M1")
@pytest.mark.parametrize(("spoil", "reason"), BROKEN, ids=[reason for _, reason in BROKEN])
def test_a_broken_file_is_refused_with_the_reason_and_leaves_nothing_behind(
    tmp_path: Path, spoil: Callable[[Facts], Any], reason: str
) -> None:
    facts = copy.deepcopy(HIPPODROME)
    spoil(facts)
    path = tmp_path / "hippodrome.yaml"
    path.write_text(yaml.safe_dump(facts), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(QuadrigaError, match=re.escape(reason)):
            quadriga.load("ave-caesar", track=path)
    assert [track.name for track in tables.tracks()] == ["circus-a", "circus-b"]


def test_a_track_too_wide_for_the_tables_is_refused_every_time(tmp_path: Path) -> None:
    facts = copy.deepcopy(HIPPODROME)
    facts["sections"][3] = {"id": "S4", "kind": "wall", "lanes": {0: 1, 1: 2, 2: 3}, "turn": 180, "length": 10}
    facts["sections"][4] = {"id": "S5", "kind": "open", "lanes": {0: 4, 1: 4, 2: 4}, "length": 1.5}
    path = write(tmp_path, facts)
    for _ in range(2):
        with pytest.raises(QuadrigaError, match=r"spaces lie .* steps ahead of one"):
            quadriga.load("ave-caesar", track=path)
    assert [track.name for track in tables.tracks()] == ["circus-a", "circus-b"]


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(QuadrigaError, match=r"nowhere\.yaml cannot be read"):
        quadriga.load("ave-caesar", track=tmp_path / "nowhere.yaml")


def test_the_same_name_with_other_content_is_refused(tmp_path: Path) -> None:
    game = quadriga.load("ave-caesar", track=write(tmp_path, HIPPODROME))
    assert quadriga.load("ave-caesar", track=write(tmp_path, HIPPODROME)) == game
    (tmp_path / "other").mkdir()
    other = write(tmp_path / "other", HIPPODROME, title="Another hippodrome")
    with pytest.raises(OptionError, match="there is another track named 'hippodrome'; rename yours"):
        quadriga.load("ave-caesar", track=other)
    builtin = write(tmp_path, HIPPODROME, name="circus-b")
    with pytest.raises(OptionError, match="there is another track named 'circus-b'"):
        quadriga.load("ave-caesar", track=builtin)
    assert [track.name for track in tables.tracks()] == ["circus-a", "circus-b", "hippodrome"]


def test_there_is_room_for_eight_tracks(tmp_path: Path) -> None:
    for number in range(3, 9):
        quadriga.load("ave-caesar", track=write(tmp_path, HIPPODROME, name=f"hippodrome-{number}"))
    with pytest.raises(OptionError, match="there is room for 8 tracks"):
        quadriga.load("ave-caesar", track=write(tmp_path, HIPPODROME, name="hippodrome-9"))
    race_to_the_end(quadriga.load("ave-caesar", players=3, track="hippodrome-8").new(1), 1)


@pytest.mark.parametrize("name", ["my track", "café", "a=b", 'a"b', "8"])
def test_a_record_on_a_track_of_any_name_is_replayed_or_the_name_is_refused(tmp_path: Path, name: str) -> None:
    try:
        game = quadriga.load("ave-caesar", players=2, track=write(tmp_path, HIPPODROME, name=name))
    except QuadrigaError as error:
        assert name in str(error) or repr(name) in str(error)
        return
    state = race_to_the_end(game.new(2), 2)
    assert quadriga.replay(state.record()) == state


def test_another_process_replays_the_record_once_it_has_the_track(tmp_path: Path) -> None:
    path = write(tmp_path, HIPPODROME)
    state = race_to_the_end(quadriga.load("ave-caesar", players=3, track=path).new(3), 3)
    (tmp_path / "record.txt").write_text(state.record(), encoding="utf-8")
    code = (
        "import quadriga, sys, pathlib\n"
        "record = pathlib.Path(sys.argv[1]).read_text(encoding='utf-8')\n"
        "try:\n    quadriga.replay(record)\n"
        "except quadriga.RecordError as error:\n    print(error)\n"
        "quadriga.load('ave-caesar', track=sys.argv[2])\n"
        "print(quadriga.replay(record).outcome.scores)\n"
    )
    run = [sys.executable, "-c", code, str(tmp_path / "record.txt"), str(path)]
    said = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    assert "track='hippodrome' is not" in said[0]
    assert state.outcome is not None and said[1] == str(state.outcome.scores)
    tables._tracks[:] = tables._tracks[:2]
    with pytest.raises(RecordError, match="track='hippodrome'"):
        quadriga.replay(state.record())


SIXES = {"hand": [6, 6, 6], "crossings": 1}
ALMOST_SPENT = [*(card for card in range(2, 6) for _ in range(4)), 1, 1, 1]


def jam(tmp_path: Path, grid: str, **chariots: Facts) -> State:
    """Let red, with its last 1, close the ring of chariots that hold nothing but sixes: nobody can move any more."""
    game = quadriga.load(
        "ave-caesar", players=2 + len(chariots) + 2, tournament=True, grid=grid, track=write(tmp_path, JAM)
    )
    ring: dict[str, Facts] = {
        "red": {"space": "S2.1.5", "crossings": 1, "hand": [1, 6, 6], "played": ALMOST_SPENT},
        "blue": {"space": "N1.1", **SIXES},
        "green": {"space": "N3.1", **SIXES},
        "yellow": {"space": "K.2", **SIXES},
        **chariots,
    }
    place = {"turn": "red", "starter": "red", "opened": True, "departed": 0, "chariots": ring}
    place["departed"] = sum("left" in part for part in ring.values())
    state = game.from_position(place)
    target = tables.tracks()[2].index("N2.1") + 1
    texts = [event.text for event in state.play(f"1 to {target}")]
    assert "Race 1 is over: no chariot can move any more" in texts
    return state


@pytest.mark.clause("AVE-L9", "AVE-R2", "AVE-S3")
@pytest.mark.parametrize("grid", ["clockwise-from-last", "by-result"])
def test_after_a_jam_level_chariots_still_line_up_on_places_of_their_own(tmp_path: Path, grid: str) -> None:
    state = jam(tmp_path, grid, white={"space": "S2.1.1", **SIXES}, purple={"space": "S2.2.1", **SIXES})
    chariots = state.view()["chariots"].values()
    assert sorted(part["grid"] for part in chariots) == [1, 2, 3, 4, 5, 6]
    assert len({part["space"] for part in chariots}) == 6
    assert broken(state.s) == 0


@pytest.mark.clause("AVE-L9", "AVE-R2")
@pytest.mark.parametrize(("removed", "stuck"), [("white", "purple"), ("purple", "white")])
def test_of_equals_one_that_was_removed_is_lower_than_one_stuck_to_the_end(
    tmp_path: Path, removed: str, stuck: str
) -> None:
    parts: dict[str, Facts] = {
        removed: {"space": "S1.1.1", "crossings": 1, "status": "removed", "left": 1},
        stuck: {"space": "S1.2.1", **SIXES},
    }
    state = jam(tmp_path, "clockwise-from-last", white=parts["white"], purple=parts["purple"])
    assert state.view()["turn"] == removed
