"""What Caesar & Cleopatra's views are written with has room, compiled code asks no questions; numbers of any size."""

import orjson
import pytest
from quadriga.games.cleopatra.outline import outline
from quadriga.games.cleopatra.pieces import MOST, Pieces

import quadriga
from quadriga.games.cleopatra.material import CLASSIC, INFLUENCE_CARDS, RENEWED
from quadriga.kernel.compiled_actions import CompiledActions
from quadriga.kernel.records import LONGEST_VIEW, MOST_PIECES, VOCABULARY

from ..conftest import walk

EDITIONS = ("caesar-cleopatra-1997", "caesar-cleopatra-2024")


def test_both_editions_number_their_pieces_alike_and_have_room_for_every_card() -> None:
    old, new = Pieces(CLASSIC).texts, Pieces(RENEWED).texts
    assert len(old) == len(new) < VOCABULARY
    assert sum(INFLUENCE_CARDS) <= MOST
    assert max(sum(CLASSIC.action_cards), sum(RENEWED.action_cards)) <= MOST


@pytest.mark.parametrize("name", EDITIONS)
def test_no_view_comes_near_the_room_there_is(name: str) -> None:
    for seed in range(3):
        for state in walk(quadriga.load(name), seed):
            for seat in (-1, 0, 1):
                assert outline(state.s, seat, [0] * MOST_PIECES) < MOST_PIECES // 2
                assert len(state.written_view(None if seat < 0 else seat, b"[]")) < LONGEST_VIEW // 4


@pytest.mark.parametrize("moves", [0, 7, 999, 1000, 1002, 50_060, 1_000_000, 12_003_045])
def test_numbers_of_any_size_are_written_whole(moves: int) -> None:
    game = quadriga.load("caesar-cleopatra-2024")
    state = game.new(3)
    state.s.moves = moves
    assert state.view(0)["moves"] == moves
    game.compiled_actions = CompiledActions(game.compiled)
    assert orjson.loads(state.written_view(0, b"[]"))["moves"] == moves
