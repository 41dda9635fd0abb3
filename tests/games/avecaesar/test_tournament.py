"""Tournaments: races in their order, the score kept by hand from the events alone, the grid of the next race, ties."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

import quadriga
from quadriga import Event, Game, State
from quadriga.games.avecaesar.track import builtin_tracks

TRACKS = builtin_tracks()
WAYS = {
    (name, clockwise, duty): track.way_left(clockwise, duty=duty)
    for name, track in TRACKS.items()
    for clockwise in (True, False)
    for duty in (True, False)
}
LAURELS = {1: 6, 2: 4, 3: 3, 4: 2, 5: 1, 6: 0}
SETTINGS: list[dict[str, Any]] = [
    *({"players": players} for players in range(2, 7)),
    {"players": 2, "uncrewed": 4},
    {"players": 3, "uncrewed": 2},
    {"players": 5, "uncrewed": 1},
    {"players": 2, "chariots": 2, "uncrewed": 1},
    {"players": 2, "chariots": 3},
    {"players": 3, "chariots": 2},
]


def label(value: object) -> str | None:
    return "-".join(f"{key}={value[key]}" for key in value) if isinstance(value, dict) else None


def sensible(state: State, chooser: random.Random, care: float = 0.9) -> Any:
    """Choose a move: mostly one that wastes little and goes by the emperor, now and then any."""
    s = state.s
    if s.stage != 0 or chooser.random() > care:
        return chooser.choice(state.legal)
    view = state.view(state.to_move)
    chariot = view["chariots"][view["turn"]]
    track, clockwise = TRACKS[view["track"]], view["direction"] == "clockwise"
    ranks = track.rank(clockwise)

    def cost(move: Mapping[str, Any]) -> int:
        if move["space"] is None:
            return 0
        space = track.index(move["space"])
        crossings = int(chariot["crossings"]) + (ranks[space] < ranks[chariot["number"] - 1])
        owes = chariot["denarius"] and crossings < 3 and not track.is_imperial[space]
        return WAYS[track.name, clockwise, bool(owes)][4 - crossings][space] + int(move["card"])

    best = min(cost(move) for move in view["legal"])
    return chooser.choice([move["id"] for move in view["legal"] if cost(move) == best])


@dataclass
class Chariot:
    """What a spectator notes of a chariot in one race."""

    space: int
    crossings: int = 0
    paid: bool = False
    shamed: bool = False
    home: bool = False
    place: int = 0
    left: int = 0


@dataclass
class Scribe:
    """The score of a tournament, kept by hand from what happens before everybody's eyes."""

    players: tuple[str, ...]
    track: str
    clockwise: bool
    by_result: bool
    chariots: dict[str, Chariot]
    laurels: dict[str, int] = field(default_factory=dict)
    places: dict[str, list[int]] = field(default_factory=dict)
    results: list[list[str]] = field(default_factory=list)
    placed: int = 0
    left: int = 0

    @classmethod
    def of(cls, state: State) -> Scribe:
        view = state.view()
        chariots = {name: Chariot(part["number"] - 1) for name, part in view["chariots"].items()}
        players = state.game.seats
        scribe = cls(players, view["track"], view["direction"] == "clockwise",
                     state.game.options["grid"] == "by-result", chariots)  # fmt: skip
        scribe.laurels = dict.fromkeys(players, 0)
        scribe.places = {player: [0] * 6 for player in players}
        return scribe

    def owner(self, chariot: str) -> str | None:
        colour = chariot.split()[0]
        return colour if colour in self.players else None

    def crewed(self) -> list[str]:
        return [name for name in self.chariots if self.owner(name)]

    def distance(self, name: str) -> Fraction:
        chariot, track = self.chariots[name], TRACKS[self.track]
        return chariot.crossings * track.lap_shortest + track.rank(self.clockwise)[chariot.space]

    def result(self) -> list[str]:
        """Order the crewed chariots of a race, the first first (AVE-R2)."""

        def behind(name: str) -> tuple[Any, ...]:
            chariot = self.chariots[name]
            if chariot.place:
                return (0, chariot.place)
            if chariot.home:
                return (1, -chariot.left)
            return (2, -self.distance(name), -chariot.left)

        return sorted(self.crewed(), key=behind)

    def note(self, event: Event) -> None:
        name = event.data.get("chariot", "")
        chariot = self.chariots.get(name)
        if event.kind == "race-ends":
            self.results.append(self.result())
            return
        if chariot is None:
            return
        if event.kind == "drove":
            if event.data["to"] != "finish":
                chariot.space = event.data["to"] - 1
        elif event.kind == "lap":
            chariot.crossings += 1
            assert event.data["count"] == chariot.crossings
            chariot.shamed = chariot.crossings == 3 and not chariot.paid
        elif event.kind == "paid":
            chariot.paid, chariot.shamed = True, False
        elif event.kind in ("finished", "removed"):
            self.left += 1
            chariot.left = self.left
            chariot.home = event.kind == "finished"
            owner = self.owner(name)
            if chariot.home:
                assert chariot.crossings == 3
                if owner and not chariot.shamed:
                    self.placed += 1
                    chariot.place = self.placed
                    self.laurels[owner] += LAURELS[self.placed]
                    self.places[owner][self.placed - 1] += 1
                assert event.data["place"] == chariot.place

    def winners(self) -> list[int]:
        """Find who has won: laurels, then wins, second places and so on; nobody if nobody was ever placed (AVE-R3)."""
        scores = [(self.laurels[player], self.places[player]) for player in self.players]
        best = max(scores)
        return [seat for seat, score in enumerate(scores) if score == best and any(best[1])]


def races(game: Game, seed: int, care: float) -> Iterator[tuple[Scribe, State, tuple[Event, ...]]]:
    """Play a tournament; after every move yield the scribe, the state and what happened."""
    chooser = random.Random(seed)
    state = game.new(seed)
    scribe = Scribe.of(state)
    while state.to_move is not None:
        events = state.play(sensible(state, chooser, care))
        begins = next((n for n, event in enumerate(events) if event.kind == "race"), len(events))
        for event in events[:begins]:
            scribe.note(event)
        yield scribe, state, events[begins:]
        if begins < len(events):
            fresh = Scribe.of(state)
            fresh.laurels, fresh.places, fresh.results = scribe.laurels, scribe.places, scribe.results
            scribe = fresh
            for event in events[begins:]:
                if event.kind not in ("race", "grid"):
                    scribe.note(event)


@pytest.mark.long
@pytest.mark.clause("AVE-F2", "AVE-F4", "AVE-R1", "AVE-R2", "AVE-R3", "AVE-R5", "AVE-S3", "AVE-O1", "AVE-O5")
@pytest.mark.parametrize("grid", ["clockwise-from-last", "by-result"])
@pytest.mark.parametrize("options", SETTINGS, ids=label)
def test_a_scribe_who_sees_only_the_events_keeps_the_same_score(options: dict[str, Any], grid: str) -> None:
    for seed, track in enumerate(TRACKS):
        game = quadriga.load("ave-caesar", tournament=True, track=track, grid=grid, **options)
        other = next(name for name in TRACKS if name != track)
        programme = [(track, "clockwise"), (other, "clockwise"),
                     (track, "counter-clockwise"), (other, "counter-clockwise")]  # fmt: skip
        raced = [programme[0]]
        for scribe, state, opening in races(game, seed, (0.85, 0.98)[seed]):
            view = state.view()
            assert view["laurels"] == scribe.laurels and view["places"] == scribe.places
            if not opening:
                for name, part in view["chariots"].items():
                    assert (part["place"] or 0) == scribe.chariots[name].place
                    assert part["disqualified"] == (scribe.chariots[name].shamed and bool(scribe.owner(name)))
            else:
                raced.append((opening[0].data["track"], opening[0].data["direction"]))
                assert (view["track"], view["direction"]) == raced[-1]
                lines_up_as_the_last_race_ended(scribe, state, opening, options)
        assert raced == programme
        assert len(scribe.results) == 4
        outcome = state.outcome
        assert outcome is not None
        assert list(outcome.scores) == [scribe.laurels[player] for player in scribe.players]
        assert list(outcome.winners) == scribe.winners()
        assert outcome.rule == "AVE-R1"


def lines_up_as_the_last_race_ended(
    scribe: Scribe, state: State, opening: tuple[Event, ...], options: Mapping[str, Any]
) -> None:
    """Check starter, grid, decks and denarii at the beginning of a later race."""
    result, players, team = scribe.results[-1], list(scribe.players), options.get("chariots", 1)
    first = result[0] if scribe.by_result else result[-1]
    starter = scribe.owner(first)
    assert opening[0].seat == starter
    at = players.index(str(starter))
    seats = players[at:] + players[:at]
    order = [player if team == 1 else f"{player} {k + 1}" for k in range(team) for player in seats]
    grid = result if scribe.by_result else order
    grid = grid + [f"uncrewed {k + 1}" for k in range(options.get("uncrewed", 0))]
    told = {event.data["chariot"]: event.data["grid"] for event in opening if event.kind == "grid"}
    assert sorted(grid, key=told.__getitem__) == grid and sorted(told.values()) == list(range(1, len(grid) + 1))
    view = state.view()
    if not (scribe.by_result and team > 1):  # see test_by_result_with_teams_position_one_begins
        assert view["turn"] == order[0] and view["to_move"] == starter
    track = TRACKS[view["track"]]
    starts = track.starts(view["direction"] == "clockwise")
    for place, name in enumerate(grid):
        part = view["chariots"][name]
        assert part["number"] - 1 == starts[place] and part["grid"] == place + 1
        assert part["points"] == 84 or name.startswith("uncrewed")
        assert part["status"] == "racing" and part["crossings"] == 0 and part["place"] is None
        assert part["played"] == [] and part["deck"] == (24 if name.startswith("uncrewed") else 21)
        assert part["denarius"] == (not name.startswith("uncrewed"))
        assert len(part["hand"]) == (0 if name.startswith("uncrewed") else 3)


@pytest.mark.clause("AVE-S3", "AVE-O5")
def test_by_result_with_teams_position_one_begins() -> None:
    """Blue's second chariot wins; blue's first is last, behind a full row, and cannot begin the next race."""
    game = quadriga.load("ave-caesar", players=2, chariots=2, tournament=True, grid="by-result")
    last_card = {"hand": [1], "played": [1, 1, 1, *(card for card in range(2, 7) for _ in range(4))]}
    position = {
        "turn": "blue 2", "starter": "red", "opened": True,
        "chariots": {
            "red 1": {"space": "S15.0.3", "crossings": 3, "paid": True, "hand": [1]},
            "blue 1": {"space": "S4.1.1", "crossings": 3, "paid": True, **last_card},
            "red 2": {"space": "S15.2.3", "crossings": 3, "paid": True, "hand": [1]},
            "blue 2": {"space": "S15.1.3", "crossings": 3, "paid": True, "hand": [1]},
        },
    }  # fmt: skip
    state = game.from_position(position)
    for move in ("1 over the line", "1 over the line", "1 to 16", "1 over the line"):
        events = state.play(move)
    view = state.view()
    grid = {part["grid"]: name for name, part in view["chariots"].items()}
    assert grid == {1: "blue 2", 2: "red 1", 3: "red 2", 4: "blue 1"}
    assert not [event for event in events if event.kind == "skipped"]
    assert view["turn"] == "blue 2" and view["to_move"] == "blue"


OVER: list[tuple[dict[str, list[int]], list[str]]] = [
    ({"red": [2, 0, 0, 0, 0, 0], "blue": [0, 3, 0, 0, 0, 0]}, ["red"]),
    ({"red": [0, 3, 0, 0, 0, 0], "blue": [2, 0, 0, 0, 0, 0]}, ["blue"]),
    ({"red": [1, 1, 0, 0, 0, 0], "blue": [1, 0, 1, 0, 1, 0]}, ["red"]),
    ({"red": [0, 0, 2, 0, 0, 0], "blue": [0, 1, 0, 1, 0, 0]}, ["blue"]),
    ({"red": [0, 0, 1, 0, 1, 0], "blue": [0, 0, 0, 2, 0, 0]}, ["red"]),
    ({"red": [0, 0, 0, 1, 0, 0], "blue": [0, 0, 0, 0, 2, 0]}, ["red"]),
    ({"red": [0, 0, 0, 0, 1, 0], "blue": [0, 0, 0, 0, 1, 1]}, ["blue"]),
    ({"red": [1, 0, 0, 1, 0, 0], "blue": [1, 0, 0, 1, 0, 0], "green": [0, 2, 0, 0, 0, 0]}, ["red", "blue"]),
    ({"red": [1, 0, 0, 0, 0, 0], "blue": [0, 1, 1, 0, 0, 0]}, ["blue"]),
    ({"purple": [0, 0, 0, 0, 0, 1]}, ["purple"]),
]


@pytest.mark.clause("AVE-R3")
@pytest.mark.parametrize(("places", "winners"), OVER)
def test_ties_go_by_wins_then_second_places_and_so_on(places: dict[str, list[int]], winners: list[str]) -> None:
    game = quadriga.load("ave-caesar", tournament=True)
    laurels = {name: sum(n * LAURELS[k] for k, n in enumerate(row, 1)) for name, row in places.items()}
    over = {"stage": "over", "race": 4, "laurels": laurels, "places": places}
    outcome = game.from_position(over).outcome
    assert outcome is not None
    assert [game.seats[seat] for seat in outcome.winners] == winners
    assert outcome.scores == tuple(laurels.get(seat, 0) for seat in game.seats)


@pytest.mark.clause("AVE-R4")
@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
def test_a_single_race_is_driven_as_chosen_and_is_the_whole_game(track: str, direction: str) -> None:
    game = quadriga.load("ave-caesar", players=4, track=track, direction=direction)
    for seed in range(3):
        chooser = random.Random(seed)
        state = game.new(seed)
        kinds: list[str] = []
        crossed: list[tuple[str, str]] = []
        names = TRACKS[track].spaces
        while state.to_move is not None:
            assert (state.view()["track"], state.view()["direction"]) == (track, direction)
            for event in state.play(sensible(state, chooser)):
                kinds.append(event.kind)
                if event.kind == "drove" and event.data["to"] != "finish":
                    crossed.append((names[event.data["from"] - 1], names[event.data["to"] - 1]))
        assert kinds.count("race-ends") == kinds.count("ended") == 1 and "race" not in kinds
        assert state.outcome is not None and state.outcome.rule == "AVE-F4"
        last = f"S{len(TRACKS[track].sections)}."
        over_the_line = ("S1.", last) if direction == "counter-clockwise" else (last, "S1.")
        assert any(a.startswith(over_the_line[0]) and b.startswith(over_the_line[1]) for a, b in crossed)
        assert not any(a.startswith(over_the_line[1]) and b.startswith(over_the_line[0]) for a, b in crossed)


UNPLACED: list[tuple[dict[str, dict[str, Any]], list[str]]] = [
    # the further one came, the better
    ({"blue": {"space": "S8.1", "crossings": 3}, "green": {"space": "S9.1.1", "crossings": 3}}, ["green", "blue"]),
    ({"blue": {"space": "S8.1", "crossings": 3}, "green": {"space": "S9.1.1", "crossings": 2}}, ["blue", "green"]),
    # an unpaid chariot that is removed goes by its distance too
    (
        {"blue": {"space": "S8.1", "crossings": 3, "disqualified": True}, "green": {"space": "S7.1.1", "crossings": 3}},
        ["blue", "green"],
    ),
    # a disqualified finisher is before all the others that are unplaced
    (
        {
            "blue": {"space": "S1.1.1", "crossings": 4, "status": "disqualified", "disqualified": True},
            "green": {"space": "S15.1.3", "crossings": 3},
        },
        ["blue", "green"],
    ),
    # of equals the one that left earlier is lower: here blue left first
    ({"blue": {"space": "S9.1.1", "crossings": 3}, "green": {"space": "S9.2.1", "crossings": 3}}, ["green", "blue"]),
    (
        {
            "blue": {"space": "S15.1.3", "crossings": 4, "status": "disqualified", "disqualified": True},
            "green": {"space": "S15.1.1", "crossings": 4, "status": "disqualified", "disqualified": True},
        },
        ["green", "blue"],
    ),
]


@pytest.mark.clause("AVE-R2", "AVE-S3")
@pytest.mark.parametrize("grid", ["clockwise-from-last", "by-result"])
@pytest.mark.parametrize(("parts", "order"), UNPLACED)
@pytest.mark.parametrize("swapped", [False, True])
def test_the_unplaced_are_ordered(parts: dict[str, dict[str, Any]], order: list[str], swapped: bool, grid: str) -> None:
    """Red wins; `order` tells who of blue and green is before the other. Swapped, they change seats."""
    other = {"blue": "green", "green": "blue"}
    left = {"blue": 1, "green": 2}
    chariots = {name: {"status": "removed", "paid": True, "left": left[name], **part} for name, part in parts.items()}
    for part in chariots.values():
        if part.get("disqualified"):
            part["paid"] = False
    if swapped:
        chariots = {other[name]: part for name, part in chariots.items()}
        order = [other[name] for name in order]
    game = quadriga.load("ave-caesar", players=3, tournament=True, grid=grid)
    red = {"space": "S15.1.2", "crossings": 3, "paid": True, "hand": [2]}
    state = game.from_position(
        {"turn": "red", "starter": "red", "opened": True, "departed": 2, "chariots": {"red": red, **chariots}}
    )
    state.play("2 over the line")
    seen = state.view()["chariots"]
    by_grid = sorted(seen, key=lambda name: seen[name]["grid"])
    if grid == "by-result":
        assert by_grid == ["red", *order]
    else:
        assert by_grid[0] == order[1] == state.view()["turn"]
