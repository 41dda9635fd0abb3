"""`make test-deploy`: run the steps that build the image of `deploy/Dockerfile` in a folder, without a container engine.

Every RUN and COPY of the building stage is done, with the image's folders where we have some; then the image's CMD is
started from what was built and asked whether it is ready. It takes minutes and loads everything from the network.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
PORT = 18420


def steps() -> list[tuple[str, str]]:
    """Read the steps of the building stage."""
    text = re.sub(r"^#.*\n", "", (ROOT / "deploy" / "Dockerfile").read_text(), flags=re.MULTILINE)
    stage = re.sub(r"\\\n", " ", text).split("\nFROM ")[0]
    return [(line.split()[0], line.partition(" ")[2]) for line in stage.splitlines() if line]


def main() -> int:
    """Build, then serve."""
    with tempfile.TemporaryDirectory(prefix="quadriga-image-") as name:
        image = Path(name)

        def here(words: str) -> str:
            return re.sub(r"(?<![\w.])/(opt|build)\b", rf"{image}/\1", words)

        os.makedirs(image / "build")
        for kind, words in steps():
            print(f"{kind} {words}", flush=True)
            if kind == "COPY":
                copy_sources(image / "build")
            elif kind == "RUN":
                words = re.sub(r"^python ", f"{sys.executable} ", here(words))
                subprocess.run(words, shell=True, check=True, cwd=image / "build", env=environ())
        serve(image)
    print("the image's steps work, and what they built serves")
    return 0


def copy_sources(target: Path) -> None:
    """Copy what git knows, as `COPY . .` does with our .dockerignore."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    ignored = tuple(line.strip("*/") for line in (ROOT / ".dockerignore").read_text().split())
    for file in filter(None, listed.split("\0")):
        if file.split("/")[0] not in ignored:
            (target / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, target / file)


def environ() -> dict[str, str]:
    """Return the environment without what would let our own sources be found."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def serve(image: Path) -> None:
    """Start what was built, as the image does, until it says that it is ready."""
    told = {"QUADRIGA_DATA_DIR": str(image / "data"), "QUADRIGA_CACHE_DIR": str(image / "opt" / "cache")}
    command = [image / "opt/quadriga/bin/quadriga", "serve", "--port", str(PORT), "--no-browser"]
    process = subprocess.Popen(command, env={**environ(), **told}, cwd=image)
    try:
        give_up = time.monotonic() + 60
        while True:
            try:
                with urlopen(f"http://127.0.0.1:{PORT}/ready", timeout=5) as answer:
                    assert answer.status == 200
                with urlopen(f"http://127.0.0.1:{PORT}/", timeout=5) as page:
                    assert b'<div id="app">' in page.read()
                return
            except URLError:
                assert time.monotonic() < give_up and process.poll() is None, "it does not become ready"
                time.sleep(0.2)
    finally:
        process.terminate()
        assert process.wait(30) == 0


if __name__ == "__main__":
    sys.exit(main())
