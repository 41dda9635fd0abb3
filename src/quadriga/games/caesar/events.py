"""What happened, in names and words. Equal events are one and the same: they are to be read only."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from quadriga.model import Event, event_keys

from . import event_kinds as kinds
from .components import BONUSES, SIDES, TILES
from .moves import BORDER_NAMES, BOX, PROVINCE_NAMES, TOKEN_NAMES
from .numbering import FACE_DOWN
from .tables import NUMBER
from .tokens import is_crassus

REASONS = (
    "", "the last control token is on a province", "the last control token is on a border",
    "the last control token is under a senate token", "the last control token is discarded",
    "the opponent cannot place any token",
)  # fmt: skip
OVER_RULES = ("", "ROME-E2", "ROME-E2", "ROME-E2", "ROME-Z8", "ROME-E1")
PRIORITIES = (
    "", "gains control with the smallest number", "closes with the smallest number", "largest deficit",
    "closest to control", "next to a province he controls", "central province", "highest number anywhere",
)  # fmt: skip
PROVINCE_TIES = (
    "", "next to a province he controls", "senate bonus", "poison bonus", "central", "next to a central province",
    "at random", "Italia before the others",
)  # fmt: skip
SPACE_TIES = ("", "largest deficit in the province beyond", "central province beyond", "at random")
TOKEN_TIES = ("", "not wild", "by the sum of both numbers", "leftmost")
FIRST_CLOSED = ("he gains it", *PROVINCE_TIES[1:])
LAPSES = (
    "another turn is due already", "the bag is empty", "no token of the opponent lies face up and uncovered", "",
    "the opponent's supply is empty", "a centurion is called already", "no centurion is left",
)  # fmt: skip

# kind: name, text, text without what is secret, parts in order, secret parts
_EVENTS: dict[int, tuple[str, str, str, tuple[str, ...], tuple[str, ...]]] = {
    kinds.TURN_BEGINS: ("turn", "{who}'s turn", "", ("turn",), ()),
    kinds.PLACED: ("placed", "{who} places {token}: {numbers}", "", ("token", "border", "turned"), ()),
    kinds.PLACED_DOWN: ("placed", "{who} shows {token} and places it face down on {border}", "", ("token", "border", "turned"), ()),
    kinds.CLOSED: ("closed", "{province} is closed", "", ("province",), ()),
    kinds.TOOK_BONUS: ("bonus", "{who} takes its bonus: {bonus}", "", ("province", "bonus"), ()),
    kinds.CONTROLS: ("control", "{who} gains control of {province}, {own} to {other}", "", ("province", "own", "other"), ()),
    kinds.CONTROLS_TIE: ("control", "{who} gains control of {province}, {own} to {other}: a tie is his in his turn (ROME-Z6)", "", ("province", "own", "other"), ()),
    kinds.TIED: ("tied", "{province} is tied at {own}: nobody controls it", "", ("province", "own"), ()),
    kinds.ON_BORDER: ("border", "{who} puts a control token on {border}, {left} left", "", ("border", "left"), ()),
    kinds.BARRED: ("barred", "{who} may not put a control token on {border}: that on {province} lies face down (ROME-B5)", "", ("border", "province"), ()),
    kinds.WAITS: ("waits", "{who}'s border tokens at {province} wait: the active player's at {second} come first", "", ("province", "second"), ()),
    kinds.KEPT_SENATE: ("senate", "{who} keeps the senate token, {count} in all", "", ("count",), ()),
    kinds.UNDER_SENATE: ("senate", "{who} owns {senate} and puts {count} under the new one", "", ("count", "senate"), ()),
    kinds.GOT_TACTICS: ("tactics", "{who} uses tactics: another turn after this one", "", (), ()),
    kinds.GOT_WEALTH: ("wealth", "{who} uses wealth: one more token", "", (), ()),
    kinds.TURNED_TOKEN: ("might", "{who} uses might: {token} on {border} lies face down", "", ("border", "token"), ()),
    kinds.TURNED_CONTROL: ("might", "{who} uses might: the control token on {place} lies face down", "", ("border", "province"), ()),
    kinds.POISONED: ("poison", "Poison: {token} goes from {who}'s {supply} back into the bag", "", ("token",), ()),
    kinds.GOT_CENTURION: ("centurion", "{who} calls a centurion for the end of the turn", "", (), ()),
    kinds.DECLINED: ("declined", "{who} does not use the bonus ({bonus})", "", ("bonus",), ()),
    kinds.LAPSED: ("lapsed", "The bonus ({bonus}) has nothing to act on and lapses: {reason}", "", ("bonus", "reason"), ()),
    kinds.DREW: ("drew", "{who} draws {token}", "{who} draws a token", ("token",), ("token",)),
    kinds.BAG_EMPTY: ("empty", "{who}'s bag is empty: nothing is drawn", "", (), ()),
    kinds.TOOK_CENTURION: ("centurion", "{who} takes the centurion {token}", "", ("token",), ()),
    kinds.DREW_BANK: ("bank", "{who} draws {bonus} from the bank", "", ("bonus",), ()),
    kinds.LEFT_BANK: ("bank", "{who} leaves the bank alone", "", (), ()),
    kinds.TILE_TURNED: ("tile", "Crassus turns tile {tile}: {orders}", "", ("tile",), ()),
    kinds.RESHUFFLED: ("reshuffled", "The command tiles are reshuffled", "", (), ()),
    kinds.ROW_DREW: ("row", "{token} joins his row", "", ("token",), ()),
    kinds.ROW_SHORT: ("short", "His bag is short: he draws {count} of {due} (ROME-Z5)", "", ("count", "due"), ()),
    kinds.ROW_CENTURION: ("row", "The centurion {token} joins his row", "", ("token",), ()),
    kinds.NO_CENTURION: ("short", "No centurion of his is left: he takes none (ROME-Z3)", "", (), ()),
    kinds.ROW_DISCARDED: ("row", "{token}, leftmost in the row, goes back into the bag", "", ("token",), ()),
    kinds.NO_DISCARD: ("short", "He discards nothing: his bag was short (ROME-Z5)", "", (), ()),
    kinds.PASSED_OVER: ("caution", "He passes over {border}: closing {province} would make {who} win (ROME-Z17)", "", ("border", "province"), ()),
    kinds.PASSED_OVER_TWO: ("caution", "He passes over {border}: closing {province} and {second} would make {who} win (ROME-Z17)", "", ("border", "province", "second"), ()),
    kinds.NOTHING_SPARED: ("caution", "Every placement of his would make {who} win: he passes over none (ROME-Z17)", "", (), ()),
    kinds.NO_TOKEN_FITS: ("unfit", "No token of his row fits at {province}, {figure} (ROME-Z15)", "", ("priority", "province", "figure"), ()),
    kinds.PRIORITY: ("priority", "Priority {priority}: {reason}, {province}, {figure}", "", ("priority", "province", "figure"), ()),
    kinds.NARROWED_PROVINCES: ("narrowed", "{count} provinces are equal, {left} are left: {reason}", "", ("criterion", "count", "left"), ()),
    kinds.TIE_PROVINCE: ("tie", "{count} provinces are equal: {province}, {reason}", "", ("province", "criterion", "count"), ()),
    kinds.NARROWED_SPACES: ("narrowed", "{count} border spaces are equal, {left} are left: {reason}", "", ("criterion", "count", "left"), ()),
    kinds.TIE_SPACE: ("tie", "{count} border spaces are equal: {border}, {reason}", "", ("border", "criterion", "count"), ()),
    kinds.NARROWED_TOKENS: ("narrowed", "{count} tokens are equal, {left} are left: {reason}", "", ("criterion", "count", "left"), ()),
    kinds.TIE_TOKEN: ("tie", "{count} tokens are equal: {token}, {reason}", "", ("token", "criterion", "count"), ()),
    kinds.CANNOT_PLACE: ("skipped", "No token of his row fits: the placement is skipped", "", (), ()),
    kinds.CLOSES_FIRST: ("order", "{province} is resolved before {second}: {reason} (ROME-Z6)", "", ("province", "second", "criterion"), ()),
    kinds.BONUS_DISCARDED: ("discarded", "Crassus discards the bonus ({bonus})", "", ("bonus",), ()),
    kinds.FORFEITED: ("ruthless", "Ruthless: he discards a control token with it, {left} left", "", ("left",), ()),
    kinds.ENDED: ("ended", "{who} wins: {reason}", "", ("reason",), ()),
}  # fmt: skip
_NAMES: dict[str, tuple[str, ...]] = {
    "token": TOKEN_NAMES, "border": BORDER_NAMES, "province": PROVINCE_NAMES, "second": PROVINCE_NAMES,
    "bonus": BONUSES, "tile": TILES,
}  # fmt: skip
KEYS = event_keys(kinds)
_TIES = {
    kinds.TIE_PROVINCE: PROVINCE_TIES, kinds.TIE_SPACE: SPACE_TIES, kinds.TIE_TOKEN: TOKEN_TIES,
    kinds.NARROWED_PROVINCES: PROVINCE_TIES, kinds.NARROWED_SPACES: SPACE_TIES, kinds.NARROWED_TOKENS: TOKEN_TIES,
    kinds.CLOSES_FIRST: FIRST_CLOSED,
}  # fmt: skip


def event(s: Any, told: tuple[int, ...]) -> Event:
    """Put an event that the rules told into names and words: once, for it depends only on who plays the side."""
    return put_into_words(told, is_crassus(s, told[1]))


@lru_cache(maxsize=1 << 14)
def put_into_words(told: tuple[int, ...], by_crassus: bool) -> Event:
    """Put what the rules told into names and words."""
    kind, side, *numbers = (int(number) for number in told)
    name, text, public, parts, secret = _EVENTS[kind]
    player = SIDES[side]
    data: dict[str, Any] = dict(zip(parts, numbers, strict=False))
    words: dict[str, Any] = {
        "who": "Crassus" if by_crassus else player.capitalize(),
        "supply": "row" if by_crassus else "supply",
    }
    if kind in (kinds.PLACED, kinds.PLACED_DOWN):
        data |= placement(kind, *numbers)
        words["numbers"] = ", ".join(f"{number} to {province}" for province, number in data["numbers"].items())
        del data["turned"]
    for part, names in _NAMES.items():
        if part in data:
            data[part] = names[data[part]] if data[part] >= 0 else None
    if kind == kinds.TURNED_CONTROL:
        words["place"] = data["border"] or data["province"]
    if kind == kinds.TILE_TURNED:
        words["orders"] = orders(numbers[0])
    if kind == kinds.PRIORITY:
        data["reason"] = PRIORITIES[data["priority"]]
    if kind in (kinds.PRIORITY, kinds.NO_TOKEN_FITS):
        data["figure"] = figure(data["priority"], data["figure"])
    if kind in _TIES:
        data["reason"] = _TIES[kind][data.pop("criterion")]
    if kind == kinds.UNDER_SENATE:
        words["senate"] = plural(data["senate"], "senate token")
        words["count"] = plural(data["count"], "control token")
    if kind == kinds.LAPSED:
        data["reason"] = LAPSES[data["reason"]]
    if kind == kinds.ENDED:
        data["reason"] = REASONS[data["reason"]]
    words = {**data, **words}
    whole = text.format(**words)
    open_text = public.format(**words) if public else whole
    return Event(name, player, data, whole, player if secret else None, secret, open_text, KEYS[kind])


def plural(count: int, noun: str) -> str:
    """Write a count with its noun."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def placement(kind: int, token: int, border: int, turned: int) -> dict[str, Any]:
    """Tell which number of a placed token faces which province, the higher first."""
    if kind == kinds.PLACED_DOWN:
        turned = FACE_DOWN
    ends = (BOX.borders[border].a, BOX.borders[border].b)
    numbers = [0, 0] if turned == FACE_DOWN else [int(NUMBER[token, turned, end]) for end in range(2)]
    pairs = sorted(zip(ends, numbers, strict=True), key=lambda pair: -pair[1])
    return {"face_down": turned == FACE_DOWN, "numbers": {PROVINCE_NAMES[p]: number for p, number in pairs}}


def figure(priority: int, number: int) -> str:
    """Write the figure that decided a priority: a deficit with a minus, a lead with a plus, else a number."""
    return f"\N{MINUS SIGN}{number}" if priority == 3 else f"{number:+d}" if priority == 4 else str(number)


def orders(tile: int) -> str:
    """Say what a command tile orders."""
    here = BOX.tiles[tile]
    steps = {"draw": here.draw, "take a centurion": here.centurion, "place": here.place, "discard": here.discard}
    return ", ".join(name if name.endswith("centurion") else f"{name} {n}" for name, n in steps.items() if n)
