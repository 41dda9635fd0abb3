"""What a viewer may see of a table. `held` are the seats as which the viewer looks; none: a spectator.

Somebody may have more seats than the one as which they look: `own` are all of them, where that makes a difference.

What is sent after every move is written as JSON; `show_…` reads the same back for those who want the data.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

import orjson

from quadriga.model import Event

from .entry import Entry
from .snapshots import told_since
from .table import LIVE, OVER, Table

PRIVATE = ("action", "id", "early", "by")
"""Parts of an entry that are for the seat's holder only, or for nobody."""
TELLING = ("start", "move")
"""Entries that tell what happened in the match: as it was set up, and by a move."""


Told = Mapping[int, tuple[Event, ...]]
"""What happened, by version."""


class Looker(NamedTuple):
    """Somebody who looks at a table: the seats that are theirs, and the one as which they look; None: a spectator."""

    own: frozenset[int]
    seat: int | None

    @classmethod
    def of(cls, own: frozenset[int], seat: int | None) -> Looker:
        """Let somebody look as a seat of theirs, else as their only seat; whoever has several must say as which."""
        if seat not in own:
            seat = next(iter(own)) if len(own) == 1 else None
        return cls(own, seat)

    @property
    def eyes(self) -> tuple[int, ...]:
        """The seats from which the match is seen: one at most."""
        return () if self.seat is None else (self.seat,)

    def ears(self, table: Table) -> Collection[int]:
        """Return the seats whose secrets are told: all of your own after the end, when nothing is secret."""
        return {*self.own, *self.eyes} if table.status == OVER else self.eyes


def events_json(events: Iterable[Event], seats: tuple[str, ...], held: Collection[int]) -> list[Any]:
    """Show what happened as a viewer may see it."""
    names = [seats[seat] for seat in held]
    return [event.json if event.owner in names else event.public.json for event in events]


def entry_for(
    table: Table, version: int, entry: Entry, held: Collection[int], own: Collection[int], told: Told
) -> dict[str, Any] | None:
    """Show an entry as a viewer may see it, ready to be written; None if it is none of the viewer's business."""
    if entry.kind == "say" and entry.seat is None and own and table.status == LIVE:
        return None  # a spectator could tell a player what others hold
    shown: dict[str, Any] = {"version": version, "kind": entry.kind, "seat": entry.seat, "at": entry.at}
    for name, value in entry.data.items():
        if name not in PRIVATE:
            shown[name] = value
    if entry.seat in own and "id" in entry.data:
        shown["id"] = entry.data["id"].partition(".")[2]
    if entry.seat in held and "action" in entry.data:
        move = table.game.moves[entry.data["action"]]
        shown["move"] = {"id": move.id, "text": move.text}
    if entry.kind in TELLING:
        shown["events"] = events_json(told.get(version, ()), table.game.seats, held)
    return shown


def entries_json(
    table: Table, since: int, held: Collection[int], own: Collection[int] | None = None, told: Told | None = None
) -> bytes:
    """Show the entries after a version; what happened is told as given, else as the last entries told it."""
    own, told = held if own is None else own, table.events if told is None else told
    numbered = enumerate(table.log[since:], since + 1)
    shown = [entry_for(table, version, entry, held, own, told) for version, entry in numbered]
    return orjson.dumps([entry for entry in shown if entry is not None])


def show_entries(
    table: Table, since: int, held: Collection[int], own: Collection[int] | None = None
) -> list[dict[str, Any]]:
    """Show the entries after a version as data."""
    shown: list[dict[str, Any]] = orjson.loads(entries_json(table, since, held, own))
    return shown


def show_history(
    table: Table, since: int, held: Collection[int], own: Collection[int] | None = None
) -> list[dict[str, Any]]:
    """Show the entries after a version; what happened is told again if it is not at hand."""
    if since >= table.version:
        return []
    shown: list[dict[str, Any]] = orjson.loads(history_json(table, since, held, own))
    return shown


def history_json(table: Table, since: int, held: Collection[int], own: Collection[int] | None = None) -> bytes:
    """Show the entries after a version; what happened is told again if it is not at hand."""
    telling = (version for version, entry in enumerate(table.log[since:], since + 1) if entry.kind in TELLING)
    told = table.events if all(version in table.events for version in telling) else told_since(table, since)
    return entries_json(table, since, held, own, told)


def views_json(table: Table, held: Collection[int]) -> bytes:
    """Show the match from every seat as which the viewer looks, or as a spectator."""
    if table.state is None:
        return b"[]"
    return b"[" + b",".join([view_json(table, seat) for seat in sorted(held) or (None,)]) + b"]"


def view_json(table: Table, seat: int | None) -> bytes:
    """Show the match from one seat, with the moves it may make now, early choices among them."""
    assert table.state is not None
    chooser = None
    if seat is not None and table.status == LIVE and table.bots[seat] is None and seat in table.awaited:
        chooser = table.state if seat == table.state.to_move else table.choice(seat)
    view = table.state.view_json(seat, b"[]" if chooser is None else chooser.choices_json())
    if seat is not None and table.early.get(seat):
        chosen = [table.game.moves[action].text for action in table.early[seat]]
        return b'%b,"chosen":%b}' % (view[:-1], orjson.dumps(chosen))
    return view


def show_views(table: Table, held: Collection[int]) -> list[dict[str, Any]]:
    """Show the match from every seat as which the viewer looks, or as a spectator, as data."""
    shown: list[dict[str, Any]] = orjson.loads(views_json(table, held))
    return shown


def show_table(table: Table) -> dict[str, Any]:
    """Show what everybody may know about a table."""
    result, origin = table.result, table.terms.origin
    return {
        "game": table.game.name,
        "title": table.game.title,
        **{name: value for name, value in table.terms.write().items() if name not in ("game", "bots", "origin")},
        "origin": None if origin is None else {"table": origin.table, "version": origin.version},
        "status": table.status,
        "seats": [
            {
                "seat": name,
                "kind": "person" if table.bots[seat] is None else "bot",
                "level": table.bots[seat],
                "name": table.names[seat],
                "open": seat in table.open_seats,
                **({"program": True} if table.programs[seat] else {}),
            }
            for seat, name in enumerate(table.game.seats)
        ],
        "awaited": sorted(table.awaited),
        "draw": sorted(table.draw) if table.status == LIVE else [],
        "undo_allowed": table.terms.undo,
        "undo": None if table.undo is None else {"seat": table.undo.seat, "reveals": table.undo.reveals},
        "taken_back": table.taken_back,
        "host": table.host,
        "muted": table.muted,
        "rematch": sorted(table.rematch),
        "next": table.next,
        "result": None
        if result is None
        else {
            "how": result.how,
            "winners": list(result.winners),
            "scores": list(result.scores),
            "reason": result.reason,
            "code": result.code,
            "rule": result.rule,
            "sheet": None
            if result.how != "rules" or table.state is None
            else table.game.definition.sheet(table.game, table.state.s),
        },
        "commitment": table.commitment,
        "shares": [None if share is None else {"hash": share.hash, "share": share.value} for share in table.shares],
        "begins_by": table.begins_by,
        "secret": f"{table.secret:032x}" if table.status == OVER else None,
    }


def summary(table: Table) -> dict[str, Any]:
    """Show a table in a list of tables."""
    shown = show_table(table)
    return {name: shown[name] for name in ("game", "title", "options", "status", "seats", "clock", "games", "result")}
