"""The desk: what people ask for, from laying out a table to the next match of a series."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from quadriga.errors import QuadrigaError
from quadriga.games import definition
from quadriga.model import Option
from quadriga.table import commands
from quadriga.table.clock import ClockTerms
from quadriga.table.entry import Entry
from quadriga.table.errors import TableError
from quadriga.table.series import next_terms, places_of_next
from quadriga.table.snapshots import at
from quadriga.table.table import NONE, OVER, WAITING, Table
from quadriga.table.terms import Origin, Terms, load
from quadriga.table.undo import judge, unjudged

from . import steady
from .carry import carry_out, seat_of
from .hall import FEW, Hall, Sitter
from .identity import hash_of, new_id, new_key, next_id
from .live import LiveTable
from .messages.requests import (
    AgreedRequest,
    AtTable,
    PlayOnRequest,
    SeatRequest,
    SitCommand,
    TableRequest,
    UndoCommand,
)
from .storage import Keeping, KeyRow, Spent


def texts_of(game: str, options: dict[str, Any]) -> dict[str, str]:
    """Turn options as clients write them into texts; a list names several in any order."""
    known = {option.name: option for option in definition(game).options}
    texts: dict[str, str] = {}
    for name, value in options.items():
        if isinstance(value, list):
            choices = known[name].choices if name in known else ()
            value = next((c for c in choices if isinstance(c, tuple) and sorted(c) == sorted(value)), tuple(value))
        texts[name] = Option.write(value)
    return load(game, tuple(texts.items())).option_texts


def bot_of(wish: SeatRequest) -> str | None:
    """Return the level that plays a seat; None for a person's."""
    if wish.kind == "bot" and wish.level is None:
        raise TableError("level", "a bot needs a level")
    if wish.kind != "bot" and wish.level is not None:
        raise TableError("level", "only a bot has a level")
    return wish.level


def agreed(wish: AgreedRequest, game: str, options: Mapping[str, str], **more: Any) -> Terms:
    """Write down what somebody wishes as the terms of a table."""
    return Terms(
        game, options, tuple(map(bot_of, wish.seats)),
        ClockTerms(wish.clock.kind, wish.clock.seconds, wish.clock.increment), wish.undo, wish.hints,
        wish.takeover, wish.listed, **more,
    )  # fmt: skip


class Done(NamedTuple):
    """A stored command: up to which version, and whether it was there already."""

    version: int
    repeated: bool = False


class Desk:
    """The service that answers what people ask for."""

    def __init__(self, hall: Hall, claim_seconds: float = 300.0, keeping: Keeping | None = None) -> None:
        self.hall = hall
        self.claim_seconds = claim_seconds
        """After this many seconds a match without a clock may be ended against somebody who has left."""
        self.keeping = keeping or Keeping()

    async def create(self, wish: TableRequest, visitor: str, client: str = "") -> LiveTable:
        """Lay out a new table; it begins at once if nobody else has to come. `client` is where the wish came from."""
        terms = agreed(wish, wish.game, texts_of(wish.game, wish.options), games=wish.games)
        return await self._seat(terms, wish, visitor, client, series=new_id() if terms.games > 1 else None)

    async def play_on(self, live: LiveTable, wish: PlayOnRequest, visitor: str, client: str = "") -> LiveTable:
        """Lay out a new table that goes on from a position of a match that is over."""
        async with self.hall.settled(live):
            table = live.table
            if not 0 < wish.version <= table.version:
                raise TableError("version", f"version {wish.version} is not there; this table is at {table.version}")
            then = at(table, wish.version).state
        if then is None or then.to_move is None:
            raise TableError("version", f"at version {wish.version} there is nothing to decide: take one in the match")
        # Nothing in it is secret any more, but for what chance will bring: the dice are the new table's.
        position = {name: part for name, part in then.position().items() if name != "seed"}
        origin = Origin(live.id, wish.version, position)
        terms = agreed(wish, table.terms.game, table.terms.options, origin=origin)
        return await self._seat(terms, wish, visitor, client)

    async def _seat(
        self, terms: Terms, wish: AgreedRequest, visitor: str, client: str, *, series: str | None = None
    ) -> LiveTable:
        if any(each.hash is not None and each.kind != "me" for each in wish.seats):
            raise TableError("seats", "a share in the dice is given for a seat of your own")
        mine = {seat: Sitter(visitor, wish.name, w.hash) for seat, w in enumerate(wish.seats) if w.kind == "me"}
        return await self.hall.lay_out(terms, mine, series=series, client=client)

    async def command(self, id: str, visitor: str | None, command: AtTable, client: str = "") -> Done:
        """Carry out somebody's command; when this returns, it is stored."""
        live = self.hall.at_hand(id) or await self.hall.get(id)
        if client and live.table.held_by(visitor):
            live.client = client
        if (getattr(command, "version", None) or 0) > live.stored:
            live = await self.hall.fresh(id)  # another process has shown it
        # Guests have no key to tell them apart by: what one says must not swallow what another does.
        known = None if command.id is None or visitor is None else f"{visitor[:12]}.{command.id}"
        keys: list[KeyRow] = []
        if isinstance(command, SitCommand):
            if visitor is None:
                raise TableError("key", "to sit down one needs a key: ask for one first")
            keys = [KeyRow(id, command.seat, visitor, "visitor", time.time())]
        if isinstance(command, UndoCommand):
            await self._judge(live, visitor, command)
        left: int | None = None
        added: list[Entry] = []

        def work(table: Table) -> list[Entry]:
            nonlocal left, added
            left, added = None, []
            if known is not None and known in table.ids:
                return []
            held, now, gone = table.held_by(visitor), steady.now(), NONE
            if command.do == "leave" and table.status == WAITING:
                left = seat_of(table, held, command.seat)
            elif command.do == "remove":
                left = command.of
            elif command.do == "claim" and live.seats_here() & held:
                # Who is elsewhere is known only to a process where somebody is at the table.
                gone = live.gone(self.claim_seconds, now)
            added = carry_out(table, command, held, now, known, visitor, gone)
            return added

        begun = time.perf_counter()
        try:
            version = await self.hall.change(live, work, keys)
        except QuadrigaError:
            if not self.hall.shared or not await self.hall.follow(live):
                raise
            version = await self.hall.change(live, work, keys)  # another process has changed what it was refused for
        self.hall.metrics.moving.observe(time.perf_counter() - begun)
        if left is not None:
            await self.hall.storage.drop_keys(id, left)
        if live.table.status == OVER:
            self.hall.run(self.go_on(live))
        return Done(version, not added)

    async def _judge(self, live: LiveTable, visitor: str | None, command: UndoCommand) -> None:
        """Find out beside the event loop whether an undo would take back something that was seen."""
        async with self.hall.settled(live):
            table = live.table
            held = table.held_by(visitor)
            seat = next(iter(held), None) if command.seat is None else command.seat
            if table.state is None or table.status == OVER or seat not in held or seat not in table.movers:
                return  # it is refused, or there is nothing to find out
            missing = unjudged(table, commands.last_move(table, seat))
            if missing:
                before, actions = table.kept(missing[0]), table.state.history[missing[0] :]
                table.revealing.update(await self.hall.beside(lambda: dict(judge(before, actions)), FEW + 1))

    async def go_on(self, live: LiveTable) -> None:
        """Lay out the next match, once, when a series goes on, or when everybody asked for a rematch."""
        table = live.table
        number = live.series_number or 1
        goes_on = table.terms.games > number and table.result is not None and table.result.how != "abandoned"
        people = [seat for seat, name in enumerate(table.names) if name is not None]
        asked = bool(people) and table.rematch >= set(people)
        if live.going_on or table.next is not None or not (goes_on or asked):
            return
        live.going_on = True
        try:
            await self._lay_next(live, goes_on, number)
        finally:
            live.going_on = False

    async def _lay_next(self, live: LiveTable, goes_on: bool, number: int) -> None:
        table = live.table
        sitting: dict[int, Sitter] = {}
        more: list[tuple[int, str]] = []
        for seat, before in enumerate(places_of_next(table)):
            devices = sorted(table.holders[before])
            if devices:
                name, hash = table.names[before] or "", table.next_hashes.get(before)
                sitting[seat] = Sitter(devices[0], name, hash, table.programs[before])
                more += [(seat, device) for device in devices[1:]]
        series = live.series if goes_on else (new_id() if table.terms.games > 1 else None)
        # Its id follows from this table: whoever else lays it out, or did before being killed, lays out the same one.
        id = next_id(live.id, table.secret)
        following = await self.hall.lay_out(
            next_terms(table), sitting, series, number + 1 if goes_on else 1, id, live.client
        )

        def hold_all(table: Table) -> list[Entry]:
            return [entry for seat, device in more for entry in commands.hold(table, seat, device, steady.now())]

        await self.hall.change(following, hold_all)
        await self.hall.change(live, lambda t: [] if t.next else commands.lay_next(t, following.id, steady.now()))

    async def link(self, id: str, visitor: str | None, seat: int | None) -> tuple[int, str]:
        """Make the key of a private link for one's seat; it works once, and not for ever."""
        live = await self.hall.fresh(id)
        own = seat_of(live.table, live.table.held_by(visitor), seat)
        key = new_key()
        await self.hall.storage.add_key(KeyRow(id, own, hash_of(key), "link", time.time()))
        return own, key

    async def unlink(self, id: str, visitor: str | None, seat: int | None) -> tuple[int, int]:
        """Make all open links to one's seat worthless; return the seat and how many there were."""
        live = await self.hall.fresh(id)
        own = seat_of(live.table, live.table.held_by(visitor), seat)
        return own, await self.hall.storage.drop_links(id, own)

    async def claim(self, id: str, visitor: str, key: str) -> int:
        """Take a seat on this device too, with the key of a private link."""
        live = await self.hall.get(id)
        link = hash_of(key)
        seat = await self.hall.storage.seat_of_link(id, link, self.keeping.links_since(time.time()))
        used = TableError("link", "this link was used or revoked, is too old, or another table's: ask for a new one")
        if seat is None:
            raise used
        if visitor in live.table.holders[seat]:
            await self.hall.storage.drop_link(id, link)
            return seat
        now = steady.now()
        try:
            # With the entry, or not at all: a link that is used up gave its seat to somebody.
            mine = KeyRow(id, seat, visitor, "visitor", time.time())
            await self.hall.change(live, lambda table: commands.hold(table, seat, visitor, now), [mine], link)
        except Spent:
            raise used from None
        return seat
