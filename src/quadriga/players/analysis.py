"""What a position is worth to a seat: its moves with the chance to win after each, and how it is likely to go on.

    found = analyse(state, budget=Budget(playouts=20_000))
    found.moves[0]                            # the move searched most: value, interval, share of the search
    found.chances                             # every seat's chance to win
    found.line                                # the moves that are expected

An analysis sees what the seat may know and nothing else: it is handed a new deal, as every player is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from quadriga.errors import QuadrigaError

from . import derive
from .budget import Budget
from .dealing import chances_of, from_deals
from .expected import Expected, in_words
from .parallel_search import ParallelSearch, must_end
from .search_tree import Candidate

if TYPE_CHECKING:
    from quadriga.model import Game, Move, State

DEFAULT = Budget(playouts=4096)
FAIR_SHARE = 4
"""A move that is asked about is tried at least a quarter as often as the move that is searched most."""


@dataclass(frozen=True)
class Analysis:
    """What a search found about a position, as a seat sees it.

    `moves` are those that were tried, the one searched most first; none unless it is the seat's turn. `chances` are
    every seat's, and `line` is how the game is expected to go on.
    """

    game: Game
    seat: int
    is_to_move: bool
    moves: tuple[Candidate, ...]
    chances: tuple[float, ...]
    line: tuple[Expected, ...]

    @property
    def best(self) -> Candidate | None:
        """The move that was searched most."""
        return self.moves[0] if self.moves else None

    def about(self, move: Move | int | str) -> Candidate | None:
        """Return what was found about a move; None if it was not tried."""
        wanted = self.game.move(move)
        return next((candidate for candidate in self.moves if candidate.move == wanted), None)

    def data(self) -> dict[str, Any]:
        """Return everything as JSON-ready data."""
        seats = self.game.seats
        return {
            "seat": seats[self.seat],
            "to_move": self.is_to_move,
            "chances": dict(zip(seats, self.chances, strict=True)),
            "moves": [
                {
                    "move": candidate.move.text,
                    "visits": candidate.visits,
                    "share": candidate.share,
                    "chance": candidate.value,
                    "low": candidate.low,
                    "high": candidate.high,
                }
                for candidate in self.moves
            ],
            "line": [step.data(self.game) for step in self.line],
        }


def analyse(
    state: State,
    seat: int | None = None,
    budget: Budget = DEFAULT,
    seed: int = 0,
    threads: int = 1,
    *,
    also: Sequence[Move | int | str] = (),
    trees: ParallelSearch | None = None,
) -> Analysis:
    """Analyse a position for a seat (default: the one to move) on nothing but what that seat may know.

    The moves in `also` are tried until their chances can be compared with the best move's. The same seed, playouts and
    number of threads give the same analysis. `trees` may be kept from one analysis of a game to the next.
    """
    must_end(budget)
    game = state.game
    if seat is None:
        seat = state.to_move or 0
    if isinstance(seat, bool) or seat not in range(len(game.seats)):
        raise QuadrigaError(f"seat must be None or 0 to {len(game.seats) - 1}, not {seat!r}")
    asked = [game.move(move) for move in also]
    for move in asked:
        if seat != state.to_move or move not in state.legal:
            raise QuadrigaError(f"{move.text!r} cannot be analysed: it is not a legal move of {game.seats[seat]} now")
    if state.to_move is None:
        return Analysis(game, seat, False, (), chances_of(state), ())
    trees = trees or ParallelSearch(game, threads)
    if seat != state.to_move:
        seen = from_deals(state, seat, budget, seed, trees)
        return Analysis(game, seat, False, (), seen.chances, seen.line)
    known = state.redeal(seat, derive(seed, "known"))
    trees.search(known, budget, derive(seed, "search"))
    chances, moves = trees.chances(), trees.candidates()
    line = in_words(known, seat, trees.path(), seed)
    for move in asked:
        moves = tried_fairly(trees, moves, move)
    return Analysis(game, seat, True, tuple(moves), chances, line)


def tried_fairly(trees: ParallelSearch, moves: list[Candidate], move: Move) -> list[Candidate]:
    """Try a move until its chance can be compared; shares stay those of the free search."""
    trees.insist(move, -(-moves[0].visits // FAIR_SHARE))
    after = next(candidate for candidate in trees.candidates() if candidate.move == move)
    before = next((candidate for candidate in moves if candidate.move == move), None)
    if before is not None and before.visits == after.visits:
        return moves
    known_share = 0.0 if before is None else before.share
    better = replace(after, share=known_share)
    rest = [candidate for candidate in moves if candidate.move != move]
    return sorted([*rest, better], key=lambda candidate: (-candidate.share, candidate.move.id))
