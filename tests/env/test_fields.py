"""Every number of an observation has a name and bounds, and stays within them."""

import numpy as np
import pytest

from quadriga import Game
from quadriga.env import full_fields, observe_full, seat_fields
from quadriga.env.fields import bounds
from quadriga.env.ranges import ranges
from quadriga.env.shared import shared

from ..conftest import GAMES, OURS, label

GAMES_AT_ONCE = 64
STEPS = 400


@pytest.fixture(params=GAMES, ids=label)
def game(request: pytest.FixtureRequest) -> Game:
    """Every game with every combination of options: what a number can be depends on them."""
    return request.param


def test_every_field_of_the_observation_has_a_range(edition: Game) -> None:
    own = edition.definition.part("observation")
    listed = (("observation", edition.definition.rules.OBSERVATION),) if own is None else own.FIELDS
    assert [(part.name, part.length) for part in seat_fields(edition)] == list(listed)
    assert own is None or set(ranges(edition.definition).seat) == {name for name, _ in listed}


def test_every_field_of_the_record_is_observed_or_left_out(edition: Game) -> None:
    known, names = ranges(edition.definition), edition.definition.rules.STATE.names
    observed = [part.name for part in full_fields(edition)]
    assert observed == ["seat", *(name for name in names if name not in known.left_out)]
    assert edition.name not in OURS or set(known.full) == set(observed)
    assert {name for name in known.left_out if not name.startswith("_")} <= set(names)


def test_observations_stay_within_their_bounds(game: Game) -> None:
    game = shared(game)
    batch = game.batch(GAMES_AT_ONCE, threads=1)
    batch.reset(seed=1)
    chance = np.random.default_rng(1)
    low, high = bounds(seat_fields(game), np.int8)
    least, greatest = bounds(full_fields(game), np.int16)
    for _ in range(STEPS):
        seen, full = batch.observe(), observe_full(game, batch.states)
        assert ((low <= seen) & (seen <= high)).all()
        assert ((least <= full) & (full <= greatest)).all()
        if (batch.to_move < 0).all():
            break
        mask = batch.legal
        batch.step((mask * chance.random(mask.shape)).argmax(axis=1))


def test_a_new_deal_is_not_to_be_seen_in_any_of_many_games(game: Game) -> None:
    game = shared(game)
    batch, twin = (game.batch(GAMES_AT_ONCE, threads=1) for _ in range(2))
    batch.reset(seed=2)
    chance = np.random.default_rng(2)
    changed = 0
    for step in range(STEPS):
        live = batch.to_move >= 0
        if not live.any():
            break
        mask = batch.legal
        if step % 7 == 0:
            twin.states[:] = batch.states
            twin.redeal(batch.to_move, seed=step)
            assert (twin.observe()[live] == batch.observe()[live]).all()
            assert (twin.legal[live] == mask[live]).all()
            changed += (
                (observe_full(game, twin.states)[live] != observe_full(game, batch.states)[live]).any(axis=1).sum()
            )
        batch.step((mask * chance.random(mask.shape)).argmax(axis=1))
    assert changed > GAMES_AT_ONCE or len(game.seats) == 1


def test_the_full_observation_is_the_record_without_its_dice(edition: Game) -> None:
    game = shared(edition)
    batch = game.batch(3, threads=1)
    rows = observe_full(game, batch.states)
    assert rows[:, 0].tolist() == np.maximum(0, batch.to_move).tolist()
    at = 1
    for part in full_fields(game)[1:]:
        values = batch.states[part.name].reshape(3, -1)
        if values.shape[1] == part.length:
            assert (rows[:, at : at + part.length] == values).all()
        at += part.length
    assert rows.shape == (3, at)
    assert observe_full(game, batch.states, [1, 0, 1])[:, 0].tolist() == [1, 0, 1]


def test_sets_of_border_spaces_become_flags() -> None:
    import quadriga

    game = shared(quadriga.load("caesar"))
    bits = game.new(1).bits
    bits["waiting"] = 1 << 29 | 1 << 3
    row = observe_full(game, bits)[0]
    at = 0
    for part in full_fields(game):
        if part.name == "waiting":
            assert np.flatnonzero(row[at : at + part.length]).tolist() == [3, 29]
        at += part.length


def test_a_new_deal_changes_the_full_observation_and_not_the_seat_s(edition: Game) -> None:
    from .test_single import played

    single = played(edition, 6, 45 if "cleopatra" in edition.name else 12)
    seat = single.to_move
    dealt = [single.redeal(seat, seed) for seed in range(5)]
    assert {tuple(one.observe(seat)) for one in dealt} == {tuple(single.observe(seat))}
    assert len({tuple(one.observe_full(seat)) for one in dealt}) > 1


@pytest.mark.parametrize("kind", [seat_fields, full_fields])
def test_no_bound_is_upside_down(edition: Game, kind: object) -> None:
    for part in kind(edition):  # type: ignore[operator]
        assert all(low < high for low, high in zip(part.low, part.high, strict=True)), part.name
