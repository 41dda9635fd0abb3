"""Who somebody is: no account, a key that opens one's own seats and nobody else's, and links to other devices."""

from __future__ import annotations

import json
import math
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from quadriga.server.identity import new_id, next_id

from .client import WAIT, Person
from .running import Server
from .stories import bad, good, guest, pair, people, step, tell, turns, whose_turn

GAME = "caesar-cleopatra-2024"
WISH = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}


# --- ids


def test_no_id_of_a_table_looks_like_an_option_of_a_command() -> None:
    made = [new_id() for _ in range(2000)] + [next_id("x", secret) for secret in range(2000)]
    assert len(set(made)) == 4000 and not any(id.startswith("-") for id in made)


# --- keys


def test_a_browser_needs_no_account_and_gets_a_cookie(server: Server) -> None:
    with (
        httpx.Client(base_url=server.url, timeout=WAIT) as livia,
        httpx.Client(base_url=server.url, timeout=WAIT) as marcus,
    ):
        made = livia.post("/api/tables", json=WISH)
        assert made.status_code == 201
        assert made.json()["held"] == [0]
        key = livia.cookies["quadriga"]
        id = made.json()["table"]["id"]
        assert key not in made.text
        sat = marcus.post(f"/api/tables/{id}/commands", json={"do": "sit", "seat": 1})
        assert sat.status_code == 200
        assert marcus.cookies["quadriga"] != key
        assert livia.get(f"/api/tables/{id}").json()["held"] == [0]
        assert marcus.get(f"/api/tables/{id}").json()["held"] == [1]
        assert "set-cookie" not in livia.post("/api/tables", json=WISH).headers, "one key is enough"


def test_looking_gives_no_cookie(server: Server) -> None:
    for path in ("/api/games", "/api/tables", "/docs"):
        assert "set-cookie" not in httpx.get(f"{server.url}{path}", timeout=WAIT).headers


def test_who_has_a_key_gets_no_other(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=WAIT) as visitor:
        first = visitor.post("/api/visitors")
        assert (first.status_code, len(first.json()["key"])) == (201, 43)
        again = visitor.post("/api/visitors")
        assert (again.status_code, again.json()) == (200, {"key": None})
        assert "set-cookie" not in again.headers


def test_a_program_may_send_its_key_itself(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create(GAME, "me", "open")
            for words in (f"Bearer {livia.key}", f"bearer {livia.key}", f"BEARER {livia.key}"):
                answer = httpx.get(f"{server.url}/api/tables/{id}", headers={"Authorization": words}, timeout=WAIT)
                assert answer.json()["held"] == [0]
            async with livia.live(id) as live:
                assert (await live.read())["held"] == [0]
            cookie = {"Cookie": f"quadriga={livia.key}"}
            async with connect(f"{server.socket_url}/api/tables/{id}/live", additional_headers=cookie) as socket:
                assert json.loads(await socket.recv())["held"] == [0]

    tell(story())


@pytest.mark.parametrize(
    "words", ["", "Bearer", "Bearer x", "Basic {key}", "{key}", "Bearer {key}x", "Bearer  {key}", "Bearer {other}"]
)
def test_another_key_opens_no_seat(server: Server, words: str) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create(GAME, "me", "open")
            key = str(livia.key)
            other = key[:-1] + ("A" if key[-1] != "A" else "E")
            given = words.replace("{key}", key).replace("{other}", other)
            answer = httpx.get(f"{server.url}/api/tables/{id}", headers={"Authorization": given}, timeout=WAIT)
            if words.startswith("Bearer"):
                bad(answer, 401, "key")
            else:
                assert answer.json()["held"] == []
            cookie = {"Cookie": f"quadriga={given.removeprefix('Bearer').strip()}x"}
            assert httpx.get(f"{server.url}/api/tables/{id}", headers=cookie, timeout=WAIT).json()["held"] == []

    tell(story())


def test_what_a_seat_is_marked_with_is_no_key(server: Server) -> None:
    """Nothing that leaves the server tells who else could play a seat."""

    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            for person in (livia, marcus):
                whole = json.dumps(await person.look(id, 0))
                assert str(livia.key) not in whole
                assert str(marcus.key) not in whole
                assert '"by"' not in whole

    tell(story())


def entropy(texts: list[str]) -> float:
    """Estimate the bits of a text from how its signs are spread at every place."""
    bits = 0.0
    for place in zip(*texts, strict=True):
        counts = [place.count(sign) / len(place) for sign in set(place)]
        bits -= sum(count * math.log2(count) for count in counts)
    return bits


def test_ids_and_keys_cannot_be_guessed(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=WAIT) as http:
        keys, ids = [], []
        for _ in range(60):
            http.cookies.clear()
            keys.append(http.post("/api/visitors").json()["key"])
            ids.append(http.post("/api/tables", json={**WISH, "games": 3}).json()["table"])
        tables, series = [table["id"] for table in ids], [table["series"] for table in ids]
        for texts, length in ((keys, 43), (tables, 12), (series, 12)):
            assert len(set(texts)) == 60
            assert {len(text) for text in texts} == {length}
            # 60 texts show about 5.2 of 6 bits at each place; a counter or a clock shows hardly any at most
            assert entropy(texts) > 4.5 * length - 6
        assert len({table["commitment"] for table in ids}) == 60


# --- somebody else's seat


def test_nobody_acts_for_somebody_else(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 3) as (livia, marcus, thief), guest(server.url) as nobody:
            id = await pair(livia, marcus, hints=True)
            await turns(id, 8, livia, marcus)
            before = await livia.look(id, 0)
            move = {"do": "move", "version": before["version"], "move": 0}
            orders: list[dict[str, Any]] = [
                move, {"do": "undo"}, {"do": "undo-answer", "yes": True}, {"do": "draw"}, {"do": "withdraw"},
                {"do": "draw-answer", "yes": True}, {"do": "resign"}, {"do": "leave"}, {"do": "abandon"},
                {"do": "return"}, {"do": "rematch"},
            ]  # fmt: skip
            for person, seats in ((thief, (0, 1)), (nobody, (0, 1)), (marcus, (0,)), (livia, (1,))):
                for seat in seats:
                    for order in orders:
                        bad(await person.order(id, seat=seat, **order), 403, "seat")
                    bad(await person.order(id, do="say", seat=seat, text="I am you"), 403, "seat")
                    for what in ("link", "hint"):
                        bad(await person.http.post(f"/api/tables/{id}/{what}", json={"seat": seat}), 403, "seat")
                    for version in (0, 5, before["version"]):
                        where = f"/api/tables/{id}/versions/{version}?seat={seat}"
                        bad(await person.http.get(where), 403, "seat")
            for person in (thief, nobody):
                for order in orders:
                    bad(await person.order(id, **order), 403, "seat")
                for what in ("link", "hint"):
                    bad(await person.http.post(f"/api/tables/{id}/{what}", json={}), 403, "seat")
            bad(await livia.order(id, seat=5, do="resign"), 403, "seat")
            bad(await thief.order(id, do="sit", seat=1), 409, "live")
            assert await livia.look(id, 0) == before

    tell(story())


def test_one_sees_only_from_ones_own_seat(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as nobody:
            id = await pair(livia, marcus)
            await turns(id, 8, livia, marcus)
            shown = {person: (await person.look(id, 0))["views"] for person in (livia, marcus, nobody)}
            assert [[view["seat"] for view in views] for views in shown.values()] == [["cleopatra"], ["caesar"], [None]]
            hands = {person: shown[person][0]["sides"] for person in shown}
            assert "?" in hands[livia]["caesar"]["hand"]["influence"]
            assert "?" not in hands[livia]["cleopatra"]["hand"]["influence"]
            assert "?" in hands[marcus]["cleopatra"]["hand"]["influence"]
            for side in ("cleopatra", "caesar"):
                assert set(hands[nobody][side]["hand"]["influence"]) == {"?"}

    tell(story())


# --- another device


def test_a_private_link_works_once_on_another_device_and_both_can_play(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 3) as (livia, marcus, thief), guest(server.url) as phone:
            id = await pair(livia, marcus, "caesar")
            link = good(await livia.http.post(f"/api/tables/{id}/link", json={}))
            assert link["seat"] == 0
            claimed = await phone.http.post(f"/api/tables/{id}/claim", json={"key": link["key"]})
            assert good(claimed) == {"seat": 0}
            assert phone.http.cookies["quadriga"] not in (livia.key, link["key"])
            assert (await phone.look(id))["held"] == (await livia.look(id))["held"] == [0]
            for person in (thief, phone, livia):
                answer = await person.http.post(f"/api/tables/{id}/claim", json={"key": link["key"]})
                bad(answer, 410, "link")
            assert (await thief.look(id))["held"] == []
            made = {livia: 0, phone: 0}
            while made[phone] < 2:  # turn and turn about, whatever Marcus has to decide between
                if await whose_turn(id, livia, marcus) is livia:
                    device = phone if made[livia] > made[phone] else livia
                    await step(device, id)
                    made[device] += 1
                else:
                    await step(marcus, id)
            async with livia.live(id) as one, phone.live(id) as two:
                assert (await one.read())["views"][0]["seat"] == "caesar"
                two_cookie = {"Cookie": f"quadriga={phone.http.cookies['quadriga']}"}
                where = f"{server.socket_url}/api/tables/{id}/live"
                assert (await two.read())["held"] == []  # the client of these tests sends no cookie
                async with connect(where, additional_headers=two_cookie) as socket:
                    assert json.loads(await socket.recv())["views"] == one.message["views"]
            own = good(await phone.http.get("/api/tables", params={"show": "mine"}))
            assert [table["id"] for table in own] == [id]

    tell(story())


def test_a_key_of_a_link_is_no_key_of_a_visitor(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create(GAME, "me", "open")
            link = good(await livia.http.post(f"/api/tables/{id}/link", json={"seat": 0}))
            finder = Person(server.url, link["key"])
            bad(await finder.http.get(f"/api/tables/{id}"), 401, "key")
            await finder.leave()

    tell(story())


def test_a_link_is_for_its_own_table_and_cannot_be_guessed(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, thief):
            id, other = await livia.create(GAME, "me", "open"), await livia.create(GAME, "me", "open")
            link = good(await livia.http.post(f"/api/tables/{id}/link", json={}))
            key = link["key"]
            for table, tried in (
                (other, key),
                (id, "x" * 43),
                (id, key[:-1] + ("A" if key[-1] != "A" else "E")),
                (id, livia.key),
            ):
                bad(await thief.http.post(f"/api/tables/{table}/claim", json={"key": tried}), 410, "link")
            for tried in ("", key[:-1], key + "x", "../" + key[3:], None, 7, [key]):
                bad(await thief.http.post(f"/api/tables/{id}/claim", json={"key": tried}), 422, "malformed")
            bad(await thief.http.post("/api/tables/nobody-knows/claim", json={"key": key}), 404, "unknown")
            assert (await thief.look(id))["held"] == (await thief.look(other))["held"] == []
            good(await thief.http.post(f"/api/tables/{id}/claim", json={"key": key}))  # it still works where it should

    tell(story())


def test_with_several_seats_one_says_for_which_the_link_is(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, phone):
            id = await livia.create(GAME, "me", "me")
            bad(await livia.http.post(f"/api/tables/{id}/link", json={}), 403, "seat")
            link = good(await livia.http.post(f"/api/tables/{id}/link", json={"seat": 1}))
            good(await phone.http.post(f"/api/tables/{id}/claim", json={"key": link["key"]}))
            assert (await phone.look(id))["held"] == [1]

    tell(story())


# --- coming and going before the match


def test_who_leaves_a_waiting_table_frees_the_seat(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 3) as (livia, marcus, thief):
            id = await livia.create(GAME, "me", "open", listed=True)
            old = good(await livia.http.post(f"/api/tables/{id}/link", json={}))["key"]
            good(await livia.order(id, do="leave"))
            shown = await livia.look(id)
            assert shown["held"] == []
            assert [seat["open"] for seat in shown["table"]["seats"]] == [True, True]
            assert good(await livia.http.get("/api/tables", params={"show": "mine"})) == []
            good(await marcus.order(id, do="sit", seat=0, name="Marcus"))
            bad(await livia.order(id, do="leave", seat=0), 403, "seat")
            bad(await livia.http.post(f"/api/tables/{id}/link", json={"seat": 0}), 403, "seat")
            bad(await thief.http.post(f"/api/tables/{id}/claim", json={"key": old}), 410, "link")
            good(await livia.order(id, do="sit", seat=1))
            await turns(id, 2, livia, marcus)
            assert (await marcus.look(id))["held"] == [0]
            assert (await livia.look(id))["held"] == [1]

    tell(story())


def test_a_seat_is_taken_once(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 3) as (livia, marcus, late):
            id = await livia.create("ave-caesar", "me", "open", "open", options={"players": 3})
            good(await marcus.order(id, do="sit", seat=1))
            bad(await late.order(id, do="sit", seat=1), 409, "taken")
            bad(await late.order(id, do="sit", seat=0), 409, "taken")
            bad(await late.order(id, do="sit", seat=3), 403, "seat")
            good(await late.order(id, do="sit", seat=2))
            bad(await late.order(id, do="sit", seat=2), 409, "live")

    tell(story())


# --- lists


def test_lists_show_what_they_should(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            hidden = await livia.create(GAME, "me", "open")
            waiting = await livia.create(GAME, "me", "open", listed=True)
            live = await pair(livia, marcus, listed=True)
            over = await pair(livia, marcus, listed=True)
            await marcus.order(over, do="resign")

            async def ids(person: Person, show: str) -> list[str]:
                listed = good(await person.http.get("/api/tables", params={"show": show}))
                stamps = [table["created_at"] for table in listed]
                assert stamps == sorted(stamps, reverse=True)
                return [table["id"] for table in listed]

            for person in (livia, marcus):
                assert (await ids(person, "open"))[0] == waiting
                assert (await ids(person, "live"))[0] == live
                assert (await ids(person, "over"))[0] == over
                for show in ("open", "live", "over"):
                    assert hidden not in await ids(person, show)
            assert await ids(livia, "mine") == [over, live, waiting, hidden]
            assert await ids(marcus, "mine") == [over, live]
            async with guest(server.url) as nobody:
                assert await ids(nobody, "mine") == []
                assert (await nobody.look(hidden))["table"]["status"] == "waiting", "by its id it can be found"
            assert len(good(await livia.http.get("/api/tables", params={"show": "mine", "limit": 2}))) == 2
            for wrong in ({"show": "all"}, {"limit": 0}, {"limit": 101}, {"limit": "x"}):
                bad(await livia.http.get("/api/tables", params=wrong), 422, "malformed")

    tell(story())
