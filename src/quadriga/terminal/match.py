"""One match in play: its state, what happened, what each seat has been told, and the file that keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from quadriga.model import Event, Game, Move

from .files import write_whole


class Match:
    """A match; every move goes through it."""

    def __init__(
        self, game: Game, seed: int | None, path: Path | None = None, tags: Mapping[str, str] | None = None
    ) -> None:
        self.state = game.new(seed)
        self.game = game
        self.tags = tags or {}
        """What its record says besides: who plays, and when."""
        self.path = path
        self.trouble = ""
        """Why the match is no longer kept in its file."""
        self.log: list[Event] = [*self.state.set_up]
        self._told = [0] * len(game.seats)
        self._choices: list[int | None] = []
        """Who chose at each move; None where there was nothing to choose."""
        self._save()

    def record(self) -> str:
        """Write the match as text."""
        return self.state.record(self.tags)

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
        self.log, self._choices = [*self.state.set_up], []
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
        if self.path is None:
            return
        try:
            write_whole(self.path, self.record())
        except OSError as error:
            self.trouble = f"cannot write {self.path} any more: {error.strerror}. The match goes on without it."
            self.path = None
