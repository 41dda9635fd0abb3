"""Teams: two or three players with two or three chariots each."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import quadriga
from quadriga import Event, Game, State
from quadriga.games.avecaesar.track import builtin_tracks

from .test_tournament import sensible

TEAMS: list[dict[str, Any]] = [
    {"players": 2, "chariots": 2},
    {"players": 2, "chariots": 3},
    {"players": 3, "chariots": 2},
    {"players": 2, "chariots": 2, "uncrewed": 2},
]


def label(options: dict[str, Any]) -> str:
    return "-".join(map(str, options.values()))


def begin(game: Game, seed: int) -> tuple[State, list[Event]]:
    """Begin a game and listen to what is told of the setup."""
    state = game.new(seed)
    return state, list(state.set_up)


@pytest.mark.clause("AVE-O5", "AVE-S1")
@pytest.mark.parametrize("options", TEAMS, ids=label)
def test_one_start_card_per_player_decides_and_the_grid_goes_round_the_players(options: dict[str, Any]) -> None:
    game = quadriga.load("ave-caesar", **options)
    players, team, uncrewed = options["players"], options["chariots"], options.get("uncrewed", 0)
    starts = builtin_tracks()["circus-a"].starts(True)
    starters = set()
    for seed in range(30):
        state, events = begin(game, seed)
        cards = [(event.seat, event.data["card"]) for event in events if event.kind == "start-card"]
        contenders = list(game.seats)
        while len(contenders) > 1:
            turned, cards = cards[: len(contenders)], cards[len(contenders) :]
            assert [seat for seat, _ in turned] == contenders
            contenders = [str(seat) for seat, card in turned if card == max(card for _, card in turned)]
        assert not cards
        first = game.seats.index(contenders[0])
        starters.add(first)
        seats = game.seats[first:] + game.seats[:first]
        order = [f"{player} {k + 1}" for k in range(team) for player in seats]
        order += [f"uncrewed {k + 1}" for k in range(uncrewed)]
        view = state.view()
        assert view["turn"] == order[0] and view["to_move"] == contenders[0]
        for place, name in enumerate(order):
            part = view["chariots"][name]
            assert part["grid"] == place + 1 and part["number"] - 1 == starts[place]
            crewed = not name.startswith("uncrewed")
            assert part["owner"] == (name.split()[0] if crewed else None)
            assert (len(part["hand"]), part["deck"], part["denarius"]) == ((3, 21, True) if crewed else (0, 24, False))
    assert len(starters) == players


@pytest.mark.long
@pytest.mark.clause("AVE-O5")
@pytest.mark.parametrize("options", TEAMS, ids=label)
@pytest.mark.parametrize("seed", range(3))
def test_turns_go_round_and_each_chariot_plays_from_its_own_hand(options: dict[str, Any], seed: int) -> None:
    game = quadriga.load("ave-caesar", **options)
    state, chooser = game.new(seed), random.Random(seed)
    view = state.view()
    order = sorted(view["chariots"], key=lambda name: view["chariots"][name]["grid"])
    turns: list[str] = []
    gone: set[str] = set()
    while state.to_move is not None:
        before = state.position()
        move = game.move(sensible(state, chooser))
        name = before["turn"]
        if before["stage"] == "drive":
            assert name.split()[0] == game.seats[state.to_move]
            assert int(move.parts["card"]) in before["chariots"][name]["hand"]
            taken = {part["space"] for other, part in state.view()["chariots"].items() if other != name}
            for legal in state.view(state.to_move)["legal"]:
                assert not taken & set(legal["way"])
        events = state.play(move)
        after = state.position()
        if before["stage"] == "drive":
            for other, part in after["chariots"].items():
                if other != name and not other.startswith("uncrewed"):
                    assert part["hand"] == before["chariots"][other]["hand"]
                    assert part["played"] == before["chariots"][other]["played"]
                    assert part["paid"] == before["chariots"][other]["paid"]
            played = Counter(after["chariots"][name]["played"]) - Counter(before["chariots"][name]["played"])
            assert played == Counter([int(move.parts["card"])])
        for event in events:
            if event.kind in ("drove", "skipped", "stands"):
                turns.append(event.data["chariot"])
                expected = order[(order.index(turns[-2]) + 1) % len(order)] if len(turns) > 1 else order[0]
                while expected in gone:
                    expected = order[(order.index(expected) + 1) % len(order)]
                assert turns[-1] == expected
            if event.kind in ("finished", "removed"):
                gone.add(event.data["chariot"])


@pytest.mark.clause("AVE-O5")
def test_each_player_sees_the_hands_of_all_own_chariots_and_no_other() -> None:
    state = quadriga.load("ave-caesar", players=3, chariots=2).new(3)
    for seat, colour in enumerate(state.game.seats):
        for name, part in state.view(seat)["chariots"].items():
            own = name.split()[0] == colour
            assert (part["hand"] == ["?"] * 3) != own
            assert not own or part["hand"] == state.position()["chariots"][name]["hand"]


@pytest.mark.clause("AVE-O5", "AVE-R2")
@pytest.mark.parametrize("last", ["red 1", "blue 1", "red 2", "blue 2"])
def test_the_owner_of_the_last_chariot_starts_the_next_race(last: str) -> None:
    game = quadriga.load("ave-caesar", players=2, chariots=2, tournament=True)
    near = {"red 1": "S15.0.3", "blue 1": "S15.1.3", "red 2": "S15.2.3", "blue 2": "S15.1.2"}
    chariots: dict[str, Any] = {
        name: {"space": space, "crossings": 3, "paid": True, "hand": [2]} for name, space in near.items()
    }
    chariots[last] |= {"space": "S4.1.1", "played": [*(card for card in (1, 3, 4, 5, 6) for _ in range(4)), 2, 2, 2]}
    state = game.from_position({"turn": "red 1", "starter": "red", "opened": True, "chariots": chariots})
    for name in near:
        assert state.view()["turn"] == name
        state.play("2 to 20" if name == last else "2 over the line")
    owner, other = last.split()[0], "blue" if last.startswith("red") else "red"
    view = state.view()
    assert view["race"] == 2 and view["to_move"] == owner and view["turn"] == f"{owner} 1"
    grid = sorted(view["chariots"], key=lambda name: view["chariots"][name]["grid"])
    assert grid == [f"{owner} 1", f"{other} 1", f"{owner} 2", f"{other} 2"]
    assert sum(view["laurels"].values()) == 13
