"""The fast path of sockets: what overrides the insides of uvicorn and websockets, in one place.

Nothing here is needed to serve a table. Without it stock uvicorn hands `server/door.py` one message after the other, as
any ASGI server does; with it a move that came alone is carried out in the turn of the event loop in which its bytes
came, and what is sent is written at once. `server/run.py` uses it where `fits` says that the installed versions of
uvicorn and websockets are as it knows them, unless `QUADRIGA_FAST_PATH` is off.

| file | what | instead of |
|---|---|---|
| `probe.py` | `fits`: a rehearsal with the installed versions | |
| `protocol.py` | `SocketProtocol`, which extends uvicorn's for WebSockets | a queue and a task for every message |
| `few.py` | `Mailbox`, `Gate` | asyncio's Queue and Event |
| `frames.py` | the frames that nearly every message is | the parser of websockets |
| `eager.py` | `begin`: Python 3.12's eager tasks, and our own before | a task in the next turn |

The application meets it in two places: `door.py` finds the protocol among a socket's extensions, under `EXTENSION`, and
`sockets.py` gives it a function that takes texts as soon as they are there.
"""

from __future__ import annotations

from .probe import fits

EXTENSION = "quadriga.texts"
"""The name of the extension of a socket that is the `SocketProtocol` which serves it."""

__all__ = ["EXTENSION", "fits"]
