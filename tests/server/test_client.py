"""The client library, and a bot that sits down at a table of a real server."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import quadriga
from quadriga import QuadrigaError
from quadriga.client import AsyncClient, Client, Refused, Unreachable
from quadriga.client import bot as bot_module
from quadriga.client.bot import Bot
from quadriga.client.live import Following, Live
from quadriga.players import Budget, player
from quadriga.server.messages.responses import Fault
from tests.server.client import WAIT
from tests.server.running import Server, running

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


def bot_command(server: Server, id: str, *more: str) -> list[str]:
    return [sys.executable, "-m", "quadriga.cli", "bot", server.url, id, *more]


def slow_engine(folder: Path) -> str:
    """Write a program that decides when its seat's gate file is there, and says when it begins to think."""
    path = folder / "slow.py"
    path.write_text(
        "import os, sys, time\n"
        "moves = []\n"
        "for line in sys.stdin:\n"
        "    word, _, rest = line.strip().partition(' ')\n"
        "    if word == 'quadriga': print('ok', flush=True)\n"
        "    elif word == 'position': moves = []\n"
        "    elif word == 'move': moves.append(rest.split()[0])\n"
        "    elif word == 'go':\n"
        "        open(sys.argv[1] + '.thinks', 'w').close()\n"
        "        while not os.path.exists(sys.argv[1]): time.sleep(0.01)\n"
        "        print('info score 0.5')\n"
        "        print('bestmove', moves[0], flush=True)\n"
        "    elif word == 'quit': break\n",
        encoding="utf-8",
    )
    return f"engine:{path}"


def wait_for(path: Path, *processes: subprocess.Popen[str]) -> None:
    """Wait until a program has written a file."""
    deadline = time.monotonic() + WAIT
    while not path.exists():
        for process in processes:
            assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.long
@pytest.mark.parametrize("how", ["kill", "stop"])
def test_bots_come_back_to_a_server_that_was_started_again_and_double_no_move(how: str, tmp_path: Path) -> None:
    """Two of them play each other with the server gone in the middle of a thought."""
    gate = tmp_path / "gate"
    who = f"{slow_engine(tmp_path)} {gate}"
    with running(tmp_path / "data") as server, Client(server.url) as person:
        id = person.create("caesar", "open", "open").table.id
        started = [
            subprocess.Popen(
                bot_command(server, id, "--player", who, "--seconds", "300"), stdout=subprocess.PIPE, text=True
            )
            for _ in range(2)
        ]
        try:
            wait_for(tmp_path / "gate.thinks", *started)
            port = urlsplit(server.url).port
            assert getattr(server, how)() is not None
            server.words = ("--port", str(port))
            server.start()
            gate.touch()
            said = [process.communicate(timeout=5 * WAIT)[0] for process in started]
            assert [process.returncode for process in started] == [0, 0]
            for text in said:
                assert "trying again in 1 s\n" in text and "The match is over: " in text
                assert "(score 0.5)\n" in text
            state = quadriga.replay(person.record(id))
            assert state.outcome is not None
            kinds = [entry.kind for entry in person.history(id).entries]
            assert kinds.count("move") == len(state.history) and "leave" not in kinds
        finally:
            for process in started:
                process.kill()
                process.communicate()


def test_a_bot_gives_up_a_server_that_stays_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_module, "PAUSES", (0.25, 0))
    told: list[str] = []
    with running(tmp_path) as server, Client(server.url) as person, Client(server.url) as visitor:
        id = person.create("caesar", "me", "open").table.id
        bot = Bot(visitor, player("random"), "Hope", Budget(), told.append)
        seat = bot.sit(id)
        server.kill()
        with pytest.raises(QuadrigaError, match="gave up after 2 tries to come back"):
            bot.play(id, seat)
    assert [text.rpartition(";")[2] for text in told] == [" trying again in 0.25 s", " trying again in 0 s"]


def test_a_bot_waits_out_what_passes_and_counts_anew_when_it_was_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy says 502, then the connection breaks after a frame, twice: more often in all than it may in a row."""
    monkeypatch.setattr(bot_module, "PAUSES", (0,))
    told: list[str] = []
    with Client(server.url) as person, Client(server.url) as visitor:
        id = person.create("caesar", "me", "open").table.id
        bot = Bot(visitor, player("random"), "Hope", Budget(), told.append)
        seat = bot.sit(id)
        connect = visitor.live
        opened = 0

        def live(*given: Any) -> Live:
            nonlocal opened
            opened += 1
            if opened == 1:
                raise Refused(502, Fault(code="unknown", message="the server answered 502", rule=None))
            found = connect(*given)
            if opened < 4:
                heard = [found._hear]
                monkeypatch.setattr(found, "_hear", lambda: heard.pop()() if heard else lose())
            else:
                person.command(id, do="resign")
            return found

        def lose() -> str:
            raise Unreachable("it was lost")

        monkeypatch.setattr(visitor, "live", live)
        assert bot.play(id, seat).status == "over"
        assert [text.partition(";")[0] for text in told] == ["the server answered 502", "it was lost", "it was lost"]


def test_a_bot_that_leaves_before_the_match_opens_its_seat_again(server: Server) -> None:
    told: list[str] = []
    with Client(server.url) as person, Client(server.url) as visitor:
        id = person.create("caesar-cleopatra-1997", "open", "open").table.id
        bot = Bot(visitor, player("random"), "Brief", Budget(), told.append)
        seat = bot.sit(id)
        bot.leave(id, seat)
        assert person.table(id).table.seats[seat].open
        bot.leave(id, seat)  # it is not there any more: nothing to be said
        assert told == [f"Brief left table {id}"]


@pytest.mark.long
@pytest.mark.parametrize("why", [signal.SIGINT, signal.SIGTERM, None], ids=str)
def test_a_bot_that_stops_leaves_its_seat_and_the_others_go_on(
    why: signal.Signals | None, server: Server, tmp_path: Path
) -> None:
    """Two who play: the one who stays has won. With a level that takes over, it plays on."""
    gate = tmp_path / "gate"
    if why is None:
        broken = tmp_path / "broken.py"
        broken.write_text(
            "for line in open(0):\n"
            "  if line[:8] == 'quadriga': print('ok', flush=True)\n"
            "  if line[:2] == 'go': print('bestmove dance', flush=True)\n",
            encoding="utf-8",
        )
        who = f"engine:{broken}"
    else:
        who = f"{slow_engine(tmp_path)} {gate}"
    with Client(server.url) as person:
        for takeover in (None, "tiro"):
            (tmp_path / "gate.thinks").unlink(missing_ok=True)
            id = person.create("caesar", "open", "me", takeover=takeover).table.id
            process = subprocess.Popen(
                bot_command(server, id, "--player", who, "--seconds", "300"),
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0,
            )  # fmt: skip
            if why is not None:
                wait_for(tmp_path / "gate.thinks", process)
                os.killpg(process.pid, why)  # as a terminal does
            out, err = process.communicate(timeout=5 * WAIT)
            assert process.returncode == (2 if why is None else 130), err
            called = "broken.py" if why is None else "slow.py"
            assert out.startswith(f"{called} sits at seat 0") and out.endswith(f"\n{called} left table {id}\n")
            assert err.count("\n") == 1
            assert ("'dance' is not a move of" if why is None else "interrupted") in err
            shown = person.table(id).table
            if takeover is None:
                assert shown.status == "over" and shown.result is not None and shown.result.winners == [1]
            else:
                assert shown.status == "live" and shown.seats[0].level == "tiro"


class Noting:
    """Keep the seed of the first decision, and play no more."""

    def choose(self, known: quadriga.State, budget: Budget, seed: int) -> quadriga.Move:
        raise EOFError(seed)


def test_a_seed_decides_the_chance_of_a_bot(server: Server) -> None:
    drawn = []
    for seed in (1, 1, 2, None, None):
        with Client(server.url) as person, Client(server.url) as visitor:
            id = person.create("caesar", "open", "me").table.id
            bot = Bot(visitor, Noting(), "Same", Budget(), seed=seed)
            with pytest.raises(EOFError) as first:
                bot.play(id, bot.sit(id))
            drawn.append(first.value.args[0])
    assert drawn[0] == drawn[1] and len(set(drawn)) == 4


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
    with pytest.raises(QuadrigaError, match="not the address of a server"):
        Client("http://[::")
    with pytest.raises(Unreachable, match="cannot reach"):
        Client("http://127.0.0.1:9").tables()
    with pytest.raises(QuadrigaError, match="not as described"):
        Following().read('{"type": "surprise"}')


def test_what_goes_wrong_with_a_socket_is_one_of_our_errors(tmp_path: Path) -> None:
    nowhere = "http://127.0.0.1:9"
    with Client(nowhere) as client, pytest.raises(Unreachable, match="cannot reach"):
        client.live("x")
    with running(tmp_path) as server, Client(server.url) as client:
        with client.live("nothing") as live, pytest.raises(Refused, match="unknown") as refused:
            next(live)
        assert (refused.value.code, refused.value.status) == ("unknown", 4000) and not refused.value.is_temporary
        with pytest.raises(Refused) as refused:
            client.live("nothing", since=-1)
        assert refused.value.status == 403
        id = client.create("caesar", "me", "me").table.id
        with client.live(id, 0) as live:
            next(live)
            server.kill()
            with pytest.raises(Unreachable, match="was lost"):
                list(live)
            with pytest.raises(Unreachable, match="was lost"):
                live.send(do="ping")


def test_so_it_is_with_asyncio(tmp_path: Path) -> None:
    async def talk(server: Server) -> None:
        async with AsyncClient("http://127.0.0.1:9") as client:
            with pytest.raises(Unreachable, match="cannot reach"):
                await client.tables()
            with pytest.raises(Unreachable, match="cannot reach"):
                await client.live("x").__aenter__()
        async with AsyncClient(server.url) as client:
            async with client.live("nothing") as live:
                with pytest.raises(Refused, match="unknown"):
                    await anext(live)
            with pytest.raises(Refused):
                await client.live("nothing", since=-1).__aenter__()
            laid = await client.create("caesar", "me", "me")
            async with client.live(laid.table.id, 0) as live:
                await anext(live)
                server.kill()
                with pytest.raises(Unreachable, match="was lost"):
                    async for _ in live:
                        pass
                with pytest.raises(Unreachable, match="was lost"):
                    await live.send(do="ping")

    with running(tmp_path) as server:
        asyncio.run(talk(server))


@pytest.mark.parametrize(
    ("status", "code", "passes"),
    [(502, "unknown", True), (429, "slow", True), (4000, "storage", True), (403, "seat", False)],
)
def test_what_may_be_granted_later_says_so(status: int, code: str, passes: bool) -> None:
    assert Refused(status, Fault(code=code, message="no", rule=None)).is_temporary is passes


def test_the_code_of_the_page_runs(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    page = Path(__file__).parents[2] / "docs" / "client.md"
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    for block in blocks:
        exec(compile(block.replace("http://localhost:8420", server.url), str(page), "exec"), {})
    assert capsys.readouterr().out.startswith("[Game")
