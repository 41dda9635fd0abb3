"""What only the whole of a position shows to be impossible."""

from __future__ import annotations

from typing import Any

from quadriga.errors import PositionError

from .bonuses import can_use
from .components import BASE_BONUSES, BONUSES, SIDES
from .invariants import broken
from .moves import PROVINCE_NAMES
from .position import in_bank_phase
from .record import BANK, BONUS, CRASSUS, NO_PLACEMENT, ORDER, OVER, PLACE, POISON, SENATE, TAKE
from .tables import BASE, BORDERS, CENTURIONS, CONTROL_SPACE, ITALIA, PROVINCES, SPECIAL
from .tokens import can_place, is_crassus


def check_possible(s: Any) -> None:
    """Refuse a position that no game can reach, as far as it can be told."""
    check_stage(s)
    if s.stage == OVER:
        check_end(s)
    check_bonus_tokens(s)
    wrong = broken(s)
    if wrong:
        raise PositionError(f"the position is impossible ({WRONG.get(wrong, f'invariant {wrong}')})")


def check_stage(s: Any) -> None:
    """Refuse a stage that does not fit the position."""
    if (s.stage == CRASSUS) != (s.solo > 0 and is_crassus(s, s.active)) and s.stage != OVER:
        raise PositionError("position.stage: in Crassus's turn his tile is turned, and only then")
    if s.stage in (PLACE, CRASSUS) and not can_place(s, s.active):
        raise PositionError(f"position.active: {SIDES[s.active]} cannot place any token and has lost (ROME-E1)")
    if s.stage == ORDER and (s.second == 0 or s.at_closing != 2):
        raise PositionError("position.stage: an order is chosen for two closing provinces, at_closing 2")
    if s.stage == BONUS and s.bonus_now < 0:
        raise PositionError("position.bonus: which bonus is to be used?")
    if in_bank_phase(s):
        placed = [b for b in range(BORDERS) if CONTROL_SPACE[b] and s.face_down[b] and s.owner[b] == s.active + 1]
        if not s.border_control or not placed or (s.stage == BANK and not any(s.bank[k] for k in range(BASE_BONUSES))):
            needs = "the module and a token face down on a border control space, one's own, and bank tokens"
            raise PositionError(f"position.stage: the bank needs {needs} (ROME-K2)")
    if s.stage == TAKE and not (s.centurion_due and any(s.stock[s.active, c] for c in range(CENTURIONS))):
        raise PositionError("position.stage: there is no centurion to take, or none was called (centurion_due)")
    if s.stage == BONUS and (not can_use(s, s.bonus_now) or (s.bonus_now == POISON and not s.poison)):
        raise PositionError(f"position.bonus: {BONUSES[s.bonus_now]} cannot be used now (ROME-B7)")
    if s.stage in (PLACE, CRASSUS) and (s.extra_turn or s.centurion_due):
        raise PositionError("position: extra_turn and centurion_due are gained after placing")
    if s.waiting and not s.first and s.stage in (ORDER, BONUS):
        raise PositionError("position.waiting: border tokens wait only for a second province that closes (ROME-T8)")
    for number in (s.first, s.second):
        if number and (s.free[number - 1] or not s.bonus[number - 1]):
            raise PositionError(f"position.closing: {PROVINCE_NAMES[number - 1]} is not full")


def check_end(s: Any) -> None:
    """Refuse an end that did not come (ROME-E1, ROME-E2)."""
    if s.reason == NO_PLACEMENT:
        if can_place(s, 2 - s.winner):
            raise PositionError(f"position.reason: {SIDES[2 - s.winner]} can place a token")
    elif s.left[s.winner - 1]:
        raise PositionError(f"{SIDES[s.winner - 1]}.control_tokens: the winner has none left (ROME-E2)")


def check_bonus_tokens(s: Any) -> None:
    """Refuse more bonus tokens of a kind than there are, and another than the senate on Italia (ROME-M3, ROME-S1)."""
    if s.bonus[ITALIA] not in (0, SENATE + 1):
        raise PositionError("bonuses.Italia: a senate token lies there (ROME-S1)")
    for bonus, name in enumerate(BONUSES):
        count = sum(s.bonus[p] == bonus + 1 for p in range(PROVINCES))
        most = int(BASE[bonus]) if bonus < BASE_BONUSES else SPECIAL * (s.poison if bonus == POISON else s.centurions)
        if bonus < BASE_BONUSES:
            count += s.bank[bonus] if s.border_control else 0
        if bonus == SENATE:
            count += s.senate[0] + s.senate[1]
        if count > most:
            raise PositionError(f"bonuses: {count} {name} tokens, there are {most} (ROME-M3)")


WRONG = {
    4: "control: that province is not closed", 5: "control_face_down: more than lie there",
    6: "bonuses: a closed province has none, an open one has one",
    9: "border_control_tokens: both provinces must be theirs",
    12: "tokens do not add up", 14: "returned, seen: more is known than is there", 21: "bonus: only at that stage",
    22: "control_tokens: with none left the game is over", 23: "closing, waiting: only while provinces close",
    25: "at_closing: only while provinces close",
}  # fmt: skip
