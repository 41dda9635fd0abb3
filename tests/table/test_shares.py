"""Every seat may have a share in the dice: committed to before any is revealed, and no record without it verifies."""

from __future__ import annotations

import json
import random
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from quadriga import RecordError, notation
from quadriga.cli import main
from quadriga.table import commands
from quadriga.table.entry import Entry
from quadriga.table.fairness import Share, commitment, hash_of, seed_of, verify
from quadriga.table.series import next_terms
from quadriga.table.show import show_entries, show_table
from quadriga.table.table import LIVE, OVER, REVEALING, WAITING, Table
from quadriga.table.terms import Terms

from .builder import NEW, SECRET, Match

ONE, TWO, THREE = "11" * 16, "0123456789abcdef" * 2, "33" * 16


def laid_out(*hashes: str | None, bots: tuple[str | None, ...] = (None, None), secret: int = SECRET) -> Match:
    """Lay out a table at which everybody sits who comes, each with the hash of a share or without."""
    match = Match(Table(Terms(NEW, {}, bots), secret))
    for seat, hash in enumerate(hashes):
        commands.sit(match.table, seat, f"Player {seat}", match.later(None), hash=hash)
    return match


def reveal(match: Match, seat: int, share: str, **more: Any) -> list[Entry]:
    return commands.reveal(match.table, seat, share, match.later(None), **more)


def shared() -> Match:
    """A match that has begun, in whose dice both seats have a share."""
    match = laid_out(hash_of(ONE), hash_of(TWO))
    reveal(match, 1, TWO)
    reveal(match, 0, ONE)
    return match


def over(match: Match) -> str:
    match.play_on(random.Random(4))
    assert match.table.status == OVER
    return match.table.record()


def test_a_share_and_the_seed_can_be_checked_with_any_tool() -> None:
    """As `printf '...' | xxd -r -p | sha256sum` has the hash, and `printf 'SECRET SHARE -' | sha256sum` the seed."""
    assert hash_of(TWO) == sha256(bytes.fromhex(TWO)).hexdigest()
    text = f"{SECRET:032x} {ONE} -"
    assert f"{seed_of(SECRET, [Share(hash_of(ONE), ONE), None]):032x}" == sha256(text.encode()).hexdigest()[:32]


def test_without_any_share_the_dice_are_those_of_the_secret_as_ever() -> None:
    for shares in ([], [None, None], [Share(hash_of(ONE)), None]):
        assert seed_of(SECRET, shares) == SECRET


def test_every_share_and_its_seat_and_the_secret_make_another_seed() -> None:
    one, two = Share(hash_of(ONE), ONE), Share(hash_of(TWO), TWO)
    made = [
        seed_of(SECRET, shares)
        for shares in ([None, None], [one, None], [None, one], [one, two], [two, one], [two, None], [one, one])
    ]
    assert len({*made, seed_of(SECRET + 1, [one, two])}) == 8


def test_the_match_begins_when_all_have_revealed_what_they_committed_to() -> None:
    match = laid_out(hash_of(ONE), hash_of(TWO))
    table = match.table
    assert table.status == WAITING and table.begins_by == match.now + REVEALING == table.deadline()
    assert [entry.kind for entry in reveal(match, 1, TWO, next_hash=hash_of(THREE))] == ["reveal"]
    assert table.unrevealed == [0] and table.status == WAITING
    assert [entry.kind for entry in reveal(match, 0, ONE)] == ["reveal", "start"]
    assert table.status == LIVE and table.begins_by is None
    assert table.state.seed == seed_of(SECRET, table.shares) != SECRET
    assert table.next_hashes == {1: hash_of(THREE)}
    assert show_table(table)["shares"] == [
        {"hash": hash_of(ONE), "share": ONE},
        {"hash": hash_of(TWO), "share": TWO},
    ]
    shown = show_entries(table, 0, ())
    assert [each.get("hash") for each in shown] == [hash_of(ONE), hash_of(TWO), None, None, None]
    assert [each.get("share") for each in shown] == [None, None, TWO, ONE, None]
    assert Table.load(table.terms, table.secret, table.log).state == table.state


def test_nothing_is_revealed_before_everybody_has_committed() -> None:
    """Else who sits down last, hand in hand with the server, would choose a share that suits them."""
    match = laid_out(hash_of(ONE))
    assert match.table.begins_by is None
    with match.refuses("early"):
        reveal(match, 0, ONE)


def test_another_share_than_committed_to_is_refused_and_one_is_revealed_once() -> None:
    match = laid_out(hash_of(ONE), hash_of(TWO))
    with match.refuses("share"):
        reveal(match, 0, TWO)
    reveal(match, 0, ONE)
    with match.refuses("nothing"):
        reveal(match, 0, TWO)
    assert reveal(match, 0, ONE) == [], "another page of the same player"
    commands.begin(match.table, match.later(None))
    assert reveal(match, 0, ONE) == []
    with match.refuses("live"):
        reveal(match, 1, TWO)


def test_nobody_stands_up_while_shares_are_revealed() -> None:
    """Else somebody else could sit down there and commit to a share, knowing those of the others."""
    match = laid_out(hash_of(ONE))
    match.leave(0)
    assert match.table.shares == [None, None]
    match = laid_out(hash_of(ONE), hash_of(TWO))
    with match.refuses("starting"):
        match.leave(1)


def test_a_seat_without_a_share_keeps_nobody_waiting() -> None:
    assert laid_out(None, None).table.status == LIVE
    assert laid_out(None, None).table.state.seed == SECRET
    match = laid_out(None, hash_of(TWO))
    reveal(match, 1, TWO)
    assert match.table.status == LIVE and match.table.state.seed == seed_of(SECRET, [None, Share(hash_of(TWO), TWO)])


def test_bots_have_no_share() -> None:
    match = laid_out(hash_of(ONE), bots=(None, "tiro"))
    assert match.table.status == WAITING
    reveal(match, 0, ONE)
    assert match.table.status == LIVE and match.table.shares[1] is None


def test_who_does_not_reveal_a_share_does_not_stop_the_match_and_that_is_said() -> None:
    match = laid_out(hash_of(ONE), hash_of(TWO))
    reveal(match, 0, ONE)
    commands.begin(match.table, match.later(None))
    assert match.table.status == LIVE
    assert match.table.state.seed == seed_of(SECRET, [Share(hash_of(ONE), ONE), None])
    record = over(match)
    assert f'[Shares "{ONE} {hash_of(TWO)}"]' in record
    verdict = verify(record)
    assert verdict.shares == (Share(hash_of(ONE), ONE), Share(hash_of(TWO)))
    with pytest.raises(RecordError, match="is not among those"):
        verify(record, None, [hash_of(TWO)])


def test_a_match_that_nobody_waits_for_any_more_does_not_begin() -> None:
    match = laid_out(hash_of(ONE), bots=(None, "tiro"))
    match.abandon(0)
    assert match.table.status == OVER and match.table.deadline() is None


def test_the_record_holds_all_of_it_and_verifies() -> None:
    match = shared()
    record = over(match)
    assert f'[Secret "{SECRET:032x}"]' in record and f'[Shares "{ONE} {TWO}"]' in record
    verdict = verify(record, match.table.commitment, [ONE, hash_of(TWO).upper()])
    assert verdict.published and verdict.state == match.table.state and verdict.commitment == commitment(SECRET)
    assert verdict.shares == (Share(hash_of(ONE), ONE), Share(hash_of(TWO), TWO))


def with_tag(record: str, name: str, value: str | None) -> str:
    changed = re.sub(rf'\[{name} ".*"\]\n', "" if value is None else f'[{name} "{value}"]\n', record)
    assert changed != record
    return changed


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("Shares", f"{ONE} -", "not the one that the secret and the shares make"),
        ("Shares", f"{TWO} {ONE}", "not the one that the secret and the shares make"),
        ("Shares", f"{ONE} {hash_of(TWO)}", "not the one that the secret and the shares make"),
        ("Shares", f"{ONE}", "1 shares for 2 seats"),
        ("Shares", f"{ONE} {TWO} -", "3 shares for 2 seats"),
        ("Shares", f"{ONE} {TWO[:-1]}", "neither a share"),
        ("Shares", None, "one without the other"),
        ("Secret", None, "one without the other"),
        ("Secret", f"{SECRET + 1:032x}", "not the one that the secret and the shares make"),
        ("Secret", "7", "32 hexadecimal digits"),
        ("Commitment", commitment(SECRET + 1), "tag Commitment"),
    ],
)
def test_a_record_in_which_anything_of_it_was_changed_does_not_verify(name: str, value: str | None, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        verify(with_tag(over(shared()), name, value))


def test_a_server_that_leaves_a_share_out_is_caught() -> None:
    """It deals by its secret alone, and whatever it tells at the end does not fit what it told before."""
    match = shared()
    alone = laid_out(None, None)
    record = over(alone)
    with pytest.raises(RecordError, match="is not among those"):
        verify(record, match.table.commitment, [ONE])
    forged = notation.record(alone.table.state, {"Commitment": match.table.commitment})
    tags = f'[Secret "{SECRET:032x}"]\n[Shares "{ONE} {TWO}"]\n'
    with pytest.raises(RecordError, match="not the one that the secret and the shares make"):
        verify(forged.replace("[Commitment", tags + "[Commitment"))


def test_moves_taken_back_and_the_next_match_have_the_dice_of_their_own_shares() -> None:
    match = shared()
    seed = match.table.state.seed
    match.plays(*(move.text for move in match.table.state.legal[:1]))
    assert match.table.kept(0).seed == seed
    match.resign(0)
    assert Table(next_terms(match.table), SECRET + 1).shares == [None, None], "each match has shares of its own"


# --- the command


def exported(match: Match, id: str = "table") -> str:
    """Write a table as `quadriga tables export` does."""
    table = match.table
    log = [{"number": 0, "at": 0.0, "entries": [entry.write() for entry in table.log]}]
    return json.dumps({"quadriga": 1, "id": id, "terms": table.terms.write(), "secret": f"{SECRET:032x}", "log": log})


def test_the_command_says_whose_shares_are_in_the_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record.txt"
    file.write_text(over(shared()))
    assert main(["verify", str(file), "--share", ONE, "--commitment", commitment(SECRET)]) == 0
    said = capsys.readouterr().out
    assert f"Cleopatra had the share {ONE} in the dice, whose hash is {hash_of(ONE)}\n" in said
    assert f"Caesar had the share {TWO}" in said and "No player" not in said
    assert main(["verify", str(file), "--share", THREE]) == 2
    assert "is not among those of which the dice were made" in capsys.readouterr().err

    match = laid_out(hash_of(ONE), None)
    commands.begin(match.table, match.later(None))
    file.write_text(over(match))
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert f"Cleopatra gave the hash of a share and did not reveal it: {hash_of(ONE)}\n" in said
    assert "Caesar had no share in the dice.\n" in said and "the server chose the secret alone" in said


def test_the_command_checks_exported_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tables.jsonl"
    ended, live = shared(), shared()
    over(ended)
    file.write_text(f"{exported(ended, 'first')}\n{exported(live, 'second')}\n")
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"first: {len(ended.table.movers)} moves of ") and f"Caesar had the share {TWO}" in said
    assert "second: there is nothing to check before the match is over.\n" in said
    assert main(["verify", str(file), "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["shares"]["caesar"] == {"share": TWO, "hash": hash_of(TWO)} and first["checked"]
    assert second == {"name": "second", "checked": False}
    assert main(["verify", str(file), "--share", ONE]) == 2
    assert "are for one" in capsys.readouterr().err
    file.write_text(exported(ended))
    assert main(["verify", str(file), "--share", ONE, "--commitment", commitment(SECRET)]) == 0
    file.write_text(f"{exported(ended)}\n{{}}\n")
    assert main(["verify", str(file)]) == 2
    assert "line 2: it is no exported table" in capsys.readouterr().err
