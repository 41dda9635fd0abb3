"""Bad input gets a clear error and changes nothing."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quadriga
from quadriga import (
    Game,
    IllegalMove,
    OptionError,
    PositionError,
    QuadrigaError,
    RecordError,
    UnknownGame,
)

from .conftest import EDITIONS, GAMES, walk

OLD, NEW = EDITIONS[:2]
relaxed = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@pytest.mark.parametrize("name", ["", "chess", "caesar-cleopatra", "CAESAR-CLEOPATRA-1997", None, 7, ["x"]])
def test_an_unknown_game_names_the_games(name) -> None:
    with pytest.raises(UnknownGame, match="ave-caesar, caesar, caesar-cleopatra-1997, caesar-cleopatra-2024"):
        quadriga.load(name)


def test_an_unknown_option_names_the_options() -> None:
    with pytest.raises(OptionError, match="no option 'orgy'; its options are: action_pile, orgies"):
        quadriga.load("caesar-cleopatra-1997", orgy="fading")
    with pytest.raises(OptionError, match="no option 'orgies'; its options are: opening, starter"):
        quadriga.load("caesar-cleopatra-2024", orgies="fading")


@pytest.mark.parametrize("value", ["Fading", "", None, 1, True, ["fading"], ("fading", "one-less")])
def test_a_wrong_choice_names_what_is_allowed(value) -> None:
    with pytest.raises(OptionError, match=r"option orgies=.* choose one of 'printed', 'fading', 'one-less'"):
        quadriga.load("caesar-cleopatra-1997", orgies=value)


@pytest.mark.parametrize("seed", [-1, 2**128, 1.0, "7", True, b"7"])
def test_a_wrong_seed_is_refused(seed) -> None:
    with pytest.raises(QuadrigaError, match="seed"):
        NEW.new(seed)
    with pytest.raises(QuadrigaError, match="seed"):
        NEW.new(0).redeal(0, seed)


@pytest.mark.parametrize("seat", [-1, 2, 0.5, "cleopatra", True])
def test_a_wrong_seat_is_refused(seat) -> None:
    with pytest.raises(QuadrigaError, match="seat must be None or 0 to 1"):
        NEW.new(0).view(seat)
    with pytest.raises(QuadrigaError, match="seat must be None or 0 to 1"):
        NEW.new(0).redeal(seat, 1)


HOSTILE = [-1, 169, 10**30, 1.0, None, True, b"done", [1], "", "  ", "done\0", "3 face", "x" * 10**6, "१ face down at praetors",
           "done; done", "3 face down at senators", "\u202edone", {"id": 1}]  # fmt: skip


@pytest.mark.parametrize("move", HOSTILE, ids=lambda move: repr(move)[:20])
def test_what_is_no_move_is_refused_and_changes_nothing(move) -> None:
    state = NEW.new(1)
    before = state.bits.tobytes()
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    assert len(str(error.value)) < 300
    assert state.bits.tobytes() == before
    assert state.history == []


def test_a_move_out_of_turn_is_refused() -> None:
    state = NEW.new(1)
    with pytest.raises(IllegalMove, match="seat 1 may not move now; it is for cleopatra to decide"):
        state.play(state.legal[0], seat=1)
    state.play(state.legal[0], seat=0)
    with pytest.raises(IllegalMove) as error:
        state.play("veto")
    assert error.value.rule == "CC24-S2"


def test_a_finished_game_takes_no_move() -> None:
    *_, state = walk(NEW, 5)
    with pytest.raises(IllegalMove) as error:
        state.play("done")
    assert error.value.rule == state.outcome.rule
    with pytest.raises(IllegalMove, match="the game is over"):
        state.play("done", seat=0)


def test_a_rule_that_fails_in_the_middle_leaves_the_state_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    state = NEW.new(3)
    before = state.bits.tobytes()

    def fail(s, action) -> None:
        s.stage = 9
        s.hand[0, 3] = 0
        raise KeyboardInterrupt

    monkeypatch.setitem(NEW.interpreted, "act", fail)
    with pytest.raises(KeyboardInterrupt):
        state.play(state.legal[0])
    assert state.bits.tobytes() == before
    assert state.history == []


# --- positions

TURN = {"stage": "turn"}
IMPOSSIBLE = [
    (OLD, [], "mapping"),
    (OLD, {"stages": "turn"}, "unknown field 'stages'"),
    (OLD, {"stage": "lunch"}, "stage: 'lunch' is not one of arrange"),
    (OLD, {**TURN, "seed": -1}, "seed"),
    (OLD, {**TURN, "active": "brutus"}, "active: 'brutus' is not one of cleopatra, caesar"),
    (OLD, {**TURN, "cleopatra": {"hand": ["6"]}}, r"cleopatra\.hand: '6' is not one of philosopher, 1"),
    (OLD, {**TURN, "cleopatra": {"hand": "1"}}, r"cleopatra\.hand: a list of cards is due"),
    (OLD, {**TURN, "cleopatra": {"hand": ["1"] * 5, "table": {"aediles": ["1"] * 3}}}, "cleopatra: 8 x 1, there are 7"),
    (OLD, {**TURN, "cleopatra": {"hand": ["philosopher"] * 3}}, "cleopatra: 3 x philosopher, there are 2"),
    (OLD, {**TURN, "cleopatra": {"hand": ["veto"] * 3}}, "cleopatra: 3 x veto, there are 2"),
    (OLD, {**TURN, "cleopatra": {"table": {"aediles": ["1", "1", "2", "2", "3", "3"]}}}, "6 cards, at most 5 of one side"),
    (OLD, {**TURN, **{p: {"hand": [], "table": {"aediles": ["1", "2", "3", "4", "5"][:n]}} for p, n in (("cleopatra", 5), ("caesar", 4))}},
     r"table\.aediles: 9 cards, at most 8 of both"),
    (OLD, {**TURN, "caesar": {"won": {"aediles": 3}, "table": {"aediles": ["1"]}}}, "all aediles are won, no card can lie there"),
    (OLD, {**TURN, "caesar": {"won": {"aediles": 2}}, "cleopatra": {"won": {"aediles": 2}}}, "3 aediles in all, more are won"),
    (OLD, {**TURN, "caesar": {"won": {"aediles": 4}}}, r"caesar\.won\.aediles: '4' is not a number from 0 to 3"),
    (OLD, {**TURN, "caesar": {"hand": ["1", "2", "3", "4", "5", "1"]}}, r"caesar\.hand: 6 cards, at most 5"),
    (OLD, {**TURN, "caesar": {"missions": ["one-of-every", "most-consuls"]}}, "has a bonus for each side"),
    (OLD, {**TURN, "caesar": {"bonus": "censors"}}, r"caesar\.bonus: 'censors' is not one of senators, praetors, quaestors"),
    (OLD, {**TURN, "votes": {"left": ["senators"]}}, r"votes\.left: orgy \(shuffle\) never leaves"),
    (OLD, {**TURN, "votes": {"left": ["senators", "senators", "orgy (shuffle)"]}}, "2 x senators, there are 1"),
    (OLD, {**TURN, "cleopatra": {"pile": ["1"], "discard": []}}, "is missing; leave out pile or discard"),
    (OLD, {"stage": "vetoing"}, "named: the stage vetoing needs the action"),
    (OLD, {"stage": "castle", "named": "castle senators and praetors"}, "lifted: cards are lifted at the stage castle"),
    (OLD, {**TURN, "lifted": ["1"]}, "lifted: cards are lifted at the stage castle"),
    (OLD, {"stage": "exchange"}, "exchanged: the stage exchange needs"),
    (OLD, {**TURN, "cleopatra": {"known": {"hand": ["philosopher"]}}}, "more is known than is there"),
    (OLD, {**TURN, "turn": "12"}, "turn: '12' is not a number"),
    (OLD, {**TURN, "acted": 1}, "acted: '1' is neither true nor false"),
    (NEW, {**TURN, "cleopatra": {"hand": ["spy"]}}, "cleopatra: 1 x spy, there are 0"),
    (NEW, {**TURN, "cleopatra": {"bonus": "praetors"}}, "has missions for each side"),
    (NEW, {**TURN, "cleopatra": {"missions": ["one-of-every"]}}, "two different missions are due"),
    (NEW, {**TURN, **{p: {"missions": ["one-of-every", "most-consuls"]} for p in ("cleopatra", "caesar")}}, "both sides hold"),
    (NEW, {**TURN, "cleopatra": {"hand": ["scout"], "pile": []}}, "begins at the stage after"),
    (NEW, {**TURN, "cleopatra": {"won": {"censors": 3}}, "votes": {"left": ["censors", "black"]}}, "their bust has left the game"),
    (NEW, {"stage": "refill"}, "has a full hand and nothing to refill"),
    (NEW, {"stage": "castle", "named": "scout praetors", "lifted": ["1"]}, "it is a castle, not 'scout praetors'"),
    (OLD, {**TURN, "cleopatra": {"hand": ["scout"], "pile": []}}, "takes no turns"),
    (NEW, {**TURN, "cleopatra": {"table": {"senators": ["1"]}}}, "unknown field 'senators'"),
    (NEW, {**TURN, "cleopatra": {"table": {"aediles": ["(3", "3)"]}}}, r"'\(3' is not one of"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "position", "message"), IMPOSSIBLE, ids=[case[2][:40] for case in IMPOSSIBLE])
def test_an_impossible_position_says_why(game: Game, position, message: str) -> None:
    with pytest.raises(PositionError if "seed" not in message else QuadrigaError, match=message):
        game.from_position(position)


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["1", "(3)", "veto", "turn", "caesar"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5) | st.sampled_from(["hand", "table", "known"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@relaxed
@given(st.integers(0, len(GAMES) - 1), st.integers(0, 300), st.randoms(use_true_random=False), junk)
def test_a_position_with_a_part_replaced_by_junk_is_refused_or_sound(
    index: int, steps: int, chooser: random.Random, value
) -> None:
    state = GAMES[index].new(steps)
    for _ in range(steps):
        if state.to_move is not None:
            state.play(chooser.choice(state.legal))
    position = json.loads(json.dumps(state.position()))
    target = position
    while True:
        key = chooser.choice(sorted(target)) if target else None
        if key is None or not isinstance(target[key], dict) or chooser.random() < 0.3:
            break
        target = target[key]
    if key is not None:
        target[key] = value
    try:
        found = GAMES[index].from_position(position)
    except QuadrigaError as error:
        assert len(str(error)) < 500
    else:
        assert GAMES[index].from_position(found.position()) == found
        while found.to_move is not None:
            found.play(chooser.choice(found.legal))


# --- records


def test_positions_records_and_moves_go_round(game: Game) -> None:
    for number, state in enumerate(walk(game, 77)):
        if number % 9 == 0 and (number < 100 or number % 45 == 0):  # a tournament is long
            again = game.from_position(json.loads(json.dumps(state.position())))
            assert again == state
            assert again.position() == state.position()
            assert eval(repr(state), {"quadriga": quadriga}) == state
            assert quadriga.replay(state.record()) == state
            if again.to_move is not None:
                again.play(again.legal[0])
                assert quadriga.replay(again.record()) == again
    for move in game.moves:
        assert game.move(move.text) == move
        assert game.move(f"  {move.text.upper()} ".replace(" ", "  ")) == move
    assert len({move.text for move in game.moves}) == game.num_actions


def test_a_truncated_record_is_refused(edition: Game) -> None:
    *_, state = walk(edition, 9)
    text = state.record()
    lines = text.split("\n")
    announced = next(number for number, line in enumerate(lines, 1) if line.startswith("[Moves"))
    for keep in range(announced, len(lines) - 1):  # with less it is the beginning of a match in the short form
        with pytest.raises(RecordError):
            quadriga.replay("\n".join(lines[:keep]))


def test_an_edited_record_is_refused(edition: Game) -> None:
    *_, state = walk(edition, 11)
    lines = state.record().split("\n")
    first = lines.index("") + 1
    chooser = random.Random(5)
    refused = 0
    for _ in range(60):
        at = chooser.randrange(first, len(lines) - 1)
        other = chooser.choice(edition.moves).text
        changed = [*lines[:at], f"{at - first + 1}. {other}", *lines[at + 1 :]]
        if changed != lines:
            with pytest.raises(RecordError, match=r"line \d+|tag (Check|Result)"):
                quadriga.replay("\n".join(changed))
            refused += 1
    assert refused > 40


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Seed "', '[Seed "1', "line|tag"),
        ('[Version "2"]', '[Version "3"]', "tag Version: rules version 3, this library plays 2"),
        ('[Game "caesar-cleopatra-2024"]', "", "tag Game is missing"),
        ('[Seed "', '[Sead "', "tag Seed is missing"),
        ('[Version "2"]', '[Version "2"]\n[Version "2"]', "tag Version stands twice"),
        ('[Game "caesar-cleopatra-2024"]', '[Game "go"]', "tag Game: there is no game 'go'"),
        ("opening=veto", "opening=lunch", "tag Options: option opening='lunch'"),
        ("opening=veto", "opening", "tag Options"),
        ("opening=veto", "opening=veterans", "line|tag"),
        ("[Result ", "[Result: ", "is not a tag like"),
        ("1. ", "2. ", "move 2 where move 1 is due"),
        ("1. ", "one. ", "is not a move of"),
        ("1. ", "1. 1. ", "move 1 where move 1 is due"),
        ("1. ", "{unclosed 1. ", "a comment is not closed"),
        ("1. ", "(1. ", "a variation stands behind the move"),
        ("1. ", ") 1. ", "closes no variation"),
        ("1. ", "!! 1. ", "stands behind the move"),
        ("\n2. ", " ??? \n2. ", "is not one of"),
        ("\n2. ", " $256 \n2. ", "is not a glyph"),
        ("\n2. ", " (1. pass \n2. ", "a variation is not closed|line"),
        ("\n2. ", " () \n2. ", "without a move"),
        ('[Moves "', '[Moves "9', "moves announced"),
        ('[Check "', '[Check "0', "tag Check"),
        ('[Seed "', '[Seed "-', "tag Seed: .* is not a number"),
        ('[Seed "', '[Seed "٣', "tag Seed: .* is not a number"),
        ('[Check "', '[Position "{seed: 3}"]\n[Check "', "line|tag"),
        ('[Check "', '[Position "{"]\n[Check "', "tag Position"),
        ('[Check "', '[Position "[]"]\n[Check "', "tag Position"),
    ],
)  # fmt: skip
def test_a_broken_tag_is_named(old: str, new: str, message: str) -> None:
    *_, state = walk(NEW, 12)
    text = state.record()
    assert old in text
    with pytest.raises(RecordError, match=message):
        quadriga.replay(text.replace(old, new, 1))


def test_a_record_of_another_game_or_options_is_refused() -> None:
    record = NEW.new(1).record()
    with pytest.raises(RecordError, match="tag Game: this is a record of 'caesar-cleopatra-2024'"):
        OLD.replay(record)
    with pytest.raises(RecordError, match="tag Options"):
        quadriga.load("caesar-cleopatra-2024", opening="veterans").replay(record)


@relaxed
@given(st.text() | st.binary())
def test_any_text_is_refused_as_a_record(text) -> None:
    with pytest.raises(RecordError):
        quadriga.replay(text)


@relaxed
@given(st.integers(0, 10**6), st.text(max_size=4), st.integers(0, 30))
def test_a_record_with_characters_replaced_never_fails_otherwise(at: int, insert: str, length: int) -> None:
    text = RECORD
    at %= len(text)
    changed = text[:at] + insert + text[at + length :]
    try:
        state = quadriga.replay(changed)
    except RecordError:
        return
    assert quadriga.replay(state.record()) == state
    assert [move.id for move in map(state.game.move, quadriga.notation.parse(changed).texts)] == state.history


*_, _LAST = walk(NEW, 12)
RECORD = _LAST.record()
