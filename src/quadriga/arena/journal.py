"""A file with one line for every finished game, so that an arena can go on where it was interrupted."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from io import FileIO
from pathlib import Path
from typing import Any

import quadriga
from quadriga.errors import QuadrigaError
from quadriga.kernel.compiled import cache_folder
from quadriga.model import Game

from .entrants import Entrant
from .matches import Played, from_line, to_line
from .pairing import Pairing


def heading(game: Game, entrants: Sequence[Entrant], seed: int) -> dict[str, Any]:
    """Describe all that decides the games of an arena, but not how many there are: more may be played later."""
    return {
        "quadriga": quadriga.__version__,
        "game": game.name,
        "game_version": game.version,
        "options": game.option_texts,
        "players": {
            entrant.label: {
                "player": entrant.name,
                "seconds": entrant.budget.seconds,
                "playouts": entrant.budget.playouts,
            }
            for entrant in entrants
        },
        "seed": seed,
        "sources": fingerprint(game, entrants),
    }


def fingerprint(game: Game, entrants: Sequence[Entrant]) -> str:
    """Hash the rules and the players: games of a player that was changed since are not its games."""
    top = Path(quadriga.__file__).parent
    folders = (Path(str(game.definition.folder)), top / "kernel", top / "players")
    files = {path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".yaml", ".txt"}}
    for entrant in entrants:
        module = sys.modules.get(entrant.name.partition(":")[0]) if ":" in entrant.name else None
        if module is not None and module.__file__:
            files.add(Path(module.__file__))
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:20]


def usual_place(header: Mapping[str, Any]) -> Path:
    """Name the journal of an arena in the user's cache folder, beside the compiled rules."""
    key = hashlib.sha256(json.dumps(header).encode()).hexdigest()[:20]
    return cache_folder() / "arenas" / f"{header['game']}-{key}.jsonl"


class Journal:
    """A file of finished games, each safe as soon as it is written."""

    def __init__(self, path: Path, game: Game, entrants: Sequence[Entrant], seed: int) -> None:
        self.path = path
        self.entrants = entrants
        self.header = heading(game, entrants, seed)
        self.file = opened(path)

    def read(self, pairings: Sequence[Pairing]) -> dict[Pairing, Played]:
        """Return the games that were played already; a line that was cut off by a kill is dropped from the file."""
        labels = [entrant.label for entrant in self.entrants]
        expected = {(tuple(labels[one] for one in pairing.players), pairing.number): pairing for pairing in pairings}
        first = (json.dumps(self.header) + "\n").encode()
        content = self.file.read()
        if first.startswith(content):  # new, or killed while it began
            self.file.truncate(0)
            self._write(first)
            return {}
        lines = content.split(b"\n")
        self._check_header(lines[0])
        self.file.truncate(len(content) - len(lines[-1]))
        found: dict[Pairing, Played] = {}
        for number, text in enumerate(lines[1:-1], 2):
            try:
                line = json.loads(text)
                pairing = expected.get((tuple(line["players"]), line["number"]))
                if pairing is not None:  # else it belongs to a longer arena
                    found[pairing] = from_line(line, pairing, self.entrants)
            except (ValueError, KeyError, TypeError) as error:
                why = "it is not a finished game" if not str(error).startswith("its ") else str(error)
                raise QuadrigaError(f"cannot read the journal {self.path}: line {number}: {why}") from error
        return found

    def write(self, played: Played) -> None:
        """Add a finished game."""
        self._write((json.dumps(to_line(played, self.entrants)) + "\n").encode())

    def close(self) -> None:
        """Let go of the file."""
        self.file.close()

    def _write(self, line: bytes) -> None:
        try:
            self.file.write(line)
            self.file.flush()
        except OSError as error:
            raise QuadrigaError(f"cannot write the journal {self.path}: {error.strerror}") from error

    def _check_header(self, text: bytes) -> None:
        try:
            found = json.loads(text)
            kept = {key: found[key] for key in self.header}
        except (ValueError, KeyError, TypeError) as error:
            raise QuadrigaError(f"{self.path} is not the journal of an arena; it stays as it is") from error
        # Players in another order would sit on other seats.
        differing = [key for key in self.header if json.dumps(kept[key]) != json.dumps(self.header[key])]
        if differing:
            why = difference(differing[0], kept, self.header)
            raise QuadrigaError(f"{self.path} is the journal of another arena; {why}")


def difference(key: str, found: Mapping[str, Any], ours: Mapping[str, Any]) -> str:
    """Say in what two arenas differ."""
    if key == "sources":
        return "its rules or players have been changed since"
    if key in {"options", "players"}:
        return f"its {key}: {brief(found[key])}, not {brief(ours[key])}"
    return f"its {key.replace('_', ' ')}: {found[key]}, not {ours[key]}"


def brief(several: Mapping[str, Any]) -> str:
    """Write options, or players with what they were given to think."""
    return ",".join(
        f"{name}={value}"
        if not isinstance(value, dict)
        else name + "".join(f" ({value[unit]} {unit})" for unit in ("seconds", "playouts") if value[unit] is not None)
        for name, value in several.items()
    )


def opened(path: Path) -> FileIO:
    """Open a journal to read and to add to, for this process alone."""
    if path.exists() and not path.is_file():
        raise QuadrigaError(f"cannot write the journal {path}: it is not a file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b", buffering=0)
    except OSError as error:
        raise QuadrigaError(f"cannot write the journal {path}: {error.strerror}") from error
    lock(file, path)
    file.seek(0)
    return file


def lock(file: Any, path: Path) -> None:
    """Refuse a journal that another arena is writing to; where files cannot be locked, hope."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise QuadrigaError(f"the journal {path} is in use by another arena") from error
    except OSError:
        return
