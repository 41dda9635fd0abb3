"""The searching player: it finds what is there to find, on what its seat may know, within its budget."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from numba.core.runtime import _nrt_python, rtsys

import quadriga
from quadriga import Game, Move, QuadrigaError, State
from quadriga.players import LEVELS, Budget, decide, player
from quadriga.players.levels import NAMES, level
from quadriga.players.search import SearchPlayer
from quadriga.players.search_tree import SearchTree
from quadriga.players.settings import SearchSettings

from ..conftest import walk


def wins_at_once(state: State, move: Move) -> bool:
    mover, after = state.to_move, state.copy()
    after.play(move)
    return after.outcome is not None and after.outcome.winners == (mover,)


def victories(count: int) -> Iterator[State]:
    """Positions from random games in which some moves, not all, win at once."""
    for seed in range(1000):
        for state in walk(quadriga.load("caesar"), seed):
            if state.to_move is not None and min(state.s.left[0], state.s.left[1]) <= 2:
                won = [wins_at_once(state, move) for move in state.legal]
                if any(won) and not all(won):
                    yield state.copy()
                    count -= 1
                    break
        if not count:
            return


def test_it_takes_a_victory_that_is_there() -> None:
    by_network = SearchSettings(exploration=1.0, temperature=3.0, network="network")
    for state in victories(12):
        assert wins_at_once(state, decide(player("search"), state, Budget(playouts=600)))
        assert wins_at_once(state, decide(SearchPlayer("consul", Budget(playouts=600), by_network), state))


def test_what_it_found_adds_up() -> None:
    state = next(victories(1))
    tree = SearchTree(state.game, level("consul", state.game).settings)
    tree.begin(state.redeal(state.to_move, 3), 7)
    tree.run(500)
    found = tree.candidates()
    assert sum(candidate.visits for candidate in found) == 500 == tree.done
    assert sum(candidate.share for candidate in found) == pytest.approx(1)
    assert all(0 <= candidate.low <= candidate.value <= candidate.high <= 1 for candidate in found)
    assert found[0].value > 0.95 and found[0].visits == max(candidate.visits for candidate in found)
    assert sum(tree.chances()) == pytest.approx(1) and tree.line()[0] == found[0].move


def test_more_thought_beats_less(edition: Game) -> None:
    """Six quick games in which one side looks at sixty times as many: it wins most, always the same with these seeds.

    Without a network, whose first look is nearly as good as many.
    """
    seats = range(len(edition.seats))
    won = 0.0
    for seed in range(6):
        state = edition.new(seed)
        thinkers = {
            seat: SearchPlayer("consul@2026-11", Budget(playouts=240 if seat % 2 == seed % 2 else 4)) for seat in seats
        }
        while state.to_move is not None:
            state.play(decide(thinkers[state.to_move], state))
        assert state.outcome is not None
        won += sum(winner % 2 == seed % 2 for winner in state.outcome.winners) / max(1, len(state.outcome.winners))
    assert won >= 4


def test_a_single_legal_move_needs_no_thought() -> None:
    game = quadriga.load("caesar", solo="low")
    who = SearchPlayer("consul")
    assert decide(who, game.new(1)).text == "turn the tile"
    assert who._tree is None


def test_within_a_turn_it_keeps_what_it_thought_and_else_it_does_not() -> None:
    game = quadriga.load("caesar-cleopatra-1997")
    state, who = game.new(5), SearchPlayer("consul", Budget(playouts=300))
    kept = fresh = 0
    for _ in range(60):
        if state.to_move is None:
            break
        mover = state.to_move
        again = state.previous is not None and state.previous[0] == mover
        move = decide(who, state)
        if len(state.legal) > 1 and who._tree is not None:
            kept += again and who._tree.top > 0
            fresh += not again and who._tree.top == 0
            assert again or who._tree.top == 0
        state.play(move)
    assert kept > 5 and fresh > 5


def test_what_was_kept_is_forgotten_when_another_move_was_played() -> None:
    game = quadriga.load("caesar-cleopatra-1997")
    state, who = game.new(5), SearchPlayer("consul", Budget(playouts=300))
    chosen = decide(who, state)
    state.play(next(move for move in state.legal if move != chosen))
    decide(who, state)
    assert who._tree is not None and who._tree.top == 0


def test_an_iteration_allocates_nothing(edition: Game) -> None:
    tree = SearchTree(edition, level("consul", edition).settings)
    state = edition.new(4)
    tree.begin(state, 1)
    tree.run(1)
    _nrt_python.memsys_enable_stats()
    taken = []
    for iterations in (1, 3000):
        before = rtsys.get_allocation_stats()
        tree.run(iterations)
        taken.append(rtsys.get_allocation_stats().alloc - before.alloc)
    _nrt_python.memsys_disable_stats()
    assert taken[0] == taken[1], "a call takes a handle for every array that it is given, an iteration nothing"


def test_a_full_tree_goes_on_counting() -> None:
    game = quadriga.load("caesar")
    tree = SearchTree(game, SearchSettings())
    tree.nodes = tree.nodes[:500]
    tree.begin(game.new(2), 1)
    tree.run(2000)
    assert tree.used <= 500 and tree.done == 2000
    assert sum(candidate.visits for candidate in tree.candidates()) == 2000


def test_every_game_and_option_set_has_all_levels(game: Game) -> None:
    assert tuple(LEVELS) == NAMES
    for state in walk(game, 1):
        if state.to_move is not None and len(state.legal) > 1:
            for name in NAMES:
                assert decide(player(name), state, Budget(playouts=20)) in state.legal
            return


def test_levels_think_more_from_one_to_the_next_and_never_longer_than_a_second() -> None:
    for game in quadriga.games().values():
        levels = [level(name, game) for name in NAMES]
        budgets = [each.budget for each in levels]
        playouts = [budget.playouts or 0 for budget in budgets]
        assert playouts == sorted(playouts) and [count == 0 for count in playouts] == [
            each.drawn > 0 for each in levels
        ]
        assert all(budget.seconds is not None and budget.seconds <= 1 for budget in budgets)


def test_the_highest_level_takes_any_budget_and_a_lower_one_no_more_than_its_own() -> None:
    game = quadriga.load("caesar")
    known = game.new(3)
    for name, given, done in (("consul", 700, 700), ("legatus", 700, 60), ("legatus", 10, 10)):
        who = player(name)
        assert isinstance(who, SearchPlayer)
        who.choose(known, Budget(playouts=given), 1)
        assert who.tree(game).done == done


def test_assassinations_come_early_in_an_arranged_pile() -> None:
    state = quadriga.load("caesar-cleopatra-1997").new(2)
    assert decide(player("centurio"), state, Budget(playouts=200)).text == "pick assassination"


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": float("nan")}, {"playouts": 0}, {"playouts": 1.5}])
def test_a_wrong_budget_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(QuadrigaError, match="must be"):
        Budget(**wrong)
