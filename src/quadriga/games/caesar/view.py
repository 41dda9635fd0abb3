"""What a seat may see, as JSON-ready data.

A table server shows every position to every seat, and little of the board changes in a move. So this reads a field of
the record once, as its bytes, and remembers what a province or a border space looks like: those are shared among views
and to be read only. All else belongs to one view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import add, attrgetter
from typing import Any, NamedTuple

from quadriga.model import HIDDEN, Game

from .closing import NOBODY, winner_by_lead
from .components import BASE_BONUSES, BONUSES, SIDES, TILES
from .control import borders_due, markers_for
from .moves import BORDER_NAMES, BOX, CENTURION_NAMES, MOVES, PROVINCE_NAMES, TOKEN_NAMES
from .numbering import BORDER, FACE_DOWN, KIND, PLACEMENTS, TURNED
from .record import CRASSUS, SENATE, STAGES
from .standings import side_of
from .tables import BAG_KINDS, BETWEEN, BORDERS, CENTURIONS, KINDS, NUMBER, PROVINCES
from .tokens import is_crassus

OWNERS = (None, *SIDES)
"""Sides by their number plus one; 0 is nobody."""
NUMBERS: list[list[list[int]]] = NUMBER.tolist()
SHOWN_MOVES: tuple[dict[str, Any], ...] = tuple(
    {"id": move.id, "kind": move.kind, "text": move.text}
    | ({"token": move.parts["token"], "border": move.parts["border"]} if move.id < PLACEMENTS else {})
    for move in MOVES
)
"""The moves as views show them; what a placement closes is added."""
FACES: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple(zip(BETWEEN[border].tolist(), (0, 0) if turned == FACE_DOWN else NUMBERS[kind][turned], strict=True))
    for kind, border, turned in zip(KIND.tolist(), BORDER.tolist(), TURNED.tolist(), strict=True)
)
"""The provinces that a placement faces, each with the number turned to it; face down that is 0."""
PROVINCE_FACTS = attrgetter("bonus", "free", "closed", "influence", "control", "markers", "markers_down")
BORDER_FACTS = attrgetter("token", "owner", "turned", "face_down", "over", "over_down")
"""What the record holds of every province and of every border space."""
TOKENS_OF = (slice(0, KINDS), slice(KINDS, None))
CENTURIONS_OF = (slice(0, CENTURIONS), slice(CENTURIONS, None))
"""Where a side's row lies in a field that counts tokens, or centurions."""


def spread(counts: Iterable[int], names: tuple[str, ...]) -> list[str]:
    """Write counts as a list of names."""
    return [name for name, count in zip(names, counts, strict=False) for _ in range(count)]


@lru_cache(maxsize=1 << 14)
def named(counts: bytes, names: tuple[str, ...]) -> tuple[str, ...]:
    """Write a row of counts as names."""
    return tuple(spread(counts, names))


def seat_name(s: Any, seat: int) -> str:
    """Name a seat."""
    return SIDES[side_of(s, seat)]


def view(game: Game, s: Any, seat: int | None, actions: Sequence[int]) -> dict[str, Any]:
    """Show the table as a seat may see it, and the actions it may choose from; None is a spectator (ROME-T11)."""
    to_move, bonus_now = s.to_move, s.bonus_now
    return {
        "game": game.name,
        "options": dict(game.options),
        "moves": s.moves,
        "seat": None if seat is None else seat_name(s, seat),
        "stage": STAGES[s.stage],
        "turn": s.turns,
        "active": SIDES[s.active],
        "to_move": None if to_move < 0 else seat_name(s, to_move),
        "bonus": BONUSES[bonus_now] if bonus_now >= 0 else None,
        "closing": [PROVINCE_NAMES[number - 1] for number in (s.first, s.second) if number],
        "extra_turn": bool(s.extra_turn),
        "centurion_due": bool(s.centurion_due),
        "provinces": provinces(facts_of(s, PROVINCE_FACTS)).copy(),
        "borders": border_spaces(facts_of(s, BORDER_FACTS)).copy(),
        "sides": {name: side(s, k, seat) for k, name in enumerate(SIDES)},
        "bank": {BONUSES[k]: s.bank[k] for k in range(BASE_BONUSES)} if s.border_control else None,
        "crassus": crassus(s) if s.solo else None,
        "winner": OWNERS[s.winner],
        "legal": legal(s, actions) if actions else [],
    }


def facts_of(s: Any, fields: Callable[[Any], tuple[Any, ...]]) -> bytes:
    """Read some fields of the record, one after the other."""
    return b"".join([field.tobytes() for field in fields(s)])


@lru_cache(maxsize=1 << 8)
def provinces(facts: bytes) -> dict[str, Any]:
    """Show the provinces, the same to every seat."""
    return {name: province(p, facts[p::PROVINCES]) for p, name in enumerate(PROVINCE_NAMES)}


@lru_cache(maxsize=1 << 13)
def province(p: int, facts: bytes) -> dict[str, Any]:
    """Show a province: its bonus, the influence of both sides, the spaces left to close it, who controls it."""
    bonus, free, closed, of_caesar, of_pompey, control, markers, markers_down = facts
    return {
        "central": BOX.provinces[p].central,
        "bonus": BONUSES[bonus - 1] if bonus else None,
        "spaces": BOX.provinces[p].borders,
        "spaces_left": free,
        "closed": bool(closed),
        "influence": {SIDES[0]: of_caesar, SIDES[1]: of_pompey},
        "control": OWNERS[control],
        "control_tokens": markers,
        "control_tokens_face_down": markers_down,
    }


@lru_cache(maxsize=1 << 8)
def border_spaces(facts: bytes) -> dict[str, Any]:
    """Show the border spaces, the same to every seat."""
    return {name: border_space(b, facts[b::BORDERS]) for b, name in enumerate(BORDER_NAMES)}


@lru_cache(maxsize=1 << 13)
def border_space(b: int, facts: bytes) -> dict[str, Any]:
    """Show a border space: its symbol, the influence token on it, the control token over that."""
    token, owner, turned, face_down, over, over_down = facts
    here = BOX.borders[b]
    shown: dict[str, Any] = {"symbol": here.symbol, "border_control": here.control, "token": None, "control": None}
    if token:
        ends = (PROVINCE_NAMES[here.a], PROVINCE_NAMES[here.b])
        shown["token"] = {
            "side": OWNERS[owner],
            "token": TOKEN_NAMES[token - 1],
            "numbers": dict(zip(ends, NUMBERS[token - 1][turned], strict=True)),
            "face_down": bool(face_down),
        }
    if over:
        shown["control"] = {"side": OWNERS[over], "face_down": bool(over_down)}
    return shown


def side(s: Any, k: int, seat: int | None) -> dict[str, Any]:
    """Show one side's tokens as a seat may see them."""
    by_crassus = is_crassus(s, k)
    open_to_seat = by_crassus or (seat is not None and k == side_of(s, seat))
    in_supply, in_bag = s.supply.tobytes()[TOKENS_OF[k]], s.bag.tobytes()[TOKENS_OF[k]]
    seen = s.seen.tobytes()[CENTURIONS_OF[k]]
    supply = row_of_tokens(s) if by_crassus else [*named(in_supply, TOKEN_NAMES)]
    shown: dict[str, Any] = {
        "player": "crassus" if by_crassus else SIDES[k],
        "control_tokens": s.left[k],
        "senate": s.senate[k],
        "under_senate": s.under[k],
        "supply": supply if open_to_seat else [HIDDEN] * len(supply),
        "bag": sum(in_bag),
        "unseen": [*named(in_bag if open_to_seat else unseen(in_bag, in_supply, seen), TOKEN_NAMES)],
    }
    if by_crassus and s.ruthless:
        shown["discarded"] = s.forfeited[k]
    if s.centurions:
        shown["centurions"] = [*named(s.stock.tobytes()[CENTURIONS_OF[k]], CENTURION_NAMES)]
    if not open_to_seat:
        shown["known"] = [*named(seen, CENTURION_NAMES)]
        shown["returned"] = [
            {"token": TOKEN_NAMES[token - 1], "drawn_since": drawn_since}
            for token, drawn_since in zip(s.returned.tolist()[k], s.drawn_since.tolist()[k], strict=True)
            if token
        ]
    return shown


def unseen(in_bag: bytes, in_supply: bytes, seen: bytes) -> bytes:
    """Count a side's tokens that others have not seen: in the bag or in the supply, but for the centurions it took."""
    counts = bytearray(map(add, in_bag, in_supply))
    for centurion, count in enumerate(seen, BAG_KINDS):
        counts[centurion] -= count
    return bytes(counts)


def row_of_tokens(s: Any) -> list[str]:
    """Name the tokens of Crassus's row."""
    return [TOKEN_NAMES[number - 1] for number in s.row.tolist()[: s.in_row]]


def crassus(s: Any) -> dict[str, Any]:
    """Show Crassus's command tiles: the one last turned, and those still face down by kind (ROME-Z14)."""
    return {
        "side": SIDES[1 - s.side],
        "row": row_of_tokens(s),
        "tile": TILES[s.tile - 1] if s.tile else None,
        "tiles_left": {name: s.tiles[k] for k, name in enumerate(TILES) if s.tiles[k]},
        "to_turn": s.stage == CRASSUS,
    }


class Standing(NamedTuple):
    """What a placement would change, read once for all placements."""

    free: list[int]
    influence: list[list[int]]
    bonus: list[int]
    active: int
    senate: int
    tokens: dict[tuple[int, int], int]
    """How many control tokens a province takes, by the winner: filled in when asked."""


def legal(s: Any, actions: Sequence[int]) -> list[dict[str, Any]]:
    """Show the moves of the seat that decides; a placement with what it would close."""
    free, active = s.free.tolist(), s.active
    standing = Standing(free, s.influence.tolist(), s.bonus.tolist(), active, s.senate[active], {})
    shown = []
    for action in actions:
        move = SHOWN_MOVES[action].copy()
        if action < PLACEMENTS:
            (a, _), (b, _) = faces = FACES[action]
            move["closes"] = closings(s, standing, faces) if free[a] == 1 or free[b] == 1 else []
        shown.append(move)
    return shown


def closings(s: Any, standing: Standing, faces: tuple[tuple[int, int], ...]) -> list[dict[str, Any]]:
    """Tell what a placement would close: for whom, with which sums, and how many control tokens that takes.

    If it closes two for the same side, the border between them counts with the second.
    """
    free, influence, bonuses, active, senate, tokens_for = standing
    found: list[dict[str, Any]] = []
    for p, number in faces:
        if free[p] != 1:
            continue
        sums = [influence[0][p], influence[1][p]]
        sums[active] += number
        winner = winner_by_lead(s, sums[0] - sums[1])
        if (winner, p) not in tokens_for:
            tokens_for[winner, p] = 0 if winner == NOBODY else control_tokens(s, winner, p)
        tokens = tokens_for[winner, p]
        if found and winner != NOBODY and found[0]["control"] == SIDES[winner]:
            tokens += 1
        bonus = bonuses[p] - 1
        senate += bonus == SENATE
        found.append(
            {
                "province": PROVINCE_NAMES[p],
                "bonus": BONUSES[bonus],
                "influence": {SIDES[0]: sums[0], SIDES[1]: sums[1]},
                "control": OWNERS[winner + 1],
                "control_tokens": tokens,
                "under_senate": senate if bonus == SENATE and winner == active else 0,
            }
        )
    return found


def control_tokens(s: Any, winner: int, p: int) -> int:
    """Count the control tokens that a winner puts on a province and on its borders."""
    return markers_for(p) + int(borders_due(s, winner, p)).bit_count()
