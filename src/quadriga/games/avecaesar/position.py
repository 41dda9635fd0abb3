"""A position of a race as a small dict of readable names, and back. Our FEN.

    {"seed": 7, "turn": "blue", "chariots": {"blue": {"space": "S14.2.1", "crossings": 2, "hand": [6, 6, 3]}}}

A part that is left out takes its start value: the grid, full decks, the first hands of that seed. A chariot's cards
that are neither in hand nor played are its deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quadriga.errors import PositionError
from quadriga.fields import Reader, row, spread

from .cards import in_deck, in_hand
from .events import REASONS
from .fronts import BIT
from .invariants import broken
from .moves import COLOURS, DIRECTIONS, names_of
from .numbering import FINISH
from .race import chariots, crewed_chariots, grid_clockwise, set_order
from .record import CARDS, CHARIOTS, COPIES, HAND, LAST_LAP, OVER, RACING, STAGES, STATUSES, VOTE
from .tables import tracks

FLAGS = ("opened", "must_six", "arrived")
COUNTERS = {"move": "moves", "placed": "placed", "departed": "departed"}
VALUES = tuple(str(card) for card in range(1, CARDS))
TOP = ("seed", "stage", "to_move", "race", "track", "direction", "turn", "starter", "card", "votes",
       "chariots", "laurels", "places", "tally", "won_from", "reason", *FLAGS, *COUNTERS)  # fmt: skip
CHARIOT = ("status", "space", "crossings", "paid", "disqualified", "place", "left", "grid", "hand", "played", "limited",
           "excluded")  # fmt: skip


def write_position(s: Any) -> dict[str, Any]:
    """Write a position."""
    names = names_of(s)
    spaces = tracks()[s.track].spaces
    position: dict[str, Any] = {
        "seed": sum(s.secret[i] << 32 * i for i in range(4)),
        "move": s.moves,
        "stage": STAGES[s.stage],
        "to_move": None if s.to_move < 0 else COLOURS[s.to_move],
        "race": s.race,
        "track": tracks()[s.track].name,
        "direction": DIRECTIONS[s.direction],
        "starter": COLOURS[s.starter],
        "turn": names[s.order[s.turn]],
        "placed": s.placed,
        "departed": s.departed,
        "chariots": {names[c]: write_chariot(s, c, spaces) for c in range(chariots(s))},
        "laurels": {COLOURS[p]: s.laurels[p] for p in range(s.players)},
        "places": {COLOURS[p]: [s.places[p, k] for k in range(CHARIOTS)] for p in range(s.players)},
        "tally": [s.tally[k] for k in range(CHARIOTS)],
        "won_from": [s.won_from[k] for k in range(CHARIOTS)],
    }
    position |= {name: True for name in FLAGS if getattr(s, name)}
    if s.card:
        position["card"] = s.card
    if s.stage == VOTE:
        position["votes"] = [vote_name(s.votes[p] - 2, spaces) for p in range(s.to_move)]
    if s.reason:
        position["reason"] = REASONS[s.reason]
    return position


def vote_name(choice: int, spaces: tuple[str, ...]) -> str:
    """Name what a vote is for."""
    return "abstain" if choice < 0 else "finish" if choice == FINISH else spaces[choice]


def write_chariot(s: Any, c: int, spaces: tuple[str, ...]) -> dict[str, Any]:
    """Write a chariot's part of a position."""
    part: dict[str, Any] = {
        "status": STATUSES[s.status[c]],
        "space": spaces[s.space[c]],
        "crossings": s.crossings[c],
        "paid": bool(s.paid[c]),
        "disqualified": bool(s.shamed[c]),
        "place": s.place[c],
        "left": s.left[c],
        "grid": s.grid[c] + 1,
        "hand": spread(row(s.hand, c, CARDS), range(CARDS)),
        "played": spread(row(s.played, c, CARDS), range(CARDS)),
    }
    if s.limited[c]:
        part["limited"] = s.limited[c]
        part["excluded"] = [card for card in range(1, CARDS) if s.excluded[c] >> card & 1]
    return part


def read_position(s: Any, position: Mapping[str, Any]) -> None:
    """Set up a position on the record of a race that has just begun; an impossible one is a PositionError."""
    read = Reader(position, "position", TOP)
    names = names_of(s)
    known = tuple(track.name for track in tracks())
    players = COLOURS[: s.players]
    changed = read.has("track") or read.has("direction")
    s.track = read.choice("track", known, known[s.track])
    s.direction = read.choice("direction", DIRECTIONS, DIRECTIONS[s.direction])
    s.race = read.number("race", 4, s.race)
    s.stage = read.choice("stage", STAGES, STAGES[s.stage])
    for name, field in COUNTERS.items():
        setattr(s, field, read.number(name, 2**31 - 1 if name == "move" else CHARIOTS, getattr(s, field)))
    for name in FLAGS:
        setattr(s, name, read.flag(name) if read.has(name) else getattr(s, name))
    s.starter = read.choice("starter", players, players[s.starter])
    turn = read.choice("turn", names, names[s.order[s.turn]])
    if read.has("starter"):
        grid_clockwise(s)
    parts = Reader(read.value("chariots", {}), "position.chariots", names)
    if changed:
        for c in range(chariots(s)):
            s.space[c] = tracks()[s.track].starts(s.direction == 0)[s.grid[c]]
    for c, name in enumerate(names):
        if parts.has(name):
            read_chariot(s, c, Reader(parts.value(name, {}), f"chariots.{name}", CHARIOT))
    set_order(s)
    s.turn = next(k for k in range(chariots(s)) if s.order[k] == turn)
    occupy(s, names)
    read_score(read, s, players)
    read_votes(read, s, players)
    final_check(s)


def read_chariot(s: Any, c: int, part: Reader) -> None:
    """Read a chariot's part."""
    spaces = tracks()[s.track].spaces
    s.status[c] = part.choice("status", STATUSES, STATUSES[s.status[c]])
    s.space[c] = part.choice("space", spaces, spaces[s.space[c]])
    s.crossings[c] = part.number("crossings", LAST_LAP + 1, s.crossings[c])
    s.paid[c] = part.flag("paid") if part.has("paid") else s.paid[c]
    s.shamed[c] = part.flag("disqualified") if part.has("disqualified") else s.shamed[c]
    s.place[c] = part.number("place", CHARIOTS, s.place[c])
    s.left[c] = part.number("left", CHARIOTS, s.left[c])
    s.grid[c] = part.number("grid", CHARIOTS, s.grid[c] + 1) - 1
    if s.grid[c] < 0:
        raise PositionError(f"{part.path}.grid: grid places count from 1")
    played = part.counts("played", VALUES, [str(card) for card in spread(row(s.played, c, CARDS), range(CARDS))])
    hand = part.counts("hand", VALUES, [str(card) for card in spread(row(s.hand, c, CARDS), range(CARDS))])
    if sum(hand) > HAND:
        raise PositionError(f"{part.path}.hand: {sum(hand)} cards, at most {HAND}")
    for card in range(1, CARDS):
        s.hand[c, card], s.played[c, card] = hand[card - 1], played[card - 1]
        left = COPIES - hand[card - 1] - played[card - 1]
        if left < 0:
            raise PositionError(f"{part.path}: {COPIES - left} x {card}, there are {COPIES}")
        s.deck[c, card] = left
    s.limited[c] = part.number("limited", HAND, 0)
    excluded = part.counts("excluded", VALUES, [])
    s.excluded[c] = sum(1 << card for card in range(1, CARDS) if excluded[card - 1])


def occupy(s: Any, names: tuple[str, ...]) -> None:
    """Put the racing chariots on their spaces; two on one is impossible."""
    s.taken[0] = s.taken[1] = 0
    taken: dict[int, str] = {}
    for c, name in enumerate(names):
        if s.status[c] == RACING:
            if s.space[c] in taken:
                where = tracks()[s.track].spaces[s.space[c]]
                raise PositionError(f"chariots: {taken[s.space[c]]} and {name} both stand on {where}")
            taken[s.space[c]] = name
            s.taken[0] |= int(BIT[s.space[c], 0])
            s.taken[1] |= int(BIT[s.space[c], 1])


def read_score(read: Reader, s: Any, players: tuple[str, ...]) -> None:
    """Read laurels, places and counts."""
    laurels = Reader(read.value("laurels", {}), "position.laurels", players)
    places = Reader(read.value("places", {}), "position.places", players)
    for p, name in enumerate(players):
        s.laurels[p] = laurels.number(name, 96, s.laurels[p])
        for k, count in enumerate(numbers(places, name, CHARIOTS, 12)):
            s.places[p, k] = count
    for field, most in (("tally", 2**30), ("won_from", 4)):
        for k, count in enumerate(numbers(read, field, CHARIOTS, most)):
            getattr(s, field)[k] = count


def numbers(read: Reader, name: str, count: int, most: int) -> list[int]:
    """Read a list of numbers; zeros if it is left out."""
    given = read.value(name, [0] * count)
    if not isinstance(given, list) or len(given) != count:
        raise PositionError(f"{read.path}.{name}: a list of {count} numbers is due")
    return [Reader({name: value}, read.path, (name,)).number(name, most, 0) for value in given]


def read_votes(read: Reader, s: Any, players: tuple[str, ...]) -> None:
    """Read the turned card of an uncrewed chariot, the votes cast, and who decides."""
    s.card = read.number("card", 6, 0)
    for p in range(CHARIOTS):
        s.votes[p] = 0
    if s.stage == VOTE:
        spaces = tracks()[s.track].spaces
        allowed = ("abstain", "finish", *spaces)
        votes = read.cards("votes", allowed, [])
        if len(votes) >= s.players:
            raise PositionError(f"position.votes: {len(votes)} votes, {s.players} players, one of them still to vote")
        for p, vote in enumerate(votes):
            s.votes[p] = 1 if vote == "abstain" else FINISH + 2 if vote == "finish" else spaces.index(vote) + 2
        s.to_move = len(votes)
        if s.order[s.turn] < crewed_chariots(s) or not s.card:
            raise PositionError("position.stage: a vote needs the turn of an uncrewed chariot and its card")
    elif s.stage == OVER:
        s.to_move = -1
        s.reason = read.choice("reason", REASONS[1:], REASONS[1]) + 1
    else:
        if s.order[s.turn] >= crewed_chariots(s):
            raise PositionError("position.turn: an uncrewed chariot is moved by vote, at the stage vote")
        s.to_move = s.order[s.turn] % s.players
    given = read.value("to_move", None if s.to_move < 0 else players[s.to_move])
    if given != (None if s.to_move < 0 else players[s.to_move]):
        raise PositionError(f"position.to_move: {str(given)[:40]!r} does not fit the turn")


def final_check(s: Any) -> None:
    """Refuse what only the whole position shows to be impossible."""
    from .rules import legal

    wrong = broken(s)
    if wrong:
        raise PositionError(f"the position is impossible ({WRONG.get(wrong, f'invariant {wrong}')})")
    c = s.order[s.turn]
    if s.stage != OVER:
        if s.status[c] != RACING:
            raise PositionError("position.turn: that chariot is not racing")
        if s.stage != VOTE and in_hand(s, c) == 0 and in_deck(s, c) > 0:
            raise PositionError("chariots: the chariot whose turn it is has no cards in hand")
        if not legal(s, [0] * 700):
            raise PositionError("position.turn: that chariot cannot play; give the turn to another")


WRONG = {
    2: "chariots: cards do not add up", 3: "chariots: a hand is too large", 5: "chariots: too many crossings",
    6: "chariots: places do not fit", 8: "chariots: limited: more is known than is there",
}  # fmt: skip
