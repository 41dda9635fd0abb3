"""Nothing hidden leaks: what a seat sees depends only on what it may know."""

import json
from collections import Counter

from quadriga import Game, Move, State
from quadriga.model import HIDDEN

from ..conftest import CLEOPATRA, walk


def viewers(game: Game) -> tuple[int | None, ...]:
    return (*range(len(game.seats)), None)


def seat_name(state: State, seat: int | None) -> str | None:
    return None if seat is None else state.game.seats[seat]


def test_a_new_deal_looks_the_same_to_its_seat_and_differs_where_it_may(game: Game) -> None:
    same = Counter()
    observe = game.definition.rules.observe
    for seed in range(3 if game in CLEOPATRA else 2):
        for number, state in enumerate(walk(game, seed)):
            if (number + 2 * seed) % 5:
                continue
            for seat in viewers(game):
                view = state.view(seat)
                dealt = state.redeal(seat, seed=1000 * seed + number)
                assert dealt.view(seat) == view
                assert game.definition.rules.broken(dealt.s) == 0
                assert dealt.outcome == state.outcome
                if seat is not None:
                    seen, seen_dealt = [0] * game.definition.rules.OBSERVATION, [0] * game.definition.rules.OBSERVATION
                    observe(state.s, seat, seen)
                    observe(dealt.s, seat, seen_dealt)
                    assert seen == seen_dealt
                open_fields = ("secret", "moves", "rolls")
                fields = [name for name in state.bits.dtype.names if name not in open_fields]
                same[any(state.bits[name].tobytes() != dealt.bits[name].tobytes() for name in fields)] += 1
    assert same[True] > 3 * same[False] or game.options.get("solo")  # there only spectators miss anything


def test_a_new_deal_depends_on_nothing_hidden(game: Game) -> None:
    """Two positions that look alike to a seat get the same deal from the same seed: the deal knows no more."""
    for seed in range(2 if game in CLEOPATRA else 1):
        for number, state in enumerate(walk(game, 100 + seed)):
            if (number + 3 * seed) % 6:
                continue
            for seat in viewers(game):
                other = state.redeal(seat, seed=number)
                assert other.redeal(seat, seed=7) == state.redeal(seat, seed=7)


def test_a_new_deal_brings_a_new_secret_and_no_history(game: Game) -> None:
    state = game.new(5)
    for _ in range(30):
        move = state.legal[0]
        following = state.copy()
        following.play(move)
        if following.to_move is None:
            break
        state.play(move)
    dealt = state.redeal(0, seed=99)
    assert list(dealt.s.secret) == [99, 0, 0, 0]
    assert dealt.history == []
    assert '[Seed "5"]' not in dealt.record().split("[Position")[0]
    assert game.replay(dealt.record()) == dealt


def test_a_new_deal_can_be_played_to_the_end(game: Game) -> None:
    for number, state in enumerate(walk(game, 3)):
        if number % 25 == 0:
            dealt = state.redeal(number % len(game.seats), seed=number)
            while dealt.to_move is not None:
                dealt.play(dealt.legal[number % len(dealt.legal)])
            assert game.definition.rules.broken(dealt.s) == 0


def shape(move: Move, castling: bool) -> str:
    """What everybody sees of a move: a face-down card, a kept mission, a picked card have no face."""
    if castling:
        return "castled somewhere"
    if move.kind == "place" and move.parts["face"] == "down":
        return f"down at {move.parts['group']}"
    return "secret" if move.kind in ("pick", "keep") else move.text


def test_secret_choices_look_alike_to_the_others(cleopatra: Game) -> None:
    """After two moves that differ only in what is hidden, the opponent and a spectator see the same."""
    compared = 0
    for seed in range(2):
        for state in walk(cleopatra, 200 + seed):
            if state.to_move is None or state.s.stage in (12, 13):
                continue
            position = state.position()
            castling = position["stage"] == "castle" and len(position["lifted"]) > 1
            seen: dict[tuple[str, int | None], str] = {}
            for move in state.legal:
                name = shape(move, castling)
                if name == move.text:
                    continue
                after = state.copy()
                events = after.play(move)
                if any(event.kind in ("revealed", "vote", "tie", "drew") for event in events):
                    continue
                for viewer in (1 - state.to_move, None):
                    shown = [event.seen_by(seat_name(state, viewer)).shown for event in events]
                    story = json.dumps([after.view(viewer), shown])
                    assert seen.setdefault((name, viewer), story) == story, move.text
                    compared += 1
    assert compared > 500


def test_events_of_others_hide_what_is_secret(edition: Game) -> None:
    for state in walk(edition, 17):
        if state.to_move is None:
            break
        mover = state.to_move
        other = None if len(state.game.seats) == 1 else state.game.seats[1 - mover if mover < 2 else 0]
        for event in state.copy().play(state.legal[0]):
            seen = event.seen_by(other)
            if event.secret and event.owner != other:
                assert all(seen.data.get(part, HIDDEN) == HIDDEN for part in event.secret)
                assert seen.owner is None and seen.secret == ()
            else:
                assert seen == event


def test_a_spectator_sees_no_hand_and_no_face_down_card(cleopatra: Game) -> None:
    for number, state in enumerate(walk(cleopatra, 23)):
        if number % 4 == 0 and state.to_move is not None:
            view = state.view(None)
            assert view["legal"] == []
            for side in view["sides"].values():
                assert set(side["hand"]["influence"]) <= {HIDDEN}
                assert set(side["hand"]["actions"]) <= {HIDDEN}
                assert all(
                    card["card"] == HIDDEN for cards in side["table"].values() for card in cards if not card["up"]
                )
                assert side.get("bonus", HIDDEN) == HIDDEN
                assert set(side.get("missions", [HIDDEN])) == {HIDDEN}
