"""The end of a race: who is home, who is out, and what holds in every race on the way there."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import quadriga
from quadriga import Game, IllegalMove, State, rulebook
from quadriga.games.avecaesar.track import builtin_tracks

from .test_tournament import LAURELS, sensible

TRACKS = builtin_tracks()
VARIANTS: list[dict[str, Any]] = [
    *({"players": players} for players in range(2, 7)),
    {"players": 2, "uncrewed": 4},
    {"players": 3, "uncrewed": 1},
    {"players": 4, "uncrewed": 2},
    {"players": 2, "chariots": 2, "uncrewed": 2},
    {"players": 2, "chariots": 3},
    {"players": 3, "chariots": 2},
]
RACES = [
    {**variant, "track": track, "direction": direction}
    for variant in VARIANTS
    for track in TRACKS
    for direction in ("clockwise", "counter-clockwise")
]
PAIRS = {
    (track, direction): quadriga.load("ave-caesar", players=2, track=track, direction=direction)
    for track in TRACKS
    for direction in ("clockwise", "counter-clockwise")
}
DECK = Counter(dict.fromkeys(range(1, 7), 4))


def label(options: dict[str, Any]) -> str:
    return "-".join(map(str, options.values()))


def alone(track: str, space: str, crossings: int, cards: list[int], direction: str = "clockwise") -> State:
    """Put red alone on a track, paid, with blue out of the race."""
    game = PAIRS[track, direction]
    red = {"space": space, "crossings": crossings, "paid": True, "hand": cards}
    blue = {"status": "removed", "left": 1, "space": "S5.1.1" if track == "circus-a" else "S4.1.1"}
    return game.from_position(
        {"turn": "red", "starter": "red", "opened": True, "departed": 1, "chariots": {"red": red, "blue": blue}}
    )


@pytest.mark.clause("AVE-F1", "AVE-S4")
@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
@pytest.mark.parametrize("track", TRACKS)
def test_a_card_finishes_exactly_if_it_is_no_smaller_than_the_way_left(track: str, direction: str) -> None:
    """On an empty track, from every space near the line, in the imperial lane too, on the last lap and only then."""
    way_left = TRACKS[track].way_left(direction == "clockwise")[1]
    near = [(space, way) for space, way in zip(TRACKS[track].spaces, way_left, strict=True) if way <= 7]
    assert any(space.startswith("K") for space, _ in near)
    for space, way in near:
        for cards in ([1, 2, 3], [3, 4, 5]):
            finishing = {
                move.parts["card"] for move in alone(track, space, 3, cards, direction).legal if move.kind == "finish"
            }
            assert finishing == {str(card) for card in cards if card >= way}, space
            for crossings in (1, 2):
                legal = alone(track, space, crossings, cards, direction).legal
                assert not [move for move in legal if move.kind == "finish"]


@pytest.mark.clause("AVE-F1")
@pytest.mark.parametrize("track", TRACKS)
def test_on_the_last_lap_no_move_ends_beyond_the_line(track: str) -> None:
    for clockwise in (True, False):
        ranks, way_left = TRACKS[track].rank(clockwise), TRACKS[track].way_left(clockwise)[1]
        for index, space in enumerate(TRACKS[track].spaces):
            if way_left[index] > 6:
                continue
            state = alone(track, space, 3, [3, 4, 5], "clockwise" if clockwise else "counter-clockwise")
            drives = [int(move.parts["space"]) - 1 for move in state.legal if move.kind == "drive"]
            assert all(ranks[target] > ranks[index] for target in drives), space


@pytest.mark.clause("AVE-F2")
@pytest.mark.parametrize("shamed", range(6))
def test_places_follow_the_order_of_crossing_without_the_disqualified(shamed: int) -> None:
    game = quadriga.load("ave-caesar")
    order = ["green", "yellow", "white", "purple", "red", "blue"]
    spaces = {"green": ("S15.1.3", 1), "yellow": ("S15.0.3", 2), "white": ("S15.2.3", 5), "purple": ("S15.1.2", 2),
              "red": ("S14.1.1", 5), "blue": ("S14.2.1", 5)}  # fmt: skip
    chariots = {
        name: {"space": space, "crossings": 3, "hand": [card], "paid": name != order[shamed]}
        | {"disqualified": name == order[shamed]}
        for name, (space, card) in spaces.items()
    }
    state = game.from_position({"turn": "green", "starter": "red", "opened": True, "chariots": chariots})
    place = 0
    for name in order:
        assert state.outcome is None and game.seats[state.to_move or 0] == name
        state.play(f"{spaces[name][1]} over the line")
        seen = state.view()
        if name == order[shamed]:
            assert seen["chariots"][name]["place"] is None and seen["laurels"][name] == 0
            assert seen["chariots"][name]["status"] == "disqualified"
        else:
            place += 1
            assert seen["chariots"][name]["place"] == place
            assert seen["laurels"][name] == LAURELS[place]
        assert seen["chariots"][name]["space"] is None
    assert state.outcome is not None and state.outcome.rule == "AVE-F4"
    assert state.outcome.winners == (game.seats.index(order[shamed == 0]),)


@pytest.mark.long
@pytest.mark.clause("AVE-F3", "AVE-F4", "AVE-F1", "AVE-M1", "AVE-T2")
@pytest.mark.parametrize("options", RACES, ids=label)
def test_what_holds_in_every_race(options: dict[str, Any]) -> None:
    """Cards are conserved, spaces hold one chariot, nobody moves back, who has no cards is out, the race ends."""
    game = quadriga.load("ave-caesar", **options)
    track = TRACKS[options["track"]]
    ranks = track.rank(options["direction"] == "clockwise")
    for seed, care in ((1, 0.0), (2, 0.95)):
        state, chooser = game.new(seed), random.Random(seed)
        before: dict[str, Any] = {}
        for _ in range(1000):
            parts = state.position()["chariots"]
            seen = state.view()
            shown = seen["chariots"]
            standing = [part["space"] for part in parts.values() if part["status"] == "racing"]
            assert len(set(standing)) == len(standing)
            for name, part in parts.items():
                cards = Counter(part["hand"]) + Counter(part["played"])
                assert cards <= DECK and cards.total() + shown[name]["deck"] == 24
                assert shown[name]["points"] == 84 - sum(part["played"])
                done = part["crossings"], ranks[track.index(part["space"])]
                assert done >= before.get(name, done)
                spent = shown[name]["deck"] + len(part["hand"]) == 0
                votes_on_it = seen["card"] and seen["turn"] == name
                assert votes_on_it or not (part["status"] == "racing" and spent)
                assert part["status"] != "removed" or spent
                assert (part["status"] == "racing") == (shown[name]["space"] is not None)
                before[name] = done
            racing = [name for name, part in parts.items() if part["status"] == "racing" and shown[name]["owner"]]
            assert bool(racing) == (state.to_move is not None)
            if not racing:
                break
            state.play(sensible(state, chooser, care))
        assert state.to_move is None
        assert state.outcome is not None and state.outcome.rule == "AVE-F4"
        places = sorted(part["place"] for part in parts.values() if part["place"])
        assert places == list(range(1, len(places) + 1))
        assert sum(state.outcome.scores) == sum(LAURELS[place] for place in places)


@pytest.mark.clause("AVE-T5", "AVE-O2", "AVE-F4")
@pytest.mark.parametrize("options", RACES[::3], ids=label)
def test_exactly_the_legal_moves_are_accepted_and_a_refusal_changes_nothing(options: dict[str, Any]) -> None:
    game: Game = quadriga.load("ave-caesar", **options)
    clauses = rulebook("ave-caesar")
    state, chooser = game.new(7), random.Random(7)
    samples = 0
    while state.to_move is not None or samples < 2:
        if state.to_move is None or chooser.random() < 0.02:
            samples += 1
            legal = {move.id for move in state.legal}
            before = state.bits.tobytes()
            for action in range(game.num_actions):
                if action in legal:
                    state.copy().play(action)
                else:
                    with pytest.raises(IllegalMove) as refused:
                        state.play(action)
                    assert refused.value.rule in clauses
            assert state.bits.tobytes() == before
        if state.to_move is None:
            break
        state.play(sensible(state, chooser))
