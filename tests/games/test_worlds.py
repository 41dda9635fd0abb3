"""Every world is one that the rules allow: those that play reaches, and those that a new deal makes of them."""

import json
import random
from collections.abc import Iterator

import pytest

import quadriga
from quadriga import Game, PositionError, State

from ..conftest import label

OLD, NEW = "caesar-cleopatra-1997", "caesar-cleopatra-2024"


def viewers(game: Game) -> tuple[int | None, ...]:
    return (*range(len(game.seats)), None)


# --- ways to play that reach the narrow places


def any_move(state: State, chooser: random.Random) -> str:
    """Play at random."""
    return chooser.choice(state.legal).text


def mostly_influence(state: State, chooser: random.Random) -> str:
    """Keep wrath back and draw influence: the groups fill up until there is no place left."""
    texts = [move.text for move in state.legal]
    if "draw influence" in texts and chooser.random() < 0.85:
        return "draw influence"
    return chooser.choice([text for text in texts if not text.startswith(("wrath", "discard"))] or texts)


def castle_and_look(state: State, chooser: random.Random) -> str:
    """Castle, spy, scout and assassinate as soon as possible: much is mixed, and much of it is seen."""
    eager = [move.text for move in state.legal if move.kind in ("castle", "spy", "scout", "assassinate")]
    if eager and chooser.random() < 0.6:
        castling = [text for text in eager if text.startswith(("castle", "spy"))]
        return chooser.choice(castling or eager)
    texts = [move.text for move in state.legal if move.text not in ("veto", "pass")]
    return chooser.choice([text for text in texts if text == "draw action"] or texts or [state.legal[0].text])


def mostly_passing(state: State, chooser: random.Random) -> str:
    """Pass whenever it is allowed: four passes end the game."""
    return "pass" if "pass" in [move.text for move in state.legal] else any_move(state, chooser)


WAYS = [any_move, mostly_influence, castle_and_look, mostly_passing]


def walk(game: Game, seed: int, way) -> Iterator[State]:
    """Play a game in one of these ways; yield the state before every move and at the end."""
    chooser = random.Random(seed)
    state = game.new(seed)
    while state.to_move is not None:
        yield state
        state.play(way(state, chooser))
    yield state


def ways(game: Game):
    return WAYS if "cleopatra" in game.name else WAYS[:1]


# --- what must hold


def assert_is_read_back(state: State) -> None:
    """Hold a state against its position and its record."""
    position = state.position()
    again = state.game.from_position(json.loads(json.dumps(position)))
    assert again == state, position
    assert again.position() == position
    assert state.game.replay(state.record()) == state


def assert_is_allowed(world: State) -> None:
    """Hold a world against the rules: nothing broken, readable, every listed move can be played."""
    broken = world.game.room.rules.broken
    assert broken(world.s) == 0, world.position()
    assert_is_read_back(world)
    assert (world.to_move is None) == (world.outcome is not None) == (not world.legal)
    for move in world.legal:
        after = world.copy()
        after.play(move)
        assert broken(after.s) == 0, (move.text, world.position())
        assert (after.to_move is None) == (not after.legal), move.text
    if "cleopatra" in world.game.name:
        assert_facts_agree(world)


def assert_facts_agree(world: State) -> None:
    """Refuse pairs of facts that cannot both be true: equal opening cards, going on without a place or a wrath."""
    position = world.position()
    for seat in world.game.seats:
        opening = [card for cards in position[seat]["table"].values() for card in cards if card.endswith("opening)")]
        assert len(set(opening)) == len(opening), position
    active = position[position["active"]]
    full = all(
        len(active["table"].get(group, ())) == 5
        for group, size in zip(world.game.room.edition.groups, world.game.room.edition.patricians, strict=True)
        if sum(position[seat]["won"].get(group, 0) for seat in world.game.seats) < size
    )
    if position["stage"] == "turn" and full and (world.game.name == NEW or position.get("alone")):
        assert "wrath" in active["hand"], position


# --- every game


def test_every_position_that_play_reaches_is_read_back_the_last_one_too(game: Game) -> None:
    for way in ways(game):
        for number, state in enumerate(walk(game, 11, way)):
            if number % 5 == 0 or state.to_move is None:
                assert_is_read_back(state)


def test_every_new_deal_is_a_world_that_the_rules_allow(game: Game) -> None:
    for way in ways(game):
        for number, state in enumerate(walk(game, 12, way)):
            if number % 11 == 0 or state.to_move is None:
                for seat in viewers(game):
                    assert_is_allowed(state.redeal(seat, number))
