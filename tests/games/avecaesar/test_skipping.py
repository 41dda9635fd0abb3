"""Skipped chariots and chariots that stand still say why: to everybody what the track shows, to a driver what the hand does."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from quadriga import Event, State
from quadriga.games.avecaesar.driving import seeks_lane
from quadriga.games.avecaesar.skipping import is_lane_open
from quadriga.model import HIDDEN

from ...conftest import walk
from .table import DIRECTIONS, TRACKS, Reading, at, drive, race, setting

ANY = [1, 2, 3]
SIXES = [6, 6, 6]
PUBLIC = "can play none of its cards and is skipped (AVE-T6)"


def skips(state: State, move: str) -> dict[str, Event]:
    """Play a move and give the skip of every chariot that is skipped."""
    return {event.data["chariot"]: event for event in state.play(move) if event.kind == "skipped"}


# --- what everybody can see


@pytest.mark.clause("AVE-T6")
def test_a_chariot_without_a_free_space_ahead_is_said_to_be_blocked() -> None:
    state = setting("red", red=at("S9.1.2", [1, 1, 1]), blue=at("K.1", ANY, paid=True), green=at("K.2", [1, 1, 1]))
    blocked = skips(state, drive(1, "S10.1.1"))["blue"]
    assert blocked.public.text == "Blue is skipped: every space ahead is taken (AVE-T6)"
    assert (blocked.key, blocked.data["why"], blocked.owner) == ("skipped-blocked", "blocked", None)


@pytest.mark.clause("AVE-C3")
def test_where_every_free_way_leads_past_the_lane_all_can_tell_that_it_waits() -> None:
    for hand in ([1, 1, 1], [2, 3, 5], [4, 4, 4]):
        state = setting("red", red=at("S14.2.1", [1, 5, 5], 2), blue=at("S14.1.1", hand, 2))
        waits = skips(state, drive(1, "S14.2.2"))["blue"]
        assert waits.public.text == "Blue is skipped: others keep it from the imperial lane (AVE-C3)"
        assert waits.public.key == "skipped-waits"


@pytest.mark.clause("AVE-C3", "AVE-T6")
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("track", TRACKS)
def test_whether_a_card_could_still_lead_to_the_lane_is_seen_at_the_first_step(track: str, direction: str) -> None:
    """From every space from which the lane can be missed, with any of the next spaces taken."""
    seen: Counter[bool] = Counter()
    names, game = TRACKS[track].spaces, race(3, track=track, direction=direction)

    def before(space: int, *taken: int) -> State:
        others = [at(names[each], ANY) for each in taken] + [{"status": "removed"}] * (2 - len(taken))
        chariots = {"red": at(names[space], ANY, 2), "blue": others[0], "green": others[1]}
        return game.from_position({"stage": "over", "chariots": chariots})

    for space, steps in enumerate(TRACKS[track].edges(direction == DIRECTIONS[0])):
        ahead = [further for further, _ in steps]
        if seeks_lane(before(space).s, 0):
            for taken in {(), *combinations(ahead, 1), *combinations(ahead, 2)}:
                state = before(space, *taken)
                reading = Reading(state.position())
                ways = (way for card in range(1, 7) for way in set(reading.ways("red", card)))
                is_open = any(map(reading.is_near_lane, ways))
                assert is_lane_open(state.s, 0) == is_open, (space, taken)
                seen[is_open] += 1
    assert seen[True] and seen[False]


@pytest.mark.clause("AVE-T6")
@pytest.mark.parametrize("hand", [[2, 3, 4], [4, 5, 6]])
def test_elsewhere_all_know_that_no_card_fits(hand: list[int]) -> None:
    """Blue stands on the neck two steps ahead: only a 1 could be driven, whatever is held."""
    state = setting("green", red=at("S2.1.1", hand, 2, paid=True), blue=at("S3.1", ANY), green=at("S9.1.1", [1, 1, 1]))
    unfit = skips(state, drive(1, "S9.1.2"))["red"]
    assert unfit.public.text == "Red is skipped: none of its cards can be driven in full (AVE-T6)"
    assert unfit.owner is None and state.position()["turn"] == "blue"


@pytest.mark.clause("AVE-L3")
def test_a_leader_whose_every_other_card_would_fit_holds_nothing_but_sixes_and_all_know() -> None:
    state = setting("blue", red=at("S12.1.1", SIXES), blue=at("S5.1.1", [1, 1, 1]))
    sixes = skips(state, drive(1, "S6.1.1"))["red"]
    assert sixes.public.text == "Red is skipped: it leads and holds nothing but 6s (AVE-L3)"
    assert state.view(1)["chariots"]["red"]["hand_without"] == [1, 2, 3, 4, 5]


@pytest.mark.clause("AVE-O3", "AVE-O4")
@pytest.mark.parametrize(
    ("space", "red", "card", "text"),
    [
        ("S9.1.1", "S5.1.1", 6, "Uncrewed 1 stands still: who leads may not play a 6 (AVE-O4)"),
        ("S7.1.1", "S8.1", 4, "Uncrewed 1 is fully blocked and turns no card (AVE-O3)"),
        ("S6.1.2", "S8.1", 4, "Uncrewed 1 stands still: a 4 cannot be driven in full (AVE-O3)"),
    ],
)
def test_an_uncrewed_chariot_that_does_not_move_says_why(space: str, red: str, card: int, text: str) -> None:
    played = [value for value in (1, 2, 3, 4, 5, 6) for _ in range(4) if value != card]
    game = race(2, uncrewed=1)
    chariots: dict[str, Any] = {
        "red": at(red, [1, 1, 1]), "blue": at("S2.1.1", [1, 1, 1]),
        "uncrewed 1": {"space": space, "crossings": 1, "played": played},
    }  # fmt: skip
    state = game.from_position({"turn": "blue", "starter": "red", "opened": True, "chariots": chariots})
    told = [event.public.text for event in state.play(drive(1, "S2.1.2"))]
    assert text in told


@pytest.mark.clause("AVE-O2")
@pytest.mark.parametrize("votes", [("abstain", "abstain"), ("abstain", "vote")])
def test_where_nobody_votes_it_is_not_said_that_the_players_send_the_chariot(votes: tuple[str, str]) -> None:
    state = vote()
    target = state.legal[0].text
    events: tuple[Event, ...] = ()
    for choice in votes:
        events = state.play(target if choice == "vote" else "abstain")
    (counted,) = (event for event in events if event.kind == "votes")
    assert counted.text.startswith(
        "Nobody votes: Uncrewed 1 takes the shortest way" if "vote" not in votes else "The players send"
    )
    assert counted.key == ("no-votes" if "vote" not in votes else "votes-counted")


def vote() -> State:
    """Bring two players to vote on an uncrewed chariot."""
    for state in walk(race(2, uncrewed=1), 3):
        if state.position()["stage"] == "vote" and state.to_move == 0:
            return state
    raise AssertionError("no vote")


# --- what only the driver knows


@pytest.mark.clause("AVE-T6", "AVE-L3", "AVE-C3")
@pytest.mark.parametrize(
    ("hand", "why", "text"),
    [
        ([4, 5, 5], "waits", "others keep it from the imperial lane (AVE-C3)"),
        (SIXES, "only-sixes", "it leads and holds nothing but 6s (AVE-L3)"),
    ],
)
def test_before_the_lane_the_reason_lies_in_the_hand_and_is_told_to_its_driver_alone(
    hand: list[int], why: str, text: str
) -> None:
    """With a 1 or a 2 blue could stop short of the fork: the others cannot tell why it does not."""
    state = setting(
        "red", red=at("S5.1.1", [1, 1, 1]), blue=at("S12.1.2", hand, 2), green=at("K.1", [1, 1, 1], paid=True)
    )
    skipped = skips(state, drive(1, "S6.1.1"))["blue"]
    assert (skipped.owner, skipped.data["why"], skipped.text) == ("blue", why, f"Blue is skipped: {text}")
    for other in ("red", "green", None):
        assert (skipped.seen_by(other).data["why"], skipped.seen_by(other).text) == (HIDDEN, f"Blue {PUBLIC}")


@pytest.mark.clause("AVE-T6", "AVE-L3", "AVE-C3")
@pytest.mark.parametrize(
    ("hand", "others", "why"),
    [
        ([2, 3, 6], {"green": at("S13.1", [1, 1, 1])}, "unfit"),
        ([5, 6, 6], {"green": at("K.1", [1, 1, 1], paid=True)}, "waits"),
        (SIXES, {"green": at("K.1", [1, 1, 1], paid=True)}, "only-sixes"),
        (SIXES, {"green": at("K.1", [1, 1, 1], 3, paid=True)}, "waits"),
        (SIXES, {"green": at("S14.1.2", [1, 1, 1], 3), "yellow": at("S14.2.2", [1, 1, 1])}, "unfit"),
    ],
    ids=["only a 1 fits", "a 5 passes the lane", "a six is barred", "a six passes the lane", "a six does not fit"],
)
def test_before_an_open_lane_the_driver_hears_what_keeps_each_hand_from_playing(
    hand: list[int], others: dict[str, Any], why: str
) -> None:
    """Blue stands before the fork; others keep it from the lane or from driving at all."""
    state = setting("red", red=at("S5.1.1", [1, 1, 1]), blue=at("S12.1.1", hand, 2), **others)
    skipped = skips(state, drive(1, "S6.1.1"))["blue"]
    assert (skipped.owner, skipped.data["why"]) == ("blue", why)
    assert skipped.public.text == f"Blue {PUBLIC}"


@pytest.mark.clause("AVE-T6", "AVE-L3", "AVE-C3")
def test_in_whole_races_the_driver_hears_the_true_reason_and_the_others_only_that_no_card_can_be_played() -> None:
    seen: Counter[str] = Counter()
    for players, seed in ((2, 1), (4, 2), (6, 3), (6, 4)):
        for state, events in told_of_races(race(players), seed):
            for event in events:
                if event.kind != "skipped":
                    continue
                name, why = event.data["chariot"], event.data["why"]
                seen[why if event.owner is None else f"own {why}"] += 1
                if event.owner is None:
                    assert event.public is event and not event.secret
                    continue
                assert event.owner == name
                for other in (None, *(seat for seat in state.game.seats if seat != name)):
                    other_sees = event.seen_by(other)
                    assert (other_sees.data["why"], other_sees.key) == (HIDDEN, "skipped-unseen")
                    assert other_sees.text == f"{name.capitalize()} {PUBLIC}"
    assert seen["blocked"] and seen["unfit"] and seen["only-sixes"], seen


def told_of_races(game: Any, seed: int) -> Any:
    """Race at random; give every position with what led to it."""
    chooser, state = random.Random(seed), game.new(seed)
    while state.to_move is not None:
        events = state.play(chooser.choice(state.legal))
        yield state, events


@pytest.mark.clause("AVE-T6", "AVE-L3", "AVE-C3")
def test_in_two_worlds_that_look_alike_a_skip_is_told_in_the_same_words() -> None:
    """Play the same card in the true world and in new deals: until the stories part, all hear the same."""
    alike = 0
    for players, seed in ((2, 5), (4, 6), (6, 7)):
        chooser, state = random.Random(seed), race(players).new(seed)
        while state.to_move is not None:
            move = chooser.choice(state.legal)
            dealt = state.redeal(state.to_move, seed)
            worlds = [[event.public for event in world.play(move)] for world in (state, dealt)]
            for one, other in zip(*worlds, strict=False):
                if (one.kind, one.seat, one.data.get("chariot")) != (other.kind, other.seat, other.data.get("chariot")):
                    break  # one is skipped, the other can play
                assert (one.text, one.key, one.data) == (other.text, other.key, other.data)
                alike += one.kind == "skipped"
    assert alike > 5
