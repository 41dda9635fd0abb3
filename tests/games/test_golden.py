from pathlib import Path

import pytest

import quadriga
from quadriga import Game

from ..conftest import OUR_GAMES, label
from .golden import FOLDER

RECORDS = sorted(FOLDER.glob("*.txt"))


def test_there_is_a_golden_record_for_every_set_of_options() -> None:
    assert {path.stem for path in RECORDS} == {label(game) for game in OUR_GAMES}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_replays_to_its_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    state = quadriga.replay(text)
    assert state.outcome is not None
    assert state.record() == text


@pytest.mark.long
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_compiled_rules_replay_it_too(path: Path) -> None:
    state = quadriga.replay(path.read_text(encoding="utf-8"))
    game: Game = state.game
    batch = game.batch(1, threads=1)
    batch.reset(state.seed)
    for action in state.history:
        batch.step([action])
    assert batch.states.tobytes() == state.bits.tobytes()
