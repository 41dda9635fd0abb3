"""A player's turn as it is told: why a bonus lapses, whose border tokens wait, and that nothing follows the end."""

from __future__ import annotations

from typing import Any

import pytest

from quadriga import State

from .table import BAG, CENTURIONS, CLOSE_SYRIA, SYRIA, caesar, closing_syria, kinds, setting, without

BOTH_HISPANIAS = {"Hispania Ulterior-Mauritania": "pompey ship 6/0", "Hispania Citerior-Gallia": "caesar sword 4/2"}
CLOSE_BOTH = "shield 3 Hispania Ulterior 3 Hispania Citerior"


def closing_both_hispanias(bonus: str, second: str, modules: tuple[str, ...] = (), **more: Any) -> State:
    """Set up Caesar one shield short of closing both Hispanias: Pompey leads in Ulterior, Caesar in Citerior."""
    bonuses = {"Hispania Ulterior": bonus, "Hispania Citerior": second}
    return setting(["shield 3/3", "ship 5/1"], ["ship 3/3"], modules, borders=BOTH_HISPANIAS, bonuses=bonuses, **more)


# --- bonuses


def lapsed(state: State, *moves: str) -> str:
    """Play some moves; say why the bonus gained by the last one lapses."""
    for move in moves:
        events = state.play(move)
    (event,) = (event for event in events if event.kind == "lapsed")
    return event.text


TWICE = (CLOSE_BOTH, "close Hispania Ulterior first", "use the bonus")
NOTHING = "has nothing to act on and lapses"


@pytest.mark.clause("ROME-B7", "ROME-B1", "ROME-B2", "ROME-B3", "ROME-P2")
def test_a_bonus_that_lapses_says_why() -> None:
    state = closing_both_hispanias("tactics", "tactics")
    assert lapsed(state, *TWICE) == f"The bonus (tactics) {NOTHING}: another turn is due already"
    everything = without(BAG, "sword 6/0")
    state = setting(everything, ["ship 5/1"], borders=SYRIA, bonuses={"Syria": "wealth"})
    assert lapsed(state, CLOSE_SYRIA) == f"The bonus (wealth) {NOTHING}: the bag is empty"
    reason = "no token of the opponent lies face up and uncovered"
    assert lapsed(closing_syria("might"), CLOSE_SYRIA) == f"The bonus (might) {NOTHING}: {reason}"
    state = setting(["shield 5/1"], [], ("poison",), borders=SYRIA, bonuses={"Syria": "poison"})
    assert lapsed(state, CLOSE_SYRIA) == f"The bonus (poison) {NOTHING}: the opponent's supply is empty"


@pytest.mark.clause("ROME-B7", "ROME-C2")
@pytest.mark.parametrize("in_stock", [CENTURIONS, CENTURIONS[:1]], ids=["three left", "one left"])
def test_a_second_centurion_lapses_because_one_is_called_already(in_stock: list[str]) -> None:
    state = closing_both_hispanias("centurion", "centurion", ("centurions",), caesar={"centurions": in_stock})
    assert lapsed(state, *TWICE) == f"The bonus (centurion) {NOTHING}: a centurion is called already"


@pytest.mark.clause("ROME-B7", "ROME-C2")
def test_a_centurion_bonus_lapses_because_no_centurion_is_left() -> None:
    state = closing_syria("centurion", ("centurions",), caesar={"centurions": []})
    assert lapsed(state, CLOSE_SYRIA) == f"The bonus (centurion) {NOTHING}: no centurion is left"


@pytest.mark.clause("ROME-C2")
def test_who_called_a_centurion_and_has_none_left_draws_as_usual() -> None:
    borders = {**SYRIA, "Asia-Syria": "caesar shield 1/5"}
    state = setting(
        ["ship 3/3"], ["ship 5/1"], ("centurions",), borders=borders, control={"Syria": "caesar"},
        stage="bonus", bonus="wealth", at_closing=1, centurion_due=True, caesar={"centurions": []},
    )  # fmt: skip
    assert kinds(state.play("decline the bonus")) == ["declined", "drew", "turn"]
    assert "centurion_due" not in state.position()


@pytest.mark.clause("ROME-B1")
def test_another_turn_is_due_or_not() -> None:
    state = closing_both_hispanias("tactics", "might")
    for move in TWICE:
        state.play(move)
    position = state.position()
    assert position["extra_turn"] is True
    assert caesar().from_position(position) == state


@pytest.mark.clause("ROME-T3")
def test_the_order_of_two_closings_stays_settled_between_their_bonuses() -> None:
    state = closing_both_hispanias("wealth", "tactics")
    for move in (*TWICE[:2], "decline the bonus"):
        state.play(move)
    position = state.position()
    assert (position["bonus"], position["at_closing"]) == ("tactics", 2)
    assert "closing" not in position


ASIA = {
    "Asia-Syria": "caesar shield 3/3", "Creta-Asia": "caesar shield 0/6", "Aegyptus-Asia": "caesar ship 0/6",
}  # fmt: skip
"""Asia is closed, Syria is one sword short."""


@pytest.mark.clause("ROME-B3")
@pytest.mark.parametrize(("place", "other"), [("Asia", "border"), ("Asia-Syria", "province")])
def test_might_on_a_control_token_is_told_with_its_place_and_counted(place: str, other: str) -> None:
    borders = {**ASIA, "Aegyptus-Syria": "caesar sword 1/5", "Hispania Ulterior-Mauritania": "pompey ship 6/0"}
    state = setting(
        ["ship 3/3"], ["shield 3/3", "ship 5/1"], borders=borders, control={"Asia": "caesar", "Syria": "caesar"},
        border_control_tokens={"Asia-Syria": "caesar"}, bonuses={"Hispania Ulterior": "might"}, active="pompey",
    )  # fmt: skip
    state.play(CLOSE_BOTH)
    (event,) = (event for event in state.play(f"might on {place}") if event.kind == "might")
    assert event.text == f"Pompey uses might: the control token on {place} lies face down"
    assert event.data["province" if other == "border" else "border"] == place
    assert event.data[other] is None
    assert state.position()["pompey"]["used"] == ["might"]


# --- closings


def closing_syria_beside_asia(bonus: str, **more: Any) -> State:
    """Set up Caesar one sword short of closing Syria, beside Asia that he controls."""
    start = {"borders": ASIA, "control": {"Asia": "caesar"}, "bonuses": {"Syria": bonus}, **more}
    return setting(["sword 5/1", "ship 3/3"], ["ship 5/1"], **start)


@pytest.mark.clause("ROME-T5", "ROME-T7")
def test_control_is_told_with_both_sums_then_the_border_between() -> None:
    events = closing_syria_beside_asia("tactics").play("sword 5 Syria 1 Aegyptus")
    assert [event.text for event in events] == [
        "Caesar places sword 5/1: 5 to Syria, 1 to Aegyptus",
        "Syria is closed",
        "Caesar takes its bonus: tactics",
        "Caesar gains control of Syria, 8 to 0",
        "Caesar puts a control token on Asia-Syria, 9 left",
    ]


@pytest.mark.clause("ROME-B5")
def test_a_border_barred_by_a_control_token_face_down_is_told() -> None:
    events = closing_syria_beside_asia("tactics", control_face_down={"Asia": 1}).play("sword 5 Syria 1 Aegyptus")
    assert [event.text for event in events][3:] == [
        "Caesar gains control of Syria, 8 to 0",
        "Caesar may not put a control token on Asia-Syria: that on Asia lies face down (ROME-B5)",
    ]


@pytest.mark.clause("ROME-B6", "ROME-B7")
def test_a_senate_token_leaves_no_bonus_to_decide_on() -> None:
    events = closing_syria_beside_asia("senate").play("sword 5 Syria 1 Aegyptus")
    assert kinds(events)[3:] == ["control", "border", "senate", "drew", "turn"]


FAR_WEST = {
    "Hispania Ulterior-Hispania Citerior": "caesar shield 5/1", "Hispania Ulterior-Mauritania": "pompey ship 4/2",
    "Hispania Citerior-Gallia": "caesar sword 4/2", "Mauritania-Sardinia": "pompey ship 3/3",
    "Mauritania-Numidia": "pompey sword 4/2",
}  # fmt: skip
"""Three closed provinces that nobody controls: their senate tokens are taken."""


@pytest.mark.clause("ROME-E2", "ROME-B6")
@pytest.mark.parametrize(("bonus", "winning"), [("senate", True), ("senate", False), ("tactics", True)])
def test_nothing_follows_the_last_control_token_on_a_border(bonus: str, winning: bool) -> None:
    tokens = {"control_tokens": 2, "senate": 4, "under_senate": 9}
    owner = "caesar" if winning else "pompey"
    borders = FAR_WEST | {border: token.replace("caesar", owner) for border, token in ASIA.items()}
    state = closing_syria_beside_asia(bonus, borders=borders, control={"Asia": owner}, **{owner: tokens})
    events = state.play("sword 5 Syria 1 Aegyptus" if winning else "sword 5 Aegyptus 1 Syria")
    assert kinds(events)[-3:] == ["control", "border", "ended"]
    assert state.outcome is not None
    assert [state.game.seats[seat] for seat in state.outcome.winners] == [owner]
    assert state.position()["caesar"]["used"] == []


@pytest.mark.clause("ROME-E2", "ROME-B5", "ROME-B6", "ROME-T4", "ROME-T5")
@pytest.mark.parametrize("bonus", ["senate", "tactics"])
def test_nothing_follows_the_last_control_token_on_a_province(bonus: str) -> None:
    tokens = {"control_tokens": 1, "senate": 4, "under_senate": 10}
    state = closing_syria_beside_asia(bonus, borders=FAR_WEST | ASIA, control_face_down={"Asia": 1}, caesar=tokens)
    assert kinds(state.play("sword 5 Syria 1 Aegyptus"))[-2:] == ["control", "ended"]
    assert state.position()["caesar"]["used"] == []


def closing_ulterior_and_mauritania(citerior: str, numidia: str) -> State:
    """Set up Caesar one ship short of closing Hispania Ulterior and Mauritania; their neighbours have one owner each."""
    borders = {
        "Hispania Ulterior-Hispania Citerior": f"{citerior} shield 3/3",
        "Hispania Citerior-Gallia": f"{citerior} sword 6/0",
        "Mauritania-Sardinia": f"{numidia} ship 3/3",
        "Mauritania-Numidia": f"{numidia} sword 3/3",
        "Numidia-Sicilia": f"{numidia} ship 5/1",
        "Numidia-Africa": f"{numidia} sword 5/1",
    }
    return setting(
        ["ship 4/2"], ["ship 6/0"], borders=borders,
        control={"Hispania Citerior": citerior, "Numidia": numidia},
        bonuses={"Hispania Ulterior": "tactics", "Mauritania": "tactics"},
    )  # fmt: skip


@pytest.mark.clause("ROME-T8")
@pytest.mark.parametrize(
    ("first", "second"), [("Hispania Ulterior", "Mauritania"), ("Mauritania", "Hispania Ulterior")]
)
def test_the_opponents_border_tokens_wait_for_those_of_the_second_province(first: str, second: str) -> None:
    border = {"Hispania Ulterior": "Hispania Ulterior-Hispania Citerior", "Mauritania": "Mauritania-Numidia"}
    if first == "Mauritania":
        state, move = closing_ulterior_and_mauritania("caesar", "pompey"), "ship 4 Hispania Ulterior 2 Mauritania"
    else:
        state, move = closing_ulterior_and_mauritania("pompey", "caesar"), "ship 4 Mauritania 2 Hispania Ulterior"
    state.play(move)
    told = [*state.play(f"close {first} first")]
    assert kinds(tuple(told)) == ["closed", "bonus", "control", "waits"]
    assert told[-1].text == f"Pompey's border tokens at {first} wait: the active player's at {second} come first"
    assert state.position()["waiting"] == [border[first]]
    told = [*state.play("decline the bonus")]
    assert [event.text for event in told if event.kind == "border"] == [
        f"Caesar puts a control token on {border[second]}, 9 left",
        f"Pompey puts a control token on {border[first]}, 9 left",
    ]
    assert "waiting" not in state.position()
