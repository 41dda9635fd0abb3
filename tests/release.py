"""The checklist of a release: `python -m tests.release [FOLDER]`. Takes minutes; nothing is published.

Builds sdist and wheel, installs each in a fresh environment (with no access to this checkout) and runs smoke tests there;
with the wheel it tries what the extras bring and every example, and plays a corpus. It ends with exit code 1 at the first
thing that is wrong, and at its end if it is not yet said where the project is to be found. FOLDER keeps what was made.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import yaml

import quadriga

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
EXTRAS = "all,completion,jax"
WITH_EXTRAS = (
    ["tables", "import", os.devnull],
    ["tables", "list"],
    ["completion", "bash"],
    ["sim", "caesar", "--games", "100", "--json", "-"],
)
CORPUS = ("--games", "100", "--playouts", "50")
"""So many matches of each game, so quick ones: minutes on any machine, and the same everywhere."""
TO_FILL_IN = {"pyproject.toml": ("project.urls",), "CITATION.cff": ("repository-code", "date-released")}
"""What nobody knows before the project has an address and a release its day: docs/versions.md says when it is filled in."""


def run(*command: str | Path, cwd: Path = ROOT, **more: Path) -> None:
    """Run a command, with more in its environment, or stop."""
    print(f"$ {' '.join(map(str, command))}", flush=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {name: str(path) for name, path in more.items()}
    subprocess.run([str(part) for part in command], cwd=cwd, env=environment, check=True)


def versions_agree() -> None:
    """Check that everything that names the version names the same."""
    version = quadriga.__version__
    assert f"version: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8"), "CITATION.cff"
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), "CHANGELOG.md"


def missing(root: Path = ROOT) -> list[str]:
    """List what has to be filled in before a release, and is not."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    known = {"pyproject.toml": {"project.urls"} if project.get("urls") else set(), "CITATION.cff": citation.keys()}
    return [f"{file}: {name}" for file, names in TO_FILL_IN.items() for name in names if name not in known[file]]


class Tried:
    """A package, installed in an environment of its own, with a cache and data of its own."""

    def __init__(self, package: Path, folder: Path) -> None:
        self.package, self.folder = package, folder
        self.python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        run(sys.executable, "-m", "venv", folder)
        self.install(package)

    def install(self, *what: str | Path) -> None:
        """Install something, in the versions that we know."""
        self.call(
            "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", ROOT / "constraints.txt", *what
        )

    def call(self, *words: str | Path) -> None:
        """Call its Python."""
        cache, data = self.folder.parent / "cache", self.folder / "data"
        run(self.python, *words, cwd=self.folder, QUADRIGA_CACHE_DIR=cache, QUADRIGA_DATA_DIR=data)

    def smoke(self) -> None:
        """Use what everybody has."""
        for command in COMMANDS:
            self.call("-m", "quadriga", *command)
        self.call("-c", SMOKE)

    def examples(self) -> None:
        """Use the extras, and run every example."""
        self.install(f"{self.package}[{EXTRAS}]")
        for command in WITH_EXTRAS:
            self.call("-m", "quadriga", *command)
        engines = [ROOT / "examples" / "engines" / "bot.py"]
        if compiler := shutil.which("cc"):
            engines.append(self.folder / "bot")
            run(compiler, "-O2", "-o", engines[-1], ROOT / "examples" / "engines" / "bot.c")
        else:
            print("There is no C compiler: bot.c is not tried.")
        players = ",".join(["random", *(f"engine:{engine}" for engine in engines)])
        self.call("-m", "quadriga", "arena", "caesar", "--players", players, "--games", "4")
        self.call(ROOT / "examples" / "jax_reinforce.py", "1")
        self.install(ROOT / "examples" / "liars-dice")
        self.call("-m", "quadriga", "sim", "liars-dice", "--games", "100")

    def corpus(self, folder: Path) -> Path:
        """Play the corpus that goes with a release, and check it; return the file."""
        made = self.folder / "corpus"
        self.call("-m", "quadriga", "corpus", *CORPUS, "--out", made)
        self.call("-m", "quadriga", "stats", "--check", *sorted(made.iterdir()))
        name = folder / f"corpus-of-quadriga-{quadriga.__version__}"
        return Path(shutil.make_archive(str(name), "gztar", self.folder, "corpus"))


def main() -> None:
    """Go through the list."""
    versions_agree()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(sys.argv[1]).absolute() if len(sys.argv) > 1 else Path(made) / "dist"
        run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
        run(sys.executable, "-m", "build", "--sdist", "--outdir", folder, ROOT)
        packages = sorted(folder.glob("quadriga-*"))
        assert len(packages) == 2, packages
        for package in packages:
            tried = Tried(package, Path(made) / package.suffix.strip("."))
            tried.smoke()
            if package.suffix == ".whl":
                tried.examples()
                print(f"{tried.corpus(folder)} is the corpus.")
    if gaps := missing():
        sys.exit(f"Everything was tried, and may not be released yet: fill in {', '.join(gaps)} (docs/versions.md).")
    print("Everything on the list is done. What is left: the date in CHANGELOG.md, a tag, the upload.")


if __name__ == "__main__":
    main()
