"""What is shown stays the same, however it is made; and whoever writes into a view spoils no other."""

import json
from typing import Any

import orjson
import pytest

from quadriga import Game

from ..conftest import OUR_GAMES, label, quick, walk
from .shown import FILE, digest


@pytest.mark.parametrize("game", OUR_GAMES, ids=label)
def test_every_view_and_event_is_as_it_was(game: Game) -> None:
    known = dict(line.split() for line in FILE.read_text(encoding="utf-8").splitlines())
    assert digest(quick(game)) == known[label(game)]


def wreck(part: Any) -> None:
    """Empty a part of a view and all that is in it."""
    if isinstance(part, dict | list):
        for inner in list(part.values() if isinstance(part, dict) else part):
            wreck(inner)
        part.clear()


def test_a_wrecked_view_spoils_no_other(game: Game) -> None:
    viewers = (None, *range(len(game.seats)))
    for number, state in enumerate(walk(game, 8)):
        if number % 7 and state.to_move is not None:
            continue
        texts = [json.dumps(state.view(seat)) for seat in viewers]
        views = [state.view(seat) for seat in viewers]
        for later, view in enumerate(views, 1):
            others = json.dumps(views[later:])
            wreck(view)
            assert json.dumps(views[later:]) == others
        assert [json.dumps(state.view(seat)) for seat in viewers] == texts


def test_what_was_shown_before_changes_nothing_of_what_is_shown_now(game: Game) -> None:
    viewers = (None, *range(len(game.seats)))
    for state in walk(game, 9):
        for seat in viewers:
            fresh = state.copy()
            legal = fresh.choices_json() if seat is not None and seat == fresh.to_move else b"[]"
            assert state.view_json(seat, legal) == fresh.view_json(seat, legal) == orjson.dumps(fresh.view(seat))
