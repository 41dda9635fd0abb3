"""A player at a table of a server: it sits down, plays, and leaves."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

import quadriga
from quadriga.errors import QuadrigaError
from quadriga.players import Budget, Player
from quadriga.server.messages.frames import RefusedFrame
from quadriga.server.messages.tables import TableShown

from .calls import Refused
from .clients import Client
from .live import Live

LONGEST_NAME = 30
PASSED_OVER = ("stale", "turn", "over")
"""Refusals after which the table is looked at again: it has gone on."""
TOO_QUICK = "slow"
PAUSE = 2.0
"""Seconds to wait when the server says that we ask too often."""


class Bot:
    """A player of ours or a program, at one table of a server; everybody there sees that it is a bot."""

    def __init__(
        self, client: Client, player: Player, name: str, budget: Budget, told: Callable[[str], None] = lambda text: None
    ) -> None:
        self.client, self.player, self.budget, self.told = client, player, budget, told
        self.name = name[:LONGEST_NAME]

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
        """Play a match to its end; return the table as it was shown last."""
        with self.client.live(id, seat) as live:
            for frame in live:
                if isinstance(frame, RefusedFrame):
                    if frame.error.code == TOO_QUICK:
                        time.sleep(PAUSE)
                    elif frame.error.code not in PASSED_OVER:
                        raise QuadrigaError(f"the server refused a command: {frame.error.message}")
                    live.send(do="sync", since=live.version)
                    continue
                if live.table is not None and live.table.table.status == "over":
                    return live.table.table
                self._answer(live, frame, id, seat)
        raise QuadrigaError("the server closed the connection")

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
            if error.code == TOO_QUICK:
                time.sleep(PAUSE)
                live.send(do="sync", since=live.version)
            elif error.code not in PASSED_OVER:
                raise
            return
        if dealt.version != live.version:
            return  # another frame is on its way
        game = quadriga.load_texts(table.game, table.options)
        known = game.from_position(dealt.position)
        self._set_clock(frame, seat)
        move = game.move(self.player.choose(known, self.budget, secrets.randbits(62)))
        self.told(f"{table.seats[seat].seat}: {move.text}")
        live.send(do="move", seat=seat, version=dealt.version, move=move.id, id=f"b{secrets.token_hex(6)}")

    def _set_clock(self, frame: Any, seat: int) -> None:
        clock = getattr(frame, "clock", None)
        if clock is not None and clock.kind != "none" and hasattr(self.player, "clock"):
            self.player.clock = (max(0.0, clock.left[seat]), clock.increment)
