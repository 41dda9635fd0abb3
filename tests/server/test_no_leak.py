"""A client's whole traffic is the same for two matches that differ only in what it may not know.

Two worlds begin alike for a viewer and differently behind its back: the second is a new deal of everything that the
viewer cannot know. Then everybody does the same in both; where a choice is hidden from the viewer, others choose
differently. As long as the rules themselves show the viewer nothing that tells the worlds apart, not a byte may differ.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quadriga
from quadriga.kernel.compiled import Compiled
from quadriga.model import Game, Move, State
from quadriga.server import bots
from quadriga.table import commands, terms
from quadriga.table.table import Table

from ..conftest import FEW, GAMES, label, quick, walk
from .steadfast import ROUNDS
from .wire import House, Wire, house

STEPS = 7
"""How long two worlds are compared, if the rules do not tell them apart before."""
PROBES = 4
"""How many questions the viewer asks after every step."""
TRIES = 12
"""How many moves are looked at to find one that does not tell the worlds apart."""
PLAYED = [*FEW, next(game for game in GAMES if len(game.seats) == 2 and game.options.get("chariots", 1) > 1)]
"""The server knows no option: what rules show, tests/games/test_secrecy.py looks at in every game."""


class Dealt(Game):
    """A game whose matches begin at a position, whatever their secret."""

    def __init__(self, position: State) -> None:
        super().__init__(position.game.definition, position.game.options)
        self.compiled_actions = quick(position.game).compiled_actions
        self.position = position

    def new(self, seed: int | None = None) -> State:
        """Begin at the position, with nothing played yet."""
        return State(self, self.position.bits.copy(), 0, [], self.position.start)


class World:
    """One of two matches, with all that its viewer was sent."""

    def __init__(self, home: House, position: State, viewer: int | None, keys: list[str], watcher: str | None) -> None:
        self.home = home
        self.position = position
        self.viewer = viewer
        self.keys = keys
        self.key = watcher if viewer is None else keys[viewer]
        self.traffic: list[str] = []
        self.logged: list[str] = []

    async def open(self) -> None:
        """Lay out the table and let everybody sit down; the viewer opens a socket."""
        game = Dealt(self.position)
        terms._loaded[game.name, tuple(game.option_texts.items())] = game
        seats = [{"kind": "me"}] + [{"kind": "open"}] * (len(game.seats) - 1)
        wish = {"game": game.name, "options": game.option_texts, "seats": seats, "listed": True, "hints": True}
        made = await self.home.ask(self.keys[0], "POST", "/api/tables", wish)
        assert made.status_code == 201, made.text
        self.id = made.json()["table"]["id"]
        self.home.tables.append(self.id)
        for seat in range(1, len(game.seats)):
            await self.order(seat, do="sit", seat=seat, name=f"Player {seat}")
        self.wire = Wire(self.home.app, self.id, self.key, 0)
        await self.wire.settle()

    def probes(self, chooser: Random) -> list[tuple[str, str, Any]]:
        """Think of things that a curious viewer may ask for: what is its own, and what is not."""
        return chooser.sample(probes(self, chooser), PROBES)

    def orders(self, number: int) -> list[dict[str, Any]]:
        """What the viewer sends over its socket after every step."""
        return [
            {"do": "sync", "since": number % 3, "id": f"s{number}"},
            {"do": "undo", "version": 0, "id": f"u{number}"},
            {"do": "nonsense", "id": f"n{number}"},
        ]

    @property
    def table(self) -> Table:
        """The table, as only the server knows it."""
        return self.home.live(self.id).table

    async def order(self, who: int, /, **order: Any) -> None:
        """Let whoever sits at a seat do something; what the viewer is answered belongs to its traffic."""
        answer = await self.home.ask(self.keys[who], "POST", f"/api/tables/{self.id}/commands", order)
        if who == self.viewer:
            self.note(answer)
        else:
            assert answer.status_code < 500, answer.text

    async def ask(self, method: str, path: str, json: Any = None) -> None:
        """Let the viewer ask for something about the table."""
        self.note(await self.home.ask(self.key, method, path.format(id=self.id), json))

    def note(self, answer: Any) -> None:
        """Keep an answer: status, headers, body."""
        sized = ("content-length", "content-encoding", "vary")  # packed from a size on, which times may reach or not
        headers = sorted(f"{name}: {value}" for name, value in answer.headers.items() if name not in sized)
        self.traffic.append(self.plain("\n".join([str(answer.status_code), *headers, "", answer.text])))

    async def sent(self) -> list[str]:
        """All that the viewer was sent up to now, without what has to differ."""
        await self.wire.settle()
        return [*map(self.plain, self.wire.texts), *self.traffic]

    def plain(self, text: str) -> str:
        """Replace the names of tables, the commitment, and times."""
        assert f"{self.table.secret:032x}" not in text
        text = text.replace(self.table.commitment, "COMMITMENT")
        for number, table in enumerate(self.home.tables):
            text = text.replace(table, f"TABLE {number}")
        text = re.sub(r'("cursor":"\d~)[\d.]+(?=~)', r"\1TIME", text)
        return re.sub(r'("(?:at|since|now|created_at|updated_at)":)\d+(?:\.\d+)?(?:e\+?\d+)?(?=[,}])', r"\1TIME", text)

    def imagine(self, seat: int, move: Move) -> tuple[Any, ...]:
        """What the rules themselves would show the viewer of a move; nothing of the server is asked."""
        table = Table.load(self.table.terms, self.table.secret, self.table.log)
        table.forget()
        commands.move(table, seat, move, table.version, table.log[-1].at)
        assert table.state is not None
        name = None if self.viewer is None else table.game.seats[self.viewer]
        told = [event.seen_by(name) for events in table.events.values() for event in events]
        seen = [(event.kind, event.seat, dict(event.data), event.text) for event in told]
        return table.state.view(self.viewer), seen, table.state.to_move, table.status, sorted(table.awaited)


class Screen(World):
    """One of two matches of people who share a screen: all seats are one visitor's, who looks as one at a time."""

    async def open(self) -> None:
        """Lay out the table; the viewer opens a socket as a seat, or as a spectator: behind the curtain."""
        game = Dealt(self.position)
        terms._loaded[game.name, tuple(game.option_texts.items())] = game
        wish = {"game": game.name, "options": game.option_texts, "seats": [{"kind": "me"}] * len(game.seats)}
        made = await self.home.ask(self.key, "POST", "/api/tables", {**wish, "hints": True})
        self.id = made.json()["table"]["id"]
        self.home.tables.append(self.id)
        self.note(made)
        self.wire = Wire(self.home.app, self.id, self.key, 0, self.viewer)
        await self.wire.settle()

    def probes(self, chooser: Random) -> list[tuple[str, str, Any]]:
        """Ask for all that there is to see, as the seat that is looked as."""
        version, here = self.table.version, "/api/tables/{id}"
        seat = "" if self.viewer is None else f"seat={self.viewer}"
        return [
            ("GET", f"{here}?{seat}", None),
            ("GET", f"{here}?since={chooser.randrange(version + 1)}&{seat}", None),
            ("GET", f"{here}/history?{seat}", None),
            ("GET", f"{here}/versions/{chooser.randrange(version + 1)}?{seat}", None),
            ("GET", f"{here}/film?{seat}", None),
            ("GET", f"{here}/fairness", None),
            ("GET", f"{here}/record", None),
            ("GET", f"{here}/analysis", None),
            ("GET", "/api/tables?show=mine&limit=1", None),
        ]

    def orders(self, number: int) -> list[dict[str, Any]]:
        """Open the curtain once more; look as a seat that is not there, too."""
        return [*super().orders(number), {"do": "look", "seat": self.viewer}, {"do": "look", "seat": 9}]


def pairs_of(one: World, other: World, chooser: Random) -> Iterator[tuple[int, Move, Move]]:
    """Yield moves for a seat in both worlds that the viewer cannot tell apart, as far as others may see them."""
    seats = sorted(one.table.awaited)
    for number in range(TRIES):
        seat = chooser.choice(seats)
        here, there = one.table.choice(seat), other.table.choice(seat)
        assert here is not None and there is not None
        move = chooser.choice(here.legal)
        if seat == one.viewer:
            yield seat, move, move
            continue
        shown = here.game.definition.rules.public_action
        alike = [each for each in there.legal if shown(there.s, each.id) == shown(here.s, move.id)]
        wanted = [each for each in alike if (each.id != move.id) == (number < TRIES // 2)]
        if alike:
            yield seat, move, chooser.choice(wanted or alike)


async def step(one: World, other: World, chooser: Random, counted: Counter[str]) -> bool:
    """Let somebody move in both worlds; False if every move that was looked at would tell them apart."""
    for seat, move, alike in pairs_of(one, other, chooser):
        if one.imagine(seat, move) == other.imagine(seat, alike):
            counted["other" if seat != one.viewer else "own"] += 1
            counted["hidden"] += move.id != alike.id
            for world, chosen in ((one, move), (other, alike)):
                await world.order(seat, do="move", seat=seat, id=f"m{world.table.version}", move=chosen.id,
                                  version=world.table.version)  # fmt: skip
            return True
    return False


def probes(one: World, chooser: Random) -> list[tuple[str, str, Any]]:
    """Think of things that a curious viewer may ask for: what is its own, and what is not."""
    table = one.table
    seats = range(len(table.game.seats))
    version = table.version
    here = "/api/tables/{id}"
    orders = [
        {"do": "move", "seat": seat, "version": chooser.choice((version, version, max(0, version - 2), version + 1)),
         "move": chooser.randrange(table.game.num_actions)}
        for seat in (*seats, *([] if one.viewer is None else [one.viewer] * 6))
        if not is_legal(table, seat)
    ]  # fmt: skip
    own = seats[0] if one.viewer is None else one.viewer
    orders += [{"do": "withdraw", "seat": own}, {"do": "draw-answer", "seat": own, "yes": False}]
    orders += [{"do": "return", "seat": own}, {"do": "move", "version": version, "move": "x" * 50}]
    orders += [{"do": "say", "text": "Salve!"}]
    for order in orders:
        if "move" in order and order.get("seat") == one.viewer and isinstance(order["move"], int):
            position = table.choice(own)
            legal = [] if position is None else [move.id for move in position.legal]
            while order["move"] in legal:
                order["move"] = chooser.randrange(table.game.num_actions)
    asked: list[tuple[str, str, Any]] = [("POST", f"{here}/commands", order) for order in chooser.sample(orders, 3)]
    asked += [
        ("GET", here, None),
        ("GET", f"{here}?since={chooser.randrange(version + 1)}", None),
        ("GET", f"{here}/history?since={chooser.randrange(version + 1)}", None),
        ("GET", f"{here}/versions/{chooser.randrange(version + 1)}", None),
        ("GET", f"{here}/versions/{version}?seat={chooser.choice(seats)}", None),
        ("GET", f"{here}/film", None),
        ("GET", f"{here}/film?seat={chooser.choice(seats)}", None),
        ("POST", f"{here}/play-on", {"version": version, "seats": [{"kind": "me"} for _ in seats]}),
        ("GET", f"{here}/fairness", None),
        ("GET", f"{here}/record", None),
        ("GET", f"{here}/analysis", None),
        ("GET", "/api/tables?show=live&limit=1", None),
        ("GET", f"/api/tables?show={chooser.choice(('mine', 'open', 'over'))}&limit=1", None),
    ]
    others = [seat for seat in seats if seat != one.viewer]
    if others:
        asked.append(("POST", f"{here}/hint", {"seat": chooser.choice(others)}))
        asked.append(("POST", f"{here}/link", {"seat": chooser.choice(others)}))
    return asked


def is_legal(table: Table, seat: int) -> bool:
    """Tell whether every number would be a legal move; then there is nothing to refuse."""
    position = table.choice(seat)
    return position is not None and len(position.legal) == table.game.num_actions


async def compare(one: World, other: World, chooser: Random, counted: Counter[str]) -> None:
    """Let the same happen in two worlds, and compare all that the viewer is sent."""
    await one.open()
    await other.open()
    for number in range(STEPS):
        for method, path, body in one.probes(chooser):
            await one.ask(method, path, body)
            await other.ask(method, path, body)
        for world in (one, other):
            for order in world.orders(number):
                world.wire.say(json.dumps(order))
            await world.wire.settle()  # else what comes next may come before it in one of the worlds
        if number % 4 == 3:
            await talk_about_undo(one, other, chooser)
        sent, likewise = await one.sent(), await other.sent()
        assert len(sent) == len(likewise)
        for ours, theirs in zip(sent, likewise, strict=True):
            assert ours == theirs
        counted["messages"] += len(sent)
        same_task(one, other)
        if not await step(one, other, chooser, counted) or one.table.status != "live":
            break  # after the end nothing is hidden


async def talk_about_undo(one: World, other: World, chooser: Random) -> None:
    """Let somebody ask to take back a move; the others agree or do not."""
    seats = range(len(one.keys))
    seat, yes = chooser.choice(seats), chooser.random() < 0.5
    for world in (one, other):
        await world.order(seat, do="undo", seat=seat)
        for each in seats:
            if each != seat:
                await world.order(each, do="undo-answer", seat=each, yes=yes)


def same_task(one: World, other: World) -> None:
    """Check that a bot at the viewer's seat would be handed the same bytes in both worlds."""
    if one.viewer is None:
        return
    here, there = one.table.choice(one.viewer), other.table.choice(one.viewer)
    assert (here is None) == (there is None)
    if here is not None and there is not None:
        tasks = []
        for position in (here, there):
            chance = Random(9)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(secrets, "randbits", chance.getrandbits)
                tasks.append(bots.task_for(position, one.viewer))
        assert tasks[0] == tasks[1]
        assert tasks[0].bits != here.bits.tobytes() or here.game.options.get("solo")


def beginning(game: Game, viewer: int | None, chooser: Random) -> tuple[State, State]:
    """Return two positions that look the same to a viewer: at the beginning, or somewhere in the middle."""
    states = [state.copy() for state in walk(quick(game), chooser.randrange(10**6)) if state.to_move is not None]
    state = states[chooser.choice((0, chooser.randrange(len(states))))]
    dealt = state.redeal(viewer, chooser.randrange(10**6))
    dealt.bits["secret"] = state.bits["secret"]
    return state, dealt


class Houses:
    """Two servers, one for each world, for as long as these tests run."""

    def __init__(self, folder: Path) -> None:
        self.runner = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.one, self.other = (
            self.runner.run(self.stack.enter_async_context(house(folder / name))) for name in ("one", "other")
        )

        keys = self.one.parts.keys
        self.other.parts.keys.secret = keys.secret  # so that somebody has the same key at both
        self.key = keys.new

    def close(self) -> None:
        """Stop them."""
        self.runner.run(self.stack.aclose())
        self.runner.close()


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Houses]:
    opened = Houses(tmp_path_factory.mktemp("houses"))
    yield opened
    opened.close()


@pytest.mark.parametrize("game", PLAYED, ids=label)
def test_a_viewers_whole_traffic_tells_nothing_that_it_may_not_know(
    game: Game, houses: Houses, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "quadriga")
    counted: Counter[str] = Counter()
    known = tuple(game.option_texts.items())

    async def story() -> None:
        keys = [houses.key() for _ in game.seats]
        for number in range(max(1, ROUNDS // 3)):
            chooser = Random(zlib.crc32(f"{label(game)} {number}".encode()))
            for viewer in (*chooser.sample(range(len(game.seats)), min(2, len(game.seats))), None):
                watcher = chooser.choice((None, houses.key()))
                here, there = beginning(game, viewer, chooser)
                worlds = (
                    World(houses.one, here, viewer, keys, watcher),
                    World(houses.other, there, viewer, keys, watcher),
                )
                await compare(*worlds, chooser, counted)
                for world in worlds:
                    await world.wire.close()
                    assert f"{world.table.secret:032x}" not in caplog.text
        assert not any(key in caplog.text for key in keys)

    try:
        houses.runner.run(story())
    finally:
        terms._loaded.pop((game.name, known), None)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert counted["messages"] > 40
    print(label(game), dict(counted))


@pytest.mark.parametrize("game", [game for game in PLAYED if len(game.seats) > 1], ids=label)
def test_who_shares_a_screen_is_sent_only_what_the_seat_that_is_shown_may_know(game: Game, houses: Houses) -> None:
    counted: Counter[str] = Counter()
    known = tuple(game.option_texts.items())

    async def story() -> None:
        keys = [houses.key()] * len(game.seats)
        chooser = Random(zlib.crc32(f"screen {label(game)}".encode()))
        for viewer in (chooser.randrange(len(game.seats)), None):
            here, there = beginning(game, viewer, chooser)
            one = Screen(houses.one, here, viewer, keys, keys[0])
            other = Screen(houses.other, there, viewer, keys, keys[0])
            await compare(one, other, chooser, counted)
            for world in (one, other):
                await world.wire.close()

    try:
        houses.runner.run(story())
    finally:
        terms._loaded.pop((game.name, known), None)
    assert counted["messages"] > 40


def have_one_move(state: State, seed: int) -> list[bool]:
    """Tell for forty worlds that look the same to a spectator whether there is one move only; compiled, which is quick."""
    worlds = state.game.batch(40, threads=1)
    worlds.states[:] = state.bits
    worlds.redeal(-1, seed)
    return (worlds.legal.sum(axis=1) == 1).tolist()


def test_what_bots_do_at_once_is_forced_for_all_to_see() -> None:
    """A move that a bot makes without its pause tells nothing: whoever looks on knows that there is no other."""
    told: Counter[str] = Counter()
    for game in map(quick, GAMES[::2]):
        for number, state in enumerate(walk(game, 31)):
            if state.to_move is None or len(state.legal) > 1:
                continue
            known = state.redeal(state.to_move, number)
            told["only"] += 1
            if bots.is_forced(known, number):
                told["at once"] += 1
                told["tells"] += have_one_move(state, 500).count(False) > 4
            elif all(have_one_move(state, 900)):
                told["too late"] += 1
    assert told["tells"] == 0, told
    assert told["too late"] == 0, told
    assert told["at once"] > 100 and told["only"] > told["at once"]


def test_before_the_rules_are_compiled_the_same_moves_are_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    found: Counter[bool] = Counter()
    game = quick(quadriga.load("caesar-cleopatra-2024"))
    for number, state in enumerate(walk(game, 31)):
        if state.to_move is None or len(state.legal) > 1:
            continue
        worlds = have_one_move(state, 500)
        with monkeypatch.context() as patch:
            patch.setattr(Compiled, "is_warm", False)
            forced = bots.is_forced(state.redeal(state.to_move, number), number)
        if all(worlds) or worlds.count(False) > 4:  # else it depends on the deals
            assert forced == all(worlds)
            found[forced] += 1
    assert found[True] > 5 and found[False], found


def test_a_move_with_a_choice_is_never_made_at_once(edition: Game) -> None:
    for number, state in enumerate(walk(edition, 37)):
        if state.to_move is not None and len(state.legal) > 1:
            assert not bots.is_forced(state.redeal(state.to_move, number), number)
