"""What happened, in sentences: each reads as English, and a vote says why it went as it did."""

import random
import re

import pytest

import quadriga
from quadriga import Event, Game, rulebook

OLD, NEW = quadriga.load("caesar-cleopatra-1997", action_pile="shuffled"), quadriga.load("caesar-cleopatra-2024")
CLUMSY = re.compile(
    r"\b1 cards|\d x |(lays|draws|discards|is) (philosopher|\d|assassination|spy|castling|scout|wrath|veto)"
    r"|mission:? [a-z]+-|^[a-z]|turns up:|\{"
)


def votes(game: Game, table: dict[str, object], card: str) -> list[Event]:
    """Place a card of Cleopatra's where both sides lie, and return what was told of votes."""
    state = game.from_position({"stage": "turn", "seed": 1, **table})
    told = [*state.play(card)]
    while state.to_move is not None and state.position()["stage"] not in ("turn", "keep"):
        told += state.play("done" if "done" in [move.text for move in state.legal] else state.legal[0])
    return [event for event in told if event.kind in ("special-vote", "vote", "tie")]


@pytest.mark.parametrize("game", [OLD, NEW], ids=["1997", "2024"])
def test_every_sentence_is_plain_english_for_all_who_may_read_it(game: Game) -> None:
    sentences = {}
    for seed in range(8):
        state, chooser = game.new(seed), random.Random(seed)
        while state.to_move is not None:
            for event in state.play(chooser.choice(state.legal)):
                for seen in (event, event.public):
                    sentences[seen.text] = seen.key
    assert [text for text in sentences if CLUMSY.search(text)] == []
    told = {key: text for text, key in sentences.items()}
    if game is NEW:
        assert told["busts-back"] == "All busts go back into the bag"
        assert re.fullmatch("The bust of the [a-z]+ leaves the game", told["bust-left"])
        assert "calls-back" not in told and "call-left" not in told
    else:
        assert told["calls-back"] == "All vote cards go back and are shuffled"
        assert re.fullmatch("The vote card of the [a-z]+ leaves the game", told["call-left"])
        assert "busts-back" not in told and "bust-left" not in told


@pytest.mark.parametrize(("game", "clause"), [(OLD, "CC97-P2"), (NEW, "CC24-P1")], ids=["1997", "2024"])
def test_a_vote_that_philosophers_turn_says_so_with_its_clause(game: Game, clause: str) -> None:
    table = {
        "votes": {"left": ["censors", game.definition.edition.calls[-1]]},
        "cleopatra": {"hand": ["1", "2"], "table": {"censors": ["4", "(5)"]}},
        "caesar": {"hand": ["1"], "table": {"censors": ["(3)", "(philosopher)"]}},
    }
    [vote] = votes(game, table, "1 face down at praetors")
    assert (vote.kind, vote.key, vote.seat) == ("vote", "vote-turned", "caesar")
    assert vote.data == {"group": "censors", "cleopatra": 9, "caesar": 3, "clause": clause}
    assert f"turned round by philosophers ({clause})" in vote.text
    assert "lower sum wins" in rulebook(game.name)[clause].text


@pytest.mark.parametrize(("game", "clause"), [(OLD, "CC97-V11"), (NEW, "CC24-V5")], ids=["1997", "2024"])
def test_a_special_vote_is_named_as_one_with_its_clause(game: Game, clause: str) -> None:
    table = {
        "votes": {"left": [game.definition.edition.calls[-1]]},
        "cleopatra": {"hand": ["5", "1"], "table": {"aediles": ["1", "2", "3"]}},
        "caesar": {"hand": ["1"], "table": {"aediles": ["1", "2", "3", "4"]}},
    }
    special, vote = votes(game, table, "5 face down at aediles")
    assert (special.kind, special.key, special.seat) == ("special-vote", "special-vote", None)
    assert special.data == {"group": "aediles", "count": 8, "clause": clause}
    assert special.text == f"8 cards lie at the aediles: a special vote is held there ({clause})"
    assert (vote.key, vote.data["group"]) == ("vote", "aediles")
    assert "Special vote" in rulebook(game.name)[clause].text


def test_a_vote_that_a_card_or_a_bust_brings_is_no_special_one() -> None:
    table = {
        "votes": {"left": ["censors", "black"]},
        "cleopatra": {"hand": ["1", "2"], "table": {"censors": ["4"]}},
        "caesar": {"hand": ["1"]},
    }
    assert [event.key for event in votes(NEW, table, "1 face down at praetors")] == ["vote"]
