"""Names and what is said: cleaned, limited, and not for everybody's ears."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadriga.table import commands
from quadriga.table.show import show_entries
from quadriga.table.terms import NAME_LENGTH, TEXT_LENGTH, clean

from .builder import CAESAR, CLEOPATRA, NEW, Match, opened, waiting


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Livia", "Livia"),
        ("  Livia \t Drusilla\n", "Livia Drusilla"),
        ("Li\x00via\x1b[31m", "Li via [31m"),
        ("\u202eaiviL\u2066", "aiviL"),
        ("Li\u200bvia\ufeff", "Livia"),
        ("A" * 1_000_000, "A" * NAME_LENGTH),
        ("Cle\u0301opa\u0302tre", "Cl\u00e9op\u00e2tre"),
        ("e\u200d\u0301", "\u00e9"),
        ("Γάϊος Ἰούλιος", "Γάϊος Ἰούλιος"),
        ("<b>Livia</b>", "<b>Livia</b>"),
        ("\ud800Livia\ue000", "Livia"),
        ("", commands.GUESTS[CLEOPATRA]),
        (" \u200e\u2028", commands.GUESTS[CLEOPATRA]),
    ],
)
def test_names_are_cleaned_and_limited(given: str, kept: str) -> None:
    match = waiting(NEW)
    match.sit(CLEOPATRA, given) if given else commands.sit(match.table, CLEOPATRA, given, 1000.0)
    assert match.table.names[CLEOPATRA] == kept


@settings(max_examples=120, derandomize=True, deadline=None)
@given(st.text(max_size=80), st.integers(1, 40))
def test_cleaned_text_is_short_clean_and_stays_as_it_is(text: str, limit: int) -> None:
    cleaned = clean(text, limit)
    assert len(cleaned) <= limit
    assert not {unicodedata.category(sign) for sign in cleaned} & {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}
    assert cleaned == " ".join(cleaned.split())
    assert clean(cleaned, limit) == cleaned


def test_what_is_said_is_cleaned_limited_and_has_its_speaker() -> None:
    match = opened(NEW)
    (by_player,) = match.say(CLEOPATRA, f"Sal\u202eve{'!' * 1000}", "Somebody else")
    assert by_player.data["name"] == "Player 0"
    assert by_player.data["text"].startswith("Salve!!!") and len(by_player.data["text"]) == TEXT_LENGTH
    (by_nobody,) = match.say(None, "Ave", "\u202e")
    assert by_nobody.data["name"] == "Spectator"
    (by_spectator,) = match.say(None, "Ave", "Cicero" * 100)
    assert len(by_spectator.data["name"]) == NAME_LENGTH


def heard(match: Match, held: tuple[int, ...]) -> list[str]:
    return [entry["text"] for entry in show_entries(match.table, 0, held) if entry["kind"] == "say"]


def test_what_spectators_say_players_hear_after_the_match() -> None:
    match = waiting(NEW)
    match.say(None, "before")
    match.sit(CLEOPATRA)
    match.sit(CAESAR)
    match.say(None, "she holds a five")
    match.say(CAESAR, "salve")
    assert heard(match, ()) == ["before", "she holds a five", "salve"]
    for held in ((CLEOPATRA,), (CAESAR,), (CLEOPATRA, CAESAR)):
        assert heard(match, held)[-1] == "salve"
        assert "she holds a five" not in heard(match, held)
    match.resign(CAESAR)
    assert heard(match, (CLEOPATRA,)) == ["before", "she holds a five", "salve"]
    match.say(None, "well played")
    assert heard(match, (CAESAR,))[-1] == "well played"
