"""Interpreted and compiled rules are the same source; here they give the same bits."""

import os
import random
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import quadriga
from quadriga import Game, IllegalMove, QuadrigaError
from quadriga.games.cleopatra import action, vote
from quadriga.kernel import compiled
from quadriga.kernel.drivers import WORD
from quadriga.kernel.link import Linker, fingerprint
from quadriga.kernel.tell import silent, tell

from ..conftest import walk


def test_whole_games_are_equal_bit_for_bit(game: Game) -> None:
    count = 25
    batch = game.batch(count)
    batch.reset(seed=1000)
    steps = batch.playout()
    for i in range(count):
        state = game.new(1000 + i)
        played = game.interpreted["play_out"](state.s, 1000 + i & WORD, 0, [0] * game.num_actions, 10_000)
        assert played == steps[i]
        assert state.bits.tobytes() == batch.states[i : i + 1].tobytes()


def test_every_step_is_equal_with_its_legal_moves_and_observation(game: Game) -> None:
    count = 6
    batch = game.batch(count)
    batch.reset(seed=50)
    states = [game.new(50 + i) for i in range(count)]
    chooser = random.Random(1)
    observe = game.room.rules.observe
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
    for seed in range(3):
        for number, state in enumerate(walk(game, seed)):
            if number % 7 == 0:
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
    rules = game.room.rules
    sums = np.zeros(rules.MEASURES, np.int64)
    moves = np.zeros(game.num_actions, np.int16)
    scratch = game.template.copy()
    games = 2000
    broken = game.compiled.sample_all(
        scratch, game.template, 10**6, 0, games, moves, game.room.max_steps, True, False, sums
    )
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
    before = compiled.Compiled(game.name, vars(game.room.rules), game.room.rules.STATE).key
    monkeypatch.setattr(vote, "SPECIAL_VOTE", 7)
    assert compiled.Compiled(game.name, vars(game.room.rules), game.room.rules.STATE).key != before


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
    for name in ("games/cleopatra/tasks.py", "games/cleopatra/material.py", "kernel/dice.py"):
        path = copy / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("SPECIAL_VOTE = 8", "SPECIAL_VOTE = 7") + "\n# changed\n", encoding="utf-8")
        keys.append(key())
    assert len(set(keys)) == 4


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


def test_rules_with_strange_constants_are_refused() -> None:
    assert fingerprint((1, 2)) != fingerprint((1, 3))
    assert fingerprint(np.zeros(2)) != fingerprint(np.ones(2))
    with pytest.raises(TypeError, match="constants"):
        fingerprint({"a": 1})
