"""Fair dice: the hash of the secret is there from the start, the secret at the end, and a forged shuffle is caught."""

from __future__ import annotations

import json
import random
import re
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadriga import RecordError, notation
from quadriga.table.fairness import commitment, verify
from quadriga.table.show import show_history, show_table, summary
from quadriga.table.table import OVER

from .builder import CAESAR, EVERY_MATCH, NEW, SECRET, Match, opened, opening, seated

OTHER = SECRET + 1


def played(game: str, **options: Any) -> Match:
    """Play a random match to its end."""
    match = seated(game, **options)
    match.play_on(random.Random(1))
    return match


def resigned(**more: Any) -> Match:
    """A short match that ended by resignation."""
    match = opened(NEW, **more)
    match.plays("1 face down at praetors", "2 face up at praetors", "done", "draw influence", "draw action")
    match.resign(CAESAR)
    return match


def with_tag(record: str, name: str, value: str) -> str:
    changed = re.sub(rf'\[{name} ".*"\]', f'[{name} "{value}"]', record)
    assert changed != record
    return changed


@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.integers(0, 2**128 - 1))
def test_a_commitment_is_the_sha256_of_sixteen_bytes(secret: int) -> None:
    assert commitment(secret) == sha256(bytes.fromhex(f"{secret:032x}")).hexdigest()


def test_a_commitment_can_be_checked_with_any_tool() -> None:
    """As `printf '%032x' 7 | xxd -r -p | sha256sum` has it."""
    assert commitment(7) == "6bae426822df52caf9dc36c8319247d6debb080aa918fa7830ac1c5edabd22c1"


@EVERY_MATCH
def test_the_record_of_a_finished_table_verifies(game: str, options: dict[str, Any]) -> None:
    if options.get("tournament"):
        match = seated(game, **options)
        match.play_on(random.Random(1), 200)
        for seat in match.seats:
            match.resign(seat)
    else:
        match = played(game, **options)
    assert match.table.status == OVER
    verdict = verify(match.table.record())
    assert verdict.state == match.table.state
    assert (verdict.commitment, verdict.published) == (match.table.commitment, False)
    assert verify(match.table.record(), f" {match.table.commitment.upper()}\n").published


def test_a_match_with_moves_taken_back_verifies() -> None:
    match = opened(NEW, hotseat=True)
    match.plays("1 face down at praetors", "2 face up at praetors", "done", "draw influence")
    match.undo(0, agree=True)
    match.plays("draw action", "draw influence")
    match.abandon(0)
    assert verify(match.table.record()).state == match.table.state


def test_a_record_says_how_a_match_ended_if_not_by_the_rules() -> None:
    assert '[Ended "Caesar resigned"]' in resigned().table.record()
    assert "[Ended" not in played(NEW).table.record()


# --- forged shuffles


def test_another_seed_is_caught_even_if_every_move_is_legal() -> None:
    """The forger plays the same moves from a better deal and writes a record without a fault in it."""
    honest, forged = resigned(), resigned(secret=OTHER)
    assert honest.table.state.history == forged.table.state.history
    assert honest.table.state != forged.table.state
    assert verify(forged.table.record())
    record = notation.record(forged.table.state, {"Commitment": honest.table.commitment})
    with pytest.raises(RecordError, match=r"tag Commitment is .* but the secret of this record has"):
        verify(record)
    with pytest.raises(RecordError, match="the published commitment is"):
        verify(forged.table.record(), honest.table.commitment)


def test_a_seed_exchanged_in_the_text_is_caught() -> None:
    record = resigned().table.record()
    for seed in (OTHER, 0, SECRET ^ (1 << 127)):
        with pytest.raises(RecordError):
            verify(with_tag(record, "Seed", str(seed)))
        with pytest.raises(RecordError):
            verify(with_tag(with_tag(record, "Seed", str(seed)), "Commitment", commitment(seed)))


def test_a_match_dealt_with_another_secret_than_committed_to_is_caught() -> None:
    """The server shows one commitment and deals by another secret; whichever it tells at the end, it is caught."""
    match = opened(NEW)
    promised = match.table.commitment
    dealt = opened(NEW, secret=OTHER)
    dealt.table.commitment = promised
    dealt.play_on(random.Random(2))
    assert dealt.table.status == OVER
    told = dealt.table.record()
    with pytest.raises(RecordError, match="tag Commitment"):
        verify(told)
    with pytest.raises(RecordError):
        verify(with_tag(told, "Seed", str(SECRET)))
    with pytest.raises(RecordError, match="the published commitment"):
        verify(with_tag(told, "Commitment", commitment(OTHER)), promised)


def test_an_edited_move_is_caught() -> None:
    record = resigned().table.record()
    for old, new in (
        ("11. 1 face down at praetors", "11. 3 face down at praetors"),
        ("14. draw influence", "14. draw action"),
        ("1. 1 face down at praetors", "1. 5 face down at praetors"),
        ("15. draw action\n", ""),
    ):
        assert old in record
        with pytest.raises(RecordError):
            verify(record.replace(old, new))


def test_an_edited_commitment_is_caught() -> None:
    record = resigned().table.record()
    for claimed in (commitment(OTHER), "", "0" * 64, commitment(SECRET)[:-1]):
        with pytest.raises(RecordError, match="tag Commitment"):
            verify(with_tag(record, "Commitment", claimed))


def test_a_published_commitment_that_differs_is_caught() -> None:
    record = resigned().table.record()
    assert verify(record, commitment(SECRET)).published
    for claimed in (commitment(OTHER), "", "nonsense"):
        with pytest.raises(RecordError, match="the published commitment"):
            verify(record, claimed)


def test_a_position_set_up_by_hand_proves_nothing() -> None:
    state = resigned().table.state
    dealt = state.game.from_position(state.position())
    record = notation.record(dealt, {"Commitment": commitment(dealt.seed)})
    with pytest.raises(RecordError, match="set up by hand proves nothing"):
        verify(record)


def test_without_any_commitment_there_is_nothing_to_check() -> None:
    record = notation.record(resigned().table.state)
    with pytest.raises(RecordError, match="there is no commitment to check against"):
        verify(record)
    assert verify(record, commitment(SECRET)).published


# --- the secret itself


def all_that_is_shown(match: Match) -> str:
    """Everything that anybody is ever shown of a table, as one text."""
    table = match.table
    held = [*match.viewers, tuple(match.seats)]
    shown = [match.shown(each, 0) for each in held]
    return json.dumps([shown, [show_history(table, 0, each) for each in held], summary(table), show_table(table)])


def spellings(secret: int) -> list[str]:
    """The secret in decimal and hexadecimal digits, as a whole and in the four words that dice are made of."""
    words = [secret >> shift & 0xFFFFFFFF for shift in (0, 32, 64, 96)]
    return [str(secret), f"{secret:x}", f"{secret:032X}", *map(str, words), *(f"{word:08x}" for word in words)]


@EVERY_MATCH
def test_the_secret_is_nowhere_before_the_end_and_there_after_it(game: str, options: dict[str, Any]) -> None:
    secret = 0xC0FFEE12_DEADBEEF_FEEDFACE_BADDCAFE
    match, chooser = seated(game, secret=secret, **options), random.Random(6)
    for moves in (0, 1, 6, 6):
        match.play_on(chooser, moves)
        shown = all_that_is_shown(match)
        assert commitment(secret) in shown
        if match.table.status != OVER:
            assert show_table(match.table)["secret"] is None
            assert not [spelled for spelled in spellings(secret) if spelled in shown]
    for seat in match.seats:
        if match.table.status != OVER:
            match.resign(seat)
    assert match.table.status == OVER
    assert show_table(match.table)["secret"] == f"{secret:032x}"
    assert commitment(int(show_table(match.table)["secret"], 16)) == show_table(match.table)["commitment"]


def test_a_small_secret_keeps_its_sixteen_bytes() -> None:
    match = seated(NEW, secret=7)
    match.plays(*opening(NEW)[:2])
    match.resign(CAESAR)
    assert show_table(match.table)["secret"] == "0" * 31 + "7"
    assert verify(match.table.record(), match.table.commitment).published
