"""Reading a position back; an impossible one is a PositionError that says why.

A part that is left out takes its start value for that seed, as far as the rest allows: bonus tokens change places,
tokens on the board are in no supply, the bag holds what is nowhere else, control tokens not on the board are left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from quadriga.errors import PositionError
from quadriga.fields import Reader, some

from .components import BASE_BONUSES, BONUSES, SIDES, TILES
from .events import REASONS
from .moves import BORDER_NAMES, BOX, CENTURION_NAMES, PROVINCE_NAMES, TOKEN_NAMES
from .position import FLAGS, in_bank_phase, influence_now
from .possible import check_possible
from .record import CRASSUS, NO_BONUS, OVER, PLACE, POISONS, SENATE, STAGES
from .standings import seat_of, side_of
from .tables import (
    BAG_KINDS,
    BASE,
    BORDERS,
    CENTURIONS,
    CONTROL_TOKENS,
    COPIES,
    DEGREE,
    FITS,
    ITALIA,
    KINDS,
    NUMBER,
    PROVINCES,
    TOKENS,
)
from .tokens import is_crassus

TOP = ("seed", "move", "turn", "stage", "active", "to_move", "borders", "border_control_tokens", "control", "bonuses",
       "control_face_down", "influence", "closing", "waiting", "bonus", "at_closing", "bank", "tiles", "tile", "winner",
       "reason", "one_in_italia", *FLAGS, *SIDES)  # fmt: skip
SIDE = ("control_tokens", "senate", "under_senate", "supply", "bag", "gained", "used", "discarded", "centurions",
        "seen", "returned")  # fmt: skip
TOKEN = re.compile(r"(\(?)(caesar|pompey) ([a-z-]+) (\d)/(\d)(\)?)")
LARGE = 2**31 - 1


def read_position(s: Any, position: Mapping[str, Any]) -> None:
    """Set up a position on the record of a game that has just begun."""
    read = Reader(position, "position", TOP)
    refuse_foreign(read, "position", {"bank": s.border_control, "tiles": s.solo, "tile": s.solo})
    sides = {name: Reader(read.value(name, {}), name, SIDE) for name in SIDES}
    s.moves = read.number("move", LARGE, s.moves)
    s.turns = read.number("turn", 200, s.turns)
    s.stage = read.choice("stage", STAGES, STAGES[s.stage])
    s.active = read.choice("active", SIDES, SIDES[s.active])
    if not read.has("stage") and s.stage in (PLACE, CRASSUS):
        s.stage = CRASSUS if is_crassus(s, s.active) else PLACE
    s.at_closing = read.number("at_closing", 2, 0)
    for name in FLAGS:
        setattr(s, name, read.flag(name))
    read_borders(s, read)
    read_closing(s, read)
    read_control(s, read)
    read_bonuses(s, read, sum(part.number("senate", int(BASE[SENATE]), 0) for part in sides.values()))
    read_sums(s, read)
    for side, name in enumerate(SIDES):
        read_side(s, side, sides[name])
    if s.solo:
        read_tiles(s, read)
    read_end(s, read)
    check_possible(s)


# --- the board


def border_number(name: Any, path: str) -> tuple[int, bool]:
    """Find a border space by its name; the provinces may stand in either order (True: in the other one)."""
    if isinstance(name, str):
        if name in BORDER_NAMES:
            return BORDER_NAMES.index(name), False
        a, _, b = name.partition("-")
        if f"{b}-{a}" in BORDER_NAMES:
            return BORDER_NAMES.index(f"{b}-{a}"), True
    raise PositionError(f"{path}: {str(name)[:40]!r} is not one of {some(BORDER_NAMES)}")


def mapping(read: Reader, name: str) -> Mapping[Any, Any]:
    """Return a field that is a mapping; an empty one if it is left out."""
    value = read.value(name, {})
    if not isinstance(value, Mapping):
        raise PositionError(f"position.{name}: a mapping of names is due, not {type(value).__name__}")
    return value


def read_borders(s: Any, read: Reader) -> None:
    """Put the influence tokens on the board."""
    for name, text in mapping(read, "borders").items():
        path = f"borders.{str(name)[:40]}"
        b, swapped = border_number(name, path)
        found = TOKEN.fullmatch(text) if isinstance(text, str) else None
        if not found or bool(found[1]) != bool(found[6]):
            raise PositionError(
                f"{path}: {str(text)[:40]!r} is not a token like 'caesar ship 5/1' or '(caesar ship 5/1)'"
            )
        numbers = [int(found[4]), int(found[5])][:: -1 if swapped else 1]
        kind = token_kind(f"{found[3]} {max(numbers)}/{min(numbers)}", path)
        if not FITS[kind, b]:
            raise PositionError(f"{path}: {TOKEN_NAMES[kind]} does not fit a {BOX.borders[b].symbol} (ROME-T1)")
        if s.token[b]:
            raise PositionError(f"{path}: this border space is named twice")
        s.token[b], s.owner[b] = kind + 1, SIDES.index(found[2]) + 1
        s.turned[b] = 0 if numbers == [int(NUMBER[kind, 0, end]) for end in range(2)] else 1
        s.face_down[b] = bool(found[1])
    for p in range(PROVINCES):
        s.free[p] = int(DEGREE[p]) - sum(s.token[b] > 0 for b in BOX.borders_of(p))


def token_kind(name: Any, path: str) -> int:
    """Find a kind of token by its name."""
    if name not in TOKEN_NAMES:
        raise PositionError(f"{path}: {str(name)[:40]!r} is not one of {some(TOKEN_NAMES)}")
    return TOKEN_NAMES.index(name)


def read_closing(s: Any, read: Reader) -> None:
    """Read which provinces are about to be resolved."""
    closing = read.cards("closing", PROVINCE_NAMES, [])
    if len(closing) > 2 or len(set(closing)) < len(closing):
        raise PositionError("position.closing: at most two provinces, each once")
    numbers = [PROVINCE_NAMES.index(name) + 1 for name in closing] + [0, 0]
    s.first, s.second = numbers[:2]
    s.bonus_now = read.choice("bonus", BONUSES, None) if read.has("bonus") else NO_BONUS


def read_control(s: Any, read: Reader) -> None:
    """Put the control tokens on provinces and borders."""
    for name in mapping(read, "control"):
        part = Reader(read.value("control", {}), "control", PROVINCE_NAMES)
        p = PROVINCE_NAMES.index(str(name)) if name in PROVINCE_NAMES else -1
        s.control[p] = part.choice(str(name), SIDES, None) + 1
        s.markers[p] = 2 if p == ITALIA and not read.flag("one_in_italia") else 1
    down = Reader(read.value("control_face_down", {}), "control_face_down", PROVINCE_NAMES)
    for p, name in enumerate(PROVINCE_NAMES):
        s.markers_down[p] = down.number(name, s.markers[p], 0)
    for name, text in mapping(read, "border_control_tokens").items():
        path = f"border_control_tokens.{str(name)[:40]}"
        b, _ = border_number(name, path)
        bare = text.strip("()") if isinstance(text, str) else text
        if bare not in SIDES or text not in (bare, f"({bare})"):
            raise PositionError(f"{path}: {str(text)[:40]!r} is not one of caesar, pompey, (caesar), (pompey)")
        s.over[b], s.over_down[b] = SIDES.index(bare) + 1, text != bare
    s.waiting = 0
    for name in read.cards("waiting", BORDER_NAMES, []):
        s.waiting |= 1 << BORDER_NAMES.index(name)


def read_bonuses(s: Any, read: Reader, senates: int) -> None:
    """Put the bonus tokens on the provinces; those not named change places so that every kind has its number.

    The sides hold this many senate tokens: they come from closed provinces whose bonus is not named.
    """
    given = Reader(read.value("bonuses", {}), "bonuses", PROVINCE_NAMES)
    fixed = {p: given.choice(name, BONUSES, None) for p, name in enumerate(PROVINCE_NAMES) if given.has(name)}
    movable = [q for q in range(PROVINCES) if q not in fixed and q != ITALIA]
    for p, bonus in fixed.items():
        if s.bonus[p] != bonus + 1:
            exchange_bonus(s, p, bonus, movable)
    pending = (s.first - 1, s.second - 1)
    taken = [p for p in range(PROVINCES) if s.free[p] == 0 and p not in fixed and p not in pending]
    others = [p for p in taken if s.bonus[p] != SENATE + 1]
    for p in others[: max(0, senates - len(taken) + len(others))]:
        exchange_bonus(s, p, SENATE, [q for q in movable if q not in taken])
    for p in taken:
        s.bonus[p] = 0
    for p in range(PROVINCES):
        s.closed[p] = s.free[p] == 0 and not (s.bonus[p] and in_bank_phase(s))
    if s.border_control and read.has("bank"):
        for bonus, count in enumerate(read.counts("bank", BONUSES[:BASE_BONUSES], [])):
            s.bank[bonus] = count


def exchange_bonus(s: Any, p: int, bonus: int, movable: list[int]) -> None:
    """Put a bonus on a province; its own goes where that one came from: another province, the bank, or out of the game.

    A token that no exchange can bring is put all the same: the count of all tokens will refuse it.
    """
    current = s.bonus[p] - 1
    s.bonus[p] = bonus + 1
    same = [q for q in movable if s.bonus[q] == bonus + 1]
    if same:
        s.bonus[same[0]] = current + 1
        return
    base = [q for q in movable if s.bonus[q] <= BASE_BONUSES]
    if current >= BASE_BONUSES and base:  # poison and centurions stay in the game
        current, s.bonus[base[0]] = s.bonus[base[0]] - 1, current + 1
    if s.border_control and bonus < BASE_BONUSES and s.bank[bonus] and current < BASE_BONUSES:
        s.bank[bonus] -= 1
        s.bank[current] += 1


def read_sums(s: Any, read: Reader) -> None:
    """Add up the influence; a closed province may keep other sums."""
    given = Reader(read.value("influence", {}), "influence", PROVINCE_NAMES)
    for p, name in enumerate(PROVINCE_NAMES):
        sums = influence_now(s, p)
        if given.has(name):
            kept = given.value(name, sums)
            if not s.closed[p] or not isinstance(kept, list) or len(kept) != 2:
                raise PositionError(f"influence.{name}: two sums of a closed province are due")
            sums = [Reader({name: number}, "influence", (name,)).number(name, 40, 0) for number in kept]
        s.influence[0, p], s.influence[1, p] = sums


# --- the sides


def refuse_foreign(part: Reader, path: str, allowed: dict[str, int]) -> None:
    """Refuse fields that the options leave no place for."""
    for name, present in allowed.items():
        if not present and part.value(name, None):
            raise PositionError(f"{path}.{name}: not with these options")


def read_side(s: Any, side: int, part: Reader) -> None:
    """Read one side's tokens."""
    discards = s.ruthless and is_crassus(s, side)
    in_game = {"centurions": s.centurions, "seen": s.centurions, "returned": s.poison, "discarded": discards}
    refuse_foreign(part, part.path, in_game)
    board = [sum(s.token[b] == kind + 1 and s.owner[b] == side + 1 for b in range(BORDERS)) for kind in range(KINDS)]
    if part.has("centurions") and s.centurions:
        stock = part.counts("centurions", CENTURION_NAMES, [])
        for c in range(CENTURIONS):
            s.stock[side, c] = stock[c]
    read_supply(s, side, part, board)
    read_bag(s, side, part, board)
    seen = part.counts("seen", CENTURION_NAMES, [])
    for c in range(CENTURIONS):
        s.seen[side, c] = seen[c]
    read_returned(s, side, part)
    for field in ("gained", "used"):
        for k, count in enumerate(part.counts(field, BONUSES, [])):
            getattr(s, field)[side, k] = count
    placed = sum(s.markers[p] for p in range(PROVINCES) if s.control[p] == side + 1)
    placed += sum(s.over[b] == side + 1 for b in range(BORDERS))
    s.senate[side] = part.number("senate", int(BASE[SENATE]), 0)
    s.forfeited[side] = part.number("discarded", CONTROL_TOKENS, 0)
    free = CONTROL_TOKENS - placed - s.forfeited[side]
    rest = free - part.number("control_tokens", CONTROL_TOKENS, free) if part.has("control_tokens") else 0
    s.under[side] = part.number("under_senate", CONTROL_TOKENS, max(0, rest))
    s.left[side] = part.number("control_tokens", CONTROL_TOKENS, max(0, free - s.under[side]))
    if s.left[side] + s.under[side] + s.forfeited[side] + placed != CONTROL_TOKENS:
        raise PositionError(f"{part.path}.control_tokens: with {placed} on the board they are not {CONTROL_TOKENS}")
    if s.under[side] > s.senate[side] * (s.senate[side] + 1) // 2:
        raise PositionError(
            f"{part.path}.under_senate: {s.under[side]} are too many for {s.senate[side]} senate tokens"
        )


def read_supply(s: Any, side: int, part: Reader, board: list[int]) -> None:
    """Read a supply or Crassus's row; left out, it is that of the start without what lies on the board."""
    start = [TOKEN_NAMES[s.row[i] - 1] for i in range(s.in_row)] if is_crassus(s, side) else []
    start += [TOKEN_NAMES[kind] for kind in range(KINDS) for _ in range(s.supply[side, kind])]
    for kind, name in enumerate(TOKEN_NAMES):
        while not part.has("supply") and board[kind] + start.count(name) > COPIES[kind] and name in start:
            start.remove(name)
    tokens = part.cards("supply", TOKEN_NAMES, start)
    for kind, name in enumerate(TOKEN_NAMES):
        s.supply[side, kind] = 0 if is_crassus(s, side) else tokens.count(name)
    if is_crassus(s, side):
        if len(tokens) > TOKENS:
            raise PositionError(f"{part.path}.supply: {len(tokens)} tokens are more than a side has")
        s.in_row = len(tokens)
        for i in range(TOKENS):
            s.row[i] = TOKEN_NAMES.index(tokens[i]) + 1 if i < len(tokens) else 0


def read_bag(s: Any, side: int, part: Reader, board: list[int]) -> None:
    """Read a bag; left out, it holds what is nowhere else. Centurions that are nowhere else lie before the player."""
    given = part.counts("bag", TOKEN_NAMES, []) if part.has("bag") else None
    for kind, name in enumerate(TOKEN_NAMES):
        row = sum(s.row[i] == kind + 1 for i in range(s.in_row)) if is_crassus(s, side) else 0
        used = board[kind] + s.supply[side, kind] + row
        if kind < BAG_KINDS:
            rest = int(COPIES[kind]) - used
        else:
            if not part.has("centurions"):
                in_bag = given[kind] if given else 0
                s.stock[side, kind - BAG_KINDS] = s.centurions and max(0, 1 - used - in_bag)
            rest = s.centurions - used - s.stock[side, kind - BAG_KINDS]
        count = rest if given is None else given[kind]
        if count < 0 or count != rest:
            total = used + max(0, count)
            raise PositionError(f"{part.path}: {name} does not add up: {total} where a side has {used + rest}")
        s.bag[side, kind] = count


def read_returned(s: Any, side: int, part: Reader) -> None:
    """Read the tokens that poison put back and the draws since."""
    given = part.value("returned", [])
    if not isinstance(given, list) or len(given) > POISONS:
        raise PositionError(f"{part.path}.returned: a list of at most {POISONS} tokens with draws is due")
    for i in range(POISONS):
        entry = given[i] if i < len(given) else None
        if entry is None:
            s.returned[side, i] = s.drawn_since[side, i] = 0
            continue
        if not isinstance(entry, list | tuple) or len(entry) != 2:
            raise PositionError(f"{part.path}.returned: an entry is a token and the number of draws since")
        kind = token_kind(entry[0], f"{part.path}.returned")
        if kind >= BAG_KINDS and not s.centurions:
            raise PositionError(f"{part.path}.returned: {entry[0]} is not in the game")
        s.returned[side, i] = kind + 1
        s.drawn_since[side, i] = Reader({"draws": entry[1]}, f"{part.path}.returned", ("draws",)).number("draws", 40, 0)


def read_tiles(s: Any, read: Reader) -> None:
    """Read Crassus's command tiles."""
    start = [name for k, name in enumerate(TILES) for _ in range(s.tiles[k])]
    for k, count in enumerate(read.counts("tiles", TILES, start)):
        if count > s.tiles[k]:
            raise PositionError(f"position.tiles: {count} of {TILES[k]}, his deck has {s.tiles[k]}")
        s.tiles[k] = count
    s.tile = 0 if read.value("tile", None) is None else read.choice("tile", TILES, None) + 1


# --- the whole


def read_end(s: Any, read: Reader) -> None:
    """Read who has won, and who decides."""
    s.winner = s.reason = 0
    if s.stage == OVER:
        s.winner = read.choice("winner", SIDES, None) + 1
        s.reason = read.choice("reason", REASONS[1:], None) + 1
        s.to_move = -1
    else:
        s.to_move = seat_of(s, s.active)
    expected = None if s.to_move < 0 else SIDES[side_of(s, s.to_move)]
    given = read.value("to_move", expected)
    if given != expected:
        raise PositionError(f"position.to_move: {str(given)[:40]!r} does not fit the turn")
