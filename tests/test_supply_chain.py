"""Exact versions of everything, without an address to load it from; and audits that do not say more than they know."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.audit import judge_npm, judge_python

ROOT = Path(__file__).parents[1]
LOCK: dict[str, Any] = json.loads((ROOT / "web" / "package-lock.json").read_text())
PACKAGES: dict[str, Any] = LOCK["packages"]


def test_every_package_of_the_page_has_one_version_and_a_hash() -> None:
    assert LOCK["lockfileVersion"] == 3
    for name, package in PACKAGES.items():
        if name:
            assert re.fullmatch(r"\d+\.\d+\.\d+\S*", package["version"]), name
            assert re.match(r"sha(512|1)-", package["integrity"]), name


def test_the_lock_is_of_the_packages_that_the_page_asks_for() -> None:
    asked = json.loads((ROOT / "web" / "package.json").read_text())
    for kind in ("dependencies", "devDependencies"):
        assert PACKAGES[""][kind] == asked[kind]
        for name, version in asked[kind].items():
            assert re.fullmatch(r"\d+\.\d+\.\d+", version), f"{name} has no exact version"
            assert PACKAGES[f"node_modules/{name}"]["version"] == version


@pytest.mark.parametrize("file", ["web/package-lock.json", "web/package.json", "web/.npmrc", "constraints.txt"])
def test_no_address_to_load_from_is_written_down(file: str) -> None:
    text = (ROOT / file).read_text()
    assert not re.search(r"https?:|git\+|\"resolved\"|registry\.|file:", text)


def test_the_bill_of_materials_of_the_page_names_what_it_is_made_of() -> None:
    """By the command that `make sbom` runs; a package whose versions npm cannot make sense of ends it with an error."""
    (command,) = re.findall(r"npm sbom [^>\n]+", (ROOT / "Makefile").read_text())
    here = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    words = [str(shutil.which("npm", path=here)), *command.split()[1:]]
    done = subprocess.run(
        words, cwd=ROOT / "web", env={**os.environ, "PATH": here}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    named = {(each["name"], each["version"]) for each in json.loads(done.stdout)["components"]}
    assert named >= set(PACKAGES[""]["dependencies"].items())


def test_every_python_package_has_one_version() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert len(lines) > 50
    for line in lines:
        assert line.startswith("#") or re.match(r"[A-Za-z0-9_.-]+==\d\S*( ;.*)?$", line), line


def test_an_audit_that_could_not_ask_does_not_say_that_all_is_well() -> None:
    unknown = {"name": "numpy", "skip_reason": "Dependency not found on PyPI"}
    good = {"name": "rich", "version": "1.0", "vulns": []}
    bad = {"name": "old", "version": "0.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["0.2"]}]}
    answers = {
        "": 2, "{}": 2, "[]": 2,
        json.dumps({"dependencies": [unknown]}): 2, json.dumps({"dependencies": [good, unknown]}): 2,
        json.dumps({"dependencies": [good]}): 0, json.dumps({"dependencies": [good, bad]}): 1,
        json.dumps({"dependencies": [bad, unknown]}): 1,
    }  # fmt: skip
    for text, code in answers.items():
        assert judge_python(text).code == code, text
    assert "PYSEC-1" in str(judge_python(json.dumps({"dependencies": [bad]})))
    assert "not checked" in str(judge_python(json.dumps({"dependencies": [unknown]})))


def test_the_same_for_npm() -> None:
    total = {"dependencies": {"total": 7}}
    hole = {"old": {"severity": "high", "range": "<1"}}
    for text, code in {
        "": 2, json.dumps({"message": "405 Method Not Allowed", "error": {}}): 2,
        json.dumps({"vulnerabilities": {}, "metadata": total}): 0,
        json.dumps({"vulnerabilities": hole, "metadata": total}): 1,
    }.items():  # fmt: skip
        assert judge_npm(text).code == code, text
