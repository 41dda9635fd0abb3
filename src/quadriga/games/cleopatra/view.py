"""What a seat may see."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.words import (
    END_DICT,
    END_LIST,
    NULL,
    SPECTATOR,
    Vocabulary,
    flag_at,
    number_at,
    put,
    put_times,
    word_at,
)
from quadriga.model import HIDDEN

from .cards import in_limbo, is_castling_at
from .material import ACTIONS, CALLS, GROUPS, INFLUENCE, INFLUENCE_CARDS, KINDS, MISSIONS, SEATS, VALUES
from .moves import move_table
from .numbering import NUM_ACTIONS
from .record import (
    ALL,
    CASTLE,
    FROM_OPENING,
    OPENING,
    OPPONENT,
    OVER,
    PERHAPS_OPENING,
    SEEN_BEFORE,
    SEEN_BY_ALL,
    SEEN_CASTLED,
    SEEN_IN_HAND,
    SEEN_OPENING,
    SPYING,
    STAGES,
)

words = Vocabulary()
SIDE = words.values((None, *SEATS))
"""Nobody, then both sides."""
CARD = words.values(INFLUENCE)
ACTION_CARD = words.values(ACTIONS)
CALL = words.values(lambda edition: edition.calls, count=CALLS)
UNKNOWN = words.value(HIDDEN)
AT_GROUP = words.keys(lambda edition: edition.groups, count=GROUPS)
CARDS_AT_GROUP = words.keys(lambda edition: edition.groups, "[", count=GROUPS)


# --- the table

MOVES = words.key("moves")
SEAT = words.key("seat")
STAGE_KEY = words.key("stage")
STAGE = words.values(STAGES)
TURN = words.key("turn")
ACTIVE = words.key("active")
TO_MOVE = words.key("to_move")
ACTED = words.key("acted")
NAMED = words.key("named")
NAMED_MOVE = words.values(lambda edition: [move.text for move in move_table(edition)], count=NUM_ACTIONS)
EMPTY_PASSES = words.key("empty_passes")
PATRICIANS = words.key("patricians", "{")
VOTES = words.key("votes", "{")
LEFT = words.key("left", "[")
OUT = words.key("out", "[")
LIFTED = words.key("lifted", "[")
SIDES = words.key("sides", "{")
CARDS_OF = words.keys(SEATS, "{")


def view(s: Any, seat: int, out: Any) -> None:
    """Show the table as a seat may see it; seat -1 is a spectator."""
    number_at(out, MOVES, s.moves)
    word_at(out, SEAT, SIDE + 1 + seat)
    word_at(out, STAGE_KEY, STAGE + s.stage)
    number_at(out, TURN, s.turns)
    word_at(out, ACTIVE, SIDE + 1 + s.active)
    word_at(out, TO_MOVE, SIDE + 1 + max(s.to_move, -1))
    flag_at(out, ACTED, s.acted)
    word_at(out, NAMED, NAMED_MOVE + s.named if s.named else NULL)
    number_at(out, EMPTY_PASSES, s.passes)
    put(out, PATRICIANS)
    for g in range(GROUPS):
        number_at(out, AT_GROUP + g, s.patricians[g])
    put(out, END_DICT)
    put(out, VOTES)
    put(out, LEFT)
    for call in range(CALLS):
        put_times(out, CALL + call, s.bag[call])
    put(out, END_LIST)
    put(out, OUT)
    for call in range(CALLS):
        put_times(out, CALL + call, s.out[call])
    put(out, END_LIST)
    put(out, END_DICT)
    put(out, LIFTED)
    show_lifted(s, seat, out)
    put(out, END_LIST)
    put(out, SIDES)
    for p in range(2):
        put(out, CARDS_OF + p)
        show_side(s, p, seat, out)
        put(out, END_DICT)
    put(out, END_DICT)


def show_lifted(s: Any, seat: int, out: Any) -> None:
    """Show the cards that a castling holds in the air: to their owner as they are, to others as a number.

    Others see none of them laid before all are: see `is_castling_at`.
    """
    if s.stage == CASTLE and seat == s.active:
        for v in range(VALUES):
            put_times(out, CARD + v, s.lifted[v])
    elif s.stage == CASTLE:
        put_times(out, UNKNOWN, in_limbo(s))
        for g in range(GROUPS):
            if is_castling_at(s, s.active, g):
                put_times(out, UNKNOWN, s.laid[s.active, g])


# --- one side's cards

HAND = words.key("hand", "{")
PILE = words.key("pile", "{")
DISCARD = words.key("discard", "{")
INFLUENCE_LIST = words.key("influence", "[")
ACTION_LIST = words.key("actions", "[")
INFLUENCE_LEFT = words.key("influence")
ACTIONS_LEFT = words.key("actions")
ORDER = words.key("order", "[")
WON = words.key("won", "{")
TABLE = words.key("table", "{")
UNSEEN = words.key("unseen", "[")
KNOWN = words.key("known", "{")
BONUS = words.key("bonus")
BONUS_GROUP = words.values(lambda edition: edition.groups, count=GROUPS)
TASKS = words.key("missions", "[")
MISSION = words.values(MISSIONS)
KEPT = words.key("kept")


def show_side(s: Any, p: int, seat: int, out: Any) -> None:
    """Show one side's cards as a seat may see them."""
    own = p == seat
    put(out, HAND)
    show_cards(s.hand, s.actions, p, own or (s.stage == SPYING and seat == s.active), out)
    put(out, PILE)
    show_piles(s, p, own, out)
    put(out, DISCARD)
    show_cards(s.discard, s.action_discard, p, True, out)
    put(out, WON)
    for g in range(GROUPS):
        number_at(out, AT_GROUP + g, s.won[p, g])
    put(out, END_DICT)
    put(out, TABLE)
    for g in range(GROUPS):
        put(out, CARDS_AT_GROUP + g)
        show_group(s, p, g, own, out)
        put(out, END_LIST)
    put(out, END_DICT)
    put(out, UNSEEN)
    for v in range(VALUES):
        put_times(out, CARD + v, s.pile[p, v] if own else unseen(s, p, v))
    put(out, END_LIST)
    if not own:
        put(out, KNOWN)
        show_known(s, p, seat == SPECTATOR, out)
        put(out, END_DICT)
    if s.bonus[p]:
        word_at(out, BONUS, BONUS_GROUP + s.bonus[p] - 1 if own or s.stage == OVER else UNKNOWN)
    if s.missions[p, 0]:
        show_missions(s, p, own, out)


def show_cards(influence: Any, actions: Any, p: int, face_up: bool, out: Any) -> None:
    """Show cards of both kinds, or how many they are."""
    put(out, INFLUENCE_LIST)
    for v in range(VALUES):
        put_times(out, CARD + v if face_up else UNKNOWN, influence[p, v])
    put(out, END_LIST)
    put(out, ACTION_LIST)
    for k in range(KINDS):
        put_times(out, ACTION_CARD + k if face_up else UNKNOWN, actions[p, k])
    put(out, END_LIST)
    put(out, END_DICT)


def show_piles(s: Any, p: int, own: bool, out: Any) -> None:
    """Show how many cards are left in a side's piles, and the order of the action cards that was arranged."""
    left = total(s.action_pile, p, KINDS)
    number_at(out, INFLUENCE_LEFT, total(s.pile, p, VALUES))
    number_at(out, ACTIONS_LEFT, left)
    ordered = s.ordered[p]
    if ordered:
        put(out, ORDER)
        for k in range(max(0, ordered - left), ordered):
            put(out, ACTION_CARD + s.order[p, k] if own else UNKNOWN)
        put(out, END_LIST)
    put(out, END_DICT)


def total(counts: Any, p: int, kinds: int) -> int:
    """Add up the cards of a side."""
    sum_of_all = 0
    for k in range(kinds):
        sum_of_all += counts[p, k]
    return sum_of_all


CARDS = (*INFLUENCE, HIDDEN)
FACE_UP = words.values({"card": card, "up": True} for card in CARDS)
FACE_DOWN = words.values({"card": card, "up": False} for card in CARDS)
LAID_AT_OPENING = words.values({"card": card, "up": False, "opening": True} for card in CARDS)


def show_group(s: Any, p: int, g: int, own: bool, out: Any) -> None:
    """Show the face-up cards at a group, then the face-down ones by their places; to others none being laid."""
    if not own and is_castling_at(s, p, g):
        return
    for v in range(VALUES):
        put_times(out, FACE_UP + v, s.up[p, g, v])
    for place in range(s.downs[p, g]):
        face_down = LAID_AT_OPENING if s.origin[p, g, place] == FROM_OPENING else FACE_DOWN
        put(out, face_down + (s.down[p, g, place] if own else VALUES))


def unseen(s: Any, p: int, v: int) -> int:
    """Count the influence cards of a side that others have not seen: neither discarded nor face up at any group."""
    left = INFLUENCE_CARDS[v] - s.discard[p, v]
    for g in range(GROUPS):
        left -= s.up[p, g, v]
    return left


def show_missions(s: Any, p: int, own: bool, out: Any) -> None:
    """Show a side's missions; at the end those that may score, a discarded one never to others."""
    over = s.stage == OVER
    put(out, TASKS)
    put(out, MISSION + s.missions[p, 0] - 1 if own or over else UNKNOWN)
    put(out, MISSION + s.missions[p, 1] - 1 if own or (over and not s.kept[p]) else UNKNOWN)
    put(out, END_LIST)
    flag_at(out, KEPT, s.kept[p])


# --- what others know of a side's hidden cards, by where they lie (see knowledge.py)

IN_OPENING = words.key("opening", "[")
PERHAPS_IN_OPENING = words.key("perhaps_opening", "[")
IN_HAND = words.key("hand_or_laid_from_it", "[")
CASTLED = words.key("castled", "[")
LAID_BEFORE = words.key("laid_before_spying", "[")
ACTIONS_IN_HAND = words.key("hand_actions", "[")


def show_known(s: Any, p: int, to_all: bool, out: Any) -> None:
    """Show what the opponent, or everybody, knows of a side's hidden cards."""
    if s.stage <= OPENING:
        return
    show_known_at(IN_OPENING, CARD, s.known, VALUES, p, SEEN_OPENING, out)
    show_known_at(PERHAPS_IN_OPENING, CARD, s.known, VALUES, p, PERHAPS_OPENING, out)
    show_known_at(IN_HAND, CARD, s.known, VALUES, p, SEEN_BY_ALL if to_all else SEEN_IN_HAND, out)
    show_known_at(CASTLED, CARD, s.known, VALUES, p, SEEN_CASTLED, out)
    if not to_all:
        show_known_at(LAID_BEFORE, CARD, s.known, VALUES, p, SEEN_BEFORE, out)
    show_known_at(ACTIONS_IN_HAND, ACTION_CARD, s.known_actions, KINDS, p, ALL if to_all else OPPONENT, out)


def show_known_at(place: int, names: int, counts: Any, kinds: int, p: int, region: int, out: Any) -> None:
    """Show what is known of the cards that lie somewhere, if anything is."""
    opened = False
    for k in range(kinds):
        if counts[p, region, k]:
            if not opened:
                put(out, place)
                opened = True
            put_times(out, names + k, counts[p, region, k])
    if opened:
        put(out, END_LIST)
