"""Single games with the compiled rules: bit for bit and word for word as interpreted."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import quadriga
from quadriga.kernel import compiled_actions, tell
from quadriga.kernel.compiled_actions import CompiledActions

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("caesar-cleopatra-1997", {}),
    ("caesar-cleopatra-1997", {"action_pile": "shuffled", "orgies": "fading"}),
    ("caesar-cleopatra-2024", {"opening": "veterans"}),
    ("ave-caesar", {"players": 6}),
    ("ave-caesar", {"players": 2, "uncrewed": 4, "tournament": True}),
    ("caesar", {"modules": ("poison", "centurions", "border-control")}),
    ("caesar", {"solo": "high"}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_compiled_and_interpreted_states_are_the_same_after_every_move(name: str, options: dict[str, Any]) -> None:
    slow, fast = quadriga.load(name, **options), quadriga.load(name, **options)
    fast.compiled_actions = CompiledActions(fast.compiled)
    for seed in range(3):
        chooser = Random(seed)
        one, other = slow.new(seed), fast.new(seed)
        while one.to_move is not None:
            move = chooser.choice(one.legal)
            assert one.play(move) == other.play(move)
            assert one == other
            assert one.actions == other.actions == other.copy().actions
            for seat in (None, *range(len(slow.seats))):
                legal = one.choices_json()
                assert one.view_json(seat, legal) == other.view_json(seat, legal)
        assert other.to_move is None
        assert one.record() == other.record()


def test_an_illegal_move_is_refused_by_its_clause_either_way() -> None:
    game = quadriga.load("caesar-cleopatra-2024")
    game.compiled_actions = CompiledActions(game.compiled)
    state = game.new(1)
    before = state.bits.tobytes()
    with pytest.raises(quadriga.IllegalMove) as refused:
        state.play("veto")
    assert refused.value.rule == "CC24-S2"
    assert state.bits.tobytes() == before


def test_more_events_than_there_is_room_for_are_told_by_the_interpreted_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled_actions.MOST_TOLD == tell.MOST_TOLD
    slow, fast = quadriga.load("caesar-cleopatra-2024"), quadriga.load("caesar-cleopatra-2024")
    fast.compiled_actions = CompiledActions(fast.compiled)
    monkeypatch.setattr(compiled_actions, "MOST_TOLD", 0)
    one, other = slow.new(5), fast.new(5)
    for _ in range(20):
        move = one.legal[0]
        assert one.play(move) == other.play(move)
        assert one == other
