"""How long and how large installing is: `python -m benchmarks.install WHEEL [EXTRA ...]`.

Each is installed into a fresh environment, with the versions of `constraints.txt`, from wherever pip finds packages:
where that is a network, its speed is in the wall seconds. The size is that of all packages without pip itself.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXTRAS = ("", "client", "server", "arena", "env", "all")


def size(folder: Path) -> int:
    """Add up the files of a folder."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file())


def install(package: str) -> tuple[float, float, float, int]:
    """Install a package; return wall seconds, CPU seconds, megabytes, and the number of packages."""
    with tempfile.TemporaryDirectory() as made:
        subprocess.run([sys.executable, "-m", "venv", made], check=True)
        python = Path(made) / "bin" / "python"
        (packages,) = (Path(made) / "lib").glob("python*/site-packages")
        before = size(packages)
        begun, spent = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*command, "-c", ROOT / "constraints.txt", package], check=True, capture_output=True)
        wall, now = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = now.ru_utime + now.ru_stime - spent.ru_utime - spent.ru_stime
        count = len(list(packages.glob("*.dist-info"))) - 2  # pip and setuptools were there
        return wall, cpu, (size(packages) - before) / 1e6, count


def main() -> None:
    """Install everything that was asked for, and print a table."""
    wheel, extras = str(Path(sys.argv[1]).resolve()), sys.argv[2:] or EXTRAS
    print("| install | packages | MB | wall s | CPU s |\n|---|---:|---:|---:|---:|", flush=True)
    for extra in extras:
        wall, cpu, megabytes, count = install(f"{wheel}[{extra}]" if extra else wheel)
        name = f"`quadriga[{extra}]`" if extra else "`quadriga`"
        print(f"| {name} | {count} | {megabytes:,.0f} | {wall:.1f} | {cpu:.1f} |", flush=True)


if __name__ == "__main__":
    main()
