"""Interpreted and compiled rules are the same source; here they give the same bits."""

import os
import random
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import numpy as np
import pytest

import quadriga
from quadriga import Game, IllegalMove, QuadrigaError
from quadriga.games.cleopatra import action, vote
from quadriga.kernel import compiled, notice
from quadriga.kernel.drivers import WORD
from quadriga.kernel.link import Linker, fingerprint
from quadriga.kernel.tell import silent, tell
from quadriga.kernel.tree import NO_NETWORK
from quadriga.terminal import simulate

from ..conftest import walk


def test_whole_games_are_equal_bit_for_bit(game: Game) -> None:
    count = 10
    batch = game.batch(count)
    batch.reset(seed=1000)
    steps = batch.playout()
    for i in range(count):
        state = game.new(1000 + i)
        played = game.interpreted["play_out"](state.s, 1000 + i & WORD, 0, [0] * game.num_actions, 10_000)
        assert played == steps[i]
        assert state.bits.tobytes() == batch.states[i : i + 1].tobytes()


def test_every_step_is_equal_with_its_legal_moves_and_observation(game: Game) -> None:
    count = 3
    batch = game.batch(count)
    batch.reset(seed=50)
    states = [game.new(50 + i) for i in range(count)]
    chooser = random.Random(1)
    observe = game.definition.rules.observe
    while (batch.to_move >= 0).any():
        mask, seen = batch.legal, batch.observe()
        actions = np.zeros(count, np.int64)
        for i, state in enumerate(states):
            assert [move.id for move in state.legal] == list(np.flatnonzero(mask[i]))
            own = [0] * len(seen[i])
            observe(state.s, max(0, state.s.to_move), own)
            assert own == list(seen[i])
            if state.to_move is not None:
                move = chooser.choice(state.legal)
                actions[i] = move.id
                state.play(move)
        batch.step(actions)
        for i, state in enumerate(states):
            assert state.bits.tobytes() == batch.states[i : i + 1].tobytes()
    points, winners = batch.scores()
    for i, state in enumerate(states):
        assert state.outcome is not None
        assert tuple(points[i]) == state.outcome.scores
        assert tuple(np.flatnonzero(winners[i])) == state.outcome.winners


def test_a_new_deal_is_equal_too(game: Game) -> None:
    for seed in range(2):
        for number, state in enumerate(walk(game, seed)):
            if (number + 4 * seed) % 9 == 0:
                for seat in (0, len(game.seats) - 1, None):
                    bits = state.bits.copy()
                    seats = np.array([-1 if seat is None else seat], np.int8)
                    game.compiled.redeal_all(bits, seats, np.array([number], np.int64), 0, 1)
                    assert bits.tobytes() == state.redeal(seat, number).bits.tobytes()


def test_results_do_not_depend_on_the_number_of_threads(edition: Game) -> None:
    one, three = edition.batch(50, threads=1), edition.batch(50, threads=3)
    one.playout()
    three.playout()
    assert one.states.tobytes() == three.states.tobytes()


def test_a_game_of_a_batch_can_be_taken_out_and_played_on(edition: Game) -> None:
    batch = edition.batch(4)
    state = batch.state(2)
    assert state == edition.new(2)
    assert edition.replay(state.record()) == state


def test_no_random_game_breaks_an_invariant(game: Game) -> None:
    rules = game.definition.rules
    sums = np.zeros(rules.MEASURES, np.int64)
    moves = np.zeros(game.num_actions, np.int16)
    scratch = game.template.copy()
    games = 2000
    broken = game.compiled.sample_all(
        scratch, game.template, 10**6, 0, games, moves, game.definition.max_steps, True, False, sums, np.zeros(1),
        NO_NETWORK,
    )  # fmt: skip
    assert broken == -1
    assert sums[0] == games


def test_an_illegal_step_moves_no_game(edition: Game) -> None:
    batch = edition.batch(3)
    before = batch.states.tobytes()
    legal = batch.legal.argmax(axis=1)
    for wrong in (-1, edition.num_actions, 10**6, int(np.flatnonzero(batch.legal[1] == 0)[0])):
        with pytest.raises(IllegalMove, match="game 1"):
            batch.step([legal[0], wrong, legal[2]])
        assert batch.states.tobytes() == before
    for wrong_shape in ([1, 2], [[1, 2, 3]], [0.5, 1, 2]):
        with pytest.raises(IllegalMove, match="3 ints"):
            batch.step(wrong_shape)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0,), "at least one"),
        ((-1,), "at least one"),
        ((True,), "at least one"),
        ((2, "cuda:9"), "device"),
        ((2, "cpu", 0), "threads"),
    ],
)
def test_a_wrong_batch_is_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(QuadrigaError, match=message):
        quadriga.load("caesar-cleopatra-2024").batch(*arguments)


def test_a_wrong_seed_is_refused() -> None:
    batch = quadriga.load("caesar-cleopatra-2024").batch(1)
    for seed in (-1, 2**62, 1.5, "7", True, None):
        with pytest.raises(QuadrigaError, match="seed"):
            batch.reset(seed)
    with pytest.raises(QuadrigaError, match="seats"):
        batch.redeal(2, 0)


# --- the cache


def test_the_cache_key_changes_with_a_constant_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    game = quadriga.load("caesar-cleopatra-2024")
    before = compiled.Compiled(game.name, game.definition.rules).key
    monkeypatch.setattr(vote, "SPECIAL_VOTE_CARDS", 7)
    assert compiled.Compiled(game.name, game.definition.rules).key != before


def test_the_cache_key_changes_with_any_source_behind_it(tmp_path: Path) -> None:
    source = Path(quadriga.__file__).parent
    copy = tmp_path / "quadriga"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    command = "import quadriga; print(quadriga.load('caesar-cleopatra-1997').compiled.key)"

    def key() -> str:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
        result = subprocess.run(
            [sys.executable, "-c", command], env=environment, capture_output=True, text=True, check=True
        )
        return result.stdout.strip()

    keys = [key()]
    assert keys == [quadriga.load("caesar-cleopatra-1997").compiled.key], "another place, the same machine code"
    for name in ("games/cleopatra/tasks.py", "games/cleopatra/material.py", "kernel/dice.py"):
        path = copy / name
        text = path.read_text(encoding="utf-8")
        path.write_text(
            text.replace("SPECIAL_VOTE_CARDS = 8", "SPECIAL_VOTE_CARDS = 7") + "\n# changed\n", encoding="utf-8"
        )
        keys.append(key())
    assert len(set(keys)) == 4


def test_a_copy_in_another_place_loads_what_was_compiled(tmp_path: Path) -> None:
    games = quadriga.load("caesar-cleopatra-1997").batch(1)
    games.reset(seed=1)
    assert games.legal.any()
    copy = tmp_path / "quadriga"
    shutil.copytree(Path(quadriga.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    command = """
import numba.core.compiler, quadriga
numba.core.compiler.compile_extra = None  # nothing can be compiled
games = quadriga.load("caesar-cleopatra-1997").batch(1)
games.reset(seed=1)
print(quadriga.__file__, int(games.legal.sum()))
"""
    result = subprocess.run(
        [sys.executable, "-c", command],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    file, moves = result.stdout.split()
    assert file.startswith(str(tmp_path))
    assert int(moves) == games.legal.sum()


def test_a_cache_folder_that_cannot_be_written_is_replaced_with_a_warning(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.warns(UserWarning, match="QUADRIGA_CACHE_DIR"):
        folder = compiled.usable(blocked / "kernels")
    assert folder.is_dir()
    assert stat.S_ISDIR(folder.stat().st_mode)


def test_import_compiles_nothing_and_loads_no_compiler() -> None:
    command = "import sys, quadriga; g = quadriga.load('caesar-cleopatra-1997').new(1); g.play(g.legal[0]); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", command], check=False).returncode == 0


# --- what is said while something is compiled


class Slow(compiled.Compiled):
    """Rules whose drivers are compiled in no time, into a folder of their own."""

    called: list[str]

    @property
    def functions(self) -> dict[str, object]:
        return {name: lambda *given, name=name: self.called.append(name) for name in self.drivers}


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Rules that nobody has compiled yet."""
    monkeypatch.setenv("QUADRIGA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("QUADRIGA_QUIET", raising=False)
    monkeypatch.setattr(notice, "_explained", set())
    return slow_rules()


def slow_rules() -> Slow:
    game = quadriga.load("caesar")
    made = Slow(game.name, game.definition.rules)
    made.called = []
    return made


def test_a_compile_that_a_program_triggers_says_so_and_how_far_it_is(
    slow: Slow, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = len(slow.drivers)
    slow.reset_all(1)
    slow.reset_all(2)
    slow.legal_all()
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "quadriga: caesar is compiled for this machine, once, in about a minute; `quadriga warm` does it ahead",
        f"quadriga: compiling caesar: reset_all, 1 of {parts}",
        f"quadriga: compiling caesar: legal_all, 2 of {parts}",
    ]
    assert slow.called == ["reset_all"] * 3 + ["legal_all"] * 2, "each once for the compiler, then for whoever asked"


def test_the_driver_of_vector_environments_says_what_compiles_it_ahead(
    slow: Slow, capsys: pytest.CaptureFixture[str]
) -> None:
    assert notice.FOR_ENVIRONMENTS == compiled.SEATS
    notice.say_compiling("caesar", "reset_all", 1, 16)
    notice.say_compiling("caesar", *compiled.SEATS, 1, 1)
    assert [line for line in capsys.readouterr().err.splitlines() if "ahead" in line] == [
        "quadriga: caesar is compiled for this machine, once, in about a minute; `quadriga warm` does it ahead",
        "quadriga: caesar for vector environments is compiled for this machine, once, in about a quarter of a minute; "
        "`quadriga warm --env` does it ahead",
    ]


def test_nothing_is_said_of_what_is_compiled(slow: Slow, capsys: pytest.CaptureFixture[str]) -> None:
    slow.reset_all()
    assert not slow.is_warm
    list(slow.warm())
    assert slow.is_warm
    assert capsys.readouterr().err.count("\n") == 1 + len(slow.drivers), "a line for every driver, none twice"
    another = slow_rules()  # as in the next process
    another.reset_all()
    another.think()
    list(another.warm())
    assert capsys.readouterr().err == ""


def test_rules_of_which_every_driver_was_used_are_warm(slow: Slow) -> None:
    for name in slow.drivers:
        assert not slow.is_warm
        getattr(slow, name)()
    assert slow.is_warm


@pytest.mark.parametrize("quiet", ["1", "on", "yes"])
def test_a_switch_keeps_the_compiler_quiet(
    slow: Slow, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], quiet: str
) -> None:
    monkeypatch.setenv("QUADRIGA_QUIET", quiet)
    list(slow.warm())
    assert capsys.readouterr() == ("", "") and slow.is_warm


def test_nothing_is_said_where_a_progress_bar_shows_it(slow: Slow, capsys: pytest.CaptureFixture[str]) -> None:
    with notice.silenced():
        slow.reset_all()
    assert capsys.readouterr() == ("", "")
    slow.legal_all()
    assert "legal_all, 2 of" in capsys.readouterr().err, "the silence is over"


def test_nothing_is_said_where_there_is_nowhere_to_say_it(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    slow.reset_all()
    assert slow.called == ["reset_all"] * 2


def test_the_progress_bar_of_a_compile_is_all_that_is_said(
    slow: Slow, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(quadriga, "load", lambda name: SimpleNamespace(compiled=slow))
    done: SimpleQueue[tuple[str, str]] = SimpleQueue()
    monkeypatch.setattr(simulate, "end_with_parent", lambda: None)
    simulate.compile_game("caesar", done)
    assert done.qsize() == len(slow.drivers) and slow.is_warm
    assert capsys.readouterr() == ("", "")


# --- linking


def test_linking_silences_the_rules_and_leaves_the_module_alone() -> None:
    linker = Linker(lambda function: function, {tell: silent})
    copy = linker.link(vote.vote)
    assert copy is not vote.vote
    assert copy.__globals__["tell"] is not tell
    assert vote.vote.__globals__["tell"] is tell


def test_an_attribute_is_not_taken_for_a_function_of_the_same_name() -> None:
    linker = Linker(lambda function: function, {})
    copy = linker.link(action.discard)
    assert "quadriga.games.cleopatra.action.discard" not in linker.constants
    assert copy.__name__ == "discard"


def test_what_a_key_is_made_of_names_no_place_on_this_machine(edition: Game) -> None:
    linker = edition.compiled.linker(lambda function: function, "think_learned")
    for name in edition.compiled.drivers:
        linker.link(compiled.driver(name))
    assert "quadriga.kernel.network.np" in linker.constants
    for text in linker.constants.values():
        assert sys.prefix not in text and str(Path(quadriga.__file__).parent) not in text


def test_rules_with_strange_constants_are_refused() -> None:
    assert fingerprint((1, 2)) != fingerprint((1, 3))
    assert fingerprint(np.zeros(2)) != fingerprint(np.ones(2))
    with pytest.raises(TypeError, match="constants"):
        fingerprint({"a": 1})
