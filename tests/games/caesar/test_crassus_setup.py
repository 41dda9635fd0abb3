"""The start of a solo game: sides, rows, decks of command tiles, and what everybody sees of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from quadriga import Event, State
from quadriga.errors import PositionError

from .crassus_reading import SIDES
from .test_crassus_positions import EVERY_WAY, solo
from .test_crassus_told import deck

ways = pytest.mark.parametrize(
    ("difficulty", "side", "modules", "ruthless"), EVERY_WAY, ids=lambda value: str(value).replace(" ", "")
)


@ways
@pytest.mark.clause("ROME-Z1", "ROME-Z2", "ROME-Z14")
def test_crassus_starts_with_an_open_row_of_three_and_his_deck(
    difficulty: str, side: str, modules: tuple[str, ...], ruthless: bool
) -> None:
    game = solo(difficulty, side, modules, ruthless)
    crassus = SIDES[1 - SIDES.index(side)]
    state = game.new(5)
    assert game.seats == (side,)
    assert [move.text for move in state.legal] == ["turn the tile"]
    position = state.position()
    assert position["active"] == crassus
    assert position["to_move"] == side
    assert len(position[crassus]["supply"]) == 3
    assert len(position[crassus]["bag"]) == 13
    assert len(position[side]["supply"]) == (3 if "poison" in modules else 2)
    assert sorted(position["tiles"]) == deck(difficulty, "centurions" in modules)
    for seat in (0, None):
        shown = state.view(seat)
        assert shown["crassus"]["side"] == crassus
        assert shown["crassus"]["row"] == position[crassus]["supply"] == shown["sides"][crassus]["supply"]
        assert shown["crassus"]["tiles_left"] == Counter(position["tiles"])
        assert shown["crassus"]["tile"] is None
        assert shown["sides"][crassus]["player"] == "crassus"
        assert sorted(shown["sides"][crassus]["unseen"]) == sorted(position[crassus]["bag"])


@pytest.mark.clause("ROME-Z1")
def test_his_row_is_drawn_from_his_whole_bag() -> None:
    rows = [solo().new(seed).position()["pompey"]["supply"] for seed in range(300)]
    assert len({token for row in rows for token in row}) == 15
    assert len({tuple(row) for row in rows}) > 250


def first_tile(state: State) -> Any:
    return next(event.data["tile"] for event in state.play("turn the tile") if event.kind == "tile")


@pytest.mark.clause("ROME-Z2", "ROME-Z3")
def test_each_tile_of_the_deck_is_turned_once_before_the_deck_is_made_anew() -> None:
    for difficulty, modules in (("low", ()), ("medium", ()), ("high", ()), ("high", ("centurions",))):
        seen = []
        state = solo(difficulty, "caesar", modules).new(2)
        for turn in range(13):
            events = turn_next_tile(state)
            assert any(event.kind == "reshuffled" for event in events) == (turn in (6, 12))
            seen.append(next(event.data["tile"] for event in events if event.kind == "tile"))
        assert sorted(seen[:6]) == sorted(seen[6:12]) == deck(difficulty, bool(modules))


def turn_next_tile(state: State) -> tuple[Event, ...]:
    """Have Crassus turn a tile on an empty board: of the turns before only the deck is kept."""
    before = state.position()
    fresh = state.game.from_position({"seed": 9, **{name: before[name] for name in ("tiles", "tile", "move")}})
    events = fresh.play("turn the tile")
    state.bits[:] = fresh.bits
    return events


@pytest.mark.long
@pytest.mark.clause("ROME-Z3")
def test_the_deck_is_shuffled_every_tile_equally_likely() -> None:
    tiles: list[str] = ["A", "B", "B", "C"]
    found = Counter(first_tile(position(seed, tiles=tiles, difficulty="medium")) for seed in range(600))
    assert set(found) == {"A", "B", "C"}
    for name in found:
        assert abs(found[name] - 150 * tiles.count(name)) < 60


@pytest.mark.clause("ROME-Z3")
@pytest.mark.long
def test_he_draws_any_token_of_his_bag() -> None:
    found = Counter(
        event.data["token"]
        for seed in range(400)
        for event in position(seed, tiles=["B"], pompey={"supply": ["ship 3/3"]}).play("turn the tile")
        if event.text.endswith("joins his row")
    )
    assert len(found) == 14
    assert max(found, key=lambda token: found[token]) == "wild 2/2"


@pytest.mark.clause("ROME-Z4")
@pytest.mark.long
def test_his_centurions_are_a_shuffled_stack() -> None:
    found = Counter(
        event.data["token"]
        for seed in range(300)
        for event in position(seed, tiles=["D"], modules=("centurions",)).play("turn the tile")
        if event.text.startswith("The centurion")
    )
    assert set(found) == {"sword 7/0", "wild 3/3", "ship-shield 4/4"}
    assert min(found.values()) > 60


@pytest.mark.clause("ROME-Z1")
def test_poison_takes_any_token_of_his_row() -> None:
    left: Counter[tuple[str, ...]] = Counter()
    for seed in range(300):
        state = position(
            seed,
            modules=("poison",),
            active="caesar",
            borders={"Aegyptus-Syria": "caesar sword 0/6"},
            bonuses={"Syria": "poison"},
            caesar={"supply": ["shield 3/3", "ship 3/3", "ship 6/0"]},
            pompey={"supply": ["ship 6/0", "ship 3/3", "ship 5/1"]},
        )
        state.play("shield 3 Asia 3 Syria")
        state.play("use the bonus")
        after = state.position()["pompey"]
        left[tuple(after["supply"])] += 1
        assert len(after["bag"]) == 14
    assert set(left) == {("ship 3/3", "ship 5/1"), ("ship 6/0", "ship 5/1"), ("ship 6/0", "ship 3/3")}
    assert min(left.values()) > 60


@pytest.mark.clause("ROME-Z6")
def test_chance_orders_two_closings_that_nothing_tells_apart() -> None:
    found: Counter[tuple[str, str]] = Counter()
    for seed in range(200):
        events = position(
            seed,
            modules=("centurions",),
            tiles=["D"],
            borders={
                "Mauritania-Sardinia": "(caesar ship 5/1)",
                "Hispania Ulterior-Mauritania": "(caesar ship 4/2)",
                "Numidia-Sicilia": "(caesar ship 3/3)",
                "Numidia-Africa": "(caesar sword 5/1)",
            },
            bonuses={"Mauritania": "might", "Numidia": "might"},
            pompey={"supply": ["sword 3/3"], "centurions": []},
        ).play("turn the tile")
        aim = next(event.data["province"] for event in events if event.kind == "priority")
        closed = [event.data["province"] for event in events if event.kind == "closed"]
        assert sorted(closed) == ["Mauritania", "Numidia"]
        found[aim, closed[0]] += 1
    assert len(found) == 4
    assert min(found.values()) > 25


def position(seed: int, modules: tuple[str, ...] = (), difficulty: str = "low", **parts: Any) -> State:
    """Set up a solo game of Caesar against Crassus."""
    return solo(difficulty, "caesar", modules).from_position({"seed": seed, **parts})


@pytest.mark.clause("ROME-Z8")
@pytest.mark.parametrize(("side", "ruthless"), [("caesar", False), ("caesar", True), ("pompey", False)])
def test_only_ruthless_crassus_can_have_discarded_control_tokens(side: str, ruthless: bool) -> None:
    game = solo("low", "caesar", (), ruthless)
    with pytest.raises(PositionError, match="discarded"):
        game.from_position({"seed": 1, side: {"discarded": 5}})
