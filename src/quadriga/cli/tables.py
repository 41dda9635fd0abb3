"""`quadriga tables`: look after the server's tables, while it runs."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from quadriga.errors import QuadrigaError

from .arguments import days, whole
from .operating import told

if TYPE_CHECKING:
    from quadriga.server.storage.rows import TableRow

STATUSES = ("waiting", "live", "over")
PAGE = 500
ID = re.compile(r"-[A-Za-z0-9_][A-Za-z0-9_-]{10}$")


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("tables", help="list, show, export, import and prune the server's tables")
    what = words.add_subparsers(dest="what", metavar="WHAT", required=True)
    listing = what.add_parser("list", help="list tables, the newest first")
    listing.add_argument("--limit", type=whole(1), default=50, help="how many at most (default: 50)")
    listing.add_argument("--before", metavar="CURSOR", help="go on behind a table")
    showing = what.add_parser("show", help="show a table as everybody may see it, and how large it is")
    showing.add_argument("id", metavar="ID", help="the table's, as in its address and in `quadriga tables list`")
    exporting = what.add_parser("export", help="write tables to a file, a line of JSON each; secrets are in it")
    exporting.add_argument("file", metavar="FILE", help="where to; -: standard output")
    exporting.add_argument("ids", metavar="ID", nargs="*", help="which; none: all")
    importing = what.add_parser("import", help="read tables from a file that was exported, into any database")
    importing.add_argument("file", metavar="FILE", help="-: standard input")
    pruning = what.add_parser("prune", help="remove what is kept no longer, by the settings or as said here")
    for status in (*STATUSES, "links"):
        pruning.add_argument(f"--{status}", metavar="DAYS", type=days, help="how many days these are kept; 0: for ever")
    pruning.add_argument("--dry-run", action="store_true", help="only say what would go")
    for each in (listing, exporting):
        each.add_argument("--status", choices=STATUSES, help="only those")
        each.add_argument("--game", help="only those of a game")
    for each in (listing, showing, importing, pruning):
        each.add_argument("--json", action="store_true", help="for programs")
    for each in (showing, exporting):  # an id may begin with a dash, as argparse lets a number do
        each._negative_number_matcher = ID
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Do what is asked for."""
    doing = {"list": list_tables, "show": show, "export": export, "import": import_file, "prune": prune}
    with told():
        doing[given.what](given)
    return 0


def say(content: Any) -> None:
    """Write something for programs."""
    print(json.dumps(content, ensure_ascii=False))


def date(at: float) -> str:
    """Write a time for people."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def list_tables(given: argparse.Namespace) -> None:
    """List tables."""
    from quadriga.server.storage import Cursor, database_url
    from quadriga.server.storage.tools import opened, some_tables

    before = None if given.before is None else Cursor.read(given.before)
    if given.before is not None and before is None:
        raise QuadrigaError(f"{given.before[:40]!r} is no cursor: take that of a table in a list")
    with opened(database_url()) as tools, tools.reading() as connection:
        rows = some_tables(connection, status=given.status, game=given.game, limit=given.limit, before=before)
    if given.json:
        say([row_shown(row) for row in rows])
        return
    for row in rows:
        names = ", ".join(seat["name"] or seat["level"] or "–" for seat in row.summary["seats"])
        print(f"{row.id}  {row.status:7}  {date(row.updated_at)}  {row.game:22}  {names}")
    if len(rows) == given.limit:
        print(f"more: --before {Cursor(1, rows[-1].created_at, rows[-1].id)}")


def row_shown(row: TableRow) -> dict[str, Any]:
    """Show a table in a list to a program."""
    from quadriga.server.storage import Cursor

    return {
        "id": row.id, "created_at": row.created_at, "updated_at": row.updated_at, "listed": row.listed,
        "series": row.series, "cursor": str(Cursor(1, row.created_at, row.id)), **row.summary,
    }  # fmt: skip


def show(given: argparse.Namespace) -> None:
    """Show a table."""
    from quadriga.server.archive import shown
    from quadriga.server.storage import database_url
    from quadriga.server.storage.tools import opened, whole_table

    with opened(database_url()) as tools, tools.reading() as connection:
        stored = whole_table(connection, given.id)
    if stored is None:
        raise QuadrigaError(f"there is no table {given.id[:40]!r}")
    about = shown(stored)
    if given.json:
        say(about)
        return
    print(f"{about['id']}: {about['title']}, {about['status']}, version {about['version']}, {about['bytes']:,} bytes")
    print(f"laid out {date(about['created_at'])}, changed {date(about['updated_at'])}")
    for seat in about["seats"]:
        who = seat["level"] or seat["name"] or "nobody"
        print(f"  {seat['seat']}: {who}{' (bot)' if seat['kind'] == 'bot' or seat.get('program') else ''}")
    print(f"devices that hold a seat: {about['keys']}; open links: {about['links']}")
    if about["result"] is not None:
        print(f"ended: {about['result']['how']}; {about['result']['reason']}")


def export(given: argparse.Namespace) -> None:
    """Write tables to a file that only its owner can read."""
    from quadriga.server.archive import export_tables
    from quadriga.server.storage import Cursor, database_url
    from quadriga.server.storage.tools import Tools, opened, some_tables

    def all_ids(tools: Tools) -> Any:
        before = None
        while True:
            with tools.reading() as connection:
                rows = some_tables(connection, status=given.status, game=given.game, limit=PAGE, before=before)
            if not rows:
                return
            yield from (row.id for row in rows)
            before = Cursor(1, rows[-1].created_at, rows[-1].id)

    count = 0
    with opened(database_url()) as tools, out_of(given.file) as out:
        for line in export_tables(tools, given.ids or all_ids(tools)):
            out.write(line + b"\n")
            count += 1
    print(f"{count} tables are exported", file=sys.stderr)


def out_of(name: str) -> BinaryIO:
    """Open the file to write to."""
    if name == "-":
        return os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    try:
        return os.fdopen(os.open(name, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb")
    except OSError as error:
        raise QuadrigaError(f"cannot write {name}: {error.strerror}") from error


def import_file(given: argparse.Namespace) -> None:
    """Read tables from a file."""
    from quadriga.server.archive import import_tables
    from quadriga.server.storage import database_url
    from quadriga.server.storage.engines import parse, private
    from quadriga.server.storage.tools import opened

    try:
        lines = sys.stdin.buffer.readlines() if given.file == "-" else Path(given.file).read_bytes().splitlines()
    except OSError as error:
        raise QuadrigaError(f"cannot read {given.file}: {error.strerror}") from error
    url = database_url()
    if parse(url).get_backend_name() == "sqlite":
        private(str(parse(url).database))  # into a new database as well
    with opened(url) as tools:
        added, there = import_tables(tools, lines)
    if given.json:
        say({"imported": added, "there": there})
    else:
        print(f"{added} tables are imported" + (f", {there} were there already and stay as they are" if there else ""))


def prune(given: argparse.Namespace) -> None:
    """Remove what is kept no longer."""
    from quadriga.server.settings import keeping
    from quadriga.server.storage import database_url
    from quadriga.server.storage.aging import outdated, remove_old
    from quadriga.server.storage.tools import opened

    said = {name: getattr(given, name) for name in (*STATUSES, "links") if getattr(given, name) is not None}
    kept = replace(keeping(os.environ), **said)
    now = time.time()
    gone: list[str] = []
    with opened(database_url()) as tools:
        if given.dry_run:
            with tools.reading() as connection:
                for status, since in kept.limits(now).items():
                    gone += outdated(connection, status, since, 10**9)
        else:
            while True:
                with tools.writing() as connection:
                    some = remove_old(connection, kept, now)
                if not some:
                    break
                gone += some
    if given.json:
        say({"removed": 0 if given.dry_run else len(gone), "tables": gone})
    else:
        print(f"{len(gone)} tables {'would go' if given.dry_run else 'are removed'}")
