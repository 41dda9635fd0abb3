"""`quadriga gpu build`: compile the rules to PTX, for hosts with a GPU and no compiler."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

LEAST_CC = 80


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("gpu", help="compile the rules for a GPU")
    inner = words.add_subparsers(dest="what", metavar="WHAT", required=True, parser_class=type(words))
    build = inner.add_parser("build", help="compile to PTX; no GPU is needed for it")
    build.add_argument("names", metavar="NAME", nargs="*", help="games (default: all)")
    build.add_argument(
        "--out", metavar="DIR", type=Path, help="where to (default: the cache); QUADRIGA_CACHE_DIR names it to others"
    )
    build.add_argument(
        "--cc", metavar="NN", type=compute_capability, default=LEAST_CC,
        help="the oldest GPU it is to run on, by its compute capability: 80 (the default, A100 and later), 90, ...",
    )  # fmt: skip
    build.set_defaults(run=run)


def compute_capability(text: str) -> int:
    """Read a compute capability."""
    if not text.isascii() or not text.isdigit() or not LEAST_CC <= int(text) <= 999:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a compute capability from {LEAST_CC}, as 90 is")
    return int(text)


def run(given: argparse.Namespace) -> int:
    """Compile, and say where to."""
    import quadriga
    from quadriga.extras import need
    from quadriga.games import places
    from quadriga.kernel.gpu.program import KERNELS, folder_of

    games = [quadriga.load(name) for name in dict.fromkeys(given.names or places())]
    need("numba_cuda", "gpu")
    builder = need("quadriga.kernel.gpu.build", "gpu")
    for game in games:
        begun = time.perf_counter()
        folder = folder_of(game, given.out)
        for number, name in enumerate(builder.build(game, folder, divmod(given.cc, 10)), 1):
            print(f"{game.name}: {name}, {number} of {len(KERNELS)}", flush=True)
        print(f"{game.name}: {folder}, {time.perf_counter() - begun:.0f} s")
    if given.out is not None:
        print(f"Take {given.out} to the GPU's host and set QUADRIGA_CACHE_DIR to it there.")
    return 0
