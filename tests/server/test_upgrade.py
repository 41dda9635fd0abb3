"""A database of every earlier shape, with what a server of that time stored in it, is brought up to date and played on.

`stored/` holds, for each shape, the rows that the last server of that shape wrote.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import text

from quadriga.server.archive import export_tables, read
from quadriga.server.storage.engines import engines, parse
from quadriga.server.storage.migrate import LATEST, version_of
from quadriga.server.storage.tools import opened, some_tables

from .client import WAIT
from .running import running

STORED = Path(__file__).parent / "stored"
OLD = sorted(file.stem for file in STORED.iterdir())


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", "quadriga.server.storage:migrations")
    return made


def fill(url: str, revision: str) -> dict[str, Any]:
    """Make a database as it was then; return what is known of it."""
    known: dict[str, Any] = json.loads((STORED / f"{revision}.json").read_text())
    reader, writer = engines(parse(url))
    with writer.begin() as connection:
        alembic = config()
        alembic.attributes["connection"] = connection
        command.upgrade(alembic, revision)
        assert version_of(connection) == known["revision"] == revision
        for name, rows in known["rows"].items():
            for row in rows:
                values = {
                    key: bool(value) if key in ("listed", "bot_due", "done") else value for key, value in row.items()
                }
                columns = ", ".join(values)
                marks = ", ".join(f":{key}" for key in values)
                connection.execute(text(f"INSERT INTO {name} ({columns}) VALUES ({marks})"), values)
    reader.dispose()
    writer.dispose()
    return known


def test_there_is_a_database_of_every_earlier_shape() -> None:
    revisions = {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}
    assert set(OLD) == revisions - {LATEST}


@pytest.mark.parametrize("revision", OLD)
def test_every_table_of_an_old_database_is_whole(revision: str, url: str) -> None:
    known = fill(url, revision)
    with opened(url) as tools:
        with tools.reading() as connection:
            assert version_of(connection) == LATEST
            ids = [row.id for row in some_tables(connection, status=None, game=None, limit=100)]
        assert sorted(ids) == sorted(row["id"] for row in known["rows"]["tables"])
        stored = {row.id: (row, log, keys) for row, log, keys, _ in map(read, export_tables(tools, ids))}
    for row in known["rows"]["tables"]:
        after, log, keys = stored[row["id"]]
        assert (after.status, after.secret, after.series) == (row["status"], row["secret"], row["series"])
        assert len(log) == sum(each["table_id"] == row["id"] for each in known["rows"]["appends"])
        assert len(keys) == sum(each["table_id"] == row["id"] for each in known["rows"]["keys"])


@pytest.mark.parametrize("revision", OLD)
def test_an_old_database_is_played_on(revision: str, sqlite_url: str, tmp_path: Path) -> None:
    known = fill(sqlite_url, revision)
    ids = known["ids"]
    kept = {f"QUADRIGA_KEEP_{name}": "0" for name in ("WAITING", "LINKS")}  # it gets older and older
    with running(tmp_path, **kept) as server, httpx.Client(base_url=server.url, timeout=WAIT) as http:
        mine = {"Authorization": f"Bearer {known['key']}"}
        shown = http.get("/api/tables", params={"show": "mine"}, headers=mine).json()
        assert set(ids.values()) <= {table["id"] for table in shown}
        assert [table["id"] for table in http.get("/api/tables").json()] == [ids["waiting"]]
        live = f"/api/tables/{ids['live']}"
        seat = http.get(live, headers=mine).json()["awaited"][0]
        look = http.get(live, params={"seat": seat}, headers=mine).json()
        order = {"do": "move", "seat": seat, "version": look["version"], "move": look["views"][0]["legal"][0]["id"]}
        assert http.post(f"{live}/commands", json=order, headers=mine).json()["version"] == look["version"] + 1
        assert http.post(f"{live}/claim", json={"key": known["link"]}).json() == {"seat": 1}
        sat = http.post(f"/api/tables/{ids['waiting']}/commands", json={"do": "sit", "seat": 1})
        assert sat.status_code == 200
        assert http.get(f"/api/tables/{ids['waiting']}").json()["table"]["status"] == "live"
        assert http.get(f"/api/tables/{ids['over']}/record").status_code == 200
        following = http.get(f"/api/tables/{ids['series']}").json()["table"]["next"]
        assert http.get(f"/api/tables/{following}").json()["table"]["status"] == "live"
