"""The application: routes, and what surrounds them."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Match
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

import quadriga
from quadriga.errors import QuadrigaError

from . import routes_bots, routes_games, routes_review, routes_tables, routes_watch
from .access import AccessLog
from .base_path import BasePath
from .checks import Checks
from .door import Door
from .errors import KNOWN, answer, error_of
from .faults import note_storage
from .guard import HEADERS, Guard
from .heads import Heads
from .openapi import ALWAYS, errors
from .packed import Kept, Unchanging
from .parts import Parts
from .settings import Settings
from .sooner import links_to, needed_for
from .storage import StorageError

LOG = logging.getLogger("quadriga.server")

ROUTERS = (routes_games.router, routes_tables.router, routes_review.router, routes_watch.router, routes_bots.router)
PAGES = {
    "/": "home", "/new/{game}": "new", "/table/{id}": "table", "/table/{id}/review": "review",
    "/rules/{game}": "rules", "/rules/{game}/{id}": "scenario", "/learn/{game}": "learn",
}  # fmt: skip
"""Addresses that the page itself reads (web/src/lib/router.svelte.ts), with the view that it shows there."""
AT_A_TABLE = ("table", "review")
"""Views that show a table's board."""
HERE = Path(str(files("quadriga.server")))
PAGE = HERE / "page"
FOR_PROGRAMS = ("api", "assets", "description", "docs-assets")
"""Beginnings of addresses at which nobody looks for the page."""


SMALL = 1000
"""Fewer bytes than these leave as they are."""


def make_app(settings: Settings) -> FastAPI:
    """Make the application of one server process."""
    parts = Parts(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            await parts.open()
        except (StorageError, QuadrigaError) as error:
            parts.failure = error
            logging.getLogger("uvicorn.error").disabled = True  # `quadriga serve` says it in one line
            raise
        LOG.info("ready", extra={"version": quadriga.__version__})
        yield
        await parts.close()

    app = FastAPI(
        title="Quadriga", version=quadriga.__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url=None, generate_unique_id_function=lambda route: route.name, responses=errors(*ALWAYS),
        servers=[{"url": settings.base_path}] if settings.base_path else None,
    )  # fmt: skip
    app.state.parts = parts
    for router in ROUTERS:
        app.include_router(router)
    app.add_middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=6)
    app.add_middleware(Heads)  # around the packing: HEAD tells how long a packed answer is
    add_checks(app, parts)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=["*"],
            allow_headers=["authorization", "content-type"],
        )
    # Around the checks: what they refuse has its headers too.
    app.add_middleware(Guard, settings=settings)
    add_page(app, parts)
    return app


def surround(app: FastAPI, settings: Settings) -> ASGIApp:
    """Put around the application what sees sockets too: they do not pass through all that requests need."""
    around: ASGIApp = Door(app, app.state.parts)
    if settings.access_log:
        around = AccessLog(around, settings.proxied)
    if settings.base_path:
        around = BasePath(around, settings.base_path)
    return around


def page(base: str, status: int = 200, **headers: str) -> Response:
    """Answer with the page, which is told under which path it lies."""
    given = {"cache-control": "no-cache", **headers}
    file = PAGE / "index.html"
    if not base:
        return FileResponse(file, status, given)
    text = file.read_text("utf-8").replace('name="base-path" content=""', f'name="base-path" content="{base}"', 1)
    text = re.sub(r'(href|src)="/', rf'\1="{base}/', text)
    return HTMLResponse(text, status, given)


def add_page(app: FastAPI, parts: Parts) -> None:
    """Add the page, and the description of the API; nothing in them comes from elsewhere."""
    description = HERE / "description"
    base = parts.settings.base_path

    def showing(view: str) -> Callable[[Request], Awaitable[Response]]:
        async def show_page(request: Request) -> Response:
            if not (PAGE / "index.html").exists():
                return PlainTextResponse("The page is not built: `make page` builds it. The API is at /docs.\n", 503)
            # A table that is not in memory is not looked for: its board is asked for later.
            live = parts.hall.at_hand(request.path_params["id"]) if view in AT_A_TABLE else None
            game = live.table.game.definition if live else None
            needed = needed_for(PAGE, view, game.family if game else None, request.headers.get("accept-language", ""))
            answers = ["api/games", *([f"api/games/{game.name}/material"] if game else [])]
            return page(base, link=links_to(needed, answers, base), vary="accept-language")

        return show_page

    for path, view in PAGES.items():
        app.add_api_route(path, showing(view), methods=["GET", "HEAD"], include_in_schema=False)

    @app.api_route("/icon.svg", methods=["GET", "HEAD"], include_in_schema=False)
    async def icon() -> Response:
        return FileResponse(PAGE / "icon.svg", headers={"cache-control": "max-age=86400"})

    @app.api_route("/openapi.json", methods=["GET", "HEAD"], include_in_schema=False)
    async def described(request: Request) -> Response:
        return described_once().answer(request)

    @cache
    def described_once() -> Kept:
        return Kept(app.openapi())

    @app.api_route("/docs", methods=["GET", "HEAD"], include_in_schema=False)
    async def docs() -> Response:
        return FileResponse(description / "docs.html")

    app.mount("/assets", Unchanging(directory=PAGE / "assets", check_dir=False))
    app.mount("/description", StaticFiles(directory=description))
    app.mount("/docs-assets", StaticFiles(packages=[("fastapi_offline", "static")]))


def is_lost_browser(request: Request) -> bool:
    """Tell whether somebody followed a wrong address in a browser: the page says so better than JSON."""
    wants_page = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    return wants_page and request.url.path.split("/")[1] not in FOR_PROGRAMS and (PAGE / "index.html").exists()


def allowing(app: FastAPI, request: Request) -> dict[str, str]:
    """Name the methods that an address takes; the router itself names those of its first route there only."""
    scope = dict(request.scope)
    known = [*app.routes, *(route for router in ROUTERS for route in router.routes)]
    routes = (route for route in known if route.matches(scope)[0] is not Match.NONE)
    methods = {method for route in routes for method in getattr(route, "methods", None) or ()}
    return {"allow": ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))}


def add_checks(app: FastAPI, parts: Parts) -> None:
    """Check every request, and answer errors in one form."""
    app.add_middleware(Checks, parts=parts)

    async def known(request: Request, error: Exception) -> Response:
        note_storage(error)
        parts.metrics.refused.labels(error_of(error)["code"]).inc()
        return answer(error)

    for kind in KNOWN:
        app.add_exception_handler(kind, known)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        where = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()[:3])
        return JSONResponse({"error": {"code": "malformed", "message": where[:300], "rule": None}}, 422)

    @app.exception_handler(HTTPException)
    async def unserved(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and is_lost_browser(request):
            return page(parts.settings.base_path, 404, vary="accept")
        code = {400: "malformed", 404: "unknown", 405: "method"}.get(error.status_code, "refused")
        body = {"error": {"code": code, "message": str(error.detail)[:300], "rule": None}}
        return JSONResponse(body, error.status_code, allowing(app, request) if code == "method" else error.headers)

    @app.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> Response:
        LOG.exception("unforeseen", exc_info=error, extra={"path": request.url.path})
        text = "something went wrong here; it was noted, and your table is as it was"
        return JSONResponse({"error": {"code": "unforeseen", "message": text, "rule": None}}, 500, HEADERS)
