"""What a browser asks for while it still reads the page's first script: answers, and files (see web/sooner.ts)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

KINDS = {".js": "rel=modulepreload", ".css": "rel=preload; as=style"}
ANSWER = "rel=preload; as=fetch"
USUAL = "en"
"""The language of the page for whoever speaks none of its own."""


def needed_for(page: Path, view: str, family: str | None, accepted: str) -> list[str]:
    """Name the files of a view, of the board of a family of games, and of a visitor's words for both."""
    file = page / "sooner.json"
    if not file.exists():
        return []
    known: dict[str, dict[str, list[str]]] = json.loads(file.read_text("utf-8"))
    views, boards, words = known["views"], known["boards"], known["words"]
    language = language_of(accepted, {name.split()[0] for name in words})
    board = family if family in boards else "any"
    parts = [views[view], words[f"{language} page"], words[f"{language} about"]]
    if family is not None:
        parts += [boards[board], words[f"{language} {board}"]]
    return list(dict.fromkeys(name for part in parts for name in part))


def language_of(accepted: str, spoken: Iterable[str]) -> str:
    """Choose a language as the page does: the first that a browser names and the page speaks."""
    wishes = (wish.split(";")[0].strip().lower()[:2] for wish in accepted.split(","))
    return next((wish for wish in wishes if wish in spoken), USUAL)


def links_to(files: Iterable[str], answers: Iterable[str], base: str) -> str:
    """Write a Link header for files of the page, and for what it will ask the server for."""
    named = [(file, KINDS[Path(file).suffix]) for file in files] + [(path, ANSWER) for path in answers]
    return ", ".join(f"<{base}/{path}>; {kind}; crossorigin" for path, kind in named)
