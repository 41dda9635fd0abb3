"""For those who run a server: is it there, is it ready, how does it do."""

from __future__ import annotations

from hmac import compare_digest

from fastapi import APIRouter
from prometheus_client import generate_latest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from quadriga.table.errors import TableError

from .invitation import is_this_machine
from .messages.responses import Status
from .openapi import answers, text
from .parts import parts_of

router = APIRouter(tags=["operation"])


@router.get("/health", response_model=None, responses=answers(Status))
async def health() -> dict[str, str]:
    """Say that the process is there."""
    return {"status": "ok"}


@router.get("/ready", responses={**answers(Status), **answers(Status, status=503)})
async def ready(request: Request) -> Response:
    """Say whether people may come: everything is open, and something can be stored."""
    parts = parts_of(request)
    good = parts.ready and await parts.storage.healthy()
    return JSONResponse({"status": "ready" if good else "not ready"}, 200 if good else 503)


def has_key(request: Request, key: str) -> bool:
    """Tell whether somebody sent a key as a bearer."""
    return compare_digest(request.headers.get("authorization", "").encode(), f"Bearer {key}".encode())


def is_from_here(request: Request) -> bool:
    """Tell whether a request comes from this machine, and not through a proxy on it."""
    passed_on = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "via", "x-real-ip"))
    return not passed_on and (request.client is None or is_this_machine(request.client.host))


@router.get("/metrics", response_class=Response, responses=text(403, 404))
async def metrics(request: Request) -> Response:
    """Return the numbers of this process for Prometheus, to who has the key; without one, to this machine only."""
    settings = parts_of(request).settings
    if settings.metrics_port:
        raise TableError("unknown", "the numbers are on a port of their own")
    if not (has_key(request, settings.metrics_key) if settings.metrics_key else is_from_here(request)):
        raise TableError("forbidden", "QUADRIGA_METRICS_KEY says who may ask for this from elsewhere")
    return Response(generate_latest(parts_of(request).metrics.registry), media_type="text/plain; version=0.0.4")
