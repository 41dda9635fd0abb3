"""A player at a table of a server: it sits down, plays, comes back when the server was away, and leaves."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any, TypeVar

import quadriga
from quadriga.errors import QuadrigaError
from quadriga.players import Budget, Player, derive
from quadriga.server.messages.frames import RefusedFrame
from quadriga.server.messages.tables import TableShown

from .calls import Refused, Unreachable
from .clients import Client
from .live import Live

T = TypeVar("T")
LONGEST_NAME = 30
PASSED_OVER = ("stale", "turn", "over")
"""Refusals after which the table is looked at again: it has gone on."""
PAUSE = 2.0
"""Seconds to wait when the server has no time for us."""
PAUSES: tuple[float, ...] = (1, 2, 4, 8, 15, 30, 60, 60, 60, 60)
"""Seconds to wait before each try to come back to a server that is away; after the last it is given up."""


class Bot:
    """A player of ours or a program, at one table of a server; everybody there sees that it is a bot."""

    def __init__(
        self,
        client: Client,
        player: Player,
        name: str,
        budget: Budget,
        told: Callable[[str], None] = lambda text: None,
        seed: int | None = None,
    ) -> None:
        self.client, self.player, self.budget, self.told = client, player, budget, told
        self.name = name[:LONGEST_NAME]
        self.seed = secrets.randbits(62) if seed is None else seed
        self._tries = 0

    def sit(self, id: str, seat: int | None = None) -> int:
        """Sit down at a seat, or at the first that is open; return which."""
        self.client.arrive()
        shown = self.client.table(id)
        if seat is not None and seat in shown.held:
            return seat
        if seat is None and shown.held:
            return shown.held[0]
        opened = [number for number, one in enumerate(shown.table.seats) if one.open]
        if not opened or (seat is not None and seat not in opened):
            raise QuadrigaError(f"at table {id} {'no seat' if seat is None else f'seat {seat}'} is open")
        chosen = opened[0] if seat is None else seat
        self.client.command(id, do="sit", seat=chosen, name=self.name, program=True)
        return chosen

    def play(self, id: str, seat: int) -> TableShown:
        """Play a match to its end; return the table as it was shown last. Whatever stops us, we leave the table."""
        try:
            return self._steadily(lambda: self._play(id, seat))
        except (Exception, KeyboardInterrupt):
            self.leave(id, seat)
            raise

    def leave(self, id: str, seat: int) -> None:
        """Leave a table, so that others there can go on: a stand-in takes over, or they have won."""
        try:
            self.client.command(id, do="leave", seat=seat)
        except QuadrigaError:
            return  # the match is over, or nobody is there to be told
        self.told(f"{self.name} left table {id}")

    def play_again(self, id: str, seat: int) -> tuple[str, int]:
        """Ask for a rematch and wait until it is laid out; return its table and our seat there."""
        following = self._steadily(lambda: self._ask_again(id, seat))
        return following, self._steadily(lambda: self.sit(following))

    def _steadily(self, act: Callable[[], T]) -> T:
        """Do something; while the server is away, try again and again with growing pauses."""
        self._tries = 0
        while True:
            try:
                return act()
            except (Unreachable, Refused) as error:
                if isinstance(error, Refused) and not error.is_temporary:
                    raise
                if self._tries >= len(PAUSES):
                    raise QuadrigaError(f"{error}; gave up after {len(PAUSES)} tries to come back") from error
                pause = PAUSES[self._tries]
                self._tries += 1
                self.told(f"{error}; trying again in {pause:g} s")
                time.sleep(pause)

    def _ask_again(self, id: str, seat: int) -> str:
        try:
            self.client.command(id, do="rematch", seat=seat)
        except Refused as error:
            if error.code not in ("asked", "next"):
                raise
        with self.client.live(id, seat) as live:
            for _ in live:
                self._tries = 0
                if live.table is not None and live.table.table.next is not None:
                    found: str = live.table.table.next
                    return found
        raise self._closed()

    def _play(self, id: str, seat: int) -> TableShown:
        with self.client.live(id, seat) as live:
            for frame in live:
                self._tries = 0
                if isinstance(frame, RefusedFrame):
                    pass_over(Refused(409, frame.error))
                    live.send(do="sync", since=live.version)
                    continue
                if live.table is not None and live.table.table.status == "over":
                    return live.table.table
                self._answer(live, frame, id, seat)
        raise self._closed()

    def _closed(self) -> Unreachable:
        return Unreachable(f"{self.client.url} closed the connection")

    def _answer(self, live: Live, frame: Any, id: str, seat: int) -> None:
        """Do what is due: an answer to a question, or a move."""
        table = None if live.table is None else live.table.table
        views = getattr(frame, "views", None)
        if table is None or views is None:
            return
        if table.undo is not None and table.undo.seat != seat:
            live.send(do="undo-answer", seat=seat, yes=True)
        if table.draw and seat not in table.draw:
            live.send(do="draw-answer", seat=seat, yes=False)
        if not any(view.seat == table.seats[seat].seat and view.legal for view in views):
            return
        try:
            dealt = self.client.deal(id, seat)
        except Refused as error:
            pass_over(error)
            if error.is_temporary:
                live.send(do="sync", since=live.version)
            return
        if dealt.version != live.version:
            return  # another frame is on its way
        game = quadriga.load_texts(table.game, table.options)
        known = game.from_position(dealt.position)
        self._set_clock(frame, seat)
        chosen = self.player.choose(known, self.budget, derive(self.seed, "choice", int(known.s.moves)))
        move = game.move(chosen)
        thought = getattr(self.player, "thought", "")
        self.told(f"{table.seats[seat].seat}: {move.text}{f' ({thought})' if thought else ''}")
        # Its id makes the move count once, and its version makes it answer this decision only.
        live.send(do="move", seat=seat, version=dealt.version, move=move.id, id=f"b{secrets.token_hex(6)}")

    def _set_clock(self, frame: Any, seat: int) -> None:
        clock = getattr(frame, "clock", None)
        if clock is not None and clock.kind != "none" and hasattr(self.player, "clock"):
            self.player.clock = (max(0.0, clock.left[seat]), clock.increment)


def pass_over(error: Refused) -> None:
    """Wait if the server has no time for us; raise what does not pass by itself."""
    if error.is_temporary:
        time.sleep(PAUSE)
    elif error.code not in PASSED_OVER:
        raise error
