"""The wire contract: what is made from the models is fresh, and what leaves the server is as they say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter, ValidationError
from websockets.asyncio.client import connect as connect_with_asyncio
from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

from quadriga.players import LEVELS
from quadriga.server.messages.__main__ import written
from quadriga.server.messages.frames import CLIENT_FRAME
from quadriga.server.messages.schema import models
from quadriga.server.messages.tables import EntryShown
from quadriga.table.entry import KINDS
from quadriga.table.show import show_entries
from tests.table.builder import MATCHES
from tests.table.busy import anything_goes

from .contract import from_client, from_server
from .stories import tell

ROOT = Path(__file__).parents[2]
PONG = {"type": "pong", "version": 3, "id": None, "now": 1.5}


@pytest.mark.parametrize("name", ["docs/protocol.json", "docs/server.md"])
def test_what_is_made_from_the_models_is_fresh(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == written(ROOT)[ROOT / name], "`make protocol` writes it anew"


def test_levels_and_kinds_are_written_in_one_place_only() -> None:
    """A list of them elsewhere would have to be kept alike by hand."""
    copies = [
        path.relative_to(ROOT)
        for folder, endings in (("src", ("py",)), ("web/src", ("ts", "svelte")))
        for ending in endings
        for path in (ROOT / folder).rglob(f"*.{ending}")
        for text in [path.read_text(encoding="utf-8")]
        if any(re.search(r"\W+".join(map(re.escape, words)), text) for words in (LEVELS, KINDS))
    ]
    assert {str(path) for path in copies} == {
        "src/quadriga/players/__init__.py", "src/quadriga/table/entry.py", "web/src/lib/protocol.ts",
    }  # fmt: skip


def examples() -> Iterator[Any]:
    """Yield the commands that docs/server.md shows."""
    decoder = json.JSONDecoder()
    text = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    for found in re.finditer(r'\{"do"', text):
        yield decoder.raw_decode(text, found.start())[0]


def test_the_documentation_shows_every_command_as_it_is() -> None:
    shown = [CLIENT_FRAME.validate_python(each) for each in examples()]
    known = {
        do for model in models() if "do" in model.model_fields for do in get_args(model.model_fields["do"].annotation)
    }
    assert {command.do for command in shown} == known


def test_every_message_says_what_it_is() -> None:
    described = list(models())
    assert len(described) > 50
    assert [model.__name__ for model in described if not model.__doc__] == []


WRONG = {
    "of a kind that no model describes": {"type": "dance", "version": 3},
    "with a part that its model lacks": {**PONG, "holder": "secret"},
    "without a part of its model": {"type": "pong", "version": 3},
    "with a number as a text": {**PONG, "version": "3"},
}


@pytest.mark.parametrize("frame", WRONG.values(), ids=WRONG)
def test_a_frame_is_noticed(frame: dict[str, Any]) -> None:
    """However a test listens: what the sockets of all tests hear is held against the models (conftest.py)."""
    from_server(json.dumps(PONG))
    with pytest.raises(ValidationError):
        from_server(json.dumps(frame))

    def answer(socket: ServerConnection) -> None:
        socket.send(json.dumps(PONG))
        socket.send(json.dumps(frame))

    async def listen(where: str) -> None:
        async with connect_with_asyncio(where) as socket:
            assert json.loads(await socket.recv()) == PONG
            with pytest.raises(ValidationError):
                await socket.recv()

    with serve(answer, "127.0.0.1", 0) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        where = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        with connect(where) as socket:
            assert json.loads(socket.recv()) == PONG
            with pytest.raises(ValidationError):
                socket.recv()
        tell(listen(where))
        server.shutdown()
        serving.join()


def test_every_kind_of_entry_is_shown_as_described() -> None:
    """To spectators and to those who hold a seat; a part of an entry that is for nobody's eyes has no place in a model."""
    shown = TypeAdapter(list[EntryShown])
    found = set()
    for game, options in MATCHES:
        for seed in range(3):
            since = 0
            for match in anything_goes(game, options, seed):
                for held in match.viewers:
                    news = show_entries(match.table, since, held)
                    shown.validate_json(json.dumps(news), strict=True)
                    found.update(entry["kind"] for entry in news)
                since = match.table.version
        if found == set(KINDS):
            return
    assert found == set(KINDS)


RECORDED = json.loads((ROOT / "web" / "tests" / "unit" / "fixtures" / "live.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("story", RECORDED)
def test_what_the_page_is_tested_with_is_as_the_server_says_it(story: str) -> None:
    """It was recorded once; `fixtures/live.py` beside it records it again."""
    assert any("heard" in step for step in RECORDED[story])
    for step in RECORDED[story]:
        if "heard" in step:
            from_server(json.dumps(step["heard"]))
        if "sent" in step:
            from_client(json.dumps(step["sent"]))
