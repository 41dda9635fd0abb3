"""Collections: many matches in one file, read as a stream, played side by side, sifted, counted and converted."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import quadriga
from quadriga import QuadrigaError, RecordError
from quadriga.cli import main
from quadriga.collection import Sieve, replayed
from quadriga.env.single import Single
from quadriga.notation import matches, read_file, record
from quadriga.notation.stream import pieces

from ..conftest import walk

GOLDEN = sorted((Path(__file__).parent.parent / "games" / "golden").glob("*.txt"))
OLD = sorted((Path(__file__).parent / "old").glob("*.txt"))
CAESAR = quadriga.load("caesar")


def finished(seed: int, **tags: str) -> str:
    *_, state = walk(CAESAR, seed)
    return record(state, tags)


def with_move(text: str, number: int, move: str) -> str:
    return re.sub(rf"\n{number}\. .*", f"\n{number}. {move}", text, count=1)


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("collection") / "matches.txt"
    texts = [
        finished(seed, Players=f"Anna; {'Bob' if seed % 2 else 'Cato'}", Date=f"2026-0{seed + 1}-01")
        for seed in range(6)
    ]
    other = quadriga.load("caesar-cleopatra-2024").new(3)
    other.play(other.legal[0])
    path.write_text("\n".join([*texts, other.record()]), encoding="utf-8")
    return path


def test_a_collection_of_every_kind_of_match_is_read_whole(tmp_path: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (*GOLDEN, *OLD)]
    path = tmp_path / "all.txt"
    for between, mark, ends in (("\n", "", "\n"), ("", "\ufeff", "\r\n"), ("\n\n\n", "", "\n")):
        path.write_bytes((mark + between.join(texts)).replace("\n", ends).encode())
        found = list(read_file(path))
        assert [match.tags for match in found] == [quadriga.notation.parse(text).tags for text in texts]
        assert [match.texts for match in found] == [quadriga.notation.parse(text).texts for text in texts]


def test_both_ways_of_reading_number_the_lines_alike() -> None:
    text = "\n".join([finished(1), with_move(finished(2), 2, "nonsense"), finished(3)])
    for lines in (io.StringIO(text), text.split("\n")):
        _, wrong, _ = matches(lines)
        line = wrong.moves[1].line
        assert text.split("\n")[line - 1] == "2. nonsense"


def test_comments_do_not_end_a_match() -> None:
    first = finished(1).replace("\n2. ", ' {a comment\n\n[Game "nothing"]\n} ; and {more\n2. ', 1)
    found = list(matches("\n".join([finished(0), first, finished(2)])))
    assert [match.tags["Seed"] for match in found] == ["0", "1", "2"]
    assert found[1].moves[0].comments == ['a comment [Game "nothing"]', "and {more"]


def test_matches_without_moves_and_with_other_first_tags_are_told_apart() -> None:
    text = (
        '[Game "caesar"]\n[Seed "1"]\n\n[Game "caesar"]\n[Seed "2"]\npass\n[Event "x"]\n[Game "caesar"]\n[Seed "3"]\n'
    )
    assert [(match.tags["Seed"], match.texts) for match in matches(text)] == [("1", []), ("2", ["pass"]), ("3", [])]


def test_a_stream_holds_one_match_at_a_time() -> None:
    text = finished(1)
    read = 0

    def endless() -> Iterator[str]:
        nonlocal read
        while True:
            for line in text.splitlines(keepends=True):
                read += 1
                yield line

    stream = matches(endless())
    for number in range(1, 4):
        assert next(stream).tags["Seed"] == "1"
        assert read <= number * (len(text.splitlines()) + 1) + 1


def test_a_file_that_is_no_collection_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    from quadriga.notation import stream

    monkeypatch.setattr(stream, "LARGEST", 1000)
    with pytest.raises(RecordError, match="longer than 1,000"):
        list(pieces("x" * 10 for _ in range(200)))
    with pytest.raises(RecordError):
        list(matches(io.StringIO("x" * 10_000_000)))


def test_broken_matches_are_told_and_passed_over() -> None:
    told: list[str] = []
    text = "\n".join([finished(1), finished(2).replace("[Seed", "[Seed:"), finished(3)])
    found = list(matches(text, lambda error: told.append(str(error))))
    assert [match.tags["Seed"] for match in found] == ["1", "3"]
    assert len(told) == 1 and "is not a tag like" in told[0]
    with pytest.raises(RecordError):
        list(matches(text))


def test_side_by_side_is_as_one_by_one() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (*GOLDEN, *OLD)]
    short = [quadriga.replay(texts[0]).record(short=True), finished(2**70)]
    edited = [finished(4).replace("\n5. ", "\n5. turn the tile\n6. "), with_move(finished(4), 5, "turn the tile"), finished(5).replace('[Check "', '[Check "0'),
              finished(6).rsplit("\n", 2)[0] + "\n", finished(7) + "99. pass\n", finished(8).replace('[Seed "8"]', ""),
              finished(9).replace("[Moves", "[Movez").replace("[Check", "[Chek") + f"{finished(9).count('. ')}. pass\n",
              finished(1).replace('"caesar"', '"go"'), finished(1).replace("solo=none", "solo=nobody")]  # fmt: skip
    together = list(replayed(matches("\n".join([*texts, *short, *edited]))))
    assert len(together) == len(texts) + len(short) + len(edited)
    for one in together:
        try:
            state = quadriga.replay(one.match)
        except RecordError as error:
            assert str(one.error) == str(error)
            continue
        outcome = state.outcome
        assert one.error is None and one.result == quadriga.notation.result(state)
        assert one.is_over == (outcome is not None)
        if outcome is not None:
            assert (one.winners, one.scores) == (outcome.winners, tuple(outcome.scores))
    assert sum(one.error is not None for one in together) == len(edited)


def test_only_variations_are_played_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from quadriga.collection import replaying

    noted = finished(1).replace("\n2. ", "! {[%clk 0:04:57]}\n2. ", 1)
    short = quadriga.replay(finished(2)).record(short=True)
    first = CAESAR.moves[quadriga.replay(finished(3)).history[0]].text
    varied = finished(3).replace("\n2. ", f"\n(1. {first})\n2. ", 1)
    slow: list[str] = []
    slowly = replaying.slowly
    monkeypatch.setattr(
        replaying, "slowly", lambda game, match: (slow.append(match.tags["Seed"]), slowly(game, match))[1]
    )
    found = list(replayed(matches("\n".join([noted, short, varied]))))
    assert [one.error for one in found] == [None] * 3 and slow == ["3"]
    assert found[0].result == quadriga.notation.result(quadriga.replay(noted))


def test_a_sieve() -> None:
    match = next(matches(finished(1, Players="Anna; Bob", Date="2026-03-01", Round="9")))
    winner = match.tags["Result"].partition(" ")[2]
    seat = CAESAR.seats.index(winner)
    for sieve, goes in [
        (Sieve(), True), (Sieve(game="caesar"), True), (Sieve(game="go"), False), (Sieve(player="Anna"), True),
        (Sieve(player="Ann"), False), (Sieve(winner=winner), True), (Sieve(winner=CAESAR.seats[1 - seat]), False),
        (Sieve(winner=match.players[seat]), True), (Sieve(winner=match.players[1 - seat]), False),
        (Sieve(winner="draw"), False), (Sieve(finished=True), True), (Sieve(finished=False), False),
        (Sieve(least_moves=1000), False), (Sieve(most_moves=3), False), (Sieve(least_moves=1, most_moves=999), True),
        (Sieve(tags=(Sieve.read_tag("Date>=2026-01-01"),)), True), (Sieve(tags=(Sieve.read_tag("Date<=2026"),)), False),
        (Sieve(tags=(Sieve.read_tag("Round<=10"),)), True), (Sieve(tags=(Sieve.read_tag("Players~^An.*b$"),)), True),
        (Sieve(tags=(Sieve.read_tag("Date!=2026-03-01"),)), False), (Sieve(tags=(Sieve.read_tag("Site=Rome"),)), False),
    ]:  # fmt: skip
        assert sieve.lets(match) == goes, sieve
    for wrong in ("Date", "=x", "Players~("):
        with pytest.raises(QuadrigaError):
            Sieve.read_tag(wrong)


def test_convert_goes_round(collection: Path, tmp_path: Path) -> None:
    lines, back, short = tmp_path / "m.jsonl", tmp_path / "back.txt", tmp_path / "short.txt"
    assert main(["convert", str(collection), "--to", "jsonl", "--out", str(lines)]) == 0
    data = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert len(data) == 7 and data[0]["tags"]["Players"] == "Anna; Cato"
    assert main(["convert", str(lines), "--check", "--out", str(back)]) == 0
    assert [match.write() for match in read_file(back)] == [match.write() for match in read_file(collection)]
    assert main(["convert", str(collection), "--to", "short", "--out", str(short)]) == 0
    assert "[Check" not in short.read_text() and "\n1. " not in short.read_text()
    again = [quadriga.replay(match) for match in read_file(short)]
    assert again == [quadriga.replay(match) for match in read_file(collection)]


def test_filter_and_stats(collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "some.txt"
    assert main(["filter", str(collection), "--player", "Bob", "--tag", "Date>=2026-03", "--out", str(out)]) == 0
    assert [match.tags["Seed"] for match in read_file(out)] == ["3", "5"]
    capsys.readouterr()
    assert main(["filter", str(collection), "--no-finished", "--count"]) == 0
    assert capsys.readouterr().out == "1\n"
    assert main(["stats", str(collection), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)["games"]
    assert data["caesar"]["matches"] == data["caesar"]["finished"] == 6
    assert data["caesar"]["players"] == {"Anna": 6, "Cato": 3, "Bob": 3}
    assert sum(row["won"] for row in data["caesar"]["winners"].values()) == 6
    assert main(["stats", str(collection)]) == 0
    assert "Anna" in capsys.readouterr().out


def test_a_broken_match_is_told_and_makes_exit_code_1(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.txt"
    path.write_text(with_move(collection.read_text(), 7, "turn the tile"))
    assert main(["stats", str(path), "--json"]) == 0  # nothing was played, so nothing is known of it
    capsys.readouterr()
    assert main(["convert", str(path), "--check"]) == 1
    captured = capsys.readouterr()
    assert "passed over" in captured.err and captured.out.count("[Game") == 6
    assert main(["convert", str(path), "--check", "--strict"]) == 2
    unreadable = tmp_path / "unreadable.txt"
    unreadable.write_text(with_move(collection.read_text(), 7, "a {comment without an end"))
    assert main(["stats", str(unreadable)]) == 1 and "a comment is not closed" in capsys.readouterr().err
    assert main(["convert", str(tmp_path / "none.txt")]) == 2
    assert main(["replay", str(path)]) == 1
    assert "6 matches are right, 1 are not" in capsys.readouterr().out
    assert main(["replay", str(collection), "--json"]) == 0
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["right"] for one in shown] == [True] * 7 and shown[-1]["over"] is False


def test_what_a_check_finds_counts_and_completes_a_typed_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    states = [quadriga.replay(finished(seed)) for seed in range(3)]
    path, out = tmp_path / "typed.txt", tmp_path / "whole.txt"
    varied = states[2].record(short=True).rstrip("\n") + f"\n({CAESAR.moves[states[2].history[-1]].text})\n"
    path.write_text(
        "\n".join([*(state.record(short=True) for state in states[:2]), varied, CAESAR.new(9).record(short=True)])
    )
    assert main(["stats", str(path), "--check", "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)["games"]["caesar"]
    winners = [quadriga.notation.result(state).partition(" ")[2] for state in states]
    assert counts["finished"] == 3 and {name: row["won"] for name, row in counts["winners"].items()} == Counter(winners)
    for words, count in (
        (["--finished"], 3), (["--no-finished"], 1), (["--winner", winners[0]], winners.count(winners[0])),
    ):  # fmt: skip
        assert main(["filter", str(path), "--check", "--count", *words]) == 0
        assert capsys.readouterr().out == f"{count}\n"
    assert main(["convert", str(path), "--check", "--out", str(out)]) == 0
    for state, match in zip([*states, CAESAR.new(9)], read_file(out), strict=True):
        full = quadriga.notation.parse(state.record()).tags
        assert list(match.tags) == [name for name in full if name != "Options"]
        assert match.tags == {name: value for name, value in full.items() if name != "Options"}


def test_a_player_of_an_unknown_game_does_not_stop_a_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "matches.txt"
    unknown = '[Game "go"]\n[Seed "1"]\n[Result "1-2 white"]\n[Players "Anna; Bob"]\n\npass\n\n'
    path.write_text(unknown + finished(1, Players="Anna; Anna"))
    assert main(["filter", str(path), "--winner", "Anna", "--count"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "1\n" and f"passed over: {path}: tag Game: there is no game 'go'" in captured.err


def test_replay_is_as_the_other_commands_are(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.txt"
    texts = [finished(1), finished(2).replace("[Seed", "[Seed:"), *[with_move(finished(3), 5, "turn the tile")] * 6]
    broken.write_text("\n".join(texts))
    assert main(["replay", str(broken), str(collection)]) == 1
    captured = capsys.readouterr()
    assert "8 matches are right, 7 are not" in captured.out
    assert "is not a tag like" in captured.err and captured.err.count("passed over") == 7  # each is told
    assert captured.err.count(f"{broken}: line ") == 7
    assert main(["replay", str(broken), "--json"]) == 1
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["right"] for one in shown] == [True] + [False] * 6
    assert main(["replay", str(broken), "--strict"]) == 2
    lines = tmp_path / "matches.jsonl"
    assert main(["convert", str(collection), "--to", "jsonl", "--out", str(lines)]) == 0
    assert main(["replay", str(lines)]) == 0
    assert "7 matches are right, 0 are not" in capsys.readouterr().out


def test_names_of_games_keep_their_width(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "matches.txt"
    path.write_text(quadriga.load("caesar-cleopatra-2024").new(3).record())
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["stats", str(path)]) == 0
    assert "caesar-cleopatra-2024 " in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["stats", str(path), "--top", "-3"])
    assert "'-3' is not a whole number from 1" in capsys.readouterr().err


def test_a_corpus_says_a_date_only_if_given_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["corpus", "caesar", "--games", "2", "--players", "greedy,random", "--processes", "1", "--json"]
    assert main([*command, "--out", str(tmp_path), "--date", "2026-11-18"]) == 0
    path = tmp_path / "caesar.txt"
    assert json.loads(capsys.readouterr().out) == [{"game": "caesar", "file": str(path), "matches": 2}]
    assert [match.tags["Date"] for match in read_file(path)] == ["2026-11-18"] * 2
    assert [match.error for match in replayed(read_file(path))] == [None] * 2


@pytest.mark.long
def test_a_corpus_is_the_same_every_time_and_right(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        command = [
            "corpus",
            "caesar",
            "--games",
            "4",
            "--players",
            "tiro,miles,random",
            "--playouts",
            "5",
            "--seed",
            "3",
        ]
        assert main([*command, "--processes", "2" if folder == "two" else "1", "--out", str(tmp_path / folder)]) == 0
    one, two = ((tmp_path / folder / "caesar.txt").read_bytes() for folder in ("one", "two"))
    assert one == two and b"[Date " not in one
    found = list(replayed(read_file(tmp_path / "one" / "caesar.txt")))
    assert [match.error for match in found] == [None] * 4
    assert found[0].match.players == ["tiro", "miles"] and all(match.is_over for match in found)


def test_records_of_single_games_are_the_same(collection: Path) -> None:
    match = next(read_file(collection))
    assert Single.replay(CAESAR, match.write()).state() == quadriga.replay(match)
