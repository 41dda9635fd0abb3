"""How routes say what they answer, for the description of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .messages.responses import ErrorAnswer

Responses = dict[int | str, dict[str, Any]]
WHY = {
    400: "the request cannot be read",
    401: "one needs a key for this, or sent one that this server did not make",
    403: "this is somebody else's, or asked for by a foreign page",
    404: "there is no such thing",
    408: "the rest of the request did not come in time",
    409: "the table refuses this as it stands now: the code says why",
    410: "the link was used already, or never was one",
    413: "more than the server takes",
    422: "wrong in itself: the message says what",
    429: "too much at a time: wait as long as Retry-After says",
    503: "the server cannot do this right now: try again",
}
ALWAYS = (400, 401, 403, 408, 413, 422, 429, 503)
"""What every route may answer."""


def errors(*statuses: int) -> Responses:
    """Describe errors."""
    return {status: {"model": ErrorAnswer, "description": WHY[status]} for status in statuses}


def answers(model: Any, *faults: int, status: int = 200, links: Mapping[str, Any] | None = None) -> Responses:
    """Describe what a route answers, and with which errors of its own."""
    good: dict[str, Any] = {"model": model}
    if links:
        good["links"] = links
    return {status: good, **errors(*faults)}


def text(*faults: int) -> Responses:
    """Describe a route that answers with plain text."""
    return {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **errors(*faults)}


def at_table(*operations: str, id: str = "$response.body#/table/id") -> dict[str, Any]:
    """Link an answer that names a table to what one can do there."""
    return {name: {"operationId": name, "parameters": {"id": id}} for name in operations}
