"""The hall goes through all its tables, and nobody waits until it is through."""

from __future__ import annotations

from pathlib import Path

import pytest

from quadriga.server import hall

from .house import House
from .stories import tell


def test_others_have_their_turn_while_all_tables_are_gone_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "SLICE", -1.0)  # after every table

    async def story() -> None:
        async with House(tmp_path, monkeypatch) as house:
            first, second, third = [(await house.create("me", "open")).id for _ in range(3)]
            seen: list[str] = []

            async def another() -> None:
                seen.append("another")
                house.hall.drop(second)

            async for live in house.hall.one_by_one():
                seen.append(live.id)
                if live.id == first:
                    house.hall.run(another())
            assert seen == [first, "another", third], "a table that is gone meanwhile is passed over"

    tell(story())
