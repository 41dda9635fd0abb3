"""What a study counts of races and tournaments, against what they told."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from quadriga import Event, Game

from .table import begin, race

LAURELS = {1: 6, 2: 4, 3: 3, 4: 2, 5: 1, 6: 0}
PLACES = ("I", "II", "III", "IV", "V", "VI")
SETTINGS: list[dict[str, Any]] = [
    {"players": 4, "uncrewed": 1},
    {"players": 2, "chariots": 2, "uncrewed": 1, "tournament": True},
    {"players": 3, "tournament": True, "grid": "by-result"},
    {"players": 3, "chariots": 2},
]


class Told:
    """What a game tells, kept by hand: cards by chariot in the race that runs, places, grid."""

    def __init__(self, game: Game, seed: int) -> None:
        self.played: dict[str, Counter[int]] = {}
        self.places: dict[str, Counter[int]] = {seat: Counter() for seat in game.seats}
        self.grid: dict[str, int] = {}
        self.won_from: Counter[int] = Counter()
        self.first: str | None = None
        self.races = 0
        self.state, events = begin(game, seed)
        for event in events:
            self.hear(event)
        chooser, prefer = random.Random(seed), game.definition.rules.prefer
        while self.state.to_move is not None:
            moves = self.state.legal
            if chooser.random() < 0.95:  # at random nobody hails the emperor
                moves = (max(moves, key=lambda move: prefer(self.state.s, move.id)),)
            for event in self.state.play(chooser.choice(moves)):
                self.hear(event)

    def hear(self, event: Event) -> None:
        """Take note of an event."""
        chariot = event.data.get("chariot", "")
        if event.kind == "race":
            self.races += 1
            self.played, self.first = {}, None
        elif event.kind == "grid":
            self.grid[chariot] = event.data["grid"]
        elif event.kind == "drove" and event.seat is not None:
            self.played.setdefault(chariot, Counter())[event.data["card"]] += 1
        elif event.kind == "finished" and event.data["place"]:
            assert event.seat is not None
            self.places[event.seat][event.data["place"]] += 1
            if event.data["place"] == 1:
                self.first = chariot
                self.won_from[self.grid[chariot]] += 1

    def laurels(self, seat: str) -> int:
        return sum(LAURELS[place] * count for place, count in self.places[seat].items())


@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(map(str, options.values())))
def test_a_study_counts_what_happened(options: dict[str, Any]) -> None:
    game = race(**options)
    games = [Told(game, seed) for seed in range(3 if options.get("tournament") else 8)]
    sums = [0] * game.definition.rules.MEASURES
    for told in games:
        game.definition.rules.measure(told.state.s, sums)
    summary = game.definition.summary(game, sums)
    tournament, team = game.options["tournament"], game.options["chariots"]

    for title, cards in (
        ("the first chariot", sum((told.played.get(told.first or "", Counter()) for told in games), Counter())),
        ("all chariots", sum((cards for told in games for cards in told.played.values()), Counter())),
    ):
        rows = summary["totals"][f"race cards played by {title}{', last race' if tournament else ''}"]
        assert rows == {str(card): {"cards": cards[card]} for card in range(1, 7)}
        assert sum(cards.values()) > 0

    for seat, row in summary["totals"]["places"].items():
        places = sum((told.places[seat] for told in games), Counter())
        assert [row.pop(name) for name in PLACES[: len(game.seats) * team]] == [
            places[place] for place in range(1, len(game.seats) * team + 1)
        ]
        unplaced = sum(told.races for told in games) * team - places.total()
        assert row == {"unplaced": unplaced}

    won = sum((told.won_from for told in games), Counter())
    if tournament:
        assert summary["rates"]["races won from the grid"] == {
            f"place {name}": (won[place], won.total()) for place, name in enumerate(PLACES[: len(game.seats) * team], 1)
        }
    else:
        assert summary["rates"] == {}
        assert +Counter(summary["shares"]["races won from the grid"]) == {
            f"place {PLACES[place - 1]}": count for place, count in won.items()
        }

    spread = {title: dict(bins) for title, bins in summary["histograms"].items() if title.startswith("laurels")}
    if tournament or team > 1:
        for seat in game.seats:
            laurels = Counter(str(told.laurels(seat)) for told in games)
            assert +Counter(spread[f"laurels of {seat}"]) == laurels
        best = Counter(str(max(map(told.laurels, game.seats))) for told in games)
        assert +Counter(spread["laurels of the winner"]) == best
    else:
        assert spread == {}, "a place says it all"


def test_every_laurel_that_can_be_won_is_counted() -> None:
    game = race(players=2, chariots=3, tournament=True)
    sums = [0] * game.definition.rules.MEASURES
    state = game.new(0)
    state.s.laurels[0] = 4 * (LAURELS[1] + LAURELS[2] + LAURELS[3])
    game.definition.rules.measure(state.s, sums)
    histograms = game.definition.summary(game, sums)["histograms"]
    assert histograms["laurels of red"][-1] == ("52", 1)
    assert histograms["laurels of the winner"][-1] == ("52", 1)
