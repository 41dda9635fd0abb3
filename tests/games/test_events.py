"""Events, ends and refusals as codes: the clause, who did it, the parts; the English text says nothing more."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quadriga
from quadriga import Event, Game, State
from quadriga.games.avecaesar import events as ave_caesar
from quadriga.games.caesar import events as caesar
from quadriga.games.cleopatra import events as cleopatra
from quadriga.model import EventTable
from quadriga.rulebook import rulebook

from ..conftest import walk

TEXTS = Path(__file__).parents[2] / "web" / "src" / "boards"
TABLES: dict[str, EventTable] = {
    "caesar-cleopatra-1997": cleopatra.EVENTS["CC97"],
    "caesar-cleopatra-2024": cleopatra.EVENTS["CC24"],
    "ave-caesar": ave_caesar.EVENTS,
    "caesar": caesar.EVENTS,
}
ENDINGS = {
    "caesar-cleopatra-1997": cleopatra.ENDINGS["CC97"],
    "caesar-cleopatra-2024": cleopatra.ENDINGS["CC24"],
    "ave-caesar": ave_caesar.ENDINGS,
    "caesar": caesar.ENDINGS,
}


def told(game: Game, seed: int) -> Iterator[tuple[State, Event]]:
    """Play a game at random; give every event with the position that it led to."""
    for state in walk(game, seed):
        if state.to_move is not None:
            after = state.copy()
            for event in after.play(state.legal[seed % len(state.legal)]):
                yield after, event


@pytest.mark.parametrize("name", TABLES)
def test_every_kind_of_event_that_rules_tell_is_in_the_table_with_a_clause_of_the_rulebook(name: str) -> None:
    table, clauses = TABLES[name], rulebook(name)
    assert set(table.rows) == set(table.keys)
    for kind, row in table.rows.items():
        for rule in (row.rule, row.public_rule):
            assert not rule or rule in clauses, table.keys[kind]
        assert bool(row.secret) == bool(row.public_text), table.keys[kind]
        assert set(row.secret) <= {part.name for part in row.parts} | ({"why"} if row.more else set())


@pytest.mark.parametrize("name", ENDINGS)
def test_every_end_has_a_code_of_its_own_and_a_clause(name: str) -> None:
    endings, clauses = ENDINGS[name][1:], rulebook(name)
    assert len({ending.code for ending in endings} - {""}) == len(endings)
    assert all(ending.rule in clauses for ending in endings)


def test_an_event_names_who_did_it_and_the_clause_that_its_text_names(edition: Game) -> None:
    players = {None, *edition.seats, edition.definition.solo_opponent}
    for _, event in told(edition, 5):
        for viewer in (*edition.seats, None):
            seen = event.seen_by(viewer)
            assert seen.actor in players and seen.shown["actor"] == seen.actor
            named = re.search(r"\(([A-Z0-9]+-[A-Z]+\d+)\)", seen.text)
            assert named is None or named[1] == seen.rule == seen.shown["rule"]


def test_what_is_beside_the_secret_parts_is_the_same_to_all(edition: Game) -> None:
    """The public clause and actor of a kind are the same whatever is hidden."""
    rules: dict[tuple[Any, ...], set[tuple[str, bool]]] = {}
    for seed in (5, 6):
        for _, event in told(edition, seed):
            if event.secret:
                public = event.public
                rules.setdefault((public.kind, public.key), set()).add((public.rule, public.actor == public.seat))
    assert all(len(found) == 1 for found in rules.values()), rules


@pytest.mark.parametrize("name", ENDINGS)
def test_the_last_event_and_the_outcome_give_the_same_code_and_clause(name: str) -> None:
    edition = quadriga.load(name)
    state = list(walk(edition, 9))[-1]
    outcome = state.outcome
    assert outcome is not None and outcome.code and outcome.reason
    replayed = edition.new(9)
    events: tuple[Event, ...] = ()
    for action in state.history:
        events = replayed.play(action)
    (ended,) = (event for event in events if event.kind == "ended")
    assert (ended.data["reason"], ended.rule) == (outcome.code, outcome.rule)
    assert outcome.reason in ended.text


@pytest.mark.parametrize(("side", "human"), [("caesar", "pompey"), ("pompey", "caesar")])
def test_crassus_is_the_actor_of_what_he_does_and_named_where_he_is_the_victim(side: str, human: str) -> None:
    crassus = caesar.SIDES.index(side)
    placed = caesar.tell((caesar.kinds.PLACED, crassus, 0, 0, 0), crassus)
    assert (placed.actor, placed.seat) == ("crassus", side)
    poisoned = caesar.tell((caesar.kinds.POISONED, crassus, 0, 0, 0), crassus)
    assert (poisoned.actor, poisoned.data["victim"]) == (human, "crassus")
    spared = caesar.tell((caesar.kinds.PASSED_OVER, 1 - crassus, 0, 0, 0), crassus)
    assert (spared.actor, spared.data["winner"]) == ("crassus", human)


def test_an_announced_action_card_is_told_as_a_move_with_its_parts(cleopatra: Game) -> None:
    found = 0
    for seed in range(3):
        for _, event in told(cleopatra, seed):
            if event.kind == "named":
                move = cleopatra.moves[event.data["move"]["id"]]
                assert event.data["move"] == {"id": move.id, "kind": move.kind, "parts": dict(move.parts)}
                assert event.text.endswith(f"plays: {move.text}")
                found += 1
    assert found > 3


def test_a_refusal_has_a_code_where_the_clause_alone_does_not_say_why() -> None:
    state = quadriga.load("caesar").new(1)
    with pytest.raises(quadriga.IllegalMove, match="module border control") as refused:
        state.play("ship 5/1 face down Aegyptus-Asia")
    assert (refused.value.rule, refused.value.code, refused.value.parts) == ("ROME-K1", "no-border-control", {})
    with pytest.raises(quadriga.IllegalMove) as refused:
        state.play("use the bonus")
    assert (refused.value.rule, refused.value.code) == ("ROME-T1", "")


@pytest.mark.parametrize("language", ["en", "cs", "nl"])
@pytest.mark.parametrize("name", TABLES)
def test_the_page_has_words_for_every_code(name: str, language: str) -> None:
    family = quadriga.load(name).definition.family
    texts = json.loads((TEXTS / family / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    for ending in ENDINGS[name][1:]:
        assert texts["reason"][ending.code]
    if family == "caesar":
        codes = {
            "priority": caesar.PRIORITIES, "tie-province": caesar.PROVINCE_TIES, "tie-space": caesar.SPACE_TIES,
            "tie-token": caesar.TOKEN_TIES, "lapsed": caesar.LAPSES, "refused": {"no-border-control"},
        }  # fmt: skip
        for section, known in codes.items():
            assert {*known} - {""} <= set(texts[section]), section
    sentences = texts["event" if family == "avecaesar" else "told"]
    spoken = {key.rpartition("_")[0] or key for key in sentences} | set(sentences)
    assert set(TABLES[name].keys.values()) - {"poisoned-row"} <= spoken
