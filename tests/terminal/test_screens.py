"""What is drawn for a seat: everything it may see, and nothing else."""

from __future__ import annotations

import random
import re

import pytest

import quadriga
from quadriga import Game, State
from quadriga.terminal import renderer
from quadriga.terminal.match import Match
from quadriga.terminal.narration import narrate
from quadriga.terminal.rules import find, lines_of
from tests.conftest import FEW, label, walk


def screen(state: State, seat: int, width: int = 80) -> str:
    draw = renderer(state.game)
    view = state.view(seat)
    lines = [*draw.table(view, width), *draw.hand(view, width)]
    if state.to_move == seat:
        lines += draw.menu(view, state.legal, width, short=False)
        return "\n".join([line.plain for line in lines] + [draw.question(view)])
    return "\n".join(line.plain for line in lines)


@pytest.mark.parametrize("game", FEW, ids=label)  # drawn from a view, of which tests/games knows every option
def test_the_screen_of_a_seat_does_not_change_when_all_it_cannot_know_is_dealt_anew(game: Game) -> None:
    for number, state in enumerate(walk(game, 11)):
        if number % (4 if number < 100 else 20):
            continue  # a tournament is long, and later positions are much alike
        for seat in range(len(game.seats)):
            assert screen(state, seat) == screen(state.redeal(seat, number), seat)


@pytest.mark.parametrize("width", [80, 120])
def test_every_line_fits(edition: Game, width: int) -> None:
    draw = renderer(edition)
    for seed in range(2):
        for number, state in enumerate(walk(edition, seed)):
            for seat in range(2) if number % 2 == seed else ():
                view = state.view(seat)
                lines = draw.table(view, width)
                for short in (False, True):
                    lines += draw.menu(view, state.legal, width, short=short)
                assert max(line.cell_len for line in lines) <= width
        assert max(line.cell_len for line in draw.score_sheet(state, width)) <= width


def test_the_full_menu_numbers_every_legal_move_once(edition: Game) -> None:
    for state in walk(edition, 2):
        if state.to_move is None:
            return
        lines = renderer(edition).menu(state.view(state.to_move), state.legal, 80, short=False)
        numbers = [int(number) for line in lines for number in re.findall(r"\[(\d+)\]", line.plain)]
        assert sorted(numbers) == list(range(1, len(state.legal) + 1))


def test_own_face_down_cards_are_readable_to_their_owner_only() -> None:
    game = quadriga.load("caesar-cleopatra-2024")
    state = game.from_position(
        {"stage": "turn", "active": "caesar", "caesar": {"table": {"censors": ["5", "2", "(3)"]}}}
    )
    assert re.search(r"down .*│ +3\n", screen(state, 1) + "\n") and "2 5 = 7" in screen(state, 1)
    assert re.search(r"down .*│ +\?\n", screen(state, 0) + "\n") and "2 5 = 7" in screen(state, 0)


def test_chances_of_the_next_vote_leave_out_finished_groups() -> None:
    game = quadriga.load("caesar-cleopatra-1997", action_pile="shuffled")
    won = {"won": {"senators": 5}}
    state = game.from_position(
        {"stage": "turn", "cleopatra": won, "votes": {"left": ["senators", "censors", "orgy (shuffle)"]}}
    )
    shown = screen(state, 0)
    assert "all won" in shown and "3 left · 50 %" in shown and "orgy (shuffle) 50 %" in shown


def test_what_was_named_is_shown_when_a_veto_is_decided() -> None:
    game = quadriga.load("caesar-cleopatra-2024")
    for state in walk(game, 4):
        if state.to_move is not None and state.view(state.to_move)["stage"] == "vetoing":
            view = state.view(state.to_move)
            assert view["named"] in renderer(game).question(view)
            return
    raise AssertionError("no veto was decided")


def test_the_score_sheet_adds_up_to_the_points(cleopatra: Game) -> None:
    for seed in range(3):
        *_, state = walk(cleopatra, seed)
        lines = [line.plain.split() for line in renderer(cleopatra).score_sheet(state, 80)]
        sums = [line for line in lines if line and line[0] == "sum"]
        rows = [[0 if cell == "·" else int(cell) for cell in line[1:]] for line in sums]
        assert state.outcome is not None and [row[-1] for row in rows] == list(state.outcome.scores)
        assert all(sum(row[:-1]) == row[-1] for row in rows)


def test_news_and_log_are_redacted_to_the_seat() -> None:
    match = Match(quadriga.load("caesar-cleopatra-2024"), 3)
    chooser = random.Random(3)
    heard = ["", ""]
    while match.state.to_move is not None:
        match.play(chooser.choice(match.state.legal))
        for seat in range(2):
            heard[seat] += " ".join(line.plain for line in narrate(match.news(seat), 10_000)) + " "
    card = r"an? (\d|philosopher|assassination|scout|castling|wrath|veto)"
    for seat, other in ((0, "Caesar"), (1, "Cleopatra")):
        own = match.game.seats[seat].capitalize()
        assert re.search(rf"{own} draws {card}", heard[seat]) and re.search(
            rf"{own} lays {card} face down", heard[seat]
        )
        assert re.search(rf"{own} keeps the mission:", heard[seat])
        assert not re.search(rf"{other} (draws {card}|keeps the mission)", heard[seat])
        assert not re.search(rf"{other} lays {card} face down", heard[seat])
        assert re.search(rf"{other} lays {card} face up", heard[seat])


def test_taking_back_goes_to_the_last_choice_and_plays_on_alike() -> None:
    game = quadriga.load("caesar-cleopatra-2024")
    match, chooser = Match(game, 8), random.Random(8)
    choices: list[tuple[int, int]] = []
    for _ in range(60):
        if match.state.to_move == 1 and len(match.state.legal) > 1:
            choices.append((len(match.state.history), len(match.log)))
        match.play(chooser.choice(match.state.legal))
    whole = match.state.copy()
    for moves, events in reversed(choices):
        assert match.take_back(1)
        assert (len(match.state.history), len(match.log), match.state.to_move) == (moves, events, 1)
    assert not match.take_back(1)
    for action in whole.history[len(match.state.history) :]:
        match.play(game.moves[action])
    assert match.state == whole


def test_clauses_are_found_by_number_and_by_word() -> None:
    book = quadriga.rulebook("caesar-cleopatra-1997")
    assert [clause.id for clause in find(book, "cc97-t3")] == ["CC97-T3"] == [clause.id for clause in find(book, "T3")]
    assert all("orgy" in f"{c.text}{c.ruling}".lower() for c in find(book, "orgy")) and find(book, "orgy")
    assert len(find(book, "")) == len(book) and find(book, "zebra") == []
    assert all(line.cell_len <= 80 for clause in book.clauses for line in lines_of(clause, 80))
