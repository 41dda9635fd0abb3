"""An arena goes on where it was interrupted, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import quadriga
from quadriga import QuadrigaError
from quadriga.arena import Arena, play_arena
from quadriga.arena import workers as workers_module
from quadriga.arena.journal import Journal
from quadriga.players import Budget

CAESAR = quadriga.load("caesar")
PLAYERS = ["random", "tiro@4"]


def arena(path: Path | None, games: int = 6, **changed: object) -> Arena:
    given = {"game": CAESAR, "players": PLAYERS, "seed": 0, "budget": Budget(playouts=9), "processes": 0, **changed}
    return play_arena(games=games, journal=path, **given)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Arena, bytes]:
    path = tmp_path_factory.mktemp("whole") / "journal"
    return arena(path), path.read_bytes()


def test_the_journal_has_a_header_and_a_line_for_every_game(whole: tuple[Arena, bytes]) -> None:
    header, *games = map(json.loads, whole[1].splitlines())
    assert header["quadriga"] == quadriga.__version__ and header["game"] == "caesar" and header["game_version"] == 2
    assert header["options"] == CAESAR.option_texts and header["seed"] == 0
    assert list(header["players"]) == PLAYERS and header["players"]["tiro@4"]["playouts"] == 4
    assert len(games) == 6 and games[1]["seats"] == ["tiro@4", "random"]


@pytest.mark.parametrize("kept", [0, 1, 7, 300, 620, 640, -1, -2, -50])
def test_a_cut_journal_leads_to_the_same_table(kept: int, whole: tuple[Arena, bytes], tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(whole[1][:kept])
    resumed = arena(path)
    assert resumed.played == whole[0].played and resumed.standings() == whole[0].standings()
    assert resumed.before == max(0, whole[1][:kept].count(b"\n") - 1)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == 7 and path.read_bytes().endswith(b"\n")


def test_what_was_played_is_not_played_again(
    whole: tuple[Arena, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "journal").write_bytes(whole[1])
    monkeypatch.setattr(workers_module, "play", None)
    again = arena(tmp_path / "journal")
    assert again.played == whole[0].played and again.before == 6
    assert arena(tmp_path / "journal", games=2).played == whole[0].played[:2]


def test_more_games_continue_a_journal(whole: tuple[Arena, bytes], tmp_path: Path) -> None:
    (tmp_path / "journal").write_bytes(whole[1])
    longer = arena(tmp_path / "journal", games=8)
    assert longer.before == 6 and longer.is_whole and longer.played[:6] == whole[0].played
    assert longer.played == arena(tmp_path / "new", games=8).played


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seed": 1}, "its seed: 0, not 1"),
        ({"players": ["tiro@4", "random"]}, "its players: random .*, not tiro@4"),
        ({"players": ["random", "tiro@5"]}, "its players"),
        ({"budget": Budget(playouts=8)}, r"its players: random \(9 playouts\),tiro@4 \(4 playouts\), not random \(8"),
        ({"game": quadriga.load("caesar", modules=("poison",))}, "its options: .*none.* not .*poison"),
        ({"game": quadriga.load("caesar-cleopatra-2024")}, "its game: caesar, not caesar-cleopatra-2024"),
    ],
)
def test_the_journal_of_another_arena_is_refused_and_stays(
    changed: dict[str, object], said: str, whole: tuple[Arena, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "journal"
    path.write_bytes(whole[1])
    with pytest.raises(QuadrigaError, match=said):
        arena(path, **changed)
    assert path.read_bytes() == whole[1]


def test_games_of_players_that_were_changed_since_are_refused(whole: tuple[Arena, bytes], tmp_path: Path) -> None:
    header, _, games = whole[1].partition(b"\n")
    changed = json.dumps({**json.loads(header), "sources": "0"}).encode() + b"\n" + games
    (tmp_path / "journal").write_bytes(changed)
    with pytest.raises(QuadrigaError, match="have been changed since"):
        arena(tmp_path / "journal")


@pytest.mark.parametrize("content", [b"hello", b"hello\nworld\n", b"{}\n", b"[]\n", b"\xff\xfe\n", b"\n", b"3\n"])
def test_a_file_that_is_no_journal_is_refused_and_stays(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_bytes(content)
    with pytest.raises(QuadrigaError, match="is not the journal of an arena"):
        arena(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "change",
    [{"seed": 5}, {"seats": ["random", "random"]}, {"winners": [2]}, {"winners": [0, 0]}, {"winners": "0"},
     {"scores": [1]}, {"scores": None}, {"moves": "many"}, {"seconds": None}, {"players": None}, {"players": [[1]]}],
)  # fmt: skip
def test_a_broken_line_is_named(change: dict[str, object], whole: tuple[Arena, bytes], tmp_path: Path) -> None:
    lines = whole[1].splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), **change}).encode()
    (tmp_path / "journal").write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(QuadrigaError, match=r"cannot read the journal .*: line 3: ") as error:
        arena(tmp_path / "journal")
    assert "\n" not in str(error.value)


def test_a_journal_is_for_one_arena_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first = Journal(path, CAESAR, (), 0)
    with pytest.raises(QuadrigaError, match="in use"):
        arena(path)
    first.close()
    assert arena(path, games=1).is_whole


def test_a_journal_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/null"), Path("/proc/no/journal")):
        with pytest.raises(QuadrigaError, match="cannot write the journal"):
            arena(path)


def test_the_usual_journal_is_in_the_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUADRIGA_CACHE_DIR", str(tmp_path))
    quick = {"players": ["random", "greedy"], "games": 1}
    first = arena(None, **quick)
    assert first.journal.parent == tmp_path / "arenas" and first.before == 0
    again = arena(None, **quick)
    assert again.before == 1 and again.played == first.played
    assert arena(None, **quick, seed=1).journal != first.journal


def test_an_interrupted_arena_returns_what_was_played(tmp_path: Path, whole: tuple[Arena, bytes]) -> None:
    def stop(played: object) -> None:
        if len(played) == 3:  # type: ignore[arg-type]
            raise KeyboardInterrupt

    cut = arena(tmp_path / "journal", progress=stop)
    assert cut.interrupted and not cut.is_whole and cut.played == whole[0].played[:3]
    assert arena(tmp_path / "journal").played == whole[0].played
