"""How a game begins."""

from collections import Counter

import pytest

from .table import BONUSES, EVERY_SET, MODULE_SETS, PROVINCES, caesar

SEEDS = range(60)


@pytest.mark.clause("ROME-S1")
@EVERY_SET
def test_italia_has_a_senate_token_and_every_other_province_one_bonus(modules) -> None:
    for seed in SEEDS:
        position = caesar(*modules).new(seed).position()
        assert position["bonuses"]["Italia"] == "senate"
        assert set(position["bonuses"]) == set(PROVINCES)


@pytest.mark.clause("ROME-S1", "ROME-P1", "ROME-C1")
@EVERY_SET
def test_the_other_bonus_tokens_are_dealt_at_random(modules) -> None:
    found = {name: Counter() for name in PROVINCES}
    for seed in range(300):
        for name, bonus in caesar(*modules).new(seed).position()["bonuses"].items():
            found[name][bonus] += 1
    deal = Counter(tactics=4, wealth=4, might=4, senate=5)
    special = {"poison": 3 * ("poison" in modules), "centurion": 3 * ("centurions" in modules)}
    base = 17 - sum(special.values())
    expected = {bonus: 300 / 17 * count * base / 17 for bonus, count in deal.items()}
    expected |= {bonus: 300 / 17 * count for bonus, count in special.items() if count}
    for name in PROVINCES:
        if name != "Italia":
            assert set(found[name]) == set(expected)
            distance = sum((found[name][bonus] - mean) ** 2 / mean for bonus, mean in expected.items())
            assert distance < 25, (name, found[name])


@pytest.mark.clause("ROME-P1", "ROME-C1", "ROME-K1")
@EVERY_SET
def test_modules_replace_three_base_tokens_each_and_the_bank_keeps_them(modules) -> None:
    gone: Counter[str] = Counter()
    for seed in SEEDS:
        position = caesar(*modules).new(seed).position()
        bonuses = Counter(position["bonuses"].values())
        assert bonuses.pop("poison", 0) == 3 * ("poison" in modules)
        assert bonuses.pop("centurion", 0) == 3 * ("centurions" in modules)
        assert not bonuses - BONUSES
        replaced = BONUSES - bonuses
        assert sum(replaced.values()) == 3 * ("poison" in modules) + 3 * ("centurions" in modules)
        assert Counter(position.get("bank", ())) == (replaced if "border-control" in modules else Counter())
        gone += replaced
    if modules:
        assert set(gone) == set(BONUSES), "any kind can be replaced"


@pytest.mark.clause("ROME-K1", "ROME-T11")
def test_the_bank_is_public_by_its_kinds_since_it_is_what_the_board_lacks() -> None:
    state = caesar("poison", "centurions", "border-control").new(2)
    lacking = BONUSES - Counter(state.position()["bonuses"].values())
    for viewer in (0, 1, None):
        assert +Counter(state.view(viewer)["bank"]) == lacking
    assert caesar("poison", "centurions").new(2).view(0)["bank"] is None


@pytest.mark.clause("ROME-S2", "ROME-P1")
@EVERY_SET
def test_each_player_draws_two_tokens_with_poison_three(modules) -> None:
    drawn: Counter[str] = Counter()
    for seed in SEEDS:
        position = caesar(*modules).new(seed).position()
        for side in ("caesar", "pompey"):
            assert len(position[side]["supply"]) == (3 if "poison" in modules else 2)
            assert len(position[side]["bag"]) == 16 - len(position[side]["supply"])
            drawn.update(position[side]["supply"])
    assert len(drawn) == 15, "every kind of the bag is drawn some time, and no centurion"


@pytest.mark.clause("ROME-S3", "ROME-S4")
@EVERY_SET
def test_caesar_moves_first(modules) -> None:
    for seed in SEEDS:
        state = caesar(*modules).new(seed)
        assert state.to_move == 0
        assert state.position()["active"] == "caesar"
        assert {move.kind for move in state.legal} == {"place"}


@pytest.mark.clause("ROME-S2")
def test_the_two_supplies_are_drawn_apart() -> None:
    pairs = set()
    for seed in SEEDS:
        position = caesar().new(seed).position()
        pairs.add((tuple(position["caesar"]["supply"]), tuple(position["pompey"]["supply"])))
    assert len(pairs) > 0.9 * len(SEEDS)
    assert sum(a == b for a, b in pairs) < 5


def test_nothing_lies_on_the_board_at_the_start() -> None:
    for modules in MODULE_SETS:
        position = caesar(*modules).new(9).position()
        assert position["borders"] == position["control"] == position["border_control_tokens"] == {}
