"""What the host and the kernels have to agree on."""

from __future__ import annotations

THREADS = 128
"""Threads of a block, and games that it holds: a warp for each of the four schedulers of a multiprocessor."""

GIVEN, FRESH, MASK, TRACE, LISTED, GROUPED = (1 << bit for bit in range(6))
"""Actions are given, not chosen at random; the choices of a game begin again; write what is legal; trace every state;
list the games that have ended, or begin only those; sort the games of a block by their stage before every action."""
