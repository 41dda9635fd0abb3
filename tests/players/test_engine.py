"""Programs that play: the protocol over standard input and output."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quadriga
from quadriga import QuadrigaError
from quadriga.cli import main
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


@pytest.mark.long
def test_engines_play_in_the_arena(in_c: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = tmp_path / "records.txt"
    command = ["arena", "caesar", "--players", f"engine:{EXAMPLES / 'bot.py'}#liking=5,engine:{in_c}", "--games", "4"]
    assert main([*command, "--journal", str(tmp_path / "journal"), "--records", str(records), "--processes", "1"]) == 0
    assert "bot.py" in capsys.readouterr().out
    assert main(["replay", str(records)]) == 0
    assert "4 matches are right" in capsys.readouterr().out
