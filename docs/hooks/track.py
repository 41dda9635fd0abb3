"""The picture of the track that a page describes, drawn from its file when the site is built."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from quadriga.games.avecaesar.drawing import draw_track
from quadriga.games.avecaesar.track import load_track

PAGE, PICTURE = "tracks.md", "images/track.svg"
STYLE = """
.ground { fill: #fbf6ec } .space { fill: #f3e7d1; stroke: #8a5a3b; stroke-width: 0.04 } .imperial { fill: #f0cfc0 }
.wall { fill: none; stroke: #8a5a3b; stroke-width: 0.14 } .line { stroke: #9b2d1f; stroke-width: 0.14 }
text { fill: #33261a; font: 0.42px system-ui, sans-serif; text-anchor: middle }
@media (prefers-color-scheme: dark) {
  .ground { fill: #2a2320 } .space { fill: #3b3029; stroke: #c99a6b } .imperial { fill: #5a2f26 }
  .wall { stroke: #c99a6b } .line { stroke: #ea8a74 } text { fill: #f2e8d9 }
}
"""


def on_files(files: Files, config: Any) -> Files:
    """Add the picture."""
    text = (Path(config["docs_dir"]) / PAGE).read_text(encoding="utf-8")
    name, block = re.findall(r'^```yaml title="(.*?)"\n(.*?)^```', text, re.MULTILINE | re.DOTALL)[0]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(block, encoding="utf-8")
        shown = draw_track(load_track(path))
    files.append(File.generated(config, PICTURE, content=svg(shown)))
    return files


def svg(track: dict[str, Any]) -> str:
    """Draw a track with the names of its spaces."""
    left, top, right, bottom = track["bounds"]
    box = f"{left - 0.5:.3f} {top - 0.5:.3f} {right - left + 1:.3f} {bottom - top + 1:.3f}"
    ground = '<rect class="ground" x="{}" y="{}" width="{}" height="{}" rx="0.4"/>'.format(*box.split())
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><style>{STYLE}</style>', ground]
    for space in track["spaces"]:
        kind = "space imperial" if space["name"].startswith("K.") else "space"
        parts.append(f'<polygon class="{kind}" points="{points(space["outline"])}"/>')
    parts += [f'<polyline class="wall" points="{points(wall)}"/>' for wall in track["walls"]]
    parts += [f'<polyline class="line" points="{points(line)}"/>' for line in track["finish"]]
    for space in track["spaces"]:
        x, y = space["centre"]
        parts.append(f'<text x="{x}" y="{y + 0.15:.3f}">{space["name"].partition(".")[2] or space["name"]}</text>')
    return "\n".join([*parts, "</svg>", ""])


def points(found: list[list[float]]) -> str:
    """Write points as SVG has them."""
    return " ".join(f"{x},{y}" for x, y in found)
