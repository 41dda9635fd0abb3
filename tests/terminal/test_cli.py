"""The command line: what it prints, writes and refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

import quadriga
from quadriga import notation
from quadriga.arena import sample as sample_module
from quadriga.cli import main
from quadriga.rulebook import Clause
from quadriga.terminal.rules import lines_of
from tests.conftest import walk
from tests.terminal.terminal import Terminal, plain

NAME = "caesar-cleopatra-2024"


def run(
    *arguments: str, typed: str = "", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "quadriga.cli", *arguments]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=60, env={**os.environ, **environment}, cwd=cwd,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "COMMAND"),
        ("dance", "invalid choice: 'dance'"),
        ("play", "NAME"),
        ("play monopoly", "no game 'monopoly'"),
        (f"play {NAME} --option colour=red", "no option 'colour'"),
        (f"play {NAME} --option starter=nero", "starter='nero'"),
        (f"play {NAME} --option starter", "name=value"),
        (f"play {NAME} --option starter=caesar --option starter=caesar", "twice"),
        (f"play {NAME} --seat nero", "no seat 'nero'"),
        (f"play {NAME} --against nero", "there is no player 'nero'"),
        (f"play {NAME} --seed -1", "--seed"),
        (f"play {NAME} --seed {2**128}", "seed must be"),
        (f"play {NAME} --seed {'9' * 5000}", "--seed"),
        (f"play {NAME} --record /no/such/folder/match", "cannot write"),
        (f"play {NAME} --record /", "it is a folder"),
        (f"sim {NAME}", "--games"),
        (f"sim {NAME} --games 0", "--games"),
        (f"sim {NAME} --games -5", "--games"),
        (f"sim {NAME} --games 1e6", "--games"),
        (f"sim {NAME} --games 5 --threads 0", "--threads"),
        (f"sim {NAME} --games 5 --seed {2**62}", "seed must be"),
        (f"sim {NAME} --games 5 --json /no/such/folder/x.json", "cannot write"),
        (f"corpus {NAME} --out /tmp/none --date 18.11.2026", "not a date such as 2026-11-17"),
        (f"arena {NAME} --players random,greedy --games 2 --date 2026-11-18", "give --records FILE too"),
        ("sim monopoly --games 5", "no game 'monopoly'"),
        ("warm monopoly", "no game 'monopoly'"),
        ("rules monopoly", "no game 'monopoly'"),
        (f"rules {NAME} zebra", "'zebra'"),
        ("replay /no/such/file", "cannot read"),
        ("replay /", "cannot read"),
    ],
)
def test_a_wrong_argument_is_one_line_and_exit_code_2(
    arguments: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(arguments.split())
    except SystemExit as end:
        code = int(end.code or 0)
    captured = capsys.readouterr()
    assert code == 2 and captured.out == ""
    assert captured.err.startswith("quadriga: ") and said in captured.err and captured.err.count("\n") == 1


def test_a_wrong_argument_ends_a_real_process_the_same_way() -> None:
    done = run("sim", NAME, "--games", "-5")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1) and "Traceback" not in done.stderr


def test_the_package_itself_is_the_command() -> None:
    command = [sys.executable, "-m", "quadriga"]
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"quadriga {quadriga.__version__}\n", "")
    wrong = subprocess.run([*command, "dance"], capture_output=True, text=True, timeout=60, check=False)
    assert wrong.returncode == 2 and wrong.stderr.startswith("quadriga: ")


def test_version_and_games(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out == f"quadriga {quadriga.__version__}\n"
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    for name, game in quadriga.games().items():
        assert name in out and game.title in out
        for option in game.definition.options:
            assert f"{option.name}={'|'.join(map(option.write, option.choices))}" in out and option.help in out


@pytest.mark.parametrize(
    "arguments",
    [
        "--language nl caesar-cleopatra-1997 CC97-A4",
        "caesar-cleopatra-1997 --language nl CC97-A4",
        "caesar-cleopatra-1997 CC97-A4 --language nl",
        "caesar-cleopatra-1997 --language=nl CC97-A4",
        "caesar-cleopatra-1997 eigen --language nl gedekt rokade beide facties opnieuw",
    ],
)
def test_the_language_of_the_rules_may_be_named_in_any_place(
    arguments: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *arguments.split()]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("CC97-A4  Rokade:") and "\nCC97-" not in shown


def test_an_unknown_option_of_the_rules_is_no_word_to_look_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["rules", NAME, "--langage", "nl", "--language", "nl"])
    assert stopped.value.code == 2 and "unrecognized arguments: --langage" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "ruling", "ours"),
    [
        ("en", "Our ruling:", "(ours: the rulebooks do not say it)"),
        ("cs", "Náš výklad:", "(naše: v pravidlech to není)"),
        ("nl", "Onze uitleg:", "(van ons: de spelregels zeggen het niet)"),
    ],
)
def test_the_rules_name_our_rulings_in_their_language(
    language: str, ruling: str, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in quadriga.games():
        assert main(["rules", name, "--language", language]) == 0
        shown = " ".join(capsys.readouterr().out.split())
        clauses = quadriga.rulebook(name, language).clauses
        assert shown.count(ruling) == sum(clause.ruling is not None for clause in clauses)
        assert language == "en" or "Our ruling" not in shown
    alone = Clause("CC24-T2", "...", sources=())
    assert ours in " ".join(line.plain for line in lines_of(alone, 80, language))


def test_rules_by_clause_and_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", NAME, "CC24-T2"]) == 0
    assert capsys.readouterr().out.startswith("CC24-T2  A: place one influence card face down")
    assert main(["rules", NAME, "philosopher"]) == 0 and "CC24-P1" in capsys.readouterr().out
    assert main(["rules", NAME]) == 0
    out = capsys.readouterr().out
    assert all(clause in out for clause in quadriga.rulebook(NAME))


def test_replay_prints_the_outcome_or_the_exact_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    *_, state = walk(quadriga.load(NAME), 3)
    file = tmp_path / "match.txt"
    file.write_text(state.record())
    assert main(["replay", str(file)]) == 0
    assert state.outcome is not None and state.outcome.rule in capsys.readouterr().out
    file.write_text(quadriga.load(NAME).new(1).record())
    assert main(["replay", str(file)]) == 0 and "goes on" in capsys.readouterr().out
    file.write_text(state.record().replace("\n3. ", "\n3. spy "))
    assert main(["replay", str(file)]) == 1
    captured = capsys.readouterr()
    assert f"{file}: line 11: " in captured.err and captured.err.count("\n") == 1
    file.write_bytes(b"\xff\xfe\x00")
    assert main(["replay", str(file)]) == 2 and "UTF-8" in capsys.readouterr().err


def test_sim_writes_all_numbers_with_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sim.json"
    options = ["--option", "starter=caesar", "--seed", "4", "--threads", "2", "--check"]
    assert main(["sim", NAME, "--games", "1500", *options, "--json", str(file)]) == 0
    out = capsys.readouterr().out
    told = json.loads(file.read_text())
    game = quadriga.load(NAME, starter="caesar")
    expected = json.loads(json.dumps(sample_module.sample(game, 1500, seed=4, threads=1).statistics()))
    assert {name: told[name] for name in expected} == expected
    command = {"games": 1500, "seed": 4, "threads": 2, "check": True, "greedy": False, "by": None}
    assert told["command"] == command and told["by"] == {}
    assert (told["game"], told["options"]["starter"], told["quadriga"]) == (NAME, "caesar", quadriga.__version__)
    assert told["complete"] and told["broken_game"] is None and told["seconds"] > 0
    for row in (*told["shares"]["winner"].values(), *told["shares"]["how games end"].values()):
        assert row["low"] <= row["share"] <= row["high"]
    assert all(row["low"] <= row["mean"] <= row["high"] for row in told["means"].values())
    for text in (
        "cleopatra",
        "draw",
        "votes turned by philosophers",
        "CC24-E1",
        "praetors",
        "no invariant is broken",
        "All seats chose at random",
        "█",
    ):
        assert text in out
    assert [path.name for path in tmp_path.iterdir()] == ["sim.json"]


def test_sim_compares_the_choices_of_an_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sim.json"
    assert main(["sim", NAME, "--games", "300", "--by", "opening", "--json", str(file)]) == 0
    out = capsys.readouterr().out
    assert "Winner, by opening" in out and "veterans" in out and "±" in out
    told = json.loads(file.read_text())
    assert list(told["by"]) == ["opening"] and list(told["by"]["opening"]) == ["veto", "veterans"]
    assert told["by"]["opening"]["veto"]["shares"] == told["shares"] != told["by"]["opening"]["veterans"]["shares"]
    assert main(["sim", NAME, "--games", "300", "--by", "colour"]) == 2
    assert "no option 'colour'; its options are: opening, starter" in capsys.readouterr().err


def test_sim_of_caesar_reports_by_side_by_module_by_way_and_by_difficulty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sim.json"
    assert main(["sim", "caesar", "--games", "500", "--greedy", "--json", str(file)]) == 0
    told = json.loads(file.read_text())
    modules = ["none", "poison", "centurions", "poison+centurions", "poison+centurions+border-control"]
    assert list(told["by"]["modules"]) == modules
    assert list(told["by"]["solo"]) == ["none", "low", "medium", "high"]
    for statistics in (told, *told["by"]["modules"].values(), *told["by"]["solo"].values()):
        assert sum(row["count"] for row in statistics["shares"]["winner"].values()) == 500
        assert sum(row["count"] for row in statistics["shares"]["how games end"].values()) == 500
        assert sum(part["games"] for part in statistics["histograms"]["turns"]) == 500
    rates = [told["by"]["solo"][level]["shares"]["winner"]["caesar"]["share"] for level in ("low", "medium", "high")]
    assert rates == sorted(rates, reverse=True) and rates[0] > rates[2]
    out = capsys.readouterr().out
    assert "Winner, by modules" in out and "Winner, by solo" in out and "crassus" in out
    assert "at random" not in out
    assert main(["sim", "caesar", "--games", "50", "--option", "modules=poison", "--option", "solo=low"]) == 0
    assert ", by " not in capsys.readouterr().out


def test_numbers_go_to_standard_output_alone(tmp_path: Path) -> None:
    done = run("sim", NAME, "--games", "50", "--check", "--json", "-", cwd=tmp_path)
    assert done.returncode == 0 and json.loads(done.stdout)["command"]["games"] == 50
    assert "no invariant is broken" in done.stderr and "Winner" in done.stderr
    assert not list(tmp_path.iterdir())


def test_numbers_may_go_into_a_pipe_by_its_name(tmp_path: Path) -> None:
    done = run("sim", NAME, "--games", "50", "--json", "/dev/stderr")
    assert done.returncode == 0 and json.loads(done.stderr)["command"]["games"] == 50 and "Winner" in done.stdout


def test_sim_says_which_game_broke(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sample_module._Worker, "play", lambda self, start, stop: 42 if start <= 42 < stop else -1)
    file = tmp_path / "sim.json"
    assert main(["sim", NAME, "--games", "100", "--seed", "7", "--check", "--json", str(file)]) == 1
    assert "game 42 (seed 49)" in capsys.readouterr().err
    assert json.loads(file.read_text())["broken_game"] == 42


def test_ctrl_c_prints_what_was_counted_so_far() -> None:
    sample_module.compile_sampler(quadriga.load(NAME))  # so that the process below only loads it
    with Terminal("sim", NAME, "--games", "1000000000") as terminal:
        terminal.until(r"games/s[\s\S]*", 60)
        terminal.type("\x03")
        shown = plain(terminal.until("no such end"))
    assert terminal.code == 130 and "Traceback" not in shown
    assert "of 1000000000 games" in shown and "Winner" in shown


def test_warm_says_where_and_how_long(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from quadriga.kernel.compiled import Compiled

    monkeypatch.setattr(Compiled, "is_warm", True)
    assert main(["warm"]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("compiled before") == len(quadriga.games())
    assert "kernels/caesar-cleopatra-2024-" in captured.out and " s." in captured.out
    assert main(["warm", "caesar", "--json"]) == 0
    (kept,) = json.loads(capsys.readouterr().out)["folders"]
    assert kept == {"game": "caesar", "folder": str(quadriga.load("caesar").compiled.folder)}


def test_warm_compiles_what_vector_environments_need_if_asked_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from quadriga.kernel.compiled import Compiled
    from quadriga.terminal.simulate import compile_game

    game, done = quadriga.load("caesar"), SimpleNamespace(put=lambda item: put.append(item))
    for environments, expected in ((False, []), (True, [("caesar", "step_seats")])):
        put: list[tuple[str, str]] = []
        monkeypatch.setattr(Compiled, "is_warm", property(lambda rules: rules.drivers == game.compiled.drivers))
        monkeypatch.setattr(Compiled, "compile", lambda rules, name: None)
        monkeypatch.setattr("quadriga.terminal.simulate.end_with_parent", lambda: None)
        compile_game("caesar", done, environments=environments)
        assert put == expected
    monkeypatch.setattr(Compiled, "is_warm", True)
    assert main(["warm", "caesar"]) == 0
    assert capsys.readouterr().out.count("caesar: ") == 1
    assert main(["warm", "caesar", "--env"]) == 0
    assert capsys.readouterr().out.count("caesar: ") == 2


def test_a_process_that_could_not_compile_is_an_error() -> None:
    from quadriga.terminal.simulate import ended

    assert not ended("ave-caesar", SimpleNamespace(is_alive=lambda: True, exitcode=None))
    assert ended("ave-caesar", SimpleNamespace(is_alive=lambda: False, exitcode=0))
    with pytest.raises(quadriga.QuadrigaError, match="ave-caesar could not be compiled"):
        ended("ave-caesar", SimpleNamespace(is_alive=lambda: False, exitcode=1))


def test_play_through_a_pipe(tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    typed = f"help\n?\n5 d p\nundo\n3;1;2;1;1\nveto\n3 a\nlog\nrules vetoed\nrecord {kept}\nrecord\nmoves\ntable\nnonsense\n99\nundo\n"
    done = run("play", NAME, "--seed", "1", typed=typed)
    assert done.returncode == 0 and done.stderr == "" and "\x1b" not in done.stdout
    for text in (
        "take back your last choice", "Cleopatra lays a 5 face down at the praetors.", "Taken back.", "Your only move: 5 face down at censors.",
        "(CC24-A7)", "Which of these? [13] 3 face down at aediles | [38] 3 face up at aediles", "Written to", '[Seed "1"]',
        "neither a move nor a command", "There is no move 99", "Until next time.", "Caesar lays a card face down at the consuls.",
    ):  # fmt: skip
        assert text in done.stdout, text
    assert len(quadriga.replay(kept.read_text()).history) == 10
    assert kept.read_text().split("\n[Date ")[0] in done.stdout  # `record` prints what `record FILE` writes


def test_the_record_of_a_match_in_the_terminal_says_who_played_and_when(tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    before = datetime.now(UTC).date()
    for against, who in (("greedy", "greedy; person"), ("person", "person; person")):
        done = run(
            "play", NAME, "--seat", "caesar", "--against", against, "--seed", "1", "--record", str(kept), typed="quit\n"
        )
        tags = notation.parse(kept.read_text()).tags
        assert done.returncode == 0 and tags["Players"] == who
        assert before <= date.fromisoformat(tags["Date"]) <= datetime.now(UTC).date()


def test_play_in_ascii() -> None:
    done = run("play", NAME, "--seed", "1", typed="1\n", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0 and done.stdout.isascii() and "-----+---" in done.stdout and done.stderr == ""


def test_a_reader_who_leaves_is_no_error() -> None:
    command = f"{sys.executable} -m quadriga.cli rules {NAME} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=30, check=False)
    assert done.stdout.startswith("CC24-M1") and "Traceback" not in done.stderr


def test_the_record_of_a_shared_game_is_not_shown_to_one_of_them() -> None:
    done = run("play", NAME, "--against", "person", "--seed", "1", typed="\nrecord\n1\nundo\nn\nundo\ny\n")
    assert "[Seed" not in done.stdout and "it is shown when the game is over" in done.stdout
    assert done.stdout.count("Do both of you agree?") == 2 and done.stdout.count("Taken back.") == 1


def test_moves_typed_ahead_pass_over_a_forced_one_but_numbers_do_not() -> None:
    opening = "5;1;1;1;5\n"  # the last number is for the only card left
    done = run("play", NAME, "--seed", "1", typed=opening + "1 d p;3 u p;i;i\n")
    assert done.stdout.count("Cleopatra draws") == 2 and "Your only move: done." in done.stdout
    done = run("play", NAME, "--seed", "1", typed=opening + "1 d p;3 u p;2;2\n")
    assert done.stdout.count("Cleopatra draws") == 0 and "Your only move: done." in done.stdout
