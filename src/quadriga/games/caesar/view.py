"""What a seat may see."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.words import (
    DICT,
    END_DICT,
    END_LIST,
    NULL,
    Vocabulary,
    flag_at,
    number_at,
    put,
    put_times,
    word_at,
)
from quadriga.model import HIDDEN

from .components import BASE_BONUSES, BONUSES, SIDES, TILES
from .moves import BORDER_NAMES, BOX, PROVINCE_NAMES, TOKEN_NAMES
from .record import CRASSUS, POISONS, STAGES
from .standings import side_of
from .tables import BAG_KINDS, BETWEEN, BORDERS, CENTRAL, CENTURIONS, CONTROL_SPACE, DEGREE, KINDS, NUMBER, PROVINCES
from .tokens import in_bag, in_supply, is_crassus

words = Vocabulary()
SIDE = words.values((None, *SIDES))
"""Nobody, then both sides."""
BONUS = words.values(BONUSES)
TOKEN = words.values(TOKEN_NAMES)
UNKNOWN = words.value(HIDDEN)


# --- the table

MOVES = words.key("moves")
SEAT = words.key("seat")
STAGE_KEY = words.key("stage")
STAGE = words.values(STAGES)
TURN = words.key("turn")
ACTIVE = words.key("active")
TO_MOVE = words.key("to_move")
BONUS_KEY = words.key("bonus")
CLOSING = words.key("closing", "[")
PROVINCE = words.values(PROVINCE_NAMES)
EXTRA_TURN = words.key("extra_turn")
CENTURION_DUE = words.key("centurion_due")
PROVINCES_KEY = words.key("provinces", "{")
FACTS_OF_PROVINCE = words.keys(PROVINCE_NAMES, "{")
BORDERS_KEY = words.key("borders", "{")
FACTS_OF_BORDER = words.keys(BORDER_NAMES, "{")
SIDES_KEY = words.key("sides", "{")
FACTS_OF_SIDE = words.keys(SIDES, "{")
BANK = words.key("bank")
BANK_OF_BONUS = words.keys(BONUSES)
CRASSUS_KEY = words.key("crassus")
WINNER = words.key("winner")


def view(s: Any, seat: int, out: Any) -> None:
    """Show the table as a seat may see it; seat -1 is a spectator (ROME-T11)."""
    number_at(out, MOVES, s.moves)
    word_at(out, SEAT, SIDE + 1 + side_of(s, seat) if seat >= 0 else NULL)
    word_at(out, STAGE_KEY, STAGE + s.stage)
    number_at(out, TURN, s.turns)
    word_at(out, ACTIVE, SIDE + 1 + s.active)
    word_at(out, TO_MOVE, SIDE + 1 + side_of(s, s.to_move) if s.to_move >= 0 else NULL)
    word_at(out, BONUS_KEY, BONUS + s.bonus_now if s.bonus_now >= 0 else NULL)
    put(out, CLOSING)
    if s.first:
        put(out, PROVINCE + s.first - 1)
    if s.second:
        put(out, PROVINCE + s.second - 1)
    put(out, END_LIST)
    flag_at(out, EXTRA_TURN, s.extra_turn)
    flag_at(out, CENTURION_DUE, s.centurion_due)
    put(out, PROVINCES_KEY)
    for province in range(PROVINCES):
        put(out, FACTS_OF_PROVINCE + province)
        show_province(s, province, out)
        put(out, END_DICT)
    put(out, END_DICT)
    put(out, BORDERS_KEY)
    for border in range(BORDERS):
        put(out, FACTS_OF_BORDER + border)
        show_border(s, border, out)
        put(out, END_DICT)
    put(out, END_DICT)
    put(out, SIDES_KEY)
    for side in range(2):
        put(out, FACTS_OF_SIDE + side)
        show_side(s, side, seat, out)
        put(out, END_DICT)
    put(out, END_DICT)
    if s.border_control:
        word_at(out, BANK, DICT)
        for bonus in range(BASE_BONUSES):
            number_at(out, BANK_OF_BONUS + bonus, s.bank[bonus])
        put(out, END_DICT)
    else:
        word_at(out, BANK, NULL)
    if s.solo:
        word_at(out, CRASSUS_KEY, DICT)
        show_crassus(s, out)
        put(out, END_DICT)
    else:
        word_at(out, CRASSUS_KEY, NULL)
    word_at(out, WINNER, SIDE + s.winner)


# --- provinces

CENTRAL_KEY = words.key("central")
SPACES = words.key("spaces")
SPACES_LEFT = words.key("spaces_left")
CLOSED = words.key("closed")
INFLUENCE = words.key("influence", "{")
INFLUENCE_OF = words.keys(SIDES)
CONTROL = words.key("control")
CONTROL_TOKENS = words.key("control_tokens")
CONTROL_TOKENS_FACE_DOWN = words.key("control_tokens_face_down")


def show_province(s: Any, p: int, out: Any) -> None:
    """Show a province: its bonus, the influence of both sides, the spaces left to close it, who controls it."""
    flag_at(out, CENTRAL_KEY, CENTRAL[p])
    word_at(out, BONUS_KEY, BONUS + s.bonus[p] - 1 if s.bonus[p] else NULL)
    number_at(out, SPACES, DEGREE[p])
    number_at(out, SPACES_LEFT, s.free[p])
    flag_at(out, CLOSED, s.closed[p])
    put(out, INFLUENCE)
    for side in range(2):
        number_at(out, INFLUENCE_OF + side, s.influence[side, p])
    put(out, END_DICT)
    word_at(out, CONTROL, SIDE + s.control[p])
    number_at(out, CONTROL_TOKENS, s.markers[p])
    number_at(out, CONTROL_TOKENS_FACE_DOWN, s.markers_down[p])


# --- border spaces

SYMBOL_KEY = words.key("symbol")
SYMBOL = words.values(border.symbol for border in BOX.borders)
BORDER_CONTROL = words.key("border_control")
TOKEN_KEY = words.key("token")
SIDE_KEY = words.key("side")
NUMBERS = words.key("numbers", "{")
NUMBER_TO = words.keys(PROVINCE_NAMES)
FACE_DOWN = words.key("face_down")


def show_border(s: Any, b: int, out: Any) -> None:
    """Show a border space: its symbol, the influence token on it, the control token over that."""
    word_at(out, SYMBOL_KEY, SYMBOL + b)
    flag_at(out, BORDER_CONTROL, CONTROL_SPACE[b])
    if s.token[b]:
        kind = s.token[b] - 1
        word_at(out, TOKEN_KEY, DICT)
        word_at(out, SIDE_KEY, SIDE + s.owner[b])
        word_at(out, TOKEN_KEY, TOKEN + kind)
        put(out, NUMBERS)
        for end in range(2):
            number_at(out, NUMBER_TO + BETWEEN[b, end], NUMBER[kind, s.turned[b], end])
        put(out, END_DICT)
        flag_at(out, FACE_DOWN, s.face_down[b])
        put(out, END_DICT)
    else:
        word_at(out, TOKEN_KEY, NULL)
    if s.over[b]:
        word_at(out, CONTROL, DICT)
        word_at(out, SIDE_KEY, SIDE + s.over[b])
        flag_at(out, FACE_DOWN, s.over_down[b])
        put(out, END_DICT)
    else:
        word_at(out, CONTROL, NULL)


# --- a side's tokens

PLAYER_KEY = words.key("player")
CRASSUS_PLAYS = words.value("crassus")
SENATE = words.key("senate")
UNDER_SENATE = words.key("under_senate")
SUPPLY = words.key("supply", "[")
BAG = words.key("bag")
UNSEEN = words.key("unseen", "[")
DISCARDED = words.key("discarded")
CENTURION_LIST = words.key("centurions", "[")
KNOWN = words.key("known", "[")
RETURNED = words.key("returned", "[")
DRAWN_SINCE = words.key("drawn_since")


def show_side(s: Any, k: int, seat: int, out: Any) -> None:
    """Show one side's tokens as a seat may see them."""
    by_crassus = is_crassus(s, k)
    is_open = by_crassus or (seat >= 0 and k == side_of(s, seat))
    word_at(out, PLAYER_KEY, CRASSUS_PLAYS if by_crassus else SIDE + 1 + k)
    number_at(out, CONTROL_TOKENS, s.left[k])
    number_at(out, SENATE, s.senate[k])
    number_at(out, UNDER_SENATE, s.under[k])
    put(out, SUPPLY)
    if by_crassus:
        show_row(s, out)
    elif is_open:
        for kind in range(KINDS):
            put_times(out, TOKEN + kind, s.supply[k, kind])
    else:
        put_times(out, UNKNOWN, in_supply(s, k))
    put(out, END_LIST)
    number_at(out, BAG, in_bag(s, k))
    put(out, UNSEEN)
    for kind in range(KINDS):
        put_times(out, TOKEN + kind, s.bag[k, kind] if is_open else unseen(s, k, kind))
    put(out, END_LIST)
    if by_crassus and s.ruthless:
        number_at(out, DISCARDED, s.forfeited[k])
    if s.centurions:
        put(out, CENTURION_LIST)
        for c in range(CENTURIONS):
            put_times(out, TOKEN + BAG_KINDS + c, s.stock[k, c])
        put(out, END_LIST)
    if not is_open:
        show_known(s, k, out)


def unseen(s: Any, k: int, kind: int) -> int:
    """Count a side's tokens that others have not seen: in the bag or in the supply, but for the centurions it took."""
    count = s.bag[k, kind] + s.supply[k, kind]
    return count - s.seen[k, kind - BAG_KINDS] if kind >= BAG_KINDS else count


def show_known(s: Any, k: int, out: Any) -> None:
    """Show what others know of a side's supply: the centurions it took, and what poison returned to the bag."""
    put(out, KNOWN)
    for c in range(CENTURIONS):
        put_times(out, TOKEN + BAG_KINDS + c, s.seen[k, c])
    put(out, END_LIST)
    put(out, RETURNED)
    for i in range(POISONS):
        if s.returned[k, i]:
            put(out, DICT)
            word_at(out, TOKEN_KEY, TOKEN + s.returned[k, i] - 1)
            number_at(out, DRAWN_SINCE, s.drawn_since[k, i])
            put(out, END_DICT)
    put(out, END_LIST)


def show_row(s: Any, out: Any) -> None:
    """Show the tokens of Crassus's row."""
    for i in range(s.in_row):
        put(out, TOKEN + s.row[i] - 1)


# --- Crassus

ROW = words.key("row", "[")
TILE_KEY = words.key("tile")
TILE = words.values(TILES)
TILES_LEFT = words.key("tiles_left", "{")
LEFT_OF_TILE = words.keys(TILES)
TO_TURN = words.key("to_turn")


def show_crassus(s: Any, out: Any) -> None:
    """Show Crassus's command tiles: the one last turned, and those still face down by kind (ROME-Z14)."""
    word_at(out, SIDE_KEY, SIDE + 1 + (1 - s.side))
    put(out, ROW)
    show_row(s, out)
    put(out, END_LIST)
    word_at(out, TILE_KEY, TILE + s.tile - 1 if s.tile else NULL)
    put(out, TILES_LEFT)
    for k in range(len(TILES)):
        if s.tiles[k]:
            number_at(out, LEFT_OF_TILE + k, s.tiles[k])
    put(out, END_DICT)
    flag_at(out, TO_TURN, s.stage == CRASSUS)
