"""What the tests of Ave Caesar share: quick positions, names of spaces, and the rules read plainly from the clauses.

The plain reading works on `State.position()` and `Track.edges()` alone: it shares no line with the rules it judges.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import quadriga
from quadriga import Game, IllegalMove, State
from quadriga.games.avecaesar.tables import add_track, tracks
from quadriga.games.avecaesar.track import Track, builtin_tracks, read_track

NAME = "ave-caesar"
TRACKS = builtin_tracks()
COLOURS = ("red", "blue", "green", "yellow", "white", "purple")
DECK = tuple(card for card in range(1, 7) for _ in range(4))
DIRECTIONS = ("clockwise", "counter-clockwise")
FINISH = "finish"

Position = dict[str, Any]


@cache
def race(players: int = 2, **options: Any) -> Game:
    return quadriga.load(NAME, players=players, **options)


def at(space: str, hand: list[int], crossings: int = 1, **more: Any) -> dict[str, Any]:
    """Describe a chariot on a space, on its first lap unless told otherwise."""
    return {"space": space, "crossings": crossings, "hand": hand, **more}


def spent(*left: int) -> list[int]:
    """List the cards that have been played when only these are left."""
    played = list(DECK)
    for card in left:
        played.remove(card)
    return played


def setting(turn: str = "red", options: dict[str, Any] | None = None, seed: int = 0, **rest: Any) -> State:
    """Set up a race on its way: chariots by their colour, other parts of the position by their name."""
    chariots = {colour: rest.pop(colour) for colour in COLOURS if colour in rest}
    game = race(**{"players": max(2, len(chariots)), **(options or {})})
    return game.from_position({"seed": seed, "turn": turn, "opened": True, **rest, "chariots": chariots})


def track_named(name: str) -> Track:
    """Find a track, also one that a test has added."""
    return next(track for track in tracks() if track.name == name)


def number(space: str, track: str = "circus-a") -> int:
    """Give the number by which moves name a space."""
    return track_named(track).index(space) + 1


def drive(card: int, space: str, track: str = "circus-a") -> str:
    return f"{card} over the line" if space == FINISH else f"{card} to {number(space, track)}"


def chariot(state: State, colour: str) -> dict[str, Any]:
    return state.position()["chariots"][colour]


def spaces(state: State, card: int) -> set[str]:
    """Name the spaces that a card can end on for the player to move."""
    legal = state.view(state.to_move)["legal"]
    return {move["space"] or FINISH for move in legal if move["card"] == card}


def cards(state: State) -> set[int]:
    """Name the cards that can be played."""
    return {int(move.parts["card"]) for move in state.legal}


def refusal(state: State, move: str) -> str | None:
    """Name the clause that refuses a move."""
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    return refused.value.rule


def happened(state: State, move: str) -> list[tuple[str, Any]]:
    """Play a move and list the kinds of what happened and to whom."""
    return [(event.kind, event.data.get("chariot", event.seat)) for event in state.play(move)]


def two_necks() -> Track:
    """Add a short track with two necks, three and five steps apart: here two chariots can jam each other for good."""
    grid, spread = dict.fromkeys(range(6), 1), {1: 1, 3: 1, 5: 1}
    return add_track(
        read_track(
            {
                "name": "two-necks",
                "title": "Two necks",
                "status": "own",
                "sections": [
                    {"id": "S1", "kind": "open", "lanes": grid},
                    {"id": "Leave", "kind": "open", "lanes": spread},
                    {"id": "S2", "kind": "neck", "lanes": {1: 1}, "turn": 180, "length": 3},
                    {"id": "S3", "kind": "open", "lanes": {1: 2, 2: 2}, "length": 4},
                    {"id": "S4", "kind": "neck", "lanes": {1: 1}, "turn": 180, "length": 3},
                    {"id": "Enter", "kind": "open", "lanes": spread},
                    {"id": "S5", "kind": "open", "lanes": grid},
                ],
                "imperial_lane": {
                    "lane": 6, "spaces": 6, "enter_from": "Enter.5.1", "leave_to": "Leave.5.1", "line_after": 3,
                },
                "start": {
                    "clockwise": [f"S5.{lane}.1" for lane in range(6)],
                    "counter-clockwise": [f"S1.{lane}.1" for lane in range(6)],
                },
            },
            "two-necks",
        )
    )  # fmt: skip


# --- the rules, read plainly


class Reading:
    """A slow reader of a position: by the clauses, one sentence after the other."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.track = track_named(position["track"])
        self.clockwise = position["direction"] == "clockwise"
        self.edges = self.track.edges(self.clockwise)
        self.chariots: dict[str, dict[str, Any]] = position["chariots"]
        self.racing = {name: part for name, part in self.chariots.items() if part["status"] == "racing"}
        self.occupied = {part["space"] for part in self.racing.values()}

    def is_imperial(self, space: str) -> bool:
        return space.startswith("K.")

    def is_neck(self, space: str) -> bool:
        return space.count(".") == 1 and not self.is_imperial(space)

    def steps(self, space: str) -> list[tuple[str, bool]]:
        return [(self.track.spaces[b], line) for b, line in self.edges[self.track.index(space)]]

    def ways(self, name: str, card: int, alone: bool = False) -> Iterator[tuple[str, int]]:
        """Drive every way of exactly this many steps through free spaces; give where it ends and the line crossed."""

        def onward(space: str, left: int, crossed: int) -> Iterator[tuple[str, int]]:
            if left == 0:
                yield space, crossed
                return
            for further, line in self.steps(space):
                if line and self.chariots[name]["crossings"] + crossed == 3:
                    yield FINISH, crossed + 1  # AVE-F1: how far beyond the line does not matter
                elif alone or further not in self.occupied:  # AVE-T4
                    yield from onward(further, left - 1, crossed + line)

        return onward(self.chariots[name]["space"], card, 0)

    def progress(self, name: str) -> Any:
        """Measure how far a chariot is: laps, then the rank along the lap (AVE-L6)."""
        part = self.chariots[name]
        return part["crossings"], self.track.rank(self.clockwise)[self.track.index(part["space"])]

    def leaders(self) -> set[str]:
        first = max(map(self.progress, self.racing))
        return {name for name in self.racing if self.progress(name) == first}

    def only_sixes(self, name: str) -> bool:
        return set(self.chariots[name]["hand"]) == {6}

    def row(self, space: str) -> set[str]:
        """List the spaces of the track side by side with one: same section, same rank, not the imperial lane."""
        if self.is_imperial(space):
            return set()
        rank, section = self.track.rank(self.clockwise), self.track.section
        i = self.track.index(space)
        return {self.track.spaces[j] for j in range(len(rank)) if (rank[j], section[j]) == (rank[i], section[i])}

    def bars_six(self, name: str) -> bool:
        """Tell whether a chariot may not play a 6 (AVE-L1 to L5, L7)."""
        if any(part["crossings"] == 4 for part in self.chariots.values()):
            return False  # AVE-L7
        if name not in self.leaders() or not self.position.get("opened"):
            return False  # AVE-L1, AVE-L2
        if not self.only_sixes(name):
            return True
        space = self.chariots[name]["space"]
        if self.is_neck(space):
            return False  # AVE-L4
        row = self.row(space)
        both = [other for other in self.leaders() if self.chariots[other]["space"] in row and self.only_sixes(other)]
        return not (len(row) == 2 and len(both) == 2)  # AVE-L5

    def may_play(self, name: str) -> list[int]:
        hand = sorted(set(self.chariots[name]["hand"]))
        return [card for card in hand if card != 6 or not self.bars_six(name)]

    def can_reach_lane(self, space: str) -> bool:
        """Tell whether the lane can be entered from here before the line."""
        if self.is_imperial(space):
            return True
        return any(not line and self.can_reach_lane(further) for further, line in self.steps(space))

    def seeks_lane(self, name: str) -> bool:
        """Tell whether a chariot must still pay on lap 2 and has the lane ahead."""
        part = self.chariots[name]
        if part["crossings"] != 2 or part["paid"] or self.is_imperial(part["space"]):
            return False
        return self.can_reach_lane(part["space"])

    def must_wait(self, name: str) -> bool:
        """Tell whether other chariots keep an unpaid one on lap 2 from the lane (AVE-C3): out of it, or out of reach."""
        if not self.seeks_lane(name):
            return False
        empty, now = (
            [way for card in self.may_play(name) for way in self.ways(name, card, alone)] for alone in (True, False)
        )
        kept_out = any(self.is_imperial(end) for end, _ in empty) and not any(self.is_imperial(end) for end, _ in now)
        return kept_out or (any(map(self.is_near_lane, empty)) and not any(map(self.is_near_lane, now)))

    def is_near_lane(self, way: tuple[str, int]) -> bool:
        """Tell whether a way ends in the lane or keeps it in reach."""
        end, crossed = way
        return self.is_imperial(end) or (not crossed and self.can_reach_lane(end))

    def moves(self, name: str) -> set[tuple[int, str]]:
        """List what a chariot may play: card and space."""
        waits = self.must_wait(name)
        return {
            (card, end)
            for card in self.may_play(name)
            for end, crossed in set(self.ways(name, card))
            if not waits or self.is_near_lane((end, crossed))
        }

    def order(self, name: str) -> list[str]:
        """List the chariots in the order of their turns, from one on: by seat (AVE-S2)."""
        names = list(self.chariots)
        k = names.index(name)
        return names[k:] + names[:k]

    def texts(self, name: str) -> set[str]:
        """Write the moves of a chariot as the game does; one that must play a six has no other (AVE-L8)."""
        moves = self.sixes(name) if self.position.get("must_six") else self.moves(name)
        return {drive(card, end, self.track.name) for card, end in moves}

    def sixes(self, name: str) -> set[tuple[int, str]]:
        """List where a six takes a chariot when nobody can play; one that AVE-C3 forbids does not fit (AVE-L8)."""
        now, empty = set(self.ways(name, 6)), set(self.ways(name, 6, alone=True))
        enters = any(self.is_imperial(end) for end, _ in empty) and not any(self.is_imperial(end) for end, _ in now)
        lost = any(map(self.is_near_lane, empty)) and not any(map(self.is_near_lane, now))
        return {
            (6, way[0]) for way in now if not (self.seeks_lane(name) and (enters or lost)) or self.is_near_lane(way)
        }

    def next_turn(self, mover: str) -> tuple[str | None, list[str], bool]:
        """Find who plays after a chariot, who is skipped before, and whether it must play a six (AVE-T6, L3, L8)."""
        order = [name for name in [*self.order(mover)[1:], mover] if name in self.racing]
        for k, name in enumerate(order):
            if self.moves(name):
                return name, order[:k], False
        for name in order:
            if name in self.leaders() and 6 in self.chariots[name]["hand"] and self.sixes(name):
                return name, [], True
        return None, [], False


# --- the start, told


def begin(game: Game, seed: int) -> tuple[State, list[Any]]:
    """Begin a game and hear what happens before the first decision."""
    state = game.new(seed)
    return state, list(state.set_up)
