"""Libraries that not everybody needs, opened only where they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from quadriga.errors import QuadrigaError


def need(module: str, extra: str) -> Any:
    """Import a module of an optional library, or say how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        raise QuadrigaError(f"this needs {library}: pip install 'quadriga[{extra}]'") from error
