"""Looking back over HTTP: films, what the computer thinks of a match, and playing on from a position."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

import quadriga
from quadriga.players.review import review
from quadriga.server.messages.responses import FilmShown, ReviewDone
from quadriga.server.messages.tables import TableMessage

from .client import Person
from .running import Server, running
from .stories import bad, good, guest, in_the_end, pair, people, tell, turns

NEW, OLD, RACE, ROME = "caesar-cleopatra-2024", "caesar-cleopatra-1997", "ave-caesar", "caesar"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), QUADRIGA_REVIEW_AHEAD="on") as started:
        yield started


async def film(person: Person, id: str, seat: int | None = None) -> dict[str, Any]:
    """Ask for a film; it is what it is described to be."""
    answer = await person.http.get(f"/api/tables/{id}/film", params={} if seat is None else {"seat": seat})
    shown: dict[str, Any] = good(answer)
    FilmShown.model_validate_json(answer.content, strict=True)
    return shown


# --- films


def test_a_film_shows_what_the_versions_show_one_by_one(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as nobody:
            id = await pair(livia, marcus)
            await turns(id, 14, livia, marcus)
            for person, look in ((livia, 0), (marcus, 1), (nobody, None)):
                shown = await film(person, id)
                assert shown["look"] == look and shown["table"]["status"] == "live"
                history = good(await person.http.get(f"/api/tables/{id}/history"))["entries"]
                told = {entry["version"]: entry for entry in history}
                assert [frame["number"] for frame in shown["frames"]] == list(range(15))
                for frame in shown["frames"]:
                    one = good(await person.http.get(f"/api/tables/{id}/versions/{frame['version']}"))
                    assert frame["view"] == {**one["views"][0], "legal": []}
                    assert frame["events"] == told[frame["version"]]["events"]
            for person, seat in ((livia, 1), (nobody, 0)):
                bad(await person.http.get(f"/api/tables/{id}/film?seat={seat}"), 403, "seat")
            good(await livia.order(id, do="resign"))
            for seat in (0, 1):
                shown = await film(nobody, id, seat)
                mine = shown["frames"][-1]["view"]["sides"][("cleopatra", "caesar")[seat]]["hand"]["influence"]
                assert shown["look"] == seat and "?" not in mine
            bad(await nobody.http.get(f"/api/tables/{id}/film?seat=4"), 403, "seat")

    tell(story())


def test_a_film_is_compressed_for_who_takes_it_so(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create(ROME, "me", "me")
            await turns(id, 12, livia)
            async with livia.http.stream("GET", f"/api/tables/{id}/film?seat=0") as answer:
                raw = b"".join([part async for part in answer.aiter_raw()])
                assert answer.headers["content-encoding"] == "gzip" and answer.headers["vary"] == "accept-encoding"
            plain = await livia.http.get(f"/api/tables/{id}/film?seat=0", headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers and gzip.decompress(raw) == plain.content
            assert len(raw) * 5 < len(plain.content)

    tell(story())


def test_before_a_match_there_are_no_frames(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create(NEW, "me", "open")
            assert (await film(livia, id))["frames"] == []

    tell(story())


# --- what the computer thinks


async def analysis(person: Person, id: str) -> httpx.Response:
    return await person.http.get(f"/api/tables/{id}/analysis")


def kept(folder: Path) -> set[str]:
    """The tables of which all that there is to find is stored."""
    with closing(sqlite3.connect(f"file:{folder / 'tables.sqlite3'}?mode=ro", uri=True)) as database:
        return {id for (id,) in database.execute("SELECT table_id FROM reviews WHERE done")}


def test_the_look_at_a_match_begins_with_its_end_unless_nobody_played_it(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create(ROME, "me", "me")
            await turns(id, 4, livia)
            alone = await livia.create(ROME, "tiro", "tiro")
            given_up = await livia.create(ROME, "me", "me")
            await turns(given_up, 2, livia)
            good(await livia.order(given_up, do="abandon", seat=0))
            await in_the_end(lambda: livia.look(alone), lambda shown: bool(shown["table"]["status"] == "over"))
            good(await livia.order(id, do="resign", seat=0))

            async def stored() -> set[str]:
                return kept(server.folder)

            done = await in_the_end(stored, lambda ids: id in ids)
            assert not done & {alone, given_up}
            answer = await analysis(livia, id)
            ReviewDone.model_validate_json(answer.content, strict=True)
            assert answer.status_code == 200 and len(good(answer)["review"]["moves"]) == 4

    tell(story())


def test_what_was_found_survives_a_restart(tmp_path: Path) -> None:
    async def first(url: str) -> tuple[str, str]:
        async with people(url, 1) as (livia,):
            id = await livia.create(ROME, "me", "me")
            await turns(id, 3, livia)
            good(await livia.order(id, do="resign", seat=0))
            other = await livia.create(ROME, "me", "me")
            await turns(other, 8, livia)
            good(await livia.order(other, do="resign", seat=0))
            await in_the_end(lambda: analysis(livia, id), lambda answer: answer.status_code == 200)
            assert (await analysis(livia, other)).status_code == 202, "it is stopped in the middle"
            return id, other

    async def second(url: str, id: str, other: str) -> None:
        async with guest(url) as nobody:
            found = await analysis(nobody, id)
            assert found.status_code == 200, "without looking again"
            last = await in_the_end(lambda: analysis(nobody, other), lambda answer: answer.status_code == 200)
            for each, answer in ((id, found), (other, last)):
                record = (await nobody.http.get(f"/api/tables/{each}/record")).text
                assert good(answer)["review"] == review(record).data()

    with running(tmp_path) as server:
        id, other = tell(first(server.url))
    with running(tmp_path) as server:
        tell(second(server.url, id, other))


# --- playing on


def wish(version: int, *seats: str) -> dict[str, Any]:
    kinds = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats]
    return {"version": version, "seats": kinds}


@pytest.mark.parametrize(("game", "options"), [(OLD, {}), (NEW, {}), (RACE, {"players": 2}), (ROME, {})])
def test_a_position_is_taken_over_and_played_on(server: Server, game: str, options: dict[str, Any]) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await livia.create(game, "me", "me", options=options)
            await turns(id, 15, livia)
            version = (await livia.look(id))["version"]
            bad(await livia.http.post(f"/api/tables/{id}/play-on", json=wish(version, "me", "tiro")), 409, "early")
            good(await livia.order(id, do="resign", seat=0))
            then = (await film(marcus, id, 0))["frames"][5]
            answer = await marcus.http.post(f"/api/tables/{id}/play-on", json=wish(then["version"], "me", "me"))
            assert answer.status_code == 201
            TableMessage.model_validate_json(answer.content, strict=True)
            table = good(answer)["table"]
            assert table["origin"] == {"table": id, "version": then["version"]} and table["status"] == "live"
            now = (await film(marcus, table["id"], 0))["frames"]
            assert len(now) == 1 and now[0]["view"] == then["view"]
            await turns(table["id"], 4, marcus)
            good(await marcus.order(table["id"], do="resign", seat=0))
            record = (await marcus.http.get(f"/api/tables/{table['id']}/record")).text
            assert len(quadriga.replay(record).history) == 4
            fair = good(await marcus.http.get(f"/api/tables/{table['id']}/fairness"))
            assert fair["secret"] != good(await marcus.http.get(f"/api/tables/{id}/fairness"))["secret"]
            # and on from there
            last = (await film(marcus, table["id"], 0))["frames"][-1]
            again = await marcus.http.post(f"/api/tables/{table['id']}/play-on", json=wish(last["version"], "me", "me"))
            assert (await film(marcus, good(again)["table"]["id"], 0))["frames"][0]["view"] == last["view"]

    tell(story())


def test_a_bot_plays_on_and_the_table_is_there_after_a_restart(tmp_path: Path) -> None:
    async def first(url: str) -> tuple[str, str, Any]:
        async with people(url, 1) as (livia,):
            id = await livia.create(NEW, "me", "me")
            await turns(id, 14, livia)
            good(await livia.order(id, do="resign", seat=0))
            version = (await film(livia, id, 0))["frames"][13]["version"]
            made = await livia.http.post(f"/api/tables/{id}/play-on", json=wish(version, "me", "tiro"))
            table = good(made)["table"]["id"]
            await in_the_end(lambda: livia.look(table), lambda shown: bool(shown["awaited"] == [0]))
            assert livia.key is not None
            return livia.key, table, await livia.look(table)

    async def second(url: str, key: str, table: str, before: Any) -> None:
        livia = Person(url, key)
        assert await livia.look(table) == before
        await turns(table, 1, livia)
        await livia.leave()

    with running(tmp_path) as server:
        key, table, before = tell(first(server.url))
    with running(tmp_path) as server:
        tell(second(server.url, key, table, before))


def test_what_cannot_be_taken_over_is_refused(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create(NEW, "me", "me")
            await turns(id, 3, livia)
            good(await livia.order(id, do="resign", seat=0))
            version = (await livia.look(id))["version"]
            address = f"/api/tables/{id}/play-on"
            assert "nothing to decide" in bad(await livia.http.post(address, json=wish(1, "me", "me")), 409, "version")
            bad(await livia.http.post(address, json=wish(version + 1, "me", "me")), 409, "version")
            bad(await livia.http.post(address, json=wish(version, "me")), 422, "seats")
            for more in ({"games": 3}, {"game": ROME}, {"options": {}}, {"position": {}}, {"secret": "0" * 32}):
                wrong = {**wish(version, "me", "me"), **more}
                bad(await livia.http.post(address, json=json.loads(json.dumps(wrong))), 422, "malformed")

    tell(story())
