"""The rules of Caesar!: setup and turns. Tokens, closing, control, bonuses and Crassus are in files beside."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import pass_over, roll
from quadriga.kernel.tell import tell

from .bonuses import (
    can_use,
    centurions_left,
    is_border_target,
    is_province_target,
    lapse,
    turn_on_border,
    turn_on_province,
    use,
)
from .closing import find_closings, resolve
from .control import end_game
from .crassus import crassus_turn, set_up_crassus
from .event_kinds import DECLINED, DREW_BANK, KEPT_SENATE, LEFT_BANK, TOOK_CENTURION, TURN_BEGINS
from .numbering import (
    BORDER,
    CLOSE_FIRST,
    DECLINE_BONUS,
    DRAW_FROM_BANK,
    FACE_DOWN,
    KIND,
    LEAVE_BANK,
    MIGHT_ON_BORDER,
    MIGHT_ON_PROVINCE,
    PLACEMENT,
    TAKE_CENTURION,
    TURN_TILE,
    TURNED,
    USE_BONUS,
)
from .record import (
    BANK,
    BONUS,
    CENTURION,
    CRASSUS,
    MIGHT,
    NO_BONUS,
    NO_PLACEMENT,
    ORDER,
    OVER,
    PLACE,
    POISON,
    SENATE,
    TAKE,
)
from .standings import seat_of
from .tables import (
    BAG_KINDS,
    BASE,
    BORDERS,
    CENTURIONS,
    CONTROL_SPACE,
    CONTROL_TOKENS,
    COPIES,
    DEGREE,
    ITALIA,
    KINDS,
    PROVINCES,
    SPACE_OF,
    SPACES,
    SPECIAL,
    TURNS,
)
from .tokens import can_place, draw, fill_bag, is_crassus, lay, lay_face_down, next_kind, out_of_supply

SEATS = 2
START_SUPPLY = 2


# --- setup


def setup(s: Any) -> None:
    """Set up the board and both sides; Caesar begins, in solo Crassus (ROME-S1 to S4, ROME-P1, ROME-C1, ROME-Z1)."""
    for province in range(PROVINCES):
        s.free[province] = DEGREE[province]
    deal_bonuses(s)
    s.bonus_now = NO_BONUS
    for side in range(2):
        s.left[side] = CONTROL_TOKENS
        fill_bag(s, side, COPIES)
        if s.centurions > 0:
            for c in range(CENTURIONS):
                s.stock[side, c] = 1
        if not is_crassus(s, side):
            for _ in range(START_SUPPLY + s.poison):
                draw(s, side)
    if s.solo > 0:
        set_up_crassus(s)
    begin_turn(s, 1 - s.side if s.solo > 0 else 0)


def deal_bonuses(s: Any) -> None:
    """Deal the bonus tokens, a senate to Italia; poison and centurions replace three each, the bank keeps those.

    What is left to deal stands in `bank` until all provinces have theirs (ROME-S1, ROME-P1, ROME-C1, ROME-K1).
    """
    for bonus in range(len(BASE)):
        s.bank[bonus] = BASE[bonus]
    s.bank[SENATE] -= 1
    s.bonus[ITALIA] = SENATE + 1
    poisons = SPECIAL * s.poison
    centurions = SPECIAL * s.centurions
    base = PROVINCES - 1 - poisons - centurions
    for province in range(PROVINCES):
        if province != ITALIA:
            n = 0
            if poisons + centurions > 0:
                n = roll(s, base + poisons + centurions)
            else:
                pass_over(s)
            if n < base:
                base -= 1
                s.bonus[province] = from_bank(s) + 1
            elif n < base + poisons:
                poisons -= 1
                s.bonus[province] = POISON + 1
            else:
                centurions -= 1
                s.bonus[province] = CENTURION + 1
    if s.border_control == 0:
        for bonus in range(len(BASE)):
            s.bank[bonus] = 0


def in_bank(s: Any) -> int:
    """Count the bonus tokens of the bank."""
    count = 0
    for bonus in range(len(BASE)):
        count += s.bank[bonus]
    return count


def from_bank(s: Any) -> int:
    """Take a random token out of the bank."""
    n = roll(s, in_bank(s))
    bonus = 0
    while n >= s.bank[bonus]:
        n -= s.bank[bonus]
        bonus += 1
    s.bank[bonus] -= 1
    return bonus


# --- what is allowed


def legal(s: Any, moves: Any) -> int:
    """List the legal actions in ascending order; return how many there are."""
    if s.stage == PLACE:
        return offer_placements(s, moves)
    if s.stage == BONUS and s.bonus_now == MIGHT:
        return offer_targets(s, moves)
    n = 2
    if s.stage == ORDER:
        moves[0] = CLOSE_FIRST + s.first - 1
        moves[1] = CLOSE_FIRST + s.second - 1
    elif s.stage == BONUS:
        moves[0] = USE_BONUS
        moves[1] = DECLINE_BONUS
    elif s.stage == BANK:
        moves[0] = DRAW_FROM_BANK
        moves[1] = LEAVE_BANK
    elif s.stage == TAKE:
        n = 0
        for c in range(CENTURIONS):
            if s.stock[s.active, c] > 0:
                moves[n] = TAKE_CENTURION + c
                n += 1
    else:
        moves[0] = TURN_TILE
        n = 1
    return n


def offer_placements(s: Any, moves: Any) -> int:
    """List the placements: token, free border space of its symbol, way of turning (ROME-T1, ROME-T2, ROME-K2)."""
    n = 0
    face_down = s.border_control > 0
    # Only over kinds that are there: what games side by side on a GPU do for different kinds, they do at once then.
    kind = next_kind(s, s.active, 0)
    while kind < KINDS:
        turns = TURNS[kind]
        for j in range(SPACES[kind]):
            # Written in any case and counted if legal: a processor guesses wrong too often which spaces are free.
            free = s.token[SPACE_OF[kind, j]] == 0
            action = PLACEMENT[kind, j]
            moves[n] = action
            n += free
            moves[n] = action + 1
            n += free & (turns == 2)
            if face_down:
                moves[n] = action + turns
                n += free & (CONTROL_SPACE[SPACE_OF[kind, j]] == 1)
        kind = next_kind(s, s.active, kind + 1)
    return n


def offer_targets(s: Any, moves: Any) -> int:
    """List what might can turn, and to decline (ROME-B3)."""
    n = 0
    for border in range(BORDERS):
        if is_border_target(s, s.active, border):
            moves[n] = MIGHT_ON_BORDER + border
            n += 1
    for province in range(PROVINCES):
        if is_province_target(s, s.active, province):
            moves[n] = MIGHT_ON_PROVINCE + province
            n += 1
    moves[n] = DECLINE_BONUS
    return n + 1


# --- what happens


def play(s: Any, action: int) -> None:
    """Play a legal action and all that follows from it, up to the next decision."""
    if s.stage == PLACE:
        place(s, action)
    elif s.stage == BANK:
        visit_bank(s, action)
    elif s.stage == ORDER:
        if action - CLOSE_FIRST == s.second - 1:
            s.first, s.second = s.second, s.first
    elif s.stage == BONUS:
        decide_bonus(s, action)
    elif s.stage == TAKE:
        take_centurion(s, action - TAKE_CENTURION)
    else:
        crassus_turn(s)
        if s.stage != OVER:
            begin_turn(s, s.side)
        return
    go_on(s)


def place(s: Any, action: int) -> None:
    """Place a token of the supply (ROME-T1); face down the bank may be used before anything closes (ROME-K2)."""
    side = s.active
    kind = KIND[action]
    out_of_supply(s, side, kind)
    if TURNED[action] == FACE_DOWN:
        lay_face_down(s, side, kind, BORDER[action])
        if in_bank(s) > 0:
            s.stage = BANK
            return
    else:
        lay(s, side, kind, BORDER[action], TURNED[action])
    find_closings(s)
    s.stage = ORDER


def visit_bank(s: Any, action: int) -> None:
    """Draw a bonus token from the bank and use it, or not; a senate token is kept (ROME-K2)."""
    side = s.active
    s.stage = ORDER
    if action == LEAVE_BANK:
        tell(s, LEFT_BANK, side, 0, 0, 0)
    else:
        bonus = from_bank(s)
        tell(s, DREW_BANK, side, bonus, 0, 0)
        if bonus == SENATE:
            s.senate[side] += 1
            tell(s, KEPT_SENATE, side, s.senate[side], 0, 0)
        else:
            offer_bonus(s, bonus)
    if s.stage != BONUS:
        find_closings(s)


def offer_bonus(s: Any, bonus: int) -> None:
    """Let the active player decide on a bonus just gained; one with nothing to act on lapses (ROME-T9, ROME-B7)."""
    if can_use(s, bonus):
        s.bonus_now = bonus
        s.stage = BONUS
    else:
        lapse(s, s.active, bonus)


def decide_bonus(s: Any, action: int) -> None:
    """Use the bonus just gained, or not: now or never (ROME-T9)."""
    bonus = s.bonus_now
    s.bonus_now = NO_BONUS
    s.stage = ORDER
    if action == DECLINE_BONUS:
        tell(s, DECLINED, s.active, bonus, 0, 0)
    elif action == USE_BONUS:
        use(s, bonus)
    elif action < MIGHT_ON_PROVINCE:
        turn_on_border(s, s.active, action - MIGHT_ON_BORDER)
    else:
        turn_on_province(s, s.active, action - MIGHT_ON_PROVINCE)
    if s.at_closing == 0:
        find_closings(s)


def take_centurion(s: Any, c: int) -> None:
    """Take a centurion into the supply instead of drawing (ROME-C2)."""
    side = s.active
    s.stock[side, c] = 0
    s.supply[side, BAG_KINDS + c] += 1
    s.seen[side, c] = 1
    s.centurion_due = 0
    tell(s, TOOK_CENTURION, side, BAG_KINDS + c, 0, 0)
    next_turn(s)


def go_on(s: Any) -> None:
    """Go on with a player's turn to the next decision: the closings one after the other, then its end (ROME-T3)."""
    while s.stage == ORDER:
        if s.second > 0 and s.at_closing == 1:
            s.at_closing = 2
            return
        if s.first == 0:
            end_turn(s)
            return
        province = s.first - 1
        later = s.second - 1
        s.first = s.second
        s.second = 0
        bonus = resolve(s, province, later)
        if bonus != NO_BONUS:
            offer_bonus(s, bonus)


# --- turns


def end_turn(s: Any) -> None:
    """End a player's turn: draw one token, or take a centurion (ROME-T10, ROME-C2)."""
    s.at_closing = 0
    if s.centurion_due > 0 and centurions_left(s, s.active) > 0:
        s.stage = TAKE
        return
    s.centurion_due = 0
    draw(s, s.active)
    next_turn(s)


def next_turn(s: Any) -> None:
    """Let the active player go again after tactics, else the other (ROME-S3, ROME-B1)."""
    side = s.active if s.extra_turn > 0 else 1 - s.active
    s.extra_turn = 0
    begin_turn(s, side)


def begin_turn(s: Any, side: int) -> None:
    """Begin a turn; who cannot place any token loses at once (ROME-E1, ROME-Z13)."""
    s.active = side
    s.turns += 1
    tell(s, TURN_BEGINS, side, s.turns, 0, 0)
    if not can_place(s, side):
        end_game(s, 1 - side, NO_PLACEMENT)
        return
    s.to_move = seat_of(s, side)
    s.stage = CRASSUS if is_crassus(s, side) else PLACE
