"""How server processes tell each other what they stored. It saves a look; the truth is in storage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from .storage import AppendRow


class Listeners(NamedTuple):
    """Whom to call when something is heard."""

    added: Callable[[AppendRow], None]
    """Takes what another process stored."""
    changed: Callable[[str, int], None]
    """Takes a table that another process changed, where what it stored is not told, and the version that it is at."""
    due: Callable[[], None]
    """Called when another process has bots due that it cannot think for."""
    missed: Callable[[], None]
    """Called whenever we are connected (again), and messages may have been lost."""
    here: Callable[[str, str, Sequence[int]], None]
    """Takes a table, a process, and the seats of it whose holders are there with that process."""
    wanted: Callable[[str, str], None]
    """Takes a match whose review somebody asked another process for, and the hash of from where."""


class Bus(Protocol):
    """The way to other processes and back. Nothing here ever waits for them or fails because of them."""

    shared: bool
    """Whether there can be others."""
    hears: bool
    """Whether others are heard now; else one has to look for what they did."""

    def subscribe(self, listeners: Listeners) -> None:
        """Say whom to call."""

    async def open(self) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Stop listening."""

    async def publish(self, added: AppendRow) -> None:
        """Tell the others what was stored."""

    async def publish_due(self) -> None:
        """Tell the others that a bot or a clock is due at some table."""

    def publish_here(self, table_id: str, seats: Sequence[int]) -> None:
        """Tell the others of which seats of a table somebody is there with this process."""

    def publish_wanted(self, table_id: str, owner: str) -> None:
        """Tell the others that somebody asks for the review of a match that one of them looks at."""


class LocalBus:
    """The bus of a single process: there is nobody to tell."""

    shared = False
    hears = False

    def subscribe(self, listeners: Listeners) -> None:
        """Accept listeners; nothing will be heard."""

    async def open(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    async def publish(self, added: AppendRow) -> None:
        """Do nothing."""

    async def publish_due(self) -> None:
        """Do nothing."""

    def publish_here(self, table_id: str, seats: Sequence[int]) -> None:
        """Do nothing."""

    def publish_wanted(self, table_id: str, owner: str) -> None:
        """Do nothing."""
