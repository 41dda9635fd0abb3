"""How a training went: a page of plots and TensorBoard's files, from its journal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from quadriga.plots.charts import Dot, line
from quadriga.plots.page import Page, document

from . import journal

PAGE = "index.html"
Reading = Callable[[dict[str, Any]], Dot]
PLOTS: tuple[tuple[str, str, Reading], ...] = (
    ("strength", "share of games won",
     lambda entry: Dot(entry.get("share"), entry.get("low"), entry.get("high"))),
    ("entropy", "nats a decision", lambda entry: Dot(entry["entropy"])),
    ("error of what is foretold", "nats", lambda entry: Dot(entry["error"])),
    ("speed", "million decisions a second", lambda entry: Dot(entry["rate"] / 1e6)),
)  # fmt: skip


def write_page(folder: Path, title: str) -> Path:
    """Write the page of the training in a folder."""
    entries = journal.read(folder)
    page = Page()
    last = entries[-1]
    page.words(
        f"{last['round']:,} rounds, {last['games']:,} games and {last['samples']:,} decisions in "
        f"{last['seconds'] / 60:.1f} minutes."
    )
    across = [entry["samples"] / 1e6 for entry in entries]
    rival = last["against"] if isinstance(last.get("against"), str) else "the report before"
    for name, unit, reading in PLOTS:
        name = f"strength against {rival}" if name == "strength" else name
        dots = [reading(entry) for entry in entries]
        values = ["-" if dot.value is None else f"{dot.value:.4f}" for dot in dots]
        rows = [(f"{x:,.1f}", value) for x, value in zip(across, values, strict=True)]
        drawn = line(across, dots, across="million decisions", up=unit)
        page.figure(drawn, name, f"{name}, by million decisions", ("million decisions", unit), rows)
    path = folder / PAGE
    path.write_text(document(f"{title}: a training", "quadriga train", page), encoding="utf-8")
    return path


def write_events(folder: Path) -> bool:
    """Write the journal as TensorBoard reads it, where TensorBoard is installed; tell whether it is."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return False
    with SummaryWriter(str(folder / "tensorboard")) as writer:
        for entry in journal.read(folder):
            for name in ("share", "entropy", "error", "rate"):
                if name in entry:
                    writer.add_scalar(name, entry[name], entry["samples"])
    return True
