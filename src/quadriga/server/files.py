"""File handles: as many as the system allows, and how many of them connections may take."""

from __future__ import annotations

import contextlib

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

WANTED = 65_536


def raise_limit() -> None:
    """Allow this process as many file handles as it may have: every connection takes one."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
        if soft != resource.RLIM_INFINITY and soft < most:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def most_connections(reserved: int) -> int | None:
    """Say how many connections there can be if some file handles are left for other things; None: without limit."""
    if resource is None:
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else max(8, soft - reserved)
