"""Every world is one that the rules allow: those that play reaches, and those that a new deal makes of them."""

import json
import random
from collections.abc import Callable, Iterator

import pytest

import quadriga
from quadriga import Event, Game, PositionError, State

OLD, NEW = quadriga.load("caesar-cleopatra-1997", action_pile="shuffled"), quadriga.load("caesar-cleopatra-2024")


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


Way = Callable[[State, random.Random], str]
Follow = Callable[[tuple[Event, ...]], None]
WAYS: list[Way] = [any_move, mostly_influence, castle_and_look, mostly_passing]


def walk(game: Game, seed: int, way: Way, follow: Follow = lambda events: None) -> Iterator[State]:
    """Play a game in one of these ways; yield the state before every move and at the end, and tell what happened."""
    chooser = random.Random(seed)
    state = game.new(seed)
    while state.to_move is not None:
        yield state
        follow(state.play(way(state, chooser)))
    yield state


def ways(game: Game) -> list[Way]:
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
    broken = world.game.definition.rules.broken
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
        for group, size in zip(
            world.game.definition.edition.groups, world.game.definition.edition.patricians, strict=True
        )
        if sum(position[seat]["won"].get(group, 0) for seat in world.game.seats) < size
    )
    if position["stage"] == "turn" and full and (world.game.name == NEW.name or position.get("alone")):
        assert "wrath" in active["hand"], position


# --- what a perfect memory keeps


class Memory:
    """The opening cards that were never touched since they were laid, by side and group, from what everybody was told."""

    def __init__(self, game: Game) -> None:
        self.untouched = {seat: set(game.definition.edition.groups) for seat in game.seats}

    def follow(self, events: tuple[Event, ...]) -> None:
        """Forget the opening cards that were turned up, discarded or castled."""
        for event in (each.public for each in events):
            if event.seat is not None and event.kind in ("revealed", "cleared", "lost", "lifted"):
                self.untouched[event.seat] -= {event.data["group"], event.data.get("second")}

    def assert_holds(self, world: State) -> None:
        """Every value 1 to 5 was laid once: two cards that nobody touched are never equal."""
        position = world.position()
        if position["stage"] in ("arrange", "opening"):
            return
        for seat, groups in self.untouched.items():
            table = position[seat]["table"]
            down = [next(card for card in table[group] if card.startswith("(")) for group in sorted(groups)]
            assert all(card.endswith(" opening)") for card in down), (seat, table)
            assert len(set(down)) == len(down), (seat, table)


# --- every game


def test_every_position_that_play_reaches_is_read_back_the_last_one_too(game: Game) -> None:
    for way in ways(game):
        for number, state in enumerate(walk(game, 11, way)):
            if number % 5 == 0 or state.to_move is None:
                assert_is_read_back(state)


def test_every_new_deal_is_a_world_that_the_rules_allow(game: Game) -> None:
    for way in ways(game):
        for number, state in enumerate(walk(game, 12, way)):
            if number % 17 == 0 or state.to_move is None:
                for seat in viewers(game):
                    assert_is_allowed(state.redeal(seat, number))


def test_untouched_opening_cards_differ_in_every_new_deal(cleopatra: Game) -> None:
    for seed in range(2):
        memory = Memory(cleopatra)
        for number, state in enumerate(walk(cleopatra, 30 + seed, castle_and_look, memory.follow)):
            if number % 7 == 0:
                for seat in viewers(cleopatra):
                    for deal in range(4):
                        memory.assert_holds(state.redeal(seat, 10 * number + deal))


# --- wrath without a free place (CC24-E3, CC97-E4)


@pytest.fixture(scope="module")
def kept_wrath() -> State:
    """A real game in which Caesar has no free place and holds wrath."""
    for state in walk(NEW, 12, mostly_influence):
        if state.position()["stage"] == "turn" and state.legal[-1].text == "done":
            return state
    raise AssertionError("the game does not come to it")


@pytest.fixture(scope="module")
def alone_with_wrath() -> State:
    """A lone player with five cards everywhere, whom only wrath keeps in the game."""
    return OLD.from_position(
        {
            "stage": "turn",
            "active": "caesar",
            "cleopatra": {
                "hand": ["veto"],
                "pile": [],
                "won": {"senators": 5, "praetors": 5, "censors": 3, "aediles": 3},
            },
            "caesar": {
                "hand": ["1", "2", "wrath", "scout", "scout"],
                "table": {"quaestors": ["1", "2", "3", "4", "5"]},
            },
        }
    )


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("blocked", ["kept_wrath", "alone_with_wrath"])
def test_whoever_goes_on_without_a_place_holds_wrath_in_every_new_deal(
    blocked: str, seat: int | None, request: pytest.FixtureRequest
) -> None:
    state: State = request.getfixturevalue(blocked)
    for number in range(50):
        world = state.redeal(seat, number)
        assert "wrath" in world.position()["caesar"]["hand"]
        if number < 5:
            assert_is_allowed(world)
    assert state.view(seat)["sides"]["caesar"]["known"]["hand_actions"] == ["wrath"]


def test_a_wrath_that_was_declined_is_still_known_when_the_game_is_over(kept_wrath: State) -> None:
    state = kept_wrath.copy()
    state.play("done")
    for number in range(20):
        world = state.redeal(0, number)
        assert "wrath" in world.position()["caesar"]["hand"]
        assert_is_allowed(world)


@pytest.mark.parametrize("game", [OLD, NEW], ids=["1997", "2024"])
def test_a_game_that_ended_for_want_of_a_place_shows_that_there_was_no_wrath(game: Game) -> None:
    """Caesar is blocked, with an action card that may be any but wrath."""
    groups = dict(zip(game.definition.edition.groups, game.definition.edition.patricians, strict=True))
    last = game.definition.edition.groups[2]
    state = game.from_position(
        {
            "stage": "turn",
            "active": "cleopatra",
            "cleopatra": {"hand": ["1"], "pile": [], "action_pile": [], "won": {**groups, last: 4}},
            "caesar": {"hand": ["1", "scout"], "table": {last: ["1", "2", "3", "4", "(5)"]}},
            "votes": {"left": [game.definition.edition.calls[-1]]},
        }
    )
    state.play(f"1 face down at {last}")
    assert state.outcome is not None and state.outcome.reason == "no place is left for influence cards"
    for number in range(60):
        world = state.redeal(0, number)
        assert "wrath" not in world.position()["caesar"]["hand"]
        assert_is_allowed(world)


def test_a_position_without_a_place_and_without_wrath_is_refused() -> None:
    full = {
        "hand": ["2", "4"],
        "table": {"censors": ["1", "1", "2", "3", "5"]},
        "won": {"praetors": 5, "quaestors": 5, "aediles": 5, "consuls": 3},
    }
    position = {"stage": "turn", "active": "caesar", "cleopatra": {"hand": ["3"]}, "caesar": full}
    with pytest.raises(PositionError, match=r"no wrath in hand, has ended the game \(CC24-E3\)"):
        NEW.from_position(position)
    for named in ("scout praetors", "wrath at censors"):
        after = {**position, "stage": "veto-draw", "named": named, "acted": True}
        with pytest.raises(PositionError, match="CC24-E3"):
            NEW.from_position(after)
    held = NEW.from_position({**position, "caesar": {**full, "hand": ["2", "4", "wrath"]}})
    assert [move.text for move in held.legal] == ["wrath at censors", "done"]
    assert held.redeal(0, 1).legal == held.legal


def test_a_lone_player_who_is_full_and_has_no_wrath_has_ended_the_game(alone_with_wrath: State) -> None:
    position = alone_with_wrath.position()
    position["caesar"] |= {"hand": ["1", "2", "scout", "scout"], "known": {}}
    del position["caesar"]["action_pile"]
    for stage in ("turn", "refill"):
        with pytest.raises(PositionError, match=r"no wrath in hand, has ended the game \(CC97-E4\)"):
            OLD.from_position({**position, "stage": stage})


# --- four passes (CC97-T13)


def test_a_match_ended_by_four_passes_is_read_back() -> None:
    *_, state = walk(OLD, 8, mostly_passing)
    assert state.outcome is not None and state.outcome.rule == "CC97-T13"
    assert_is_read_back(state)
    for seat in viewers(OLD):
        assert_is_allowed(state.redeal(seat, 1))
    for stage in ("turn", "over"):
        with pytest.raises(PositionError, match="empty_passes"):
            OLD.from_position({"stage": stage, "empty_passes": 4})
    assert OLD.from_position({"stage": "over", "reason": state.outcome.reason}).s.passes == 4


# --- positions that get stuck


def test_a_hand_with_nothing_to_exchange_beside_a_full_pile_is_refused() -> None:
    with pytest.raises(PositionError, match=r"cleopatra.hand: empty.*CC97-T7"):
        OLD.from_position({"stage": "turn", "active": "caesar", "caesar": {"hand": ["4"]}, "cleopatra": {"hand": []}})


def test_nobody_is_left_without_a_card_by_a_veto_or_a_spy() -> None:
    """In play a hand is never so small; set up by hand, its last card must be replaced."""
    small = {"stage": "vetoing", "active": "caesar", "named": "scout aediles", "acted": True, "resume": "after"}
    state = OLD.from_position({**small, "caesar": {"hand": ["4"]}, "cleopatra": {"hand": ["veto"]}})
    state.play("veto")
    assert [move.text for move in state.legal] == ["draw influence", "draw action"]
    state = OLD.from_position({**small, "caesar": {"hand": ["4"]}, "cleopatra": {"hand": ["veto", "1"]}})
    state.play("veto")
    assert "draw nothing" in [move.text for move in state.legal]


@pytest.mark.parametrize(
    ("resume", "hand", "refusal"),
    [("turn", ["veto"], "no influence card to place"), ("second", ["4"], "no place for a second card")],
)
def test_an_action_card_before_a_card_that_cannot_be_placed_is_refused(
    resume: str, hand: list[str], refusal: str
) -> None:
    position = {
        "stage": "vetoing",
        "active": "caesar",
        "named": "spy",
        "acted": True,
        "resume": resume,
        "cleopatra": {"hand": ["1", "veto"], "won": {"senators": 5, "praetors": 5, "censors": 3, "aediles": 3}},
        "caesar": {"hand": hand, "table": {"quaestors": ["1", "2", "3", "4", "5"]}},
    }
    with pytest.raises(PositionError, match=refusal):
        OLD.from_position(position)


# --- opening cards beside a castling (CC97-A12, CC24-A9)


def castled(*groups: str) -> State:
    """Castle two groups of Cleopatra's in the first turn, one opening card at each."""
    state = quadriga.load("caesar-cleopatra-2024", opening="veterans").new(seed=3)
    while state.position()["stage"] == "opening":
        state.play(state.legal[0])
    state.play("pick castling")
    state.play("pick scout")
    state.play("castle " + " and ".join(groups))
    if state.position()["stage"] == "vetoing":
        state.play("allow")
    while state.position()["stage"] == "castle":
        state.play(state.legal[0])
    return state


@pytest.mark.long
def test_a_castling_does_not_make_others_forget_the_opening_cards_it_did_not_touch() -> None:
    state = castled("praetors", "quaestors")
    untouched = ("aediles", "consuls", "censors")
    for seat in (1, None):
        side = state.view(seat)["sides"]["cleopatra"]
        assert [side["table"][group] for group in untouched] == 3 * [[{"card": "?", "up": False, "opening": True}]]
        assert side["known"]["opening"] == ["1", "2", "3", "4", "5"]
        found = set()
        for number in range(400):
            table = state.redeal(seat, number).position()["cleopatra"]["table"]
            cards = [card for cards in table.values() for card in cards]
            assert {card.split()[0] for card in cards} == {"(1", "(2", "(3", "(4", "(5"}
            found.add(tuple(table[group][0] for group in untouched))
        assert len(found) == 5 * 4 * 3, "every order of them may be true"


def mixed(*down: str) -> State:
    """Cleopatra has castled praetors and quaestors: an opening card and a card from the hand; two cards lie there."""
    return NEW.from_position(
        {
            "stage": "turn",
            "active": "caesar",
            "caesar": {"hand": ["1", "scout"], "table": {"aediles": ["1"]}},
            "cleopatra": {
                "hand": ["1"],
                "table": {
                    "praetors": [f"({card} castled)" for card in down],
                    "aediles": ["(1 opening)"],
                    "consuls": ["(2 opening)"],
                },
                "known": {"opening": ["1", "2", "3"], "all": ["3"], "hand": ["3"]},
            },
        }
    )


def opened(state: State, *groups: str) -> State:
    """Turn up Cleopatra's cards at groups, as a scout does."""
    state = state.copy()
    for group in groups:
        state.s.actions[1, 3], state.s.action_discard[1, 3], state.s.acted, state.s.stage = 1, 2, 0, 3
        state.s.action_pile[1, 3], state.s.to_move, state._actions = 0, 1, None
        state.play(f"scout {group}")
        if state.position()["stage"] == "vetoing":
            state.play("allow")
    return state


def test_a_castled_card_that_shows_an_opening_value_may_be_that_card_or_one_from_the_hand() -> None:
    """Of 1, 2, 3 one was castled with a 3 that was known to be in the hand or laid from it."""
    state = mixed("3", "3")
    both = opened(state, "praetors")
    known = both.view(1)["sides"]["cleopatra"]["known"]
    assert known == {"opening": ["1", "2"]}, "two cards shown, and one of them was the opening card"


def test_untouched_opening_cards_are_still_told_apart_after_a_castled_card_was_shown() -> None:
    state = NEW.from_position(
        {
            "stage": "turn",
            "active": "caesar",
            "caesar": {"hand": ["1", "scout"]},
            "cleopatra": {
                "hand": ["1", "4"],
                "table": {
                    "praetors": ["(3 castled)"],
                    "quaestors": ["(5 castled)"],
                    "aediles": ["(1 opening)"],
                    "consuls": ["(2 opening)"],
                },
                "known": {"opening": ["1", "2", "3"]},
            },
        }
    )
    shown = opened(state, "praetors")
    known = shown.view(1)["sides"]["cleopatra"]["known"]
    assert known == {"opening": ["1", "2"], "perhaps_opening": ["3"]}
    found = set()
    for number in range(300):
        table = shown.redeal(1, number).position()["cleopatra"]["table"]
        laid = {table["aediles"][0], table["consuls"][0]}
        assert laid < {"(1 opening)", "(2 opening)", "(3 opening)"} and len(laid) == 2
        if "(3 opening)" in laid:
            missing = "1" if "(2 opening)" in laid else "2"
            assert table["quaestors"] == [f"({missing} castled)"], "then the castled opening card lies there"
        found.add(frozenset(laid))
    assert len(found) == 3
    settled = opened(shown, "aediles", "quaestors")
    assert settled.view(1)["sides"]["cleopatra"]["known"] == {"opening": ["2"]}
    assert_is_allowed(settled.redeal(1, 1))


def test_two_equal_opening_cards_are_refused() -> None:
    table = {"aediles": ["(3 opening)"], "censors": ["(3 opening)"]}
    for game in (OLD, NEW):
        with pytest.raises(PositionError, match="impossible"):
            game.from_position({"stage": "turn", "cleopatra": {"table": table}})
