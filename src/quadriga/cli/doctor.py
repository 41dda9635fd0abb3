"""`quadriga doctor`: what is installed, compiled and reachable here, and how fast this machine is."""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

import quadriga

from .reachable import reachable


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("doctor", help="say what is installed, compiled and reachable, and how fast it is here")
    words.add_argument("--json", action="store_true", help="as JSON")
    words.add_argument("--no-speed", action="store_true", help="measure nothing")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Look at everything; the exit code is 1 if something is wrong."""
    found = {
        "quadriga": quadriga.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": cores(),
        "libraries": {name: installed(name) for name in ("numba", "numpy", "orjson", "rich")},
        "extras": extras(),
        "cache": cache(),
        "games": games(),
        "vector_environments": vector_environments(),
        "gpu": gpu(),
        "page": (Path(quadriga.__file__).parent / "server" / "page" / "index.html").is_file(),
        "reachable": reachable(),
        "speed": {} if given.no_speed else speed(),
    }
    wrong = faults(found)
    if given.json:
        print(json.dumps({**found, "faults": wrong}, indent=2))
    else:
        show(found, wrong)
    return 1 if wrong else 0


def cores() -> int:
    """Count the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def installed(name: str) -> str | None:
    """Return the version of a package; None if it is not there."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def extras() -> dict[str, list[str]]:
    """List, for every extra, the packages that are missing."""
    from re import match

    found: dict[str, list[str]] = {}
    try:
        asked = requires("quadriga") or []
    except PackageNotFoundError:
        return {}
    for line in asked:
        name = match(r"[A-Za-z0-9._-]+", line)
        extra = line.partition("extra ==")[2].strip(" '\"")
        if extra and name and name[0] != "quadriga":
            missing = found.setdefault(extra, [])
            if installed(name[0]) is None and "python_version" not in line and "sys_platform" not in line:
                missing.append(name[0])
    return found


def cache() -> dict[str, Any]:
    """Say where compiled rules are kept, whether that can be written, and how much is there."""
    from quadriga.kernel.compiled import cache_folder

    folder = cache_folder()
    near = folder
    while not near.exists() and near != near.parent:
        near = near.parent
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) if folder.is_dir() else 0
    return {"folder": str(folder), "writable": os.access(near, os.W_OK), "megabytes": round(size / 1e6, 1)}


def games() -> dict[str, str]:
    """Say of every game whether its rules are compiled."""
    return {name: "compiled" if game.compiled.is_warm else "not compiled" for name, game in quadriga.games().items()}


def vector_environments() -> dict[str, str]:
    """Say of every game whether what only its vector environments need is compiled."""
    found = {name: game.compiled_seats.is_warm for name, game in quadriga.games().items()}
    return {name: "compiled" if there else "not compiled" for name, there in found.items()}


def gpu() -> str:
    """Say whether a GPU can be used."""
    from quadriga.errors import QuadrigaError
    from quadriga.kernel.gpu.launch import Device

    try:
        Device(0)
    except QuadrigaError as error:
        return f"none: {error}"
    return "there is one"


def speed() -> dict[str, float]:
    """Measure random actions a second on all cores, in games whose rules are compiled."""
    found: dict[str, float] = {}
    for name, game in quadriga.games().items():
        if game.compiled.is_warm:
            batch = game.batch(2000)
            batch.playout()
            batch.reset(1)
            begun = time.perf_counter()
            steps = int(batch.playout().sum())
            found[name] = round(steps / (time.perf_counter() - begun))
    return found


def faults(found: dict[str, Any]) -> list[str]:
    """List what is wrong, each with what helps."""
    wrong = []
    if not found["cache"]["writable"]:
        wrong.append(f"{found['cache']['folder']} cannot be written: set QUADRIGA_CACHE_DIR to a folder that can")
    wrong += [f"{name} is not installed" for name, there in found["libraries"].items() if there is None]
    wrong += [f"{name} {at['where']}: {at['says']}" for name, at in found["reachable"].items() if not at["well"]]
    return wrong


def show(found: dict[str, Any], wrong: list[str]) -> None:
    """Print everything for people."""
    print(f"Quadriga {found['quadriga']}, Python {found['python']}, {found['cores']} cores, {found['platform']}")
    print("Libraries: " + ", ".join(f"{name} {there or 'missing'}" for name, there in found["libraries"].items()))
    for extra, missing in found["extras"].items():
        print(f"  quadriga[{extra}]: {'missing ' + ', '.join(missing) if missing else 'installed'}")
    cache = found["cache"]
    locked = "" if cache["writable"] else ", cannot be written"
    print(f"Compiled rules: {cache['folder']}, {cache['megabytes']} MB{locked}")
    for name, how in found["games"].items():
        fast = found["speed"].get(name)
        print(f"  {name}: {how}{'' if fast is None else f', {fast / 1e6:.1f} million random actions a second'}")
    if any(how != "compiled" for how in found["games"].values()):
        print("  `quadriga warm` compiles the rest ahead.")
    ready = [name for name, how in found["vector_environments"].items() if how == "compiled"]
    ahead = "" if len(ready) == len(found["games"]) else "; `quadriga warm --env` compiles the rest ahead"
    print(f"Vector environments: {'compiled for ' + ', '.join(ready) if ready else 'none is compiled'}{ahead}")
    print(f"GPU: {found['gpu']}")
    print(f"Page for browsers: {'built' if found['page'] else 'not built; `make page` builds it in a checkout'}")
    for name, at in found["reachable"].items():
        if at["well"]:
            print(f"{name.capitalize()}: {', '.join(filter(None, (at['where'], at['says'])))}")
    for fault in wrong:
        print(f"Wrong: {fault}")
    if not wrong:
        print("Nothing is wrong.")
