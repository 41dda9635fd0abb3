"""The two clients: one that waits, one for asyncio."""

from __future__ import annotations

from typing import Any, TypeVar

from quadriga.errors import QuadrigaError
from quadriga.extras import need
from quadriga.server.messages.responses import DealShown, HistoryShown, Stored, TableListed
from quadriga.server.messages.tables import TableMessage

from . import calls
from .calls import Call, Unreachable
from .live import LARGEST_FRAME, AsyncLive, Live, as_ours

T = TypeVar("T")
PATIENCE = 60.0


class Visitor:
    """Somebody with a key, at a server."""

    def __init__(self, url: str, key: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.key = key
        """Who we are: keep it to come back to our seats."""
        if not self.url.startswith(("http://", "https://")):
            raise QuadrigaError(f"a server's address begins with http:// or https://, not {url[:60]!r}")
        httpx = need("httpx", "client")
        try:
            httpx.URL(self.url)
        except httpx.InvalidURL as error:
            raise QuadrigaError(f"{url[:60]!r} is not the address of a server: {error}") from error

    @property
    def headers(self) -> dict[str, str]:
        """How a request says who we are."""
        return {} if self.key is None else {"Authorization": f"Bearer {self.key}"}

    def socket_url(self, id: str, seat: int | None, since: int | None) -> str:
        """Name the socket of a table."""
        query = "&".join(f"{name}={value}" for name, value in calls.given(seat=seat, since=since).items())
        return f"ws{self.url.removeprefix('http')}/api/tables/{id}/live?{query}"


class Client(Visitor):
    """A client that waits for every answer."""

    def __init__(self, url: str, key: str | None = None) -> None:
        super().__init__(url, key)
        self._http = need("httpx", "client").Client(base_url=self.url, timeout=PATIENCE)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def ask(self, call: Call[T]) -> T:
        """Send any call of `quadriga.client.calls`."""
        httpx = need("httpx", "client")
        try:
            answer = self._http.request(
                call.method, call.path, json=call.body, params=dict(call.query), headers=self.headers
            )
        except httpx.HTTPError as error:
            raise Unreachable(f"cannot reach {self.url}: {error}") from error
        return call.read(answer.status_code, answer.content)

    def arrive(self) -> str:
        """Get a key, if there is none yet."""
        if self.key is None:
            self.key = self.ask(calls.visitor()).key
        assert self.key is not None
        return self.key

    def tables(self, show: str = "open") -> list[TableListed]:
        """List tables: `open`, `live`, `over`, `mine`."""
        return self.ask(calls.tables(show))

    def create(self, game: str, *seats: str, **terms: Any) -> TableMessage:
        """Lay out a table; seats are `me`, `open` or a level."""
        self.arrive()
        return self.ask(calls.create(game, seats, terms))

    def table(self, id: str, since: int | None = None, seat: int | None = None) -> TableMessage:
        """Look at a table."""
        return self.ask(calls.table(id, since, seat))

    def history(self, id: str, since: int = 0, seat: int | None = None) -> HistoryShown:
        """Return the entries of a table's log after a version."""
        return self.ask(calls.history(id, since, seat))

    def command(self, id: str, **order: Any) -> Stored:
        """Send a command: `command(id, do="sit", seat=1, name="Marcus")`."""
        self.arrive()
        return self.ask(calls.command(id, order))

    def deal(self, id: str, seat: int | None = None) -> DealShown:
        """Return a new deal of what one's seat may know, where it has to decide."""
        return self.ask(calls.deal(id, seat))

    def record(self, id: str) -> str:
        """Return the text of a finished match."""
        return self.ask(calls.record(id))

    def live(self, id: str, seat: int | None = None, since: int | None = None) -> Live:
        """Open the socket of a table."""
        connect = need("websockets.sync.client", "client").connect
        where = self.socket_url(id, seat, since)
        with as_ours(self.url):
            connected = connect(where, additional_headers=self.headers, max_size=LARGEST_FRAME)
        return Live(connected, self.url)


class AsyncClient(Visitor):
    """A client for asyncio."""

    def __init__(self, url: str, key: str | None = None) -> None:
        super().__init__(url, key)
        self._http = need("httpx", "client").AsyncClient(base_url=self.url, timeout=PATIENCE)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self._http.aclose()

    async def ask(self, call: Call[T]) -> T:
        """Send any call of `quadriga.client.calls`."""
        httpx = need("httpx", "client")
        try:
            answer = await self._http.request(
                call.method, call.path, json=call.body, params=dict(call.query), headers=self.headers
            )
        except httpx.HTTPError as error:
            raise Unreachable(f"cannot reach {self.url}: {error}") from error
        return call.read(answer.status_code, answer.content)

    async def arrive(self) -> str:
        """Get a key, if there is none yet."""
        if self.key is None:
            self.key = (await self.ask(calls.visitor())).key
        assert self.key is not None
        return self.key

    async def tables(self, show: str = "open") -> list[TableListed]:
        """List tables: `open`, `live`, `over`, `mine`."""
        return await self.ask(calls.tables(show))

    async def create(self, game: str, *seats: str, **terms: Any) -> TableMessage:
        """Lay out a table; seats are `me`, `open` or a level."""
        await self.arrive()
        return await self.ask(calls.create(game, seats, terms))

    async def table(self, id: str, since: int | None = None, seat: int | None = None) -> TableMessage:
        """Look at a table."""
        return await self.ask(calls.table(id, since, seat))

    async def history(self, id: str, since: int = 0, seat: int | None = None) -> HistoryShown:
        """Return the entries of a table's log after a version."""
        return await self.ask(calls.history(id, since, seat))

    async def command(self, id: str, **order: Any) -> Stored:
        """Send a command."""
        await self.arrive()
        return await self.ask(calls.command(id, order))

    async def deal(self, id: str, seat: int | None = None) -> DealShown:
        """Return a new deal of what one's seat may know, where it has to decide."""
        return await self.ask(calls.deal(id, seat))

    async def record(self, id: str) -> str:
        """Return the text of a finished match."""
        return await self.ask(calls.record(id))

    def live(self, id: str, seat: int | None = None, since: int | None = None) -> AsyncLive:
        """Open the socket of a table: `async with client.live(id) as live`."""
        connect = need("websockets.asyncio.client", "client").connect
        where = self.socket_url(id, seat, since)
        return AsyncLive(connect(where, additional_headers=self.headers, max_size=LARGEST_FRAME), self.url)
