"""A game's kernels as files: what `quadriga gpu build` writes, and a host with no compiler reads."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from quadriga.errors import QuadrigaError
from quadriga.kernel import drivers, network
from quadriga.kernel.compiled import cache_folder
from quadriga.kernel.link import Linker
from quadriga.kernel.tell import silent, tell

if TYPE_CHECKING:
    from quadriga.model import Game

KERNELS: dict[str, dict[str, str]] = {
    "advance": {
        "states": "*u4", "count": "i4", "flags": "i4", "limit": "i4", "seats": "*i1", "width": "i4", "seeds": "*i8",
        "actions": "*i2", "chooser": "*u4", "steps": "*i4", "trace": "*u4", "mask": "*u1", "mask_words": "*u4",
        "to_move": "*i1", "rewards": "*f4", "done": "*u1", "finished": "*i4",
    },
    "begin": {
        "states": "*u4", "count": "i4", "flags": "i4", "step": "i8", "templates": "*u4", "sets": "*i1", "seeds": "*i8",
        "chooser": "*u4", "mask": "*u1", "to_move": "*i1", "finished": "*i4",
    },
    "look": {"states": "*u4", "count": "i4", "out": "*i1", "width": "i4"},
    "see_input": {"states": "*u4", "count": "i4", "out": "*i1", "width": "i4"},
    "list_slots": {"states": "*u4", "count": "i4", "out": "*i2", "width": "i4"},
    "judge": {"states": "*u4", "count": "i4", "seats": "*i1", "width": "i4", "points": "*i2", "winners": "*u1"},
    "deal_anew": {"states": "*u4", "count": "i4", "seats": "*i1", "seeds": "*i8"},
}  # fmt: skip
"""The kernels and their arguments; a star is a pointer."""
MANIFEST = "manifest.json"
LINKED = ("setup_with", "redeal_with", "act", "choose", "legal_all", "observe_all", "scores_all")


@dataclass(frozen=True)
class Program:
    """The compiled kernels of a game, described."""

    game: str
    key: str
    compute_capability: int
    threads: int
    record: int
    pitch: int
    actions: int
    observation: int
    inputs: int
    slots: int
    entries: dict[str, str]
    compiler: str

    def write(self, folder: Path) -> None:
        """Write the manifest: with it the folder is complete."""
        (folder / MANIFEST).write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> Program:
        """Read the manifest of a folder."""
        try:
            return cls(**json.loads((folder / MANIFEST).read_text(encoding="utf-8")))
        except (ValueError, TypeError) as error:
            raise QuadrigaError(f"{folder / MANIFEST} is not a manifest of this version: {error}") from error


def kernels_of(game: Game) -> list[str]:
    """List the kernels of a game: one is for networks that rate in a way of their own."""
    rules = game.definition.rules
    return [name for name in KERNELS if name != "list_slots" or rules.has_slots]


@cache
def key(game: Game) -> str:
    """Hash everything that the kernels of a game depend on: the same on every host, with and without a compiler."""
    rules = game.definition.rules
    linker = Linker(lambda function: function, {tell: silent}, rules.functions)
    for name in LINKED:
        linker.link(getattr(drivers, name))
    linker.link(network.see_all)
    linker.link(network.slots_all)
    digest = hashlib.sha256(f"{game.name} {rules.STATE.descr} {KERNELS}".encode())
    here = Path(__file__).parent
    sources = {*map(Path, linker.files), *here.glob("*.py"), here.parent / "proof.py"}
    for text in sorted(path.name.encode() + path.read_bytes() for path in sources):  # wherever they lie
        digest.update(text)
    for item in sorted(linker.constants.items()):
        digest.update("=".join(item).encode())
    return digest.hexdigest()[:20]


def folder_of(game: Game, base: Path | None = None) -> Path:
    """Name the folder for a game's kernels."""
    return (base or cache_folder()) / "gpu" / f"{game.name}-{key(game)}"
