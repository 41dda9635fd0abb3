"""What a seat may see, as JSON.

A table server shows every position to every seat, and little changes in a move. So this reads the record once, as its
bytes, remembers how a hand or the cards at a group are written, and puts a view together from such parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from struct import Struct
from typing import Any

from orjson import Fragment
from orjson import dumps as write

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
    KINDS,
    MISSIONS,
    RENEWED,
    SEATS,
    SIDE_LIMIT,
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
    TURN,
)

MOVES = {
    edition.prefix: tuple(write({"id": move.id, "kind": move.kind, "text": move.text}) for move in move_table(edition))
    for edition in (CLASSIC, RENEWED)
}
"""The moves of each edition as views show them."""
SEAT_NAMES: dict[int | None, bytes] = {None: b"null", **{seat: write(name) for seat, name in enumerate(SEATS)}}


def rows(field: str) -> tuple[slice, ...]:
    """Find the rows of a field, along its last axis, in the bytes of the record."""
    assert STATE.fields is not None
    kind, begin = STATE.fields[field][:2]
    assert kind.base.itemsize == 1
    width = kind.shape[-1]
    return tuple(slice(start, start + width) for start in range(begin, begin + kind.itemsize, width))


def halves(field: str) -> tuple[slice, ...]:
    """Find what belongs to each side of a field, in the bytes of the record."""
    found = rows(field)
    half = len(found) // 2
    return tuple(slice(part[0].start, part[-1].stop) for part in (found[:half], found[half:]))


def bits_of(places: Iterable[slice]) -> int:
    """Find the bits of some places in the record, read as one number."""
    return sum((1 << 8 * place.stop) - (1 << 8 * place.start) for place in places)


def head(*fields: str) -> Struct:
    """Make what reads some fields that hold one number each, in their order, from the bytes of the record."""
    assert STATE.fields is not None
    form, at = "=", 0
    for field in fields:
        kind, begin = STATE.fields[field][:2]
        form += f"{begin - at}x{ {1: 'b', 2: 'h', 4: 'i', 8: 'q'}[kind.itemsize] }"
        at = begin + kind.itemsize
    return Struct(form)


HEAD = head("moves", "turns", "named", "stage", "to_move", "active", "acted", "passes")
GROUP_UP = tuple(slice(VALUES * g, VALUES * (g + 1)) for g in range(GROUPS))
GROUP_DOWN = tuple(slice(SIDE_LIMIT * g, SIDE_LIMIT * (g + 1)) for g in range(GROUPS))
"""Where the face-up and the face-down cards of each group lie among those of a side."""
SIDE_FIELDS = (
    "hand", "actions", "pile", "action_pile", "discard", "action_discard", "won", "up", "downs", "down", "origin",
    "missions", "known", "known_actions",
)  # fmt: skip
SIDE_OF = tuple(itemgetter(*slices) for slices in zip(*map(halves, SIDE_FIELDS), strict=True))
"""Reads all that belongs to a side from the bytes of the record."""
OF_SIDE = tuple(
    bits_of(
        [*(halves(field)[p] for field in (*SIDE_FIELDS, "order")), *(rows(f)[0] for f in ("ordered", "bonus", "kept"))]
    )
    for p in range(2)
)
"""All bits of the record on which it depends what a side looks like, but for the stage."""
ALIKE = tuple(
    OPENING if stage <= OPENING else stage if stage in (SPYING, CASTLE, OVER) else TURN for stage in range(len(STAGES))
)
"""For every stage one in which a side looks the same."""
BY_TURN = (SPYING, CASTLE)
"""Stages in which that depends on whose turn it is too."""
Shown = tuple[int, int, bytes, bytes]
"""The sides as a seat saw them last, after the record and the stage then, each as far as it matters."""
NEVER: Shown = (0, -1, b"", b"")
EVERYBODY = -1
"""Among what every seat saw last: what looks the same from every seat, with the record then."""
assert STATE.fields is not None
STAGE: int = STATE.fields["stage"][1]
PATRICIANS, BAG, OUT, LIFTED = (rows(field)[0] for field in ("patricians", "bag", "out", "lifted"))
ORDER_OF, ORDERED, BONUS, KEPT = rows("order"), rows("ordered")[0], rows("bonus")[0], rows("kept")[0]
KNOWN_AT = tuple(slice(VALUES * region, VALUES * (region + 1)) for region in range(STATE["known"].shape[1]))
KNOWN_ACTIONS_AT = tuple(slice(KINDS * viewer, KINDS * (viewer + 1)) for viewer in range(2))
"""Where what is known lies among that of a side."""
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
def named(counts: bytes, names: tuple[str, ...]) -> bytes:
    """Write a row of counts of cards as their names."""
    return write(spread(counts, names))


@lru_cache(maxsize=1 << 12)
def by_group(counts: bytes, groups: tuple[str, ...]) -> bytes:
    """Write a row of counts by the names of the groups."""
    return write(dict(zip(groups, counts, strict=True)))


@lru_cache(maxsize=1 << 14)
def cards(influence: bytes, actions: bytes) -> bytes:
    """Name cards of both kinds."""
    return b'{"influence":%b,"actions":%b}' % (named(influence, INFLUENCE), named(actions, ACTIONS))


@lru_cache
def backs(influence: int, actions: int) -> bytes:
    """Show cards of both kinds from behind."""
    return write({"influence": [HIDDEN] * influence, "actions": [HIDDEN] * actions})


@lru_cache(maxsize=1 << 12)
def votes(bag: bytes, out: bytes, calls: tuple[str, ...]) -> bytes:
    """Name the votes that may still be called, and those that were."""
    return b'{"left":%b,"out":%b}' % (named(bag, calls), named(out, calls))


def written_view(
    edition: Edition, game: Game, s: Any, seat: int | None, legal: bytes, shown: dict[int | None, Any]
) -> bytes:
    """Show the table as a seat may see it, with the moves it may choose from; None is a spectator.

    `shown` remembers the sides as every seat saw them last, and what everybody saw.
    """
    record: bytes = s.hand.obj.tobytes()  # every field looks at the same bytes
    last: tuple[bytes, int, bytes, bytes] = shown.get(EVERYBODY, (b"", 0, b"", b""))
    if last[0] != record:
        shown[EVERYBODY] = last = (record, int.from_bytes(record, "little"), *for_everybody(edition, game, record))
    _, now, before_seat, after_seat = last
    stage = record[STAGE]
    first, second = sides(edition, s, record, now, stage, seat, shown)
    return b'%b"seat":%b,%b"lifted":%b,"sides":{"cleopatra":%b,"caesar":%b},"legal":%b}' % (
        before_seat, SEAT_NAMES[seat], after_seat, lifted(s, record, seat) if stage == CASTLE else b"[]", first, second,
        legal,
    )  # fmt: skip


def for_everybody(edition: Edition, game: Game, record: bytes) -> tuple[bytes, bytes]:
    """Show what looks the same from every seat: the beginning of a view, and what follows on whose it is."""
    moves, turns, vetoable, stage, to_move, active, acted, passes = HEAD.unpack_from(record)
    begin = {"game": game.name, "options": game.options, "moves": moves}
    rest = {
        "stage": STAGES[stage],
        "turn": turns,
        "active": SEATS[active],
        "to_move": None if to_move < 0 else SEATS[to_move],
        "acted": bool(acted),
        "named": game.moves[vetoable].text if vetoable else None,
        "empty_passes": passes,
        "patricians": Fragment(by_group(record[PATRICIANS], edition.groups)),
        "votes": Fragment(votes(record[BAG], record[OUT], edition.calls)),
    }
    return write(begin)[:-1] + b",", write(rest)[1:-1] + b","


def sides(
    edition: Edition, s: Any, record: bytes, now: int, stage: int, seat: int | None, shown: dict[int | None, Any]
) -> tuple[bytes, bytes]:
    """Show both sides as a seat may see them; one of which nothing has changed is what it was."""
    alike = ALIKE[stage]
    before, alike_before, first, second = shown.get(seat, NEVER)
    changed = now ^ before if alike == alike_before and alike not in BY_TURN else -1
    if changed & OF_SIDE[0]:
        first = side(edition, s, record, stage, 0, seat)
    if changed & OF_SIDE[1]:
        second = side(edition, s, record, stage, 1, seat)
    shown[seat] = (now, alike, first, second)
    return first, second


def written_choices(edition: Edition, actions: Sequence[int]) -> bytes:
    """Show the moves of the seat that decides."""
    moves = MOVES[edition.prefix]
    return b"[%b]" % b",".join([moves[action] for action in actions])


def lifted(s: Any, record: bytes, seat: int | None) -> bytes:
    """Show the cards that a castling holds in the air: to their owner as they are, to others as a number.

    Others see none of them laid before all are: see `is_castling_at`.
    """
    if seat == s.active:
        return named(record[LIFTED], INFLUENCE)
    return write([HIDDEN] * (in_limbo(s) + sum(s.laid[s.active, g] for g in castled(s))))


def castled(s: Any) -> list[int]:
    """Number the groups at which a castling lays cards."""
    return [g for g in range(GROUPS) if is_castling_at(s, s.active, g)]


def side(edition: Edition, s: Any, record: bytes, stage: int, p: int, seat: int | None) -> bytes:
    """Show one side's cards as a seat may see them."""
    own = p == seat
    (hand, actions, pile, action_pile, discard, action_discard, won, up, downs, down, origin, tasks, seen,
     seen_actions) = SIDE_OF[p](record)  # fmt: skip
    unlaid = castled(s) if stage == CASTLE and not own and p == s.active else ()
    more = b""
    if not own:
        more += b',"known":%b' % (b"{}" if stage <= OPENING else known(seen, seen_actions, seat is None))
    bonus = record[BONUS][p]
    if bonus:
        more += b',"bonus":"%b"' % (edition.groups[bonus - 1] if own or stage == OVER else HIDDEN).encode()
    if tasks[0]:
        kept = bool(record[KEPT][p])
        more += b',"missions":%b,"kept":%b' % (missions(tasks, own, stage == OVER, kept), write(kept))
    return b'{"hand":%b,"pile":%b,"discard":%b,"won":%b,"table":%b,"unseen":%b%b}' % (
        cards(hand, actions) if own or (stage == SPYING and seat == s.active) else backs(sum(hand), sum(actions)),
        piles(record, p, sum(pile), sum(action_pile), own),
        cards(discard, action_discard),
        by_group(won, edition.groups),
        table(edition.groups, up, downs, origin, down if own else b"", tuple(unlaid)),
        named(pile, INFLUENCE) if own else unseen(discard, up),
        more,
    )


def piles(record: bytes, p: int, influence: int, actions: int, own: bool) -> bytes:
    """Show how many cards are left in a side's piles, and the order of the action cards that was arranged."""
    ordered = record[ORDERED][p]
    if not ordered:
        return b'{"influence":%d,"actions":%d}' % (influence, actions)
    order = record[ORDER_OF[p]][max(0, ordered - actions) : ordered]
    names = [ACTIONS[kind] for kind in order] if own else [HIDDEN] * len(order)
    return write({"influence": influence, "actions": actions, "order": names})


@lru_cache(maxsize=1 << 14)
def table(
    groups: tuple[str, ...], up: bytes, downs: bytes, origin: bytes, down: bytes, unlaid: tuple[int, ...]
) -> bytes:
    """Show a side's cards at the groups, none where they are not laid yet; to others `down` is empty."""
    shown = {}
    for g, group in enumerate(groups):
        here = (up[GROUP_UP[g]], origin[GROUP_DOWN[g]][: downs[g]], down[GROUP_DOWN[g]][: downs[g]])
        shown[group] = Fragment(b"[]" if g in unlaid else at_group(*here))
    return write(shown)


@lru_cache(maxsize=1 << 14)
def at_group(up: bytes, origin: bytes, down: bytes) -> bytes:
    """Show the face-up cards at a group, then the face-down ones by their places."""
    shown: list[dict[str, Any]] = [{"card": name, "up": True} for name in spread(up, INFLUENCE)]
    for place, come_from in enumerate(origin):
        shown.append({"card": INFLUENCE[down[place]] if down else HIDDEN, "up": False})
        if come_from == FROM_OPENING:
            shown[-1]["opening"] = True
    return write(shown)


@lru_cache(maxsize=1 << 14)
def unseen(discard: bytes, up: bytes) -> bytes:
    """Name the influence cards of a side that others have not seen: neither discarded nor face up at any group."""
    left = [INFLUENCE_CARDS[v] - discard[v] - sum(up[v::VALUES]) for v in range(VALUES)]
    return write(spread(left, INFLUENCE))


@lru_cache(maxsize=1 << 14)
def known(seen: bytes, seen_actions: bytes, to_all: bool) -> bytes:
    """Show what the opponent, or everybody, knows of a side's hidden cards, by where they lie (see knowledge.py)."""
    regions, viewer = (KNOWN_TO_ALL, ALL) if to_all else (KNOWN_TO_OPPONENT, OPPONENT)
    shown = {name: spread(seen[KNOWN_AT[region]], INFLUENCE) for name, region in regions}
    shown["hand_actions"] = spread(seen_actions[KNOWN_ACTIONS_AT[viewer]], ACTIONS)
    return write({name: found for name, found in shown.items() if found})


@lru_cache
def missions(given: bytes, own: bool, over: bool, kept: bool) -> bytes:
    """Show a side's missions; at the end those that may score, a discarded one never to others."""
    shown = [MISSIONS[number - 1] for number in given]
    if own:
        return write(shown)
    if over:
        return write([shown[0], HIDDEN] if kept else shown)
    return write([HIDDEN, HIDDEN])
