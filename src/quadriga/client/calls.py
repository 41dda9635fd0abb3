"""What can be asked of a server, each as a request to be sent and a model that its answer must fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from quadriga.errors import QuadrigaError
from quadriga.server.messages.frames import CLIENT_FRAME
from quadriga.server.messages.requests import TableRequest
from quadriga.server.messages.responses import DealShown, Fault, HistoryShown, Stored, TableListed, VisitorAnswer
from quadriga.server.messages.tables import TableMessage

T = TypeVar("T")


class Refused(QuadrigaError):
    """The server refused a request; `fault` says why: a code for programs, a message for people.

    `status` is that of HTTP, or the code with which a socket was closed.
    """

    def __init__(self, status: int, fault: Fault) -> None:
        super().__init__(fault.message)
        self.status, self.fault = status, fault

    @property
    def code(self) -> str:
        """The reason, for programs."""
        return self.fault.code

    @property
    def is_temporary(self) -> bool:
        """Whether it may be granted in a while: there is too much to do, or the server restarts behind a proxy."""
        return self.status in (429, 502, 503, 504) or self.code in ("slow", "busy", "storage", "stopping")


class Unreachable(QuadrigaError):
    """The server cannot be reached, or went away."""


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request and how its answer is read."""

    method: str
    path: str
    answer: TypeAdapter[T] | None
    body: Mapping[str, Any] | None = None
    query: Mapping[str, Any] = field(default_factory=dict)

    def read(self, status: int, content: bytes) -> T:
        """Read an answer, or raise what it says was wrong."""
        if status >= 400:
            raise Refused(status, fault_of(status, content))
        if self.answer is None:
            return content.decode()  # type: ignore[return-value]
        try:
            return self.answer.validate_json(content)
        except ValidationError as error:
            raise QuadrigaError(f"{self.path}: the server's answer is not as described: {error}") from error


def fault_of(status: int, content: bytes) -> Fault:
    """Read what was wrong with a request."""
    try:
        return TypeAdapter(dict[str, Fault]).validate_json(content)["error"]
    except (ValidationError, KeyError):
        return Fault(code="unknown", message=f"the server answered {status}", rule=None)


def checked(model: type[BaseModel], given: Mapping[str, Any]) -> dict[str, Any]:
    """Check what is to be sent."""
    try:
        return model.model_validate(given).model_dump(mode="json", exclude_unset=True)
    except ValidationError as error:
        first = error.errors()[0]
        raise QuadrigaError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def command_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """Check a command."""
    try:
        sent: dict[str, Any] = CLIENT_FRAME.validate_python(dict(given)).model_dump(mode="json", exclude_unset=True)
    except ValidationError as error:
        raise QuadrigaError(f"this is no command: {error.errors()[0]['msg']}") from error
    return sent


def seats_of(kinds: tuple[str, ...]) -> list[dict[str, str]]:
    """Read who shall sit where: `me`, `open`, or the level of a bot."""
    return [{"kind": kind} if kind in ("me", "open") else {"kind": "bot", "level": kind} for kind in kinds]


def given(**values: Any) -> dict[str, Any]:
    """Leave out what is not given."""
    return {name: value for name, value in values.items() if value is not None}


def visitor() -> Call[VisitorAnswer]:
    """Ask for a key."""
    return Call("POST", "/api/visitors", TypeAdapter(VisitorAnswer))


def tables(show: str) -> Call[list[TableListed]]:
    """Ask for a list of tables."""
    return Call("GET", "/api/tables", TypeAdapter(list[TableListed]), query={"show": show})


def create(game: str, seats: tuple[str, ...], terms: Mapping[str, Any]) -> Call[TableMessage]:
    """Lay out a table."""
    body = checked(TableRequest, {"game": game, "seats": seats_of(seats), **terms})
    return Call("POST", "/api/tables", TypeAdapter(TableMessage), body)


def table(id: str, since: int | None, seat: int | None) -> Call[TableMessage]:
    """Look at a table."""
    return Call("GET", f"/api/tables/{id}", TypeAdapter(TableMessage), query=given(since=since, seat=seat))


def history(id: str, since: int, seat: int | None) -> Call[HistoryShown]:
    """Ask for what happened."""
    return Call("GET", f"/api/tables/{id}/history", TypeAdapter(HistoryShown), query=given(since=since, seat=seat))


def command(id: str, order: Mapping[str, Any]) -> Call[Stored]:
    """Send a command."""
    return Call("POST", f"/api/tables/{id}/commands", TypeAdapter(Stored), command_of(order))


def deal(id: str, seat: int | None) -> Call[DealShown]:
    """Ask for a new deal of what one's seat may know."""
    return Call("GET", f"/api/tables/{id}/deal", TypeAdapter(DealShown), query=given(seat=seat))


def record(id: str) -> Call[str]:
    """Ask for the text of a finished match."""
    return Call("GET", f"/api/tables/{id}/record", None)
