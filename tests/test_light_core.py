"""`pip install quadriga` brings rules and the terminal: nothing else is needed for them."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CORE = {"numba", "numpy", "orjson", "platformdirs", "pyyaml", "rich"}
OTHERS = sorted(
    {
        Requirement(text).name.replace("-", "_").lower()
        for name, texts in PROJECT["optional-dependencies"].items()
        for text in texts
        if name not in ("dev", "docs", "bench") and not text.startswith("quadriga[")
    }
    - CORE
)


WITHOUT_EXTRAS = f"""
import sys
for name in {[*OTHERS, "starlette", "pydantic", "pyspiel", "numba_cuda", "PIL", "tensordict"]!r}:
    sys.modules[name] = None
"""
MODULES = {
    "client": "client", "client.bot": "client", "env.gymnasium": "env", "env.pettingzoo": "env", "env.openspiel": "env",
    "env.vector": "env", "env.jax": "env", "env.torchrl": "env",
}  # fmt: skip
"""What is for other programs to import, with the extra that it asks for first."""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command where no extra is installed."""
    program = f"""
{WITHOUT_EXTRAS}
from quadriga.cli import main
sys.exit(main({list(arguments)!r}))
"""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)


def test_the_core_is_small() -> None:
    assert {Requirement(text).name for text in PROJECT["dependencies"]} == CORE


@pytest.mark.parametrize(
    "arguments",
    [
        ("games",),
        ("rules", "caesar", "ROME-T11"),
        ("sim", "caesar", "--games", "10"),
        ("play", "caesar-cleopatra-2024", "--seed", "1", "--against", "random"),
        ("--help",),
        ("serve", "--help"),
    ],
    ids=" ".join,
)
def test_rules_and_the_terminal_need_no_extra(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.returncode == 0, result.stderr
    assert result.stdout


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        ("serve --no-browser", "server"),
        ("tables list", "server"),
        ("backup {folder}/x", "server"),
        ("restore {folder}/x", "server"),
        ("think --redis redis://127.0.0.1:9/0", "shared"),
        ("bot http://127.0.0.1:9 abc", "client"),
        ("arena caesar --players random,greedy --games 2", "arena"),
        ("arena caesar --players random,greedy --games 2 --plot {folder}/x.png", "arena"),
        ("analyse {folder}/x --plot {folder}/x.png", "arena"),
        ("study caesar --games 2 --report {folder}/x", "arena"),
        ("train caesar --out {folder}/x --rounds 1", "train"),
        ("gpu build caesar --out {folder}/x", "gpu"),
        ("completion bash", "completion"),
    ],
)
def test_a_missing_extra_is_one_sentence(arguments: str, extra: str, tmp_path: Path) -> None:
    result = run(*arguments.format(folder=tmp_path).split())
    assert result.returncode == 2
    assert f"pip install 'quadriga[{extra}]'" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_module_behind_an_extra_says_so_when_it_is_imported() -> None:
    program = f"""
{WITHOUT_EXTRAS}
from importlib import import_module
from quadriga import QuadrigaError
for name, extra in {MODULES}.items():
    try:
        import_module(f"quadriga.{{name}}")
    except QuadrigaError as error:
        assert str(error).endswith(f"pip install 'quadriga[{{extra}}]'"), (name, str(error))
    else:
        raise AssertionError(name)
"""
    subprocess.run([sys.executable, "-c", program], timeout=120, check=True)


def test_everything_that_people_use_is_in_one_extra() -> None:
    extras = {name: set(texts) for name, texts in PROJECT["optional-dependencies"].items()}
    (everything,) = (Requirement(text).extras for text in extras["all"])
    apart = {"server", "dev", "train", "jax", "audit", "docs", "cluster", "gpu", "bench", "all"}
    assert everything == extras.keys() - apart and "quadriga[server]" in extras["shared"]
    assert "gymnasium" in {Requirement(text).name for text in extras["jax"]}  # quadriga.env.jax asks for it too
