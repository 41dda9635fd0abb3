"""The colours of editors: the syntax definition, tried on samples by a small reader of such definitions."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from quadriga.notation import parse

from .test_notation import ANNOTATED

ROOT = Path(__file__).parent.parent.parent
EDITOR = ROOT / "editors" / "vscode"
SYNTAX = json.loads((EDITOR / "syntaxes" / "quadriga.tmLanguage.json").read_text())


def rules(patterns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for pattern in patterns:
        if "include" in pattern:
            pattern = SYNTAX["repository"][pattern["include"].removeprefix("#")]
        found += rules(pattern["patterns"]) if "begin" not in pattern and "match" not in pattern else [pattern]
    return found


def coloured(text: str) -> list[tuple[str, str]]:
    """Colour a text as editors do: line by line, the earliest rule first, begin and end over several lines."""
    found: list[tuple[str, str]] = []
    stack: list[dict[str, Any]] = []
    for line in text.split("\n"):
        at = 0
        while at <= len(line):
            here = rules(stack[-1].get("patterns", []) if stack else SYNTAX["patterns"])
            tries = [(re.compile(rule.get("match") or rule["begin"]).search(line, at), rule) for rule in here]
            if stack:
                tries.insert(0, (re.compile(stack[-1]["end"]).search(line, at), {}))
            hits = [(hit.start(), number, hit, rule) for number, (hit, rule) in enumerate(tries) if hit]
            if not hits:
                break
            _, _, hit, rule = min(hits, key=lambda one: one[:2])
            if not rule:
                stack.pop()
            elif "begin" in rule:
                stack.append(rule)
                found.append((rule["name"], hit[0]))
            elif "captures" in rule:
                found += [(rule["captures"][str(k)]["name"], hit[k]) for k in range(1, len(hit.groups()) + 1)]
            else:
                inside = " ".join(outer["name"] for outer in stack)
                found.append((f"{inside} {rule['name']}".strip(), hit[0]))
            at = max(hit.end(), at + (hit.end() == hit.start()))
    assert not stack
    return found


def test_a_sample_is_coloured() -> None:
    colours = coloured(ANNOTATED.replace("\r", "").removeprefix("\ufeff"))
    named = {name: [text for found, text in colours if found == name] for name, _ in colours}
    assert named["entity.name.tag.quadriga"] == ["Event", "Game", "Seed", "Players", "Date"]
    assert named["string.quoted.double.quadriga"][1] == '"caesar-cleopatra-2024"'
    assert named["constant.numeric.move.quadriga"] == ["1.", "2.", "3."]
    assert named["keyword.operator.glyph.quadriga"] == ["!", "$13", "?!"]
    assert named["comment.line.semicolon.quadriga"] == ["; and a line", "; numbers may be left out"]
    assert "[%clk 0:04:57.5]" in named["comment.block.quadriga constant.numeric.time.quadriga"]
    moves = " ".join(named["entity.name.function.move.quadriga"])
    assert moves == " ".join(parse(ANNOTATED).texts)
    inner = "meta.variation.quadriga meta.variation.quadriga entity.name.function.move.quadriga"
    assert " ".join(named[inner]) == "2 face down at quaestors"


@pytest.mark.parametrize("folder", ["games/golden", "notation/old"])
def test_records_are_coloured_whole(folder: str) -> None:
    for path in sorted((ROOT / "tests" / folder).glob("*.txt"))[:6]:
        text = path.read_text(encoding="utf-8")
        colours = coloured(text)
        moves = [text for name, text in colours if name == "entity.name.function.move.quadriga"]
        assert " ".join(moves) == " ".join(parse(text).texts)


def test_the_extension_names_files_that_are_there() -> None:
    package = json.loads((EDITOR / "package.json").read_text())["contributes"]
    assert (EDITOR / package["grammars"][0]["path"]).is_file()
    assert (EDITOR / package["languages"][0]["configuration"]).is_file()
    first = package["languages"][0]["firstLine"].replace("\\uFEFF", "\ufeff")
    assert re.match(first, ANNOTATED) and re.match(first, '[Game "caesar"]')


def test_tags_on_one_line_and_comments_among_them_are_coloured_apart() -> None:
    colours = coloured('{over\nall}\n[Event "x"] [Game "caesar"] ; behind\n[Position "{"a": ["b"]}"]\n')
    assert [text for name, text in colours if name == "entity.name.tag.quadriga"] == ["Event", "Game", "Position"]
    assert [text for name, text in colours if name == "string.quoted.double.quadriga"] == [
        '"x"', '"caesar"', '"{"a": ["b"]}"',
    ]  # fmt: skip
    assert [text for name, text in colours if name.startswith("comment")] == ["{", "; behind"]
