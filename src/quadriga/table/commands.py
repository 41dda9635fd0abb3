"""What people and bots may do at a table. Each command checks, adds its entries to the log and returns them.

A command that is refused raises and changes nothing. `held` are the seats of whoever asks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import Any

from quadriga.model import Move

from .entry import Entry, Kind
from .errors import TableError
from .fairness import hash_of
from .table import LIVE, OVER, WAITING, Status, Table
from .terms import NAME_LENGTH, TEXT_LENGTH, clean
from .undo import revealed_since

STAND_IN = "centurio"
"""Plays on for somebody who resigned or ran out of time where more than two sit."""
MOST_ENTRIES = 4_000
"""When a log is as long as this, only what a match needs to go on and to end is added to it."""
MOST_SAID, MOST_SAID_AROUND = 1_000, 300
"""How much may be said at a table in all, and by spectators."""


class Additions:
    """The entries that a command adds."""

    def __init__(self, table: Table, at: float, id: str | None = None) -> None:
        self.table = table
        self.at = max(at, table.log[-1].at) if table.log else at
        self.id = id
        self.entries: list[Entry] = []
        table.forget()

    def add(self, kind: Kind, seat: int | None, **data: Any) -> None:
        """Add an entry; the first carries the command's id."""
        if self.id is not None and not self.entries:
            data["id"] = self.id
        entry = Entry(kind, self.at, seat, data)
        self.table.add(entry)
        self.entries.append(entry)


GUESTS = ("Amicus", "Hospes", "Viator", "Socius", "Comes", "Civis")
"""What people are called who give no name, by seat: friend, guest, traveller, ally, companion, citizen."""


def must_be(table: Table, status: Status) -> None:
    """Refuse what does not go with how far the match is."""
    if table.status != status:
        words = {WAITING: "the match has not begun yet", LIVE: "the match is going on", OVER: "the match is over"}
        raise TableError(table.status, words[table.status])


def must_have_room(table: Table) -> None:
    """Refuse what could go on for ever."""
    if table.version >= MOST_ENTRIES:
        raise TableError("full", f"the log of this table is full ({MOST_ENTRIES} entries): only moves go on")


def must_not_begin(table: Table) -> None:
    """Refuse to open a seat while shares are revealed: who came instead could choose one knowing those of others."""
    if table.begins_by is not None:
        raise TableError("starting", "the match is about to begin")


def sit(
    table: Table, seat: int, name: str, at: float, id: str | None = None, *, by: str | None = None,
    hash: str | None = None, program: bool = False,
) -> list[Entry]:  # fmt: skip
    """Take an open seat. `by` marks who may play it, `hash` is that of a share in the dice, a `program` says so.

    The match begins when the last seat is taken, or when all have revealed their shares then.
    """
    must_be(table, WAITING)
    must_have_room(table)
    if by is not None and by in table.removed:
        raise TableError("removed", "the host sent you away from this table")
    if seat not in table.open_seats:
        raise TableError("taken", f"the seat of {table.game.seats[seat].capitalize()} is taken")
    adding = Additions(table, at, id)
    given = (("by", by), ("hash", hash), ("program", program or None))
    more = {name: value for name, value in given if value is not None}
    adding.add("sit", seat, name=clean(name, NAME_LENGTH) or GUESTS[seat % len(GUESTS)], **more)
    if not table.open_seats and not table.unrevealed:
        adding.add("start", None)
    return adding.entries


def reveal(
    table: Table, seat: int, share: str, at: float, id: str | None = None, *, next_hash: str | None = None
) -> list[Entry]:
    """Reveal a seat's share in the dice, when all have committed to theirs; after the last the match begins.

    `next_hash` is that of a share in the dice of the next match. Two pages of one player may both reveal it: the second
    adds nothing.
    """
    committed = table.shares[seat]
    if committed is not None and committed.value == share:
        return []
    must_be(table, WAITING)
    if table.open_seats:
        raise TableError("early", "somebody still has to sit down: a share is revealed when all have")
    if committed is None or committed.value is not None:
        raise TableError("nothing", "there is no share of yours to reveal")
    if hash_of(share) != committed.hash:
        raise TableError("share", "this is not the share whose hash you gave")
    adding = Additions(table, at, id)
    adding.add("reveal", seat, share=share, **({} if next_hash is None else {"next_hash": next_hash}))
    if not table.unrevealed:
        adding.add("start", None)
    return adding.entries


def hold(table: Table, seat: int, by: str, at: float) -> list[Entry]:
    """Let somebody's other device play a seat too."""
    if by in table.holders[seat]:
        return []
    if table.names[seat] is None:
        raise TableError("open", "nobody sits there any more")
    must_have_room(table)
    adding = Additions(table, at)
    adding.add("hold", seat, by=by)
    return adding.entries


def begin(table: Table, at: float) -> list[Entry]:
    """Begin a match in which nobody has to sit down, for bots play each other, or without the shares not revealed."""
    must_be(table, WAITING)
    if table.open_seats:
        raise TableError("waiting", "somebody still has to sit down")
    adding = Additions(table, at)
    adding.add("start", None)
    return adding.entries


def move(
    table: Table, seat: int, given: Move | int | str, version: int, at: float, id: str | None = None
) -> list[Entry]:
    """Make a move, or choose early where all choose at once; early choices of others follow when they are due."""
    must_be(table, LIVE)
    if version < table.decision_since[seat]:
        raise TableError("stale", "the match has gone on: look at it again before you move")
    if version > table.version:
        raise TableError("version", f"version {version} is not there yet; this table is at {table.version}")
    assert table.state is not None
    chosen = table.game.move(given)
    position = table.choice(seat)
    if position is None:
        decides = table.game.seats[table.state.to_move or 0].capitalize()
        raise TableError("turn", f"it is for {decides} to decide")
    if chosen.id not in position.actions:
        raise position.refuse(chosen)
    if table.clock.is_late(seat, at):
        raise TableError("time", "your time is up")
    adding = Additions(table, at, id)
    if position is table.state:
        adding.add("move", seat, action=chosen.id)
        enter_early(table, adding)
    else:
        adding.add("early", seat, action=chosen.id)
    return adding.entries


def enter_early(table: Table, adding: Additions) -> None:
    """Let early choices enter the log when their turn has come."""
    while table.status == LIVE and table.state is not None:
        seat = table.state.to_move
        waiting = table.early.get(-1 if seat is None else seat)
        if seat is None or not waiting:
            return
        adding.add("move", seat, action=waiting[0], early=True)


def withdraw(table: Table, seat: int, at: float, id: str | None = None) -> list[Entry]:
    """Take back the last early choice, which nobody has seen."""
    must_be(table, LIVE)
    if not table.early.get(seat):
        raise TableError("nothing", "there is no early choice to take back")
    must_have_room(table)
    adding = Additions(table, at, id)
    adding.add("withdraw", seat)
    return adding.entries


def undo(table: Table, seat: int, held: Collection[int], agree: bool, at: float, id: str | None = None) -> list[Entry]:
    """Take back one's last move with all that followed, or ask the others for it.

    Free where nobody else plays; else everybody has to agree. What chance or others revealed since was seen: with
    nobody to ask, one has to say that one means it.
    """
    must_be(table, LIVE)
    if not table.terms.undo:
        raise TableError("forbidden", "at this table moves are not taken back")
    if table.early.get(seat):
        return withdraw(table, seat, at, id)
    if seat not in table.movers:
        raise TableError("nothing", "there is no move of yours to take back")
    must_have_room(table)
    others = [other for other in table.people if other not in held]
    if others and table.undo is not None and table.undo.seat == seat:
        raise TableError("asked", "you asked for it already: the others have to answer")
    if others and ("undo", seat) in table.declined:
        raise TableError("declined", "the others have said no: play on first")
    keep = last_move(table, seat)
    seen = revealed_since(table, keep)
    if not others and seen and not agree:
        raise TableError("revealed", "chance or hidden cards were seen since that move: say that you mean it")
    adding = Additions(table, at, id)
    if others:
        adding.add("undo-ask", seat, keep=keep, reveals=seen)
    else:
        adding.add("undo", seat, keep=keep, reveals=seen)
    return adding.entries


def last_move(table: Table, seat: int) -> int:
    """Return the number of a seat's last move, which is how many moves stay when it is taken back."""
    return len(table.movers) - 1 - table.movers[::-1].index(seat)


def answer_undo(
    table: Table, seat: int, yes: bool, held: Collection[int], at: float, id: str | None = None
) -> list[Entry]:
    """Agree to an undo or refuse it; with the last consent it happens."""
    must_be(table, LIVE)
    asked = table.undo
    if asked is None or asked.seat in held:
        raise TableError("nothing", "nobody asked you to take back a move")
    adding = Additions(table, at, id)
    adding.add("undo-answer", seat, yes=yes)
    for other in held:
        if yes and other != seat and other in table.people:
            adding.add("undo-answer", other, yes=True)
    if table.undo is not None and table.undo.agreed | {asked.seat} >= set(table.people):
        adding.add("undo", asked.seat, keep=asked.keep, reveals=asked.reveals)
    return adding.entries


def offer_draw(table: Table, seat: int, held: Collection[int], at: float, id: str | None = None) -> list[Entry]:
    """Offer a draw to the other people at the table; bots play on."""
    must_be(table, LIVE)
    if all(other in held for other in table.people):
        raise TableError("nobody", "there is nobody to offer a draw to; bots play on")
    if any(level is not None for level in table.bots):
        raise TableError("bots", "bots do not agree to a draw")
    if seat in table.draw:
        raise TableError("offered", "a draw is offered already")
    if ("draw", seat) in table.declined:
        raise TableError("declined", "the others have said no: play on first")
    must_have_room(table)
    adding = Additions(table, at, id)
    for each in sorted(held):
        if each in table.people and table.status == LIVE:
            adding.add("draw-offer", each)
    return adding.entries


def answer_draw(table: Table, seat: int, yes: bool, at: float, id: str | None = None) -> list[Entry]:
    """Agree to a draw or refuse it."""
    must_be(table, LIVE)
    if not table.draw or seat in table.draw:
        raise TableError("nothing", "nobody offered you a draw")
    adding = Additions(table, at, id)
    adding.add("draw-answer", seat, yes=yes)
    return adding.entries


def resign(table: Table, seat: int, at: float, id: str | None = None) -> list[Entry]:
    """Give up; where more than two sit a bot plays on."""
    must_be(table, LIVE)
    adding = Additions(table, at, id)
    adding.add("resign", seat)
    stand_in(table, adding, seat, STAND_IN)
    return adding.entries


def leave(table: Table, seat: int, at: float, id: str | None = None) -> list[Entry]:
    """Stand up: before the match the seat opens again; in it a bot takes over if the table says so, or one resigns."""
    if table.status == OVER:
        must_be(table, LIVE)
    must_not_begin(table)
    if table.status == LIVE and takeover_of(table, seat) is None:
        return resign(table, seat, at, id)
    adding = Additions(table, at, id)
    adding.add("leave", seat)
    stand_in(table, adding, seat, table.terms.takeover)
    return adding.entries


def takeover_of(table: Table, seat: int) -> str | None:
    """Return the level that plays on for somebody, if the table says so and others are there to play with."""
    return table.terms.takeover if any(other != seat for other in table.people) else None


def stand_in(table: Table, adding: Additions, seat: int, level: str | None) -> None:
    """Let a bot play on; a match without people is over."""
    if table.status == LIVE:
        adding.add("takeover", seat, level=level or STAND_IN)
        if not table.people:
            adding.add("abandon", seat)


def come_back(table: Table, seat: int, at: float, id: str | None = None) -> list[Entry]:
    """Take one's seat back from the bot that took over."""
    must_be(table, LIVE)
    if table.names[seat] is None or table.bots[seat] is None:
        raise TableError("nothing", "no bot took over this seat from you")
    if seat in table.resigned:
        raise TableError("resigned", "you gave this match up")
    must_have_room(table)
    adding = Additions(table, at, id)
    adding.add("return", seat)
    return adding.entries


def call_time(table: Table, at: float) -> list[Entry]:
    """End the time of whoever has none left: a bot takes over if the table says so, or the match is lost."""
    must_be(table, LIVE)
    seat = table.clock.out_of_time(at)
    if seat is None:
        raise TableError("nothing", "nobody is out of time")
    adding = Additions(table, at)
    takeover = takeover_of(table, seat)
    adding.add("time", seat, **({"takeover": True} if takeover else {}))
    stand_in(table, adding, seat, takeover)
    return adding.entries


def abandon(table: Table, seat: int, held: Collection[int], at: float, id: str | None = None) -> list[Entry]:
    """End a match without a result, where no other person plays."""
    if table.status == OVER:
        must_be(table, LIVE)
    if any(other not in held for other in table.people):
        raise TableError("people", "others are at the table: resign or leave instead")
    adding = Additions(table, at, id)
    adding.add("abandon", seat)
    return adding.entries


def ask_rematch(table: Table, seat: int, held: Collection[int], at: float, id: str | None = None) -> list[Entry]:
    """Ask for another match; when all people do, it can be laid out."""
    must_be(table, OVER)
    if table.next is not None:
        raise TableError("next", "the next match is laid out already")
    asking = [each for each in sorted({seat, *held}) if table.names[each] is not None and each not in table.rematch]
    if not asking:
        raise TableError("asked", "you asked for a rematch already")
    adding = Additions(table, at, id)
    for each in asking:
        adding.add("rematch", each)
    return adding.entries


def lay_next(table: Table, following: str, at: float) -> list[Entry]:
    """Say where the next match is."""
    must_be(table, OVER)
    if table.next is not None:
        raise TableError("next", "the next match is laid out already")
    adding = Additions(table, at)
    adding.add("next", None, table=following)
    return adding.entries


def say(table: Table, seat: int | None, name: str, text: str, at: float, id: str | None = None) -> list[Entry]:
    """Say something; what spectators say during the match only spectators hear."""
    said = clean(text, TEXT_LENGTH)
    if not said:
        raise TableError("empty", "there is nothing in this message")
    must_have_room(table)
    if seat is None and table.muted:
        raise TableError("muted", "spectators may not write at this table")
    if table.said >= MOST_SAID or (seat is None and table.said_around >= MOST_SAID_AROUND):
        raise TableError("full", "so much was said at this table that nothing more is taken down")
    speaker = table.names[seat] if seat is not None else clean(name, NAME_LENGTH)
    if seat is None and speaker and alike(speaker) in {alike(known) for known in table.names if known}:
        raise TableError("name", "somebody at the table has this name: take another")
    adding = Additions(table, at, id)
    adding.add("say", seat, name=speaker or "Spectator", text=said)
    return adding.entries


def alike(name: str) -> str:
    """Write a name as somebody reads it who does not look closely: without case, accents, signs and blanks."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


def remove(table: Table, seat: int, of: int, at: float, id: str | None = None) -> list[Entry]:
    """Send somebody away before the match, as the host may."""
    must_be(table, WAITING)
    must_be_host(table, seat)
    if of == seat or of not in range(len(table.names)) or table.names[of] is None:
        raise TableError("absent", "nobody else sits there")
    must_not_begin(table)
    adding = Additions(table, at, id)
    adding.add("leave", of, removed=True)
    return adding.entries


def mute(table: Table, seat: int, yes: bool, at: float, id: str | None = None) -> list[Entry]:
    """Let spectators say nothing more, or let them write again, as the host may."""
    must_be_host(table, seat)
    if table.muted == yes:
        return []
    must_have_room(table)
    adding = Additions(table, at, id)
    adding.add("mute", seat, yes=yes)
    return adding.entries


def must_be_host(table: Table, seat: int) -> None:
    """Refuse what only the host may do: who was first at the table."""
    if seat != table.host:
        raise TableError("host-only", "only who laid out this table may do this")


def claim(
    table: Table, seat: int, held: Collection[int], gone: Collection[int], win: bool, at: float, id: str | None = None
) -> list[Entry]:
    """End a match without a clock against somebody who owes a decision and left long ago: as won, or as a draw.

    `gone` are the seats whose holders have been away for long enough. Where more than two sit a bot plays on for them.
    """
    must_be(table, LIVE)
    if table.clock.terms.kind != "none":
        raise TableError("clock-runs", "the clock decides at this table")
    awaited = [other for other in table.awaited if other in table.people and other not in held]
    if not awaited:
        raise TableError("yours", "nobody else has to decide now")
    absent = [other for other in awaited if other in gone]
    if not absent:
        raise TableError("there", "they are there, or left a moment ago: wait a few minutes")
    adding = Additions(table, at, id)
    adding.add("claim", seat, of=absent[0], win=win)
    stand_in(table, adding, absent[0], table.terms.takeover)
    return adding.entries
