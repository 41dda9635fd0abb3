"""What a table refuses."""

from __future__ import annotations

from quadriga.errors import QuadrigaError


class TableError(QuadrigaError):
    """A table refuses something; `code` is for programs, the message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
