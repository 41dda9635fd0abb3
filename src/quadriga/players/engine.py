"""A player that is a program of its own, in any language: it is talked to line by line (docs/engine.md).

player("engine:./my-bot")
player("engine:./my-bot --fast#depth=3")     # with an argument, and an option of the engine's
"""

from __future__ import annotations

import os
import queue
import shlex
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path
from typing import IO, TYPE_CHECKING

from quadriga.errors import QuadrigaError

from .budget import Budget

if TYPE_CHECKING:
    from quadriga.model import Game, Move, State

PROTOCOL = 1
GREETING_SECONDS = 30.0
"""The longest that a program may take to start."""
GRACE = 5.0
"""Seconds after `stop` in which it has to answer."""
PATIENCE = 600.0
"""The longest for a move without a limit of seconds."""
LONGEST_LINE = 1 << 16
LONGEST_INFO = 200
"""As much of a program's thoughts is kept."""


class EngineError(QuadrigaError):
    """A program that plays does not do as the protocol says."""


class Engine:
    """A running program. It is ended when nobody needs it any more."""

    def __init__(self, command: list[str], options: dict[str, str]) -> None:
        self.label = shlex.join(command)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                process_group=0,  # Ctrl-C is for this process; the program is told
            )
        except OSError as error:
            raise EngineError(f"cannot start the engine {self.label}: {error.strerror}") from error
        self._lines: queue.Queue[str | None] = queue.Queue(10_000)
        assert self._process.stdout is not None
        threading.Thread(target=listen, args=(self._process.stdout, self._lines), daemon=True).start()
        self._end = weakref.finalize(self, end, self._process)
        self.about: dict[str, str] = {}
        self.options: dict[str, str] = {}
        """What can be set, by name, as the program describes it."""
        self.info = ""
        """What it said last about its thoughts on this decision."""
        self._greet(options)

    def _greet(self, options: dict[str, str]) -> None:
        self.tell(f"quadriga {PROTOCOL}")
        deadline = time.monotonic() + GREETING_SECONDS
        while (line := self._greeting(deadline)) != "ok":
            word, _, rest = line.partition(" ")
            name, _, value = rest.partition(" ")
            if word == "id":
                self.about[name] = value
            elif word == "option":
                self.options[name] = value
        for name, value in options.items():
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise EngineError(f"the engine {self.label} has no option {name!r}; its options are: {known}")
            self.tell(f"set {name} {value}")

    def _greeting(self, deadline: float) -> str:
        try:
            return self.hear(deadline)
        except TimeoutError as error:
            self.close()
            raise EngineError(f"the engine {self.label} does not answer the greeting; it was ended") from error

    def tell(self, *lines: str) -> None:
        """Send lines."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except OSError as error:
            raise self._gone() from error

    def hear(self, deadline: float) -> str:
        """Wait for the next line; what the program reports as an error is raised."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty as error:
            raise TimeoutError(f"the engine {self.label} does not answer") from error
        if line is None:
            raise self._gone()
        if line.startswith("error "):
            raise EngineError(f"the engine {self.label} says: {line[6:200]}")
        return line

    def _gone(self) -> EngineError:
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return EngineError(f"the engine {self.label} closed its output")
        return EngineError(f"the engine {self.label} ended by itself with exit code {code}")

    def decide(self, seconds: float | None) -> str:
        """Wait for `bestmove`; when the time is up it is told to stop."""
        self.info = ""
        begun = time.monotonic()
        deadline = begun + (PATIENCE if seconds is None else seconds + GRACE / 2)
        stopped = False
        while True:
            try:
                word, _, rest = self.hear(deadline).partition(" ")
            except TimeoutError as error:
                if stopped:
                    self.close()
                    spent = time.monotonic() - begun
                    raise EngineError(f"the engine {self.label} gave no move in {spent:.0f} s; it was ended") from error
                self.tell("stop")
                stopped, deadline = True, time.monotonic() + GRACE
                continue
            if word == "bestmove":
                return rest.strip()
            if word == "info":
                self.info = rest[:LONGEST_INFO]

    def close(self) -> None:
        """End the program."""
        self._end()


def listen(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    """Put every line that a program writes into a queue, then None; one that is too long is cut."""
    try:
        while line := stream.readline(LONGEST_LINE):
            lines.put(line.strip())
    except (OSError, ValueError):
        pass
    lines.put(None)


def end(process: subprocess.Popen[str]) -> None:
    """Say goodbye to a program, and end it if it stays."""
    try:
        if process.stdin is not None and process.poll() is None:
            process.stdin.write("quit\n")
            process.stdin.close()
    except OSError:
        pass
    try:
        process.wait(0.5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class EnginePlayer:
    """A player that asks a program. It is told only what its seat may know."""

    def __init__(self, path: str) -> None:
        command, *settings = path.split("#")
        self.command = executable(shlex.split(command))
        self.settings: dict[str, str] = {}
        for setting in settings:
            name, equals, value = setting.partition("=")
            if not equals or not name:
                raise QuadrigaError(f"{setting[:40]!r} is not an engine's option of the form name=value")
            self.settings[name] = value
        self.clock: tuple[float, float] | None = None
        """Seconds left on its clock and those that every move adds, where the match has clocks."""
        self._engine: Engine | None = None
        self._match: tuple[Game, int, int] | None = None

    def start(self) -> Engine:
        """Start the program, unless it runs; return it."""
        if self._engine is None:
            self._engine = Engine(self.command, self.settings)
        return self._engine

    @property
    def engine(self) -> Engine:
        """The program; it is started when it is needed first."""
        return self.start()

    @property
    def thought(self) -> str:
        """What the program said last about its last decision."""
        return "" if self._engine is None else self._engine.info

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        """Show the program what its seat may know, and ask for a move."""
        game, seat, number = known.game, known.to_move or 0, int(known.s.moves)
        engine = self.engine
        if self._match is None or self._match[:2] != (game, seat) or number <= self._match[2]:
            options = "".join(f" {name}={text}" for name, text in game.option_texts.items())
            engine.tell(f"newgame {game.name} {game.seats[seat]}{options}")
        self._match = (game, seat, number)
        view = known.view_json(seat, known.choices_json()).decode()
        engine.tell(
            f"position {number}", f"view {view}", f"deal {known.position_line()}",
            *(f"move {move.id} {move.text}" for move in known.legal),
            f"go{limits(budget, self.clock)} seed {seed % 2**31}",
        )  # fmt: skip
        answer = engine.decide(budget.seconds)
        try:
            move = game.move(int(answer) if answer.isascii() and answer.isdigit() else answer)
        except QuadrigaError as error:
            raise EngineError(f"the engine {engine.label} answered: {error}") from error
        if move not in known.legal:
            raise EngineError(f"the engine {engine.label} chose {move.text!r}, which is not legal now")
        return move


def limits(budget: Budget, clock: tuple[float, float] | None) -> str:
    """Write how long an engine may think."""
    left = None if clock is None else f"{clock[0]:.3f} {clock[1]:.3f}"
    parts = {"playouts": budget.playouts, "time": budget.seconds, "clock": left}
    return "".join(f" {name} {value}" for name, value in parts.items() if value is not None)


def executable(command: list[str]) -> list[str]:
    """Check that there is such a program; one in Python needs no permission to be run."""
    if not command:
        raise QuadrigaError("engine: needs the path of a program, as in engine:./my-bot")
    path = Path(command[0]).expanduser()
    if not path.is_file():
        raise QuadrigaError(f"there is no engine {command[0]!r}")
    if path.suffix == ".py":
        return [sys.executable, str(path.resolve()), *command[1:]]
    if not os.access(path, os.X_OK):
        raise QuadrigaError(f"the engine {command[0]!r} may not be run: chmod +x {command[0]}")
    return [str(path.resolve()), *command[1:]]
