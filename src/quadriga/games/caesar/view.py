"""What a seat may see, as JSON-ready data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quadriga.game import HIDDEN, Game

from .closing import NOBODY, winner_by_lead
from .components import BASE_BONUSES, BONUSES, SIDES, TILES
from .control import borders_due, markers_for
from .moves import BORDER_NAMES, BOX, CENTURION_NAMES, PROVINCE_NAMES, TOKEN_NAMES
from .numbering import BORDER, FACE_DOWN, KIND, PLACEMENTS, TURNED
from .record import CRASSUS, POISONS, SENATE, STAGES
from .standings import side_of
from .tables import BAG_KINDS, BETWEEN, BORDERS, CENTURIONS, KINDS, NUMBER, PROVINCES
from .tokens import in_bag, in_supply, is_crassus


def spread(counts: Iterable[int], names: tuple[str, ...]) -> list[str]:
    """Write counts as a list of names."""
    return [name for name, count in zip(names, counts, strict=False) for _ in range(count)]


def named_side(number: int) -> str | None:
    """Name a side that is stored plus one; 0 is nobody."""
    return SIDES[number - 1] if number else None


def seat_name(s: Any, seat: int) -> str:
    """Name a seat."""
    return SIDES[side_of(s, seat)]


def view(game: Game, s: Any, seat: int | None) -> dict[str, Any]:
    """Show the table as a seat may see it; None is a spectator (ROME-T11)."""
    shown: dict[str, Any] = {
        "game": game.name,
        "options": dict(game.options),
        "moves": s.moves,
        "seat": None if seat is None else seat_name(s, seat),
        "stage": STAGES[s.stage],
        "turn": s.turns,
        "active": SIDES[s.active],
        "to_move": None if s.to_move < 0 else seat_name(s, s.to_move),
        "bonus": BONUSES[s.bonus_now] if s.bonus_now >= 0 else None,
        "closing": [PROVINCE_NAMES[number - 1] for number in (s.first, s.second) if number],
        "extra_turn": bool(s.extra_turn),
        "centurion_due": bool(s.centurion_due),
        "provinces": {PROVINCE_NAMES[p]: province(s, p) for p in range(PROVINCES)},
        "borders": {BORDER_NAMES[b]: border_space(s, b) for b in range(BORDERS)},
        "sides": {SIDES[k]: side(s, k, seat) for k in range(2)},
        "bank": {BONUSES[k]: s.bank[k] for k in range(BASE_BONUSES)} if s.border_control else None,
        "crassus": crassus(s) if s.solo else None,
        "winner": named_side(s.winner),
        "legal": [],
    }
    if seat is not None and s.to_move == seat:
        found = [0] * game.num_actions
        count = game.room.rules.legal(s, found)
        shown["legal"] = [legal_move(game, s, int(action)) for action in found[:count]]
    return shown


def province(s: Any, p: int) -> dict[str, Any]:
    """Show a province: its bonus, the influence of both sides, the spaces left to close it, who controls it."""
    return {
        "central": BOX.provinces[p].central,
        "bonus": BONUSES[s.bonus[p] - 1] if s.bonus[p] else None,
        "spaces": BOX.provinces[p].borders,
        "spaces_left": s.free[p],
        "closed": bool(s.closed[p]),
        "influence": {SIDES[k]: s.influence[k, p] for k in range(2)},
        "control": named_side(s.control[p]),
        "control_tokens": s.markers[p],
        "control_tokens_face_down": s.markers_down[p],
    }


def border_space(s: Any, b: int) -> dict[str, Any]:
    """Show a border space: its symbol, the influence token on it, the control token over that."""
    here = BOX.borders[b]
    shown: dict[str, Any] = {"symbol": here.symbol, "border_control": here.control, "token": None, "control": None}
    if s.token[b]:
        kind, turned = s.token[b] - 1, s.turned[b]
        shown["token"] = {
            "side": named_side(s.owner[b]),
            "token": TOKEN_NAMES[kind],
            "numbers": {PROVINCE_NAMES[BETWEEN[b, end]]: int(NUMBER[kind, turned, end]) for end in range(2)},
            "face_down": bool(s.face_down[b]),
        }
    if s.over[b]:
        shown["control"] = {"side": named_side(s.over[b]), "face_down": bool(s.over_down[b])}
    return shown


def side(s: Any, k: int, seat: int | None) -> dict[str, Any]:
    """Show one side's tokens as a seat may see them."""
    open_to_seat = is_crassus(s, k) or (seat is not None and k == side_of(s, seat))
    supply = spread((s.supply[k, kind] for kind in range(KINDS)), TOKEN_NAMES)
    if is_crassus(s, k):
        supply = [TOKEN_NAMES[s.row[i] - 1] for i in range(s.in_row)]
    shown: dict[str, Any] = {
        "player": "crassus" if is_crassus(s, k) else SIDES[k],
        "control_tokens": s.left[k],
        "senate": s.senate[k],
        "under_senate": s.under[k],
        "supply": supply if open_to_seat else [HIDDEN] * in_supply(s, k),
        "bag": in_bag(s, k),
        "unseen": unseen(s, k, open_to_seat),
    }
    if is_crassus(s, k) and s.ruthless:
        shown["discarded"] = s.forfeited[k]
    if s.centurions:
        shown["centurions"] = spread((s.stock[k, c] for c in range(CENTURIONS)), CENTURION_NAMES)
    if not open_to_seat:
        shown["known"] = spread((s.seen[k, c] for c in range(CENTURIONS)), CENTURION_NAMES)
        shown["returned"] = [
            {"token": TOKEN_NAMES[s.returned[k, i] - 1], "drawn_since": s.drawn_since[k, i]}
            for i in range(POISONS)
            if s.returned[k, i]
        ]
    return shown


def unseen(s: Any, k: int, open_to_seat: bool) -> list[str]:
    """List a side's tokens that a viewer has not seen: in the bag, to others also those in the supply."""
    counts = [s.bag[k, kind] for kind in range(KINDS)]
    if not open_to_seat:
        for kind in range(KINDS):
            counts[kind] += s.supply[k, kind] - (s.seen[k, kind - BAG_KINDS] if kind >= BAG_KINDS else 0)
    return spread(counts, TOKEN_NAMES)


def crassus(s: Any) -> dict[str, Any]:
    """Show Crassus's command tiles: the one last turned, and those still face down by kind (ROME-Z14)."""
    return {
        "side": SIDES[1 - s.side],
        "row": [TOKEN_NAMES[s.row[i] - 1] for i in range(s.in_row)],
        "tile": TILES[s.tile - 1] if s.tile else None,
        "tiles_left": {name: s.tiles[k] for k, name in enumerate(TILES) if s.tiles[k]},
        "to_turn": s.stage == CRASSUS,
    }


def legal_move(game: Game, s: Any, action: int) -> dict[str, Any]:
    """Show a move; a placement with what it would close."""
    move = game.moves[action]
    shown: dict[str, Any] = {"id": action, "kind": move.kind, "text": move.text}
    if action < PLACEMENTS:
        shown |= {"token": move.parts["token"], "border": move.parts["border"], "closes": closings(s, action)}
    return shown


def closings(s: Any, action: int) -> list[dict[str, Any]]:
    """Tell what a placement would close: for whom, with which sums, and how many control tokens that takes.

    If it closes two for the same side, the border between them counts with the second.
    """
    found: list[dict[str, Any]] = []
    senate = s.senate[s.active]
    for end in range(2):
        p = int(BETWEEN[BORDER[action], end])
        if s.free[p] == 1:
            number = 0 if TURNED[action] == FACE_DOWN else int(NUMBER[KIND[action], TURNED[action], end])
            sums = [s.influence[k, p] + (number if k == s.active else 0) for k in range(2)]
            winner = winner_by_lead(s, sums[0] - sums[1])
            tokens = 0 if winner == NOBODY else markers_for(p) + int(borders_due(s, winner, p)).bit_count()
            if found and winner != NOBODY and found[0]["control"] == SIDES[winner]:
                tokens += 1
            senate += s.bonus[p] == SENATE + 1
            found.append(
                {
                    "province": PROVINCE_NAMES[p],
                    "bonus": BONUSES[s.bonus[p] - 1],
                    "influence": dict(zip(SIDES, sums, strict=True)),
                    "control": None if winner == NOBODY else SIDES[winner],
                    "control_tokens": tokens,
                    "under_senate": senate if s.bonus[p] == SENATE + 1 and winner == s.active else 0,
                }
            )
    return found
