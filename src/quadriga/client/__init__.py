"""A client of a table server, for programs: `AsyncClient`, and `Client`, which is the same without `await`.

    with Client("http://localhost:8420") as client:
        table = client.create("caesar", "me", "legatus")
        with client.live(table.table.id) as live:
            for frame in live:
                ...

What is sent and what comes back are the models of the wire contract (`quadriga.server.messages`): a message that is not
as described is refused here, before it is sent or when it comes.
"""

from __future__ import annotations

from quadriga.extras import need

for _library in ("pydantic", "httpx", "websockets"):
    need(_library, "client")

from .calls import Refused, Unreachable  # noqa: E402
from .clients import AsyncClient, Client  # noqa: E402
from .live import AsyncLive, Live  # noqa: E402

__all__ = ["AsyncClient", "AsyncLive", "Client", "Live", "Refused", "Unreachable"]
