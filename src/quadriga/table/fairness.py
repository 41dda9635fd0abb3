"""Fair dice: the hash of the match's secret is published at the start, the secret at the end."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import quadriga
from quadriga import notation
from quadriga.errors import RecordError
from quadriga.model import State


def commitment(secret: int) -> str:
    """Commit to a secret: its SHA-256, of sixteen bytes with the highest first, in hexadecimal digits."""
    return sha256(secret.to_bytes(16, "big")).hexdigest()


@dataclass(frozen=True)
class Verdict:
    """What a check of a record found."""

    state: State
    commitment: str
    published: bool
    """Whether the commitment came from somebody who wrote it down, not only from the record itself."""
    taken_from: str | None = None
    """The table and version whose position the match took over: nothing is said about what was dealt before it."""


def verify(record: str, published: str | None = None) -> Verdict:
    """Check that a match was played with the dice of the secret committed to; RecordError says what is wrong.

    Every shuffle and every draw is a function of the secret and the number of the move, so playing the record through
    from its secret makes each of them again; the record's checksum covers the last position. Of a match that took over
    the position of another only the dice since then can be checked.
    """
    tags = notation.parse(record).tags
    for name in ("Moves", "Check"):
        if name not in tags:
            raise RecordError(f"tag {name} is missing: without it nobody knows whether the record is whole")
    state = quadriga.replay(record)
    if "Position" in tags and "From" not in tags:
        raise RecordError("tag Position: a match that was set up by hand proves nothing about its dice")
    made = commitment(state.seed)
    for name, claimed in (("tag Commitment", tags.get("Commitment")), ("the published commitment", published)):
        if claimed is not None and claimed.strip().lower() != made:
            raise RecordError(f"{name} is {claimed.strip()[:64]!r}, but the secret of this record has {made!r}")
    if published is None and "Commitment" not in tags:
        raise RecordError("there is no commitment to check against: the record has no such tag and none was given")
    return Verdict(state, made, published is not None, tags.get("From"))
