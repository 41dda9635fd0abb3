"""`quadriga tables`: what an operator does with tables, beside a running server, on either database."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest

from .client import WAIT
from .running import Server, running
from .test_backup import quadriga
from .test_upgrade import fill

NEWEST = sorted(file.stem for file in (Path(__file__).parent / "stored").iterdir())[-1]


@pytest.fixture
def known(url: str) -> dict[str, Any]:
    """A database of either kind with some tables; what is known of them."""
    return fill(url, NEWEST)


def test_tables_are_listed_and_shown(url: str, known: dict[str, Any], tmp_path: Path) -> None:
    def tables(*words: str, **how: Any) -> Any:
        return quadriga(tmp_path, "tables", *words, url=url, **how)

    rows = json.loads(tables("list", "--json"))
    newest_first = sorted(known["rows"]["tables"], key=lambda row: -row["created_at"])
    assert [row["id"] for row in rows] == [row["id"] for row in newest_first]
    text = tables("list")
    assert [line.split()[0] for line in text.splitlines()] == [row["id"] for row in rows]
    assert [row["id"] for row in json.loads(tables("list", "--json", "--status", "waiting"))] == [
        known["ids"]["waiting"]
    ]
    assert {row["game"] for row in json.loads(tables("list", "--json", "--game", "ave-caesar"))} == {"ave-caesar"}
    first = tables("list", "--limit", "2").splitlines()
    rest = json.loads(tables("list", "--json", *first[-1].split()[1:]))
    assert [row["id"] for row in rest] == [row["id"] for row in rows[2:]]
    assert "no cursor" in tables("list", "--before", "there", code=2)

    live, secret = known["ids"]["live"], next(
        row["secret"] for row in known["rows"]["tables"] if row["id"] == known["ids"]["live"]
    )  # fmt: skip
    shown = json.loads(tables("show", live, "--json"))
    assert (shown["status"], shown["keys"], shown["links"]) == ("live", 2, 1)
    assert "Livia" in tables("show", live)
    assert secret not in tables("show", live) + tables("show", live, "--json"), "a match that goes on has its secret"
    assert "ended" in tables("show", known["ids"]["over"])
    assert "there is no table" in tables("show", "nothing", code=2)


def test_tables_move_from_one_kind_of_database_to_the_other_and_back(
    sqlite_url: str, postgres_url: str, tmp_path: Path
) -> None:
    known = fill(sqlite_url, NEWEST)
    first, second, third = (str(tmp_path / name) for name in ("first", "second", "third"))
    quadriga(tmp_path, "tables", "export", first, url=sqlite_url)
    assert stat.S_IMODE(Path(first).stat().st_mode) == 0o600
    imported = quadriga(tmp_path, "tables", "import", first, "--json", url=postgres_url)
    assert json.loads(imported) == {"imported": 5, "there": 0}
    assert "5 were there already" in quadriga(tmp_path, "tables", "import", first, url=postgres_url)
    quadriga(tmp_path, "tables", "export", second, url=postgres_url)
    assert Path(first).read_bytes() == Path(second).read_bytes()
    new = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    quadriga(tmp_path, "tables", "import", second, url=new)
    quadriga(tmp_path, "tables", "export", third, known["ids"]["live"], url=new)
    assert Path(third).read_bytes() in Path(first).read_bytes()
    assert (
        quadriga(tmp_path, "tables", "export", "-", known["ids"]["live"], url=new).encode() == Path(third).read_bytes()
    )
    assert "there is no table" in quadriga(tmp_path, "tables", "export", third, "nothing", url=new, code=2)
    # Whoever held a seat holds it in the new place, and what has to be done by itself is done.
    with running(tmp_path, QUADRIGA_DATABASE_URL=new, QUADRIGA_KEEP_WAITING="0") as server:
        mine = {"Authorization": f"Bearer {known['key']}"}
        with httpx.Client(base_url=server.url, timeout=WAIT, headers=mine) as http:
            live = http.get(f"/api/tables/{known['ids']['live']}").json()
            assert live["held"] == [0, 1]
            lobby = [table["id"] for table in http.get("/api/tables").json()]
            assert lobby == [known["ids"]["waiting"]]


def wrong_line(line: dict[str, Any], kind: str) -> bytes:
    if kind == "gap":
        line["log"][1]["number"] += 1
    elif kind == "move":
        moves = [entry for each in line["log"] for entry in each["entries"] if entry["kind"] == "move"]
        moves[0]["action"] = 10**6
    elif kind == "format":
        line["quadriga"] = 99
    elif kind == "part":
        del line["terms"]
    elif kind == "game":
        line["terms"]["game"] = "senet"
    return b"[1]" if kind == "list" else b"{" if kind == "json" else json.dumps(line).encode()


@pytest.mark.parametrize("kind", ["gap", "move", "format", "part", "game", "list", "json"])
def test_a_broken_line_is_named_and_nothing_is_imported(kind: str, sqlite_url: str, tmp_path: Path) -> None:
    known = fill(sqlite_url, NEWEST)
    file = tmp_path / "file"
    quadriga(tmp_path, "tables", "export", str(file), url=sqlite_url)
    lines = file.read_bytes().splitlines()
    for number, line in enumerate(lines):
        if json.loads(line)["id"] == known["ids"]["over"]:
            lines[number], wrong = wrong_line(json.loads(line), kind), number + 1
    file.write_bytes(b"\n".join(lines))
    new = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    said = quadriga(tmp_path, "tables", "import", str(file), url=new, code=2)
    assert f"line {wrong} cannot be imported" in said
    assert len(said.splitlines()) == 1
    assert json.loads(quadriga(tmp_path, "tables", "list", "--json", url=new)) == []


def test_prune_says_what_would_go_and_removes_it(url: str, known: dict[str, Any], tmp_path: Path) -> None:
    def prune(*words: str) -> Any:
        return json.loads(quadriga(tmp_path, "tables", "prune", *words, "--json", url=url))

    over = {row["id"] for row in known["rows"]["tables"] if row["status"] == "over"}
    assert prune("--over", "0", "--waiting", "0") == {"removed": 0, "tables": []}
    would = prune("--over", "0.000001", "--waiting", "0", "--dry-run")
    assert (would["removed"], set(would["tables"])) == (0, over)
    gone = prune("--over", "0.000001", "--waiting", "0")
    assert (gone["removed"], set(gone["tables"])) == (len(over), over)
    left = json.loads(quadriga(tmp_path, "tables", "list", "--json", url=url))
    assert {row["status"] for row in left} == {"waiting", "live"}
    assert "not a number of days" in quadriga(tmp_path, "tables", "prune", "--over", "-1", url=url, code=2)


def test_a_running_server_sees_what_is_imported_and_is_not_disturbed(sqlite_url: str, tmp_path: Path) -> None:
    known = fill(sqlite_url, NEWEST)
    file, folder = str(tmp_path / "file"), tmp_path / "other"
    quadriga(tmp_path, "tables", "export", file, url=sqlite_url)
    server = Server(folder, QUADRIGA_KEEP_WAITING="0")
    try:
        server.start()
        path = f"{server.url}/api/tables/{known['ids']['over']}"
        assert httpx.get(path, timeout=WAIT).status_code == 404
        quadriga(folder, "tables", "import", file)
        assert httpx.get(path, timeout=WAIT).json()["table"]["status"] == "over"
        assert len(json.loads(quadriga(folder, "tables", "list", "--json"))) == 5
        quadriga(folder, "tables", "prune", "--waiting", "0.000001")
        assert httpx.get(f"{server.url}/api/tables", timeout=WAIT).json() == []
    finally:
        assert server.stop() == 0
