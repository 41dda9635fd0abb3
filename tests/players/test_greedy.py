"""The greedy player in every game: one look ahead with the search's evaluation, the same interpreted and compiled."""

from __future__ import annotations

import random

import pytest

import quadriga
from quadriga import Game
from quadriga.kernel.compiled import Compiled
from quadriga.players import UNLIMITED, decide, derive, player
from quadriga.players.greedy import ALIKE, DEALS, LOOK, GreedyPlayer, interpreted_look
from quadriga.players.search_tree import SearchTree
from tests.conftest import walk


@pytest.mark.parametrize("further", [0, 2])
def test_interpreted_and_compiled_it_sees_the_same(edition: Game, further: int) -> None:
    chooser, who, looks = random.Random(1), GreedyPlayer(), 0
    for number, state in enumerate(walk(edition, 5)):
        if state.to_move is not None and 1 < len(state.legal) < 25 and chooser.random() < 0.1 and looks < 4:
            looks += 1
            seed = derive(5, number)
            compiled = who.look(state, seed, further)
            assert compiled == pytest.approx(interpreted_look(state, seed, further), abs=ALIKE / 10)
    assert looks


def test_without_compiled_rules_it_plays_the_same_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def play() -> list[int]:
        state = quadriga.load("caesar-cleopatra-2024").new(4)
        who = player("greedy")
        while state.to_move is not None and len(state.history) < 30:
            state.play(decide(who, state))
        return state.history

    compiled = play()
    monkeypatch.setattr(Compiled, "has", lambda self, name: False)
    assert play() == compiled


def test_every_move_is_tried_in_every_deal_and_nothing_behind_it(edition: Game) -> None:
    state = next(state for state in walk(edition, 3) if state.to_move is not None and len(state.legal) > 1)
    tree = SearchTree(edition, LOOK, depth=1)
    tree.begin(state, 1)
    tree.run(DEALS * len(state.legal), looks=len(state.legal))
    assert {candidate.move for candidate in tree.candidates()} == set(state.legal)
    assert {candidate.visits for candidate in tree.candidates()} == {DEALS}
    assert len(tree.line()) == 1


def test_the_same_seed_gives_the_same_move(edition: Game) -> None:
    state = next(state for state in walk(edition, 3) if state.to_move is not None and len(state.legal) > 1)
    chosen = [player("greedy").choose(state, UNLIMITED, seed) for seed in (7, 7, 8, 9)]
    assert chosen[0] == chosen[1] and set(chosen) <= set(state.legal)
