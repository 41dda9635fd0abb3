"""The components as small arrays that the rules read."""

from __future__ import annotations

import numpy as np

from .components import DIFFICULTIES, SYMBOLS, components

_box = components()

PROVINCES = len(_box.provinces)
BORDERS = len(_box.borders)
MOST_BORDERS = max(province.borders for province in _box.provinces)
KINDS = len(_box.tokens)
BAG_KINDS = sum(not token.centurion for token in _box.tokens)
"""Kinds of tokens that start in the bags; the centurions follow."""
CENTURIONS = KINDS - BAG_KINDS
TOKENS = sum(token.copies for token in _box.tokens)
CONTROL_TOKENS = _box.control_tokens
ROW = _box.row
ITALIA = _box.province("Italia")

BETWEEN = np.array([(border.a, border.b) for border in _box.borders], np.int64)
"""The two provinces of a border space."""
CONTROL_SPACE = np.array([border.control for border in _box.borders], np.int64)
DEGREE = np.array([province.borders for province in _box.provinces], np.int64)
BORDER_OF = np.full((PROVINCES, MOST_BORDERS), -1, np.int64)
"""The border spaces of a province."""
CENTRAL = np.array([province.central for province in _box.provinces], np.int64)
COPIES = np.array([token.copies for token in _box.tokens], np.int64)
NUMBER = np.array([(token.numbers, token.numbers[::-1]) for token in _box.tokens], np.int64)
"""The number that a token turned so (0 or 1) shows to a border space's first or second province."""
TURNS = np.array([1 if token.numbers[0] == token.numbers[1] else 2 for token in _box.tokens], np.int64)
"""In how many ways a token can be turned."""
IS_WILD = np.array([token.is_wild for token in _box.tokens], np.int64)
FITS = np.array([[token.fits(border.symbol) for border in _box.borders] for token in _box.tokens], np.int64)
SPACES = np.zeros(KINDS, np.int64)
SPACE_OF = np.full((KINDS, BORDERS), -1, np.int64)
"""The border spaces that a token fits, and how many they are."""
BASE = np.array([_box.bonuses[name] for name in ("tactics", "wealth", "might", "senate")], np.int64)
SPECIAL = _box.bonuses["poison"]
"""Poison and centurion tokens replace this many each."""
TILE_DRAW = np.array([tile.draw for tile in _box.tiles], np.int64)
TILE_CENTURION = np.array([tile.centurion for tile in _box.tiles], np.int64)
TILE_PLACE = np.array([tile.place for tile in _box.tiles], np.int64)
TILE_DISCARD = np.array([tile.discard for tile in _box.tiles], np.int64)
DECK = np.array(
    [
        [[_box.decks[kind][level].get(tile.name, 0) for tile in _box.tiles] for level in DIFFICULTIES]
        for kind in ("base", "centurions")
    ],
    np.int64,
)
"""Crassus's command tiles, without and with centurions, by difficulty."""

for _province in range(PROVINCES):
    for _k, _border in enumerate(_box.borders_of(_province)):
        BORDER_OF[_province, _k] = _border
for _kind in range(KINDS):
    SPACES[_kind] = FITS[_kind].sum()
    SPACE_OF[_kind, : SPACES[_kind]] = np.flatnonzero(FITS[_kind])

assert _box.bonuses["poison"] == _box.bonuses["centurion"]
assert {border.symbol for border in _box.borders} == set(SYMBOLS)
