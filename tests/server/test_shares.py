"""Fair dice over the API: people add shares of their own, and the match begins when all are revealed, or soon."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest

from quadriga.server.hall import Sitter
from quadriga.server.messages.requests import RevealCommand
from quadriga.table import table as table_module
from quadriga.table.fairness import Share, hash_of, seed_of, verify
from quadriga.table.table import LIVE, WAITING

from .client import Person
from .house import House
from .running import Server, running
from .steadfast import until
from .stories import bad, good, in_the_end, people, tell

GAME = "caesar-cleopatra-2024"


def new() -> str:
    """Make a share."""
    return secrets.token_hex(16)


def me(share: str | None) -> dict[str, Any]:
    return {"kind": "me"} if share is None else {"kind": "me", "hash": hash_of(share)}


async def laid_out(person: Person, *seats: dict[str, Any], **wish: Any) -> dict[str, Any]:
    answer = await person.http.post("/api/tables", json={"game": GAME, "seats": seats, **wish})
    table: dict[str, Any] = good(answer)["table"]
    return table


async def ended(person: Person, id: str) -> dict[str, Any]:
    """Resign; return what is said about the dice."""
    good(await person.order(id, do="resign", seat=0))
    fair: dict[str, Any] = good(await person.http.get(f"/api/tables/{id}/fairness"))
    return fair


def test_two_people_and_the_server_make_the_dice_together(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            one, two, next_one = new(), new(), new()
            table = await laid_out(livia, me(one), {"kind": "open"})
            id, committed = table["id"], table["commitment"]
            assert table["shares"] == [{"hash": hash_of(one), "share": None}, None] and table["begins_by"] is None
            bad(await livia.order(id, do="reveal", share=one), 409, "early")
            good(await marcus.order(id, do="sit", seat=1, hash=hash_of(two)))
            shown = (await livia.look(id))["table"]
            assert shown["status"] == "waiting" and shown["begins_by"] > shown["created_at"]
            bad(await livia.order(id, do="reveal", share=two), 409, "share")
            bad(await livia.order(id, do="reveal", seat=1, share=two), 403, "seat")
            bad(await marcus.order(id, do="leave"), 409, "starting")
            async with marcus.live(id, 0) as live:
                await live.read()
                await live.send(do="reveal", share=two, id="r-1")
                heard = await live.read()
                assert heard["entries"][0]["share"] == two and heard["table"]["shares"][1]["share"] == two
                await live.send(do="reveal", share=two, id="r-2")
                assert (await live.read())["type"] == "done", "another tab of the same browser was quicker"
                good(await livia.order(id, do="reveal", share=one, next_hash=hash_of(next_one)))
                begun = await live.read()
                assert [entry["kind"] for entry in begun["entries"]] == ["reveal", "start"]
                assert begun["table"]["status"] == "live" and begun["table"]["begins_by"] is None
            fair = good(await livia.http.get(f"/api/tables/{id}/fairness"))
            assert fair["secret"] is None and fair["seed"] is None
            fair = await ended(livia, id)
            shares = [Share(hash_of(one), one), Share(hash_of(two), two)]
            assert int(fair["seed"], 16) == seed_of(int(fair["secret"], 16), shares)
            record = (await livia.http.get(f"/api/tables/{id}/record")).text
            assert verify(record, committed, [one, hash_of(two)]).shares == tuple(shares)

            for person in (livia, marcus):
                good(await person.order(id, do="rematch"))
            following = await in_the_end(lambda: livia.look(id), lambda shown: shown["table"]["next"] is not None)
            after = (await livia.look(following["table"]["next"]))["table"]
            assert after["commitment"] != committed
            hashes = [share and share["hash"] for share in after["shares"]]
            assert set(hashes) == {hash_of(next_one), None}
            assert after["status"] == "waiting", "who gave a hash for the next match reveals it there"
            seat = hashes.index(hash_of(next_one))
            good(await livia.order(after["id"], do="reveal", seat=seat, share=next_one))
            assert (await livia.look(after["id"]))["table"]["status"] == "live"

    tell(story())


def test_at_one_screen_and_against_bots_everybody_may_have_a_share(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            one, two = new(), new()
            table = await laid_out(livia, me(one), me(two))
            assert table["status"] == "waiting"
            good(await livia.order(table["id"], do="reveal", seat=1, share=two))
            good(await livia.order(table["id"], do="reveal", seat=0, share=one))
            assert (await livia.look(table["id"]))["table"]["status"] == "live"

            table = await laid_out(livia, me(one), {"kind": "bot", "level": "tiro"})
            assert table["status"] == "waiting"
            good(await livia.order(table["id"], do="reveal", share=one))
            fair = await ended(livia, table["id"])
            assert fair["shares"] == [{"hash": hash_of(one), "share": one}, None] and fair["seed"] != fair["secret"]

            table = await laid_out(livia, me(None), {"kind": "bot", "level": "tiro"})
            assert table["status"] == "live", "a program that knows nothing of shares waits for nothing"
            fair = await ended(livia, table["id"])
            assert fair["shares"] == [None, None] and fair["seed"] == fair["secret"]

    tell(story())


@pytest.mark.parametrize("share", ["", "0" * 31, "0" * 33, "G" * 32, "A" * 32, "0" * 64])
def test_what_is_no_share_is_refused(server: Server, share: str) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            one = new()
            table = await laid_out(livia, me(one), {"kind": "bot", "level": "tiro"})
            bad(await livia.order(table["id"], do="reveal", share=share), 422, "malformed")
            wish = {"game": GAME, "seats": [{"kind": "me", "hash": share[:63]}, {"kind": "open"}]}
            bad(await livia.http.post("/api/tables", json=wish), 422, "malformed")
            wish = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open", "hash": hash_of(one)}]}
            bad(await livia.http.post("/api/tables", json=wish), 422, "seats")
            good(await livia.order(table["id"], do="reveal", share=one))

    tell(story())


def test_a_match_begins_without_a_share_that_nobody_reveals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path, monkeypatch) as house:
            monkeypatch.setattr(table_module, "REVEALING", 0.2)
            one, two = new(), new()
            terms = (await house.create("me", "me")).table.terms
            sitting = {0: Sitter("livia", "Livia", hash_of(one)), 1: Sitter("marcus", "Marcus", hash_of(two))}
            live = await house.hall.lay_out(terms, sitting)
            assert live.table.status == WAITING
            await house.desk.command(live.id, "livia", RevealCommand(do="reveal", seat=0, share=one))
            await until(lambda: live.table.status == LIVE)
            assert live.table.shares == [Share(hash_of(one), one), Share(hash_of(two))]
            assert live.table.state is not None
            assert live.table.state.seed == seed_of(live.table.secret, [live.table.shares[0], None])

    tell(story())


def test_a_match_begins_although_the_server_was_killed_while_shares_were_revealed(tmp_path: Path) -> None:
    async def story() -> None:
        with running(tmp_path) as server:
            async with people(server.url, 1) as (livia,):
                table = await laid_out(livia, me(new()), {"kind": "bot", "level": "tiro"})
                assert table["status"] == "waiting"
                key = livia.key
            server.kill()
            server.start()
            again = Person(server.url, key)
            await in_the_end(lambda: again.look(table["id"]), lambda shown: shown["table"]["status"] == "live")
            await again.leave()

    tell(story())
