"""Records: a match that was played, written as text and played again."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from quadriga.errors import QuadrigaError, RecordError

from .match import WrittenMatch, parse
from .moves import WrittenMove, write_text
from .position_line import read_position, write_position
from .tags import write_tags

if TYPE_CHECKING:
    from quadriga.model import Game, State

NAMED = (
    "Game", "Version", "Options", "Seed", "Moves", "Result", "Check", "Position", "Commitment", "Secret", "Shares",
    "From", "Ended",
)  # fmt: skip
"""Tags that mean something to us."""


def normal(text: str) -> str:
    """Bring a move text into its normal form: lower case, single spaces."""
    return " ".join(text.lower().split())


def result(state: State) -> str:
    """Write how a match stands: `*` while it goes on, else the points and the winner."""
    outcome = state.outcome
    return "*" if outcome is None else result_of(state.game, outcome.scores, outcome.winners)


def result_of(game: Game, scores: Sequence[int], winners: Sequence[int]) -> str:
    """Write how a match ended: the points and the winner."""
    nobody = "draw" if len(scores) > 1 else "lost"
    return f"{'-'.join(map(str, scores))} {' and '.join(game.seats[seat] for seat in winners) or nobody}"


def check(state: State) -> str:
    """Compute the checksum of the moves and the last position."""
    return check_of(state.history, state.bits.tobytes())


def check_of(history: Sequence[int], bits: bytes) -> str:
    """Compute the checksum of moves and a last position."""
    return f"{zlib.crc32(bits, zlib.crc32(','.join(map(str, history)).encode())):08x}"


def record(state: State, more: Mapping[str, str] | None = None, *, short: bool = False) -> str:
    """Write a match as text, with more tags where given; `short` leaves out what only checks it."""
    game = state.game
    usual = default_options(game) if short else {}
    chosen = {name: text for name, text in game.option_texts.items() if usual.get(name) != text}
    tags = {
        "Game": game.name,
        "Version": str(game.version),
        "Options": " ".join(f"{name}={text}" for name, text in chosen.items()),
        "Seed": str(state.seed),
        "Moves": str(len(state.history)),
        "Result": result(state),
        "Check": check(state),
    }
    if short:
        tags = {name: tags[name] for name in ("Game", "Options", "Seed") if tags[name]}
    if state.start is not None:
        tags["Position"] = write_position(state.start)
    tags |= more or {}
    lines = [*write_tags(tags), ""]
    texts = [game.moves[action].text for action in state.history]
    lines += map(write_text, texts) if short else [f"{n}. {write_text(text)}" for n, text in enumerate(texts, 1)]
    return "\n".join(lines) + "\n"


def default_options(game: Game) -> dict[str, str]:
    """Write the options that a game has if none are given."""
    return {option.name: option.write(option.default) for option in game.definition.options}


def options(tags: Mapping[str, str]) -> dict[str, str]:
    """Read the options of a record; those left out have their defaults."""
    pairs: dict[str, str] = {}
    for part in tags.get("Options", "").split():
        name, equals, value = part.partition("=")
        if not equals:
            raise RecordError(f"tag Options: {part!r} is not of the form name=value")
        pairs[name] = value
    return pairs


def integer(tags: Mapping[str, str], name: str) -> int:
    """Read a tag that holds a number."""
    if not re.fullmatch(r"\d{1,39}", tags[name], re.ASCII):
        raise RecordError(f"tag {name}: {tags[name][:40]!r} is not a number")
    return int(tags[name])


def begin(game: Game, tags: Mapping[str, str]) -> State:
    """Set up a match as its tags say."""
    if "Position" not in tags and "Seed" not in tags:
        raise RecordError("tag Seed is missing: nobody knows what was dealt")
    try:
        if "Position" not in tags:
            return game.new(integer(tags, "Seed"))
        position = read_position(tags["Position"])
        if "seed" not in position and "Seed" in tags:
            position["seed"] = integer(tags, "Seed")
        return game.from_position(position)
    except QuadrigaError as error:
        name = "Position" if "Position" in tags else "Seed"
        raise RecordError(f"tag {name}: {str(error).removeprefix(f'tag {name}: ')}") from error


def must_be_of(game: Game, tags: Mapping[str, str]) -> None:
    """Refuse a record of another game, other options or another version of the rules."""
    if tags["Game"] != game.name:
        raise RecordError(f"tag Game: this is a record of {tags['Game']!r}, not of {game.name!r}")
    if {**default_options(game), **options(tags)} != game.option_texts:
        raise RecordError(f"tag Options: the record has {tags.get('Options', '')!r}, this game is {game!r}")
    if "Version" in tags and integer(tags, "Version") != game.version:
        raise RecordError(f"tag Version: rules version {tags['Version']}, this library plays {game.version}")


def must_have_moves(match: WrittenMatch) -> None:
    """Refuse a record with fewer or more moves than it announces."""
    if "Moves" in match.tags and integer(match.tags, "Moves") != len(match.texts):
        found = len(match.texts)
        raise RecordError(f"tag Moves: {match.tags['Moves']} moves announced, {found} found: the record is incomplete")


def must_end_as(tags: Mapping[str, str], result: str, check: str) -> None:
    """Refuse a record whose match ended otherwise than it says."""
    for name, found in (("Result", result), ("Check", check)):
        if tags.get(name, found) != found:
            raise RecordError(f"tag {name}: {tags[name][:40]!r} announced, {found!r} played: the record was edited")


def replay(game: Game, text: str | WrittenMatch) -> State:
    """Play a record through, checking everything it claims; its variations must be possible too."""
    match = text if isinstance(text, WrittenMatch) else parse(text)
    must_be_of(game, match.tags)
    must_have_moves(match)
    state = begin(game, match.tags)
    play_line(state, match.moves)
    must_end_as(match.tags, result(state), check(state))
    return state


def play_line(state: State, moves: Sequence[WrittenMove]) -> None:
    """Play written moves, and their variations in copies."""
    for move in moves:
        for variation in move.variations:
            play_line(state.copy(), variation)
        try:
            state.play(move.text)
        except QuadrigaError as error:
            raise RecordError(f"line {move.line}: {error}") from error
