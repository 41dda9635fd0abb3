"""Crassus's turn as it is told: every event, with its reason, is what the clauses say at that point of the turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

from quadriga import Event, State
from quadriga.kernel.records import Bits
from tests.conftest import quick

from .crassus_reading import BEYOND, ENDS, PROVINCES, SIDES, SPACES, Decision, Option, Reading, Table, Tie, ways
from .test_crassus_positions import HOPELESS, LATE, QUIET, Kind, from_games, game_of, made_sharp, solo


class Tile(NamedTuple):
    draw: int
    centurion: int
    place: int
    discard: int


TILES = {
    "A": Tile(draw=2, centurion=0, place=1, discard=1),
    "B": Tile(draw=1, centurion=0, place=1, discard=0),
    "C": Tile(draw=2, centurion=0, place=2, discard=0),
    "D": Tile(draw=0, centurion=1, place=1, discard=0),
    "E": Tile(draw=1, centurion=1, place=2, discard=0),
}
"""The command tiles (ROME-Z4)."""
REASONS = {
    1: "gains control with the smallest number",
    2: "closes with the smallest number",
    3: "largest deficit",
    4: "closest to control",
    5: "next to a province he controls",
    6: "central province",
    7: "highest number anywhere",
}


def sentence(decision: Decision) -> str:
    """Put the reason of a decision into words."""
    figure = figure_of(decision.step, decision.figure)
    return f"Priority {decision.step}: {REASONS[decision.step]}, {decision.option.target}, {figure}"


def figure_of(step: int, number: int) -> str:
    return {3: f"−{number}", 4: f"{'-' if number < 0 else '+'}{abs(number)}"}.get(step, f"{number}")


def all_told(reading: Reading, decision: Decision) -> list[str]:
    """List all that is told of a decision: what is out of the question, the priority, then each tie."""
    option, row = decision.option, reading.table.row
    told = caution(reading) if decision.step > 1 else []
    for province, step, number in reading.out_of_reach(decision.step, decision.figure):
        told.append(f"No token of his row fits at {province}, {figure_of(step, number)} (ROME-Z15)")
    told.append(sentence(decision))
    told += tie_told("provinces", option.target, decision.province_tie)
    told += tie_told("border spaces", option.space, decision.space_tie)
    told += tie_told("tokens", row[option.place], decision.token_tie)
    return [*told, placed(option, row)]


def caution(reading: Reading) -> list[str]:
    """Say what he passes over so that the player does not win (ROME-Z17)."""
    player, passed = reading.player.capitalize(), reading.passed_over()
    if passed is None:
        return [f"Every placement of his would make {player} win: he passes over none (ROME-Z17)"]
    return [
        f"He passes over {space}: closing {' and '.join(closing)} would make {player} win (ROME-Z17)"
        for space, closing in passed
    ]


def tie_told(things: str, chosen: str, tied: Tie | None) -> list[str]:
    """Say what narrowed a choice down and what decided it."""
    if tied is None:
        return []
    told = [f"{count} {things} are equal, {left} are left: {reason}" for count, left, reason in tied.narrowed]
    return [*told, f"{tied.count} {things} are equal: {chosen}, {tied.reason}"]


def placed(option: Option, row: list[str]) -> str:
    numbers = sorted(zip(option.numbers, ENDS[option.space], strict=True), key=lambda pair: -pair[0])
    return f"Crassus places {row[option.place]}: " + ", ".join(
        f"{number} to {province}" for number, province in numbers
    )


def leaves_nothing_better(reading: Reading, events: list[Event]) -> None:
    """Check that what is told explains every province that would come before the chosen one (ROME-Z9, third and fourth)."""
    (chosen,) = (event.data for event in events if event.key == "priority")
    if chosen["priority"] not in (3, 4):
        return
    passed_over = {event.data["border"] for event in events if event.key.startswith("passed-over")}
    out_of_reach = {event.data["province"] for event in events if event.key == "no-token-fits"}
    deficit = reading.deficit(chosen["province"])
    for province in (p for p in PROVINCES if reading.free[p] and p not in out_of_reach):
        if chosen["priority"] == 3:
            better = reading.deficit(province) > deficit
        else:
            better = reading.deficit(province) < deficit and reading.sums[reading.crassus][province] > 0
        spaces = {option.space for option in reading.options if option.target == province}
        assert not better or (spaces and spaces <= passed_over), f"{province} comes before {chosen}"


class Turn:
    """A reader who follows a turn of Crassus event by event, on a table of their own."""

    def __init__(self, state: State) -> None:
        position = state.position()
        self.options = state.game.options
        self.player = str(self.options["side"])
        self.table = Table.of(position, self.player, bool(self.options["ruthless"]))
        self.crassus = self.table.crassus
        mine = position[self.crassus]
        self.row, self.bag, self.stock = self.table.row, list(mine["bag"]), list(mine.get("centurions", ()))
        self.tiles = list(position["tiles"])
        self.supply = list(position[self.player]["supply"])
        self.returned = list(position[self.player]["bag"])
        self.seen: Counter[str] = Counter()
        self.over = False
        self.events: list[Event] = list(state.play("turn the tile"))
        self.last = state.position()

    def next(self, kind: str) -> Event:
        assert self.events[0].kind == kind, f"{kind} is due, not {self.events[0]}"
        return self.events.pop(0)

    def says(self, text: str) -> None:
        assert self.events[0].text == text
        self.events.pop(0)

    def follow(self) -> None:
        """Check the whole turn: draw, take centurions, place one by one, discard (ROME-Z3 to Z5)."""
        if not self.tiles:
            self.says("The command tiles are reshuffled")
            self.tiles = deck(str(self.options["solo"]), "centurions" in self.options["modules"])
        name = self.next("tile").data["tile"]
        self.tiles.remove(name)
        tile = TILES[name]
        self.seen[f"tile {name}"] += 1
        short, before = len(self.bag) < tile.draw, len(self.row)
        for _ in range(min(tile.draw, len(self.bag))):
            self.join(self.bag, "{} joins his row")
        if short:
            self.says(f"His bag is short: he draws {len(self.row) - before} of {tile.draw} (ROME-Z5)")
        for _ in range(tile.centurion):
            if self.stock:
                self.join(self.stock, "The centurion {} joins his row")
            else:
                self.seen["no centurion"] += 1
                self.says("No centurion of his is left: he takes none (ROME-Z3)")
        for _ in range(tile.place):
            if not self.over:
                self.place()
        if tile.discard and not self.over:
            self.seen["draw short"] += short
            self.seen["empty row"] += not short and not self.row
            if short:
                self.says("He discards nothing: his bag was short (ROME-Z5)")
            elif self.row:
                token = self.row.pop(0)
                self.bag.append(token)
                self.says(f"{token}, leftmost in the row, goes back into the bag")
        if not self.over:
            self.next("turn")
            spaces = {space for token in self.supply for space, _ in ways(token)}
            if spaces <= set(self.table.tokens):
                self.says("Crassus wins: the opponent cannot place any token")
        assert not self.events
        assert self.last["tile"] == name
        self.compare()

    def join(self, tokens: list[str], text: str) -> None:
        token = self.events[0].data["token"]
        self.says(text.format(token))
        tokens.remove(token)
        self.row.append(token)

    def place(self) -> None:
        """Check one placement: its reasons, then what it closes (ROME-Z9, ROME-Z13)."""
        reading = Reading(self.table)
        decisions = reading.decisions()
        if not decisions:
            self.seen["skipped"] += 1
            self.says("No token of his row fits: the placement is skipped")
            return
        length = next(k for k, event in enumerate(self.events) if event.kind == "placed") + 1
        told = [event.text for event in self.events[:length]]
        matching = [decision for decision in decisions if all_told(reading, decision) == told]
        assert matching, f"{told} is none of {[all_told(reading, decision) for decision in decisions]}"
        leaves_nothing_better(reading, self.events[:length])
        self.seen.update({event.key for event in self.events[:length]})
        del self.events[:length]
        option = matching[0].option
        self.seen[f"step {matching[0].step}"] += 1
        self.row.pop(option.place)
        self.table.tokens[option.space] = (self.crassus, option.numbers)
        closings = reading.closings(option)
        if closings:
            self.close(reading, closings)

    def close(self, reading: Reading, closings: dict[str, str]) -> None:
        """Check the provinces that he closes, one after the other (ROME-Z6 to Z8)."""
        orders = reading.orders(closings)
        order = next((order for order in orders if order[0] == self.events[0].data["province"]), None)
        assert order is not None, f"{self.events[0]} comes first, due are {orders}"
        if len(order) > 1:
            _, reason = reading.first_of(closings)
            self.says(f"{order[0]} is resolved before {order[1]}: {reason} (ROME-Z6)")
        self.seen["two closings"] += len(order) > 1
        self.seen["two closings by chance"] += len(orders) > 1
        for province in order:
            if not self.over:
                self.resolve(province, closings[province])

    def resolve(self, province: str, side: str) -> None:
        """Check one closing: the bonus, control, borders, then the bonus's effect."""
        table, after = self.table, Reading(self.table)
        bonus = table.bonus.pop(province)
        self.says(f"{province} is closed")
        self.says(f"Crassus takes its bonus: {bonus}")
        table.senate += bonus == "senate"
        sums = [after.sums[who][province] for who in (side, SIDES[1 - SIDES.index(side)])]
        self.seen["a tie is his"] += side == self.crassus and sums[0] == sums[1]
        why = ": a tie is his in his turn (ROME-Z6)" if sums[0] == sums[1] else ""
        self.says(f"{self.name(side)} gains control of {province}, {sums[0]} to {sums[1]}{why}")
        table.control[province] = side
        for _ in range(2 if province == "Italia" else 1):
            self.spend(side)
        if not self.over:
            self.cover(province, side)
        if not self.over:
            self.effect(bonus, side)

    def cover(self, province: str, side: str) -> None:
        """Check the borders to other provinces of a side: none where a control token lies face down (ROME-T7, ROME-B5)."""
        table, name = self.table, self.name(side)
        beyond = {space: BEYOND[space, province] for space in SPACES[province]}
        own = {space: other for space, other in beyond.items() if table.control.get(other) == side}
        for space, other in own.items():
            if other in table.face_down:
                self.seen["barred"] += 1
                self.says(f"{name} may not put a control token on {space}: that on {other} lies face down (ROME-B5)")
        for space, other in own.items():
            if other not in table.face_down and not self.over:
                self.says(f"{name} puts a control token on {space}, {table.control_tokens[side] - 1} left")
                self.spend(side)

    def effect(self, bonus: str, side: str) -> None:
        """Check what the bonus does: senate and poison work, all others are discarded."""
        table = self.table
        self.seen[bonus] += 1
        if bonus == "senate":
            kept = f"Crassus keeps the senate token, {table.senate} in all"
            owned, under = table.senate, min(table.senate, table.control_tokens[self.crassus])
            put = f"Crassus owns {plural(owned, 'senate token')} and puts {plural(under, 'control token')} under the new one"
            self.says(put if side == self.crassus else kept)
            for _ in range(table.senate if side == self.crassus else 0):
                self.spend(self.crassus)
        elif bonus == "poison":
            if self.supply:
                token = self.events[0].data["token"]
                self.says(f"Poison: {token} goes from {self.name(self.player)}'s supply back into the bag")
                self.supply.remove(token)
                self.returned.append(token)
            else:
                self.seen["poison lapses"] += 1
                self.says("The bonus (poison) has nothing to act on and lapses: the opponent's supply is empty")
        else:
            self.says(f"Crassus discards the bonus ({bonus})")
            if table.ruthless:
                self.seen["ruthless"] += 1
                left = table.control_tokens[self.crassus] - 1
                self.says(f"Ruthless: he discards a control token with it, {left} left")
                self.spend(self.crassus)

    def spend(self, side: str) -> None:
        """Take a control token from a side; the last one ends the game."""
        if not self.over:
            self.table.control_tokens[side] -= 1
            if self.table.control_tokens[side] == 0:
                self.over = True
                assert self.next("ended").seat == self.last["winner"] == side
                self.seen[f"{'Crassus' if side == self.crassus else 'the player'} wins"] += 1

    def name(self, side: str) -> str:
        return "Crassus" if side == self.crassus else side.capitalize()

    def compare(self) -> None:
        """Compare the table with the position after the turn."""
        last, table = self.last, self.table
        assert not {"at_closing", "closing", "waiting", "bonus"} & set(last)
        assert last[self.crassus]["supply"] == self.row
        assert sorted(last[self.crassus]["bag"]) == sorted(self.bag)
        assert sorted(last[self.crassus].get("centurions", ())) == sorted(self.stock)
        assert sorted(last["tiles"]) == sorted(self.tiles)
        assert last["control"] == table.control
        assert last["bonuses"] == table.bonus
        assert last[self.player]["supply"] == self.supply
        assert sorted(last[self.player]["bag"]) == sorted(self.returned)
        assert {side: last[side]["control_tokens"] for side in SIDES} == table.control_tokens
        assert last[self.crassus]["senate"] == table.senate
        assert set(last["borders"]) == set(table.tokens)


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def deck(difficulty: str, centurions: bool) -> list[str]:
    """List the command tiles of a difficulty (ROME-Z2)."""
    plain = {"low": "AAAABB", "medium": "AAABBC", "high": "AAAACC"}
    special = {"low": "AAAABD", "medium": "AABBCD", "high": "AAAACE"}
    return list((special if centurions else plain)[difficulty])


def turns(states: Bits, generator: np.random.Generator) -> Iterator[State]:
    """Put records into games of their options; a player without tokens draws some."""
    for s in states:
        side = s["side"]
        if not s["supply"][side].any():
            for kind in np.flatnonzero(generator.random(len(s["bag"][side])) < 0.2 * (s["bag"][side] > 0)):
                s["bag"][side, kind] -= 1
                s["supply"][side, kind] += 1
        yield State(quick(game_of(s)), np.array([s]), 0, [], None)


def followed(states: Bits) -> Counter[str]:
    """Follow Crassus's turn in every position; count what is seen."""
    seen: Counter[str] = Counter()
    for state in turns(states, np.random.default_rng(1)):
        turn = Turn(state)
        turn.follow()
        seen += turn.seen
    return seen


TURN = pytest.mark.clause("ROME-Z3", "ROME-Z4", "ROME-Z5", "ROME-Z6", "ROME-Z7", "ROME-Z8", "ROME-Z13")
REASON = pytest.mark.clause("ROME-Z9", "ROME-Z10", "ROME-Z11", "ROME-Z12", "ROME-Z14", "ROME-Z16", "ROME-Z17")


ALWAYS = ["tile A", "tile B", "tile C", "tile D", "tile E", "senate", "poison", "ruthless", "Crassus wins"]


@pytest.mark.long
@TURN
@REASON
def test_turns_in_play_are_told_by_the_book() -> None:
    seen = followed(from_games(12_500, seed=11)[1::10])
    for what in (
        *ALWAYS,
        "step 1",
        "step 2",
        "step 3",
        "step 4",
        "step 6",
        "a tie is his",
        "two closings",
        "narrowed-spaces",
    ):
        assert seen[what] >= 12, f"hardly tested: {what}, {seen}"


LATE_SHOWS = [
    "two closings", "two closings by chance", "a tie is his", "the player wins", "draw short", "no centurion", "centurion",
    "narrowed-provinces", "barred",
]  # fmt: skip
HOPELESS_SHOWS = [
    "step 2", "step 3", "two closings", "the player wins", "draw short", "poison lapses", "passed-over",
    "passed-over-two", "nothing-spared", "no-token-fits",
]  # fmt: skip
QUIET_SHOWS = ["step 3", "step 4", "step 5", "step 6", "step 7", "no-token-fits", "narrowed-spaces"]


@pytest.mark.long
@TURN
@REASON
@pytest.mark.parametrize(
    ("kind", "shows"),
    [(LATE, LATE_SHOWS), (HOPELESS, HOPELESS_SHOWS), (QUIET, QUIET_SHOWS)],
    ids=["late", "hopeless", "quiet"],
)
def test_sharp_turns_are_told_by_the_book(kind: Kind, shows: list[str]) -> None:
    seen = followed(made_sharp(kind, 3_000, seed=12))
    for what in (*ALWAYS, *shows):
        assert seen[what] >= 8, f"hardly tested: {what}, {seen}"


@pytest.mark.clause("ROME-Z12")
def test_what_leaves_several_tokens_is_told_before_what_decides() -> None:
    row = ["wild 4/0", "shield 4/2", "ship-shield 4/4"]
    state = solo("low", "caesar", ("centurions",)).from_position(
        {
            "tiles": ["D"],
            "borders": {"Gallia-Gallia Cisalpina": "caesar sword 6/0"},
            "pompey": {"supply": row, "centurions": []},
        }
    )
    told = [event.text for event in state.play("turn the tile") if event.key.endswith(("-tokens", "-token", "placed"))]
    assert told == [
        "3 tokens are equal, 2 are left: not wild",
        "2 tokens are equal: ship-shield 4/4, by the sum of both numbers",
        "Crassus places ship-shield 4/4: 4 to Sardinia, 4 to Gallia",
    ]
