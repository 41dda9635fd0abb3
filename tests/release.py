"""The checklist of a release: `python -m tests.release [FOLDER]`. Takes minutes; nothing is published.

Builds sdist and wheel, installs each in a fresh environment (with no access to this checkout), runs smoke tests there and
the examples, and ends with exit code 1 at the first thing that is wrong.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SMOKE = """
import quadriga
for name, game in quadriga.games().items():
    state = game.new(seed=7)
    while state.to_move is not None:
        state.play(state.legal[0])
    assert quadriga.replay(state.record()) == state
    assert game.batch(10).playout().min() > 0
    print(name, "is played, recorded and compiled")
"""
COMMANDS = (["--version"], ["games"], ["rules", "caesar", "senate"], ["doctor", "--no-speed"])


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    """Run a command, or stop."""
    print(f"$ {' '.join(map(str, command))}", flush=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run([str(part) for part in command], cwd=cwd, env=environment, check=True)


def versions_agree() -> None:
    """Check that everything that names the version names the same."""
    import quadriga

    version = quadriga.__version__
    assert f"version: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8"), "CITATION.cff"
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), "CHANGELOG.md"


def try_out(package: Path, folder: Path) -> None:
    """Install a package in an environment of its own and use it."""
    run(sys.executable, "-m", "venv", folder)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    constraints = ROOT / "constraints.txt"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", constraints, package)
    for command in COMMANDS:
        run(python, "-m", "quadriga", *command, cwd=folder)
    run(python, "-c", SMOKE, cwd=folder)
    engines = f"engine:{ROOT / 'examples' / 'engines' / 'bot.py'}"
    run(python, "-m", "pip", "install", "--quiet", "-c", constraints, f"{package}[arena]", cwd=folder)
    run(python, "-m", "quadriga", "arena", "caesar", "--players", f"{engines},random", "--games", "4", cwd=folder)


def main() -> None:
    """Go through the list."""
    versions_agree()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(made) / "dist"
        run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
        run(sys.executable, "-m", "build", "--sdist", "--outdir", folder, ROOT)
        packages = sorted(folder.glob("quadriga-*"))
        assert len(packages) == 2, packages
        for package in packages:
            try_out(package, Path(made) / package.suffix.strip("."))
    print("Everything on the list is done. What is left: the date in CHANGELOG.md, a tag, the upload.")


if __name__ == "__main__":
    main()
