"""What a study counts of Caesar & Cleopatra, against what the games told: cards, groups, secret tasks, and by whom."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import quadriga
from quadriga import Event, Game
from quadriga.arena.sample import sample

SEATS = ("cleopatra", "caesar")
CLASSIC = quadriga.load("caesar-cleopatra-1997", action_pile="shuffled")
RENEWED = quadriga.load("caesar-cleopatra-2024")
ARRANGED = quadriga.load("caesar-cleopatra-1997")
GAMES = [CLASSIC, RENEWED]
SIZES = {"senators": 5, "praetors": 5, "quaestors": 5, "consuls": 3, "censors": 3}

RENEWED_GROUPS = ("praetors", "quaestors", "aediles", "consuls", "censors")
CLASSIC_GROUPS = ("senators", "praetors", "quaestors", "censors", "aediles")
Won = Counter[str]
MISSIONS: dict[str, Callable[[Won], bool]] = {
    "most-praetors": lambda won: won["praetors"] >= 3,
    "most-quaestors": lambda won: won["quaestors"] >= 3,
    "most-aediles": lambda won: won["aediles"] >= 3,
    "most-consuls": lambda won: won["consuls"] >= 2,
    "most-censors": lambda won: won["censors"] >= 2,
    "three-majorities": lambda won: sum(2 * won[group] > size(RENEWED, group) for group in RENEWED_GROUPS) >= 3,
    "two-of-each-five": lambda won: all(won[group] >= 2 for group in ("praetors", "quaestors", "aediles")),
    "one-of-every": lambda won: all(won[group] >= 1 for group in RENEWED_GROUPS),
}


def size(game: Game, group: str) -> int:
    """Count the patricians of a group: aediles are three in 1997 and five in 2024."""
    return SIZES[group] if group != "aediles" else 3 if game.name.endswith("1997") else 5


class Told:
    """What a random game tells, kept by hand: patricians, action cards out of hands, secret tasks."""

    def __init__(self, game: Game, seed: int) -> None:
        self.won: dict[str, Won] = {seat: Counter() for seat in SEATS}
        self.played: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}
        self.other: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}
        self.tasks: dict[str, list[str]] = {}
        self.state = game.new(seed)
        chooser = random.Random(seed)
        while self.state.to_move is not None:
            for event in self.state.play(chooser.choice(self.state.legal)):
                self.hear(event)
        for seat in SEATS:
            side = self.state.position()[seat]
            self.tasks.setdefault(seat, [side["bonus"]] if "bonus" in side else side["missions"])

    def hear(self, event: Event) -> None:
        """Take note of an event."""
        if event.kind == "vote":
            self.won[event.seat][event.data["group"]] += 1
        elif event.kind == "named":
            self.played[event.seat][event.data["action"]] += 1
        elif event.kind == "vetoed":
            self.played[event.seat]["veto"] += 1
        elif event.kind in ("exchanged", "spied-away") and "action" in event.data:
            self.other[event.seat][event.data["action"]] += 1
        elif event.kind == "kept":
            self.tasks[event.seat] = [event.data["mission"]]

    @property
    def roles(self) -> dict[str, tuple[str, ...]]:
        """Name the columns in which each seat is counted."""
        assert self.state.outcome is not None
        winners = [SEATS[p] for p in self.state.outcome.winners]
        if not winners:
            return {seat: (seat,) for seat in SEATS}
        return {seat: (seat, "by the winner" if seat in winners else "by the loser") for seat in SEATS}


def counted(games: list[Told], what: Callable[[Told, str], Counter[str]]) -> dict[str, Counter[str]]:
    """Add up by row and column."""
    found: dict[str, Counter[str]] = {}
    for told in games:
        for seat, columns in told.roles.items():
            for row, count in what(told, seat).items():
                for column in columns:
                    found.setdefault(row, Counter())[column] += count
    return found


def without_zeros(rows: dict[str, dict[str, int]]) -> dict[str, Counter[str]]:
    return {row: +Counter(cells) for row, cells in rows.items() if +Counter(cells)}


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.name)
def told(request: pytest.FixtureRequest) -> tuple[Game, list[Told], dict[str, Any]]:
    """Play some games of an edition, and measure them."""
    game: Game = request.param
    games = [Told(game, seed) for seed in range(10)]
    sums = [0] * game.definition.rules.MEASURES
    for one in games:
        game.definition.rules.measure(one.state.s, sums)
    return game, games, game.definition.summary(game, sums)


def test_patricians_and_majorities_by_group_and_result(told: tuple[Game, list[Told], dict[str, Any]]) -> None:
    game, games, summary = told
    won = counted(games, lambda one, seat: one.won[seat])
    rows = dict(summary["totals"]["patricians won"])
    everything = rows.pop("all")
    assert without_zeros(rows) == won
    assert everything == {column: sum(cells[column] for cells in won.values()) for column in everything}
    majorities = counted(
        games, lambda one, seat: Counter(group for group, n in one.won[seat].items() if 2 * n > size(game, group))
    )
    assert without_zeros(summary["totals"]["majorities won"]) == majorities
    assert list(rows) == list(CLASSIC_GROUPS if game is CLASSIC else RENEWED_GROUPS)


def test_action_cards_by_kind_and_result(told: tuple[Game, list[Told], dict[str, Any]]) -> None:
    game, games, summary = told
    if game is RENEWED:
        assert not any(one.other[seat] for one in games for seat in SEATS)
        assert without_zeros(summary["totals"]["action cards played"]) == counted(games, lambda one, p: one.played[p])
        assert "spy" not in summary["totals"]["action cards played"]
    else:
        assert any(one.other[seat] for one in games for seat in SEATS)
        rows = summary["totals"]["action cards played, exchanged or spied away"]
        assert without_zeros(rows) == counted(games, lambda one, seat: one.played[seat] + one.other[seat])
        assert list(rows) == ["assassination", "spy", "castling", "scout", "wrath", "veto"]


def test_secret_tasks_by_kind_and_result(told: tuple[Game, list[Told], dict[str, Any]]) -> None:
    game, games, summary = told

    def fulfilled(one: Told, seat: str) -> Counter[str]:
        won = one.won[seat]
        return Counter(
            task
            for task in one.tasks[seat]
            if (MISSIONS[task](won) if game is RENEWED else 2 * won[task] > size(game, task))
        )

    names, had, done = (
        ("missions", "held", "completed") if game is RENEWED else ("influence bonuses", "dealt", "scored")
    )
    dealt = counted(games, lambda one, seat: Counter(one.tasks[seat]))
    scored = counted(games, fulfilled)
    assert without_zeros(summary["totals"][f"{names} {had}"]) == dealt
    assert without_zeros(summary["totals"][f"{names} {done}"]) == scored
    rates = summary["rates"][f"{names} {done}, of those {had}"]
    assert list(rates) == (list(MISSIONS) if game is RENEWED else list(CLASSIC_GROUPS[:3]))
    for row, (count, of) in rates.items():
        assert count == sum(scored.get(row, Counter())[seat] for seat in SEATS)
        assert of == sum(dealt.get(row, Counter())[seat] for seat in SEATS)


def test_who_never_had_to_choose_holds_both_missions() -> None:
    sums = [0] * RENEWED.definition.rules.MEASURES
    won = {"praetors": 3, "quaestors": 2, "aediles": 1, "consuls": 1}
    side = {"won": won, "missions": ["most-praetors", "one-of-every"], "kept": False}
    other = {"missions": ["most-censors", "three-majorities"], "kept": False}
    state = RENEWED.from_position({"stage": "turn", "cleopatra": side, "caesar": other})
    RENEWED.definition.rules.measure(state.s, sums)
    totals = RENEWED.definition.summary(RENEWED, sums)["totals"]
    assert {row for row, cells in totals["missions held"].items() if cells["by the winner"]} == {
        "most-praetors",
        "one-of-every",
    }
    assert {row for row, cells in totals["missions completed"].items() if cells["cleopatra"]} == {"most-praetors"}
    assert sum(cells["by the loser"] for cells in totals["missions held"].values()) == 2


@pytest.mark.long
@pytest.mark.parametrize("game", [ARRANGED, RENEWED], ids=lambda game: game.name)
def test_a_drawn_game_is_neither_the_winners_nor_the_losers(game: Game) -> None:
    for seed in range(1000):
        summary = sample(game, 1, seed=seed, threads=1).summary()
        if summary["shares"]["winner"]["draw"]:
            break
    else:
        pytest.fail("none of a thousand games is drawn")
    for title, rows in summary["totals"].items():
        assert not any(cells["by the winner"] or cells["by the loser"] for cells in rows.values()), title
    assert all(summary["totals"]["patricians won"]["all"][seat] for seat in SEATS)
