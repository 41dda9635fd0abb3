"""The keys that visitors have: made and signed by this server, so that nobody can turn out their own."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections import OrderedDict
from hashlib import sha256

from starlette.requests import HTTPConnection

from quadriga.table.errors import TableError

from .identity import KEY, bearer_of, cookie_of, hash_of
from .storage import Storage

RANDOM, SIGNED = 20, 12
"""How many bytes of a key are random, and how many sign them."""
REMEMBERED = 10_000
"""Of this many keys without a signature it is remembered whether they hold a seat."""


def write(whole: bytes) -> str:
    """Write the bytes of a key as text."""
    return base64.urlsafe_b64encode(whole).decode().rstrip("=")


class Keys:
    """The signature of this server's keys; keys from before there was one count if they hold a seat."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.secret = b""
        self.older: OrderedDict[str, bool] = OrderedDict()

    async def open(self) -> None:
        """Read the secret that signs, or make it: all processes with the same tables have the same."""
        self.secret = bytes.fromhex(await self.storage.secret("visitors"))

    def new(self) -> str:
        """Make a key."""
        random = secrets.token_bytes(RANDOM)
        return write(random + self._sign(random))

    def _sign(self, random: bytes) -> bytes:
        return hmac.digest(self.secret, random, sha256)[:SIGNED]

    def is_ours(self, key: str) -> bool:
        """Tell whether this server made and signed a key."""
        if not KEY.fullmatch(key):
            return False
        whole = base64.urlsafe_b64decode(key + "=")
        # The last letter has two bits too many: only one of the four that stand for the same bytes is a key.
        return hmac.compare_digest(key.encode(), write(whole[:RANDOM] + self._sign(whole[:RANDOM])).encode())

    async def visitor(self, connection: HTTPConnection) -> str | None:
        """Return the hash of the caller's key, None without one; a key that is sent but not ours is a TableError.

        A cookie that is not ours is passed over: it may be left from another server at the same address.
        """
        sent = bearer_of(connection)
        key = cookie_of(connection) if sent is None else sent
        if key and (self.is_ours(key) or await self._holds_seat(key)):
            return hash_of(key)
        if sent is not None:
            raise TableError("key", "this server did not make this key: ask it for one (POST /api/visitors)")
        return None

    async def _holds_seat(self, key: str) -> bool:
        """Tell whether a key from before keys were signed holds a seat somewhere."""
        if not KEY.fullmatch(key):
            return False
        hashed = hash_of(key)
        known = self.older.get(hashed)
        if known is None:
            known = self.older[hashed] = await self.storage.holds_seat(hashed)
            while len(self.older) > REMEMBERED:
                self.older.popitem(last=False)
        return known
