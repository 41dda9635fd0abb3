"""Whole matches over the API."""

from __future__ import annotations

import asyncio
from random import Random
from re import fullmatch

import pytest

import quadriga
from quadriga import notation
from quadriga.table.fairness import verify

from .client import Person, play_on
from .running import Server


def test_two_people_play_a_match_to_its_end_and_its_record_verifies(server: Server) -> None:
    async def story() -> None:
        livia, marcus = await Person.arrive(server.url), await Person.arrive(server.url)
        id = await livia.create("caesar-cleopatra-2024", "me", "open", name="Livia")
        commitment = (await livia.look(id))["table"]["commitment"]
        assert (await marcus.order(id, do="sit", seat=1, name="Marcus")).status_code == 200
        async with livia.live(id) as one, marcus.live(id) as two:
            ends = await asyncio.gather(play_on(one, "l", Random(1)), play_on(two, "m", Random(2)))
        assert ends[0]["table"]["result"] == ends[1]["table"]["result"]
        record = (await livia.http.get(f"/api/tables/{id}/record")).text
        assert verify(record, commitment).state.outcome == quadriga.replay(record).outcome
        tags = notation.parse(record).tags
        assert tags["Players"] == "Livia; Marcus" and fullmatch(r"\d{4}-\d\d-\d\d", tags["Date"])
        assert not {"Site", "TimeControl"} & tags.keys() and not any(key in record for key in (livia.key, marcus.key))
        await livia.leave()
        await marcus.leave()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("caesar-cleopatra-1997", ("me", "tiro"), {}),
        ("caesar-cleopatra-2024", ("miles", "me"), {"opening": "veterans"}),
        ("ave-caesar", ("me", "tiro", "tiro"), {"players": 3, "uncrewed": 2}),
        ("caesar", ("me", "tiro"), {"modules": ["centurions", "poison"]}),
        ("caesar", ("me",), {"solo": "low"}),
    ],
)
def test_somebody_plays_bots_to_the_end(server: Server, game: str, seats: tuple[str, ...], options: dict) -> None:
    async def story() -> None:
        person = await Person.arrive(server.url)
        id = await person.create(game, *seats, options=options)
        async with person.live(id) as live:
            end = await play_on(live, "p", Random(3))
        assert end["table"]["result"]["how"] == "rules"
        await person.leave()

    asyncio.run(story())
