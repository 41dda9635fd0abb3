"""Whole matches through a pseudo terminal."""

from __future__ import annotations

import os
import random
import re
import signal
import time
from pathlib import Path

import pytest

import quadriga
from tests.terminal.terminal import CLEAR, Terminal, moves_of, plain

PROMPT = r"(Cleopatra|Caesar)> "
CARD = r"(\d|philosopher|assassination|spy|scout|castling|wrath|veto)"


def catch_up(state: quadriga.State, record: Path) -> None:
    for text in moves_of(record)[len(state.history) :]:
        state.play(text)


@pytest.mark.parametrize(
    ("name", "against", "seat", "size"),
    [
        ("caesar-cleopatra-2024", "random", "cleopatra", (24, 80)),
        ("caesar-cleopatra-2024", "greedy", "caesar", (40, 120)),
        ("caesar-cleopatra-1997", "greedy", "cleopatra", (24, 80)),
    ],
)
def test_a_whole_match_against_a_bot(name: str, against: str, seat: str, size: tuple[int, int], tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    state, chooser = quadriga.load(name).new(5), random.Random(5)
    me, other = state.game.seats.index(seat), "Caesar" if seat == "cleopatra" else "Cleopatra"
    arguments = ("play", name, "--against", against, "--seat", seat, "--seed", "5", "--record", str(record))
    with Terminal(*arguments, rows=size[0], columns=size[1]) as terminal:
        terminal.until(PROMPT)
        while terminal.code is None:
            catch_up(state, record)
            assert state.to_move == me and len(state.legal) > 1
            number = chooser.randrange(len(state.legal))
            terminal.line(chooser.choice((state.legal[number].text, str(number + 1))), PROMPT)
        shown = plain(terminal.shown)
    catch_up(state, record)
    assert terminal.code == 0 and state.outcome is not None and "Traceback" not in shown
    assert quadriga.replay(record.read_text()) == state
    assert f"The game is over: {state.outcome.reason}" in shown and f"({state.outcome.rule})" in shown
    assert not re.search(rf"{other} draws {CARD}|{other} lays {CARD} face down", shown)
    assert all(len(line) <= size[1] for line in shown.splitlines())


@pytest.mark.parametrize(("name", "seed"), [("caesar-cleopatra-2024", 7), ("caesar-cleopatra-1997", 6)])
def test_two_people_never_see_each_others_cards(name: str, seed: int, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    state, chooser = quadriga.load(name).new(seed), random.Random(seed)
    curtain = r"press Enter\. |to hide your cards\. "
    vetoes_without_choice = 0
    with Terminal("play", name, "--against", "person", "--seed", str(seed), "--record", str(record)) as terminal:
        terminal.until(curtain)
        at_keyboard = None
        while terminal.code is None:
            if terminal.shown.endswith((". ",)):
                at_keyboard = None
                terminal.line("", f"{PROMPT}|{curtain}")
                continue
            catch_up(state, record)
            seat = state.to_move
            assert seat is not None
            own, other = (state.game.seats[seat].capitalize(), state.game.seats[1 - seat].capitalize())
            assert terminal.shown.endswith(f"{own}> ")
            on_screen = plain(terminal.shown.rpartition(CLEAR)[2])
            assert not re.search(
                rf"{other}> |{other} draws {CARD}|{other} lays {CARD} face down|{other} puts {CARD}", on_screen
            )
            view = state.view(seat)
            if at_keyboard is None:  # the whole table is new: it says how many cards the other holds, not which
                hand = view["sides"][state.game.seats[1 - seat]]["hand"]
                if "?" in hand["influence"] + hand["actions"]:
                    held = f"hand {len(hand['influence'])} influence, {len(hand['actions'])} action"
                    assert re.search(rf"{other.upper()} +{held}", on_screen)
            at_keyboard = seat
            if view["stage"] == "vetoing":
                assert "Enter: allow." in " ".join(on_screen.split())
                vetoes_without_choice += len(state.legal) == 1
            enter = len(state.legal) == 1 or (view["stage"] == "vetoing" and chooser.random() < 0.5)
            terminal.line("" if enter else chooser.choice(state.legal).text, f"{PROMPT}|{curtain}")
    catch_up(state, record)
    assert terminal.code == 0 and state.outcome is not None and vetoes_without_choice
    assert "Traceback" not in terminal.shown and re.search(r"wins\.|A draw\.", terminal.shown)


def test_arrow_keys_do_not_bring_back_what_the_other_typed() -> None:
    with Terminal("play", "caesar-cleopatra-2024", "--against", "person", "--seed", "1") as terminal:
        terminal.until("Enter. ")
        terminal.line("", PROMPT)
        terminal.line("5;1;1;1;1", "cards. ")
        terminal.line("", "Enter. ")
        terminal.line("", "Caesar> ")
        shown = plain(terminal.line("\x1b[A\x1b[A", "Caesar> "))
        assert "5;1" not in shown


def test_tab_completes() -> None:
    with Terminal("play", "caesar-cleopatra-2024", "--seed", "1") as terminal:
        terminal.until(PROMPT)
        terminal.type("3 d p\t")
        terminal.until("face down at praetors ?")  # readline rewrites only what differs
        terminal.type("\n")
        assert "Cleopatra lays a 3 face down at the praetors." in terminal.until(PROMPT)


@pytest.mark.parametrize(("key", "code"), [("\x04", 0), ("\x03", 130), ("quit\n", 0), ("q\n", 0)])
def test_leaving_is_polite_and_says_how_to_save(key: str, code: int) -> None:
    with Terminal("play", "caesar-cleopatra-2024") as terminal:
        terminal.until(PROMPT)
        time.sleep(0.2)  # Python misses a Ctrl-C in the moment between the prompt and the waiting for a key
        terminal.type(key)
        shown = terminal.until("no such end")
        assert terminal.code == code and "--record FILE" in shown and "Traceback" not in terminal.shown


def test_ctrl_c_at_the_curtain_is_polite() -> None:
    with Terminal("play", "caesar-cleopatra-2024", "--against", "person") as terminal:
        terminal.until("Enter. ")
        time.sleep(0.2)
        terminal.type("\x03")
        assert "Until next time." in terminal.until("no such end") and terminal.code == 130


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colour_there_are_no_colours(environment: dict[str, str]) -> None:
    with Terminal("play", "caesar-cleopatra-2024", **environment) as terminal:
        terminal.until(PROMPT)
        terminal.line("1", PROMPT)
        assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", terminal.shown)
        if environment.get("TERM") == "dumb":
            assert "\x1b" not in terminal.shown


def test_a_terminated_match_keeps_its_record(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    with Terminal("play", "caesar-cleopatra-2024", "--seed", "1", "--record", str(record)) as terminal:
        terminal.until(PROMPT)
        terminal.line("1", PROMPT)
        os.kill(terminal.pid, signal.SIGKILL)
        terminal.until("no such end")
    assert quadriga.replay(record.read_text()).history == [
        quadriga.load("caesar-cleopatra-2024").move("1 face down at praetors").id
    ]


def test_the_board_is_there_before_anything_is_compiled(tmp_path: Path) -> None:
    """A level needs compiled rules; the person sees the board and moves while they are compiled, and is told so."""
    record = tmp_path / "match.txt"
    arguments = ("play", "caesar", "--against", "tiro", "--seed", "7", "--record", str(record))
    with Terminal(*arguments, rows=40, columns=120, QUADRIGA_CACHE_DIR=str(tmp_path / "cache")) as terminal:
        terminal.until("(Caesar|Pompey)> ")
        assert not list((tmp_path / "cache").rglob("*.done"))
        terminal.line("1", r"compiling how the computer thinks[^\x1b]*")
        assert len(moves_of(record)) == 1
