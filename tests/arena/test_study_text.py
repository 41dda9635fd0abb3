"""What `quadriga study` writes to the terminal: sums with their intervals, what players got side by side."""

from __future__ import annotations

import pytest

from quadriga.cli import main


@pytest.mark.parametrize("width", [80, 70])
def test_the_command_shows_sums_with_their_intervals(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(["study", "caesar-cleopatra-2024", "--games", "100"]) == 0
    shown = capsys.readouterr().out
    assert "Missions completed, of those held" in shown and "Missions completed: to the winner" in shown
    table = shown.partition("Action cards played per game")[2].partition("Missions held per game")[0].splitlines()
    rows = {line.split()[0]: line for line in table if line.split() and line.split()[0] in ("scout", "veto")}
    assert len(rows) == 2 and "…" not in "".join(table) and max(map(len, table)) <= width
    assert all(row.count("±") == (4 if width == 80 else 0) for row in rows.values())
    assert sum(line.count("±") for line in table) == 4 * 5
    points = shown.partition("Points: share of games")[2].splitlines()
    assert ["cleopatra", "caesar"] in [line.split() for line in points]


def test_a_tournament_shows_laurels_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "ave-caesar --games 60 --players preferred --option tournament=true --option players=3"
    assert main(["study", *arguments.split()]) == 0
    shown = capsys.readouterr().out
    lines = shown.partition("Laurels: share of games")[2].splitlines()
    assert ["red", "blue", "green", "the", "winner"] in [line.split() for line in lines]
    rows = [line.split() for line in lines if "%" in line]
    assert all(len(row) == 5 for row in rows)
    for column in range(1, 5):
        assert sum(float(row[column].rstrip("%")) for row in rows) == pytest.approx(100, abs=0.5)
