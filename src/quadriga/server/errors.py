"""How an error is answered: a status, a code for programs, a message for people, the clause if a rule refused it.

Where the clause's text does not say why, `reason` is the code of a sentence that does, and `parts` belong to it.
"""

from __future__ import annotations

from typing import Any

import orjson
from starlette.responses import Response

from quadriga.errors import IllegalMove, OptionError, QuadrigaError, UnknownGame
from quadriga.table.errors import TableError

from .storage import StorageError

STATUS = {
    "unknown": 404, "seat": 403, "origin": 403, "host": 403, "key": 401, "forbidden": 403, "slow": 429, "busy": 503,
    "storage": 503, "stopping": 503, "link": 410, "early": 409, "large": 413,
}  # fmt: skip
"""Codes with a status of their own; a table that refuses a command answers 409, what is wrong in itself 422."""
LONGEST = 400
"""The most letters of a message."""
WRONG = ("option", "game", "seats", "level", "clock", "games", "empty", "malformed")


def code_of(error: Exception) -> str:
    """Name an error for programs."""
    if isinstance(error, TableError):
        return error.code
    if isinstance(error, IllegalMove):
        return "illegal"
    if isinstance(error, UnknownGame):
        return "game"
    if isinstance(error, OptionError):
        return "option"
    return "storage" if isinstance(error, StorageError) else "refused"


def error_of(error: Exception) -> dict[str, Any]:
    """Describe an error for programs and people."""
    message = str(error)[:LONGEST]  # it may quote what was given
    if isinstance(error, StorageError):
        message = "the server cannot store anything right now: nothing was changed, or you will see it soon; try again"
    rule = error.rule if isinstance(error, IllegalMove) else None
    described = {"code": code_of(error), "message": message, "rule": rule}
    if isinstance(error, IllegalMove) and error.code:
        return {**described, "reason": error.code, "parts": error.parts}
    return described


def status_of(code: str) -> int:
    """Return the HTTP status for a code."""
    return STATUS.get(code, 422 if code in WRONG else 409)


def answer(error: Exception) -> Response:
    """Answer a request with an error."""
    described = error_of(error)
    body = orjson.dumps({"error": described})
    headers = {"retry-after": str(getattr(error, "seconds", 1))} if status_of(described["code"]) in (429, 503) else None
    return Response(body, status_of(described["code"]), headers, "application/json")


KNOWN = (QuadrigaError, StorageError)
