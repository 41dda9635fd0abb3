"""Words and numbers that many messages share. Each comes from where the server itself keeps it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

from quadriga import players
from quadriga.players import grades
from quadriga.rulebook import Language as LanguageOfRules
from quadriga.table import clock, entry, table
from quadriga.table.terms import MOST_GAMES, MOST_SEATS, NAME_LENGTH, TEXT_LENGTH

Level = TypeAliasType("Level", players.Level)
GradeOfMove = TypeAliasType("GradeOfMove", grades.Grade)
Language = TypeAliasType("Language", LanguageOfRules)
EntryKind = TypeAliasType("EntryKind", entry.Kind)
ClockKind = TypeAliasType("ClockKind", clock.Kind)
TableStatus = TypeAliasType("TableStatus", table.Status)
HowEnded = TypeAliasType("HowEnded", table.How)

Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
Secret = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Share = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", description="a share in the dice: 128 random bits")]
ShareHash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="the SHA-256 of a share's sixteen bytes")]
Commitment = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Seat = Annotated[int, Field(ge=0, le=MOST_SEATS - 1)]
Version = Annotated[int, Field(ge=0, le=10**9)]

LIMITS = {"name": NAME_LENGTH, "text": TEXT_LENGTH, "seats": MOST_SEATS, "games": MOST_GAMES}
"""What a page keeps to: letters of a name and of what is said, seats of a table, games of a series."""


class Message(BaseModel):
    """A message, or a part of one, with nothing in it that is not described."""

    model_config = ConfigDict(extra="forbid")


class OpenMessage(BaseModel):
    """A part of a message that holds more, by game or by kind."""

    model_config = ConfigDict(extra="allow")
