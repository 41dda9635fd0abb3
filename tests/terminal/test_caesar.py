"""Caesar! in the terminal: the map, what lies beside it, the menu, Crassus, whole matches."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import quadriga
from quadriga import Outcome, State
from quadriga.games.caesar.components import components
from quadriga.games.caesar.moves import BORDER_NAMES, PROVINCE_NAMES
from quadriga.games.caesar.terminal.menu import closing_words, search
from quadriga.games.caesar.terminal.panel import by_symbol, panel
from quadriga.games.caesar.terminal.province_map import Box, draw, middle, plan
from quadriga.games.caesar.terminal.signs import COMPACT, LARGE, MEDIUM
from quadriga.terminal import renderer
from quadriga.terminal.match import Match
from quadriga.terminal.narration import verdict
from tests.conftest import walk
from tests.terminal.terminal import CLEAR, Terminal, moves_of, plain

PROMPT = r"(Caesar|Pompey)> "
ALL_MODULES = ("poison", "centurions", "border-control")
OPTIONS: list[dict[str, object]] = [
    {},
    {"modules": ALL_MODULES},
    {"solo": "medium"},
    {"solo": "high", "side": "pompey", "ruthless": True, "modules": ALL_MODULES},
]
SIZES = (COMPACT, MEDIUM, LARGE)
TOKEN = r"(sword|shield|ship|wild)"
DRAW = renderer(quadriga.load("caesar"))


def catch_up(state: State, record: Path) -> None:
    for text in moves_of(record)[len(state.history) :]:
        state.play(text)


def given(options: dict[str, object]) -> list[str]:
    """Write options as the command takes them."""
    texts = quadriga.load("caesar", **options).option_texts
    return [word for name in options for word in ("--option", f"{name}={texts[name]}")]


def screen(state: State, seat: int, width: int = 80, height: int = 16) -> str:
    view = state.view(seat)
    lines = [*DRAW.sized_table(view, width, height), *DRAW.hand(view, width)]
    if state.to_move == seat:
        for short in (False, True):
            lines += DRAW.menu(view, state.legal, width, short=short)
        return "\n".join([line.plain for line in lines] + [DRAW.question(view)])
    return "\n".join(line.plain for line in lines)


def at(position: dict[str, object], **options: object) -> State:
    """Set up a position."""
    return quadriga.load("caesar", **options).from_position({"seed": 7, **position})


def drawn(state: State, size: int, seat: int = 0) -> str:
    return "\n".join(line.plain for line in draw(state.view(seat), plan(size)))


# --- whole matches


@pytest.mark.parametrize(
    ("options", "against", "seat", "size", "environment"),
    [
        ({}, "greedy", "caesar", (24, 80), {}),
        ({"modules": ALL_MODULES}, "greedy", "pompey", (40, 100), {"NO_COLOR": "1"}),
        ({}, "random", "pompey", (24, 80), {"TERM": "dumb", "PYTHONIOENCODING": "ascii"}),
    ],
)
def test_a_whole_match_of_two(
    options: dict[str, object],
    against: str,
    seat: str,
    size: tuple[int, int],
    environment: dict[str, str],
    tmp_path: Path,
) -> None:
    record = tmp_path / "match.txt"
    state, chooser = quadriga.load("caesar", **options).new(5), random.Random(5)
    arguments = ("play", "caesar", *given(options), "--against", against, "--seat", seat, "--seed", "5")
    with Terminal(*arguments, "--record", str(record), rows=size[0], columns=size[1], **environment) as terminal:
        terminal.until(PROMPT)
        while terminal.code is None:
            catch_up(state, record)
            assert state.to_move == state.game.seats.index(seat) and len(state.legal) > 1
            number = chooser.randrange(len(state.legal))
            terminal.line(chooser.choice((state.legal[number].text, str(number + 1))), PROMPT)
        shown = plain(terminal.shown)
    catch_up(state, record)
    assert terminal.code == 0 and state.outcome is not None and "Traceback" not in shown
    assert quadriga.replay(record.read_text()) == state
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", terminal.shown) or not environment
    assert not environment.get("PYTHONIOENCODING") or shown.isascii()
    assert f"({state.outcome.rule})" in shown and f"{verdict(state.game, state.outcome)}." in shown
    other = "Pompey" if seat == "caesar" else "Caesar"
    assert re.search(rf"{seat.capitalize()} draws {TOKEN}", shown)
    assert not re.search(rf"{other} draws {TOKEN}", shown)
    assert all(len(line) <= size[1] for line in shown.splitlines())


@pytest.mark.parametrize(
    ("options", "size"),
    [({"solo": "low"}, (24, 80)), ({"solo": "high", "side": "pompey", "modules": ALL_MODULES}, (50, 140))],
)
def test_a_whole_solo_match_where_enter_turns_the_tile(
    options: dict[str, object], size: tuple[int, int], tmp_path: Path
) -> None:
    record = tmp_path / "match.txt"
    state, chooser = quadriga.load("caesar", **options).new(8), random.Random(8)
    arguments = ("play", "caesar", *given(options), "--seed", "8", "--record", str(record))
    tiles = 0
    with Terminal(*arguments, rows=size[0], columns=size[1]) as terminal:
        terminal.until(PROMPT)
        while terminal.code is None:
            catch_up(state, record)
            if state.view()["stage"] == "crassus":
                tiles += 1
                assert "Crassus. Enter: turn the tile." in plain(terminal.shown)[-400:]
                told = plain(terminal.line("", PROMPT))
                assert re.search(r"Crassus turns tile [A-E]: ", " ".join(told.split()))
            else:
                terminal.line(chooser.choice(state.legal).text, PROMPT)
        shown = plain(terminal.shown)
    catch_up(state, record)
    assert terminal.code == 0 and state.outcome is not None and tiles and "Traceback" not in shown
    wins = "wins" if state.outcome.winners else "loses to Crassus"
    assert f"{state.game.seats[0].capitalize()} {wins}." in shown
    assert all(len(line) <= size[1] for line in shown.splitlines())


def test_two_people_never_see_each_others_supply(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    state, chooser = quadriga.load("caesar", modules=("poison",)).new(3), random.Random(3)
    curtain = r"press Enter\. |to hide your cards\. "
    arguments = ("--against", "person", "--seed", "3", "--record", str(record))
    with Terminal("play", "caesar", "--option", "modules=poison", *arguments) as terminal:
        terminal.until(curtain)
        while terminal.code is None:
            if terminal.shown.endswith(". "):
                terminal.line("", f"{PROMPT}|{curtain}")
                continue
            catch_up(state, record)
            assert state.to_move is not None
            other = ("Pompey", "Caesar")[state.to_move]
            on_screen = " ".join(plain(terminal.shown.rpartition(CLEAR)[2]).split())
            assert not re.search(rf"{other}> |{other} draws {TOKEN}", on_screen)
            assert not re.search(
                rf"{other.upper()} control [a-z0-9, ]*senate \d(, \d under)? supply {TOKEN}", on_screen
            )
            enter = len(state.legal) == 1
            terminal.line("" if enter else chooser.choice(state.legal).text, f"{PROMPT}|{curtain}")
    catch_up(state, record)
    assert terminal.code == 0 and state.outcome is not None and "Traceback" not in terminal.shown


def test_a_tile_is_turned_without_asking_when_moves_are_typed_ahead() -> None:
    with Terminal("play", "caesar", "--option", "solo=low", "--seed", "3") as terminal:
        terminal.until(PROMPT)
        terminal.line("", PROMPT)
        shown = plain(terminal.line("1;sicilia", PROMPT))
    assert "Your only move: turn the tile." in shown and "Which of these?" in shown


def test_undo_goes_back_over_the_tile_to_the_last_placement() -> None:
    with Terminal("play", "caesar", "--option", "solo=low", "--seed", "3") as terminal:
        terminal.until(PROMPT)
        terminal.line("", PROMPT)
        terminal.line("1", PROMPT)
        terminal.line("", PROMPT)
        shown = plain(terminal.line("undo", PROMPT))
    assert "Taken back." in shown and "Turn 2, Caesar: place a token." in shown


# --- the map


@pytest.mark.parametrize("size", SIZES)
def test_nothing_on_the_map_overlaps_and_everything_is_on_it(size: int) -> None:
    laid = plan(size)
    boxes = [*laid.provinces, *laid.borders]
    assert len(boxes) == len(PROVINCE_NAMES) + len(BORDER_NAMES)

    def cells(box: Box) -> set[tuple[int, int]]:
        return {(box[0] + x, box[1] + y) for x in range(box[2]) for y in range(box[3])}

    taken = [cell for box in boxes for cell in cells(box)]
    assert len(set(taken)) == len(taken)
    assert all(0 <= column < laid.width and 0 <= row < laid.height for column, row in taken)


@pytest.mark.parametrize("size", SIZES)
def test_the_map_lies_as_the_board_does(size: int) -> None:
    laid, box = plan(size), components()
    for border in box.borders:
        a, b = box.provinces[border.a].xy, box.provinces[border.b].xy
        (x, y), (u, v) = middle(laid.provinces[border.a]), middle(laid.provinces[border.b])
        east, south = b[1] - a[1], a[0] - b[0]  # on the board west is up and south is left
        if abs(east) > 1.5 * abs(south):
            assert (u - x) * east > 0
        if abs(south) > 1.5 * abs(east):
            assert (v - y) * south > 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_map_shows_every_province_and_every_border_space(options: dict[str, object], size: int) -> None:
    for state in walk(quadriga.load("caesar", **options), 6):
        view, shown = state.view(0), drawn(state, size)
        free = [space for space in view["borders"].values() if space["token"] is None]
        for symbol in ("sword", "shield", "ship"):
            assert len(re.findall(rf"\b{symbol}\b", shown)) == sum(space["symbol"] == symbol for space in free)
        guarded = [space for space in free if space["border_control"]] if "modules" in options else []
        assert shown.count("!") == len(guarded)
        up = [space["token"] for space in view["borders"].values() if space["token"] and not space["control"]]
        for side, part in view["sides"].items():
            letter = "X" if part["player"] == "crassus" else side[0].upper()
            facing = [token for token in up if token["side"] == side and not token["face_down"]]
            assert len(re.findall(rf"{letter}(<\d \d>|\^\dv\d)", shown)) == len(facing)
            assert len(re.findall(rf" {letter}\d", shown)) <= len(PROVINCE_NAMES)
        for name, province in view["provinces"].items():
            short = {"Hispania Ulterior": "Hisp.Ult", "Gallia Cisalpina": "Gall.Cis"}
            assert (name if size == LARGE else short.get(name, name[:4])) in shown
            if size == LARGE and province["bonus"] and not province["closed"]:
                assert f"{province['bonus']} {province['spaces_left']} free" in shown


def test_each_number_faces_its_province() -> None:
    state = at({"borders": {"Hispania Citerior-Gallia": "caesar sword 5/1", "Asia-Syria": "pompey shield 2/4"}})
    assert "C<5 1>" in drawn(state, COMPACT) and "P^2v4" in drawn(state, COMPACT)
    turned = at({"borders": {"Hispania Citerior-Gallia": "caesar sword 1/5"}})
    assert "C<1 5>" in drawn(turned, MEDIUM)


def test_face_down_tokens_and_control_tokens_have_signs_of_their_own() -> None:
    state = at(
        {
            "borders": {
                "Asia-Syria": "caesar shield 6/0",
                "Aegyptus-Syria": "pompey sword 5/1",
                "Aegyptus-Asia": "(caesar ship 6/0)",
                "Creta-Asia": "caesar shield 3/3",
            },
            "control": {"Syria": "pompey", "Asia": "caesar"},
            "control_face_down": {"Asia": 1},
        }
    )
    shown = drawn(state, LARGE)
    assert "[P]" in shown and "[(C)]" in shown and re.search(r"[^\[](\(C\))[^\]]", shown)


def test_crassus_has_his_own_sign_in_either_colour() -> None:
    for side, letter in (("caesar", "C"), ("pompey", "P")):
        shown = screen(quadriga.load("caesar", solo="low", side=side).new(1), 0)
        assert "X CRASSUS" in shown and f"{letter}0" in shown and "X0" in shown
        assert ("P0" if letter == "C" else "C0") not in shown


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_screen_of_a_seat_does_not_change_when_all_it_cannot_know_is_dealt_anew(options: dict[str, object]) -> None:
    for number, state in enumerate(walk(quadriga.load("caesar", **options), 11)):
        for seat in range(len(state.game.seats)) if number % 3 == 0 else ():
            assert screen(state, seat, 100, 60) == screen(state.redeal(seat, number), seat, 100, 60)


@pytest.mark.parametrize("width", [40, 60, 80, 100, 140])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_line_fits_and_the_menu_numbers_every_move_once(options: dict[str, object], width: int) -> None:
    for number, state in enumerate(walk(quadriga.load("caesar", **options), 4)):
        if state.to_move is not None and (number + width // 20) % 3:
            continue
        view = state.view(0 if state.to_move is None else state.to_move)
        lines = [line for height in (10, 20, 40, 60) for line in DRAW.sized_table(view, width, height)]
        lines += DRAW.hand(view, width)
        if state.to_move is not None:
            whole = DRAW.menu(view, state.legal, width, short=False)
            numbers = [int(found) for line in whole for found in re.findall(r"\[(\d+)\]", line.plain)]
            assert sorted(numbers) == list(range(1, len(state.legal) + 1))
            lines += whole + DRAW.menu(view, state.legal, width, short=True)
        assert max(line.cell_len for line in lines) <= width
    assert max(line.cell_len for line in DRAW.score_sheet(state, width)) <= width


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_common_terminal_holds_map_tokens_and_short_menu(options: dict[str, object]) -> None:
    for state in walk(quadriga.load("caesar", **options), 2):
        if state.to_move is not None:
            view = state.view(state.to_move)
            short = DRAW.menu(view, state.legal, 80, short=True)
            if view["stage"] == "place":
                assert len(short) <= 5 and len(DRAW.sized_table(view, 80, 10)) <= (20 if options else 16)


def test_a_large_screen_gets_a_large_map() -> None:
    view = quadriga.load("caesar").new(1).view(0)
    heights = [len(DRAW.sized_table(view, width, height)) for width, height in ((80, 16), (100, 30), (140, 40))]
    assert heights == sorted(heights) and len(set(heights)) == 3
    assert "Hispania Ulterior" in "\n".join(line.plain for line in DRAW.sized_table(view, 140, 40))


# --- what lies beside the board


def test_the_panel_tells_what_is_unseen_of_the_opponent_and_not_where() -> None:
    state = at({"active": "caesar", "pompey": {"supply": ["ship 5/1", "wild 2/2"]}, "caesar": {"supply": ["ship 6/0"]}})
    shown = "\n".join(line.plain for line in panel(state.view(0), 140))
    assert "supply 2 hidden" in shown and "supply ship 6/0" in shown
    assert "in bag or supply sword 6/0 5/1 4/2 3/3, shield 6/0 5/1 4/2 3/3, ship 6/0 5/1 4/2 3/3, wild" in shown
    assert by_symbol(["sword 6/0", "wild 2/2", "wild 3/3"], short=True) == "sword 6, wild 2 3/3"


def test_the_panel_shows_crassuss_row_his_tiles_and_the_bank() -> None:
    state = quadriga.load("caesar", solo="high", modules=ALL_MODULES).new(4)
    view = state.view(0)
    shown = "\n".join(line.plain for line in panel(view, 140))
    assert f"row {', '.join(view['crassus']['row'])}" in shown and "tiles to come A×4 C E" in shown and "BANK" in shown
    state.play("turn the tile")
    shown = "\n".join(line.plain for line in panel(state.view(0), 140))
    assert f"last tile {state.view(0)['crassus']['tile']} (draw" in shown


# --- the menu


def closing_state() -> State:
    return at(
        {
            "active": "caesar",
            "borders": {"Aegyptus-Syria": "caesar sword 5/1"},
            "bonuses": {"Syria": "tactics"},
            "caesar": {"supply": ["shield 5/1", "wild 2/2"]},
        }
    )


def test_a_placement_says_what_it_closes_and_for_whom() -> None:
    state = closing_state()
    view = state.view(0)
    lines = "\n".join(line.plain for line in DRAW.menu(view, state.legal, 140, short=True))
    assert "shield 5 Syria 1 Asia: closes Syria for you, 1 control token (tactics)" in lines
    tied = at(
        {"active": "pompey", "borders": {"Aegyptus-Syria": "caesar sword 5/1"}, "pompey": {"supply": ["wild 3/1"]}}
    )
    texts = {move["text"]: closing_words(tied.view(1), move) for move in tied.view(1)["legal"]}
    assert texts["wild 3 Asia 1 Syria"].startswith("closes Syria tied")
    lost = at(
        {"active": "pompey", "borders": {"Aegyptus-Syria": "caesar sword 3/3"}, "pompey": {"supply": ["wild 2/2"]}}
    )
    texts = {move["text"]: closing_words(lost.view(1), move) for move in lost.view(1)["legal"]}
    assert texts["wild 2 Asia 2 Syria"].startswith("closes Syria for Caesar, 1 control token")


def test_two_provinces_closed_by_one_token_count_the_border_between_them() -> None:
    state = at(
        {
            "active": "caesar",
            "borders": {
                "Aegyptus-Syria": "caesar sword 1/5",
                "Creta-Asia": "caesar shield 3/3",
                "Aegyptus-Asia": "caesar ship 1/5",
            },
            "bonuses": {"Asia": "wealth", "Syria": "tactics"},
            "caesar": {"supply": ["shield 4/2", "wild 2/2"]},
        }
    )
    shown = next(move for move in state.view(0)["legal"] if move["text"] == "shield 4 Asia 2 Syria")
    before = state.view(0)["sides"]["caesar"]["control_tokens"]
    state.play("shield 4 Asia 2 Syria")
    while state.view()["stage"] in ("order", "bonus"):
        state.play(state.legal[-1])
    gone = before - state.view(0)["sides"]["caesar"]["control_tokens"]
    assert gone == 3 == sum(close["control_tokens"] for close in shown["closes"])  # ROME-T7


@pytest.mark.parametrize("options", OPTIONS[:2], ids=str)
def test_every_placement_is_found_by_its_token_and_by_each_of_its_provinces(options: dict[str, object]) -> None:
    for state in walk(quadriga.load("caesar", **options), 9):
        if state.to_move is None or state.view()["stage"] != "place":
            continue
        view = state.view(state.to_move)
        for move in state.legal[::5]:
            for text in (move.parts["token"], *move.parts["border"].split("-"), move.parts["border"].replace("-", " ")):
                assert move in search(view, state.legal, text.lower())
        closing = [shown["text"] for shown in view["legal"] if shown["closes"]]
        assert [move.text for move in search(view, state.legal, "closes")] == closing
        assert not search(view, state.legal, "nero") and not search(view, state.legal, " ")


def test_words_list_moves_and_a_number_chooses_one() -> None:
    with Terminal("play", "caesar", "--seed", "3") as terminal:
        terminal.until(PROMPT)
        listed = plain(terminal.line("sicilia", PROMPT))
        assert "Which of these?" in listed and "Sicilia-Italia" in listed and "Creta" not in listed
        number = re.search(r"\[(\d+)\] 6/0 +\[\d+\] 0/6 +Sicilia-Italia", listed)
        assert number is not None
        assert "Caesar places sword 6/0: 6 to Sicilia, 0 to Italia." in plain(terminal.line(number.group(1), PROMPT))


# --- what is told


def test_every_decision_of_crassus_is_told_with_its_reason() -> None:
    match = Match(quadriga.load("caesar", solo="high", modules=ALL_MODULES), 3)
    chooser, placed, heard = random.Random(3), 0, ""
    while match.state.to_move is not None:
        match.play(chooser.choice(match.state.legal))
        news = match.news(0)
        placed += sum(event.kind == "placed" and event.text.startswith("Crassus") for event in news)
        lines = [line.plain for line in DRAW.narrate(news, 80)]
        assert all(len(line) <= 80 and line.isascii() for line in lines)
        heard += " ".join(lines) + " "
    assert placed and len(re.findall(r"- Priority [1-7]: ", heard)) == placed
    assert len(re.findall(r"Crassus places", heard)) == placed and "join his row." in heard


def test_what_crassus_passes_over_begins_the_line_of_its_placement() -> None:
    west = {
        "Hispania Ulterior-Hispania Citerior": "shield 5/1", "Hispania Ulterior-Mauritania": "ship 3/3",
        "Hispania Citerior-Gallia": "sword 3/3", "Mauritania-Sardinia": "ship 4/2", "Mauritania-Numidia": "sword 4/2",
        "Sardinia-Gallia": "shield 4/2", "Sardinia-Sicilia": "ship 5/1", "Sardinia-Italia": "shield 3/3",
        "Gallia-Gallia Cisalpina": "sword 6/0", "Numidia-Sicilia": "ship 6/0", "Numidia-Africa": "sword 5/1",
        "Asia-Syria": "shield 0/6", "Macedonia-Dalmatia": "wild 0/4",
    }  # fmt: skip
    owned = ("Hispania Ulterior", "Hispania Citerior", "Mauritania", "Sardinia", "Gallia", "Numidia")
    state = quadriga.load("caesar", solo="low", modules=("centurions",)).from_position(
        {
            "tiles": ["D"],
            "borders": {space: f"caesar {token}" for space, token in west.items()},
            "control": dict.fromkeys(owned, "caesar"),
            "border_control_tokens": dict.fromkeys(list(west)[:5], "caesar"),
            "pompey": {"supply": ["sword 3/3", "shield 5/1"], "centurions": []},
        }
    )
    lines = [line.plain for line in DRAW.narrate(list(state.play("turn the tile")), 10_000)]
    assert lines[0].endswith("No centurion of his is left: he takes none (ROME-Z3).")
    assert lines[1].startswith(
        "- He passes over Aegyptus-Syria: closing Syria would make Caesar win (ROME-Z17). Priority 3: "
    )


def test_news_keep_secrets() -> None:
    match, chooser, heard = Match(quadriga.load("caesar"), 3), random.Random(3), ""
    while match.state.to_move is not None:
        match.play(chooser.choice(match.state.legal))
        heard += " ".join(line.plain for line in DRAW.narrate(match.news(0), 10_000)) + " "
    assert re.search(rf"Caesar draws {TOKEN} \d/\d\.", heard) and "Pompey draws" not in heard


# --- the end


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_score_sheet_counts_twelve_control_tokens_and_names_the_winner_and_the_clause(
    options: dict[str, object],
) -> None:
    for seed in range(4):
        *_, state = walk(quadriga.load("caesar", **options), seed)
        assert state.outcome is not None
        lines = [line.plain for line in DRAW.score_sheet(state, 80)]
        rows = [line.split()[-2:] for line in lines if re.match(r"(on|under|discarded|left)\b", line)]
        counts = [[0 if cell == "·" else int(cell) for cell in row] for row in rows]
        assert [sum(column) for column in zip(*counts, strict=True)] == [12, 12]
        winner = state.view()["sides"][state.view()["winner"]]["player"].capitalize()
        assert f"{winner} " in lines[-1] and "wins" in lines[-1] and f"({state.outcome.rule})" in lines[-1]


def test_one_seat_wins_or_loses_to_crassus() -> None:
    assert verdict(quadriga.load("caesar", solo="low"), Outcome((0,), (1,), "", "ROME-E2")) == "Caesar wins"
    assert (
        verdict(quadriga.load("caesar", solo="low", side="pompey"), Outcome((), (0,), "", "ROME-E1"))
        == "Pompey loses to Crassus"
    )
    *_, state = walk(quadriga.load("caesar", solo="high"), 1)
    assert state.outcome is not None and not state.outcome.winners
    assert verdict(state.game, state.outcome) == "Caesar loses to Crassus"
