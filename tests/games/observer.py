"""An observer of Caesar & Cleopatra with a perfect memory, and the exact law of a new deal.

A world is one way in which a side's hidden influence cards may lie: hand, cards picked up by a castling, and the
face-down cards of each group by their places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import prod
from typing import Any

import pytest

from quadriga import Event, State
from quadriga.games.cleopatra import redeal as dealing
from quadriga.games.cleopatra import tasks
from quadriga.games.cleopatra.material import INFLUENCE, INFLUENCE_CARDS, SEATS
from quadriga.games.cleopatra.position import KNOWN
from quadriga.games.cleopatra.record import FROM_CASTLING, FROM_OLD_CASTLING, FROM_OLD_HAND, FROM_OPENING

Cards = tuple[int, ...]
World = tuple[Cards, Cards, tuple[Cards, ...]]
"""Hand, picked-up cards, face-down cards by group."""
Law = dict[World, Fraction]


def spread(counts: Iterable[int]) -> Cards:
    """Write counts of cards as a sorted row of values."""
    return tuple(value for value, count in enumerate(counts) for _ in range(count))


def world_of(s: Any, p: int) -> World:
    """Read how a side's hidden cards lie; all cards of a castling that goes on are still in the air for the others."""
    lifted, rows = list(spread(s.lifted)) if s.active == p else [], []
    for g in range(5):
        row = tuple(int(s.down[p, g, i]) for i in range(s.downs[p, g]))
        if dealing.is_castling_at(s, p, g):
            lifted += row
            row = ()
        rows.append(row)
    return spread(s.hand[p, v] for v in range(6)), tuple(sorted(lifted)), tuple(rows)


# --- the exact law of a new deal


class Chance:
    """All ways in which dice may fall, one after the other, each with its probability."""

    def __init__(self) -> None:
        self.path: list[list[tuple[int, int, int]]] = []
        self.depth = 0

    def ways(self) -> Iterator[None]:
        """Go through all ways; the rolls of each are made between two steps."""
        while True:
            self.depth = 0
            yield
            while self.path and len(self.path[-1]) == 1:
                self.path.pop()
            if not self.path:
                return
            self.path[-1].pop()

    def choose(self, results: list[tuple[int, int, int]]) -> int:
        """Let one of some results happen; each comes with its chance, numerator and denominator."""
        assert results, "a die without sides"
        if self.depth == len(self.path):
            self.path.append(results)
        self.depth += 1
        return self.path[self.depth - 1][-1][0]

    def probability(self) -> Fraction:
        """Tell how probable the way is that was just gone."""
        return Fraction(prod(each[-1][1] for each in self.path), prod(each[-1][2] for each in self.path))

    def roll(self, s: Any, sides: int) -> int:
        """Stand in for a die."""
        return self.choose([(side, 1, sides) for side in range(sides)])

    def pick(self, s: Any, cards: Any, p: int, kinds: int) -> int:
        """Stand in for the top of a shuffled pile: equal cards are one result."""
        counts = [int(cards[p, k]) for k in range(kinds)]
        kind = self.choose([(k, count, sum(counts)) for k, count in enumerate(counts) if count > 0])
        cards[p, kind] -= 1
        return kind


def deals(state: State, seat: int | None, *still: tuple[Any, str]) -> Iterator[tuple[Any, Fraction]]:
    """Make every new deal of what a seat cannot know, with its probability; parts of the deal may be kept still."""
    chance = Chance()
    with pytest.MonkeyPatch.context() as patch:
        for module in (dealing, tasks):
            patch.setattr(module, "roll", chance.roll)
        patch.setattr(dealing, "pick", chance.pick)
        for module, name in still:
            patch.setattr(module, name, lambda s, p: None)
        for _ in chance.ways():
            dealt = state.copy().s
            dealing.redeal(dealt, -1 if seat is None else seat)
            yield dealt, chance.probability()


def law_of_influence(state: State, seat: int | None, p: int) -> Law:
    """Tell how probable each world of a side is in a new deal for a seat; action cards and tasks are kept still."""
    law: Counter[World] = Counter()
    for dealt, share in deals(state, seat, (dealing, "redeal_actions"), (dealing, "redeal_tasks")):
        law[world_of(dealt, p)] += share
    return dict(law)


# --- the observer


@cache
def arrangements(cards: Cards, sizes: Cards) -> frozenset[tuple[Cards, ...]]:
    """All ways to lay cards on rows of these sizes."""
    if not sizes:
        return frozenset({()} if not cards else ())
    if sizes[0] == 0:
        return frozenset(((), *rest) for rest in arrangements(cards, sizes[1:]))
    found = set()
    for card in set(cards):
        for first, *rest in arrangements(without(cards, card), (sizes[0] - 1, *sizes[1:])):
            found.add(((card, *first), *rest))
    return frozenset(found)


def without(cards: Cards, card: int) -> Cards:
    """Take one card away."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def put(rows: tuple[Cards, ...], g: int, row: Cards) -> tuple[Cards, ...]:
    """Exchange the row of a group."""
    return (*rows[:g], row, *rows[g + 1 :])


def regions(s: Any, p: int, opponent: bool) -> dict[str, list[tuple[int, int]]]:
    """Name the spots of a side's hidden cards by what is known of them: (-1, i) in hand, (-2, i) in the air, (g, i)."""
    spots: dict[str, list[tuple[int, int]]] = {name: [] for name in ("opening", "castled", "hand", "before")}
    spots["hand"] = [(-1, i) for i in range(sum(s.hand[p, v] for v in range(6)))]
    _, air, rows = world_of(s, p)
    for i in range(len(air)):
        spots["castled"].append((-2, i))
        spots["hand"].append((-2, i))
    for g, row in enumerate(rows):
        for i in range(len(row)):
            origin = s.origin[p, g, i]
            if origin == FROM_OPENING:
                spots["opening"].append((g, i))
                continue
            if origin in (FROM_CASTLING, FROM_OLD_CASTLING):
                spots["castled"].append((g, i))
            spots["before" if opponent and origin in (FROM_OLD_HAND, FROM_OLD_CASTLING) else "hand"].append((g, i))
    return spots


def law_of_what_is_known(s: Any, p: int, opponent: bool) -> Law:
    """Deal a side's hidden cards in all ways that agree with what is known of them (see `knowledge.py`).

    Each set of opening cards that may lie where it was laid is as good as another; with such a set each way to deal the
    cards, every one of them told from its equals, is as good as another.
    """
    spots = regions(s, p, opponent)
    known = {name: spread(s.known[p, KNOWN[name], v] for v in range(6)) for name in KNOWN}
    if not opponent:
        known |= {"hand": known["all"], "before": ()}
    unseen = [INFLUENCE_CARDS[v] - s.discard[p, v] - sum(s.up[p, g, v] for g in range(5)) for v in range(6)]
    laws = []
    for laid in combinations((*known["opening"], *known["perhaps_opening"]), len(spots["opening"])):
        facts = [(v, "opening") for v in laid] + [(v, "castled") for v in known["opening"] if v not in laid]
        facts += [(v, "castled") for v in known["castled"]]
        came = {name: list(known[name]) for name in ("before", "hand")}
        for v in known["perhaps_opening"]:  # if it still lies there, the castled card that was shown came from the hand
            of = next((came[name] for name in came if v in came[name]), None)
            if v in laid and of is not None:
                of.remove(v)
        facts += [(v, name) for name in came for v in came[name]]
        law = law_of_facts(facts, spots, unseen)
        if law:
            laws.append(law)
    together: Counter[World] = Counter()
    for law in laws:
        for world, share in law.items():
            together[world] += share / len(laws)
    return dict(together)


def law_of_facts(facts: list[tuple[int, str]], spots: dict[str, list[tuple[int, int]]], unseen: list[int]) -> Law:
    """Deal cards in all ways in which each fact, a card in a region, is true of another card; none may be possible."""
    free = [spot for name in ("opening", "hand", "before") for spot in spots[name]]
    ways: Counter[World] = Counter()

    def deal(lying: dict[tuple[int, int], int], left: list[int], count: int) -> None:
        if len(lying) < len(facts):
            v, name = facts[len(lying)]
            for spot in spots[name] if left[v] else ():
                if spot not in lying:
                    deal({**lying, spot: v}, less(left, v), count)
        elif len(lying) < len(free):
            spot = next(spot for spot in free if spot not in lying)
            for v in range(6):
                if left[v]:
                    deal({**lying, spot: v}, less(left, v), count * left[v])
        else:
            ways[as_world(lying)] += count

    deal({}, list(unseen), 1)
    whole = sum(ways.values())
    return {world: Fraction(count, whole) for world, count in ways.items()}


def less(counts: list[int], v: int) -> list[int]:
    """Take one card of a value away."""
    return [count - (k == v) for k, count in enumerate(counts)]


def as_world(lying: dict[tuple[int, int], int]) -> World:
    """Write down where each card lies."""
    rows = [tuple(lying[g, i] for g, i in sorted(lying) if g == group) for group in range(-2, 5)]
    return tuple(sorted(rows[1])), tuple(sorted(rows[0])), tuple(rows[2:])


@dataclass
class Observer:
    """Somebody who sees what is public of a side, the opponent also what a spy shows, and forgets nothing."""

    p: int
    opponent: bool
    groups: tuple[str, ...]
    worlds: set[World]
    up: list[Counter[int]]
    victim: int | None = None
    """The place of the face-down card that an assassin was sent to."""

    def follow(self, events: Iterable[Event], state: State) -> None:
        """Draw the conclusions from what happened."""
        for event in events:
            data, own = event.public.data, event.seat == SEATS[self.p]
            kind = event.kind
            card = INFLUENCE.index(data["card"]) if data.get("card") in INFLUENCE else -1
            g = self.groups.index(data["group"]) if data.get("group") in self.groups else -1
            if kind == "named":
                place = data["move"]["parts"].get("place")
                self.victim = int(place) - 1 if place else None
            elif kind == "spied" and not own and self.opponent:
                seen = world_of(state.s, self.p)[0]
                self.keep(world for world in self.worlds if world[0] == seen)
            elif not own:
                continue
            elif kind == "placed":
                self.keep(
                    (without(hand, v), air, put(rows, g, (*rows[g], v)))
                    for hand, air, rows in self.worlds
                    for v in hand
                )
            elif kind == "placed-up":
                self.left_hand(card)
                self.up[g][card] += 1
            elif kind in ("spied-away", "exchanged") and card >= 0:
                self.left_hand(card)
            elif kind == "revealed":
                self.left_place(g, 0, card)
                self.up[g][card] += 1
            elif kind == "lost" and self.victim is not None:
                self.left_place(g, self.victim, card)
                self.victim = None
            elif kind in ("lost", "cleared"):
                self.up[g][card] -= data.get("count", 1)
            elif kind == "lifted":
                self.lift(g, self.groups.index(data["second"]))
            elif kind == "castled":
                self.lay(g, self.groups.index(data["second"]), state)

    def keep(self, worlds: Iterable[World]) -> None:
        """Keep the worlds that agree with what was seen."""
        self.worlds = set(worlds)

    def left_hand(self, card: int) -> None:
        """See a card leave the hand."""
        self.keep((without(hand, card), air, rows) for hand, air, rows in self.worlds if card in hand)

    def left_place(self, g: int, place: int, card: int) -> None:
        """See a card leave its place; those behind it close up."""
        self.keep(
            (hand, air, put(rows, g, rows[g][:place] + rows[g][place + 1 :]))
            for hand, air, rows in self.worlds
            if rows[g][place] == card
        )

    def lift(self, a: int, b: int) -> None:
        """See all cards at two groups being picked up."""
        shown = (*self.up[a].elements(), *self.up[b].elements())
        self.up[a], self.up[b] = Counter(), Counter()
        self.keep(
            (hand, tuple(sorted((*rows[a], *rows[b], *shown))), put(put(rows, a, ()), b, ()))
            for hand, _, rows in self.worlds
        )

    def lay(self, a: int, b: int, state: State) -> None:
        """See how many castled cards lie at two groups again."""
        sizes = (int(state.s.downs[self.p, a]), int(state.s.downs[self.p, b]))
        self.keep(
            (hand, (), put(put(rows, a, first), b, second))
            for hand, air, rows in self.worlds
            for first, second in arrangements(air, sizes)
        )
