"""What holds in every position of every game, whatever the players do."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quadriga import Game, IllegalMove, State, rulebook

from ..conftest import CLEOPATRA, GAMES

INFLUENCE = Counter({"philosopher": 2, "1": 7, "2": 7, "3": 7, "4": 7, "5": 7})
ACTIONS = {
    "caesar-cleopatra-1997": Counter(assassination=4, spy=2, castling=2, scout=2, wrath=1, veto=2),
    "caesar-cleopatra-2024": Counter(assassination=3, castling=1, scout=3, wrath=1, veto=2),
}
HAND = {"caesar-cleopatra-1997": 5, "caesar-cleopatra-2024": 6}
MOST_POINTS = {
    "caesar-cleopatra-1997": 33,
    "caesar-cleopatra-2024": 33,
    "ave-caesar": 4 * (6 + 4 + 3),
    "caesar": 1,
    "liars-dice": 5,
}
SETTING_UP = ("arrange", "opening")

slow = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@st.composite
def positions(draw: st.DrawFn, games: list[Game] = GAMES) -> State:
    """A position of a real game: any options, any seed, any choices, any length."""
    state = draw(st.sampled_from(games)).new(draw(st.integers(0, 2**128 - 1)))
    chooser = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 320))):
        if state.to_move is None:
            break
        state.play(chooser.choice(state.legal))
    return state


@slow
@given(positions(CLEOPATRA))
def test_cards_are_conserved_and_limits_hold(state: State) -> None:
    position = state.position()
    name = state.game.name
    lifted = Counter(position.get("lifted", ()))
    for seat in state.game.seats:
        side = position[seat]
        table = [card.strip("()").split()[0] for cards in side["table"].values() for card in cards]
        everything = Counter(table) + Counter(side["hand"]) + Counter(side["pile"]) + Counter(side["discard"])
        if position["stage"] != "arrange":
            everything += Counter(side["action_pile"])
        else:
            everything += ACTIONS[name]
        if seat == position["active"]:
            everything += lifted
        assert everything == INFLUENCE + ACTIONS[name]
        assert len(side["hand"]) <= HAND[name] or position["stage"] in SETTING_UP
        for group, cards in side["table"].items():
            assert len(cards) <= 5
            both = sum(len(position[other]["table"].get(group, ())) for other in state.game.seats)
            assert both <= (8 if name.endswith("1997") else 10)
            won = sum(position[other]["won"].get(group, 0) for other in state.game.seats)
            assert won < state.game.definition.edition.patricians[state.game.definition.edition.groups.index(group)]


@slow
@given(positions())
def test_what_is_legal_is_exactly_what_play_accepts(state: State) -> None:
    legal = {move.id for move in state.legal}
    clauses = rulebook(state.game.name)
    before = state.bits.tobytes()
    assert (not legal) == (state.outcome is not None)
    for action in range(state.game.num_actions):
        if action in legal:
            state.copy().play(action)
        else:
            with pytest.raises(IllegalMove) as refused:
                state.play(action)
            assert refused.value.rule in clauses
            refusal = state.game.definition.refusal(state.s, action)
            reason = clauses[refusal].text if isinstance(refusal, str) else refusal[1]
            assert str(refused.value).endswith(f"{reason} ({refused.value.rule})")
            assert state.bits.tobytes() == before


@slow
@given(positions(), st.randoms(use_true_random=False))
@pytest.mark.long
def test_every_game_ends_with_scores_in_bounds(state: State, chooser) -> None:
    steps = state.s.moves
    while state.to_move is not None:
        state.play(chooser.choice(state.legal))
        steps += 1
        assert steps < state.game.definition.max_steps
    outcome = state.outcome
    assert all(0 <= score <= MOST_POINTS[state.game.name] for score in outcome.scores)
    assert all(outcome.scores[winner] == max(outcome.scores) for winner in outcome.winners)
    if "cleopatra" in state.game.name:
        assert len(outcome.winners) <= 1
        assert outcome.winners or outcome.scores[0] == outcome.scores[1]
    if state.game.name == "caesar":
        assert (state.position()["winner"] in state.game.seats) == bool(outcome.winners)
        assert sum(outcome.scores) == len(outcome.winners) <= 1
    assert outcome.rule in rulebook(state.game.name)


@slow
@given(positions())
@pytest.mark.long
def test_a_copy_is_independent(state: State) -> None:
    before = state.bits.tobytes()
    copy = state.copy()
    assert copy == state
    while copy.to_move is not None:
        copy.play(copy.legal[-1])
    assert state.bits.tobytes() == before
    assert state.history == state.copy().history
