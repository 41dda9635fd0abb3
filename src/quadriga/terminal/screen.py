"""The screen and the keyboard: printing, asking, clearing; with or without colour, a terminal or a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Any

from rich.console import Console
from rich.text import Text

try:
    import readline as _readline
except ImportError:  # not every system has it; then there is no Tab completion
    readline: Any = None
else:
    readline = _readline

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Home, clear the screen, clear what was scrolled off it; last, for some terminals scroll off what they clear."""
ASCII = str.maketrans("│─┼·×", "|-+.x")


class Screen:
    """One terminal, to print to and ask from."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, soft_wrap=False)
        self.is_keyboard = sys.stdin.isatty()
        self._plain = not self.console.encoding.lower().startswith("utf")
        if self._plain and isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        self._complete: Callable[[str], Sequence[str]] = lambda text: ()
        self._found: Sequence[str] = ()
        if readline is not None and self.is_keyboard:
            readline.set_completer(self._completer)
            readline.set_completer_delims("")
            editline = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
            if not editline:
                # Otherwise readline sends control characters to terminals that cannot read them.
                readline.parse_and_bind("set enable-bracketed-paste off")

    @property
    def width(self) -> int:
        """Columns to draw on."""
        return self.console.width

    @property
    def height(self) -> int:
        """Rows to draw on; without a terminal there is no end to them."""
        return self.console.height if self.console.is_terminal else 1000

    def show(self, *lines: Text | str) -> None:
        """Print lines."""
        for line in lines:
            text = line.copy() if isinstance(line, Text) else Text(line)
            if self._plain:
                text.plain = text.plain.translate(ASCII)
            self.console.print(text)

    def ask(self, prompt: str, complete: Callable[[str], Sequence[str]] | None = None) -> str:
        """Ask for a line; EOFError at the end of input."""
        self._complete = complete or (lambda text: ())
        sys.stdout.flush()
        line = input(prompt)
        if not self.is_keyboard:
            self.show(line)  # a pipe does not echo, and an answer should stand behind its question
        return line

    def clear(self) -> None:
        """Leave nothing to be read: on the screen, scrolled off it, or in the lines that the arrow keys bring back."""
        if readline is not None and self.is_keyboard:
            readline.clear_history()
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write(CLEAR)
            self.console.file.flush()
        else:
            self.console.file.write("\n" * max(40, self.console.height))

    def _completer(self, text: str, number: int) -> str | None:
        if number == 0:
            self._found = self._complete(text)
        return self._found[number] if number < len(self._found) else None


def leave_quietly() -> None:
    """Close the door when nobody reads our output any more."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
