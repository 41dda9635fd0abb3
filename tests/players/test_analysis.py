"""Analysis of positions and reviews of matches: honest, repeatable, and right where the answer is known."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest

import quadriga
from quadriga import Game, QuadrigaError, State
from quadriga.cli import main
from quadriga.players import UNLIMITED, Budget
from quadriga.players.analysis import analyse
from quadriga.players.expected import veiled
from quadriga.players.judging import position_before
from quadriga.players.review import review
from tests.conftest import walk

BRIEF = Budget(playouts=200)
CAESAR = quadriga.load("caesar")
CLEOPATRA = quadriga.load("caesar-cleopatra-2024")


def after(game: Game, seed: int, moves: int) -> State:
    """Play a random game so far; a negative number leaves out the last moves."""
    *_, over = walk(game, seed)
    state = game.new(seed)
    for action in over.history[:moves]:
        state.play(action)
    return state


@cache
def finished() -> State:
    """A short match to review."""
    *_, over = walk(CAESAR, 2)
    return over


def test_what_is_hidden_does_not_change_an_analysis(edition: Game) -> None:
    for moves in (3, 25):
        state = after(edition, 4, moves)
        for seat in {state.to_move or 0, len(edition.seats) - 1, 0}:
            elsewhere = state.redeal(seat, 77)
            assert analyse(state, seat, BRIEF, seed=5).data() == analyse(elsewhere, seat, BRIEF, seed=5).data()


def test_an_analysis_leaves_the_game_as_it_was(edition: Game) -> None:
    state = after(edition, 1, 20)
    before, history = state.bits.tobytes(), list(state.history)
    analyse(state, budget=BRIEF)
    assert state.bits.tobytes() == before and state.history == history


def test_moves_have_chances_shares_and_intervals(edition: Game) -> None:
    state = after(edition, 1, 16)
    found = analyse(state, budget=BRIEF)
    assert found.is_to_move and found.seat == state.to_move and found.best is found.moves[0]
    assert sum(one.visits for one in found.moves) >= 200
    assert sum(one.share for one in found.moves) == pytest.approx(1)
    assert all(one.move in state.legal and one.low <= one.value <= one.high for one in found.moves)
    assert sum(found.chances) == pytest.approx(1, abs=0.05) and len(found.chances) == len(edition.seats)
    assert found.line[0].seat == state.to_move and found.line[0].text == found.moves[0].move.text
    assert json.dumps(found.data())


def test_a_waiting_seat_gets_chances_and_a_line_but_no_moves(edition: Game) -> None:
    state = after(edition, 1, 16)
    waiting = next(seat for seat in range(len(edition.seats)) if seat != state.to_move)
    found = analyse(state, waiting, BRIEF)
    assert found.moves == () and not found.is_to_move and found.best is None
    assert found.line[0].seat == state.to_move and all(0 <= chance <= 1 for chance in found.chances)


def test_what_others_hide_has_no_face_in_a_line() -> None:
    state = CLEOPATRA.new(1)
    found = analyse(state, 1 - (state.to_move or 0), BRIEF)
    assert found.line[0].text.startswith("? face down at ")
    assert veiled(["3 face down at praetors", "5 face down at aediles"]) == "? face down at ?"
    assert veiled(["drive", "do not drive"]) == "?"


@pytest.mark.parametrize(("game", "seed"), [(CAESAR, 2), (CLEOPATRA, 10)], ids=["caesar", "cleopatra"])
def test_a_victory_in_one_move_is_found(game: Game, seed: int) -> None:
    state = after(game, seed, -1)
    *_, over = walk(game, seed)
    found = analyse(state, budget=Budget(playouts=300))
    assert found.best is not None and found.best.value > 0.97 and found.chances[state.to_move or 0] > 0.9
    state.play(found.best.move)
    assert state.outcome is not None and over.outcome is not None and state.outcome.winners == over.outcome.winners


def test_the_same_seed_playouts_and_threads_give_the_same_analysis(edition: Game) -> None:
    *_, over = walk(edition, 3)
    state = after(edition, 3, min(25, len(over.history) // 2))
    for threads in (1, 3):
        one, two = (analyse(state, budget=BRIEF, seed=9, threads=threads) for _ in range(2))
        assert one.data() == two.data() and sum(found.visits for found in one.moves) >= 200
    assert analyse(state, budget=BRIEF, seed=9).data() != analyse(state, budget=BRIEF, seed=10).data()


def test_chances_of_a_waiting_seat_do_not_depend_on_the_threads() -> None:
    state = after(CLEOPATRA, 3, 30)
    waiting = 1 - (state.to_move or 0)
    assert analyse(state, waiting, BRIEF, threads=1).data() == analyse(state, waiting, BRIEF, threads=3).data()


def test_a_move_that_is_asked_about_is_tried_fairly() -> None:
    state = CAESAR.new(1)
    free = analyse(state, budget=BRIEF)
    assert free.best is not None
    forgotten = next(move for move in state.legal if (about := free.about(move)) is None or about.visits < 5)
    found = analyse(state, budget=BRIEF, also=[forgotten]).about(forgotten)
    assert found is not None and found.visits >= free.best.visits / 4 and found.share < 0.05
    with pytest.raises(QuadrigaError, match="legal"):
        analyse(state, 1, BRIEF, also=[forgotten])


def test_seconds_are_a_budget_too() -> None:
    state = after(CAESAR, 1, 5)
    assert analyse(state, budget=Budget(seconds=0.02)).moves
    assert analyse(state, 1 - (state.to_move or 0), Budget(seconds=0.02), threads=2).chances


def test_a_finished_game_has_nothing_but_its_result() -> None:
    found = analyse(finished())
    assert sorted(found.chances) == [0.0, 1.0] and not found.moves and not found.line


@pytest.mark.parametrize(
    "wrong",
    [{"seat": 2}, {"seat": True}, {"budget": UNLIMITED}, {"threads": 0}, {"also": ["dance"]}, {"also": [10**6]}],
)
def test_wrong_requests_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(QuadrigaError):
        analyse(CAESAR.new(1), **wrong)  # type: ignore[arg-type]


def blunder() -> State:
    """Stand before a victory, throw it away, and play on a little."""
    state = CAESAR.from_position(after(CAESAR, 2, -1).position())
    found = analyse(state, budget=Budget(playouts=300), also=state.legal)
    state.play(min(found.moves, key=lambda one: one.value).move)
    chooser = random.Random(1)
    while state.to_move is not None and len(state.history) < 4:
        state.play(chooser.choice(state.legal))
    return state


def test_throwing_a_victory_away_costs_most() -> None:
    found = review(blunder(), Budget(playouts=300))
    worst = found.costly()[0]
    assert worst.number == 1 and worst.before > 0.95 and worst.after < 0.2 and worst.cost > 0.75
    assert worst.best != worst.move


def test_the_review_of_a_record_is_the_review_of_the_match() -> None:
    budget = Budget(playouts=64)
    assert review(finished(), budget).data() == review(finished().record(), budget).data()
    running = after(CLEOPATRA, 1, 20)
    assert review(running, budget).data() == review(running.record(), budget, threads=1).data()


def test_a_review_judges_every_move() -> None:
    seen: list[tuple[int, int]] = []
    found = review(finished(), Budget(playouts=64), progress=lambda done, of: seen.append((done, of)))
    moves = len(finished().history)
    assert [judged.number for judged in found.moves] == list(range(1, moves + 1))
    assert [done for done, _ in seen] == list(range(1, len(seen) + 1)) and seen[-1] == (len(seen), len(seen))
    assert [judged.move.id for judged in found.moves] == finished().history
    assert found.is_over and found.moves[-1].chances == analyse(finished()).chances
    for judged in found.moves:
        assert judged.cost == pytest.approx(judged.before - judged.after) and judged.cost >= 0
        assert judged.choices > 1 or (judged.cost == 0 and judged.best == judged.move)
        assert sum(judged.chances) == pytest.approx(1, abs=0.01)
    assert [one.turn for one in found.moves] == sorted(one.turn for one in found.moves)
    assert len(found.course(0)) == moves + 1
    costs = [judged.cost for judged in found.costly()]
    assert costs == sorted(costs, reverse=True)
    assert {judged.number for judged in found.costly()} == {one.number for one in found.moves if one.grade}


def test_positions_are_rebuilt_from_the_history() -> None:
    match = after(CLEOPATRA, 1, 20)
    assert position_before(match, 21) == match and position_before(match, 1) == CLEOPATRA.new(1)
    for number in (0, 22):
        with pytest.raises(QuadrigaError, match="from 1 to 21"):
            position_before(match, number)


# the command


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(after(CAESAR, 2, 8).record())
    return path


def test_the_command_writes_tables_data_and_plot(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, plot = record.with_name("review.json"), record.with_name("review.svg")
    assert main(["analyse", str(record), "--playouts", "32", "--json", str(data), "--plot", str(plot)]) == 0
    shown = capsys.readouterr().out
    assert "Moves that cost most" in shown and "Pompey" in shown and all(len(line) <= 80 for line in shown.splitlines())
    written = json.loads(data.read_text())
    assert len(written["moves"]) == 8 and written["command"]["playouts"] == 32 and not written["over"]
    assert "Pompey" in plot.read_text()


def test_the_command_shows_one_position(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = record.with_name("move.json")
    assert main(["analyse", str(record), "--move", "4", "--playouts", "100", "--json", str(data)]) == 0
    shown = capsys.readouterr().out
    assert "95 % interval" in shown and "Expected: " in shown and "> " in shown
    assert json.loads(data.read_text())["played"]
    assert main(["analyse", str(record), "--move", "9", "--seat", "Pompey", "--playouts", "64", "--json", "-"]) == 0
    captured = capsys.readouterr()
    assert "as Pompey sees them" in captured.err and json.loads(captured.out)["move"] == 9


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--move", "0"], "--move"),
        (["--move", "10"], "from 1 to 9"),
        (["--seat", "pompey"], "give --move"),
        (["--move", "1", "--seat", "nero"], "no seat 'nero'"),
        (["--playouts", "0"], "--playouts"),
        (["--seconds", "nan"], "--seconds"),
        (["--seconds", "-1"], "--seconds"),
        (["--threads", "0"], "--threads"),
        (["--plot", "match.gif"], "must end in"),
        (["--plot", "/no/such/folder/match.png"], "cannot write"),
        (["--json", "/"], "it is a folder"),
        (["--move", "1", "--plot", "match.png"], "leave out --move"),
    ],
)
def test_what_is_wrong_is_one_line(
    record: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["analyse", str(record), *arguments])
    except SystemExit as ended:
        code = int(ended.code or 0)
    told = capsys.readouterr().err
    assert code == 2 and said in told and told.count("\n") == 1
    assert [path.name for path in record.parent.iterdir()] == [record.name]


def test_files_that_are_no_records_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text(CAESAR.new(1).record())
    edited = tmp_path / "edited.txt"
    edited.write_text(finished().record().replace('[Moves "', '[Moves "1'))
    for path, said in (
        (tmp_path / "none", "cannot read"),
        (tmp_path, "cannot read"),
        (empty, "no moves"),
        (edited, "Moves"),
    ):
        assert main(["analyse", str(path)]) == 2
        assert said in capsys.readouterr().err
