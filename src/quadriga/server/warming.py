"""Compiling the rules in the background, so that nobody ever waits for a compiler; until then they are interpreted."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading

import quadriga
from quadriga.kernel.compiled_actions import CompiledActions
from quadriga.model import Game
from quadriga.processes import give_way
from quadriga.table.terms import use_compiled

NICE = 15


class Warming:
    """The compiling of what is not compiled yet, in a process of its own, at a low priority."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = False

    def open(self) -> None:
        """Begin, without keeping anybody waiting."""
        threading.Thread(target=self._warm, name="quadriga-warming", daemon=True).start()

    def _warm(self) -> None:
        games = list(quadriga.games().values())
        cold = [game for game in games if not game.compiled.is_warm]
        for game in games:
            if game not in cold:
                self._use_compiled(game)
        if cold and not self._closing:
            low = (lambda: give_way(NICE)) if os.name == "posix" else None
            command = [sys.executable, "-m", "quadriga.cli", "warm", *(game.name for game in cold)]
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=low
            )
            self._process.wait()
            for game in cold:
                self._use_compiled(game)

    def _use_compiled(self, game: Game) -> None:
        """Let the tables of a game use the compiled rules, if there are any by now."""
        if game.compiled.is_warm and not self._closing:
            use_compiled(game.name, CompiledActions(game.compiled))

    def close(self) -> None:
        """Stop compiling."""
        self._closing = True
        if self._process is not None and self._process.poll() is None:
            with contextlib.suppress(OSError):
                self._process.terminate()
