"""Studies: the same numbers as `sim`, the same whatever the processes, intervals that hold, a page that stands alone."""

from __future__ import annotations

import doctest
import json
import random
import re
import shlex
from html import escape
from html.parser import HTMLParser
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

import quadriga
from quadriga import Game, Move, QuadrigaError, State
from quadriga.arena.sample import sample
from quadriga.arena.study import options_to_compare, study
from quadriga.arena.study_effects import effects
from quadriga.arena.study_numbers import ratio, student
from quadriga.arena.study_players import PreferredPlayer, play_game, seated
from quadriga.cli import main, parser
from quadriga.intervals import mean_of, share_of
from quadriga.players import UNLIMITED, Budget, decide
from quadriga.players.levels import fast_network
from quadriga.plots.page import capital
from quadriga.plots.study_page import study_page

CAESAR = quadriga.load("caesar")
CLEOPATRA = quadriga.load("caesar-cleopatra-2024")
FEW = Budget(playouts=4)


class Own:
    """A player of one's own."""

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        return random.Random(seed).choice(known.legal)


class Cheat:
    """A player whose moves do not exist."""

    def choose(self, known: State, budget: Budget, seed: int) -> str:
        return "castle in the air"


# numbers


def test_a_study_of_random_players_counts_what_sim_counts(edition: Game) -> None:
    for players, greedy in ((("random",), False), (("preferred",), True)):
        found = study(edition, 260, players, seed=7, threads=2).base
        assert np.array_equal(found.sample.sums, sample(edition, 260, seed=7, greedy=greedy).sums)
        assert np.array_equal(np.stack(found.blocks).sum(axis=0), found.sample.sums)


@pytest.mark.long
@pytest.mark.parametrize("name", [game.name for game in quadriga.games().values() if fast_network(game)])
def test_a_network_without_search_counts_what_its_player_does(name: str) -> None:
    game = quadriga.load(name)
    found = study(game, 3, ["consul-fast"], seed=5, threads=2).base.sample.sums
    one_by_one = [play_game(game, seated(["consul-fast"], game, UNLIMITED), seed) for seed in (5, 6, 7)]
    assert found.tolist() == np.array(one_by_one).sum(axis=0).tolist()


def test_a_game_without_a_network_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    without = next(game.name for game in quadriga.games().values() if not fast_network(game))
    assert main(["study", without, "--games", "5", "--players", "consul-fast"]) == 2
    assert f"{without} has no network that consul-fast could play by" in capsys.readouterr().err


def test_statistics_are_those_of_a_sample_with_intervals_for_sums() -> None:
    found = study(CAESAR, 500)
    statistics, plain = found.base.statistics(), sample(CAESAR, 500).statistics()
    assert {key: statistics[key] for key in ("games", "shares", "means", "histograms")} == {
        key: plain[key] for key in ("games", "shares", "means", "histograms")
    }
    for rows in statistics["totals"].values():
        for cells in rows.values():
            for cell in cells.values():
                assert cell["low"] <= cell["mean"] <= cell["high"] and cell["mean"] == cell["total"] / 500


def test_intervals_of_sums_agree_with_those_of_shares() -> None:
    chooser = random.Random(1)
    counts = [sum(chooser.random() < 0.3 for _ in range(400)) for _ in range(25)]
    found, exact = ratio(counts, [400] * 25), share_of(sum(counts), 10_000)
    assert found["high"] - found["low"] == pytest.approx(exact["high"] - exact["low"], rel=0.35)
    assert ratio([1, 2], [4, 4])["low"] is None and ratio([], [])["share"] is None
    assert [student(freedom) for freedom in (4, 9, 24)] == pytest.approx([2.776, 2.262, 2.064], abs=0.01)


def test_what_the_winner_got_is_a_share_of_what_all_got() -> None:
    found = study(CAESAR, 1000).base.statistics()["decisive"]
    assert set(found) == {"province controlled", "influence tokens placed", "bonuses, gained", "bonuses, used"}
    rows = found["province controlled"]
    assert len(rows) == 18 and max(rows, key=lambda name: rows[name]["share"]) == "Italia"
    for row in rows.values():
        assert 0 <= row["low"] <= row["share"] == row["count"] / row["of"] <= row["high"] <= 1
    cards = study(CLEOPATRA, 300).base
    drawn = cards.sample.summary()["shares"]["winner"]["draw"]
    for group, row in cards.statistics()["decisive"]["majorities won"].items():
        assert row["share"] > 0.5 and row["of"] <= 300 - drawn, group
    assert study(quadriga.load("ave-caesar"), 50).base.statistics()["decisive"] == {}, "six chariots have no loser"
    solo = quadriga.load("caesar", solo="low")
    assert "province controlled" in study(solo, 50, ["preferred"]).base.statistics()["decisive"]


def test_a_rate_is_a_share_of_what_it_is_a_part_of() -> None:
    rates = study(CLEOPATRA, 400).base.statistics()["rates"]["missions completed, of those held"]
    assert sum(row["of"] for row in rates.values()) >= 800, "everybody holds a mission"
    for row in rates.values():
        assert row == {**share_of(row["count"], row["of"]), "of": row["of"]} and 0 < row["count"] < row["of"]
    tournament = quadriga.load("ave-caesar", players=2, tournament=True)
    for row in sample(tournament, 300, greedy=True).statistics()["rates"]["races won from the grid"].values():
        assert 0 < row["count"] < row["of"] and 1000 < row["of"] <= 1200, "nearly all of four races were won"


# options


def test_every_choice_of_an_option_is_compared_with_the_base() -> None:
    found = study(CAESAR, 200, by=("modules", "solo"))
    assert [len(several) for several in found.by.values()] == [5, 4]
    data = found.data()
    assert data["by"]["modules"]["none"]["shares"] == data["shares"]
    rows = data["effects"]["solo"]
    assert {row["choice"] for row in rows} == {"low", "medium", "high"}
    shorter = [row for row in rows if row["what"] == "turns"]
    assert all(row["difference"] < 0 and row["clear"] for row in shorter)
    assert json.dumps(data)


def test_a_difference_has_the_interval_of_a_difference() -> None:
    def statistics(won: int, total: int, squares: int) -> dict[str, object]:
        return {
            "shares": {"winner": {"red": share_of(won, 100)}},
            "rates": {"missions completed": {"most": {**share_of(won, 200), "of": 200}}},
            "means": {"turns": mean_of(total, squares, 100)},
        }

    here, there = statistics(50, 1000, 10_400), statistics(70, 1000, 10_400)
    share, rate, mean = effects({"a": here, "b": there}, "a", here)
    assert rate["what"] == "missions completed: most" and rate["difference"] == pytest.approx(0.1)
    assert share["difference"] == pytest.approx(0.2) and share["clear"]
    assert (share["low"], share["high"]) == (
        pytest.approx(0.0647, abs=1e-3),
        pytest.approx(0.3253, abs=1e-3),
    )  # Newcombe
    half = 1.96 * sqrt(2 * 400 / 99 / 100)
    assert mean["difference"] == 0 and not mean["clear"] and mean["high"] == pytest.approx(half, abs=1e-3)


def test_which_options_are_compared() -> None:
    race = quadriga.load("ave-caesar")
    assert options_to_compare(CAESAR, None) == ("modules", "solo")
    assert options_to_compare(CAESAR, None, ["solo"]) == ("modules",)
    assert options_to_compare(CAESAR, None, players=["tiro", "miles"]) == ("modules",), "solo has one seat"
    assert options_to_compare(CAESAR, ["side", "side"]) == ("side",)
    assert options_to_compare(CAESAR, ["all"]) == ("modules", "solo")
    assert {"players", "tournament", "direction"} <= set(options_to_compare(race, ["all"]))
    with pytest.raises(quadriga.OptionError, match="no option 'colour'"):
        study(race, 1, by=["colour"])


# players that think


def test_thinking_players_play_the_same_study_whatever_the_processes() -> None:
    one, two = (study(CAESAR, 5, ["tiro", "greedy"], seed=3, threads=threads) for threads in (1, 2))
    assert np.array_equal(one.base.sample.sums, two.base.sample.sums) and one.base.sample.sums[0] == 5
    assert len(one.base.blocks) == 5


def test_a_thinking_study_counts_what_its_games_show() -> None:
    seats = seated(["random", "tiro"], CLEOPATRA, FEW)
    sums = np.zeros(CLEOPATRA.definition.rules.MEASURES, np.int64)
    for seed in (8, 9):
        sums += np.array(play_game(CLEOPATRA, seats, seed))
    assert np.array_equal(study(CLEOPATRA, 2, ["random", "tiro"], seed=8, budget=FEW, threads=1).base.sample.sums, sums)


def test_levels_think_by_playouts_unless_told_otherwise() -> None:
    assert all(one.budget.seconds is None and one.budget.playouts for one in seated(["consul"], CAESAR, UNLIMITED))
    assert seated(["consul", "greedy"], CAESAR, FEW)[0].budget == FEW
    assert seated(["greedy"], CAESAR, UNLIMITED)[0].budget == UNLIMITED


def test_the_preferred_player_follows_the_preference() -> None:
    state = CAESAR.new(4)
    prefer = CAESAR.definition.rules.prefer
    chosen = decide(PreferredPlayer(), state)
    assert prefer(state.s, chosen.id) == max(prefer(state.s, move.id) for move in state.legal)
    assert study(CAESAR, 2, ["preferred", "random"], threads=1).base.sample.sums[0] == 2


def test_players_of_ones_own_play_too() -> None:
    assert study(CAESAR, 3, [f"{__name__}:Own"], threads=2).base.sample.sums[0] == 3
    for threads in (1, 2):
        with pytest.raises(QuadrigaError, match="Cheat failed as caesar in the game with seed"):
            study(CAESAR, 2, [f"{__name__}:Cheat"], threads=threads)


def test_an_interrupt_keeps_what_was_counted() -> None:
    def stop(game: Game, played: int) -> None:
        if played == 2:
            raise KeyboardInterrupt

    found = study(CAESAR, 50, ["random", "preferred"], threads=1, progress=stop, by=["modules"])
    assert found.base.sample.interrupted and found.base.sample.sums[0] == 2 and not found.is_whole
    assert found.data()["complete"] is False


def test_a_game_that_does_not_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(CAESAR.definition), "max_steps", 3)
    found = study(CAESAR, 3, ["random", "preferred"], threads=1).base.sample
    assert found.broken == 0 and not found.is_whole


@pytest.mark.parametrize("players", [["nero"], ["random"] * 3, ["no.module:Player"], [""]])
def test_players_that_do_not_fit_are_refused(players: list[str]) -> None:
    with pytest.raises(QuadrigaError, match=r"nero|3 players|no\.module|''"):
        study(CAESAR, 5, players)


# the page


class Reader(HTMLParser):
    """A strict reader of pages: what opens closes, names are unique, nothing is fetched."""

    EMPTY = ("meta", "br", "path", "use", "rect", "circle", "line", "polyline")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.names.append(value or "")
            if name in ("href", "src", "xlink:href", "action"):
                self.links.append(value or "")
            if name == "aria-labelledby":
                self.references += (value or "").split()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag != "meta":
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes something else"


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


PAGES = [
    ("caesar", {}, ("modules", "solo")),
    ("ave-caesar", {"tournament": True}, ("grid",)),
    ("caesar-cleopatra-1997", {}, ()),
    ("caesar-cleopatra-2024", {}, ("opening",)),
]


@pytest.mark.parametrize(("name", "options", "by"), PAGES, ids=["caesar", "ave-caesar", "1997", "2024"])
def test_the_page_stands_alone(name: str, options: dict[str, object], by: tuple[str, ...]) -> None:
    found = study(quadriga.load(name, **options), 60, by=by)
    data = found.data()
    page = study_page(data, "quadriga study <b>")
    reader = read(page)
    assert reader.open == [] and len(reader.names) == len(set(reader.names))
    assert page.startswith("<!DOCTYPE html>") and "quadriga study &lt;b&gt;" in page
    assert "script" not in reader.tags and "http" not in page.replace("http-equiv", "")
    assert all(link.startswith("#") and link[1:] in reader.names for link in reader.links)
    assert set(reader.references) <= set(reader.names)
    for used in re.findall(r"url\(#([^)]+)\)", page):
        assert used in reader.names
    plots = reader.tags.count("svg")
    assert plots == reader.tags.count("figure") == reader.tags.count("details") == reader.tags.count("figcaption")
    assert reader.tags.count("table") >= plots and reader.tags.count("desc") == plots
    parts = ("shares", "rates", "histograms", "totals", "decisive")
    assert plots >= sum(len(data[part]) for part in parts) + 2 * len(by)
    for title in (title for part in parts for title in data[part]):
        assert page.count(f"<figcaption>{capital(escape(title))}"), title
    assert "60 games, seeds 0 to 59" in page and "95 %" in page and "prefers-color-scheme: dark" in page
    for colour in set(re.findall(r"var\((--[\w-]+)\)", page)):
        assert page.count(f"{colour}: #") == 2, "light and dark"


# the command


def command(*arguments: str) -> int:
    try:
        return main(["study", *arguments])
    except SystemExit as ended:
        return int(ended.code or 0)


def test_the_command_shows_writes_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, data = tmp_path / "report", tmp_path / "study.json"
    arguments = ["caesar", "--games", "80", "--by", "modules", "--report", str(folder), "--json", str(data)]
    assert command(*arguments) == 0
    shown = capsys.readouterr().out
    assert "What decides" not in shown and "to the winner" in shown and "by modules" in shown
    assert sorted(path.name for path in folder.iterdir()) == ["index.html", "study.json"]
    page = (folder / "index.html").read_text()
    assert "quadriga study caesar --games 80 --players random --by modules --seed 0" in page
    assert json.loads(data.read_text())["games"] == 80
    assert command(*arguments, "--seed", "5") == 0, "an earlier report is written over"
    assert "--seed 5" in (folder / "index.html").read_text()


def test_a_study_equals_sim_in_its_data(capsys: pytest.CaptureFixture[str]) -> None:
    """Both print it, and nothing else where it goes."""
    assert command("caesar-cleopatra-2024", "--games", "90", "--json", "-") == 0
    studied = capsys.readouterr()
    assert main(["sim", "caesar-cleopatra-2024", "--games", "90", "--json", "-"]) == 0
    found, plain = json.loads(studied.out), json.loads(capsys.readouterr().out)
    assert "Winner" in studied.err
    for key in ("games", "actions", "shares", "rates", "means", "histograms"):
        assert found[key] == plain[key]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("caesar", "--games"),
        ("monopoly --games 5", "no game 'monopoly'"),
        ("caesar --games 0", "--games"),
        ("caesar --games 5 --players nero", "no player 'nero'"),
        ("caesar --games 5 --players random,", "empty name"),
        ("caesar --games 5 --players tiro,tiro,tiro", "3 players"),
        ("caesar --games 5 --players no.module:X", "cannot load"),
        ("caesar --games 5 --by colour", "no option 'colour'"),
        ("caesar --games 5 --option solo=easy", "solo='easy'"),
        ("caesar --games 5 --seconds 0", "--seconds"),
        ("caesar --games 5 --json /no/such/folder/x.json", "cannot write"),
        ("caesar --games 5 --report /no/such/folder/report", "cannot write"),
        ("caesar --games 5 --report /dev/null", "not a folder"),
    ],
)
def test_what_is_wrong_is_one_line(arguments: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(*arguments.split()) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "index.html").write_text("<p>mine</p>")
    assert command("caesar", "--games", "5", "--report", str(tmp_path)) == 2
    assert "something else" in capsys.readouterr().err
    assert (tmp_path / "index.html").read_text() == "<p>mine</p>" and len(list(tmp_path.iterdir())) == 1


def test_a_full_disk_leaves_no_half_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from quadriga.terminal import files

    kept, written = files.os.replace, []

    def nearly_full(source: str, target: Path) -> None:
        if Path(target).name == "index.html":
            raise OSError(28, "No space left on device")
        written.append(target)
        kept(source, target)

    monkeypatch.setattr(files.os, "replace", nearly_full)
    assert command("caesar-cleopatra-2024", "--games", "5", "--report", str(tmp_path / "report")) == 2
    assert "No space left" in capsys.readouterr().err and written
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["studies.md", "analysis.md"])
def test_what_the_page_says_is_so(name: str) -> None:
    page = Path(__file__).parents[2] / "docs" / name
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    commands = [
        line for block in re.findall(r"```sh\n(.*?)```", page.read_text(), re.DOTALL) for line in block.splitlines()
    ]
    assert commands
    for line in commands:
        assert parser().parse_args(shlex.split(line, comments=True)[1:]).run
