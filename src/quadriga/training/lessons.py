"""Games of a search that a network guides, to learn from: what it tried most, what it expected, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

import quadriga
from quadriga.players.dealing import chances_of
from quadriga.players.search_tree import SearchTree
from quadriga.players.settings import SearchSettings

if TYPE_CHECKING:
    from quadriga.model import Game, State

EXPLORATION, TEMPERATURE = 1.0, 2.0
"""How the search goes about it (`players/settings.py`)."""
WHIM = 0.03
"""How often a move is any legal one: positions differ, and mistakes are seen punished."""
VARIED = 12
"""This many decisions of a game are drawn as often as the search tried each move; later ones are the best found."""
FORESIGHT = 0.85
"""How much of what is to be foretold comes from what happened later; the rest is what the search expected."""


@dataclass
class Lessons:
    """Decisions to learn from. Moves of all decisions stand one behind the other; `counts` says how many each has."""

    seen: npt.NDArray[np.int8]
    """What the network saw."""
    options: npt.NDArray[np.int64]
    """The number of the set of options."""
    counts: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int16]
    """The legal moves, by their slots."""
    shares: npt.NDArray[np.float32]
    """How much of the search went into each."""
    targets: npt.NDArray[np.float32]
    """What should have been foretold: every seat's chance, counted from the one that decides."""

    def __len__(self) -> int:
        return len(self.counts)

    @classmethod
    def joined(cls, parts: Sequence[Lessons]) -> Lessons:
        """Put lessons one behind the other."""
        return cls(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(cls)))


@lru_cache(maxsize=16)
def tree_of(name: str, options: tuple[tuple[str, str], ...], network: str) -> SearchTree:
    """Make a search that a network guides, once in a process."""
    game = quadriga.load_texts(name, dict(options))
    return SearchTree(game, SearchSettings(exploration=EXPLORATION, temperature=TEMPERATURE, network=network))


def play_lessons(job: tuple[str, tuple[tuple[str, str], ...], int, str, int, range, int]) -> Lessons:
    """Play games with these seeds: name, options and their number, file of weights, playouts, seeds, seats at most."""
    name, options, number, network, playouts, seeds, width = job
    tree = tree_of(name, options, network)
    return Lessons.joined([play_one(tree, seed, playouts, number, width) for seed in seeds])


def play_one(tree: SearchTree, seed: int, playouts: int, number: int, width: int) -> Lessons:
    """Play a game; forced moves teach nothing."""
    game = tree.game
    rules = game.definition.rules
    state, chooser = game.new(seed), Random(seed)
    seen, seats, moves, shares, expected = [], [], [], [], []
    while (seat := state.to_move) is not None:
        legal = [move.id for move in state.legal]
        if len(legal) == 1:
            state.play(state.legal[0])
            continue
        tree.begin(state, chooser.getrandbits(60))
        tree.run(playouts)
        found = {candidate.move.id: candidate.share for candidate in tree.candidates()}
        tried = [found.get(action, 0.0) for action in legal]
        seen.append(seen_by_network(game, state))
        seats.append(seat)
        moves.append(np.array([rules.slot(state.s, action) for action in legal], np.int16))
        shares.append(np.array(tried, np.float32) / max(sum(tried), 1e-9))
        expected.append(tree.chances())
        if chooser.random() < WHIM:
            action = chooser.choice(legal)
        elif len(seen) <= VARIED:
            (action,) = chooser.choices(legal, tried)
        else:
            action = legal[tried.index(max(tried))]
        state.play(game.moves[action])
    targets = foretold(chances_of(state), expected, seats, width)
    return Lessons(
        np.array(seen, np.int8).reshape(len(seen), rules.INPUTS), np.full(len(seen), number),
        np.array([len(each) for each in moves], np.int64), np.concatenate([np.empty(0, np.int16), *moves]),
        np.concatenate([np.empty(0, np.float32), *shares]), targets,
    )  # fmt: skip


def seen_by_network(game: Game, state: State) -> npt.NDArray[np.int8]:
    """Write what a network sees for the seat that decides."""
    out = np.zeros((1, game.definition.rules.INPUTS), np.int8)
    game.compiled.see_all(state.bits, out, 0, 1)
    found: npt.NDArray[np.int8] = out[0]
    return found


def foretold(end: Sequence[float], expected: list[Any], seats: list[int], width: int) -> npt.NDArray[np.float32]:
    """Say what should have been foretold at every decision, from the end back."""
    targets = np.zeros((len(seats), width), np.float32)
    later = np.array(end)
    for at in reversed(range(len(seats))):
        later = FORESIGHT * later + (1 - FORESIGHT) * np.array(expected[at])
        for k in range(len(later)):
            targets[at, k] = later[(seats[at] + k) % len(later)]
        if len(later) == 1:  # a game for one is played against somebody
            targets[at, 1] = 1 - later[0]
    return targets
