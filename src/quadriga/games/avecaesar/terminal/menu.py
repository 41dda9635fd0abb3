"""List the legal moves of Ave Caesar by card, with what each brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from quadriga.model import Move
from quadriga.terminal.layout import flow

from ..track import Track
from .ways import Drive, drives, track_of

LANES = {0: "infield lane", 1: "inner lane", 2: "outer lane"}


def menu(view: dict[str, Any], legal: Sequence[Move], width: int, *, short: bool) -> list[Text]:
    """List the legal moves with their numbers; `short` leaves out on which lane they end."""
    track, possible = track_of(view), drives(view)
    lines: list[Text] = []
    for card in dict.fromkeys(drive.card for _, drive in possible):
        of_card = [(number, drive) for number, drive in possible if drive.card == card]
        parts = [(f"[{number}]", spoken(track, drive, short=short)) for number, drive in of_card]
        lines += flow(Text(f"card {card}", "bold"), parts, width)
    others = [(f"[{number}]", move.text) for number, move in enumerate(legal, 1) if move.kind == "abstain"]
    return lines + (flow(Text("or    ", "bold"), others, width) if others else [])


def spoken(track: Track, drive: Drive, *, short: bool) -> str:
    """Write where a move ends and what it brings."""
    if drive.finishes:
        return "over the line: finish!"
    words = [f"to {drive.target + 1}"]
    if drive.imperial:
        words.append("imperial lane: Ave Caesar!" if drive.pays else "imperial lane")
    elif not short:
        words.append("neck" if track.is_neck[drive.target] else LANES.get(track.lane[drive.target], ""))
    notes = [f"begins lap {drive.lap}"] if drive.lap else []
    notes += [f"loses {drive.loses}"] if drive.loses > 0 else []
    notes += ["MISSES THE EMPEROR"] if drive.misses else []
    return " ".join(words) + (f" ({', '.join(notes)})" if notes else "")
