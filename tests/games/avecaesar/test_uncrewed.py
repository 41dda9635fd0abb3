"""Uncrewed chariots: their deck, their turn, and the vote on where they go."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

import quadriga
from quadriga import Event, State
from quadriga.games.avecaesar.track import builtin_tracks

from .test_tournament import WAYS, sensible

CIRCUS_A = builtin_tracks()["circus-a"]
GAMES = {players: quadriga.load("ave-caesar", players=players, uncrewed=1) for players in (2, 3, 5)}
ALL_BUT = {card: [other for other in range(1, 7) if other != card for _ in range(4)] for card in range(1, 7)}
"""All cards but the four of one value."""


def vote(players: int, space: str, card: int, crossings: int = 1, seed: int = 0) -> State:
    """Have the players vote on an uncrewed chariot that turned a card; all others are far ahead or out of the way."""
    game = GAMES[players]
    far = ["S9.1.1", "S9.2.1", "S10.1.1", "S10.2.1", "S11.1.1"]
    chariots: dict[str, Any] = {
        name: {"space": space, "crossings": 3, "paid": True, "hand": [1, 2, 3]}
        for name, space in zip(game.seats, far, strict=False)
    }
    chariots["uncrewed 1"] = {"space": space, "crossings": crossings, "played": [card]}
    return game.from_position(
        {"seed": seed, "stage": "vote", "turn": "uncrewed 1", "card": card, "starter": "red", "opened": True,
         "chariots": chariots}
    )  # fmt: skip


def sent_to(events: tuple[Event, ...]) -> Any:
    return next(event.data["to"] for event in events if event.kind == "drove")


@pytest.mark.clause("AVE-O2")
@pytest.mark.parametrize("space", ["S3.1", "S13.1", "S14.2.2"])
def test_every_way_to_vote_is_counted_by_the_book(space: str) -> None:
    """Most votes win; of tied spaces the shortest way left to the fourth crossing, computed here from the steps."""
    for card, crossings in ((1, 1), (4, 1), (5, 1), (4, 3), (5, 3)):
        offered = [move.text for move in vote(3, space, card, crossings).legal]
        assert offered[-1] == "abstain"
        ballots = list(product(offered, repeat=3))
        for ballot in random.Random(f"{space} {card} {crossings}").sample(ballots, min(25, len(ballots))):
            state = vote(3, space, card, crossings)
            if len(offered) <= 2:
                continue
            for choice in ballot:
                assert [move.text for move in state.legal] == offered
                events = state.play(choice)
            polls = Counter(choice for choice in ballot if choice != "abstain")
            most = max(polls.values(), default=0)
            tied = [text for text in offered[:-1] if polls[text] == most]
            shortest = min(way_after(space, crossings, text) for text in tied)
            best = [text.split()[-1] for text in tied if way_after(space, crossings, text) == shortest]
            went = sent_to(events)
            assert ("line" if went == "the finish" else str(went)) in best, ballot


def way_after(space: str, crossings: int, move: str) -> int:
    if move.endswith("line"):
        return 0
    ranks = CIRCUS_A.rank(True)
    target = int(move.split()[-1]) - 1
    crossed = ranks[target] < ranks[CIRCUS_A.index(space)]
    return WAYS["circus-a", True, False][4 - crossings - crossed][target]


@pytest.mark.clause("AVE-O2")
def test_a_tie_of_equal_ways_is_decided_at_random() -> None:
    went: Counter[int] = Counter()
    for seed in range(300):
        state = vote(2, "S1.1.1", 1, seed=seed)
        assert [move.text for move in state.legal] == ["1 to 2", "1 to 5", "1 to 8", "abstain"]
        state.play("1 to 2")
        went[sent_to(state.play("1 to 8"))] += 1
    assert set(went) == {2, 8}
    assert 110 < went[2] < 190
    went = Counter()
    for seed in range(300):
        state = vote(2, "S1.1.1", 1, seed=seed)
        state.play("abstain")
        went[sent_to(state.play("abstain"))] += 1
    assert set(went) == {2, 5, 8}
    assert all(65 < count < 135 for count in went.values())


@pytest.mark.clause("AVE-O2")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_player_has_one_vote_and_none_sees_the_others(players: int) -> None:
    state = vote(players, "S3.1", 1)
    for seat in range(players):
        assert state.to_move == seat and state.view()["stage"] == "vote"
        for other in [*range(players), None]:
            seen = state.view(other)["votes"]
            assert list(seen) == list(state.game.seats[:seat])
            assert all(what == "?" for who, what in seen.items() if other is None or who != state.game.seats[other])
        events = state.play("1 to 17" if seat else "1 to 15", seat=seat)
        cast = next(event for event in events if event.kind == "voted")
        name = state.game.seats[seat]
        assert "17" not in cast.seen_by(None).text and "?" in str(cast.seen_by(None).data)
        assert cast.seen_by(name).data["to"] == (17 if seat else 15)
    assert state.view()["stage"] == "drive" and state.view()["votes"] == {}


@pytest.mark.clause("AVE-O2")
def test_an_abstention_looks_like_any_vote_to_the_others() -> None:
    cast = []
    for choice in ("1 to 15", "1 to 17", "abstain"):
        (event,) = vote(3, "S3.1", 1).play(choice)
        for seat in ("blue", "green", None):
            cast.append(event.seen_by(seat))
    assert all(event == cast[0] for event in cast)


@pytest.mark.clause("AVE-O2")
def test_an_abstention_is_a_vote_that_has_been_cast() -> None:
    state = vote(3, "S3.1", 1)
    state.play("abstain")
    assert state.view(0)["votes"] == {"red": "abstained"}
    assert state == state.game.from_position(state.position())


@pytest.mark.clause("AVE-O1", "AVE-S2")
@pytest.mark.parametrize(("players", "uncrewed"), [(2, 1), (2, 4), (3, 2), (3, 3), (4, 2), (5, 1)])
def test_uncrewed_chariots_stand_and_move_behind_the_players(players: int, uncrewed: int) -> None:
    game = quadriga.load("ave-caesar", players=players, uncrewed=uncrewed)
    names = [f"uncrewed {k + 1}" for k in range(uncrewed)]
    for seed in range(5):
        state = game.new(seed)
        view = state.view()
        assert list(view["chariots"]) == [*game.seats, *names]
        for k, name in enumerate(names):
            part = view["chariots"][name]
            assert part["grid"] == players + k + 1 and part["owner"] is None
            assert part["hand"] == [] and part["deck"] == 24 and not part["denarius"]
            assert part["number"] - 1 == CIRCUS_A.starts(True)[players + k]
        starter = game.seats.index(view["to_move"])
        order = [*game.seats[starter:], *game.seats[:starter], *names]
        chooser = random.Random(seed)
        turns: list[str] = []
        while state.to_move is not None and len(turns) < 60:
            events = state.play(sensible(state, chooser))
            seen = [event for event in events if event.kind in ("drove", "skipped", "stands")]
            turns += [event.data["chariot"] for event in seen]
            if any(event.kind in ("finished", "removed") for event in events):
                break
        expected = (order * 60)[: len(turns)]
        assert turns == expected


@pytest.mark.clause("AVE-O1", "AVE-O3", "AVE-O4")
@pytest.mark.parametrize("seed", range(6))
def test_every_turn_of_an_uncrewed_chariot_goes_by_the_book(seed: int) -> None:
    """Its own card is turned; it is moved in full, or stands still if the card does not fit or is a leader's six."""
    track = ("circus-a", "circus-b")[seed % 2]
    steps = builtin_tracks()[track]
    ranks, edges = steps.rank(True), steps.edges(True)
    game = quadriga.load("ave-caesar", players=(2, 3)[seed % 2], uncrewed=3, track=track)
    state, chooser = game.new(seed), random.Random(seed)
    where = {name: (part["number"] - 1, 0) for name, part in state.view()["chariots"].items()}
    decks = {name: Counter(dict.fromkeys(range(1, 7), 4)) for name in where if name.startswith("uncrewed")}
    arrived, turned = False, 0
    stood: Counter[str] = Counter()

    def ends(name: str, card: int) -> set[int | str]:
        """Walk over free spaces; on the last lap the line is the end."""
        taken = {space for space, _ in where.values()}
        front, home = {where[name][0]}, False
        for _ in range(card):
            onward = {(b, line) for a in front for b, line in edges[a]}
            if where[name][1] == 3:
                home = home or any(line for _, line in onward)
                onward = {(b, line) for b, line in onward if not line}
            front = {b for b, _ in onward if b not in taken}
        return {*(space + 1 for space in front), *(["the finish"] if home else [])}

    while state.to_move is not None:
        for event in state.play(sensible(state, chooser)):
            name = event.data.get("chariot", "")
            if event.kind == "turned":
                turned = event.data["card"]
                decks[name][turned] -= 1
                assert decks[name][turned] >= 0 and ends(name, 1)
            elif event.kind == "stands":
                lead = max((crossings, ranks[space]) for space, crossings in where.values())
                leads = (where[name][1], ranks[where[name][0]]) == lead
                barred = turned == 6 and leads and not arrived
                assert barred or not ends(name, turned)
                stood["barred" if barred else "blocked"] += 1
            elif event.kind == "skipped" and name in decks:
                assert not ends(name, 1)
                stood["skipped"] += 1
            elif event.kind == "drove":
                if name in decks:
                    assert event.data["card"] == turned and event.data["to"] in ends(name, turned)
                    assert event.data["from"] == where[name][0] + 1
                if event.data["to"] == "the finish":
                    arrived = True
                    del where[name]
                else:
                    where[name] = (event.data["to"] - 1, where[name][1])
            elif event.kind == "lap":
                where[name] = (where[name][0], where[name][1] + 1)
            elif event.kind == "removed":
                assert name not in decks or decks[name].total() == 0
                del where[name]
            elif event.kind == "finished":
                assert name not in decks or event.data["place"] == 0
            assert not (event.kind in ("paid", "disqualified", "must-six") and name in decks)
    assert stood


@pytest.mark.clause("AVE-O3", "AVE-F3")
def test_a_voted_last_card_removes_the_chariot_after_its_move() -> None:
    state = vote(2, "S3.1", 1)
    position = state.position()
    position["chariots"]["uncrewed 1"]["played"] = [card for card in range(1, 7) for _ in range(4)]
    state = state.game.from_position(position)
    state.play("1 to 15")
    kinds = [event.kind for event in state.play("1 to 15") if event.data.get("chariot") == "uncrewed 1"]
    assert kinds == ["votes", "drove", "removed"]
    assert state.view()["chariots"]["uncrewed 1"]["status"] == "removed"


@pytest.mark.clause("AVE-O4")
@pytest.mark.parametrize(("space", "crossings"), [("S8.1", 1), ("S9.2.1", 1), ("S3.1", 2), ("K.1", 2)])
@pytest.mark.parametrize("card", [5, 6])
def test_only_the_six_of_a_leader_is_discarded(space: str, crossings: int, card: int) -> None:
    game = quadriga.load("ave-caesar", players=2, uncrewed=1)
    state = game.from_position({
        "turn": "blue", "starter": "red", "opened": True,
        "chariots": {
            "red": {"space": "S2.1.1", "crossings": 1, "hand": [1, 2, 3]},
            "blue": {"space": "S2.2.1", "crossings": 1, "hand": [1, 2, 3]},
            "uncrewed 1": {"space": space, "crossings": crossings, "played": ALL_BUT[card]},
        },
    })  # fmt: skip
    kinds = [event.kind for event in state.play("1 to 13") if event.data.get("chariot") == "uncrewed 1"]
    assert kinds[0] == "turned"
    assert ("stands" in kinds) == (card == 6)
    assert state.view()["chariots"]["uncrewed 1"]["deck"] == 3
