"""Manners of the command line: JSON, completion, a doctor."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

import quadriga
from quadriga.cli import main, parser, reachable
from tests.ports import free_port
from tests.release import ROOT, TO_FILL_IN, missing, versions_agree


def test_games_and_rules_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    shown = {game["name"]: game for game in json.loads(capsys.readouterr().out)}
    assert shown.keys() == quadriga.games().keys()
    assert shown["caesar"]["seats"] == ["caesar", "pompey"] and shown["caesar"]["options"][0]["default"] == "none"
    assert main(["rules", "caesar", "--json", "--language", "nl"]) == 0
    clauses = json.loads(capsys.readouterr().out)
    assert [clause["id"] for clause in clauses] == [clause.id for clause in quadriga.rulebook("caesar").clauses]


def test_the_doctor_sees_what_is_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUADRIGA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("QUADRIGA_DATA_DIR", str(tmp_path / "data" / "here"))
    monkeypatch.delenv("QUADRIGA_DATABASE_URL", raising=False)
    monkeypatch.delenv("QUADRIGA_REDIS_URL", raising=False)
    assert main(["doctor", "--json", "--no-speed"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["cache"] == {"folder": str(tmp_path), "writable": True, "megabytes": 0.0}
    assert set(found["games"].values()) == {"not compiled"} and found["quadriga"] == quadriga.__version__
    assert set(found["vector_environments"].values()) == {"not compiled"}
    file = str(tmp_path / "data" / "here" / "tables.sqlite3")
    assert found["reachable"]["database"] == {"where": file, "says": "is not there yet, and can be made", "well": True}
    assert found["reachable"]["redis"]["well"] and "not set" in found["reachable"]["redis"]["says"]
    assert not (tmp_path / "data").exists()
    assert main(["doctor", "--no-speed"]) == 0
    said = capsys.readouterr().out
    assert "`quadriga warm` compiles" in said and "none is compiled; `quadriga warm --env` compiles" in said
    rules = quadriga.load("caesar").compiled_seats
    (rules.folder / "warm").touch()
    assert main(["doctor", "--no-speed"]) == 0
    assert "Vector environments: compiled for caesar; `quadriga warm --env`" in capsys.readouterr().out
    monkeypatch.setattr("os.access", lambda *_: False)
    assert main(["doctor", "--no-speed"]) == 1
    shown = capsys.readouterr().out
    assert f"Wrong: {tmp_path} cannot be written" in shown and f"Wrong: database {file}: cannot be written\n" in shown


def test_the_doctor_says_who_has_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    class Answering(BaseHTTPRequestHandler):
        """A server that is there, and says of itself what it is told to."""

        says = b""

        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(self.says)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        monkeypatch.setattr(reachable, "PORT", server.server_port)
        thread = Thread(target=server.serve_forever)
        thread.start()
        for Answering.says, told in (
            (b'{"status": "ready"}', "a server of Quadriga is there"),
            (b"Ave!", "no server of"),
        ):
            found = reachable.told(reachable.port)
            assert found["well"] and told in found["says"] and found["where"].endswith(f":{server.server_port}")
        server.shutdown()
        thread.join()
    assert reachable.told(reachable.port)["says"] == "free"


@pytest.mark.parametrize(
    ("name", "address", "said"),
    [
        ("database", "postgresql://livia:s3cret@127.0.0.1:{port}/tables", "refused"),
        ("database", "postgresql://127.0.0.1:{port}/tables?password=s3cret", "refused"),
        ("database", "mysql://livia:s3cret@127.0.0.1/tables", "not in mysql"),
        ("database", "s3cret", "is not an address such as"),
        ("database", "sqlite:////", "cannot be written"),
        ("redis", "redis://livia:s3cret@127.0.0.1:{port}/0", "refused"),
        ("redis", "redis://:s3/cret@127.0.0.1:{port}/0", "is not an address such as"),
        ("redis", "http://:s3cret@127.0.0.1", "is not an address such as"),
    ],
)
def test_the_doctor_says_what_cannot_be_reached_and_tells_no_password(
    name: str, address: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for library in ("sqlalchemy", "psycopg", "redis"):
        pytest.importorskip(library)
    monkeypatch.setenv(f"QUADRIGA_{name.upper()}_URL", address.format(port=free_port()))
    found = reachable.reachable()[name]
    assert not found["well"] and said in found["says"] and not re.search("s3|cret|livia", json.dumps(found))


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh", "fish"])
def test_completion_scripts_are_written(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("shtab")
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "convert" in script and "ave-caesar" in script
    assert "person" in script and "solo=low" in script
    if shell != "tcsh" and (found := shutil.which(shell)):
        subprocess.run([found, "-n"], input=script, text=True, check=True)


def test_bash_completes_commands_and_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("shtab")
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    main(["completion", "bash"])
    script = tmp_path / "completion"
    script.write_text(capsys.readouterr().out)
    asked = {
        "conv": "convert", "play ave": "ave-caesar", "filter --game ave": "ave-caesar", "tables list --game ca": "caesar",
        "play caesar --against le": "legatus", "play caesar --against pe": "person", "study caesar --players ti": "tiro",
        "arena caesar --players gr": "greedy", "play caesar --option so": "solo=low", "sim caesar --by mo": "modules",
        "completion fi": "fish",
    }  # fmt: skip
    for line, offered in asked.items():
        words = ["quadriga", *line.split()]
        ask = f"source {script}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _shtab_quadriga; echo ${{COMPREPLY[@]}}"
        done = subprocess.run([bash, "-c", ask], capture_output=True, text=True, check=True)
        assert offered in done.stdout.split()


def test_a_shell_that_this_shtab_does_not_know_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shtab = pytest.importorskip("shtab")
    monkeypatch.setattr(shtab, "SUPPORTED_SHELLS", ["bash"])
    assert main(["completion", "fish"]) == 2
    assert "this version of shtab writes nothing for fish" in capsys.readouterr().err


def test_everything_that_names_the_version_names_the_same() -> None:
    versions_agree()


def test_every_argument_has_a_help_of_its_own() -> None:
    silent = {
        f"{command.prog} {action.dest}"
        for command, action in each_argument(parser())
        if not action.help and not isinstance(action, argparse._SubParsersAction)
    }
    assert silent == set()


def each_argument(command: argparse.ArgumentParser) -> Iterator[tuple[argparse.ArgumentParser, argparse.Action]]:
    """List all arguments of a command and of the commands in it."""
    for action in command._actions:
        yield command, action
        for inner in action.choices.values() if isinstance(action, argparse._SubParsersAction) else ():
            yield from each_argument(inner)


def test_nothing_is_released_that_does_not_say_where_it_is_found(tmp_path: Path) -> None:
    for name in TO_FILL_IN:
        shutil.copy(ROOT / name, tmp_path)
    gaps = ["pyproject.toml: project.urls", "CITATION.cff: repository-code", "CITATION.cff: date-released"]
    project, citation = tmp_path / "pyproject.toml", tmp_path / "CITATION.cff"
    assert set(missing(tmp_path)) == set(missing()) <= set(gaps)
    project.write_text('[project]\nname = "quadriga"\n')
    citation.write_text("title: Quadriga\n")
    assert missing(tmp_path) == gaps
    citation.write_text("repository-code: https://quadriga.example\ndate-released: 2026-11-18\n")
    assert missing(tmp_path) == gaps[:1]
    project.write_text('[project.urls]\nRepository = "https://quadriga.example"\n')
    assert missing(tmp_path) == []
