"""What a seat may see, as JSON-ready data.

A table server shows every position to every seat, so this reads a field of the record once, as its bytes, and remembers
the names that a row of counts stands for. What is remembered is copied: no two views share a part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from quadriga.game import HIDDEN, Game

from .cards import in_limbo, is_castling_at
from .events import REASONS as REASONS
from .events import event as event
from .material import (
    ACTIONS,
    CLASSIC,
    GROUPS,
    INFLUENCE,
    INFLUENCE_CARDS,
    MISSIONS,
    RENEWED,
    SEATS,
    VALUES,
    Edition,
)
from .moves import move_table
from .record import (
    ALL,
    CASTLE,
    FROM_OPENING,
    OPENING,
    OPPONENT,
    OVER,
    SEEN_BEFORE,
    SEEN_BY_ALL,
    SEEN_CASTLED,
    SEEN_IN_HAND,
    SEEN_OPENING,
    SPYING,
    STAGES,
    STATE,
)

MOVES = {
    edition.prefix: tuple({"id": move.id, "kind": move.kind, "text": move.text} for move in move_table(edition))
    for edition in (CLASSIC, RENEWED)
}
"""The moves of each edition as views show them."""


def rows(field: str) -> tuple[slice, ...]:
    """Cut the bytes of a field of the record into its rows, along its last axis."""
    *_, width = STATE[field].shape
    assert STATE[field].base.itemsize == 1
    return tuple(slice(start, start + width) for start in range(0, STATE[field].itemsize, width))


INFLUENCE_OF, ACTIONS_OF, GROUPS_OF, ORDER_OF = rows("hand"), rows("actions"), rows("won"), rows("order")
"""Where a side's row lies in a field of influence cards, of action cards, of groups, in that of the arranged pile."""
UP_OF, UP_AT = (slice(0, GROUPS * VALUES), slice(GROUPS * VALUES, None)), rows("up")[:GROUPS]
"""Where a side's face-up cards lie, and those at each group among them."""
REGIONS, VIEWERS = STATE["known"].shape[1], STATE["known_actions"].shape[1]
KNOWN_AT, KNOWN_ACTIONS_AT = rows("known"), rows("known_actions")
KNOWN_TO_ALL = (("opening", SEEN_OPENING), ("hand_or_laid_from_it", SEEN_BY_ALL), ("castled", SEEN_CASTLED))
KNOWN_TO_OPPONENT = (
    ("opening", SEEN_OPENING), ("hand_or_laid_from_it", SEEN_IN_HAND), ("castled", SEEN_CASTLED),
    ("laid_before_spying", SEEN_BEFORE),
)  # fmt: skip


def spread(counts: Iterable[int], names: tuple[str, ...]) -> list[str]:
    """Write counts of cards as a list of their names."""
    return [names[k] for k, count in enumerate(counts) for _ in range(count)]


def row(cards: Any, p: int, kinds: int) -> list[int]:
    """Read one row of counts."""
    return [cards[p, k] for k in range(kinds)]


@lru_cache(maxsize=1 << 14)
def named(counts: bytes, names: tuple[str, ...]) -> tuple[str, ...]:
    """Write a row of counts of cards as their names."""
    return tuple(spread(counts, names))


@lru_cache(maxsize=1 << 12)
def by_group(counts: bytes, groups: tuple[str, ...]) -> dict[str, int]:
    """Write a row of counts by the names of the groups; to be copied."""
    return dict(zip(groups, counts, strict=True))


def view(edition: Edition, game: Game, s: Any, seat: int | None, actions: Sequence[int]) -> dict[str, Any]:
    """Show the table as a seat may see it, and the actions it may choose from; None is a spectator."""
    stage, to_move, vetoable = s.stage, s.to_move, s.named
    return {
        "game": game.name,
        "options": dict(game.options),
        "moves": s.moves,
        "seat": None if seat is None else SEATS[seat],
        "stage": STAGES[stage],
        "turn": s.turns,
        "active": SEATS[s.active],
        "to_move": None if to_move < 0 else SEATS[to_move],
        "acted": bool(s.acted),
        "named": game.moves[vetoable].text if vetoable else None,
        "empty_passes": s.passes,
        "patricians": by_group(s.patricians.tobytes(), edition.groups).copy(),
        "votes": {
            "left": [*named(s.bag.tobytes(), edition.calls)],
            "out": [*named(s.out.tobytes(), edition.calls)],
        },
        "lifted": lifted(s, seat) if stage == CASTLE else [],
        "sides": {name: side(edition, s, stage, p, seat) for p, name in enumerate(SEATS)},
        "legal": legal(edition, actions),
    }


def legal(edition: Edition, actions: Sequence[int]) -> list[dict[str, Any]]:
    """Show the moves of the seat that decides."""
    moves = MOVES[edition.prefix]
    return [moves[action].copy() for action in actions]


def lifted(s: Any, seat: int | None) -> list[str]:
    """Show the cards that a castling holds in the air: to their owner as they are, to others as a number.

    Others see none of them laid before all are: see `is_castling_at`.
    """
    if seat == s.active:
        return [*named(s.lifted.tobytes(), INFLUENCE)]
    return [HIDDEN] * (in_limbo(s) + sum(s.laid[s.active, g] for g in range(GROUPS) if is_castling_at(s, s.active, g)))


def side(edition: Edition, s: Any, stage: int, p: int, seat: int | None) -> dict[str, Any]:
    """Show one side's cards as a seat may see them."""
    own = p == seat
    influence_of, actions_of = INFLUENCE_OF[p], ACTIONS_OF[p]
    hand = named(s.hand.tobytes()[influence_of], INFLUENCE)
    actions = named(s.actions.tobytes()[actions_of], ACTIONS)
    open_hand = own or (stage == SPYING and seat == s.active)
    pile = s.pile.tobytes()[influence_of]
    actions_in_pile = sum(s.action_pile.tobytes()[actions_of])
    discard = s.discard.tobytes()[influence_of]
    up = s.up.tobytes()[UP_OF[p]]
    shown: dict[str, Any] = {
        "hand": {
            "influence": [*hand] if open_hand else [HIDDEN] * len(hand),
            "actions": [*actions] if open_hand else [HIDDEN] * len(actions),
        },
        "pile": {"influence": sum(pile), "actions": actions_in_pile},
        "discard": {
            "influence": [*named(discard, INFLUENCE)],
            "actions": [*named(s.action_discard.tobytes()[actions_of], ACTIONS)],
        },
        "won": by_group(s.won.tobytes()[GROUPS_OF[p]], edition.groups).copy(),
        "table": table(edition, s, p, up, own, stage == CASTLE),
        "unseen": [*(named(pile, INFLUENCE) if own else unseen(discard, up))],
    }
    ordered = s.ordered[p]
    if ordered:
        order = s.order.tobytes()[ORDER_OF[p]][max(0, ordered - actions_in_pile) : ordered]
        shown["pile"]["order"] = [ACTIONS[kind] for kind in order] if own else [HIDDEN] * len(order)
    if not own:
        shown["known"] = {} if stage <= OPENING else known(s, p, seat)
    if s.bonus[p]:
        shown["bonus"] = edition.groups[s.bonus[p] - 1] if own or stage == OVER else HIDDEN
    if s.missions[p, 0]:
        shown["missions"] = missions(s, p, own)
        shown["kept"] = bool(s.kept[p])
    return shown


def table(edition: Edition, s: Any, p: int, up: bytes, own: bool, castling: bool) -> dict[str, list[dict[str, Any]]]:
    """Show a side's cards at the groups: the face-up ones, then the face-down ones by their places."""
    shown: dict[str, list[dict[str, Any]]] = {}
    laid, downs = s.laid.tobytes()[GROUPS_OF[p]], s.downs.tobytes()[GROUPS_OF[p]]
    for g, group in enumerate(edition.groups):
        cards: list[dict[str, Any]] = []
        if laid[g] and (own or not castling or not is_castling_at(s, p, g)):
            for name in named(up[UP_AT[g]], INFLUENCE):
                cards.append({"card": name, "up": True})
            for i in range(downs[g]):
                cards.append({"card": INFLUENCE[s.down[p, g, i]] if own else HIDDEN, "up": False})
                if s.origin[p, g, i] == FROM_OPENING:
                    cards[-1]["opening"] = True
        shown[group] = cards
    return shown


@lru_cache(maxsize=1 << 14)
def unseen(discard: bytes, up: bytes) -> tuple[str, ...]:
    """Name the influence cards of a side that others have not seen: neither discarded nor face up at any group."""
    left = [INFLUENCE_CARDS[v] - discard[v] - sum(up[v::VALUES]) for v in range(VALUES)]
    return tuple(spread(left, INFLUENCE))


def known(s: Any, p: int, seat: int | None) -> dict[str, list[str]]:
    """Show what a viewer knows of a side's hidden cards, by where they lie (see knowledge.py)."""
    cards, actions = s.known.tobytes(), s.known_actions.tobytes()
    regions, viewer = (KNOWN_TO_ALL, ALL) if seat is None else (KNOWN_TO_OPPONENT, OPPONENT)
    shown: dict[str, list[str]] = {}
    for name, region in regions:
        if seen := named(cards[KNOWN_AT[REGIONS * p + region]], INFLUENCE):
            shown[name] = [*seen]
    if seen := named(actions[KNOWN_ACTIONS_AT[VIEWERS * p + viewer]], ACTIONS):
        shown["hand_actions"] = [*seen]
    return shown


def missions(s: Any, p: int, own: bool) -> list[str]:
    """Show a side's missions; at the end those that may score, a discarded one never to others."""
    shown = [MISSIONS[s.missions[p, i] - 1] for i in range(2)]
    if own:
        return shown
    if s.stage == OVER:
        return [shown[0], HIDDEN] if s.kept[p] else shown
    return [HIDDEN, HIDDEN]
