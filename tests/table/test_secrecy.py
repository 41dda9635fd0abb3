"""Nothing that leaves a table tells a viewer what that viewer may not know."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from quadriga.model import HIDDEN, Move
from quadriga.table import commands
from quadriga.table.show import show_entries, show_history, show_views
from quadriga.table.table import LIVE

from .builder import CAESAR, CLEOPATRA, EVERY_MATCH, NEW, OLD, RACE, Match, opened, opening, seated
from .busy import anything_goes

PRIVATE = {"action", "id", "early", "by", "move"}


def redealt(match: Match, seat: int | None, number: int) -> Match:
    """The same table with all that a seat cannot know dealt anew; only the dice still to come fall alike."""
    other = match.fork()
    dealt = match.table.state.redeal(seat, number)
    dealt.bits["secret"] = match.table.state.bits["secret"]
    other.table.state = dealt
    other.table._await()
    return other


def alike(match: Match, other: Match, move: Move, seat: int | None) -> Move | None:
    """Find the move of the other deal that looks like a move of this one to a seat."""
    state, dealt = match.table.state, other.table.state
    if move in dealt.legal:
        return move
    if state.to_move == seat:
        return None
    shown = state.game.definition.rules.public_action
    return next((each for each in dealt.legal if shown(dealt.s, each.id) == shown(state.s, move.id)), None)


def pairs(game: str, options: dict[str, Any], seed: int) -> Iterator[tuple[Match, Match, int | None, int]]:
    """Play a random match; after some moves yield it with a deal that cannot be told from it by a seat, so far."""
    match, chooser = seated(game, secret=seed, **options), random.Random(seed)
    while match.table.status == LIVE and match.table.version < 90:
        move = chooser.choice(match.legal)
        if chooser.random() < 0.3:
            for seat in (*match.seats, None):
                one, other = match.fork(), redealt(match, seat, match.table.version)
                same = alike(one, other, move, seat)
                if same is not None:
                    since = match.table.version
                    one.play(move, id="visitor.c-1")
                    other.play(same, id="visitor.c-1")
                    yield one, other, seat, since
        match.play(move)


@EVERY_MATCH
def test_what_a_seat_is_shown_depends_only_on_what_it_may_know(game: str, options: dict[str, Any]) -> None:
    """Two deals that look alike to a seat go on alike: entries, views, table and clock are the same to the letter."""
    compared: Counter[str] = Counter()
    for seed in (1, 2):
        for one, other, seat, since in pairs(game, options, seed):
            held = () if seat is None else (seat,)
            counted = any(event.kind == "votes" for told in one.table.events.values() for event in told)  # AVE-O2
            if counted or one.table.state.view(seat) != other.table.state.view(seat):
                compared["revealed"] += 1
                continue
            assert json.dumps(one.shown(held, since)) == json.dumps(other.shown(held, since))
            hidden = one.table.state.bits.tobytes() != other.table.state.bits.tobytes()
            compared["different" if hidden else "same"] += 1
    assert compared["different"] > 20 or options.get("solo")


def whole_traffic(match: Match, held: tuple[int, ...]) -> str:
    """All that somebody was shown from the beginning to now, but for the hash of the secret."""
    shown = [show_history(match.table, 0, held), match.shown(held, match.table.version)]
    return json.dumps(shown).replace(match.table.commitment, "the commitment")


@pytest.mark.parametrize("held", [(), (CLEOPATRA,)], ids=["spectator", "opponent"])
@pytest.mark.parametrize("edition", [OLD, NEW])
def test_two_openings_that_differ_in_all_that_is_hidden_look_the_same(edition: str, held: tuple[int, ...]) -> None:
    """Early choices, cards withdrawn, the whole traffic; a spectator cannot even tell two secrets apart."""

    def traffic(cards: tuple[int, ...], last: bool, secret: int) -> str:
        match = seated(edition, secret=secret, **({} if edition == OLD else {"opening": "veterans"}))
        if edition == OLD:
            for seat in (CAESAR, CLEOPATRA):
                while seat in match.table.awaited and match.table.state.view()["stage"] == "arrange":
                    mine = seat in held or last
                    match.play(match.table.choice(seat).legal[0 if mine else -1], seat)
        match.plays(*opening(edition, *cards)[:3], seat=CAESAR)
        match.withdraw(CAESAR)
        match.plays(*opening(edition, *(range(1, 6) if held else cards)), seat=CLEOPATRA)
        match.plays(*opening(edition, *cards)[2:4], seat=CAESAR)
        return whole_traffic(match, held)

    secrets = (1, 1) if held else (1, 2)
    assert traffic((1, 2, 3, 4, 5), True, secrets[0]) == traffic((5, 4, 2, 1, 3), False, secrets[1])


@EVERY_MATCH
def test_private_parts_of_entries_are_for_their_seat_only(game: str, options: dict[str, Any]) -> None:
    *_, match = anything_goes(game, options, 6, wishes=60)
    for held in match.viewers:
        for entry in show_history(match.table, 0, held):
            if entry["seat"] not in held:
                assert not PRIVATE & set(entry)
            assert not {"action", "early", "by"} & set(entry)
            assert ("move" in entry) == (entry["seat"] in held and entry["kind"] in ("move", "early"))
        assert "device" not in json.dumps([show_history(match.table, 0, held), match.shown(held, 0)])


def test_the_id_of_a_command_goes_to_its_sender_without_the_mark_before_it() -> None:
    match = seated(NEW)
    match.play("3 face down at praetors", CAESAR, id="mark.c-17")
    match.play("2 face down at praetors", CLEOPATRA, id="sign.c-18")
    commands.say(match.table, CAESAR, "", "salve", 1100.0, "mark.c-19")
    ids = {held: [entry.get("id") for entry in show_entries(match.table, 3, held)] for held in match.viewers}
    assert ids == {(CLEOPATRA,): [None, "c-18", None], (CAESAR,): ["c-17", None, "c-19"], (): [None] * 3}
    for held in match.viewers:
        assert "mark" not in json.dumps(match.shown(held, 0))


def test_marks_of_devices_are_shown_to_nobody() -> None:
    match = opened(NEW)
    commands.hold(match.table, CAESAR, "phone-of-marcus", 1100.0)
    for held in match.viewers:
        assert "phone-of-marcus" not in json.dumps([match.shown(held, 0), show_history(match.table, 0, held)])


@EVERY_MATCH
def test_a_viewer_gets_the_views_of_own_seats_and_a_spectator_one_of_nobody(game: str, options: dict[str, Any]) -> None:
    match = seated(game, **options)
    match.play_on(random.Random(8), 5)
    names = match.table.game.seats
    assert [view["seat"] for view in show_views(match.table, ())] == [None]
    assert [view["seat"] for view in show_views(match.table, set(match.seats))] == list(names)
    for seat in match.seats:
        (view,) = show_views(match.table, {seat})
        assert view["seat"] == names[seat]
    assert show_views(match.table, ())[0]["legal"] == []


@EVERY_MATCH
def test_secret_parts_of_events_are_hidden_from_all_but_their_owner(game: str, options: dict[str, Any]) -> None:
    match, chooser = seated(game, **options), random.Random(9)
    secrets = 0
    for _ in range(40):
        if match.table.status != LIVE:
            break
        match.play(chooser.choice(match.legal))
        told = match.table.events[match.table.version]
        for held in match.viewers:
            shown = show_entries(match.table, match.table.version - 1, held)[0]["events"]
            assert len(shown) == len(told)
            for event, seen in zip(told, shown, strict=True):
                owns = event.owner in [match.table.game.seats[seat] for seat in held]
                assert (seen["kind"], seen["seat"]) == (event.kind, event.seat)
                assert seen["text"] == (event.text if owns or not event.secret else event.public_text)
                for part in event.secret:
                    assert seen[part] == (event.data[part] if owns else HIDDEN)
                    secrets += not owns
    assert secrets > 0


def test_hot_seat_sees_the_secrets_of_both_sides_and_of_nobody_else() -> None:
    match = seated(RACE, players=3)
    mover = match.table.state.to_move
    match.play(match.legal[0])
    drew = {}
    for held in ((mover,), (mover, (mover + 1) % 3), ((mover + 1) % 3, (mover + 2) % 3)):
        events = show_entries(match.table, match.table.version - 1, held)[0]["events"]
        drew[held] = next(event["card"] for event in events if event["kind"] == "drew")
    cards = list(drew.values())
    assert cards[0] == cards[1] != HIDDEN
    assert cards[2] == HIDDEN


@pytest.mark.parametrize("edition", [OLD, NEW])
def test_a_bot_in_place_of_a_player_shows_nothing_more_to_anybody(edition: str) -> None:
    """Who left still sees the own cards, with no move to make; others see what they saw."""
    match = opened(edition, takeover="tiro")
    before = {held: show_views(match.table, held) for held in match.viewers}
    match.leave(CLEOPATRA)
    for held in match.viewers:
        seen = show_views(match.table, held)
        if held == (CLEOPATRA,):
            assert (before[held][0].pop("legal") != []) and seen[0].pop("legal") == []
        assert seen == before[held]


@EVERY_MATCH
def test_where_a_match_begins_the_log_tells_what_was_set_up_and_nobody_elses_secrets(
    game: str, options: dict[str, Any]
) -> None:
    match = seated(game, **options)
    table, seats = match.table, match.table.game.seats
    for held in ((), *((seat,) for seat in range(len(seats)))):
        (begun,) = (entry for entry in show_history(table, 0, held) if entry["kind"] == "start")
        seen_by = None if not held else seats[held[0]]
        assert [event["text"] for event in begun["events"]] == [
            event.seen_by(seen_by).text for event in table.state.set_up
        ]
        for event in begun["events"]:
            if event["kind"] == "drew":
                assert (HIDDEN in event.values()) == (event["seat"] != seen_by)
    assert {event.kind for event in table.state.set_up} <= {"start-card", "race", "grid", "drew", "turn"}
    assert any(event.kind == "start-card" for event in table.state.set_up) == (game == RACE)
