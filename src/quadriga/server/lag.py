"""How late the event loop is: whatever holds it up holds up everybody."""

from __future__ import annotations

import asyncio

from .metrics import Waits

EVERY = 0.25
"""How often the loop is asked for its lateness, in seconds."""


async def watch_lag(lags: Waits) -> None:
    """Note again and again how much later than asked for the event loop wakes somebody."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + EVERY
        await asyncio.sleep(EVERY)
        lags.observe(max(0.0, loop.time() - due))
