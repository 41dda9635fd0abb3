"""Programs that play: the protocol over standard input and output."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import quadriga
from quadriga import QuadrigaError
from quadriga.cli import main
from quadriga.notation import read_file
from quadriga.players import Budget, decide, player
from quadriga.players import engine as engine_module
from quadriga.players.engine import Engine, EngineError, EnginePlayer

EXAMPLES = Path(__file__).parents[2] / "examples" / "engines"
GAME = quadriga.load("caesar-cleopatra-2024")
SAYS_ALL = """
import sys
log = open(sys.argv[1], "a")
moves = []
for line in sys.stdin:
    log.write(line); log.flush()
    word, _, rest = line.strip().partition(" ")
    if word == "quadriga": print("id name Logs\\noption pace type text default x\\nok", flush=True)
    elif word == "position": moves = []
    elif word == "move": moves.append(rest)
    elif word == "go": print(f"info score 0.5\\nbestmove {moves[-1].partition(' ')[2]}", flush=True)
    elif word == "quit": break
"""

ILL_AS_POMPEY = """
for line in open(0):
    if line[:8] == "quadriga": print("ok", flush=True)
    if line[:7] == "newgame": ill = line.split()[2] == "pompey"
    if line[:5] == "move ": move = line.split()[1]
    if line[:2] == "go": print("bestmove", "dance" if ill else move, flush=True)
"""


def written(folder: Path, text: str) -> str:
    path = folder / "bot.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    path = tmp_path_factory.mktemp("c") / "bot"
    subprocess.run([compiler, "-O1", "-Wall", "-Werror", "-o", str(path), str(EXAMPLES / "bot.c")], check=True)
    return str(path)


def play_through(path: str, seed: int) -> list[int]:
    """Let an engine play both seats of a whole match."""
    state = GAME.new(seed)
    seats = [player(f"engine:{path}") for _ in GAME.seats]
    while state.to_move is not None:
        state.play(decide(seats[state.to_move], state, Budget(playouts=5)))
    return state.history


def test_the_example_in_python_plays_whole_matches_the_same_every_time() -> None:
    path = str(EXAMPLES / "bot.py")
    assert play_through(path, 1) == play_through(path, 1) != play_through(path, 2)
    assert len((EXAMPLES / "bot.py").read_text().splitlines()) < 60


def test_the_example_in_c_does_too(in_c: str) -> None:
    assert play_through(in_c, 1) == play_through(in_c, 1) != play_through(in_c, 2)


def test_an_engine_is_told_what_its_seat_may_know_and_nothing_else(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    path = written(tmp_path, SAYS_ALL)
    state = GAME.new(7)
    for _ in range(30):
        state.play(state.legal[0])
    seat = state.to_move
    assert seat is not None
    who = player(f"engine:{path} {log}#pace=slow")
    chosen = decide(who, state, Budget(seconds=2.5, playouts=40))
    assert chosen == state.legal[-1] and isinstance(who, EnginePlayer) and who.engine.info == "score 0.5"
    lines = log.read_text(encoding="utf-8").splitlines()
    assert lines[:4] == [
        "quadriga 1", "set pace slow", "newgame caesar-cleopatra-2024 " + GAME.seats[seat] + " opening=veto starter=cleopatra",
        f"position {state.s.moves}",
    ]  # fmt: skip
    assert json.loads(lines[4].removeprefix("view ")) == state.view(seat)
    dealt = GAME.from_position(lines[5].removeprefix("deal "))
    assert dealt.view(seat) == state.view(seat) and dealt.position() != state.position()
    assert lines[6:-1] == [f"move {move.id} {move.text}" for move in state.legal]
    assert lines[-1].startswith("go playouts 40 time 2.5 seed ")
    state.play(chosen)
    while state.to_move != seat:
        state.play(state.legal[0])
    decide(who, state)
    later = log.read_text(encoding="utf-8").splitlines()[len(lines) :]
    assert later[0].startswith("position ") and later[-1].startswith("go seed ")  # no new game
    decide(who, GAME.new(9).copy() if GAME.new(9).to_move == seat else state)
    who.engine.close()
    assert log.read_text(encoding="utf-8").endswith("quit\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "ended by itself with exit code 0"),
        ("import sys; sys.exit(3)", "exit code 3"),
        ("print('ok', flush=True)\nfor line in open(0):\n  if line[:2] == 'go': print('bestmove 9999', flush=True)", "not a move id"),
        ("print('ok', flush=True)\nfor line in open(0):\n  if line[:2] == 'go': print('bestmove dance', flush=True)", "not a move of"),
        ("print('ok', flush=True)\nfor line in open(0):\n  if line[:2] == 'go': print('bestmove pass', flush=True)", "not legal now"),
        ("print('error I am ill', flush=True)\ninput()\ninput()", "says: I am ill"),
        ("print('ok', flush=True)\nfor line in open(0): pass", "gave no move"),
        ("input(); input()", "does not answer the greeting"),
    ],
)  # fmt: skip
def test_what_an_engine_does_wrong_is_told(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "GRACE", 0.2)
    monkeypatch.setattr(engine_module, "GREETING_SECONDS", 1.5)
    with pytest.raises(EngineError, match=said):
        decide(player(f"engine:{written(tmp_path, text)}"), GAME.new(7), Budget(seconds=0.1))


def test_wrong_paths_and_options_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    plain = tmp_path / "bot"
    plain.write_text("")
    for name in ("engine:", "engine:/no/such/bot", f"engine:{plain}", f"engine:{EXAMPLES / 'bot.py'}#depth"):
        with pytest.raises(QuadrigaError):
            player(name)
    with pytest.raises(EngineError, match="has no option 'depth'; its options are: liking"):
        decide(player(f"engine:{EXAMPLES / 'bot.py'}#depth=3"), GAME.new(1))


def test_an_engine_that_nobody_needs_any_more_is_ended() -> None:
    engine = Engine([sys.executable, str(EXAMPLES / "bot.py")], {})
    process = engine._process
    assert process.poll() is None and engine.about == {"name": "Forty lines", "author": "Quadriga"}
    del engine
    assert process.poll() is not None


def test_what_was_thought_of_one_decision_is_not_told_of_the_next(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "went = 0\nfor line in open(0):\n"
        "  if line[:8] == 'quadriga': print('ok', flush=True)\n"
        "  if line[:5] == 'move ': move = line.split()[1]\n"
        "  if line[:2] == 'go':\n"
        "    if not went: print('info score 0.5', flush=True)\n"
        "    went += 1; print(f'bestmove {move}', flush=True)",
    )
    who = player(f"engine:{path}")
    assert isinstance(who, EnginePlayer) and who.thought == ""
    decide(who, GAME.new(1))
    assert who.thought == "score 0.5"
    decide(who, GAME.new(1))
    assert who.thought == ""


@pytest.mark.parametrize("language", ["python", "c"])
def test_the_examples_answer_a_ping(language: str, request: pytest.FixtureRequest) -> None:
    python = [sys.executable, str(EXAMPLES / "bot.py")]
    engine = Engine(python if language == "python" else [request.getfixturevalue("in_c")], {})
    engine.tell("ping")
    assert engine.hear(time.monotonic() + 60) == "pong"


@pytest.mark.long
def test_engines_play_in_the_arena(in_c: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = tmp_path / "records.txt"
    command = ["arena", "caesar", "--players", f"engine:{EXAMPLES / 'bot.py'}#liking=5,engine:{in_c}", "--games", "4"]
    assert main([*command, "--journal", str(tmp_path / "journal"), "--records", str(records), "--processes", "1"]) == 0
    assert "bot.py" in capsys.readouterr().out
    assert main(["replay", str(records)]) == 0
    assert "4 matches are right" in capsys.readouterr().out
    written_down = list(read_file(records))
    assert len(written_down) == 4
    for match in written_down:  # what the one in Python thinks stands behind its moves, and its moves alone
        thought = [bool(re.fullmatch(r"text \d+ moves looked at", " ".join(move.comments))) for move in match.moves]
        assert any(thought) and not all(thought)
        assert all(bool(move.comments) == said for move, said in zip(match.moves, thought, strict=True))


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_program_that_fails_has_lost_that_game_and_the_arena_goes_on(
    processes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = written(tmp_path, ILL_AS_POMPEY)
    journal, numbers, records = (tmp_path / name for name in ("journal", "numbers", "records"))
    command = [
        "arena", "caesar", "--players", f"engine:{bad},random", "--games", "4", "--processes", processes,
        "--journal", str(journal), "--json", str(numbers), "--records", str(records),
    ]  # fmt: skip
    assert main(command) == 0
    said = capsys.readouterr().err
    assert said.count("\n") == said.count("bot.py failed on seat 1 of the game with seed ") == 2
    assert said.count("'dance' is not a move of") == said.count("; it has lost this game\n") == 2
    found = json.loads(numbers.read_text())
    assert found["complete"] and len(found["played"]) == 4
    for game in found["played"]:
        assert ("failure" in game) == game["seats"][1].startswith("engine:")
        if "failure" in game:
            assert game["winners"] == [0] and game["scores"] == [0, 0] and "failed on seat 1" in game["failure"]
    kept = [json.loads(line) for line in journal.read_text().splitlines()[1:]]
    assert sorted(kept, key=str) == sorted(found["played"], key=str)
    assert records.read_text().count('[Ended "engine:') == records.read_text().count('[Result "*"]') == 2
    assert main(["replay", str(records)]) == 0
    capsys.readouterr()
    assert main(command[:-2]) == 0  # what the journal has, failures included, is not played again
    again = json.loads(numbers.read_text())
    assert again["played"] == found["played"] and capsys.readouterr().err.count("it has lost this game") == 2


@pytest.mark.parametrize(("option", "said"), [("#foo=1", "has no option 'foo'"), ("", "ended by itself")])
def test_a_program_that_cannot_be_started_stops_the_arena_before_a_game_is_played(
    option: str, said: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = str(EXAMPLES / "bot.py") if option else written(tmp_path, "")
    journal = tmp_path / "journal"
    players = f"random,engine:{bad}{option}"
    command = ["arena", "caesar", "--players", players, "--games", "8", "--processes", "2", "--journal", str(journal)]
    assert main(command) == 2
    captured = capfd.readouterr()
    assert said in captured.err and captured.err.count("\n") == 1  # nor does the program complain of a broken pipe
    assert not journal.exists()


def test_a_corpus_holds_no_match_that_a_program_lost_by_failing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = written(tmp_path, ILL_AS_POMPEY)
    command = ["corpus", "caesar", "--players", f"engine:{bad},random", "--games", "2", "--processes", "1"]
    assert main([*command, "--out", str(tmp_path / "corpus")]) == 2
    assert "failed on seat 1 of the game" in capsys.readouterr().err
