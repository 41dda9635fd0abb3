"""Whole games against a plain reading of the clauses."""

import random
from collections import Counter

import pytest

from .reading import Referee
from .table import EVERY_SET, caesar

GAMES = 14


@pytest.mark.clause(
    "ROME-S3", "ROME-T1", "ROME-T2", "ROME-T3", "ROME-T4", "ROME-T5", "ROME-T6", "ROME-T7", "ROME-T8", "ROME-T9",
    "ROME-T10", "ROME-B1", "ROME-B2", "ROME-B3", "ROME-B4", "ROME-B5", "ROME-B6", "ROME-B7", "ROME-E1", "ROME-E2",
    "ROME-P2", "ROME-C2", "ROME-K2",
)  # fmt: skip
@EVERY_SET
def test_every_game_goes_as_a_plain_reading_says(modules) -> None:
    happened: Counter[str] = Counter()
    for seed in range(GAMES):
        chooser = random.Random(seed)
        state = caesar(*modules).new(seed)
        referee = Referee(state)
        referee.agree(state)
        while state.to_move is not None:
            move = chooser.choice(state.legal)
            if state.legal[-1].text == "decline the bonus" and chooser.random() < 0.6:
                move = chooser.choice(state.legal[:-1])
            events = state.play(move)
            referee.play(move.text, events)
            referee.agree(state)
            happened.update(event.kind for event in events)
        assert state.outcome is not None
        assert [state.game.seats[seat] for seat in state.outcome.winners] == [referee.winner]
    assert happened["ended"] == GAMES
    for kind in ("closed", "control", "tied", "border", "senate", "tactics", "wealth", "might"):
        assert happened[kind] > 0, kind
    for module, kind in (("poison", "poison"), ("centurions", "centurion"), ("border-control", "bank")):
        assert (happened[kind] > 0) == (module in modules)
