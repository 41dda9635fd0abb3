"""A busy table: people at it do anything that somebody may think of, allowed or not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from quadriga.errors import QuadrigaError
from quadriga.table import commands
from quadriga.table.clock import ClockTerms
from quadriga.table.fairness import hash_of
from quadriga.table.table import LIVE

from .builder import Match, everything, waiting


def do_something(match: Match, chooser: random.Random) -> None:
    """Do anything that somebody at a table may think of; QuadrigaError if it is refused."""
    table, seat = match.table, chooser.choice(match.seats)
    if chooser.random() < 0.6 and table.awaited:
        early = [other for other in table.awaited if table.state is not None and other != table.state.to_move]
        seat = chooser.choice(early) if early and chooser.random() < 0.5 else next(iter(table.awaited))
        match.play(chooser.choice(table.choice(seat).legal), seat)
        return
    away = [other for other in match.seats if table.names[other] is not None and table.bots[other] is not None]
    yes = chooser.random() < 0.7
    rare = chooser.random() < 0.04
    wishes = [
        lambda: match.withdraw(seat),
        lambda: match.undo(seat, agree=yes),
        lambda: match.answer_undo(seat, yes),
        lambda: match.offer_draw(seat),
        lambda: match.answer_draw(seat, rare),
        lambda: match.come_back(chooser.choice(away or match.seats)),
        lambda: match.say(seat if yes else None, "Salve!", "Cicero"),
        lambda: match.call_time(match.now + chooser.choice((0, 3, 70 if rare else 3))),
        lambda: match.play(chooser.randrange(table.game.num_actions), seat, table.version + chooser.randrange(-3, 2)),
        lambda: commands.hold(table, seat, f"device {chooser.randrange(3)}", match.later(None)),
        lambda: match.rematch(seat),
        lambda: commands.mute(table, seat, yes, match.later(None)),
        lambda: commands.claim(
            table, seat, match.held(seat), range(len(match.seats) if rare else 0), yes, match.later(None)
        ),
        lambda: match.leave(seat) if rare else match.withdraw(seat),
        lambda: match.resign(seat) if rare and chooser.random() < 0.3 else match.withdraw(seat),
        lambda: match.abandon(seat) if rare and chooser.random() < 0.3 else match.withdraw(seat),
    ]
    chooser.choice(wishes)()


def anything_goes(game: str, options: dict[str, Any], seed: int, wishes: int = 110) -> Iterator[Match]:
    """Yield a match after every wish of a busy table, granted or refused; a refused one must change nothing."""
    chooser = random.Random(f"{game} {options} {seed}")
    clocks = (ClockTerms(), ClockTerms("move", 60.0), ClockTerms("bank", 40.0, 5.0))
    bots = {0: "tiro"} if seed % 2 and options.get("solo") is None else {}
    match = waiting(
        game, secret=chooser.getrandbits(128), hotseat=seed % 3 == 2, bots=bots, clock=clocks[seed % 3],
        takeover=chooser.choice((None, "miles")), **options,
    )  # fmt: skip
    shares = {seat: f"{chooser.getrandbits(128):032x}" for seat in match.seats if chooser.random() < 0.5}
    while match.table.open_seats:
        seat = chooser.choice(match.table.open_seats)
        match.sit(seat, hash=hash_of(shares[seat]) if seat in shares else None)
        yield match
        sitting = match.table.sitting
        if match.table.open_seats and len(sitting) > 1 and chooser.random() < 0.3:
            commands.remove(match.table, sitting[0], sitting[1], match.later(None))
    while match.table.unrevealed:
        seat = chooser.choice(match.table.unrevealed)
        commands.reveal(match.table, seat, shares[seat], match.later(None))
        yield match
        if match.table.unrevealed and chooser.random() < 0.1:
            commands.begin(match.table, match.later(None))
            yield match
            break
    for _ in range(wishes):
        before = everything(match.table)
        try:
            do_something(match, chooser)
        except QuadrigaError:
            assert everything(match.table) == before
        yield match
    while match.table.status == LIVE:
        with suppress(QuadrigaError):
            match.abandon(0)
        with suppress(QuadrigaError):
            match.leave(chooser.choice(match.seats))
        yield match
    with suppress(QuadrigaError):
        match.rematch(chooser.choice(match.seats))
    commands.lay_next(match.table, "another-table", match.later(None))
    yield match
