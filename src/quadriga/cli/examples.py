"""How each command is called: shown at the end of its help; NAME stands for a game that is installed."""

from __future__ import annotations

import argparse

from quadriga.games import places

EXAMPLES = {
    "play": ("play NAME", "play NAME --against consul --record match.txt"),
    "sim": ("sim NAME --games 100000", "sim NAME --games 10000 --greedy --json numbers.json"),
    "warm": ("warm", "warm NAME", "warm --env NAME"),
    "games": ("games", "games --json"),
    "rules": ("rules NAME", "rules NAME senate --language cs"),
    "replay": ("replay match.txt", "replay matches.txt --json"),
    "convert": ("convert matches.txt --to jsonl --out matches.jsonl", "convert matches.jsonl --check --to short"),
    "filter": ("filter matches.txt --winner consul --least-moves 40", "filter *.txt --tag 'Date>=2026-01-01' --count"),
    "stats": ("stats matches.txt", "stats matches.txt --json"),
    "corpus": ("corpus --out corpus", "corpus NAME --games 100 --players tiro,miles --out corpus"),
    "serve": ("serve", "serve --lan"),
    "think": ("think --redis redis://localhost:6379/0 --workers 4",),
    "bot": (
        "bot http://localhost:8420 4tKq2xQeLmA --player legatus",
        "bot http://localhost:8420 4tKq2xQeLmA --player engine:./my-bot --name Careful",
    ),
    "tables": (),
    "tables list": ("tables list --status live",),
    "tables show": ("tables show 4tKq2xQeLmA",),
    "tables export": ("tables export tables.jsonl --status over",),
    "tables import": ("tables import tables.jsonl",),
    "tables prune": ("tables prune --over 365 --dry-run",),
    "backup": ("backup tables.backup",),
    "restore": ("restore tables.backup",),
    "analyse": ("analyse match.txt", "analyse match.txt --move 12 --playouts 50000"),
    "verify": ("verify match.txt",),
    "study": ("study NAME --games 20000 --players preferred --report report",),
    "arena": (
        "arena NAME --players greedy,tiro,miles --games 100",
        "arena NAME --players engine:./my-bot,legatus@500 --games 40 --records games.txt",
    ),
    "gpu": (),
    "gpu build": ("gpu build NAME --cc 90",),
    "train": ("train NAME --out networks --minutes 30",),
    "cache": (),
    "cache list": ("cache list",),
    "cache prune": ("cache prune --days 7",),
    "doctor": ("doctor",),
    "completion": ("completion bash > ~/.bash_completion.d/quadriga",),
}


def examples(command: argparse.ArgumentParser) -> list[str]:
    """Return how a command may be called."""
    game = next(iter(places()))
    called = EXAMPLES[command.prog.removeprefix("quadriga ")]
    return [f"quadriga {line.replace('NAME', game)}" for line in called]


def explain(command: argparse.ArgumentParser) -> None:
    """Let the help of every command in a command say what it is for, and show how it is called."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for listed in action._choices_actions:
                inner = action.choices[listed.dest]
                sentence = listed.help or ""
                inner.description = f"{sentence[:1].upper()}{sentence[1:]}."
                inner.formatter_class = argparse.RawDescriptionHelpFormatter
                if shown := examples(inner):
                    inner.epilog = "\n  ".join(["examples:", *shown])
                explain(inner)
