"""The page about the notation: its samples are matches. tests/env/test_docs.py runs its code."""

from __future__ import annotations

import re
from pathlib import Path

from quadriga.notation import parse

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


def test_its_samples_are_matches() -> None:
    samples = [block for block in re.findall(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL) if "[Game" in block]
    assert [parse(block).texts for block in samples] == [["3 face down at praetors", "1 face down at quaestors"]] * 2
