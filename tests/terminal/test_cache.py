"""`quadriga cache`: compiled rules are listed, and removed when nobody has used them."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from quadriga.cli import main

DAY = 86_400


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have rules that were used today and rules that were used 40 days ago."""
    monkeypatch.setenv("QUADRIGA_CACHE_DIR", str(tmp_path))
    for name, days in (("caesar-new", 0), ("caesar-old", 40)):
        folder = tmp_path / "kernels" / name
        folder.mkdir(parents=True)
        (folder / "think.nbc").write_bytes(bytes(500))
        os.utime(folder, (time.time() - days * DAY,) * 2)
    return tmp_path / "kernels"


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_what_is_kept_is_listed(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(Path(row["folder"]).name, row["bytes"], round(row["days"])) for row in rows] == [
        ("caesar-new", 500, 0), ("caesar-old", 500, 40),
    ]  # fmt: skip
    assert main(["cache", "list"]) == 0
    assert "0.0 MB together" in capsys.readouterr().out


def test_what_would_go_is_told_and_stays(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "prune", "--dry-run"]) == 0
    assert capsys.readouterr().out == "1 of compiled rules would go, 0.0 MB.\n"
    assert main(["cache", "prune", "--dry-run", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["removed"] == 0 and [Path(each["folder"]).name for each in told["folders"]] == ["caesar-old"]
    assert names(kept) == ["caesar-new", "caesar-old"]
    assert main(["cache", "prune", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["removed"] == 1 and names(kept) == ["caesar-new"]


@pytest.mark.parametrize("wrong", ["-1", "nan", "inf", "soon", "-inf"])
def test_what_is_no_number_of_days_removes_nothing(kept: Path, wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["cache", "prune", f"--days={wrong}"])
    assert end.value.code == 2 and f"{wrong!r} is not a number of days" in capsys.readouterr().err
    assert names(kept) == ["caesar-new", "caesar-old"]


@pytest.mark.parametrize(
    ("arguments", "left"),
    [([], ["caesar-new"]), (["--days", "50"], ["caesar-new", "caesar-old"]), (["--all"], [])],
)
def test_what_nobody_used_is_removed(kept: Path, arguments: list[str], left: list[str]) -> None:
    assert main(["cache", "prune", *arguments]) == 0
    assert names(kept) == left


def test_nothing_compiled_yet_is_nothing_to_remove(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUADRIGA_CACHE_DIR", str(tmp_path / "none"))
    assert main(["cache", "prune"]) == main(["cache", "list"]) == 0


def test_rules_that_are_loaded_count_as_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from quadriga.kernel.compiled import usable

    folder = tmp_path / "kernels" / "caesar"
    folder.mkdir(parents=True)
    os.utime(folder, (0, 0))
    assert usable(folder) == folder
    assert time.time() - folder.stat().st_mtime < DAY
