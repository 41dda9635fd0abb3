"""Manners of the command line: JSON, completion, a doctor."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import quadriga
from quadriga.cli import main
from tests.release import versions_agree


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
    assert main(["doctor", "--json", "--no-speed"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["cache"] == {"folder": str(tmp_path), "writable": True, "megabytes": 0.0}
    assert set(found["games"].values()) == {"not compiled"} and found["quadriga"] == quadriga.__version__
    assert set(found["vector_environments"].values()) == {"not compiled"}
    assert main(["doctor", "--no-speed"]) == 0
    said = capsys.readouterr().out
    assert "`quadriga warm` compiles" in said and "none is compiled; `quadriga warm --env` compiles" in said
    rules = quadriga.load("caesar").compiled_seats
    (rules.folder / "warm").touch()
    assert main(["doctor", "--no-speed"]) == 0
    assert "Vector environments: compiled for caesar; `quadriga warm --env`" in capsys.readouterr().out
    monkeypatch.setattr("os.access", lambda *_: False)
    assert main(["doctor", "--no-speed"]) == 1
    assert "Wrong: " in capsys.readouterr().out


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_scripts_are_written(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("shtab")
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "convert" in script and "ave-caesar" in script
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
    for words, offered in ((["quadriga", "conv"], "convert"), (["quadriga", "play", "ave"], "ave-caesar")):
        ask = f"source {script}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _shtab_quadriga; echo ${{COMPREPLY[@]}}"
        done = subprocess.run([bash, "-c", ask], capture_output=True, text=True, check=True)
        assert offered in done.stdout.split()


def test_everything_that_names_the_version_names_the_same() -> None:
    versions_agree()
