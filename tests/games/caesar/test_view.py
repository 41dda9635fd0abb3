"""What the view counts, checked against playing the move."""

import json
import random
from collections import Counter

import pytest

from quadriga import State

from .table import ALL_MODULES, BAG, BORDERS_OF, CENTURIONS, EVERY_SET, SIDES, caesar, setting


def finish_closing(state: State, first: str | None) -> list:
    """Play on until nothing closes any more, using no bonus; return what happened."""
    events = []
    while state.to_move is not None and state.position()["stage"] in ("bank", "order", "bonus"):
        stage = state.position()["stage"]
        text = {"bank": "leave the bank", "order": f"close {first} first", "bonus": "decline the bonus"}[stage]
        events += state.play(text)
    return events


def positions(modules, seeds: range):
    for seed in seeds:
        chooser = random.Random(seed)
        state = caesar(*modules).new(seed)
        while state.to_move is not None:
            yield state
            state.play(chooser.choice(state.legal))


@pytest.mark.long
@pytest.mark.clause("ROME-T3", "ROME-T5", "ROME-T6", "ROME-T7", "ROME-B6")
@pytest.mark.parametrize("modules", [(), ALL_MODULES])
def test_what_a_placement_would_close_and_for_whom(modules) -> None:
    closed: Counter[int] = Counter()
    for state in positions(modules, range(6)):
        for shown in state.view(state.to_move)["legal"]:
            if shown["kind"] != "place":
                assert "closes" not in shown
                continue
            promised = {entry["province"]: entry for entry in shown["closes"]}
            closed[len(promised)] += 1
            if not promised:
                continue
            after = state.copy()
            events = [*after.play(shown["id"]), *finish_closing(after, next(iter(promised)))]
            happened = {event.data["province"]: event for event in events if event.kind in ("control", "tied")}
            if after.outcome is None:
                assert set(happened) == set(promised)
            for province, event in happened.items():
                entry = promised[province]
                assert entry["bonus"] == state.position()["bonuses"][province]
                if event.kind == "tied":
                    assert (entry["control"], entry["control_tokens"]) == (None, 0)
                    assert set(entry["influence"].values()) == {event.data["own"]}
                else:
                    other = SIDES[1 - SIDES.index(event.seat)]
                    assert entry["control"] == event.seat
                    assert entry["influence"] == {event.seat: event.data["own"], other: event.data["other"]}
            if after.outcome is None:
                active = state.position()["active"]
                under = after.position()[active]["under_senate"] - state.position()[active]["under_senate"]
                assert sum(entry["under_senate"] for entry in promised.values()) == under
            if after.outcome is None and len(promised) == 1:
                (entry,) = promised.values()
                spent = after.view(None)["provinces"][entry["province"]]["control_tokens"]
                spent += sum(event.kind == "border" for event in events)
                assert entry["control_tokens"] == spent
    assert closed[1] > 100
    assert closed[2] > 5


@pytest.mark.clause("ROME-T7")
def test_two_closings_for_one_side_promise_the_border_between_them_too() -> None:
    state = setting(
        ["shield 3/3"], ["ship 3/3"],
        borders={"Hispania Ulterior-Mauritania": "caesar ship 6/0", "Hispania Citerior-Gallia": "caesar sword 6/0"},
        bonuses={"Hispania Ulterior": "wealth", "Hispania Citerior": "wealth"},
    )  # fmt: skip
    (shown,) = (
        move for move in state.view(0)["legal"] if move["text"] == "shield 3 Hispania Ulterior 3 Hispania Citerior"
    )
    state.play(shown["text"])
    finish_closing(state, "Hispania Ulterior")
    spent = 12 - state.position()["caesar"]["control_tokens"]
    assert spent == 3
    assert sum(entry["control_tokens"] for entry in shown["closes"]) == spent


@pytest.mark.clause("ROME-T11")
@EVERY_SET
def test_tokens_not_yet_seen_are_those_nobody_has_shown(modules) -> None:
    for state in positions(modules, range(3)):
        position = state.position()
        for side in SIDES:
            on_board = Counter(
                " ".join((name, "/".join(sorted(numbers.split("/"), reverse=True))))
                for owner, name, numbers in (text.strip("()").split(" ") for text in position["borders"].values())
                if owner == side
            )
            everything = Counter(BAG) + Counter(CENTURIONS if "centurions" in modules else [])
            hidden = everything - on_board - Counter(position[side].get("centurions", ()))
            known = Counter(position[side].get("seen", ()))
            for viewer in (0, 1, None):
                shown = state.view(viewer)["sides"][side]
                own = viewer is not None and SIDES[viewer] == side
                expected = hidden - Counter(position[side]["supply"]) if own else hidden - known
                assert Counter(shown["unseen"]) == expected
                assert shown["bag"] == len(position[side]["bag"])
                assert len(shown["supply"]) == len(position[side]["supply"])
                assert shown["control_tokens"] == position[side]["control_tokens"]
                assert (shown["senate"], shown["under_senate"]) == (
                    position[side]["senate"],
                    position[side]["under_senate"],
                )


@pytest.mark.clause("ROME-T11")
@EVERY_SET
def test_influence_and_spaces_left_are_those_of_the_board(modules) -> None:
    for state in positions(modules, range(3)):
        view = state.view(None)
        assert json.loads(json.dumps(view)) == json.loads(json.dumps(view))
        for name, shown in view["provinces"].items():
            borders = [view["borders"][border] for border in BORDERS_OF[name]]
            assert shown["spaces_left"] == sum(border["token"] is None for border in borders)
            assert shown["spaces"] == len(borders)
            if not shown["closed"]:
                for side in SIDES:
                    assert shown["influence"][side] == sum(
                        border["token"]["numbers"][name]
                        for border in borders
                        if border["token"] and border["token"]["side"] == side and not border["token"]["face_down"]
                    )


@EVERY_SET
def test_the_view_says_whose_turn_it_is_and_offers_moves_to_the_player_to_move_alone(modules) -> None:
    for state in positions(modules, range(2)):
        position = state.position()
        for viewer in (0, 1, None):
            view = state.view(viewer)
            assert view["seat"] == (None if viewer is None else SIDES[viewer])
            for part in ("stage", "active", "to_move"):
                assert view[part] == position[part]
            assert view["turn"] == position["turn"]
            assert view["moves"] == position["move"]
            assert view["bonus"] == position.get("bonus")
            assert view["closing"] == position.get("closing", [])
            assert view["extra_turn"] == position.get("extra_turn", False)
            assert view["centurion_due"] == position.get("centurion_due", False)
            assert view["winner"] is None
            assert view["crassus"] is None
            mine = viewer == state.to_move
            assert [move["text"] for move in view["legal"]] == ([move.text for move in state.legal] if mine else [])


def test_a_placement_names_its_token_and_border_space() -> None:
    state = setting(["shield 5/1"], ["ship 3/3"])
    (shown,) = (move for move in state.view(0)["legal"] if move["text"] == "shield 5 Syria 1 Asia")
    assert (shown["token"], shown["border"], shown["kind"]) == ("shield 5/1", "Asia-Syria", "place")
    assert shown["closes"] == []
    assert dict(state.game.move(shown["text"]).parts) == {
        "token": "shield 5/1", "border": "Asia-Syria", "face": "up", "Asia": "1", "Syria": "5",
    }  # fmt: skip
