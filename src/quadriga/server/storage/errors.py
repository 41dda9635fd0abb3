"""What can go wrong with storage. Every message can be shown to a person."""

from __future__ import annotations


class StorageError(Exception):
    """Something could not be stored or read, and why; whether an append is there is not known."""


class Conflict(StorageError):
    """Somebody else appended at that number; nothing of this append is stored."""


class Spent(StorageError):
    """A link was used up before; nothing of this append is stored."""


class StorageGone(StorageError):
    """The database was away for longer than we wait; whether an append is there is not known."""
