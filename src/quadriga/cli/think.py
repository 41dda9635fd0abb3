"""`quadriga think`: think for the bots, hints and reviews of servers on other machines."""

from __future__ import annotations

import argparse
import os
from typing import Any

from .arguments import whole

MOST = 256
"""More processes than any machine has cores."""


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("think", help="think for the bots of servers that share a Redis, on any machine")
    words.add_argument(
        "--redis", metavar="URL", default=os.environ.get("QUADRIGA_REDIS_URL"),
        help="where the servers' Redis is, as redis://host:6379/0 (default: QUADRIGA_REDIS_URL)",
    )  # fmt: skip
    words.add_argument(
        "--workers", metavar="N", type=whole(1), default=0, help="processes that think (default: one for every core)"
    )
    words.add_argument(
        "--log", choices=("debug", "info", "warning", "error"), default="warning", help="how much to log"
    )
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Think until somebody says stop; with rules that are compiled before, or nobody's bot would play as it can."""
    import quadriga
    from quadriga.errors import QuadrigaError
    from quadriga.extras import need

    if not given.redis:
        raise QuadrigaError("say where the servers' Redis is: --redis redis://host:6379/0")
    if given.workers > MOST:
        raise QuadrigaError(f"--workers is at most {MOST}, not {given.workers}")
    need("redis", "shared")
    from quadriga.server.thinking.places import connect
    from quadriga.server.thinking.run import think

    connect(given.redis)  # a wrong address is told before anything is compiled
    cold = [game for game in quadriga.games().values() if not game.compiled.is_warm]
    if cold:
        from quadriga.terminal.simulate import warm

        print("Compiling the rules first.", flush=True)
        warm(cold)
    return think(given.redis, given.workers, given.log)
