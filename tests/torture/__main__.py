"""`make torture`: ten minutes of bad nights; `--minutes` for more or fewer. It ends with an error if a move was lost."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from tests.server.services import Postgres, RedisServer

from .faults import FAULTS
from .world import Alone, Shared, torture


def main() -> int:
    """Torture both kinds of servers, one after the other."""
    words = argparse.ArgumentParser(prog="torture", description=__doc__)
    words.add_argument("--minutes", type=float, default=10.0)
    words.add_argument("--seed", type=int, default=int(time.time()))
    given = words.parse_args()
    print(f"{given.minutes:g} minutes, seed {given.seed}", flush=True)
    half = given.minutes * 30
    asyncio.run(torture(Alone(given.seed), FAULTS[Alone], None, half))
    postgres, redis = Postgres(), RedisServer()
    try:
        postgres.start()
        redis.start()
        with postgres.database() as url:
            asyncio.run(torture(Shared(given.seed, postgres, redis, url), FAULTS[Shared], None, half))
    finally:
        redis.discard()
        postgres.discard()
    return 0


if __name__ == "__main__":
    sys.exit(main())
