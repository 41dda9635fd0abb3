"""The text of a match: tags, then moves. Our PGN; docs/notation.md has its grammar.

    [Game "caesar-cleopatra-2024"]
    [Seed "7"]
    [Players "Anna; Bob"]

    1. 3 face down at praetors {a quiet beginning}
    2. 1 face down at quaestors ?! (2. pass)

Only what is needed to play it again has to be there: `Game`, and `Seed` or `Position`. `Version`, `Options`, `Moves`,
`Result` and `Check`, a checksum of moves and last position, are checked where they are. A match from a table also has
`Commitment`, the hash of its secret that was published before the first move, `Secret` and `Shares`, of which its seed
was made if the players had a share in it, `From`, the table and the version whose position it took over, and `Ended` if
it did not end by the rules. All other tags are free.
"""

from __future__ import annotations

from .files import read_file, read_open
from .json_lines import from_json, json_matches, to_json
from .match import WrittenMatch, parse
from .moves import GLYPHS, WrittenMove
from .position_line import read_position, write_position
from .record import check, integer, normal, options, record, replay, result
from .stream import matches

__all__ = [
    "GLYPHS", "WrittenMatch", "WrittenMove", "check", "from_json", "integer", "json_matches", "matches", "normal",
    "options", "parse", "read_file", "read_open", "read_position", "record", "replay", "result", "to_json",
    "write_position",
]  # fmt: skip
