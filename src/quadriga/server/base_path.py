"""A server that lies under a path of its site, whether or not the proxy in front takes that path away."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send


class BasePath:
    """A layer around the application that takes the path away under which it lies."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self.app = app
        self.base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        path = scope.get("path", "")
        if path == self.base or path.startswith(f"{self.base}/"):
            raw = scope.get("raw_path") or path.encode()
            scope = {**scope, "path": path[len(self.base) :] or "/", "raw_path": raw[len(self.base) :] or b"/"}
        await self.app(scope, receive, send)
