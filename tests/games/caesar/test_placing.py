"""Placing tokens: what fits where, the draw, and who cannot place."""

from collections import Counter

import pytest

from quadriga import IllegalMove

from .table import BAG, BOARD, CENTURIONS, ENDS, MODULE_SETS, caesar, full_but_one, refusal, setting, texts, without


def symbols_of(token: str) -> list[str]:
    return token.split(" ")[0].split("-")


@pytest.mark.clause("ROME-T1", "ROME-T2", "ROME-C1")
@pytest.mark.parametrize("token", [*sorted(set(BAG)), *CENTURIONS])
def test_a_token_fits_the_border_spaces_of_its_symbols_and_can_be_turned(token: str) -> None:
    state = setting([token], ["ship 3/3"] if token != "ship 3/3" else ["ship 5/1"], ("centurions",))
    high, low = token.split(" ")[1].split("/")
    expected = set()
    for border, symbol in BOARD.items():
        if symbol in symbols_of(token) or symbols_of(token) == ["wild"]:
            a, b = ENDS[border]
            name = token.split(" ")[0]
            expected.add(f"{name} {high} {a} {low} {b}")
            if high != low:
                expected.add(f"{name} {high} {b} {low} {a}")
    assert texts(state) == expected
    spaces = {"wild": 30, "ship-shield": 20}.get(token.split(" ")[0], 10)
    assert len(expected) == spaces * (1 if high == low else 2)


@pytest.mark.clause("ROME-T1")
def test_the_numbers_count_in_the_provinces_they_face() -> None:
    for text, at_asia, at_syria in (("shield 5 Asia 1 Syria", 5, 1), ("shield 5 Syria 1 Asia", 1, 5)):
        state = setting(["shield 5/1"], ["ship 3/3"])
        state.play(text)
        provinces = state.view(None)["provinces"]
        assert provinces["Asia"]["influence"] == {"caesar": at_asia, "pompey": 0}
        assert provinces["Syria"]["influence"] == {"caesar": at_syria, "pompey": 0}


@pytest.mark.clause("ROME-T1")
def test_a_placement_may_be_spelled_from_either_province() -> None:
    game = caesar("centurions")
    placements = [move for move in game.moves if move.kind == "place" and move.parts["face"] == "up"]
    for move in placements:
        (a, b), symbols = ENDS[move.parts["border"]], move.parts["token"].split(" ")[0]
        for one, other in ((a, b), (b, a)):
            assert game.move(f"{symbols} {move.parts[one]} {one} {move.parts[other]} {other}") == move
    state = setting(["sword 3/3", "wild 4/0"], ["ship 3/3"])
    state.play("sword 3 Macedonia 3 Achaia")
    assert state.position()["borders"] == {"Achaia-Macedonia": "caesar sword 3/3"}
    assert "1. sword 3 Achaia 3 Macedonia" in state.record()


@pytest.mark.clause("ROME-K1", "ROME-K3")
@pytest.mark.parametrize("modules", MODULE_SETS[:-1], ids=lambda modules: "+".join(modules) or "base")
def test_face_down_is_refused_because_the_module_is_not_in_the_game(modules: tuple[str, ...]) -> None:
    state = setting(["ship 6/0"], ["ship 3/3"], modules)
    for token in ("ship 6/0", "ship 3/3"):
        with pytest.raises(IllegalMove, match="the module border control is not in this game") as refused:
            state.play(f"{token} face down Aegyptus-Asia")
        assert refused.value.rule == "ROME-K1"
        assert "may be placed face down" not in str(refused.value)


@pytest.mark.clause("ROME-T1", "ROME-T11")
def test_a_token_comes_from_ones_own_supply() -> None:
    state = setting(["shield 5/1"], ["ship 3/3"])
    assert refusal(state, "ship 3 Italia 3 Achaia") == "ROME-T1"
    assert refusal(state, "use the bonus") == "ROME-T1"
    assert refusal(state, "draw from the bank") == "ROME-T1"


@pytest.mark.clause("ROME-T10", "ROME-S2")
def test_every_token_of_the_bag_is_drawn_equally_often() -> None:
    drawn: Counter[str] = Counter()
    rest = without(BAG, "shield 5/1", "sword 6/0", "sword 5/1", "sword 4/2", "sword 3/3", "ship 6/0", "ship 5/1")
    for seed in range(360):
        state = setting(without(BAG, *rest), ["ship 3/3"], seed=seed)
        (event,) = (event for event in state.play("shield 5 Syria 1 Asia") if event.kind == "drew")
        drawn[event.data["token"]] += 1
    expected = {token: 40 * rest.count(token) for token in rest}
    assert set(drawn) == set(expected)
    assert sum((drawn[token] - mean) ** 2 / mean for token, mean in expected.items()) < 20, drawn


@pytest.mark.clause("ROME-E1")
def test_on_a_full_board_nobody_can_place() -> None:
    state = setting(
        ["wild 2/2", "wild 2/2"], ["wild 2/2"], borders=full_but_one(), bonuses={"Syria": "senate", "Asia": "senate"}
    )
    assert len(state.position()["borders"]) == 29
    state.play("wild 2 Asia 2 Syria")
    state.play("close Asia first")
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.rule) == ((0,), "ROME-E1")
    assert state.position()["pompey"]["supply"] == ["wild 2/2"]


@pytest.mark.clause("ROME-E1", "ROME-B1")
def test_on_a_full_board_the_extra_turn_loses() -> None:
    state = setting(
        ["wild 2/2", "wild 2/2"], ["wild 2/2"], borders=full_but_one(), bonuses={"Syria": "tactics", "Asia": "senate"}
    )
    state.play("wild 2 Asia 2 Syria")
    state.play("close Asia first")
    state.play("use the bonus")
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.scores, state.outcome.rule) == ((1,), (0, 1), "ROME-E1")
