"""Laying out tables, playing at them in every way there is, and looking back."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from typing import Any

import httpx
import pytest

from quadriga.players.review import review
from quadriga.server.messages.responses import HintAnswer, ReviewDone, ReviewRunning

from .client import Person
from .running import Server
from .stories import bad, good, guest, in_the_end, pair, people, send, step, tell, turns, until, whose_turn

NEW, OLD = "caesar-cleopatra-2024", "caesar-cleopatra-1997"
TWO = [{"kind": "me"}, {"kind": "open"}]


# --- laying out


BOT = {"kind": "bot", "level": "tiro"}
WRONG: dict[str, tuple[dict[str, Any], str, tuple[str, ...]]] = {
    "no game": ({"seats": TWO}, "malformed", ("game",)),
    "an unknown game": ({"game": "chess", "seats": TWO}, "game", ("chess", NEW)),
    "a game that is no text": ({"game": 7, "seats": TWO}, "malformed", ("game",)),
    "a long name of a game": ({"game": "x" * 61, "seats": TWO}, "malformed", ("game",)),
    "no seats": ({"game": NEW}, "malformed", ("seats",)),
    "an empty list of seats": ({"game": NEW, "seats": []}, "malformed", ("seats",)),
    "too few seats": ({"game": NEW, "seats": TWO[:1]}, "seats", ("2 seats", "not 1")),
    "too many seats": ({"game": NEW, "seats": [*TWO, BOT]}, "seats", ("2 seats", "not 3")),
    "seats that do not go with the options": (
        {"game": "ave-caesar", "options": {"players": 4}, "seats": TWO}, "seats", ("4 seats", "not 2"),
    ),
    "two seats where one plays alone": ({"game": "caesar", "options": {"solo": "low"}, "seats": TWO}, "seats", ("1 seats",)),
    "seven seats": ({"game": "ave-caesar", "seats": [BOT] * 7}, "malformed", ("seats",)),
    "a seat for nobody": ({"game": NEW, "seats": [{}, BOT]}, "malformed", ("kind",)),
    "a seat for a ghost": ({"game": NEW, "seats": [{"kind": "ghost"}, BOT]}, "malformed", ("kind",)),
    "a bot without a level": ({"game": NEW, "seats": [{"kind": "me"}, {"kind": "bot"}]}, "level", ("level",)),
    "a bot of an unknown level": (
        {"game": NEW, "seats": [{"kind": "me"}, {"kind": "bot", "level": "imperator"}]}, "malformed", ("level",),
    ),
    "a person with a level": (
        {"game": NEW, "seats": [{"kind": "me", "level": "tiro"}, BOT]}, "level", ("only a bot",),
    ),
    "more about a seat": ({"game": NEW, "seats": [{"kind": "me", "key": "x"}, BOT]}, "malformed", ("key",)),
    "an unknown option": ({"game": NEW, "seats": TWO, "options": {"orgies": "fading"}}, "option", ("orgies", "opening")),
    "a wrong choice": ({"game": NEW, "seats": TWO, "options": {"opening": "open"}}, "option", ("opening", "veto")),
    "a choice of another kind": ({"game": NEW, "seats": TWO, "options": {"opening": 1}}, "option", ("opening", "veto")),
    "a choice that is a list of several": ({"game": NEW, "seats": TWO, "options": {"opening": ["veto", "veterans"]}}, "option", ("opening",)),
    "a choice that is nested": ({"game": NEW, "seats": TWO, "options": {"opening": {"a": 1}}}, "malformed", ("opening",)),
    "a choice that is a fraction": ({"game": "ave-caesar", "seats": TWO, "options": {"players": 2.5}}, "malformed", ("players",)),
    "too many options": ({"game": NEW, "seats": TWO, "options": {str(n): 1 for n in range(21)}}, "malformed", ("options",)),
    "options that are no object": ({"game": NEW, "seats": TWO, "options": [1]}, "malformed", ("options",)),
    "options that contradict each other": (
        {"game": "ave-caesar", "seats": [BOT] * 6, "options": {"players": 6, "chariots": 3}}, "option", ("chariots",),
    ),
    "modules of which one needs another": (
        {"game": "caesar", "seats": TWO, "options": {"modules": ["border-control"]}}, "option", ("modules",),
    ),
    "a module twice": ({"game": "caesar", "seats": TWO, "options": {"modules": ["poison", "poison"]}}, "option", ("modules",)),
    "a file as a track": ({"game": "ave-caesar", "seats": [BOT] * 6, "options": {"track": "/etc/passwd"}}, "option", ("track",)),
    "a file that is there as a track": (
        {"game": "ave-caesar", "seats": [BOT] * 6, "options": {"track": __file__}}, "option", ("track",),
    ),
    "a file nearby as a track": (
        {"game": "ave-caesar", "seats": [BOT] * 6, "options": {"track": "./circus-a.yaml"}}, "option", ("track",),
    ),
    "a clock of another kind": ({"game": NEW, "seats": TWO, "clock": {"kind": "sand"}}, "malformed", ("clock",)),
    "a clock without time": ({"game": NEW, "seats": TWO, "clock": {"kind": "move"}}, "clock", ("seconds", "5")),
    "a clock that is too short": (
        {"game": NEW, "seats": TWO, "clock": {"kind": "move", "seconds": 4.9}}, "clock", ("seconds", "5"),
    ),
    "a clock that is too long": (
        {"game": NEW, "seats": TWO, "clock": {"kind": "bank", "seconds": 1e9}}, "malformed", ("seconds",),
    ),
    "a clock below zero": ({"game": NEW, "seats": TWO, "clock": {"kind": "bank", "seconds": -5}}, "malformed", ("seconds",)),
    "an increment that is too long": (
        {"game": NEW, "seats": TWO, "clock": {"kind": "bank", "seconds": 60, "increment": 3601}}, "malformed", ("increment",),
    ),
    "more about a clock": ({"game": NEW, "seats": TWO, "clock": {"kind": "none", "byo-yomi": 3}}, "malformed", ("byo-yomi",)),
    "no game in a series": ({"game": NEW, "seats": TWO, "games": 0}, "malformed", ("games",)),
    "too many games": ({"game": NEW, "seats": TWO, "games": 22}, "malformed", ("games",)),
    "half a game": ({"game": NEW, "seats": TWO, "games": 1.5}, "malformed", ("games",)),
    "a takeover by nobody": ({"game": NEW, "seats": TWO, "takeover": "nobody"}, "malformed", ("takeover",)),
    "hints that are maybe allowed": ({"game": NEW, "seats": TWO, "hints": "maybe"}, "malformed", ("hints",)),
    "a listing that is a number": ({"game": NEW, "seats": TWO, "listed": 1}, "malformed", ("listed",)),
    "a name that is no text": ({"game": NEW, "seats": TWO, "name": 7}, "malformed", ("name",)),
    "a name that is too long": ({"game": NEW, "seats": TWO, "name": "x" * 201}, "malformed", ("name",)),
    "a secret of one's own": ({"game": NEW, "seats": TWO, "secret": "0" * 32}, "malformed", ("secret",)),
    "a seed": ({"game": NEW, "seats": TWO, "seed": 7}, "malformed", ("seed",)),
}  # fmt: skip


@pytest.mark.parametrize(("wish", "code", "names"), WRONG.values(), ids=WRONG)
def test_a_wish_that_cannot_be_is_refused_and_says_why(
    http: httpx.Client, wish: dict[str, Any], code: str, names: tuple[str, ...]
) -> None:
    message = bad(http.post("/api/tables", json=wish), 422, code)
    for name in names:
        assert name in message


def test_options_may_be_values_or_texts(http: httpx.Client) -> None:
    seats = {"seats": [{"kind": "open"}] * 3, "game": "ave-caesar"}
    texts = good(http.post("/api/tables", json={**seats, "options": {"players": "3", "tournament": "true"}}))["table"]
    values = good(http.post("/api/tables", json={**seats, "options": {"players": 3, "tournament": True}}))["table"]
    assert texts["options"] == values["options"]
    modules = {"game": "caesar", "seats": TWO, "options": {"modules": ["centurions", "poison"]}}
    assert good(http.post("/api/tables", json=modules))["table"]["options"]["modules"] == "poison+centurions"


def test_a_table_tells_what_was_agreed(http: httpx.Client) -> None:
    wish = {
        "game": NEW, "seats": TWO, "name": "Livia", "clock": {"kind": "bank", "seconds": 300, "increment": 5},
        "undo": False, "hints": True, "takeover": "miles", "listed": True, "games": 3,
    }  # fmt: skip
    table = good(http.post("/api/tables", json=wish))["table"]
    for name in ("game", "clock", "hints", "takeover", "listed", "games"):
        assert table[name] == wish[name]
    assert table["undo_allowed"] is False
    assert table["series_number"] == 1
    assert good(http.post("/api/tables", json={**wish, "undo": True}))["table"]["undo_allowed"] is True


# --- ways to play


def test_hot_seat_shows_one_person_both_sides_one_at_a_time(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create(NEW, "me", "me", name="Livia")
            async with livia.live(id) as live:
                first = await live.read()
                assert (first["held"], first["look"]) == ([0, 1], None), "nobody's side before one says whose"
                assert [view["seat"] for view in first["views"]] == [None]
                bad(await livia.order(id, do="resign"), 403, "seat")
                for number in range(6):
                    seat = live.message["awaited"][0]
                    shown = await live.look(seat)
                    assert [view["seat"] for view in shown["views"]] == [("cleopatra", "caesar")[seat]]
                    move = shown["views"][0]["legal"][0]["id"]
                    await live.send(do="move", id=f"h-{number}", seat=seat, version=live.version, move=move)
                    news = await live.read()
                    assert news["entries"][0]["id"] == f"h-{number}"
                    assert (news["look"], len(news["views"])) == (seat, 1)
                moves = news["views"][0]["moves"]
                bad(await livia.order(id, do="draw", seat=0), 409, "nobody")
                good(await livia.order(id, do="undo", seat=news["entries"][0]["seat"], agree=True))
                assert (await live.read())["views"][0]["moves"] < moves
                good(await livia.order(id, do="abandon", seat=0))
                assert (await live.read())["table"]["result"]["how"] == "abandoned"

    tell(story())


@pytest.mark.parametrize("game", [NEW, "caesar-cleopatra-1997", "caesar", "ave-caesar"])
def test_who_holds_all_seats_sees_from_each_what_somebody_sees_who_holds_that_one_only(
    server: Server, game: str
) -> None:
    """By requests, by the socket's first message, after looking as another seat, and with every addition."""
    alike = ("version", "look", "entries", "views", "awaited", "clock")

    def seen(message: dict[str, Any]) -> dict[str, Any]:
        entries = [{name: part for name, part in entry.items() if name != "id"} for entry in message["entries"]]
        return {name: message[name] for name in alike if name != "entries"} | {"entries": entries}

    async def story() -> None:
        options = {"options": {"players": 3}} if game == "ave-caesar" else {}
        async with people(server.url, 4) as (livia, *alone), guest(server.url) as nobody:
            id = await livia.create(game, *["me"] * (3 if options else 2), **options)
            held = (await livia.look(id))["held"]
            for seat, person in zip(held, alone, strict=False):
                link = good(await livia.http.post(f"/api/tables/{id}/link", json={"seat": seat}))
                good(await person.http.post(f"/api/tables/{id}/claim", json={"key": link["key"]}))
            who = [*zip(held, alone, strict=False), (None, nobody)]
            await turns(id, 7, livia)
            async with livia.live(id, 0) as live:
                assert seen(await live.read()) == seen(await nobody.look(id, 0))
                for seat, person in [*who, *who]:
                    assert seen(await live.look(seat)) == seen(await person.look(id, 0))
                    since = live.version
                    await turns(id, 1, livia)
                    while live.version == since:
                        news = await live.read()
                    assert seen(news) == seen(await person.look(id, since))
                    assert seen(await livia.look(id, 0, seat=seat)) == seen(await person.look(id, 0))
                    for what in ("history", f"versions/{since}"):
                        asked = {} if seat is None else {"seat": seat}
                        mine = good(await livia.http.get(f"/api/tables/{id}/{what}", params=asked))
                        theirs = good(await person.http.get(f"/api/tables/{id}/{what}"))
                        for each in (*mine["entries"], *theirs["entries"]):
                            each.pop("id", None)
                        assert {**mine, "held": []} == {**theirs, "held": []}

    tell(story())


def test_one_looks_only_as_seats_of_ones_own(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as nobody:
            id = await pair(livia, marcus)
            for person in (livia, nobody):
                for what in ("", "/history", "/versions/3"):
                    bad(await person.http.get(f"/api/tables/{id}{what}?seat=1"), 403, "seat")
                async with person.live(id, seat=1) as live:
                    first = await live.read()
                    assert first["look"] == (0 if person is livia else None)
                    await live.send(do="look", id="l", seat=1)
                    refused = await live.read()
                    assert (refused["type"], refused["error"]["code"]) == ("refused", "seat")
                    await live.send(do="sync", since=0)
                    assert (await live.read())["views"] == first["views"]
            good(await marcus.order(id, do="resign"))
            for what in ("", "/history", "/versions/3"):
                good(await nobody.http.get(f"/api/tables/{id}{what}?seat=1"))
                bad(await nobody.http.get(f"/api/tables/{id}{what}?seat=2"), 403, "seat")

    tell(story())


def test_who_shares_a_screen_does_not_hear_what_spectators_say_behind_the_curtain_either(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,), guest(server.url) as nobody:
            id = await livia.create(NEW, "me", "me")
            good(await nobody.order(id, do="say", text="Caesar has the veto"))
            for seat in (None, 0, 1):
                assert "veto" not in json.dumps((await livia.look(id, 0, seat=seat))["entries"])
            assert "has the veto" in json.dumps((await nobody.look(id, 0))["entries"])

    tell(story())


def test_bots_play_each_other_to_the_end(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create("ave-caesar", "tiro", "tiro", options={"players": 2})
            async with livia.live(id) as live:
                first = await live.read()
                assert first["held"] == []
                end = first
                while end.get("table", {}).get("status") != "over":
                    end = await live.read()
            assert end["table"]["result"]["how"] == "rules"
            bad(await livia.order(id, do="rematch", seat=0), 403, "seat")

    tell(story())


def test_a_rematch_begins_with_the_loser_where_the_rules_say_so(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus, NEW)
            bad(await livia.order(id, do="rematch"), 409, "live")
            good(await marcus.order(id, do="resign"))
            good(await livia.order(id, do="rematch"))
            bad(await livia.order(id, do="rematch"), 409, "asked")
            assert (await marcus.look(id))["table"]["rematch"] == [0]
            async with livia.live(id) as live:
                await live.read()
                good(await marcus.order(id, do="rematch"))
                news = await until(live, lambda message: bool(message.get("table", {}).get("next")))
            following = news["table"]["next"]
            shown = await livia.look(following)
            assert shown["table"]["options"]["starter"] == "caesar"
            assert shown["table"]["status"] == "live"
            assert shown["held"] == [0]
            assert (await marcus.look(following))["held"] == [1]
            assert [seat["name"] for seat in shown["table"]["seats"]] == ["Livia", "Marcus"]
            assert shown["table"]["commitment"] != news["table"]["commitment"]
            bad(await marcus.order(id, do="rematch"), 409, "next")

    tell(story())


def test_in_a_rematch_the_sides_change_elsewhere(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            for game in ("caesar", OLD):
                id = await pair(livia, marcus, game)
                good(await livia.order(id, do="resign"))
                for person in (livia, marcus):
                    good(await person.order(id, do="rematch"))
                shown = await in_the_end(lambda: livia.look(id), lambda shown: bool(shown["table"]["next"]))  # noqa: B023
                following = shown["table"]["next"]
                assert (await livia.look(following))["held"] == [1]
                assert (await marcus.look(following))["held"] == [0]
                assert (await livia.look(following))["table"]["status"] == "live"

    tell(story())


def test_a_series_goes_on_by_itself_to_its_end(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus, NEW, games=3)
            series = (await livia.look(id))["table"]["series"]
            played = []
            for loser in (marcus, livia, marcus):
                played.append(id)
                good(await loser.order(id, do="resign"))
                if len(played) < 3:
                    shown = await in_the_end(lambda: livia.look(id), lambda shown: bool(shown["table"]["next"]))  # noqa: B023
                    id = shown["table"]["next"]
            answer = good(await livia.http.get(f"/api/series/{series}"))
            listed = answer["matches"]
            assert answer["points"] == [2.0, 1.0]
            assert answer["won"] == [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]
            assert answer["places"] == [[0, 1]] * 3
            assert [match["id"] for match in listed] == played
            assert [match["series_number"] for match in listed] == [1, 2, 3]
            assert [match["status"] for match in listed] == ["over"] * 3
            assert [match["result"]["winners"] for match in listed] == [[0], [1], [0]]
            assert [match["options"]["starter"] for match in listed] == ["cleopatra", "caesar", "cleopatra"]
            await asyncio.sleep(0.2)
            assert (await livia.look(id))["table"]["next"] is None

    tell(story())


def test_the_next_match_is_laid_out_once_whatever_people_say(server: Server) -> None:
    """While it is being laid out, others talk: none of that lays it out again."""

    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            for _ in range(3):
                id = await pair(livia, marcus, NEW, games=2)
                talk = [livia.order(id, do="say", text="Vale!") for _ in range(8)]
                await asyncio.gather(marcus.order(id, do="resign"), *talk)
                shown = await in_the_end(lambda: livia.look(id), lambda shown: bool(shown["table"]["next"]))  # noqa: B023
                await asyncio.gather(*(livia.order(id, do="say", text="Salve!") for _ in range(3)))
                listed = good(await livia.http.get(f"/api/series/{shown['table']['series']}"))["matches"]
                assert [match["series_number"] for match in listed] == [1, 2]

    tell(story())


def test_a_rematch_is_laid_out_once_if_both_ask_at_the_same_time(server: Server) -> None:
    async def story() -> None:
        for _ in range(4):
            async with people(server.url, 2) as (livia, marcus):
                id = await pair(livia, marcus, NEW)
                good(await marcus.order(id, do="resign"))
                await asyncio.gather(livia.order(id, do="rematch"), marcus.order(id, do="rematch"))
                await in_the_end(lambda: livia.look(id), lambda shown: bool(shown["table"]["next"]))  # noqa: B023
                await asyncio.gather(*(livia.order(id, do="say", text="Salve!") for _ in range(3)))
                assert len(good(await livia.http.get("/api/tables", params={"show": "mine"}))) == 2

    tell(story())


def test_undo_between_people_needs_consent(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as nobody:
            id = await pair(livia, marcus, "caesar")
            one = await whose_turn(id, livia, marcus)
            two = marcus if one is livia else livia
            before = await one.look(id)
            await step(one, id)
            after = await one.look(id)
            bad(await two.order(id, do="undo"), 409, "nothing")
            async with one.live(id) as asking, two.live(id) as asked, nobody.live(id) as watching:
                for live in (asking, asked, watching):
                    await live.read()
                await asking.send(do="undo", id="u-1", version=asking.version)
                for live in (asking, asked, watching):
                    assert (await live.read())["table"]["undo"]["seat"] == before["held"][0]
                bad(await one.order(id, do="undo-answer", yes=True), 409, "nothing")
                good(await two.order(id, do="undo-answer", yes=False))
                for live in (asking, asked, watching):
                    assert (await live.read())["table"]["undo"] is None
                assert asking.message["views"] == after["views"]
                bad(await one.order(id, do="undo"), 409, "declined")
                await step(two, id)
                await asked.read()
                good(await send(one, id, do="undo", id="u-2"))
                await asked.read()
                bad(await one.order(id, do="undo"), 409, "asked")
                await asked.send(do="undo-answer", id="a-1", yes=True)
                news = await asked.read()
                assert [entry["kind"] for entry in news["entries"]] == ["undo-answer", "undo"]
                assert news["table"]["taken_back"] == 1
            back = await one.look(id)
            assert back["views"] == before["views"]
            bad(await two.order(id, do="undo-answer", yes=True), 409, "nothing")
            await step(one, id)  # and the match goes on
            await step(two, id)

    tell(story())


def test_a_move_that_follows_ends_the_question_of_an_undo(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus, "caesar")
            one = await whose_turn(id, livia, marcus)
            two = marcus if one is livia else livia
            await step(one, id)
            good(await one.order(id, do="undo"))
            await step(two, id)
            assert (await one.look(id))["table"]["undo"] is None
            bad(await two.order(id, do="undo-answer", yes=True), 409, "nothing")

    tell(story())


def test_undo_against_a_bot_is_free_but_what_was_seen_must_be_meant(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create("caesar", "me", "tiro")
            before = await in_the_end(lambda: livia.look(id), lambda shown: bool(shown["views"][0]["legal"]))
            await step(livia, id)
            await in_the_end(lambda: livia.look(id), lambda shown: bool(shown["views"][0]["legal"]))
            bad(await livia.order(id, do="undo"), 409, "revealed")
            good(await livia.order(id, do="undo", agree=True))
            after = await in_the_end(lambda: livia.look(id), lambda shown: bool(shown["views"][0]["legal"]))
            assert after["views"] == before["views"]
            assert after["table"]["taken_back"] == 1

    tell(story())


def test_where_moves_are_not_taken_back_they_are_not(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create("caesar", "me", "me", undo=False)
            await step(livia, id)
            bad(await livia.order(id, do="undo", seat=0, agree=True), 403, "forbidden")

    tell(story())


def test_a_draw_is_offered_refused_and_agreed(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            bad(await marcus.order(id, do="draw-answer", yes=True), 409, "nothing")
            good(await livia.order(id, do="draw"))
            bad(await livia.order(id, do="draw"), 409, "offered")
            bad(await livia.order(id, do="draw-answer", yes=True), 409, "nothing")
            assert (await marcus.look(id))["table"]["draw"] == [0]
            good(await marcus.order(id, do="draw-answer", yes=False))
            assert (await livia.look(id))["table"]["draw"] == []
            bad(await livia.order(id, do="draw"), 409, "declined")
            await turns(id, 10, livia, marcus)
            async with marcus.live(id) as live:
                await live.read()
                good(await livia.order(id, do="draw"))
                await live.read()
                await live.send(do="draw-answer", id="d-1", yes=True)
                news = await live.read()
            assert news["table"]["result"] == {
                "how": "agreed", "winners": [], "scores": [], "reason": "a draw by agreement", "code": "", "rule": None,
        "sheet": None,
            }  # fmt: skip
            for order in ("draw", "resign", "leave", "abandon", "undo"):
                bad(await livia.order(id, do=order), 409, "over")
            against = await livia.create(NEW, "me", "tiro")
            bad(await livia.order(against, do="draw"), 409, "nobody")

    tell(story())


def test_who_resigns_loses(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            bad(await livia.order(id, do="abandon"), 409, "people")
            good(await livia.order(id, do="resign"))
            result = (await marcus.look(id))["table"]["result"]
            assert (result["how"], result["winners"], result["reason"]) == ("resigned", [1], "Cleopatra resigned")
            bad(await marcus.order(id, do="move", version=2, move=0), 409, "over")

    tell(story())


def test_a_bot_plays_for_who_leaves_until_they_return(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus, "caesar", takeover="tiro")
            one = await whose_turn(id, livia, marcus)
            two = marcus if one is livia else livia
            seat = (await one.look(id))["held"][0]
            good(await one.order(id, do="leave"))
            shown = await in_the_end(lambda: two.look(id), lambda shown: bool(shown["views"][0]["legal"]))
            assert shown["table"]["seats"][seat]["level"] == "tiro"
            away = await one.look(id)
            assert away["held"] == [seat]
            assert away["views"][0]["legal"] == []
            bad(await one.order(id, do="move", version=shown["version"], move=0), 409, "bot")
            bad(await two.order(id, do="return"), 409, "nothing")
            good(await one.order(id, do="return"))
            assert (await one.look(id))["table"]["seats"][seat]["kind"] == "person"
            while await whose_turn(id, one, two) is two:  # who closes a province may have more to decide
                await step(two, id)
            await step(one, id)

    tell(story())


def test_who_leaves_loses_where_nobody_takes_over(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            good(await marcus.order(id, do="leave"))
            result = (await livia.look(id))["table"]["result"]
            assert (result["how"], result["winners"]) == ("resigned", [0])

    tell(story())


def test_time_runs_out(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus, "caesar", clock={"kind": "move", "seconds": 5})
            one = await whose_turn(id, livia, marcus)
            await step(one, id)
            two = marcus if one is livia else livia
            shown = await two.look(id)
            seat = shown["held"][0]
            assert shown["clock"]["running"] == [seat]
            assert shown["clock"]["left"][seat] == 5
            async with two.live(id) as live:
                await live.read()
                news = await live.read()  # nobody does anything: time does
            assert news["entries"][0]["kind"] == "time"
            assert news["entries"][0]["seat"] == seat
            assert news["entries"][0]["at"] >= shown["clock"]["since"] + 5
            result = news["table"]["result"]
            assert (result["how"], result["winners"]) == ("time", [1 - seat])

    tell(story())


# --- hints


def test_hints_are_for_ones_own_seat_where_the_table_allows_them(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            without = await pair(livia, marcus, "caesar")
            bad(await livia.http.post(f"/api/tables/{without}/hint", json={}), 403, "forbidden")
            id = await pair(livia, marcus, "caesar", hints=True)
            one = await whose_turn(id, livia, marcus)
            two = marcus if one is livia else livia
            bad(await two.http.post(f"/api/tables/{id}/hint", json={}), 409, "turn")
            hint = good(await one.http.post(f"/api/tables/{id}/hint", json={}))
            shown = await one.look(id)
            assert hint["version"] == shown["version"]
            HintAnswer.model_validate_json(json.dumps(hint), strict=True)
            texts = {move["text"] for move in shown["views"][0]["legal"]}
            assert any(text in json.dumps(hint) for text in texts)
            good(await one.order(id, do="resign"))
            bad(await one.http.post(f"/api/tables/{id}/hint", json={}), 409, "turn")

    tell(story())


# --- looking back


def test_what_would_tell_is_hidden_until_the_end(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as nobody:
            id = await pair(livia, marcus)
            await turns(id, 6, livia, marcus)
            for person in (livia, marcus, nobody):
                bad(await person.http.get(f"/api/tables/{id}/record"), 409, "early")
                bad(await person.http.get(f"/api/tables/{id}/analysis"), 409, "early")
                fair = good(await person.http.get(f"/api/tables/{id}/fairness"))
                assert fair["secret"] is None
                assert (await person.look(id))["table"]["secret"] is None
            version = (await livia.look(id))["version"]
            bad(await livia.http.get(f"/api/tables/{id}/versions/{version}?seat=1"), 403, "seat")
            good(await livia.order(id, do="resign"))
            told = good(await nobody.http.get(f"/api/tables/{id}/fairness"))
            assert sha256(bytes.fromhex(told["secret"])).hexdigest() == fair["commitment"] == told["commitment"]
            record = await nobody.http.get(f"/api/tables/{id}/record")
            assert record.status_code == 200
            assert record.headers["content-type"] == "text/plain; charset=utf-8"
            assert record.headers["content-disposition"].startswith('attachment; filename="quadriga-')
            assert told["commitment"] in record.text
            for seat in (0, 1):
                shown = good(await nobody.http.get(f"/api/tables/{id}/versions/{version}?seat={seat}"))
                assert "?" not in shown["views"][0]["sides"][("cleopatra", "caesar")[seat]]["hand"]["influence"]
            bad(await nobody.http.get(f"/api/tables/{id}/versions/{version}?seat=4"), 403, "seat")

    tell(story())


def test_a_match_that_never_began_has_no_record(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create(NEW, "me", "open")
            good(await livia.order(id, do="abandon"))
            assert (await livia.look(id))["table"]["status"] == "over"
            bad(await livia.http.get(f"/api/tables/{id}/record"), 409, "early")
            bad(await livia.http.get(f"/api/tables/{id}/analysis"), 409, "early")

    tell(story())


def test_an_analysis_shows_its_progress_and_then_the_chances(server: Server) -> None:
    async def story() -> tuple[str, dict[str, Any]]:
        async with people(server.url, 1) as (livia,), guest(server.url) as nobody:
            id = await livia.create("caesar", "me", "me")
            await turns(id, 5, livia)
            good(await livia.order(id, do="resign", seat=0))
            first = await livia.http.get(f"/api/tables/{id}/analysis")
            assert first.status_code == 202 and first.json()["status"] == "running"

            async def ask() -> httpx.Response:
                return await nobody.http.get(f"/api/tables/{id}/analysis")

            seen = [first]

            async def keep() -> httpx.Response:
                seen.append(await ask())
                return seen[-1]

            last = await in_the_end(keep, lambda answer: answer.status_code == 200)
            done = [answer.json()["done"] for answer in seen if answer.status_code == 202]
            assert done == sorted(done)
            assert last.json()["status"] == "done"
            ReviewRunning.model_validate_json(first.content, strict=True)
            ReviewDone.model_validate_json(last.content, strict=True)
            assert good(await livia.http.get(f"/api/tables/{id}/analysis")) == last.json(), "it is kept"
            return (await nobody.http.get(f"/api/tables/{id}/record")).text, last.json()["review"]

    record, found = tell(story())
    assert found == review(record).data(), "to the last digit"


LATER = ("created_at", "series", "series_number")
"""What a table says of itself at every version."""


async def snapshot(person: Person, id: str) -> dict[str, Any]:
    shown = await person.look(id)
    return {**shown, "table": {name: value for name, value in shown["table"].items() if name not in LATER}}


@pytest.mark.parametrize("game", [NEW, "caesar"])
def test_every_version_can_be_seen_again_as_it_was(server: Server, game: str) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as nobody:
            crowd = (livia, marcus, nobody)
            id = await pair(livia, marcus, game, clock={"kind": "bank", "seconds": 600, "increment": 2})
            seen: list[dict[int, dict[str, Any]]] = [{}, {}, {}]

            async def keep() -> None:
                for person, kept in zip(crowd, seen, strict=True):
                    shown = await snapshot(person, id)
                    kept[shown["version"]] = shown

            async def do(person: Person, **order: Any) -> None:
                good(await person.order(id, **order))
                await keep()

            async def play(number: int) -> None:
                for turn in range(number):
                    crowded = [p for p in (marcus, livia) if any(v["legal"] for v in (await p.look(id))["views"])]
                    await step(crowded[turn % len(crowded)], id, choose=lambda legal: legal[len(legal) // 2])
                    await keep()

            await keep()
            await play(14)
            await do(livia, do="say", text="Salve!")
            await do(nobody, do="say", text="Salvete!")
            await do(livia, do="undo")
            await do(marcus, do="undo-answer", yes=False)
            await do(marcus, do="undo")  # at once, if it takes back an early choice
            if (await livia.look(id))["table"]["undo"] is not None:
                await do(livia, do="undo-answer", yes=True)
            await play(6)
            await do(livia, do="draw")
            await do(marcus, do="draw-answer", yes=False)

            async def compare() -> None:
                for person, kept in zip(crowd, seen, strict=True):
                    for version, shown in kept.items():
                        again = good(await person.http.get(f"/api/tables/{id}/versions/{version}"))
                        assert again == shown, version

            assert len(seen[0]) > 20
            await compare()
            await do(marcus, do="resign")
            await compare()

    tell(story())


def test_live_views_are_those_of_the_versions(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as nobody:
            id = await pair(livia, marcus)
            async with livia.live(id) as one, marcus.live(id) as two, nobody.live(id) as three:
                lives = (one, two, three)
                for live in lives:
                    await live.read()
                await turns(id, 16, livia, marcus)
                version = (await livia.look(id))["version"]
                seen: list[dict[int, Any]] = [{}, {}, {}]
                for live, kept in zip(lives, seen, strict=True):
                    while live.version < version:
                        news = await live.read()
                        kept[news["version"]] = [news["views"], news["clock"], news["awaited"]]
            for person, kept in zip((livia, marcus, nobody), seen, strict=True):
                assert len(kept) == 16
                for number, shown in kept.items():
                    again = good(await person.http.get(f"/api/tables/{id}/versions/{number}"))
                    assert [again["views"], again["clock"], again["awaited"]] == shown

    tell(story())
