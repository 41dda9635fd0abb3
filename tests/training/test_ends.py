"""Ends of games that are known exactly: reached by play, of a size that can be looked through, with something hidden."""

from __future__ import annotations

import pytest

pytest.importorskip("open_spiel", reason="exact best responses are OpenSpiel's: the extra `env`")

from benchmarks.endgame import EndGame, positions
from benchmarks.exploitability import ENDS, MOST, EndTables, Learnt, train
from quadriga.training.settings import Settings

pytestmark = pytest.mark.long


def test_an_end_of_caesar_is_small_and_hides_something() -> None:
    begun = ENDS["caesar"].begin()
    assert len(begun.history) == ENDS["caesar"].moves and begun.to_move is not None
    end = EndGame(begun, ENDS["caesar"].hands)
    assert len(end.deals) > 1 and abs(sum(likely for _, likely in end.deals) - 1) < 1e-9
    count = sum(1 for _ in positions(end, MOST))
    assert 5_000 < count < MOST


def test_the_end_alone_is_trained_with() -> None:
    end = EndGame(ENDS["ave-caesar"].begin(), ENDS["ave-caesar"].hands)
    tables = EndTables(end, 8, 1)
    before = {bits for bits, _ in end.deals}
    secret = tables.batches[0].states.copy()
    secret["secret"], secret["rolls"] = 0, 0
    assert {secret[k : k + 1].tobytes() for k in range(8)} <= before
    while not tables.results()[1].any():
        tables.step(tables.legal().float().argmax(1))
    begun = tables.batches[0].states[tables.results()[1].numpy()].copy()
    begun["secret"], begun["rolls"] = 0, 0
    assert begun[:1].tobytes() in before, "and begun again"


@pytest.mark.parametrize("name", ["ave-caesar", "caesar", "liars-dice"])
def test_what_a_network_does_there_is_a_choice_of_one_legal_action(name: str) -> None:
    """In Ave Caesar several moves may stand in one slot."""
    end = EndGame(ENDS[name].begin(), ENDS[name].hands)
    model, options, _ = train(end, 0, Settings(games=2, steps=2, minibatch=4, widths=(4, 4)))
    policy, state = Learnt(end, model, options), end.new_initial_state()
    while state.is_chance_node():
        state = state.child(state.legal_actions()[0])
    found = policy.action_probabilities(state)
    assert sorted(found) == state.legal_actions() and sum(found.values()) == pytest.approx(1, abs=1e-4)
