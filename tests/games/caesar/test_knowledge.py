"""What everybody knows of a supply, against all supplies that the public story leaves possible."""

import random
from collections import Counter
from itertools import combinations

import pytest

from quadriga import Event, State
from quadriga.games.caesar.invariants import broken

from .table import ALL_MODULES, BAG, CENTURIONS, CLOSE_SYRIA, EVERY_SET, SYRIA, caesar, closing_syria, setting, without

Supply = tuple[str, ...]


class Onlooker:
    """Every supply of a side that fits what was told to all."""

    def __init__(self, size: int) -> None:
        self.tokens = Counter(BAG)
        """Tokens in supply and bag together."""
        self.possible: set[Supply] = {tuple(sorted(deal)) for deal in combinations(BAG, size)}

    def shown(self, token: str) -> None:
        """A token left the supply openly."""
        left = set()
        for supply in self.possible:
            if token in supply:
                rest = list(supply)
                rest.remove(token)
                left.add(tuple(rest))
        self.possible = left

    def took(self, token: str) -> None:
        self.tokens[token] += 1
        self.possible = {tuple(sorted((*supply, token))) for supply in self.possible}

    def drew(self) -> None:
        self.possible = {
            tuple(sorted((*supply, token)))
            for supply in self.possible
            for token in self.tokens - Counter(supply)
        }  # fmt: skip

    def hear(self, event: Event) -> None:
        if event.kind == "placed":
            self.shown(event.data["token"])
            self.tokens -= Counter([event.data["token"]])
        elif event.kind == "poison":
            self.shown(event.data["token"])
        elif event.kind == "drew":
            self.drew()
        elif event.kind == "centurion" and event.data:
            self.took(event.data["token"])

    def can_place(self, state: State) -> None:
        """Strike out what could not be placed: whose turn it is can place."""
        free = {border["symbol"] for border in state.view(None)["borders"].values() if border["token"] is None}
        self.possible = {
            supply
            for supply in self.possible
            if any(free & {*token.split(" ")[0].split("-")} or (free and token.startswith("wild")) for token in supply)
        }


@pytest.mark.long
@pytest.mark.clause("ROME-T11", "ROME-P2", "ROME-C2", "ROME-E1")
@EVERY_SET
def test_a_new_deal_is_always_one_of_the_possible_supplies(modules) -> None:
    dealt_different = 0
    for seed in range(8):
        chooser = random.Random(seed)
        state = caesar(*modules).new(seed)
        onlookers = {side: Onlooker(3 if "poison" in modules else 2) for side in state.game.seats}
        while state.to_move is not None:
            if state.position()["stage"] == "place":
                onlookers[state.game.seats[state.to_move]].can_place(state)
            for viewer, other in ((0, "pompey"), (1, "caesar")):
                truth = tuple(sorted(state.position()[other]["supply"]))
                assert truth in onlookers[other].possible
                for again in range(2):
                    dealt = state.redeal(viewer, 10 * seed + again)
                    supply = tuple(sorted(dealt.position()[other]["supply"]))
                    assert supply in onlookers[other].possible
                    dealt_different += supply != truth
            for event in state.play(chooser.choice(state.legal)):
                if event.seat:
                    onlookers[event.seat].hear(event)
    assert dealt_different > 100


@pytest.mark.clause("ROME-P2", "ROME-T11")
def test_a_poisoned_token_is_known_to_be_in_the_bag_until_its_side_draws() -> None:
    state = closing_syria("poison", ("poison",), ["ship 6/0", "ship 5/1"])
    state.play(CLOSE_SYRIA)
    state.play("use the bonus")
    (returned,) = state.view(0)["sides"]["pompey"]["returned"]
    assert returned["drawn_since"] == 0
    assert returned["token"] in ("ship 6/0", "ship 5/1")
    for seed in range(60):
        assert returned["token"] not in state.redeal(0, seed).position()["pompey"]["supply"]
        assert returned["token"] not in state.redeal(None, seed).position()["pompey"]["supply"]
    state.play(state.legal[0])
    assert state.view(0)["sides"]["pompey"]["returned"] == [{**returned, "drawn_since": 1}]
    found = sum(returned["token"] in state.redeal(0, seed).position()["pompey"]["supply"] for seed in range(200))
    assert found > 3, "after a draw it may be in the supply"


@pytest.mark.clause("ROME-P2", "ROME-T11")
def test_a_poisoned_token_that_is_placed_again_is_forgotten() -> None:
    state = setting(["shield 5/1"], ["ship 6/0"], ("poison",), pompey={"returned": [["ship 6/0", 1]]})
    state.play("shield 5 Syria 1 Asia")
    assert state.view(0)["sides"]["pompey"]["returned"] == [{"token": "ship 6/0", "drawn_since": 1}]
    state.play("ship 6 Italia 0 Achaia")
    assert state.view(0)["sides"]["pompey"]["returned"] == []
    assert "returned" not in state.position()["pompey"]


@pytest.mark.clause("ROME-P2", "ROME-T11")
def test_a_token_poisoned_again_is_in_the_bag_again() -> None:
    state = closing_syria(
        "poison", ("poison",), ["ship 6/0"], pompey={"returned": [["ship 6/0", 1]], "supply": ["ship 6/0"]}
    )
    state.play(CLOSE_SYRIA)
    state.play("use the bonus")
    assert state.view(0)["sides"]["pompey"]["returned"] == [{"token": "ship 6/0", "drawn_since": 0}]


@pytest.mark.clause("ROME-P2", "ROME-T11")
def test_every_token_put_back_is_remembered() -> None:
    state = setting(
        ["shield 5/1"], ["wild 4/0"], ("poison",), borders=SYRIA, bonuses={"Syria": "poison"},
        pompey={"returned": [["ship 6/0", 1], ["ship 5/1", 0]]},
    )  # fmt: skip
    state.play(CLOSE_SYRIA)
    state.play("use the bonus")
    assert state.view(0)["sides"]["pompey"]["returned"] == [
        {"token": "ship 6/0", "drawn_since": 1},
        {"token": "ship 5/1", "drawn_since": 0},
        {"token": "wild 4/0", "drawn_since": 0},
    ]


@pytest.mark.clause("ROME-P2", "ROME-T11")
def test_of_two_equal_tokens_put_back_the_one_with_more_draws_since_is_struck() -> None:
    returned = [["wild 2/2", 1], ["wild 2/2", 2]]
    state = setting(["ship 3/3"], ["wild 2/2"], ("poison",), active="pompey", pompey={"returned": returned})
    state.play("wild 2 Italia 2 Achaia")
    assert state.view(0)["sides"]["pompey"]["returned"] == [{"token": "wild 2/2", "drawn_since": 2}]


@pytest.mark.clause("ROME-P2", "ROME-T11")
def test_a_token_still_in_the_bag_is_not_forgotten_when_its_equal_is_placed() -> None:
    state = setting(["shield 5/1"], ["wild 2/2"], ("poison",), active="pompey", pompey={"returned": [["wild 2/2", 0]]})
    state.play("wild 2 Italia 2 Achaia")
    assert state.view(0)["sides"]["pompey"]["returned"] == [{"token": "wild 2/2", "drawn_since": 1}]


@pytest.mark.clause("ROME-P2", "ROME-T11")
@pytest.mark.parametrize("earlier", [None, 0, 1, 2])
def test_of_two_tokens_put_back_one_draw_can_bring_only_one(earlier: int | None) -> None:
    returned = [["ship 6/0", 1], ["ship 5/1", 1]]
    if earlier is not None:  # a place became free again, so that the order says nothing about when
        returned.insert(earlier, ["wild 4/0", 5])
    rest = without(BAG, "ship 6/0", "ship 5/1", "sword 6/0", "sword 5/1")
    borders = {"Aegyptus-Syria": "pompey sword 6/0", "Mauritania-Numidia": "pompey sword 5/1"}
    state = setting(
        ["shield 5/1"], ["ship 4/2", "ship 3/3"], ("poison",), borders=borders,
        pompey={"returned": returned},
    )  # fmt: skip
    supplies = [state.redeal(0, seed).position()["pompey"]["supply"] for seed in range(300)]
    assert {"ship 6/0", "ship 5/1"} <= {token for supply in supplies for token in supply}
    assert not any({"ship 6/0", "ship 5/1"} <= set(supply) for supply in supplies)
    assert {token for supply in supplies for token in supply} == {*rest, "ship 6/0", "ship 5/1"}


@pytest.mark.clause("ROME-P2", "ROME-T11")
def test_two_draws_can_bring_both_tokens_put_back() -> None:
    state = setting(
        ["shield 5/1"], ["ship 4/2", "ship 3/3", "wild 4/0"], ("poison",), active="pompey",
        pompey={"returned": [["ship 6/0", 1], ["ship 5/1", 1]]},
    )  # fmt: skip
    state.play("wild 4 Italia 0 Achaia")
    shown = state.view(0)["sides"]["pompey"]["returned"]
    assert shown == [{"token": "ship 6/0", "drawn_since": 2}, {"token": "ship 5/1", "drawn_since": 2}]
    supplies = [set(state.redeal(0, seed).position()["pompey"]["supply"]) for seed in range(400)]
    assert any({"ship 6/0", "ship 5/1"} <= supply for supply in supplies)


@pytest.mark.clause("ROME-C2", "ROME-T11")
def test_centurions_taken_openly_are_known_to_be_in_the_supply() -> None:
    state = closing_syria("centurion", ("centurions",))
    state.play(CLOSE_SYRIA)
    state.play("use the bonus")
    state.play("take centurion wild 3/3")
    for viewer in (1, None):
        shown = state.view(viewer)["sides"]["caesar"]
        assert (shown["known"], "wild 3/3" in shown["unseen"]) == (["wild 3/3"], False)
        for seed in range(40):
            supply = state.redeal(viewer, seed).position()["caesar"]["supply"]
            assert "wild 3/3" in supply
            assert len(supply) == 2
            assert not {"sword 7/0", "ship-shield 4/4"} & set(supply)
    assert "known" not in state.view(0)["sides"]["caesar"]


@pytest.mark.clause("ROME-P2", "ROME-C2")
def test_a_poisoned_centurion_may_be_drawn_like_any_other_token() -> None:
    state = closing_syria(
        "poison", ("poison", "centurions"), ["sword 7/0"],
        pompey={"seen": ["sword 7/0"], "centurions": CENTURIONS[1:], "supply": ["sword 7/0"]},
    )  # fmt: skip
    state.play(CLOSE_SYRIA)
    state.play("use the bonus")
    assert "sword 7/0" in state.position()["pompey"]["bag"]
    assert state.position()["pompey"]["seen"] == []
    assert state == state.game.from_position(state.position()), "nothing is kept of it but that it is in the bag"
    assert "sword 7/0" in state.view(0)["sides"]["pompey"]["unseen"]


@pytest.mark.clause("ROME-P2")
def test_poison_strikes_every_token_of_the_supply_equally_often() -> None:
    struck: Counter[str] = Counter()
    for seed in range(300):
        state = closing_syria("poison", ("poison",), ["ship 6/0", "wild 2/2", "wild 2/2"], seed=seed)
        state.play(CLOSE_SYRIA)
        (event,) = (event for event in state.play("use the bonus") if event.kind == "poison")
        struck[event.data["token"]] += 1
    assert 70 < struck["ship 6/0"] < 130
    assert struck.total() == 300
    assert set(struck) == {"ship 6/0", "wild 2/2"}


@pytest.mark.clause("ROME-T11")
def test_a_new_deal_is_not_biased() -> None:
    """Six pairs of four unseen tokens; both wilds look alike, and one token has two chances to be with a wild."""
    unseen = ["ship 6/0", "sword 6/0", "wild 2/2", "wild 2/2"]
    borders = {}
    for token in without(BAG, *unseen):
        symbol = token.split(" ")[0]
        fitting = {
            "sword": ["Hispania Citerior-Gallia", "Mauritania-Numidia", "Sicilia-Italia"],
            "shield": ["Sardinia-Italia", "Italia-Macedonia", "Africa-Cyrene", "Achaia-Creta"],
            "ship": ["Mauritania-Sardinia", "Sicilia-Africa", "Creta-Aegyptus"],
            "wild": ["Gallia Cisalpina-Dalmatia", "Achaia-Macedonia"],
        }[symbol]
        borders[next(border for border in fitting if border not in borders)] = f"pompey {token}"
    state = setting(["shield 5/1"], unseen[:2], borders=borders)
    pairs: Counter[Supply] = Counter()
    for seed in range(900):
        pairs[tuple(sorted(state.redeal(0, seed).position()["pompey"]["supply"]))] += 1
    expected = Counter(tuple(sorted(pair)) for pair in combinations(unseen, 2))
    assert set(pairs) == set(expected)
    assert sum((pairs[pair] - 150 * n) ** 2 / (150 * n) for pair, n in expected.items()) < 14, pairs


SWORDS_TAKEN = {
    "Hispania Citerior-Gallia": "caesar sword 6/0", "Mauritania-Numidia": "caesar wild 2/2",
    "Gallia-Gallia Cisalpina": "caesar sword 5/1", "Numidia-Africa": "caesar wild 2/2",
    "Sicilia-Italia": "caesar sword 4/2", "Italia-Gallia Cisalpina": "pompey sword 3/3",
    "Achaia-Macedonia": "caesar sword 3/3", "Macedonia-Dalmatia": "caesar wild 3/1",
    "Cyrene-Aegyptus": "caesar wild 4/0",
}  # fmt: skip


@pytest.mark.clause("ROME-E1", "ROME-T11")
def test_in_a_new_deal_the_loser_for_want_of_a_placement_still_cannot_place() -> None:
    lost = setting(
        ["ship 3/3", "ship 4/2"],
        ["sword 6/0", "sword 5/1"],
        borders={**SWORDS_TAKEN, "Aegyptus-Syria": "pompey sword 4/2"},
    )
    lost.play("ship 3 Italia 3 Achaia")
    assert lost.outcome is not None
    assert lost.outcome.rule == "ROME-E1"
    seen = set()
    for viewer in (0, None):
        for seed in range(40):
            dealt = lost.redeal(viewer, seed)
            assert set(dealt.position()["pompey"]["supply"]) <= {"sword 6/0", "sword 5/1"}
            assert len(dealt.position()["pompey"]["supply"]) == 2
            assert broken(dealt.s) == 0
            seen.add(tuple(dealt.position()["caesar"]["supply"]))
    assert len(seen) > 5, "only the loser's supply is known"


@pytest.mark.clause("ROME-E1", "ROME-T11")
def test_in_a_new_deal_whose_turn_it_is_can_place() -> None:
    state = setting(
        ["ship 3/3"], ["wild 4/0"], active="pompey", borders={**SWORDS_TAKEN, "Aegyptus-Syria": "pompey sword 4/2"}
    )
    for viewer in (0, None):
        for seed in range(60):
            dealt = state.redeal(viewer, seed)
            assert dealt.legal
            assert dealt.position()["pompey"]["supply"] not in (["sword 6/0"], ["sword 5/1"])
    for modules in ((), ALL_MODULES):
        for seed in range(4):
            chooser = random.Random(seed)
            game = caesar(*modules).new(seed)
            while game.to_move is not None:
                assert game.redeal(1 - game.to_move, seed).legal
                game.play(chooser.choice(game.legal))
