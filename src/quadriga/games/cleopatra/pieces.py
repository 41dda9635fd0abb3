"""The pieces of text that a view is put together from, each with its number; their words depend on the edition.

A view is JSON. `outline` says which pieces it is made of; a piece that may stand after another of its kind has a form
with a comma before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property

import numpy as np

from quadriga.model import HIDDEN

from .material import ACTIONS, CALLS, GROUPS, INFLUENCE, KINDS, MISSIONS, RENEWED, SEATS, VALUES, Edition
from .moves import move_table
from .record import STAGES

RADIX = 1000
"""Numbers are written by this many."""
MOST = 40
"""This many cards of the same name stand in a list at most: a side has fewer."""
KNOWN = ("opening", "perhaps_opening", "hand_or_laid_from_it", "castled", "laid_before_spying", "hand_actions")
IN_OPENING, PERHAPS_IN_OPENING, IN_HAND, IN_CASTLED, IN_LAID_BEFORE, IN_HAND_ACTIONS = range(len(KNOWN))
UP, DOWN, DOWN_FROM_OPENING = range(3)


def vocabulary(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield the pieces in the order of their numbers, each with the name of its kind."""
    yield from (("number", str(number)) for number in range(RADIX))
    yield from (("padded", f"{number:03}") for number in range(RADIX))
    for name in (*INFLUENCE, *ACTIONS, HIDDEN, *edition.calls):
        for count in range(MOST + 1):
            several = ",".join([text(name)] * count)
            yield from (("run", comma + several) for comma in ("", ","))
    for name in (*INFLUENCE, HIDDEN):
        for rest in ('"up":true', '"up":false', '"up":false,"opening":true'):
            yield from (("card", f'{comma}{{"card":{text(name)},{rest}}}') for comma in ("", ","))
    yield from (("seat", text(name)) for name in (None, *SEATS))
    yield from (("stage", f',"stage":{text(name)},"turn":') for name in STAGES)
    yield from (("flag", text(flag)) for flag in (False, True))
    yield from (("named", text(move.text)) for move in move_table(edition))
    yield from (("group", f"{',' if g else '{'}{text(name)}:") for g, name in enumerate(edition.groups))
    yield from (("cards at", f"{'],' if g else '{'}{text(name)}:[") for g, name in enumerate(edition.groups))
    yield from (("bonus", f',"bonus":{text(name)}') for name in (*edition.groups, HIDDEN))
    yield from (("mission", text(name)) for name in (*MISSIONS, HIDDEN))
    for name in KNOWN:
        yield from (("known", f"{comma}{text(name)}:[") for comma in ("", ","))
    yield from (("fixed", fixed) for fixed in FIXED)


def text(value: str | bool | None) -> str:
    """Write a value as JSON."""
    return json.dumps(value)


FIXED = (
    '"moves":', ',"seat":', ',"active":', ',"to_move":', ',"acted":', ',"named":', ',"empty_passes":', ',"patricians":',
    '},"votes":{"left":[', '],"out":[', ']},"lifted":[', '],"sides":{"cleopatra":', ',"caesar":', '},"legal":', "null",
    '{"hand":{"influence":[', '],"actions":[', ']},"pile":{"influence":', ',"actions":', ',"order":[', "]",
    '},"discard":{"influence":[', ']},"won":', '},"table":', ']},"unseen":[', '],"known":{', "}", ',"missions":[', ",",
    '],"kept":',
)  # fmt: skip
"""What stands between the parts of a view, in the order in which it is first needed."""
(
    MOVES, SEAT_IS, ACTIVE, TO_MOVE, ACTED, NAMED, PASSES, PATRICIANS, LEFT, OUT, LIFTED, CLEOPATRAS, CAESARS, LEGAL,
    NULL, HAND, AND_ACTIONS, PILE, PILE_ACTIONS, ORDER, END_LIST, DISCARD, WON, TABLE, UNSEEN, KNOWN_IS, END,
    MISSIONS_ARE, COMMA, KEPT,
) = range(len(FIXED))  # fmt: skip

_KINDS = [kind for kind, _ in vocabulary(RENEWED)]
NUMBER, PADDED, RUN, CARD, SEAT, STAGE, FLAG, NAMED_MOVE, GROUP, CARDS_AT, BONUS, MISSION, KNOWN_AT, AS_IS = (
    _KINDS.index(kind) for kind in dict.fromkeys(_KINDS)
)
"""The number of the first piece of every kind."""
INFLUENCE_NAME, ACTION_NAME, HIDDEN_NAME, CALL_NAME = 0, VALUES, VALUES + KINDS, VALUES + KINDS + 1
"""The first of the names that make lists, in their order."""
HIDDEN_CARD, HIDDEN_BONUS, HIDDEN_MISSION = VALUES, GROUPS, len(MISSIONS)
assert len(RENEWED.calls) == CALLS and VALUES == KINDS


class Pieces:
    """The pieces of one edition, for those who put them together and for compiled code that does."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    @cached_property
    def texts(self) -> list[bytes]:
        """The pieces by their numbers."""
        return [piece.encode() for _, piece in vocabulary(self.edition)]

    @cached_property
    def moves(self) -> list[bytes]:
        """The moves that a seat may choose from, by their numbers."""
        shown = [{"id": move.id, "kind": move.kind, "text": move.text} for move in move_table(self.edition)]
        return [json.dumps(move, separators=(",", ":")).encode() for move in shown]

    @cached_property
    def text(self) -> np.ndarray:
        """All pieces, one after the other."""
        return np.frombuffer(b"".join(self.texts), np.uint8).copy()

    @cached_property
    def starts(self) -> np.ndarray:
        """Where every piece begins, and where the last one ends."""
        return np.cumsum([0, *map(len, self.texts)]).astype(np.int32)
