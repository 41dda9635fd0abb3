"""Action number to Move, and the names of tokens, provinces and border spaces."""

from __future__ import annotations

from quadriga.model import Move

from .components import components
from .numbering import BORDER, FACE_DOWN, KIND, NUM_ACTIONS, PLACEMENTS, TURNED
from .tables import NUMBER

BOX = components()
PROVINCE_NAMES = tuple(province.name for province in BOX.provinces)
TOKEN_NAMES = tuple(token.name for token in BOX.tokens)
CENTURION_NAMES = tuple(token.name for token in BOX.tokens if token.centurion)
BORDER_NAMES = tuple(f"{PROVINCE_NAMES[border.a]}-{PROVINCE_NAMES[border.b]}" for border in BOX.borders)
"""A border space is named after its two provinces: no two share more than one."""


def placement(action: int) -> Move:
    """Name a placement: `ship 5 Sicilia 1 Sardinia`, or `ship 5/1 face down Aegyptus-Asia`.

    The higher number stands first, of equal ones that of the province that names the border space first; the other
    order is understood too.
    """
    kind, border, turned = int(KIND[action]), int(BORDER[action]), int(TURNED[action])
    token, name = TOKEN_NAMES[kind], BORDER_NAMES[border]
    parts = {"token": token, "border": name}
    if turned == FACE_DOWN:
        return Move(action, "place", f"{token} face down {name}", {**parts, "face": "down"})
    a, b = PROVINCE_NAMES[BOX.borders[border].a], PROVINCE_NAMES[BOX.borders[border].b]
    to_a, to_b = int(NUMBER[kind, turned, 0]), int(NUMBER[kind, turned, 1])
    symbols = token.rpartition(" ")[0]
    text, other = f"{symbols} {to_a} {a} {to_b} {b}", f"{symbols} {to_b} {b} {to_a} {a}"
    if to_b > to_a:
        text, other = other, text
    return Move(action, "place", text, {**parts, "face": "up", a: str(to_a), b: str(to_b)}, (other,))


def move_table() -> tuple[Move, ...]:
    """Name every action, in the order of its number."""
    table = [placement(action) for action in range(PLACEMENTS)]
    kinds = [("order", f"close {name} first", {"province": name}) for name in PROVINCE_NAMES]
    kinds += [("might", f"might on {name}", {"border": name}) for name in BORDER_NAMES]
    kinds += [("might", f"might on {name}", {"province": name}) for name in PROVINCE_NAMES]
    kinds += [("centurion", f"take centurion {name}", {"token": name}) for name in CENTURION_NAMES]
    kinds += [
        ("use", "use the bonus", {}),
        ("decline", "decline the bonus", {}),
        ("bank", "draw from the bank", {}),
        ("decline", "leave the bank", {}),
        ("crassus", "turn the tile", {}),
    ]
    table += [Move(PLACEMENTS + k, kind, text, parts) for k, (kind, text, parts) in enumerate(kinds)]
    assert len(table) == NUM_ACTIONS
    spellings = [text for move in table for text in (move.text, *move.also)]
    assert len(set(spellings)) == len(spellings)
    return tuple(table)


MOVES = move_table()
