"""How server processes tell each other that a table has changed. A hint only: the truth is in storage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

Changed = Callable[[str, int], None]
Told = Callable[[], None]
Here = Callable[[str, str, Sequence[int]], None]
"""Takes a table, a process, and the seats of it whose holders are there with that process."""


def unheard(table_id: str, process: str, seats: Sequence[int]) -> None:
    """Take no notice of who is where."""


class Bus(Protocol):
    """The way to other processes and back. Nothing here ever waits for them or fails because of them."""

    shared: bool
    """Whether there can be others."""
    hears: bool
    """Whether others are heard now; else one has to look for what they did."""

    def subscribe(self, changed: Changed, due: Told, missed: Told, here: Here = unheard) -> None:
        """Say whom to call when another process changed a table, has bots due, or messages may have been lost.

        And when it says who is there at a table.
        """

    async def open(self) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Stop listening."""

    async def publish(self, table_id: str, version: int) -> None:
        """Tell the others that a table is at this version now."""

    async def publish_due(self) -> None:
        """Tell the others that a bot or a clock is due at some table."""

    def publish_here(self, table_id: str, seats: Sequence[int]) -> None:
        """Tell the others of which seats of a table somebody is there with this process."""


class LocalBus:
    """The bus of a single process: there is nobody to tell."""

    shared = False
    hears = False

    def subscribe(self, changed: Changed, due: Told, missed: Told, here: Here = unheard) -> None:
        """Accept listeners; nothing will be heard."""

    async def open(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    async def publish(self, table_id: str, version: int) -> None:
        """Do nothing."""

    async def publish_due(self) -> None:
        """Do nothing."""

    def publish_here(self, table_id: str, seats: Sequence[int]) -> None:
        """Do nothing."""
