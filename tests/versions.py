"""The tests that know the inside of other packages, with the lowest and the highest versions of these that are allowed.

    python -m tests.versions [lowest] [highest]

Each side has an environment and compiled rules of its own in `.versions/`. All else is installed as constraints.txt says.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".versions"
PACKAGES = ("uvicorn", "websockets", "numba", "numpy")
FOLLOWS = ("llvmlite",)
"""Packages whose version numba chooses."""
TESTS = (
    "tests/server/test_fast.py", "tests/server/test_frames.py", "tests/server/test_sockets.py",
    "tests/server/test_page.py", "tests/server/test_presence.py", "tests/kernel/test_inline_rules.py",
    "tests/kernel/test_compiled.py", "tests/kernel/test_compiled_actions.py", "tests/kernel/test_records.py",
)  # fmt: skip
NEEDED = ("-e", ".[shared]", "-e", "examples/liars-dice", "httpx", "hypothesis", "pytest", "pytest-xdist")
"""What these tests need, without all that others do."""
SHOW = "from importlib.metadata import version"
SIDES = ("lowest", "highest")


def name_of(requirement: str) -> str:
    """Return the package that a requirement is about, as the index spells it."""
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def allowed() -> dict[str, str]:
    """Return what pyproject.toml asks of each of the packages."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = {
        name_of(requirement): requirement
        for requirement in (*project["dependencies"], *project["optional-dependencies"]["server"])
    }
    return {package: found[package] for package in PACKAGES}


def lowest(requirement: str) -> str:
    """Turn a requirement into one of its lowest version."""
    version = re.search(r">=\s*([\w.]+)", requirement)
    assert version is not None, f"{requirement} has no lower bound"
    return f"{name_of(requirement)}=={version[1]}"


def constraints(side: str) -> list[str]:
    """Return constraints.txt with the packages at their lowest version, or free to be their highest."""
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    others = [line for line in pinned if name_of(line) not in (*PACKAGES, *FOLLOWS)]
    return others + [lowest(asked) for asked in allowed().values() if side == "lowest"]


def run(*command: str | Path) -> bool:
    """Run a command in the checkout, with compiled rules apart from all others; tell whether it went well."""
    environ = {**os.environ, "QUADRIGA_CACHE_DIR": str(FOLDER / "cache")}
    return subprocess.run(command, cwd=ROOT, env=environ, check=False).returncode == 0


def passes(side: str) -> bool:
    """Install one side and run the tests with it."""
    folder, listed = FOLDER / side, FOLDER / f"{side}.txt"
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    listed.write_text("\n".join(constraints(side)) + "\n", encoding="utf-8")
    pip = (python, "-m", "pip", "--disable-pip-version-check")
    if not run(*pip, "install", "--quiet", "--upgrade", "-c", listed, *NEEDED, *PACKAGES):
        return False
    run(python, "-c", f"{SHOW}; print('{side}:', *(f'{{name}} {{version(name)}}' for name in {PACKAGES}))")
    workers = str((os.cpu_count() or 1) + 1)
    return run(python, "-m", "quadriga.cli", "warm") and run(
        python, "-m", "pytest", "-n", workers, "--dist", "worksteal", *TESTS
    )


def main(sides: list[str]) -> int:
    """Try the sides that are asked for, or both; say how each went."""
    FOLDER.mkdir(exist_ok=True)
    went = {side: passes(side) for side in sides or SIDES}
    for side, well in went.items():
        print(f"{side}: {'passed' if well else 'FAILED'}")
    return 0 if all(went.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
