"""What goes over a table's socket: the server's frames here, the client's are its commands."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

from .requests import CLIENT_FRAME, ClientFrame
from .responses import Fault
from .tables import ClockShown, EntryShown, TableMessage, TableShown, View
from .values import Message, Seat, Version

__all__ = ["CLIENT_FRAME", "SERVER_FRAME", "ClientFrame", "ServerFrame"]

Now = Annotated[float, Field(description="the server's time, in seconds since 1970")]


class TableFrame(TableMessage):
    """The table as the client may see it: first of all, and after `sync` and `look`."""

    now: Now


class EntriesFrame(Message):
    """What was added to the log, with the view of the seat as which the socket looks."""

    type: Literal["entries"]
    version: Version
    since: Annotated[Version, Field(alias="from", description="who saw another version last missed something")]
    look: Seat | None
    entries: list[EntryShown]
    views: list[View]
    awaited: list[Seat]
    clock: ClockShown
    now: Now
    table: Annotated[TableShown | None, Field(description="with `held`, if something in it changed")] = None
    held: list[Seat] | None = None


class RefusedFrame(Message):
    """A command that is refused; `id` is the command's."""

    type: Literal["refused"]
    version: Version
    id: str | None
    error: Fault


class DoneFrame(Message):
    """A command that is done, to a client that sees its `id` in no entry."""

    type: Literal["done"]
    version: Version
    id: str


class HereFrame(Message):
    """The seats whose holders have a socket open, when that changed."""

    type: Literal["here"]
    version: Version
    here: list[Seat]


class PongFrame(Message):
    """The answer to `ping`."""

    type: Literal["pong"]
    version: Version
    id: str | None
    now: Now


ServerFrame = TypeAliasType(
    "ServerFrame",
    Annotated[
        TableFrame | EntriesFrame | RefusedFrame | DoneFrame | HereFrame | PongFrame, Field(discriminator="type")
    ],
)
"""What the server sends over a table's socket."""
SERVER_FRAME: TypeAdapter[Any] = TypeAdapter(ServerFrame)
