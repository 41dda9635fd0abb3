"""Films: every position of a match as somebody saw it, and nothing that they did not see."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import orjson
import pytest

from quadriga.table import film as films
from quadriga.table.errors import TableError
from quadriga.table.film import Film
from quadriga.table.show import show_history, show_views
from quadriga.table.table import OVER, Table

from .builder import CLEOPATRA, EVERY_MATCH, NEW, ROME, Match, opened, seated, waiting


def frames(match: Match, seat: int | None) -> list[dict[str, Any]]:
    """A film as data."""
    film = Film.of(match.table, seat)
    assert film is not None
    return [orjson.loads(frame) for frame in film.frames()]


def without_choices(view: dict[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in view.items() if name not in ("legal", "chosen")}


@EVERY_MATCH
@pytest.mark.parametrize(
    "moves", [pytest.param(40, id="running"), pytest.param(None, id="over", marks=pytest.mark.long)]
)
def test_every_frame_is_what_its_seat_saw(game: str, options: dict[str, Any], moves: int | None) -> None:
    match = seated(game, **options)
    match.play_on(random.Random(2), moves)
    table = match.table
    assert table.state is not None
    for seat in (*match.seats, None):
        held = () if seat is None else (seat,)
        told = {entry["version"]: entry for entry in show_history(table, 0, held)}
        shown = frames(match, seat)
        assert [frame["number"] for frame in shown] == list(range(len(table.state.history) + 1))
        state = table.beginning()
        for frame, action in zip(shown, [None, *table.state.history], strict=True):
            if action is not None:
                state.play(action)
            seen = orjson.loads(orjson.dumps(state.view(seat)))
            assert without_choices(frame["view"]) == without_choices(seen) and frame["view"]["legal"] == []
            entry = told[frame["version"]]
            assert (frame["kind"], frame["events"], frame.get("move")) == (
                entry["kind"], entry["events"], entry.get("move"),
            )  # fmt: skip
    for version in random.Random(1).sample(range(1, table.version + 1), min(10, table.version)):
        earlier = Table.load(table.terms, table.secret, table.log[:version])
        if table.log[version - 1].kind == "move":
            frame = next(each for each in frames(match, 0) if each["version"] == version)
            assert without_choices(frame["view"]) == without_choices(show_views(earlier, {0})[0])


@EVERY_MATCH
def test_the_turns_of_a_film_are_those_of_the_clock(game: str, options: dict[str, Any]) -> None:
    match = seated(game, **options)
    match.play_on(random.Random(3), 50)
    turns = [frame["turn"] for frame in frames(match, None)]
    assert turns[:2] == [0, 1] and all(0 <= after - before <= 1 for before, after in pairwise(turns))
    state = match.table.beginning()
    assert match.table.state is not None
    numbers = []
    for action in match.table.state.history:
        numbers.append(match.table.game.definition.turn(state.s))
        state.play(action)
    same = [before == after for before, after in pairwise(numbers)]
    assert same == [before == after for before, after in pairwise(turns[1:])]


def test_what_was_taken_back_is_not_in_a_film() -> None:
    match = opened(NEW, hotseat=True)
    match.play("1 face down at praetors")
    taken = match.table.version
    match.undo(CLEOPATRA)
    match.play("2 face down at praetors")
    shown = frames(match, CLEOPATRA)
    assert [frame["version"] for frame in shown][-1] == match.table.version > taken + 1
    assert taken not in [frame["version"] for frame in shown]
    assert shown[-1]["move"]["text"] == "2 face down at praetors" and "move" not in frames(match, 1)[-1]


def test_a_match_that_has_not_begun_has_no_film_and_a_long_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Film.of(waiting(ROME).table, None) is None
    match = seated(ROME)
    match.play_on(random.Random(1), 5)
    monkeypatch.setattr(films, "MOST_MOVES", 5)
    assert len(frames(match, None)) == 6
    match.play_on(random.Random(1), 1)
    with pytest.raises(TableError, match="too long") as refused:
        Film.of(match.table, None)
    assert refused.value.code == "long"


def test_a_film_is_of_the_moment_in_which_it_was_asked_for() -> None:
    match = seated(ROME)
    match.play_on(random.Random(1), 5)
    film = Film.of(match.table, None)
    assert film is not None
    match.play_on(random.Random(1))
    assert match.table.status == OVER and len(list(film.frames())) == 6
