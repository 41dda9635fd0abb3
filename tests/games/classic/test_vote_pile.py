"""The vote pile over many turns."""

from collections import Counter

import pytest

import quadriga
from quadriga import OptionError

from ...conftest import walk
from .table import NAME, SHUFFLED, play, shares, turn


@pytest.mark.clause("CC97-V10")
def test_shuffled_back_cards_are_as_likely_as_the_others() -> None:
    turned: Counter[str] = Counter()
    for seed in range(700):
        state = turn(seed, votes={"left": ["orgy (shuffle)"], "out": ["senators", "aediles", "orgy", "orgy"]})
        play(state, "1 face down at senators", "draw influence", "1 face down at senators")
        turned.update(event.data["call"] for event in state.play("draw influence") if event.kind == "called")
    fair = {"senators": 1, "aediles": 1, "orgy": 2, "orgy (shuffle)": 1}
    assert shares(turned, 5) == pytest.approx(fair, abs=0.3)


@pytest.mark.clause("CC97-V10", "CC97-V8", "CC97-O1", "CC97-O2")
@pytest.mark.parametrize("orgies", ["printed", "fading", "one-less"])
def test_vote_pile_never_runs_out_and_loses_only_what_may_leave(orgies: str) -> None:
    game = quadriga.load(NAME, action_pile="shuffled", orgies=orgies)
    for seed in range(5):
        start = Counter(game.new(seed).view()["votes"]["left"])
        for state in walk(game, seed):
            view = state.view()
            left, out = view["votes"]["left"], view["votes"]["out"]
            finished = [group for group, count in view["patricians"].items() if not count]
            missing = start - Counter(left) - Counter(out)
            assert left.count("orgy (shuffle)") == 1
            assert Counter(left) + Counter(out) + missing == start
            assert set(missing) <= {*finished, *(["orgy"] if orgies == "fading" and len(finished) >= 2 else [])}


@pytest.mark.clause("CC97-O2")
def test_one_orgy_less_and_fading_orgies_exclude_each_other() -> None:
    less = quadriga.load(NAME, action_pile="shuffled", orgies="one-less").new(1).view()["votes"]["left"]
    fading = quadriga.load(NAME, action_pile="shuffled", orgies="fading").new(1).view()["votes"]["left"]
    assert (len(less), less.count("orgy")) == (7, 1)
    assert fading == SHUFFLED.new(1).view()["votes"]["left"]
    with pytest.raises(OptionError, match="choose one of"):
        quadriga.load(NAME, orgies=("fading", "one-less"))
