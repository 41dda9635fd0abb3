"""The vector for learning says what the view says."""

import random

import pytest

from quadriga.games.caesar.components import BONUSES, components
from quadriga.games.caesar.moves import BORDER_NAMES, PROVINCE_NAMES, TOKEN_NAMES
from quadriga.games.caesar.observation import FIELDS, OBSERVATION
from quadriga.games.caesar.record import STAGES

from .table import CENTURIONS, EVERY_SET, SIDES, caesar

BASE = ("tactics", "wealth", "might", "senate")


def fields(state, seat: int) -> dict[str, list[int]]:
    out = [99] * OBSERVATION
    state.game.definition.rules.observe(state.s, seat, out)
    found, at = {}, 0
    for name, length in FIELDS:
        found[name] = [int(number) for number in out[at : at + length]]
        at += length
    return found


def counts(tokens: list[str], names: tuple[str, ...]) -> list[int]:
    return [tokens.count(name) for name in names]


@pytest.mark.clause("ROME-T11")
@EVERY_SET
def test_the_observation_says_what_the_view_says(modules) -> None:
    assert len(TOKEN_NAMES) == 18
    assert [token.name for token in components().tokens if token.centurion] == CENTURIONS
    for seed in range(6):
        chooser = random.Random(seed)
        state = caesar(*modules).new(seed)
        while state.to_move is not None:
            for seat in (0, 1):
                check(fields(state, seat), state.view(seat), SIDES[seat], SIDES[1 - seat])
            state.play(chooser.choice(state.legal))
        check(fields(state, 0), state.view(0), "caesar", "pompey")


def check(seen: dict[str, list[int]], view: dict, me: str, other: str) -> None:
    mine, theirs = view["sides"][me], view["sides"][other]
    assert STAGES[seen["stage"][0]] == view["stage"]
    assert seen["my_decision"] == [view["to_move"] == me]
    assert seen["my_turn"] == [view["active"] == me]
    assert seen["bonus"] == [BONUSES.index(view["bonus"]) if view["bonus"] else -1]
    assert [number for number in seen["closing"] if number] == [PROVINCE_NAMES.index(p) + 1 for p in view["closing"]]
    assert (seen["extra_turn"], seen["centurion_due"]) == ([view["extra_turn"]], [view["centurion_due"]])
    assert seen["control_tokens"] == [mine["control_tokens"], theirs["control_tokens"]]
    assert seen["senate"] == [mine["senate"], theirs["senate"]]
    assert seen["supply_sizes"] == [len(mine["supply"]), len(theirs["supply"])]
    assert seen["bag_sizes"] == [mine["bag"], theirs["bag"]]
    assert seen["supply"] == counts(mine["supply"], TOKEN_NAMES)
    assert seen["bag"] == counts(mine["unseen"], TOKEN_NAMES)
    assert seen["their_unseen"] == counts(theirs["unseen"] + theirs["known"], TOKEN_NAMES)
    names = tuple(CENTURIONS)
    assert seen["centurions"] == counts(mine.get("centurions", []), names) + counts(theirs.get("centurions", []), names)
    assert seen["their_centurions"] == counts(theirs["known"], names)
    returned = zip(seen["their_returned"][:3], seen["their_returned"][3:], strict=True)
    assert [{"token": TOKEN_NAMES[kind - 1], "drawn_since": n} for kind, n in returned if kind] == theirs["returned"]
    assert seen["bank"] == ([view["bank"][name] for name in BASE] if view["bank"] else [0] * 4)
    for name in ("row", "tiles", "tile", "solo", "ruthless"):
        assert not any(seen[name])
    check_board(seen, view, me)


def check_board(seen: dict[str, list[int]], view: dict, me: str) -> None:
    def whose(side: str | None) -> int:
        return 0 if side is None else 1 if side == me else 2

    for n, name in enumerate(BORDER_NAMES):
        row, border = seen["borders"][9 * n : 9 * n + 9], view["borders"][name]
        token, control = border["token"], border["control"]
        numbers = [0] * 4
        if token and not token["face_down"]:
            at = 0 if token["side"] == me else 2
            ends = [0 if view["provinces"][end]["closed"] else number for end, number in token["numbers"].items()]
            numbers[at : at + 2] = ends
        assert row == [
            whose(token and token["side"]),
            TOKEN_NAMES.index(token["token"]) + 1 if token else 0,
            bool(token and token["face_down"]),
            whose(control and control["side"]),
            bool(control and control["face_down"]),
            *numbers,
        ]
    for n, name in enumerate(PROVINCE_NAMES):
        row, province = seen["provinces"][7 * n : 7 * n + 7], view["provinces"][name]
        other = SIDES[1 - SIDES.index(me)]
        assert row == [
            BONUSES.index(province["bonus"]) + 1 if province["bonus"] else 0,
            province["spaces_left"],
            province["closed"],
            whose(province["control"]),
            province["control_tokens_face_down"],
            province["influence"][me],
            province["influence"][other],
        ]
