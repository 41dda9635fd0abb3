"""The frames of a WebSocket as far as every move needs them; all else about them is left to `websockets`."""

from __future__ import annotations

from struct import Struct

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C, where that is there

TEXT = 0x81
"""The first byte of a text that is whole in one frame."""
LAST, CONTROL = 0x80, 0x08
"""In the first byte of a frame: that its message ends with it; that it is a ping, a pong or the end."""
MASKED, SHORT, LONG = 0x80, 126, 127
MASK, HEAD = 4, 14
"""The bytes of a mask, and of the longest head of a frame."""
_TWO, _EIGHT = Struct("!H"), Struct("!Q")
_HEAD_SHORT, _HEAD, _HEAD_LONG = Struct("!BB"), Struct("!BBH"), Struct("!BBQ")


def text_frame(text: bytes) -> bytes:
    """Put a text of the server into a frame."""
    size = len(text)
    if size < SHORT:
        return _HEAD_SHORT.pack(TEXT, size) + text
    if size < 1 << 16:
        return _HEAD.pack(TEXT, SHORT, size) + text
    return _HEAD_LONG.pack(TEXT, LONG, size) + text


def end_of_frame(data: bytes, begin: int = 0) -> int:
    """Tell where the frame that begins somewhere ends, which may be after what is there; 0: too little to tell."""
    if len(data) < begin + 2:
        return 0
    size, head = data[begin + 1], begin + 2
    if size & MASKED:
        size -= MASKED
        head += MASK
    if size < SHORT:
        return head + size
    wide = _TWO if size == SHORT else _EIGHT
    if len(data) < begin + 2 + wide.size:
        return 0
    (size,) = wide.unpack_from(data, begin + 2)
    return head + wide.size + int(size)


def text_in(frame: bytes) -> bytes | None:
    """Return the text in a client's frame, if that is a whole text of few ASCII bytes, as a move is; else None."""
    if frame[0] != TEXT or not MASKED <= frame[1] < MASKED + SHORT:
        return None
    text: bytes = apply_mask(frame[6:], frame[2:6])
    return text if text.isascii() else None
