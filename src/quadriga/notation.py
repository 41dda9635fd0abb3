"""The text of a match: tags, then one move a line. Our PGN.

    [Game "caesar-cleopatra-2024"]
    [Version "2"]
    [Options "opening=veto starter=cleopatra"]
    [Seed "7"]
    [Moves "2"]
    [Result "*"]
    [Check "8e0b5a44"]

    1. 3 face down at praetors
    2. 1 face down at quaestors

`Moves` and `Check`, a checksum of moves and last position, tell a truncated or edited record. A match that did not
start at the beginning of a game has a tag `Position` with the JSON of where it did. A match from a table also has
`Commitment`, the hash of its secret that was published before the first move, `Secret` and `Shares`, of which its seed
was made if the players had a share in it, `From`, the table and the version whose position it took over, and `Ended` if
it did not end by the rules.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .errors import QuadrigaError, RecordError

if TYPE_CHECKING:
    from .model import Game, State

TAG = re.compile(r'\[(\w+) "(.*)"\]')
MOVE = re.compile(r"(\d{1,9})\. +(\S.*)")
MUST = ("Game", "Version", "Options", "Seed", "Moves", "Result", "Check")
MAY = ("Position", "Commitment", "Secret", "Shares", "From", "Ended")


def normal(text: str) -> str:
    """Bring a move text into its normal form: lower case, single spaces."""
    return " ".join(text.lower().split())


def result(state: State) -> str:
    """Write how a match stands: `*` while it goes on, else the points and the winner."""
    outcome = state.outcome
    if outcome is None:
        return "*"
    points = "-".join(map(str, outcome.scores))
    nobody = "draw" if len(outcome.scores) > 1 else "lost"
    return f"{points} {' and '.join(state.game.seats[seat] for seat in outcome.winners) or nobody}"


def check(state: State) -> str:
    """Compute the checksum of the moves and the last position."""
    moves = ",".join(map(str, state.history)).encode()
    return f"{zlib.crc32(state.bits.tobytes(), zlib.crc32(moves)):08x}"


def record(state: State, more: Mapping[str, str] | None = None) -> str:
    """Write a match as text, with more tags where given."""
    game = state.game
    tags = {
        "Game": game.name,
        "Version": str(game.version),
        "Options": " ".join(f"{name}={text}" for name, text in game.option_texts.items()),
        "Seed": str(state.seed),
        "Moves": str(len(state.history)),
        "Result": result(state),
        "Check": check(state),
    }
    if state.start is not None:
        tags["Position"] = json.dumps(state.start, separators=(",", ":"))
    tags |= more or {}
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    lines.append("")
    lines += [f"{number}. {game.moves[action].text}" for number, action in enumerate(state.history, 1)]
    return "\n".join(lines) + "\n"


def parse(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """Split a record into its tags and its moves with their line numbers."""
    if not isinstance(text, str):
        raise RecordError(f"a record is text, not {type(text).__name__}")
    tags: dict[str, str] = {}
    moves: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if not line:
            continue
        shown = line if len(line) <= 60 else line[:57] + "..."
        if line.startswith("["):
            found = TAG.fullmatch(line)
            if not found or moves:
                raise RecordError(f'line {number}: {shown!r} is not a tag like [Seed "7"] before the moves')
            name, value = found.groups()
            if name not in MUST + MAY:
                raise RecordError(f"line {number}: unknown tag {name}; tags are {', '.join(MUST + MAY)}")
            if name in tags:
                raise RecordError(f"line {number}: tag {name} stands twice")
            tags[name] = value
        else:
            found = MOVE.fullmatch(line)
            if not found:
                raise RecordError(f"line {number}: {shown!r} is not a move like '1. pass'")
            if int(found[1]) != len(moves) + 1:
                raise RecordError(f"line {number}: move {found[1]} where move {len(moves) + 1} is due")
            moves.append((number, found[2]))
    for name in MUST:
        if name not in tags:
            raise RecordError(f"tag {name} is missing")
    return tags, moves


def options(tags: dict[str, str]) -> dict[str, str]:
    """Read the options of a record."""
    pairs: dict[str, str] = {}
    for part in tags["Options"].split():
        name, equals, value = part.partition("=")
        if not equals:
            raise RecordError(f"tag Options: {part!r} is not of the form name=value")
        pairs[name] = value
    return pairs


def integer(tags: dict[str, str], name: str) -> int:
    """Read a tag that holds a number."""
    if not re.fullmatch(r"\d{1,39}", tags[name], re.ASCII):
        raise RecordError(f"tag {name}: {tags[name][:40]!r} is not a number")
    return int(tags[name])


def replay(game: Game, text: str) -> State:
    """Play a record through, checking everything it claims."""
    tags, moves = parse(text)
    if tags["Game"] != game.name:
        raise RecordError(f"tag Game: this is a record of {tags['Game']!r}, not of {game.name!r}")
    if options(tags) != game.option_texts:
        raise RecordError(f"tag Options: the record has {tags['Options']!r}, this game is {game!r}")
    if integer(tags, "Version") != game.version:
        raise RecordError(f"tag Version: rules version {tags['Version']}, this library plays {game.version}")
    if integer(tags, "Moves") != len(moves):
        raise RecordError(f"tag Moves: {tags['Moves']} moves announced, {len(moves)} found: the record is incomplete")
    try:
        if "Position" in tags:
            state = game.from_position(json.loads(tags["Position"]))
        else:
            state = game.new(integer(tags, "Seed"))
    except (QuadrigaError, json.JSONDecodeError, RecursionError) as error:
        raise RecordError(f"tag {'Position' if 'Position' in tags else 'Seed'}: {error}") from error
    for number, move in moves:
        try:
            state.play(move)
        except QuadrigaError as error:
            raise RecordError(f"line {number}: {error}") from error
    for name, found in (("Result", result(state)), ("Check", check(state))):
        if tags[name] != found:
            raise RecordError(f"tag {name}: {tags[name][:40]!r} announced, {found!r} played: the record was edited")
    return state
