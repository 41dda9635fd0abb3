"""The rules on a GPU. Without one: every game compiles to PTX, and everything that is missing is told."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quadriga
from quadriga import Game, QuadrigaError
from quadriga.kernel.compiled import cache_folder
from quadriga.kernel.gpu import arrays, launch, program
from quadriga.kernel.gpu.batch import device_number
from quadriga.kernel.proof import TRACE_START, mix

CC = (8, 0)


def has_gpu() -> bool:
    try:
        launch.Device(0)
    except QuadrigaError:
        return False
    return True


def compiler(part: str) -> Any:
    """Import what needs numba-cuda; only a host with a GPU may be without it."""
    name = f"quadriga.kernel.gpu.{part}"
    return pytest.importorskip(name, exc_type=ImportError) if has_gpu() else import_module(name)


without_gpu = pytest.mark.skipif(has_gpu(), reason="there is a GPU")
with_gpu = pytest.mark.skipif(not has_gpu(), reason="there is no GPU")


# --- compiling


@pytest.mark.parametrize("name", list(quadriga.games()))
def test_every_game_compiles_to_ptx(name: str) -> None:
    build = compiler("build")
    game = quadriga.load(name)
    made_by = " ".join(f"{name}-{version(name)}" for name in ("numba", "numba-cuda", "nvidia-nvvm"))
    folder = program.folder_of(game, cache_folder() / f"ptx of tests, {made_by}")
    if not (folder / program.MANIFEST).exists():  # kept by all that it is made from, as the compiled rules are
        # With little inlined it compiles sooner; the functions are the same.
        assert list(build.build(game, folder, CC, largest=0)) == program.kernels_of(game)
    found = program.Program.read(folder)
    assert (found.game, found.record, found.actions) == (name, game.definition.rules.STATE.itemsize, game.num_actions)
    assert found.pitch // 4 % 2 == 1
    for kernel, entry in found.entries.items():
        text = (folder / f"{kernel}.ptx").read_text()
        assert f".entry {entry}(" in text
        assert ".target sm_80" in text
        assert text[text.index(f".entry {entry}(") :].partition(")")[0].count(".param") == len(program.KERNELS[kernel])


def test_kernels_know_their_source_lines_if_a_profiler_asks_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    build = compiler("build")
    game = quadriga.load("liars-dice")
    monkeypatch.setattr(build, "LINES", True)
    text, _ = build.assemble(game, "advance", CC)
    sources = set(re.findall(r'\.file\s+\d+ "([^"]+)"', text))
    assert "rules.py" in {Path(source).name for source in sources}


def test_a_rule_that_does_not_compile_for_a_gpu_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    build = compiler("build")
    game = quadriga.load("caesar")

    def wins(s: object, seat: int) -> bool:
        return str(seat) in "01"

    wins.__module__ = "quadriga.games.caesar.standings"
    monkeypatch.setattr(game.definition.rules, "wins", wins)
    with pytest.raises(Exception, match="str"):
        build.assemble(game, "judge", CC)


def test_tables_take_the_narrowest_ints_that_hold_them() -> None:
    device = compiler("device")
    for values, kind in (([1, -128], "int8"), ([128], "int16"), ([2**15], "int32"), ([2**31], "int64")):
        table = device.Table(np.array(values))
        assert table.values.dtype == kind
        assert table.values.tolist() == values


# --- what is built ahead


def test_the_key_of_a_program_changes_with_the_rules_and_not_with_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    from quadriga.games.cleopatra import vote

    before = program.key(quadriga.load("caesar-cleopatra-2024"))
    assert program.key(quadriga.load("caesar-cleopatra-2024", opening="veterans")) == before
    monkeypatch.setattr(vote, "SPECIAL_VOTE", 7)
    program.key.cache_clear()
    assert program.key(quadriga.load("caesar-cleopatra-2024")) != before
    program.key.cache_clear()


def test_reading_a_program_needs_no_compiler() -> None:
    command = (
        "import sys; sys.modules.update({name: None for name in ('numba', 'numba_cuda', 'platformdirs', 'orjson')})\n"
        "import quadriga; from quadriga.kernel.gpu import arrays, batch, launch, program\n"
        "print(len(program.key(quadriga.load('caesar'))))"
    )
    result = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "20"


def test_a_broken_manifest_is_told(tmp_path: Path) -> None:
    (tmp_path / program.MANIFEST).write_text(json.dumps({"game": "caesar"}))
    with pytest.raises(QuadrigaError, match="manifest"):
        program.Program.read(tmp_path)


# --- what is missing


@without_gpu
def test_without_a_driver_the_device_is_refused() -> None:
    with pytest.raises(QuadrigaError, match="device 'cuda'"):
        quadriga.load("caesar").batch(4, device="cuda")


@pytest.mark.parametrize("device", ["cuda:", "cuda:x", "cuda:-1", "gpu"])
def test_a_wrong_device_is_refused(device: str) -> None:
    with pytest.raises(QuadrigaError, match="devices are"):
        quadriga.load("caesar").batch(4, device=device)
    assert device_number("cuda:3") == 3


def test_a_missing_array_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in arrays.LIBRARIES:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(QuadrigaError, match="cupy or torch"):
        arrays.arrays_on(0, None)
    with pytest.raises(QuadrigaError, match="'cupy', 'torch'"):
        arrays.arrays_on(0, "jax")


def test_the_driver_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    class Driver:
        def cuGetErrorName(self, status: int, text: object) -> int:  # noqa: N802
            text._obj.value = b"CUDA_ERROR_UNSUPPORTED_PTX_VERSION"  # type: ignore[attr-defined]
            return 0

        def cuModuleLoadData(self) -> int:  # noqa: N802
            return 222

    monkeypatch.setattr(launch, "_library", Driver)
    with pytest.raises(QuadrigaError, match="driver is older"):
        launch.call("cuModuleLoadData")


# --- traces


def test_a_trace_is_fnv_1a_over_words() -> None:
    a, b = mix(TRACE_START, TRACE_START, 0x61)
    assert a == 0xE40C292C  # FNV-1a of "a"
    assert b != a


# --- on a GPU


@with_gpu
@pytest.mark.parametrize("library", arrays.LIBRARIES)
def test_steps_on_a_gpu_are_those_of_the_cpu(edition: Game, library: str) -> None:
    pytest.importorskip(library)
    count = 200
    cpu, gpu = edition.batch(count), edition.batch(count, "cuda", arrays=library)
    host = gpu._arrays.host
    chooser = np.random.default_rng(1)
    for _ in range(300):
        legal = cpu.legal
        assert (host(gpu.legal) == legal).all()
        assert (host(gpu.observe()) == cpu.observe()).all()
        actions = (chooser.random(legal.shape) * legal).argmax(axis=1)
        cpu.step(actions, autoreset=True)
        gpu.step(actions, autoreset=True)
        assert host(gpu.states).tobytes() == cpu.states.tobytes()
        for name in ("rewards", "done", "seeds", "to_move"):
            assert (host(getattr(gpu, name)) == getattr(cpu, name)).all(), name


@with_gpu
def test_illegal_actions_on_a_gpu_move_no_game(edition: Game) -> None:
    gpu = edition.batch(3, "cuda")
    host = gpu._arrays.host
    before = host(gpu.states).tobytes()
    legal = host(gpu.legal).argmax(axis=1)
    for wrong in (-1, edition.num_actions, 10**6, int(np.flatnonzero(host(gpu.legal)[1] == 0)[0])):
        with pytest.raises(quadriga.IllegalMove, match="game 1"):
            gpu.step([legal[0], wrong, legal[2]])
        assert host(gpu.states).tobytes() == before


@with_gpu
def test_a_new_deal_on_a_gpu_is_that_of_the_cpu(edition: Game) -> None:
    cpu, gpu = edition.batch(50), edition.batch(50, "cuda")
    for seat in (0, -1):
        cpu.redeal(seat, 9)
        gpu.redeal(seat, 9)
        assert gpu._arrays.host(gpu.states).tobytes() == cpu.states.tobytes()
        assert (gpu._arrays.host(gpu.legal) == cpu.legal).all()


@with_gpu
def test_whole_games_on_a_gpu_are_those_of_the_cpu(game: Game) -> None:
    cpu, gpu = game.batch(300), game.batch(300, "cuda")
    assert (gpu._arrays.host(gpu.playout()) == cpu.playout()).all()
    assert gpu._arrays.host(gpu.states).tobytes() == cpu.states.tobytes()
    for mine, theirs in zip(cpu.scores(), gpu.scores(), strict=True):
        assert (gpu._arrays.host(theirs) == mine).all()
    assert gpu.state(7) == cpu.state(7)


@with_gpu
def test_random_games_that_begin_again_on_a_gpu_are_those_of_their_seeds(game: Game) -> None:
    count, played = 300, 0
    gpu = game.batch(count, "cuda")
    gpu.reset(11)
    for limit in (40, 3, 150):
        gpu.random_steps(limit)
        played += limit
    host = gpu._arrays.host
    seeds, states = host(gpu.seeds), host(gpu.states)
    assert {int(seed - 11 - place) % count for place, seed in enumerate(seeds)} == {0}
    assert (seeds >= 11 + count).any() or game.definition.max_steps > played
    cpu, alone = game.batch(count), game.batch(1)
    for place, seed in enumerate(seeds):
        alone.reset(int(seed))
        alone.playout(int(states[place].view(game.template.dtype)[0]["moves"]))
        cpu.states[place] = alone.states[0]
    assert states.tobytes() == cpu.states.tobytes()
    assert (host(gpu.to_move) == cpu.to_move).all()
    assert (host(gpu.legal) == cpu.legal).all()


@with_gpu
@pytest.mark.parametrize("name", list(quadriga.games()))
def test_a_mixture_on_a_gpu_plays_what_a_batch_of_each_set_does(name: str) -> None:
    from quadriga.kernel.gpu.batch import CudaBatch
    from quadriga.training.tables import mixture

    games = [game for _, game in mixture(quadriga.load(name).definition)]
    count = 50
    gpu = CudaBatch(games[0], count, mixture=[(game, count) for game in games[1:]])
    host = gpu._arrays.host
    gpu.reset(5)
    batches = [game.batch(count) for game in games]
    for number, batch in enumerate(batches):
        batch.reset(5 + number * count)
    chooser = np.random.default_rng(1)
    for _ in range(60):
        legal = np.concatenate([batch.legal for batch in batches])
        assert (host(gpu.legal) == legal).all()
        assert (host(gpu.see()) == np.concatenate([batch.see() for batch in batches])).all()
        if games[0].definition.rules.has_slots:
            assert (host(gpu.slots()) == np.concatenate([batch.slots() for batch in batches])).all()
        actions = (chooser.random(legal.shape) * legal).argmax(axis=1)
        for number, batch in enumerate(batches):
            batch.step(actions[number * count : (number + 1) * count])
        gpu.step(actions)
        assert host(gpu.states).tobytes() == b"".join(batch.states.tobytes() for batch in batches)
        for number, batch in enumerate(batches):
            paid = host(gpu.rewards)[number * count : (number + 1) * count]
            assert (paid[:, : batch.rewards.shape[1]] == batch.rewards).all() and not paid[
                :, batch.rewards.shape[1] :
            ].any()
    assert gpu.state(count + 3) == batches[1].state(3)


# --- the command


@pytest.mark.parametrize(("words", "said"), [(["--cc", "75"], "compute capability"), (["chess"], "no game 'chess'")])
def test_the_command_says_what_it_cannot_build(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    from quadriga.cli import main

    try:
        code = main(["gpu", "build", *words])
    except SystemExit as left:
        code = left.code
    assert code != 0
    assert said in capsys.readouterr().err
