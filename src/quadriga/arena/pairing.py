"""Who meets whom, on which seeds and which seats.

Every pair of players plays every seed twice, the second time with seats swapped, so neither luck nor a better seat
favours anybody. With more than two seats they alternate: A B A B A B, then B A B A B A. With an odd number of seats one
of them has a seat more, the other in the swapped game; the pattern moves on by a seat with every seed, A B A, then
A A B, then B A A, so that the double seat goes around. A game for one is played by every player on the same seeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Pairing:
    """One game of an arena: who plays it (numbers of entrants), which of their games it is, seed and seats."""

    players: tuple[int, ...]
    number: int
    seed: int
    seats: tuple[int, ...]


def groups(entrants: int, seats: int) -> list[tuple[int, ...]]:
    """List who meets: every pair, or in a game for one everybody alone."""
    return list(combinations(range(entrants), 1 if seats == 1 else 2))


def seating(players: tuple[int, ...], number: int, seats: int) -> tuple[int, ...]:
    """Seat the players of a game: alternating, swapped in every second game."""
    if len(players) == 1:
        return players
    swapped, turn = number % 2, number // 2 if seats % 2 else 0
    pattern = [players[(seat + swapped) % 2] for seat in range(seats)]
    turn %= seats
    return tuple(pattern[-turn:] + pattern[:-turn])


def pairings(entrants: int, seats: int, games: int, seed: int) -> list[Pairing]:
    """List all games of an arena, seed by seed: a part of an arena is as fair as the whole."""
    found = []
    each = 1 if seats == 1 else 2
    for first in range(0, games, each):
        for players in groups(entrants, seats):
            for number in range(first, min(first + each, games)):
                found.append(Pairing(players, number, seed + number // each, seating(players, number, seats)))
    return found
