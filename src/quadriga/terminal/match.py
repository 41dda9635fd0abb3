"""One match in play: its state, what happened, what each seat has been told, and the file that keeps it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from quadriga.errors import QuadrigaError
from quadriga.game import Event, Game, Move


def write_whole(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)  # a temporary file is closed to others, the file asked for is not
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def must_be_writable(path: Path) -> None:
    """Say now, not after hours of play, that a file cannot be written."""
    try:
        if path.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        with tempfile.TemporaryFile(dir=path.parent):
            pass
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        raise QuadrigaError(f"cannot write {path}: {error.strerror}") from error


class Match:
    """Hold a match; every move goes through it."""

    def __init__(self, game: Game, seed: int | None, path: Path | None = None) -> None:
        self.state = game.new(seed)
        self.game = game
        self.path = path
        self.log: list[Event] = []
        self._told = [0] * len(game.seats)
        self._choices: list[int | None] = []
        """Who chose at each move; None where there was nothing to choose."""
        self._save()

    def play(self, move: Move) -> None:
        """Play a move, keep it, and note what happened."""
        self._play(move)
        self._save()

    def news(self, seat: int) -> list[Event]:
        """Return what happened since a seat was last told, as it may see it."""
        events = [event.seen_by(self.game.seats[seat]) for event in self.log[self._told[seat] :]]
        self._told[seat] = len(self.log)
        return events

    def history(self, seat: int) -> list[Event]:
        """Return everything that happened, as a seat may see it."""
        return [event.seen_by(self.game.seats[seat]) for event in self.log]

    def take_back(self, seat: int) -> bool:
        """Go back to a seat's last choice by playing the record up to it; False if it has made none."""
        if seat not in self._choices:
            return False
        kept = self.state.history[: len(self._choices) - 1 - self._choices[::-1].index(seat)]
        self.state = self.game.new(self.state.seed)
        self.log, self._choices = [], []
        for action in kept:
            self._play(self.game.moves[action])
        self._told = [min(told, len(self.log)) for told in self._told]
        self._save()
        return True

    def _play(self, move: Move) -> None:
        choice = self.state.to_move if len(self.state.legal) > 1 else None
        self.log += self.state.play(move)
        self._choices.append(choice)

    def _save(self) -> None:
        if self.path is not None:
            write_whole(self.path, self.state.record())
