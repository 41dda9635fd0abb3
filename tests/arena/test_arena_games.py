"""Games of an arena: the same wherever they are played, and what they add up to."""

from __future__ import annotations

from pathlib import Path

import pytest

import quadriga
from quadriga import Game, Move, QuadrigaError, State
from quadriga.arena import play_arena
from quadriga.arena.entrants import entrant, read_budget
from quadriga.arena.matches import Contest, Played, play
from quadriga.arena.pairing import Pairing, pairings
from quadriga.arena.ratings import rate
from quadriga.arena.scores import Score, score_of, standings
from quadriga.intervals import wilson
from quadriga.players import Budget

CAESAR = quadriga.load("caesar")
SOLO = quadriga.load("caesar", solo="low")
OWN = "tests.arena.own_player:Dreamer@2"


class Stubborn:
    """Always choose the same move."""

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        return known.game.moves[0]


class Broken:
    """Fail."""

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        raise ZeroDivisionError("nothing\nto divide by")


def played(winners: tuple[int, ...], seats: tuple[int, ...] = (0, 1), number: int = 0) -> Played:
    return Played(Pairing(tuple(sorted(set(seats))), number, number, seats), winners, (0,) * len(seats), 1, 0.0)


def test_the_result_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    arenas = [
        play_arena(
            CAESAR,
            ["random", "tiro", OWN],
            2,
            budget=Budget(playouts=4),
            processes=processes,
            journal=tmp_path / f"{processes}",
        )
        for processes in (0, 1, 2)
    ]
    assert arenas[0].is_whole and len(arenas[0].played) == 6
    for arena in arenas[1:]:
        assert arena.played == arenas[0].played and arena.standings() == arenas[0].standings()


def test_the_order_of_the_games_does_not_change_them() -> None:
    contest = Contest.of(CAESAR, [entrant("random"), entrant("tiro@4")])
    listed = pairings(2, 2, 4, 3)
    assert [play(contest, one) for one in listed] == [play(contest, one) for one in reversed(listed)][::-1]


def test_swapped_games_share_a_seed_and_not_their_players(tmp_path: Path) -> None:
    arena = play_arena(CAESAR, ["random", "tiro@4"], 2, processes=0, journal=tmp_path / "journal")
    first, second = arena.played
    assert first.pairing.seed == second.pairing.seed and first.pairing.seats == second.pairing.seats[::-1]


def test_six_seats_are_shared_by_two_players(tmp_path: Path) -> None:
    race = quadriga.load("ave-caesar", players=6)
    arena = play_arena(race, ["random", "legatus"], 2, processes=0, journal=tmp_path / "journal")
    assert [one.pairing.seats for one in arena.played] == [(0, 1, 0, 1, 0, 1), (1, 0, 1, 0, 1, 0)]
    for one in arena.played:
        assert one.winners and one.share(0) + one.share(1) == pytest.approx(1)


def test_a_game_for_one_shows_who_beats_the_game(tmp_path: Path) -> None:
    arena = play_arena(SOLO, ["random", "miles@30"], 3, processes=0, journal=tmp_path / "journal")
    assert arena.is_solo and arena.groups == [(0,), (1,)] and arena.total == 6
    scores = [arena.score(player) for player in (0, 1)]
    assert all(score.draws == 0 and score.wins + score.losses == 3 for score in scores)
    assert scores[1].wins > scores[0].wins
    assert len(arena.ratings()) == 3 and arena.standings()[0].player == 1
    assert play_arena(SOLO, ["random"], 1, processes=0, journal=tmp_path / "alone").is_whole


def test_wins_losses_shares_and_draws_are_counted_apart() -> None:
    six = (0, 1, 0, 1, 0, 1)
    games = [played((0,), six), played((1,), six), played((0, 2, 3), six), played((), six)]
    ours, theirs = score_of(games, 0, 1), score_of(games, 1, 0)
    assert ours == Score(games=4, wins=1, losses=1, shared=1, draws=1, points=pytest.approx(1 + 2 / 3))
    assert theirs == Score(games=4, wins=1, losses=1, shared=1, draws=1, points=pytest.approx(1 + 1 / 3))
    assert ours.decided == 3 and ours.share == pytest.approx(5 / 9) and ours.interval == pytest.approx(wilson(5 / 3, 3))


def test_draws_alone_decide_nothing() -> None:
    score = score_of([played(()), played(())], 0)
    assert (score.draws, score.share, score.interval) == (2, None, (0.0, 1.0))
    first, second, _ = rate([played(()), played(())], 2)
    assert first.mu == pytest.approx(second.mu) and first.sigma < 25 / 3


def test_ratings_put_the_better_player_first_and_grow_sure() -> None:
    few = [played((number % 4 == 0,), (0, 1), number) for number in range(12)]
    many = [played((number % 4 == 0,), (0, 1), number) for number in range(200)]
    assert rate(few, 2)[0].mu > rate(few, 2)[1].mu and rate(many, 2)[0].half < rate(few, 2)[0].half
    assert [standing.player for standing in standings(few, rate(few, 2), 2)] == [0, 1]
    assert rate(few, 2) == rate(few, 2)


def test_a_clearly_better_player_is_rated_above(tmp_path: Path) -> None:
    arena = play_arena(CAESAR, ["random", "miles@30"], 8, processes=0, journal=tmp_path / "journal")
    first, last = arena.standings()
    assert (first.player, last.player) == (1, 0) and first.rating.mu > last.rating.mu + 5
    assert sum(standing.score.points for standing in arena.standings()) == 8


def test_a_budget_of_ones_own_stands_after_the_name() -> None:
    assert entrant("search@5000").budget == Budget(playouts=5000) and entrant("search@5000").name == "search"
    assert entrant("consul@0.5s", Budget(playouts=7)).budget == Budget(seconds=0.5)
    assert entrant("consul", Budget(playouts=7)).budget == Budget(playouts=7)
    earlier = entrant("consul@2026-11"), entrant("consul@2026-11@300")
    assert [(each.name, each.budget.playouts) for each in earlier] == [
        ("consul@2026-11", None),
        ("consul@2026-11", 300),
    ]
    for text in ("", "s", "0", "-3", "0s", "infs", "nans", "many", "1.5"):
        with pytest.raises(QuadrigaError, match="no budget"):
            read_budget(text)


@pytest.mark.parametrize(
    ("players", "games", "said"),
    [
        (["random"], 2, "at least 2 players, not 1"),
        ([], 2, "at least 2 players"),
        (["random", "nero"], 2, "no player 'nero'"),
        (["random", "random"], 2, "entered twice"),
        (["random", "no.such.module:Player"], 2, "cannot load"),
        (["random", "tests.arena.own_player:Nobody"], 2, "cannot load"),
        (["random", "tiro@none"], 2, "no budget"),
        (["random", "tiro"], 0, "games must be at least 1"),
    ],
)
def test_what_no_arena_can_be_made_of_is_refused(players: list[str], games: int, said: str, tmp_path: Path) -> None:
    with pytest.raises(QuadrigaError, match=said):
        play_arena(CAESAR, players, games, journal=tmp_path / "journal")
    assert not (tmp_path / "journal").exists()


@pytest.mark.parametrize("processes", [0, 1])
@pytest.mark.parametrize(
    ("name", "said"),
    [("Stubborn", r"is not allowed now"), ("Broken", r"ZeroDivisionError in line \d+ of choose: nothing to divide by")],
)
def test_a_player_that_fails_is_named_with_seed_and_seat(name: str, said: str, processes: int, tmp_path: Path) -> None:
    path = f"tests.arena.test_arena_games:{name}"
    with pytest.raises(QuadrigaError, match=rf"{path} failed on seat 1 of the game with seed 9: .*{said}") as error:
        play_arena(CAESAR, ["random", path], 1, seed=9, processes=processes, journal=tmp_path / "journal")
    assert "\n" not in str(error.value)


def test_a_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for library, extra, cluster in (("openskill", "arena", None), ("ray", "cluster", "local")):
        with monkeypatch.context() as patched:
            patched.setitem(__import__("sys").modules, library, None)
            patched.setitem(__import__("sys").modules, f"{library}.models", None)
            with pytest.raises(QuadrigaError, match=rf"pip install 'quadriga\[{extra}\]'"):
                play_arena(CAESAR, ["random", "greedy"], 1, cluster=cluster, journal=tmp_path / "journal")


def test_every_game_can_be_played_in_an_arena(edition: Game, tmp_path: Path) -> None:
    arena = play_arena(edition, ["random", "tiro@2"], 2, processes=0, journal=tmp_path / "journal")
    assert arena.is_whole and all(len(one.scores) == len(edition.seats) for one in arena.played)


def test_a_search_that_kept_its_thoughts_plays_no_move_of_a_deal_that_did_not_come_true() -> None:
    contest = Contest.of(CAESAR, [entrant("random"), entrant("miles@20")])
    assert play(contest, pairings(2, 2, 3, 0)[2]).winners  # here a move that was searched most is not legal
