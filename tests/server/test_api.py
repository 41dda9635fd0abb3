"""What the API tells about games, and how tables are asked about over HTTP."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

import quadriga
from quadriga.rulebook import rulebook
from quadriga.rulebook.scenarios import scenarios

from .running import Server
from .stories import bad, good, in_the_end, people, tell, turns

GAMES = tuple(quadriga.games())


def test_all_games_are_listed_as_each_is_described(http: httpx.Client) -> None:
    listed = good(http.get("/api/games"))
    assert sorted(game["name"] for game in listed) == sorted(GAMES)
    for game in listed:
        assert good(http.get(f"/api/games/{game['name']}")) == game
        assert game["seats"] == list(quadriga.load(game["name"]).seats)
        assert game["family"] == quadriga.load(game["name"]).definition.family


def test_a_game_says_how_many_play_and_what_a_quick_match_is(http: httpx.Client) -> None:
    race = good(http.get("/api/games/ave-caesar"))
    assert race["players"] == [2, 6]
    assert race["quick"] == {"options": {"players": "4"}, "seats": ["red", "blue", "green", "yellow"]}
    rome = good(http.get("/api/games/caesar"))
    assert rome["players"] == [1, 2]
    assert rome["quick"] == {"options": {}, "seats": rome["seats"]}


def test_games_are_listed_in_the_order_that_they_ask_for(http: httpx.Client) -> None:
    listed = [game["name"] for game in good(http.get("/api/games"))]
    orders = [quadriga.load(name).definition.order for name in listed]
    assert orders == sorted(orders) and len(set(orders)) > 1


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_of_every_option_makes_a_table(http: httpx.Client, name: str) -> None:
    described = good(http.get(f"/api/games/{name}"))
    assert {option["name"] for option in described["options"]} == set(described["schema"]["properties"])
    for option in described["options"]:
        assert option["default"] in option["choices"]
        assert option["help"] and option["clauses"]
        for choice in option["choices"]:
            query = {option["name"]: choice}
            asked = http.get(f"/api/games/{name}/seats", params=query)
            if asked.status_code == 422:  # it needs another option as well, which the message names
                assert bad(asked, 422, "option")
                continue
            seats = [{"kind": "open"}] * len(good(asked)["seats"])
            table = good(http.post("/api/tables", json={"game": name, "options": query, "seats": seats}))["table"]
            assert table["options"][option["name"]] == choice
            assert [seat["seat"] for seat in table["seats"]] == good(asked)["seats"]


@pytest.mark.parametrize("name", ["chess", "CAESAR", "caesar%00", "...", "x" * 500, "%F0%9F%8F%9B"])
@pytest.mark.parametrize("more", ["", "/seats", "/rules", "/scenarios", "/scenarios/x"])
def test_a_game_that_is_not_there_is_404(http: httpx.Client, name: str, more: str) -> None:
    bad(http.get(f"/api/games/{name}{more}"), 404, "unknown")


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_the_rulebook(http: httpx.Client, name: str) -> None:
    told = good(http.get(f"/api/games/{name}/rules"))
    assert [clause["id"] for clause in told["clauses"]] == list(rulebook(name))
    assert all(clause["text"] for clause in told["clauses"])


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_can_be_played_through(http: httpx.Client, name: str) -> None:
    listed = good(http.get(f"/api/games/{name}/scenarios"))["scenarios"]
    assert [each["id"] for each in listed] == [each.id for each in scenarios(name)]
    for each in listed[:: max(1, len(listed) // 5)]:
        played = good(http.get(f"/api/games/{name}/scenarios/{each['id']}"))
        assert {part: played[part] for part in each} == each
        first = played["frames"][0]
        assert first["move"] is None and first["views"]
        moves = [step for step in next(s for s in scenarios(name) if s.id == each["id"]).steps if isinstance(step, str)]
        assert [frame["move"] for frame in played["frames"][1:] if "move" in frame] == moves
    bad(http.get(f"/api/games/{name}/scenarios/nowhere"), 404, "unknown")


def test_a_message_does_not_grow_with_what_it_quotes(http: httpx.Client) -> None:
    bad(http.get(f"/api/games/ave-caesar/seats?{'x' * 5000}=1"), 422, "option")
    wish = {"game": "ave-caesar", "seats": [{"kind": "me"}] * 6, "options": {"y" * 5000: "z" * 5000}}
    bad(http.post("/api/tables", json=wish), 422, "option")


@pytest.mark.parametrize("query", ["players=99", "players=two", "track=/etc/passwd", "track=../../x", "nonsense=1"])
def test_seats_of_wrong_options_are_refused(http: httpx.Client, query: str) -> None:
    message = bad(http.get(f"/api/games/ave-caesar/seats?{query}"), 422, "option")
    assert query.partition("=")[0] in message


@pytest.mark.parametrize("what", ["", "/history", "/versions/0", "/film", "/record", "/fairness", "/analysis"])
def test_a_table_that_is_not_there_is_404(http: httpx.Client, what: str) -> None:
    bad(http.get(f"/api/tables/nobody-knows{what}"), 404, "unknown")


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("commands", {"do": "resign"}),
        ("link", {}),
        ("claim", {"key": "x" * 43}),
        ("hint", {}),
        ("play-on", {"version": 3, "seats": [{"kind": "me"}]}),
    ],
)
def test_nothing_can_be_done_at_a_table_that_is_not_there(http: httpx.Client, what: str, body: Any) -> None:
    bad(http.post(f"/api/tables/nobody-knows/{what}", json=body), 404, "unknown")


@pytest.mark.parametrize("id", ["a.b", "a%20b", "x" * 41, "%00", "ä", "a'b"])
def test_what_can_be_no_table_is_refused(http: httpx.Client, id: str) -> None:
    bad(http.get(f"/api/tables/{id}"), 422, "malformed")


def test_a_series_that_is_not_there_is_404(http: httpx.Client) -> None:
    bad(http.get("/api/series/nobody-knows"), 404, "unknown")


def test_versions_and_history_out_of_range(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create("caesar-cleopatra-2024", "me", "me")
            await turns(id, 3, livia)
            version = (await livia.look(id))["version"]
            bad(await livia.http.get(f"/api/tables/{id}/versions/{version + 1}"), 409, "version")
            for wrong in ("-1", "x", "1.5", str(10**30), "9" * 5000):
                bad(await livia.http.get(f"/api/tables/{id}/versions/{wrong}"), 422, "malformed")
            for wrong in ("-1", "x", str(10**30)):
                bad(await livia.http.get(f"/api/tables/{id}/history?since={wrong}"), 422, "malformed")
                bad(await livia.http.get(f"/api/tables/{id}?since={wrong}"), 422, "malformed")
            assert good(await livia.http.get(f"/api/tables/{id}/history?since={version + 9}"))["entries"] == []
            empty = good(await livia.http.get(f"/api/tables/{id}/versions/0"))
            assert (empty["version"], empty["views"], empty["table"]["status"]) == (0, [], "waiting")
            for seat in ("6", "-1", "x"):
                bad(await livia.http.get(f"/api/tables/{id}/versions/3?seat={seat}"), 422, "malformed")
            bad(await livia.http.get(f"/api/tables/{id}/versions/3?seat=5"), 403, "seat")

    tell(story())


def test_whatever_can_be_got_can_be_asked_for_without_its_body(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create("caesar", "me", "me", games=2)
            await turns(id, 3, livia)
            series = (await livia.look(id))["table"]["series"]
            assert series
            good(await livia.order(id, do="resign", seat=0))
            # The next match is laid out, and this one tells of it: then nothing changes any more.
            history = f"/api/tables/{id}/history"
            await in_the_end(
                lambda: livia.http.get(history), lambda found: good(found)["entries"][-1]["kind"] == "next"
            )
            described = good(await livia.http.get("/openapi.json"))["paths"]
            names = {"name": "caesar", "version": "2"}
            got = 0
            for path in (path for path, methods in described.items() if "get" in methods):
                kinds = {"/api/series/{id}": series, "/api/games/{name}/scenarios/{id}": "rome-ex3"}
                address = path.format(**names, id=kinds.get(path, id))
                whole, head = await livia.http.get(address), await livia.http.head(address)
                if path.endswith("/deal"):  # nobody has to decide any longer
                    assert head.status_code == whole.status_code == 409 and head.content == b""
                    continue
                if path.endswith("/analysis"):  # which grows from one request to the next
                    assert head.status_code in (200, 202) and head.content == b""
                    continue
                assert (head.status_code, head.content) == (whole.status_code, b"") == (200, b""), address
                if path != "/metrics":  # which counts every request
                    assert dict(head.headers, date="") == dict(whole.headers, date="")
                got += 1
            assert got > 10
            missing = await livia.http.head("/api/tables/nobody-knows")
            assert (missing.status_code, missing.content) == (404, b"")

    tell(story())


def test_what_cannot_be_got_has_no_head_either(http: httpx.Client) -> None:
    refused = http.head("/api/visitors")
    assert (refused.status_code, refused.content, refused.headers["allow"]) == (405, b"", "POST")
    assert http.delete("/api/tables").headers["allow"] == "GET, HEAD, POST"


def test_a_move_may_be_named_by_its_text(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create("caesar-cleopatra-2024", "me", "me")
            shown = await livia.look(id, seat=0)
            move = shown["views"][0]["legal"][0]
            made = await livia.order(id, do="move", seat=0, version=shown["version"], move=move["text"])
            assert good(made) == {"version": shown["version"] + 1, "repeated": False}
            entry = good(await livia.http.get(f"/api/tables/{id}/history?seat=0"))["entries"][-1]
            assert entry["move"] == {"id": move["id"], "text": move["text"]}
            assert json.dumps(entry["events"])

    tell(story())
