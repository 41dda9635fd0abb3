"""What happened, in names and words. Equal events are one and the same: they are to be read only."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from quadriga.model import Ending, Event, EventKind, EventTable, Part, named, worded

from . import event_kinds as kinds
from .components import BONUSES, SIDES, TILES
from .moves import BORDER_NAMES, BOX, PROVINCE_NAMES, TOKEN_NAMES
from .numbering import FACE_DOWN
from .tables import NUMBER

CRASSUS = "crassus"
"""Who plays the other side in solo."""
ENDINGS = (
    Ending("", ""),
    Ending("the last control token is on a province", "ROME-E2", "last-on-province"),
    Ending("the last control token is on a border", "ROME-E2", "last-on-border"),
    Ending("the last control token is under a senate token", "ROME-E2", "last-under-senate"),
    Ending("the last control token is discarded", "ROME-Z8", "last-discarded"),
    Ending("the opponent cannot place any token", "ROME-E1", "opponent-cannot-place"),
)
REASONS = tuple(ending.reason for ending in ENDINGS)
PRIORITIES = {
    "": "",
    "gains-control": "gains control with the smallest number",
    "closes": "closes with the smallest number",
    "largest-deficit": "largest deficit",
    "closest-to-control": "closest to control",
    "next-to-own": "next to a province he controls",
    "central": "central province",
    "highest-number": "highest number anywhere",
}
PROVINCE_TIES = {
    "": "",
    "next-to-own": "next to a province he controls",
    "senate-bonus": "senate bonus",
    "poison-bonus": "poison bonus",
    "central": "central",
    "next-to-central": "next to a central province",
    "at-random": "at random",
    "italia-first": "Italia before the others",
}
SPACE_TIES = {
    "": "",
    "deficit-beyond": "largest deficit in the province beyond",
    "central-beyond": "central province beyond",
    "at-random": "at random",
}
TOKEN_TIES = {"": "", "not-wild": "not wild", "by-sum": "by the sum of both numbers", "leftmost": "leftmost"}
LAPSES = {
    "turn-due": "another turn is due already",
    "bag-empty": "the bag is empty",
    "no-target": "no token of the opponent lies face up and uncovered",
    "": "",
    "supply-empty": "the opponent's supply is empty",
    "centurion-called": "a centurion is called already",
    "none-left": "no centurion is left",
}


def plural(noun: str) -> Any:
    """Make a function that writes a count with its noun."""
    return lambda count: f"{count} {noun}{'' if count == 1 else 's'}"


def placement(token: int, border: int, turned: int) -> dict[str, Any]:
    """Tell which number of a placed token faces which province, the higher first."""
    ends = (BOX.borders[border].a, BOX.borders[border].b)
    numbers = [0, 0] if turned == FACE_DOWN else [int(NUMBER[token, turned, end]) for end in range(2)]
    pairs = sorted(zip(ends, numbers, strict=True), key=lambda pair: -pair[1])
    return {"face_down": turned == FACE_DOWN, "numbers": {PROVINCE_NAMES[p]: number for p, number in pairs}}


def placement_down(token: int, border: int, _: int) -> dict[str, Any]:
    """Tell that a token placed face down counts nothing."""
    return placement(token, border, FACE_DOWN)


def facing(parts: Mapping[str, Any]) -> dict[str, str]:
    """Write which number of a token faces which province."""
    return {"numbers": ", ".join(f"{number} to {province}" for province, number in parts["numbers"].items())}


def figure(priority: int, number: int) -> str:
    """Write the figure that decided a priority: a deficit with a minus, a lead with a plus, else a number."""
    return f"\N{MINUS SIGN}{number}" if priority == 3 else f"{number:+d}" if priority == 4 else str(number)


def step(priority: int, _: int, number: int) -> dict[str, str]:
    """Tell the figure of a priority."""
    return {"figure": figure(priority, number)}


def step_reason(priority: int, province: int, number: int) -> dict[str, str]:
    """Tell the figure of a priority and what it looks for."""
    return {**step(priority, province, number), "reason": [*PRIORITIES][priority]}


def orders(tile: int) -> str:
    """Say what a command tile orders."""
    here = BOX.tiles[tile]
    steps = {"draw": here.draw, "take a centurion": here.centurion, "place": here.place, "discard": here.discard}
    return ", ".join(name if name.endswith("centurion") else f"{name} {n}" for name, n in steps.items() if n)


TOKEN, BORDER, TILE = named("token", TOKEN_NAMES), named("border", BORDER_NAMES), named("tile", TILES)
PROVINCE, SECOND = named("province", PROVINCE_NAMES), named("second", PROVINCE_NAMES)
VICTIM, WINNER = Part("victim", say=str.capitalize), Part("winner", say=str.capitalize)
BONUS = named("bonus", BONUSES)
TURN, STEP, COUNT, LEFT, DUE, OWN, OTHER = map(Part, ("turn", "priority", "count", "left", "due", "own", "other"))
TOKENS, SENATES = Part("count", say=plural("control token")), Part("senate", say=plural("senate token"))
PROVINCE_TIE, SPACE_TIE = worded("reason", PROVINCE_TIES), worded("reason", SPACE_TIES)
TOKEN_TIE, LAPSE = worded("reason", TOKEN_TIES), worded("reason", LAPSES)
FIRST_CLOSED = worded(
    "reason", {"gains-it": "he gains it", **{code: PROVINCE_TIES[code] for code in [*PROVINCE_TIES][1:]}}
)
END = worded("reason", {ending.code: ending.reason for ending in ENDINGS})

EVENTS = EventTable(kinds, {
    kinds.TURN_BEGINS: EventKind("turn", "", "{who}'s turn", (TURN,)),
    kinds.PLACED: EventKind("placed", "ROME-T1", "{who} places {token}: {numbers}", (TOKEN, BORDER), more=placement, words=facing),
    kinds.PLACED_DOWN: EventKind("placed", "ROME-K2", "{who} shows {token} and places it face down on {border}", (TOKEN, BORDER), more=placement_down),
    kinds.CLOSED: EventKind("closed", "ROME-T3", "{province} is closed", (PROVINCE,)),
    kinds.TOOK_BONUS: EventKind("bonus", "ROME-T4", "{who} takes its bonus: {bonus}", (PROVINCE, BONUS)),
    kinds.CONTROLS: EventKind("control", "ROME-T5", "{who} gains control of {province}, {own} to {other}", (PROVINCE, OWN, OTHER)),
    kinds.CONTROLS_TIE: EventKind("control", "ROME-Z6", "{who} gains control of {province}, {own} to {other}: a tie is his in his turn ({rule})", (PROVINCE, OWN, OTHER)),
    kinds.TIED: EventKind("tied", "ROME-T5", "{province} is tied at {own}: nobody controls it", (PROVINCE, OWN)),
    kinds.ON_BORDER: EventKind("border", "ROME-T7", "{who} puts a control token on {border}, {left} left", (BORDER, LEFT)),
    kinds.BARRED: EventKind("barred", "ROME-B5", "{who} may not put a control token on {border}: that on {province} lies face down ({rule})", (BORDER, PROVINCE)),
    kinds.WAITS: EventKind("waits", "ROME-T8", "{who}'s border tokens at {province} wait: the active player's at {second} come first", (PROVINCE, SECOND)),
    kinds.KEPT_SENATE: EventKind("senate", "ROME-B6", "{who} keeps the senate token, {count} in all", (COUNT,)),
    kinds.UNDER_SENATE: EventKind("senate", "ROME-B6", "{who} owns {senate} and puts {count} under the new one", (TOKENS, SENATES)),
    kinds.GOT_TACTICS: EventKind("tactics", "ROME-B1", "{who} uses tactics: another turn after this one"),
    kinds.GOT_WEALTH: EventKind("wealth", "ROME-B2", "{who} uses wealth: one more token"),
    kinds.TURNED_TOKEN: EventKind("might", "ROME-B3", "{who} uses might: {token} on {border} lies face down", (BORDER, TOKEN)),
    kinds.TURNED_CONTROL: EventKind("might", "ROME-B5", "{who} uses might: the control token on {place} lies face down", (BORDER, PROVINCE), words=lambda parts: {"place": parts["border"] or parts["province"]}),
    kinds.POISONED: EventKind("poison", "ROME-P2", "Poison: {token} goes from {victim}'s {supply} back into the bag", (TOKEN,), words=lambda parts: {"supply": "row" if parts["victim"] == CRASSUS else "supply"}),
    kinds.GOT_CENTURION: EventKind("centurion", "ROME-C2", "{who} calls a centurion for the end of the turn"),
    kinds.DECLINED: EventKind("declined", "ROME-T9", "{who} does not use the bonus ({bonus})", (BONUS,)),
    kinds.LAPSED: EventKind("lapsed", "ROME-B7", "The bonus ({bonus}) has nothing to act on and lapses: {reason}", (BONUS, LAPSE)),
    kinds.DREW: EventKind("drew", "ROME-T10", "{who} draws {token}", (TOKEN,), ("token",), "{who} draws a token"),
    kinds.BAG_EMPTY: EventKind("empty", "ROME-T10", "{who}'s bag is empty: nothing is drawn"),
    kinds.TOOK_CENTURION: EventKind("centurion", "ROME-C2", "{who} takes the centurion {token}", (TOKEN,)),
    kinds.DREW_BANK: EventKind("bank", "ROME-K2", "{who} draws {bonus} from the bank", (BONUS,)),
    kinds.LEFT_BANK: EventKind("bank", "ROME-K2", "{who} leaves the bank alone"),
    kinds.TILE_TURNED: EventKind("tile", "ROME-Z3", "Crassus turns tile {tile}: {orders}", (TILE,), words=lambda parts: {"orders": orders(TILES.index(parts["tile"]))}),
    kinds.RESHUFFLED: EventKind("reshuffled", "ROME-Z3", "The command tiles are reshuffled"),
    kinds.ROW_DREW: EventKind("row", "ROME-Z3", "{token} joins his row", (TOKEN,)),
    kinds.ROW_SHORT: EventKind("short", "ROME-Z5", "His bag is short: he draws {count} of {due} ({rule})", (COUNT, DUE)),
    kinds.ROW_CENTURION: EventKind("row", "ROME-Z4", "The centurion {token} joins his row", (TOKEN,)),
    kinds.NO_CENTURION: EventKind("short", "ROME-Z3", "No centurion of his is left: he takes none ({rule})"),
    kinds.ROW_DISCARDED: EventKind("row", "ROME-Z4", "{token}, leftmost in the row, goes back into the bag", (TOKEN,)),
    kinds.NO_DISCARD: EventKind("short", "ROME-Z5", "He discards nothing: his bag was short ({rule})"),
    kinds.PASSED_OVER: EventKind("caution", "ROME-Z17", "He passes over {border}: closing {province} would make {winner} win ({rule})", (BORDER, PROVINCE)),
    kinds.PASSED_OVER_TWO: EventKind("caution", "ROME-Z17", "He passes over {border}: closing {province} and {second} would make {winner} win ({rule})", (BORDER, PROVINCE, SECOND)),
    kinds.NOTHING_SPARED: EventKind("caution", "ROME-Z17", "Every placement of his would make {winner} win: he passes over none ({rule})"),
    kinds.NO_TOKEN_FITS: EventKind("unfit", "ROME-Z15", "No token of his row fits at {province}, {figure} ({rule})", (STEP, PROVINCE), more=step),
    kinds.PRIORITY: EventKind("priority", "ROME-Z9", "Priority {priority}: {reason}, {province}, {figure}", (STEP, PROVINCE), more=step_reason, words=lambda parts: {"reason": PRIORITIES[parts["reason"]]}),
    kinds.NARROWED_PROVINCES: EventKind("narrowed", "ROME-Z10", "{count} provinces are equal, {left} are left: {reason}", (PROVINCE_TIE, COUNT, LEFT)),
    kinds.TIE_PROVINCE: EventKind("tie", "ROME-Z10", "{count} provinces are equal: {province}, {reason}", (PROVINCE, PROVINCE_TIE, COUNT)),
    kinds.NARROWED_SPACES: EventKind("narrowed", "ROME-Z11", "{count} border spaces are equal, {left} are left: {reason}", (SPACE_TIE, COUNT, LEFT)),
    kinds.TIE_SPACE: EventKind("tie", "ROME-Z11", "{count} border spaces are equal: {border}, {reason}", (BORDER, SPACE_TIE, COUNT)),
    kinds.NARROWED_TOKENS: EventKind("narrowed", "ROME-Z12", "{count} tokens are equal, {left} are left: {reason}", (TOKEN_TIE, COUNT, LEFT)),
    kinds.TIE_TOKEN: EventKind("tie", "ROME-Z12", "{count} tokens are equal: {token}, {reason}", (TOKEN, TOKEN_TIE, COUNT)),
    kinds.CANNOT_PLACE: EventKind("skipped", "ROME-Z13", "No token of his row fits: the placement is skipped"),
    kinds.CLOSES_FIRST: EventKind("order", "ROME-Z6", "{province} is resolved before {second}: {reason} ({rule})", (PROVINCE, SECOND, FIRST_CLOSED)),
    kinds.BONUS_DISCARDED: EventKind("discarded", "ROME-Z7", "Crassus discards the bonus ({bonus})", (BONUS,)),
    kinds.FORFEITED: EventKind("ruthless", "ROME-Z8", "Ruthless: he discards a control token with it, {left} left", (LEFT,)),
    kinds.ENDED: EventKind("ended", "ROME-E2", "{who} wins: {reason}", (END,)),
})  # fmt: skip
_AGAINST = {
    kinds.POISONED: VICTIM, kinds.PASSED_OVER: WINNER, kinds.PASSED_OVER_TWO: WINNER, kinds.NOTHING_SPARED: WINNER,
}  # fmt: skip
"""What the other side does, and the part that names the player of the side that is told."""
_BY_NOBODY = (kinds.TIED, kinds.LAPSED, kinds.RESHUFFLED)


def event(s: Any, told: tuple[int, ...]) -> Event:
    """Put an event that the rules told into names and words: once, for it depends only on the side Crassus plays."""
    return tell(told, 1 - s.side if s.solo else -1)


@lru_cache(maxsize=1 << 14)
def tell(told: tuple[int, ...], crassus: int) -> Event:
    """Put what the rules told into names and words; `crassus` is the side that he plays."""
    kind, side, *numbers = (int(number) for number in told)
    of_side = CRASSUS if side == crassus else SIDES[side]
    of_other = CRASSUS if 1 - side == crassus else SIDES[1 - side]
    if kind in _AGAINST:
        return EVENTS.event(kind, numbers, SIDES[side], of_other, {_AGAINST[kind]: of_side})
    rule = ENDINGS[numbers[0]].rule if kind == kinds.ENDED else ""
    return EVENTS.event(kind, numbers, SIDES[side], None if kind in _BY_NOBODY else of_side, rule=rule)
