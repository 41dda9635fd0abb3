"""Fair dice: everybody at a table has a share in the shuffle, and nobody can choose it.

The server publishes the hash of the match's secret when the table is laid out. Who sits down gives the hash of a share
of their own; when all have sat down, all shares are revealed. Only then the seed of the dice is made, of the secret and
of all shares. The secret is shown at the end. docs/server.md says who could do what, and what nobody can.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import quadriga
from quadriga import notation
from quadriga.errors import RecordError
from quadriga.model import State

SHARE = re.compile(r"[0-9a-f]{32}")
HASH = re.compile(r"[0-9a-f]{64}")
NONE = "-"


@dataclass(frozen=True)
class Share:
    """A seat's share in the dice: its hash, and the share itself once it is revealed."""

    hash: str
    value: str | None = None

    def write(self) -> str:
        """Write it for a record: the share, or its hash if it was withheld."""
        return self.value or self.hash


def commitment(secret: int) -> str:
    """Commit to a secret: its SHA-256, of sixteen bytes with the highest first, in hexadecimal digits."""
    return sha256(secret.to_bytes(16, "big")).hexdigest()


def hash_of(share: str) -> str:
    """Return the hash of a share of 32 hexadecimal digits: the SHA-256 of its sixteen bytes."""
    return sha256(bytes.fromhex(share)).hexdigest()


def seed_of(secret: int, shares: Sequence[Share | None]) -> int:
    """Make the seed of the dice; where nobody revealed a share it is the secret itself.

    Else it is the first sixteen bytes of the SHA-256 of the secret and the shares in the order of the seats, as
    hexadecimal digits with blanks between, `-` for a seat without one.
    """
    values = [None if share is None else share.value for share in shares]
    if not any(values):
        return secret
    text = " ".join((f"{secret:032x}", *(value or NONE for value in values)))
    return int.from_bytes(sha256(text.encode("ascii")).digest()[:16], "big")


def tags_of(secret: int, shares: Sequence[Share | None]) -> dict[str, str]:
    """Write all that the seed was made of as tags of a record; without shares the seed says it."""
    if not any(shares):
        return {}
    return {"Secret": f"{secret:032x}", "Shares": " ".join(NONE if each is None else each.write() for each in shares)}


@dataclass(frozen=True)
class Verdict:
    """What a check of a record found."""

    state: State
    commitment: str
    published: bool
    """Whether the commitment came from somebody who wrote it down, not only from the record itself."""
    taken_from: str | None = None
    """The table and version whose position the match took over: nothing is said about what was dealt before it."""
    shares: tuple[Share | None, ...] = ()
    """The shares of all seats; none: the match was played without."""


def verify(record: str, published: str | None = None, shares: Sequence[str] = ()) -> Verdict:
    """Check that a match was played with the dice of the secret committed to; RecordError says what is wrong.

    Every shuffle and every draw is a function of the seed and the number of the move, so playing the record through
    from its seed makes each of them again; the record's checksum covers the last position. The seed is made of the
    secret and the players' shares; `shares` are some, or their hashes, that somebody wrote down and that must be among
    them. Of a match that took over the position of another only the dice since then can be checked.
    """
    tags, _ = notation.parse(record)
    state = quadriga.replay(record)
    if "Position" in tags and "From" not in tags:
        raise RecordError("tag Position: a match that was set up by hand proves nothing about its dice")
    secret, given = state.seed, read_shares(tags, len(state.game.seats))
    if "Secret" in tags:
        secret = read_secret(tags["Secret"])
        if seed_of(secret, given) != state.seed:
            raise RecordError("tag Seed: it is not the one that the secret and the shares make")
    made = commitment(secret)
    for name, claimed in (("tag Commitment", tags.get("Commitment")), ("the published commitment", published)):
        if claimed is not None and claimed.strip().lower() != made:
            raise RecordError(f"{name} is {claimed.strip()[:64]!r}, but the secret of this record has {made!r}")
    if published is None and "Commitment" not in tags:
        raise RecordError("there is no commitment to check against: the record has no such tag and none was given")
    known = {text for share in given if share is not None and share.value for text in (share.hash, share.value)}
    for wanted in shares:
        if wanted.strip().lower() not in known:
            raise RecordError(f"the share {wanted.strip()[:64]!r} is not among those of which the dice were made")
    return Verdict(state, made, published is not None, tags.get("From"), given)


def read_secret(text: str) -> int:
    """Read the secret of a record."""
    if not SHARE.fullmatch(text):
        raise RecordError(f"tag Secret: {text[:40]!r} is not 32 hexadecimal digits")
    return int(text, 16)


def read_shares(tags: dict[str, str], seats: int) -> tuple[Share | None, ...]:
    """Read the shares of a record: for every seat a share, the hash of one that was withheld, or `-`."""
    if ("Shares" in tags) != ("Secret" in tags):
        raise RecordError("tags Secret and Shares: one without the other proves nothing")
    if "Shares" not in tags:
        return ()
    shares: list[Share | None] = []
    for text in tags["Shares"].split():
        if text == NONE:
            shares.append(None)
        elif SHARE.fullmatch(text):
            shares.append(Share(hash_of(text), text))
        elif HASH.fullmatch(text):
            shares.append(Share(text))
        else:
            raise RecordError(f"tag Shares: {text[:40]!r} is neither a share nor the hash of one, nor -")
    if len(shares) != seats:
        raise RecordError(f"tag Shares: {len(shares)} shares for {seats} seats")
    return tuple(shares)
