"""The command `quadriga arena`: what it prints, writes and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4
from xml.etree import ElementTree

import pytest

from quadriga.cli import main
from tests.processes import marked

QUICK = ["arena", "caesar", "--players", "random,tiro@4", "--games", "4", "--processes", "1"]


def run(*arguments: str) -> int:
    try:
        return main(arguments)
    except SystemExit as end:
        return int(end.code or 0)


def left_behind(mark: str) -> dict[int, str]:
    """Name the processes that inherited a mark in their environment and do not end."""
    end = time.monotonic() + 120
    while (found := marked(mark)) and time.monotonic() < end:
        time.sleep(0.1)
    return found


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep the games of the quick arena for all tests of this file."""
    return tmp_path_factory.mktemp("arena") / "journal"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("arena", "NAME"),
        ("arena caesar --games 2", "--players"),
        ("arena caesar --players random,tiro", "--games"),
        ("arena monopoly --players random,tiro --games 2", "no game 'monopoly'"),
        ("arena caesar --players random,nero --games 2", "no player 'nero'"),
        ("arena caesar --players random --games 2", "at least 2 players"),
        ("arena caesar --players random, --games 2", "no player ''"),
        ("arena caesar --players random,random --games 2", "entered twice"),
        ("arena caesar --players random,no_module:Player --games 2", "cannot load the player 'no_module:Player'"),
        ("arena caesar --players random,tiro@x --games 2", "'x' is no budget"),
        ("arena caesar --players random,tiro --games 0", "--games"),
        ("arena caesar --players random,tiro --games 2 --seconds 0", "--seconds"),
        ("arena caesar --players random,tiro --games 2 --playouts 0", "--playouts"),
        ("arena caesar --players random,tiro --games 2 --playouts 3 --seconds 1", "not allowed with"),
        ("arena caesar --players random,tiro --games 2 --processes 0", "--processes"),
        (f"arena caesar --players random,tiro --games 2 --seed {2**128}", "seed must be"),
        ("arena caesar --players random,tiro --games 2 --option colour=red", "no option 'colour'"),
        ("arena caesar --players random,tiro --games 2 --json /no/such/folder/x.json", "cannot write"),
        ("arena caesar --players random,tiro --games 2 --plot /no/such/folder/x.png", "cannot write"),
        ("arena caesar --players random,tiro --games 2 --plot x.gif", ".png or .svg"),
        ("arena caesar --players random,tiro --games 2 --journal /", "cannot write the journal"),
        ("arena caesar --players random,tiro --games 2 --journal {journal} --cluster nowhere", "an address is"),
        ("arena caesar --players random,tiro --games 2 --journal {journal} --cluster 127.0.0.1:1", "cannot reach"),
    ],
)
def test_a_wrong_argument_is_one_line_and_exit_code_2(
    arguments: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(*arguments.format(journal=tmp_path / "journal").split()) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.startswith("quadriga: ")
    assert said in captured.err and captured.err.count("\n") == 1


def test_the_tables_fit_80_columns(
    journal: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(*QUICK, "--journal", str(journal)) == 0
    shown = capsys.readouterr().out
    assert (
        shown.startswith("Caesar! Seize Rome in 20 Minutes: 4 games each pair, seeds from 0\n")
        and "random - tiro@4" in shown
    )
    assert "95 % interval" in shown and "Players by rating" in shown and "±" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    places = [line.split()[0] for line in shown.partition("Players by rating")[2].splitlines() if "±" in line]
    assert places == ["tiro@4", "random"]


def test_the_same_command_shows_the_same_tables_without_playing(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*QUICK, "--journal", str(journal)) == 0
    first = capsys.readouterr()
    assert run(*QUICK, "--journal", str(journal)) == 0
    again = capsys.readouterr()
    assert again.out == first.out and "4 games were in the journal" in again.err


def test_the_json_file_holds_everything(journal: Path, tmp_path: Path) -> None:
    path = tmp_path / "arena.json"
    assert run(*QUICK, "--journal", str(journal), "--json", str(path)) == 0
    found = json.loads(path.read_text())
    assert found["command"] == {
        "players": ["random", "tiro@4"], "games": 4, "seconds": None, "playouts": None, "seed": 0, "processes": 1,
        "cluster": None,
    }  # fmt: skip
    assert (found["game"], found["games"], found["complete"], found["confidence"]) == ("caesar", 4, True, 0.95)
    assert found["options"]["modules"] == "none" and found["players"]["tiro@4"]["playouts"] == 4
    (pair,) = found["pairs"]
    assert pair["players"] == ["random", "tiro@4"] and pair["games"] == 4
    assert pair["wins"] + pair["losses"] + pair["shared"] + pair["draws"] == 4
    assert pair["low"] <= pair["share"] <= pair["high"]
    assert [place["player"] for place in found["standings"]] == ["tiro@4", "random"]
    assert all(place["rating_low"] < place["rating"] < place["rating_high"] for place in found["standings"])
    assert [(game["number"], game["seed"]) for game in found["played"]] == [(0, 0), (1, 0), (2, 1), (3, 1)]
    assert found["journal"] == str(journal)


def test_numbers_go_to_standard_output_alone(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*QUICK, "--journal", str(journal), "--json", "-") == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["games"] == 4 and "Players by rating" in captured.err
    assert not Path("-").exists()


def test_records_say_a_day_only_if_given_one_and_are_otherwise_the_same(tmp_path: Path) -> None:
    plain, dated = tmp_path / "plain.txt", tmp_path / "dated.txt"
    for path, more in (
        (plain, ()),
        (dated, ("--date", "2026-11-18")),
    ):  # each with a journal of its own: both are played
        assert run(*QUICK, "--journal", f"{path}.journal", "--records", str(path), *more) == 0
    assert "[Date" not in plain.read_text() and dated.read_text().count('\n[Date "2026-11-18"]\n\n1. ') == 4
    assert dated.read_text().replace('[Date "2026-11-18"]\n', "") == plain.read_text()


def test_plots_are_written(journal: Path, tmp_path: Path) -> None:
    png, svg = tmp_path / "arena.png", tmp_path / "arena.svg"
    for path in (png, svg):
        assert run(*QUICK, "--journal", str(journal), "--plot", str(path)) == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    text = "".join(ElementTree.parse(svg).getroot().itertext())
    for said in (
        "Caesar! Seize Rome in 20 Minutes: 4 games each pair",
        "tiro@4",
        "random",
        "rating by openskill",
        "95 %",
    ):
        assert said in text


def test_a_game_for_one_shows_win_rates_and_a_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "caesar", "--option", "solo=low", "--players", "random,tiro", "--playouts", "4"]
    plot, numbers = tmp_path / "solo.svg", tmp_path / "solo.json"
    files = ["--journal", str(tmp_path / "journal"), "--plot", str(plot), "--json", str(numbers)]
    assert run(*arguments, "--games", "2", "--processes", "1", *files) == 0
    shown = capsys.readouterr().out
    assert "Won against Crassus" in shown and "drawn" not in shown and "(Crassus)" in shown
    assert "games won against Crassus" in plot.read_text()
    found = json.loads(numbers.read_text())
    assert [pair["players"] for pair in found["pairs"]] == [["random"], ["tiro"]]
    assert found["opponent"]["player"] == "crassus"


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (
            "arena caesar --players random,my_player:First --games 2 --processes 1 --journal journal",
            "random - my_player:First",
        ),
        ("study caesar --players random,my_player:First --games 2 --threads 1", "2 games"),
        ("study caesar --players my_player:First --games 2 --threads 2", "2 games"),
        ("play caesar --against my_player:First --seed 1", "Caesar"),
    ],
    ids=["arena", "study", "study in processes", "play"],
)
def test_a_player_of_ones_own_is_found_in_the_folder_one_is_in(tmp_path: Path, arguments: str, shown: str) -> None:
    (tmp_path / "my_player.py").write_text(
        "class First:\n    def choose(self, known, budget, seed):\n        return known.legal[0]\n"
    )
    done = subprocess.run(
        [Path(sys.executable).parent / "quadriga", *arguments.split()],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0 and shown in done.stdout, done.stderr


def test_ctrl_c_shows_what_was_played_and_how_to_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, mark = tmp_path / "journal", uuid4().hex
    arguments = ["arena", "caesar", "--players", "random,tiro@4", "--processes", "1", "--journal", str(path)]
    running = subprocess.Popen(
        [sys.executable, "-m", "quadriga.cli", *arguments, "--games", "100000"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "QUADRIGA_TEST_MARK": mark},
    )  # fmt: skip
    try:
        end = time.monotonic() + 120
        while (not path.exists() or path.read_bytes().count(b"\n") < 4) and time.monotonic() < end:
            assert running.poll() is None
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to the workers too
        out, err = running.communicate(timeout=60)
    finally:
        if running.poll() is None:
            running.kill()
    assert running.returncode == 130 and "random - tiro@4" in out
    assert "Traceback" not in err and "of 100,000 games; the same command goes on" in err and str(path) in err
    assert not left_behind(mark)
    assert run(*arguments, "--games", "3") == 0
    assert "3 games were in the journal" in capsys.readouterr().err
