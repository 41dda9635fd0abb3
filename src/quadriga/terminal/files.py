"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from quadriga.errors import QuadrigaError


def write_whole(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")  # a pipe or a device must stay what it is, and has no other name
        return
    path = path.resolve()
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


def read_text(path: Path) -> str:
    """Read a text file; an error says what is wrong with it."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise QuadrigaError(f"{path} is not a record: it is not text in UTF-8") from error
    except OSError as error:
        raise QuadrigaError(f"cannot read {path}: {error.strerror}") from error


def must_be_writable(path: Path) -> None:
    """Say now, not after hours of play, that a file cannot be written."""
    if path.is_dir():
        raise QuadrigaError(f"cannot write {path.resolve()}: it is a folder")
    if path.exists() and not os.access(path, os.W_OK):
        raise QuadrigaError(f"cannot write {path.resolve()}: permission denied")
    try:
        if path.is_file() or not path.exists():
            path = path.resolve()
            with tempfile.TemporaryFile(dir=path.parent):
                pass
    except OSError as error:
        raise QuadrigaError(f"cannot write {path}: {error.strerror}") from error
