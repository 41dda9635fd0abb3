"""How a thought travels to another machine and back, as JSON: what is read never runs anything but the three works.

A bot's job and a hint's hold a new deal of what the seat cannot know and a seed of their own, never the position nor
the secret of a match; a review's holds the record of a match that is over. Nobody's name, key or address is in any.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from quadriga import notation
from quadriga.model import Game
from quadriga.players.budget import Budget
from quadriga.players.judging import Judged
from quadriga.players.reasons import Fact
from quadriga.players.survey import Found
from quadriga.players.survey import Task as PartOfReview
from quadriga.server.bots import Task, Thought, advise, review_part, think
from quadriga.table.terms import load

Json = Any


def write_task(task: Task) -> Json:
    """Write what a bot gets."""
    return {
        "game": task.game, "options": task.options, "bits": b64encode(task.bits).decode(), "seed": f"{task.seed:x}",
        "previous": task.previous,
    }  # fmt: skip


def read_task(data: Json) -> Task:
    """Read it back."""
    options = tuple((name, text) for name, text in data["options"])
    previous = None if data["previous"] is None else (data["previous"][0], data["previous"][1])
    return Task(data["game"], options, b64decode(data["bits"]), int(data["seed"], 16), previous)


def write_budget(budget: Budget | None) -> Json:
    """Write how long something may take."""
    return None if budget is None else [budget.seconds, budget.playouts]


def read_budget(data: Json) -> Budget | None:
    """Read it back."""
    return None if data is None else Budget(data[0], data[1])


def write_part(record: str, part: PartOfReview) -> Json:
    """Write which move of which match is to be looked at."""
    return [record, part.number, write_budget(part.search), write_budget(part.course), part.better]


def read_part(data: Json) -> tuple[str, PartOfReview]:
    """Read it back."""
    record, number, search, course, better = data
    return record, PartOfReview(number, read_budget(search), read_budget(course), better)


@lru_cache(maxsize=64)
def game_of(record: str) -> Game:
    """Return the game of a record without playing it through."""
    tags = notation.parse(record).tags
    return load(tags["Game"], tuple(notation.options(tags).items()))


def write_found(game: Game, found: Found) -> Json:
    """Write what a look at a move found."""
    judged = found.judged and replace(found.judged, chances=(0.0,) * len(game.seats))  # a survey knows them
    return {
        "judged": judged and judged.data(game),
        "chances": found.chances,
        "facts": None if found.facts is None else [fact.data(game) for fact in found.facts],
    }


def read_found(game: Game, data: Json) -> Found:
    """Read it back."""
    judged = data["judged"] and replace(Judged.read(game, data["judged"]), chances=())
    facts = data["facts"]
    return Found(
        judged,
        None if data["chances"] is None else tuple(data["chances"]),
        None if facts is None else tuple(Fact.read(game, fact) for fact in facts),
    )


class Kind(NamedTuple):
    """One kind of work: how what it is given and what it answers are written and read."""

    work: Callable[..., Any]
    write: Callable[..., Json]
    read: Callable[[Json], tuple[Any, ...]]
    write_answer: Callable[[tuple[Any, ...], Any], Json] = lambda given, answer: answer
    read_answer: Callable[[tuple[Any, ...], Json], Any] = lambda given, data: data


KINDS = {
    "move": Kind(
        think,
        lambda task, level: [write_task(task), level],
        lambda data: (read_task(data[0]), data[1]),
        lambda given, thought: [thought.action, thought.forced],
        lambda given, data: Thought(data[0], data[1]),
    ),
    "hint": Kind(
        advise,
        lambda task, seat, seconds: [write_task(task), seat, seconds],
        lambda data: (read_task(data[0]), data[1], data[2]),
    ),
    "review": Kind(
        review_part,
        write_part,
        read_part,
        lambda given, found: write_found(game_of(given[0]), found),
        lambda given, data: read_found(game_of(given[0]), data),
    ),
}
NAMES = {kind.work: name for name, kind in KINDS.items()}


def write(work: Any, given: tuple[Any, ...]) -> bytes:
    """Write a job."""
    name = NAMES[work]
    return orjson.dumps([name, KINDS[name].write(*given)])


def read(written: bytes) -> tuple[Kind, tuple[Any, ...]]:
    """Read a job; ValueError if it is none of ours."""
    try:
        name, data = orjson.loads(written)
        return KINDS[name], KINDS[name].read(data)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError("this is no job of ours") from error
