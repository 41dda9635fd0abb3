"""What the site makes of the program itself when it is built: a page for every command, from its own help."""

from __future__ import annotations

import argparse
import html
import os
from typing import Any

from mkdocs.structure.files import File, Files

from quadriga.cli import parser
from quadriga.cli.examples import examples

FOLDER = "commands"
PLACE = "<!-- commands -->"
"""Where a page wants the list of all commands."""


def on_config(config: Any) -> Any:
    """Put the pages of the commands behind the page of the command line."""
    for section in config["nav"]:
        if "Commands" in section:
            section["Commands"] += [{name: f"{FOLDER}/{name}.md"} for name in inner(parser())]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Write the pages of the commands."""
    for name, command in inner(parser()).items():
        files.append(File.generated(config, f"{FOLDER}/{name}.md", content=page(command)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """List the commands where a page wants it."""
    if PLACE not in markdown:
        return markdown
    rows = [f"| [`{name}`]({FOLDER}/{name}.md) | {command.description} |" for name, command in inner(parser()).items()]
    return markdown.replace(PLACE, table("command", "what it does", rows))


def inner(command: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the commands in a command by their names."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def page(command: argparse.ArgumentParser) -> str:
    """Write the page of a command, and of the commands in it."""
    parts = [f"# {command.prog}", *described(command)]
    for name, one in inner(command).items():
        parts += [f"## {name}", *described(one)]
    return "\n\n".join(parts) + "\n"


def described(command: argparse.ArgumentParser) -> list[str]:
    """Say what a command is for, how it is called, and what it takes."""
    os.environ["COLUMNS"] = "76"  # argparse folds lines by the width of the terminal
    usage = command.format_usage().removeprefix("usage: ").rstrip()
    parts = [command.description or "", f"```text\n{usage}\n```"]
    actions = [
        action
        for action in command._actions
        if not isinstance(action, argparse._HelpAction | argparse._SubParsersAction)
    ]
    for title, listed in (
        ("argument", [action for action in actions if not action.option_strings]),
        ("option", [action for action in actions if action.option_strings]),
    ):
        if listed:
            parts.append(
                table(title, "what it means", [f"| {called(action)} | {meaning(action)} |" for action in listed])
            )
    if shown := examples(command):
        parts.append("```sh\n" + "\n".join(shown) + "\n```")
    return parts


def called(action: argparse.Action) -> str:
    """Write how an argument is given."""
    value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest.upper())
    if not action.option_strings:
        return code(str(value))
    takes = "" if action.nargs == 0 else f" {value}"
    return ", ".join(code(name + takes) for name in action.option_strings)


def meaning(action: argparse.Action) -> str:
    """Write what an argument is for."""
    return html.escape(action.help or "", quote=False).replace("|", "&#124;").replace("*", "&#42;")


def code(text: str) -> str:
    """Mark something that is typed; in a table a bar would end its cell."""
    return f"<code>{html.escape(text, quote=False).replace('|', '&#124;')}</code>"


def table(first: str, second: str, rows: list[str]) -> str:
    """Write a table of two columns."""
    return "\n".join([f"| {first} | {second} |", "|---|---|", *rows])
