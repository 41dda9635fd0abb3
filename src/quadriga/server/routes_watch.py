"""For those who run a server: is it there, is it ready, how does it do."""

from __future__ import annotations

from fastapi import APIRouter
from prometheus_client import generate_latest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

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
    """Say whether people may come: everything is open and the database answers."""
    parts = parts_of(request)
    good = parts.ready and await parts.storage.healthy()
    return JSONResponse({"status": "ready" if good else "not ready"}, 200 if good else 503)


@router.get("/metrics", response_class=Response, responses=text())
async def metrics(request: Request) -> Response:
    """Return the numbers of this process for Prometheus."""
    return Response(generate_latest(parts_of(request).metrics.registry), media_type="text/plain; version=0.0.4")
