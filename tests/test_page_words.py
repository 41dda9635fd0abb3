"""What the page's unit tests know of the games is what the games tell now."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

FIXTURES = Path(__file__).parent.parent / "web" / "tests" / "unit" / "fixtures"


def test_the_events_that_the_page_is_tested_with_are_those_of_today() -> None:
    """`python web/tests/unit/fixtures/told.py` writes them again."""
    collected = runpy.run_path(str(FIXTURES / "told.py"))["collected"]()
    kept = json.loads((FIXTURES / "told.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(collected)) == kept
