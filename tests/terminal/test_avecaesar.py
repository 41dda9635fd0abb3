"""Ave Caesar in the terminal: the track, the chariots, the menu, whole races."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import quadriga
from quadriga import State
from quadriga.games.avecaesar.tables import tracks
from quadriga.games.avecaesar.terminal.panel import letter, standing
from quadriga.games.avecaesar.terminal.track_map import LEAST_WIDTH, plan, track_map
from quadriga.games.avecaesar.terminal.ways import drives, spare_points
from quadriga.players import decide, player
from quadriga.terminal import renderer
from quadriga.terminal.choose import choose
from quadriga.terminal.match import Match
from quadriga.terminal.narration import verdict
from tests.conftest import walk
from tests.terminal.terminal import CLEAR, Terminal, moves_of, plain

COLOURS = ("Red", "Blue", "Green", "Yellow", "White", "Purple")
PROMPT = rf"({'|'.join(COLOURS)})> "
OPTIONS = [
    {},
    {"players": 3, "track": "circus-b", "uncrewed": 3},
    {"players": 2, "chariots": 3, "tournament": True},
    {"players": 4, "direction": "counter-clockwise", "uncrewed": 1},
]
DRAW = renderer(quadriga.load("ave-caesar"))


def catch_up(state: State, record: Path) -> None:
    for text in moves_of(record)[len(state.history) :]:
        state.play(text)


def screen(state: State, seat: int, width: int = 80, height: int = 16) -> str:
    view = state.view(seat)
    lines = [*DRAW.sized_table(view, width, height), *DRAW.hand(view, width)]
    if state.to_move == seat:
        lines += DRAW.menu(view, state.legal, width, short=False)
        return "\n".join([line.plain for line in lines] + [DRAW.question(view)])
    return "\n".join(line.plain for line in lines)


# --- whole races


@pytest.mark.parametrize(
    ("options", "against", "seat", "size", "environment"),
    [
        ({}, "greedy", "red", (24, 80), {}),
        ({"players": 3, "track": "circus-b", "uncrewed": 2}, "greedy", "blue", (40, 120), {"NO_COLOR": "1"}),
        ({"players": 2}, "random", "blue", (24, 80), {"TERM": "dumb", "PYTHONIOENCODING": "ascii"}),
    ],
)
def test_a_whole_race_against_bots(
    options: dict[str, object],
    against: str,
    seat: str,
    size: tuple[int, int],
    environment: dict[str, str],
    tmp_path: Path,
) -> None:
    record = tmp_path / "race.txt"
    state, chooser = quadriga.load("ave-caesar", **options).new(5), random.Random(5)
    given = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    arguments = ("play", "ave-caesar", *given, "--against", against, "--seat", seat, "--seed", "5")
    with Terminal(*arguments, "--record", str(record), rows=size[0], columns=size[1], **environment) as terminal:
        terminal.until(PROMPT)
        while terminal.code is None:
            catch_up(state, record)
            assert state.to_move == state.game.seats.index(seat) and len(state.legal) > 1
            number = chooser.randrange(len(state.legal))
            text = state.legal[number].text
            terminal.line(chooser.choice((text, text.replace(" to ", " "), str(number + 1))), PROMPT)
        shown = terminal.shown
    catch_up(state, record)
    assert terminal.code == 0 and state.outcome is not None and "Traceback" not in shown
    assert quadriga.replay(record.read_text()) == state
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", shown) or not environment
    assert "?" not in plain(shown) if "PYTHONIOENCODING" in environment else "·" in shown or size[0] > 24
    assert f"({state.outcome.rule})" in shown and f"{verdict(state.game, state.outcome)}." in shown
    others = "|".join(set(COLOURS) - {seat.capitalize()})
    assert re.search(rf"{seat.capitalize()} [^.]*draws a \d", plain(shown).replace("\n", " "))
    assert not re.search(rf"({others}) [^.]*draws a", plain(shown).replace("\n", " "))
    assert all(len(line) <= size[1] for line in plain(shown).splitlines())


def test_two_people_race_behind_a_curtain_and_both_vote(tmp_path: Path) -> None:
    record = tmp_path / "race.txt"
    state, chooser = quadriga.load("ave-caesar", players=2, uncrewed=1).new(3), random.Random(3)
    curtain = r"press Enter\. |to hide your cards\. "
    arguments = ("--against", "person", "--seed", "3", "--record", str(record))
    voters = set()
    with Terminal("play", "ave-caesar", "--option", "players=2", "--option", "uncrewed=1", *arguments) as terminal:
        terminal.until(curtain)
        while terminal.code is None:
            if terminal.shown.endswith(". "):
                terminal.line("", f"{PROMPT}|{curtain}")
                continue
            catch_up(state, record)
            assert state.to_move is not None and terminal.shown.endswith(f"{COLOURS[state.to_move]}> ")
            other = COLOURS[1 - state.to_move]
            on_screen = " ".join(plain(terminal.shown.rpartition(CLEAR)[2]).split())
            assert not re.search(rf"{other} [^.]*(draws a|votes for|abstains)|{other}> ", on_screen)
            view = state.view(state.to_move)
            if view["stage"] == "vote":
                voters.add(state.to_move)
                assert "Where do you vote to send it?" in on_screen
            else:
                assert f"hand {' '.join(map(str, view['chariots'][view['turn']]['hand']))}." in on_screen
            terminal.line(chooser.choice(state.legal).text, f"{PROMPT}|{curtain}")
    catch_up(state, record)
    assert terminal.code == 0 and state.outcome is not None and voters == {0, 1} and "Traceback" not in terminal.shown


def test_bots_vote_too() -> None:
    state, voters = quadriga.load("ave-caesar", players=3, uncrewed=3).new(2), set()
    while state.to_move is not None and len(voters) < 3:
        if state.view()["stage"] == "vote":
            voters.add(state.to_move)
        state.play(decide(player("greedy"), state))
    assert voters == {0, 1, 2}


# --- what is drawn


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_screen_of_a_seat_does_not_change_when_all_it_cannot_know_is_dealt_anew(options: dict[str, object]) -> None:
    for number, state in enumerate(walk(quadriga.load("ave-caesar", **options), 11)):
        if number % (7 if number < 100 else 28) == 0:
            for seat in range(len(state.game.seats)):
                assert screen(state, seat) == screen(state.redeal(seat, number), seat)


@pytest.mark.parametrize("width", [30, 40, 60, 80, 120])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_line_fits_and_the_menu_numbers_every_move_once(options: dict[str, object], width: int) -> None:
    for number, state in enumerate(walk(quadriga.load("ave-caesar", **options), 3)):
        if number % 20 or state.to_move is None:
            continue
        for short in (True, False):
            lines = DRAW.menu(state.view(state.to_move), state.legal, width, short=short)
            assert max(line.cell_len for line in lines) <= width
            numbers = [int(found) for line in lines for found in re.findall(r"\[(\d+)\]", line.plain)]
            assert sorted(numbers) == list(range(1, len(state.legal) + 1))
        for height in (10, 16, 40):
            table = DRAW.sized_table(state.view(state.to_move), width, height)
            assert max(line.cell_len for line in table) <= width
    assert max(line.cell_len for line in DRAW.score_sheet(state, max(60, width))) <= max(60, width)


@pytest.mark.parametrize("size", [(LEAST_WIDTH, 10), (49, 15), (70, 20), (91, 31)])
@pytest.mark.parametrize("number", [0, 1])
def test_every_space_has_its_own_place_on_the_map(number: int, size: tuple[int, int]) -> None:
    track = tracks()[number]
    drawn = plan(track.name, *size)
    taken = [(column + k, row) for column, row in drawn.spaces for k in (-1, 0, 1)]
    assert len(set(taken)) == len(taken) == 3 * len(track.spaces) and drawn.walls and drawn.line
    labels = {space: (chr(ord("A") + space % 26), "") for space in range(len(track.spaces))}
    shown = "\n".join(line.plain for line in track_map(track, True, labels, *size))
    assert len(re.findall("[A-Z]", shown)) == len(track.spaces) and ">>>" in shown
    assert shown.count("(") == sum(track.is_neck)
    assert "<<<" in "\n".join(line.plain for line in track_map(track, False, {}, *size))


def test_a_common_terminal_holds_track_chariots_news_and_menu() -> None:
    with Terminal("play", "ave-caesar", "--seed", "3") as terminal:
        terminal.until(PROMPT)
        terminal.line("1", PROMPT)
        on_screen = plain(terminal.shown).split("\n")[-24:]
    assert any("(a reconstructed track)" in line for line in on_screen) and any("card " in line for line in on_screen)
    assert "$" in "".join(on_screen) and "clockwise >>>" in "".join(on_screen)


def test_chariots_and_reachable_spaces_are_on_the_map() -> None:
    for state in walk(quadriga.load("ave-caesar"), 4):
        if state.to_move is None:
            break
        view = state.view(state.to_move)
        lines = [line.plain for line in DRAW.sized_table(view, 80, 16)]
        beside = next(line.index("#    lap") for line in lines if "#    lap" in line)
        drawn = "\n".join(line[:beside] for line in lines)
        for name, part in view["chariots"].items():
            assert (letter(name) in drawn) == (part["status"] == "racing")
        first = {drive.target: number for number, drive in reversed(drives(view)) if not drive.finishes}
        assert sorted(first.values()) == sorted(int(number) for number in re.findall(r"\d+", drawn))


# --- what is counted


@pytest.mark.parametrize("options", OPTIONS[:2], ids=str)
def test_what_a_move_loses_is_what_is_missing_afterwards(options: dict[str, object]) -> None:
    checked = missed = 0
    for seed in range(4):
        state, chooser = quadriga.load("ave-caesar", **options).new(seed), random.Random(seed)
        while state.to_move is not None:
            view, move = state.view(state.to_move), chooser.choice(state.legal)
            drive = dict(drives(view)).get(state.legal.index(move) + 1)
            name, before = view["turn"], view["chariots"][view["turn"]]
            state.play(move)
            after = state.view()["chariots"][name]
            if view["stage"] == "vote" or drive is None or after["status"] != "racing":
                continue
            spare, left = spare_points(view, before), spare_points(view, after)
            assert after["number"] == drive.target + 1 and drive.pays == (before["denarius"] and not after["denarius"])
            assert bool(drive.lap) == (after["crossings"] > before["crossings"])
            if spare is not None and left is not None and before["disqualified"] == after["disqualified"]:
                assert left == spare - drive.loses
                checked += 1
            missed += drive.misses
            assert not drive.misses or left is None or after["disqualified"]
    assert checked > 100 and missed


def test_the_standing_counts_the_finished_before_the_racing() -> None:
    *_, state = walk(quadriga.load("ave-caesar"), 1)
    game = quadriga.load("ave-caesar", players=3)
    chariots = {"red": {"space": "S5.1.1", "crossings": 1}, "blue": {"space": "S5.2.1", "crossings": 1},
                "green": {"space": "S6.1.1", "crossings": 2}}  # fmt: skip
    position = game.new(1).position()
    for name, part in chariots.items():
        position["chariots"][name] |= part
    assert standing(game.from_position(position).view()) == [("1", "green"), ("2", "red"), ("2", "blue")]
    assert {place for place, name in standing(state.view())} <= set("-123456")


def test_the_score_sheet_tells_every_race_and_all_laurels() -> None:
    state = quadriga.load("ave-caesar", players=3, tournament=True).new(2)
    while state.to_move is not None:
        state.play(decide(player("greedy"), state))
    assert state.outcome is not None
    lines = [line.plain for line in DRAW.score_sheet(state, 80)]
    assert "race 4" in lines[0] and "circus-b <<<" in lines[1]
    for seat, laurels in zip(state.game.seats, state.outcome.scores, strict=True):
        row = next(line for line in lines if line.startswith(seat.capitalize()))
        assert sum(map(int, re.findall(r"\+(\d)", row))) == laurels == int(row.split()[-1])


# --- what is read and told


def test_a_card_and_a_space_are_a_move_and_numbers_are_not_cut_short() -> None:
    game = quadriga.load("ave-caesar")
    legal = [game.move(text) for text in ("2 to 38", "5 to 38", "5 to 41", "6 over the line")]
    for text in ("5 38", "5 to 38", " 5  TO 38", "2"):
        assert choose(text, legal, game.moves).move == legal[1]
    assert choose("6 line", legal, game.moves).move == legal[3] == choose("6 o", legal, game.moves).move
    wrong = choose("5 3", legal, game.moves)
    assert wrong.move == game.move("5 to 3") and not wrong.legal


def test_news_are_short_and_keep_secrets() -> None:
    match, chooser = Match(quadriga.load("ave-caesar", players=3, uncrewed=3, tournament=True), 3), random.Random(3)
    heard = ""
    while match.state.to_move is not None:
        match.play(chooser.choice(match.state.legal))
        told = DRAW.narrate(match.news(0), 80)
        heard += " ".join(line.plain for line in told) + " "
    assert re.search(r"Red \d to \d+, (lap 1, )?draws a \d\.", heard) and "Red votes for" in heard
    assert not re.search(r"(Blue|Green)[^.:]* (draws a|votes|abstains)", heard)
    assert re.search(r"Uncrewed 2: turns a \d", heard) and "Race 2 begins on circus-b, clockwise" in heard


def test_the_first_news_are_the_start_cards_and_an_undo_keeps_them() -> None:
    match = Match(quadriga.load("ave-caesar", players=3), 1)
    first = " ".join(line.plain for line in DRAW.narrate(match.news(1), 80))
    assert first.startswith("Red turns a 1 for the start. Blue turns a 3 for the start. Green turns a 3")
    assert "Race 1 begins on circus-a, clockwise; Blue starts." in first
    assert "Red draws" not in first and first.count("draws a") == 3
    assert match.news(1) == []
    match.play(match.state.legal[0])
    assert match.take_back(1) and [event.kind for event in match.history(0)][:2] == ["start-card", "start-card"]


def test_a_skip_says_its_reason_and_clause_in_few_words() -> None:
    state = quadriga.load("ave-caesar", players=2).from_position(
        {
            "turn": "blue",
            "opened": True,
            "chariots": {
                "red": {"space": "S12.1.1", "crossings": 1, "hand": [6, 6, 6]},
                "blue": {"space": "S5.1.1", "crossings": 1, "hand": [1, 1, 1]},
            },
        }
    )
    told = DRAW.narrate([event.seen_by("blue") for event in state.play(state.legal[0])], 80)
    assert "Red leads with nothing but 6s and is skipped (AVE-L3)." in " ".join(line.plain for line in told)


def test_nobody_wins_when_nobody_is_placed() -> None:
    for seed in range(30):
        *_, state = walk(quadriga.load("ave-caesar", players=3), seed)
        if state.outcome is not None and not state.outcome.winners:
            assert verdict(state.game, state.outcome) == "Nobody wins"
            return
    raise AssertionError("somebody always won")
