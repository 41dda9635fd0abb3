"""The components as facts: provinces, border spaces, tokens, bonuses and command tiles, read from the data file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

SIDES = ("caesar", "pompey")
SYMBOLS = ("sword", "shield", "ship")
WILD = "wild"
BONUSES = ("tactics", "wealth", "might", "senate", "poison", "centurion")
BASE_BONUSES = 4
DIFFICULTIES = ("low", "medium", "high")
TILES = ("A", "B", "C", "D", "E")


@dataclass(frozen=True)
class Province:
    """A province: its border spaces are counted on the board, `xy` says where its space is drawn."""

    id: str
    name: str
    central: bool
    borders: int
    xy: tuple[int, int]


@dataclass(frozen=True)
class Border:
    """A border space between the provinces numbered `a` and `b`; `control` marks a border control space."""

    a: int
    b: int
    symbol: str
    control: bool
    xy: tuple[int, int]


@dataclass(frozen=True)
class Token:
    """A kind of influence token: the symbols it fits, its two numbers, how many a side has, whether a centurion."""

    symbols: tuple[str, ...]
    numbers: tuple[int, int]
    copies: int
    centurion: bool

    @property
    def name(self) -> str:
        """Name the token as moves and positions do: `ship 5/1`."""
        return f"{'-'.join(self.symbols)} {self.numbers[0]}/{self.numbers[1]}"

    @property
    def is_wild(self) -> bool:
        """Tell whether the token fits any space (ROME-T2)."""
        return self.symbols == (WILD,)

    def fits(self, symbol: str) -> bool:
        """Tell whether the token may lie on a border space of a symbol (ROME-T1)."""
        return self.is_wild or symbol in self.symbols


@dataclass(frozen=True)
class Tile:
    """A command tile of Crassus: how many tokens to draw, centurions to take, tokens to place and to discard."""

    name: str
    count: int
    draw: int
    centurion: int
    place: int
    discard: int


@dataclass(frozen=True)
class Components:
    """Everything in the box."""

    provinces: tuple[Province, ...]
    borders: tuple[Border, ...]
    tokens: tuple[Token, ...]
    bonuses: dict[str, int]
    control_tokens: int
    tiles: tuple[Tile, ...]
    decks: dict[str, dict[str, dict[str, int]]]
    row: int

    def province(self, name: str) -> int:
        """Return the number of a province by its id or name."""
        return next(n for n, province in enumerate(self.provinces) if name in (province.id, province.name))

    def borders_of(self, province: int) -> tuple[int, ...]:
        """List the border spaces of a province."""
        return tuple(n for n, border in enumerate(self.borders) if province in (border.a, border.b))


def read(data: dict[str, Any]) -> Components:
    """Put the data file into components."""
    board = data["board"]
    provinces = tuple(
        Province(entry["id"], entry["name"], entry["central"], entry["borders"], tuple(entry["xy"]))
        for entry in board["provinces"]
    )
    number = {province.id: n for n, province in enumerate(provinces)}
    borders = tuple(
        Border(number[entry["a"]], number[entry["b"]], entry["type"], entry["checkpoint"], tuple(entry["xy"]))
        for entry in board["border_spaces"]
    )
    modules = data["province_bonus_tokens"]
    return Components(
        provinces,
        borders,
        read_tokens(data),
        {**modules["base"], **modules["poison_module"], **modules["centurions_module"]},
        data["control_markers_per_side"],
        tuple(
            Tile(name, tile["count"], tile["draw"], tile["centurion"], tile["place"], tile["discard_leftmost"])
            for name, tile in data["command_tiles"].items()
        ),
        data["decks"],
        data["crassus"]["starting_row"],
    )


def read_tokens(data: dict[str, Any]) -> tuple[Token, ...]:
    """List the kinds of tokens: those of the bag by symbol, then the centurions; equal ones are one kind."""
    kinds: list[Token] = []
    for symbol, values in data["influence_tokens_per_side"].items():
        for numbers in dict.fromkeys(map(tuple, values)):
            kinds.append(Token((symbol,), numbers, values.count(list(numbers)), centurion=False))
    for token in data["centurion_tokens_per_side"]:
        kinds.append(Token(tuple(token["symbols"]), tuple(token["values"]), 1, centurion=True))
    return tuple(kinds)


def check(box: Components) -> None:
    """Assert what must be true of the printed game (ROME-M1 to M3, ROME-C1, ROME-Z2, ROME-Z4)."""
    assert len(box.provinces) == 18
    assert len(box.borders) == 30
    for symbol in SYMBOLS:
        assert sum(border.symbol == symbol for border in box.borders) == 10
        assert sum(border.symbol == symbol and border.control for border in box.borders) == 1
    assert sum(border.control for border in box.borders) == 3
    assert all(len(box.borders_of(n)) == province.borders for n, province in enumerate(box.provinces))
    assert len({frozenset((border.a, border.b)) for border in box.borders}) == len(box.borders)
    assert all(border.a != border.b for border in box.borders)
    assert is_connected(box)
    bag = [token for token in box.tokens if not token.centurion]
    assert sum(token.copies for token in bag) == 16
    assert sum(token.centurion for token in box.tokens) == 3
    assert all(token.numbers[0] >= token.numbers[1] for token in box.tokens)
    assert tuple(box.bonuses) == BONUSES
    assert sum(box.bonuses[name] for name in BONUSES[:BASE_BONUSES]) == len(box.provinces)
    assert box.control_tokens == 12
    assert tuple(tile.name for tile in box.tiles) == TILES
    assert all(tile.draw + tile.centurion == tile.place + tile.discard for tile in box.tiles)
    for decks in box.decks.values():
        assert tuple(decks) == DIFFICULTIES
        for deck in decks.values():
            assert sum(deck.values()) == 6
            assert all(deck.get(tile.name, 0) <= tile.count for tile in box.tiles)


def is_connected(box: Components) -> bool:
    """Tell whether every province can be reached from the first over borders."""
    reached = {0}
    for _ in box.provinces:
        for border in box.borders:
            if border.a in reached or border.b in reached:
                reached |= {border.a, border.b}
    return len(reached) == len(box.provinces)


@cache
def components() -> Components:
    """Open the box."""
    box = read(yaml.safe_load(files(__package__).joinpath("components.yaml").read_text(encoding="utf-8")))
    check(box)
    return box
