"""Files and answers that leave the server packed, so that they are there sooner."""

from __future__ import annotations

import gzip
import os
from collections.abc import Mapping
from typing import Any

import orjson
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""How a file may be packed, and how its name ends then; the best first. web/packing.ts packs them at build."""


def takes(headers: Headers, encoding: str) -> bool:
    """Tell whether a client takes what is packed so."""
    for wish in headers.get("accept-encoding", "").split(","):
        name, *parts = (part.strip().lower() for part in wish.split(";"))
        if name == encoding:
            return not any(part.replace(" ", "") in ("q=0", "q=0.0", "q=0.00", "q=0.000") for part in parts)
    return False


class Kept:
    """An answer that stays the same for as long as the server runs: written and packed once, not for all who ask."""

    def __init__(self, content: Any) -> None:
        self.plain = content if isinstance(content, bytes) else orjson.dumps(content)
        self.packed = gzip.compress(self.plain, mtime=0)

    def answer(self, request: HTTPConnection, headers: Mapping[str, str] | None = None) -> Response:
        """Answer with it, packed if the client takes that."""
        if not takes(request.headers, "gzip") or len(self.packed) >= len(self.plain):
            return Response(self.plain, media_type="application/json", headers=headers)
        packed = {**(headers or {}), "content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(self.packed, media_type="application/json", headers=packed)


class Unchanging(StaticFiles):
    """Files whose names change with their content: a browser never asks for one twice."""

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Answer with a file, as it was packed at build if the client takes that."""
        taken = [each for each in ENCODINGS if takes(Headers(scope=scope), each)]
        encoding = next((each for each in taken if os.path.exists(f"{full_path}{ENCODINGS[each]}")), None)
        if encoding is not None:
            full_path = f"{full_path}{ENCODINGS[encoding]}"
            stat_result = os.stat(full_path)
        response = super().file_response(full_path, stat_result, scope, status_code)
        if encoding is not None:
            response.headers["content-encoding"] = encoding
            response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response
