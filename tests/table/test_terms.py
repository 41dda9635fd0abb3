"""What a table is agreed to be: wrong terms get an error that can be shown, right ones survive a disk."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from quadriga import OptionError, QuadrigaError, UnknownGame
from quadriga.games.avecaesar.tables import tracks
from quadriga.games.avecaesar.track import FOLDER, load_track
from quadriga.table.clock import LONGEST, ClockTerms
from quadriga.table.errors import TableError
from quadriga.table.terms import Terms

from .builder import EVERY_MATCH, NEW, OLD, RACE, ROME, terms

TWO = (None, None)


@pytest.mark.parametrize("name", ["chess", "", "CAESAR", "../caesar"])
def test_an_unknown_game_names_the_games(name: str) -> None:
    with pytest.raises(UnknownGame, match=f"{RACE}, caesar, {OLD}, {NEW}"):
        Terms(name, {}, TWO)


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        (NEW, {"orgies": "fading"}, "no option 'orgies'; its options are: opening, starter"),
        (NEW, {"opening": "Veto"}, "option opening='Veto' is not allowed; choose one of 'veto', 'veterans'"),
        (NEW, {"opening": ""}, "option opening='' is not allowed"),
        (OLD, {"orgies": "none"}, "option orgies='none' is not allowed; choose one of 'printed'"),
        (ROME, {"modules": "border-control"}, "option modules='border-control' is not allowed"),
        (ROME, {"modules": "poison+poison"}, "option modules="),
        (ROME, {"ruthless": "true"}, "ruthless=True is for solo"),
        (RACE, {"players": "7"}, "option players='7' is not allowed; choose one of 2, 3, 4, 5, 6"),
        (RACE, {"tournament": "yes"}, "option tournament='yes' is not allowed; choose one of False, True"),
        (RACE, {"players": "5", "uncrewed": "2"}, "at most 6 race"),
        (RACE, {"grid": "by-result"}, "needs tournament=True"),
    ],
)
def test_a_wrong_option_says_what_is_allowed(game: str, options: dict[str, str], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        Terms(game, options, TWO)


@pytest.fixture
def track_file(tmp_path: Path) -> Path:
    """The file of a track that the library itself would take."""
    file = tmp_path / "my-circus.yaml"
    file.write_text((FOLDER / "circus-a.yaml").read_text(encoding="utf-8").replace("circus-a", "my-circus"), "utf-8")
    assert load_track(file).name == "my-circus"
    return file


@pytest.mark.parametrize("spelled", [str, Path, "{}/../my-circus.yaml".format], ids=["name", "path", "way round"])
def test_a_file_is_no_track_at_a_table(track_file: Path, spelled: Any) -> None:
    """The library takes the file of one's own track; from the web none is opened, be it there or not."""
    known = [track.name for track in tracks()]
    (track_file.parent / "broken.yaml").write_text("not: [a track", "utf-8")
    (track_file.parent / "way").mkdir()
    names = [
        spelled(track_file),
        spelled(track_file.parent / "broken.yaml"),
        "missing.yaml",
        "/dev/stdin",
        "circus-a.yaml",
    ]
    for name in (*names, spelled(track_file.parent / "way")):
        with pytest.raises(OptionError, match=r"option track=.* is not allowed; choose one of 'circus-a'"):
            Terms(RACE, {"players": "2", "track": name}, TWO)
    assert [track.name for track in tracks()] == known


@pytest.mark.parametrize("bots", [(), (None,), (None,) * 3, ("tiro",) * 6])
def test_a_wrong_number_of_seats_names_the_seats(bots: tuple[str | None, ...]) -> None:
    with pytest.raises(TableError, match=rf"2 seats \(cleopatra, caesar\), not {len(bots)}") as refused:
        Terms(NEW, {}, bots)
    assert refused.value.code == "seats"


def test_seats_go_by_the_options() -> None:
    assert len(terms(RACE, players=5).bots) == 5
    assert terms(ROME, solo="low", side="pompey").loaded.seats == ("pompey",)
    with pytest.raises(TableError, match="1 seats"):
        Terms(ROME, {"solo": "low"}, TWO)


@pytest.mark.parametrize("level", ["emperor", "random", "search", "Tiro", "", "x" * 10_000])
def test_an_unknown_level_names_the_levels(level: str) -> None:
    for agree in (lambda: Terms(NEW, {}, (None, level)), lambda: Terms(NEW, {}, TWO, takeover=level)):
        with pytest.raises(TableError, match="they are: tiro, miles, centurio, legatus, consul") as refused:
            agree()
        assert refused.value.code == "level"
        assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (("hourglass", 60.0), "a clock is one of none, move, bank, not 'hourglass'"),
        (("x" * 10_000, 60.0), "a clock is one of none, move, bank, not 'x"),
        (("move", 0.0), "seconds are from 5 to"),
        (("move", 4.9), "seconds are from 5 to"),
        (("bank", LONGEST + 1), "seconds are from 5 to"),
        (("bank", -60.0), "seconds are from 5 to"),
        (("bank", math.nan), "seconds are from 5 to"),
        (("move", math.inf), "seconds are from 5 to"),
        (("bank", 60.0, -1.0), "increment is from 0 to 3600"),
        (("bank", 60.0, 3601.0), "increment is from 0 to 3600"),
        (("bank", 60.0, math.nan), "increment is from 0 to 3600"),
    ],
)
def test_a_wrong_clock_says_what_is_allowed(clock: tuple[Any, ...], words: str) -> None:
    with pytest.raises(TableError, match=words) as refused:
        ClockTerms(*clock)
    assert refused.value.code == "clock"
    assert len(str(refused.value)) < 200


def test_a_clock_may_count_days() -> None:
    assert ClockTerms("move", 7 * 24 * 3600.0).seconds == 604_800
    assert ClockTerms("move", LONGEST).seconds == 30 * 86_400


@pytest.mark.parametrize("games", [0, -1, 22, 10**9])
def test_a_series_has_one_to_twenty_one_games(games: int) -> None:
    with pytest.raises(TableError, match=f"1 to 21 games, not {games}") as refused:
        Terms(NEW, {}, TWO, games=games)
    assert refused.value.code == "games"


def test_every_error_about_terms_is_one_of_ours() -> None:
    assert issubclass(TableError, QuadrigaError)
    assert issubclass(TableError, ValueError)


@EVERY_MATCH
def test_terms_survive_json(game: str, options: dict[str, Any]) -> None:
    agreed = terms(
        game, bots={0: "legatus"}, clock=ClockTerms("bank", 300.0, 2.5), undo=False, hints=True, takeover="tiro",
        listed=True, games=7, **options,
    )  # fmt: skip
    again = Terms.read(json.loads(json.dumps(agreed.write())))
    assert again == agreed
    assert again.loaded == agreed.loaded
    assert {name: again.loaded.options[name] for name in options} == options


def test_terms_that_say_little_take_the_defaults() -> None:
    agreed = Terms.read(json.loads(json.dumps(Terms(NEW, {}, TWO).write())))
    assert (agreed.undo, agreed.hints, agreed.takeover, agreed.listed, agreed.games) == (True, False, None, False, 1)
    assert agreed.clock == ClockTerms("none")
    assert agreed.loaded.options == {"opening": "veto", "starter": "cleopatra"}
