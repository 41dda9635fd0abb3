"""The client library, and a bot that sits down at a table of a real server."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import quadriga
from quadriga import QuadrigaError
from quadriga.client import AsyncClient, Client, Refused
from quadriga.client.bot import Bot
from quadriga.client.live import Following
from quadriga.players import Budget, player
from tests.server.running import Server

BOT = Path(__file__).parents[2] / "examples" / "engines" / "bot.py"


def test_a_bot_and_a_person_play_a_match(server: Server) -> None:
    with Client(server.url) as person, Client(server.url) as visitor:
        id = person.create("caesar", "me", "open", name="Livia").table.id
        bot = Bot(visitor, player(f"engine:{BOT}"), "Forty", Budget(seconds=5))
        seat = bot.sit(id)
        assert seat == 1 and bot.sit(id) == 1  # it is there already
        shown = person.table(id)
        assert [(one.name, one.program) for one in shown.table.seats] == [("Livia", False), ("Forty", True)]
        assert shown.table.status == "live"
        with pytest.raises(QuadrigaError, match="no seat is open"):
            Bot(Client(server.url), player("random"), "Late", Budget()).sit(id)
        playing = threading.Thread(target=bot.play, args=(id, seat))
        playing.start()
        with person.live(id) as live:
            for _ in live:
                assert live.table is not None
                if live.table.table.status == "over":
                    break
                now = person.table(id)
                if now.table.status == "live" and now.views and now.views[0].legal:
                    try:
                        person.command(id, do="move", version=now.version, move=now.views[0].legal[0].id)
                    except Refused as error:
                        assert error.code == "stale"
        playing.join(60)
        assert not playing.is_alive()
        state = quadriga.replay(person.record(id))
        assert state.outcome is not None
        assert [entry.kind for entry in person.history(id).entries].count("move") == len(state.history)


def test_a_deal_shows_what_the_seat_sees_and_nothing_else(server: Server) -> None:
    with Client(server.url) as one, Client(server.url) as other:
        id = one.create("caesar-cleopatra-2024", "me", "open").table.id
        other.command(id, do="sit", seat=1, name="Bob")
        decides = one.table(id).awaited[0]
        client, waits = (one, other) if decides == 0 else (other, one)
        dealt, again = client.deal(id), client.deal(id)
        view = client.table(id).views[0]
        game = quadriga.load("caesar-cleopatra-2024")
        known = game.from_position(dealt.position)
        assert known.position() != game.from_position(again.position).position()
        shown = known.view(decides)
        assert {name: shown[name] for name in shown if name != "legal"} == {
            name: value
            for name, value in view.model_dump(exclude_unset=True).items()
            if name in shown and name != "legal"
        }
        assert [move["id"] for move in shown["legal"]] == [move.id for move in view.legal]
        if waits.table(id).views[0].legal == []:
            with pytest.raises(Refused) as refused:
                waits.deal(id)
            assert refused.value.code == "turn" and refused.value.status == 409
        with Client(server.url) as stranger, pytest.raises(Refused):
            stranger.deal(id)


def test_the_command_lets_a_program_sit_down(server: Server) -> None:
    with Client(server.url) as person:
        id = person.create("caesar", "me", "open").table.id
        command = [
            sys.executable,
            "-m",
            "quadriga.cli",
            "bot",
            server.url,
            f"{server.url}/table/{id}",
            "--player",
            f"engine:{BOT}",
            "--matches",
            "2",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("bot.py sits at seat 1")
            person.command(id, do="resign", seat=0)
            assert process.stdout.readline() == "The match is over: pompey won.\n"
            person.command(id, do="rematch", seat=0)
            found = re.match(r"bot.py sits at seat 0 of table (\S+);", process.stdout.readline())
            assert found is not None
            following = person.table(found[1]).table
            assert [one.program for one in following.seats] == [True, False]  # who moved on with their seats
            person.command(found[1], do="resign", seat=1)
            rest = process.stdout.read()
        assert process.returncode == 0 and rest.endswith("The match is over: caesar won.\n")


def test_the_client_of_asyncio_does_the_same(server: Server) -> None:
    async def talk() -> None:
        async with AsyncClient(server.url) as client:
            laid = await client.create("caesar", "me", "me")
            id = laid.table.id
            assert laid.held == [0, 1] and any(one.id == id for one in await client.tables("mine"))
            async with client.live(id, seat=0) as live:
                async for frame in live:
                    if frame.type == "table":
                        version, first = frame.version, frame.views[0].legal[0]
                        await live.send(do="move", seat=0, version=version, move=first.id, id="m1")
                    elif frame.type == "entries" and any(entry.id == "m1" for entry in frame.entries):
                        break
            shown = await client.history(id)
            assert shown.entries[-1].kind == "move"
            with pytest.raises(Refused) as refused:
                await client.record(id)
            assert refused.value.status == 409
            await client.command(id, do="resign", seat=0)
            assert (await client.record(id)).startswith("[Game")

    asyncio.run(talk())


def test_what_is_not_as_described_is_refused_before_it_is_sent(server: Server) -> None:
    with Client(server.url) as client:
        with pytest.raises(QuadrigaError, match="seats"):
            client.create("caesar", "emperor", clock={"kind": "sundial"})
        with pytest.raises(QuadrigaError, match="no command"):
            client.command("x", do="cheat")
    with pytest.raises(QuadrigaError, match="http"):
        Client("localhost:8420")
    with pytest.raises(QuadrigaError, match="cannot reach"):
        Client("http://127.0.0.1:9").tables()
    with pytest.raises(QuadrigaError, match="not as described"):
        Following().read('{"type": "surprise"}')
