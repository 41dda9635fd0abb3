"""What the stories about the server share: people who come and go, and the moves they make."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx

from .client import Live, Person

LONG = 30.0
"""No story takes as long; one that does hangs."""
T = TypeVar("T")


def tell(story: Coroutine[Any, Any, T]) -> T:
    """Play a story to its end."""

    async def bounded() -> T:
        return await asyncio.wait_for(story, LONG)

    return asyncio.run(bounded())


@asynccontextmanager
async def people(url: str, number: int) -> AsyncIterator[list[Person]]:
    """Let some people arrive, and leave at the end."""
    arrived = [await Person.arrive(url) for _ in range(number)]
    try:
        yield arrived
    finally:
        for person in arrived:
            await person.leave()


@asynccontextmanager
async def guest(url: str) -> AsyncIterator[Person]:
    """Let somebody come who has no key."""
    person = Person(url)
    try:
        yield person
    finally:
        await person.leave()


async def pair(one: Person, two: Person, game: str = "caesar-cleopatra-2024", **wish: Any) -> str:
    """Seat two people at a new table; the match begins."""
    id = await one.create(game, "me", "open", name="Livia", **wish)
    assert (await two.order(id, do="sit", seat=1, name="Marcus")).status_code == 200
    return id


async def send(person: Person, table: str, **order: Any) -> httpx.Response:
    """Send a command over HTTP, with an id of its own."""
    return await person.http.post(f"/api/tables/{table}/commands", json=order)


def good(answer: httpx.Response) -> Any:
    """Return what an answer holds that went well."""
    assert answer.status_code in (200, 201, 202), answer.text
    return answer.json()


def bad(answer: httpx.Response, status: int, code: str) -> str:
    """Return the message of an error, which has a form that the page can show."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"error"}
    error = answer.json()["error"]
    assert set(error) == {"code", "message", "rule"}
    assert error["code"] == code, error
    assert 0 < len(error["message"]) <= 400
    message: str = error["message"]
    return message


async def step(person: Person, id: str, *, choose: Callable[[list[Any]], Any] = lambda legal: legal[0]) -> int:
    """Make one move of a person who has one to make; return the version it led to."""
    found = await person.decides(id)
    assert found is not None, "there is nothing to decide"
    seat, shown = found
    move = choose(shown["views"][0]["legal"])["id"]
    made = good(await person.order(id, do="move", seat=seat, version=shown["version"], move=move))
    version: int = made["version"]
    return version


async def whose_turn(id: str, *persons: Person) -> Person:
    """Find who has to decide; the first if several."""
    for person in persons:
        if await person.decides(id) is not None:
            return person
    raise AssertionError("nobody has to decide")


async def turns(id: str, number: int, *persons: Person) -> None:
    """Let people make a number of moves, whoever's turn it is."""
    for _ in range(number):
        await step(await whose_turn(id, *persons), id)


async def until(live: Live, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Read messages until a wanted one comes."""
    while True:
        message = await live.read()
        if wanted(message):
            return message


async def in_the_end(ask: Callable[[], Awaitable[T]], wanted: Callable[[T], bool]) -> T:
    """Ask again and again until the answer is what is wanted; the story's bound ends a wait that is too long."""
    while True:
        answer = await ask()
        if wanted(answer):
            return answer
        await asyncio.sleep(0.02)
