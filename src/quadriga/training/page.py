"""A page of plots of a training, from its journal."""
from __future__ import annotations
from pathlib import Path
def write_page(folder: Path, title: str) -> None:
    """Write the page."""
