"""What a seat may see, as JSON-ready data; what happened, as events in words."""

from __future__ import annotations

from typing import Any

from quadriga.game import HIDDEN, Event, Game

from . import told as kinds
from .cards import in_deck, in_hand, points_left
from .driving import is_crewed, owner
from .moves import COLOURS, names_of, way
from .numbering import ABSTAIN, FINISH, NOWHERE, card_of, space_of
from .race import chariots
from .record import CARDS, OVER, RACING, STAGES, STATUSES, VOTE
from .tables import tracks

REASONS = ("", "every chariot has finished or is out", "no chariot can move any more")
DIRECTIONS = ("clockwise", "counter-clockwise")


def spread(counts: list[int]) -> list[int]:
    """Write counts of cards as a list of their values."""
    return [card for card, count in enumerate(counts) for _ in range(count)]


def row(cards: Any, c: int) -> list[int]:
    """Read a chariot's counts of cards."""
    return [cards[c, card] for card in range(CARDS)]


def view(game: Game, s: Any, seat: int | None) -> dict[str, Any]:
    """Show the race as a seat may see it; None is a spectator."""
    names = names_of(s)
    shown: dict[str, Any] = {
        "game": game.name,
        "options": dict(game.options),
        "moves": s.moves,
        "seat": None if seat is None else COLOURS[seat],
        "stage": STAGES[s.stage],
        "to_move": None if s.to_move < 0 else COLOURS[s.to_move],
        "race": min(s.race + 1, 4 if s.tournament else 1),
        "races": 4 if s.tournament else 1,
        "track": tracks()[s.track].name,
        "direction": DIRECTIONS[s.direction],
        "turn": names[s.order[s.turn]],
        "must_play_six": bool(s.must_six),
        "card": s.card or None,
        "votes": votes(s, seat),
        "chariots": {names[c]: chariot(s, c, seat) for c in range(chariots(s))},
        "laurels": {COLOURS[p]: s.laurels[p] for p in range(s.players)},
        "places": {COLOURS[p]: [s.places[p, k] for k in range(6)] for p in range(s.players)},
        "legal": [],
    }
    if seat is not None and s.to_move == seat:
        found = [0] * game.num_actions
        count = game.room.rules.legal(s, found)
        shown["legal"] = [legal_move(game, s, int(action)) for action in found[:count]]
    return shown


def legal_move(game: Game, s: Any, action: int) -> dict[str, Any]:
    """Show a move with the way it drives."""
    move = game.moves[action]
    shown: dict[str, Any] = {"id": action, "kind": move.kind, "text": move.text}
    if action != ABSTAIN:
        spaces = tracks()[s.track].spaces
        driven = way(s, s.order[s.turn], card_of(action), space_of(action))
        shown |= {"card": card_of(action), "way": [spaces[space] for space in driven]}
        shown["space"] = None if space_of(action) == FINISH else spaces[space_of(action)]
    return shown


def votes(s: Any, seat: int | None) -> dict[str, Any]:
    """Show who has voted on an uncrewed chariot; only one's own vote says for what (AVE-O2)."""
    if s.stage != VOTE:
        return {}
    spaces = tracks()[s.track].spaces
    cast: dict[str, Any] = {}
    for p in range(s.to_move):
        choice = s.votes[p] - 2
        named = "abstained" if choice < 0 else "finish" if choice == FINISH else spaces[choice]
        cast[COLOURS[p]] = named if p == seat else HIDDEN
    return cast


def chariot(s: Any, c: int, seat: int | None) -> dict[str, Any]:
    """Show a chariot: everything but the hand and the order of the deck is public."""
    crewed = is_crewed(s, c)
    own = crewed and owner(s, c) == seat
    racing = s.status[c] == RACING
    shown: dict[str, Any] = {
        "owner": COLOURS[owner(s, c)] if crewed else None,
        "status": STATUSES[s.status[c]],
        "space": tracks()[s.track].spaces[s.space[c]] if racing else None,
        "number": s.space[c] + 1 if racing else None,
        "lap": min(s.crossings[c], 3),
        "crossings": s.crossings[c],
        "denarius": bool(crewed and not s.paid[c]),
        "disqualified": bool(s.shamed[c]),
        "place": s.place[c] or None,
        "grid": s.grid[c] + 1,
        "hand": spread(row(s.hand, c)) if own else [HIDDEN] * in_hand(s, c),
        "deck": in_deck(s, c),
        "points": points_left(s, c),
        "played": spread(row(s.played, c)),
    }
    if not own and s.limited[c]:
        shown["hand_without"] = [card for card in range(1, CARDS) if s.excluded[c] >> card & 1]
        shown["hand_without_count"] = s.limited[c]
    return shown


# kind: name, text, text without what is secret, parts in order, secret parts
_EVENTS: dict[int, tuple[str, str, str, tuple[str, ...], tuple[str, ...]]] = {
    kinds.RACE_BEGINS: ("race", "Race {count} begins on {track}, {direction}; {player} starts", "", ("count", "track", "direction"), ()),
    kinds.START_CARD: ("start-card", "{player} turns a {card} for the start", "", ("card",), ()),
    kinds.ON_GRID: ("grid", "{chariot} stands on grid place {grid}", "", ("grid", "number"), ()),
    kinds.DREW: ("drew", "{chariot} draws a {card}", "{chariot} draws a card", ("card",), ("card",)),
    kinds.DROVE: ("drove", "{chariot} plays a {card} and drives to {to}", "", ("card", "from", "to"), ()),
    kinds.LAP_BEGINS: ("lap", "{chariot} begins lap {count}", "", ("count",), ()),
    kinds.PAID: ("paid", "{chariot}: Ave Caesar! The denarius is paid", "", ("number",), ()),
    kinds.DISQUALIFIES: ("disqualified", "{chariot} did not hail the emperor and is disqualified", "", (), ()),
    kinds.FINISHES: ("finished", "{chariot} finishes{as_place}", "", ("place",), ()),
    kinds.REMOVES: ("removed", "{chariot} has no cards left and leaves the track", "", (), ()),
    kinds.SKIPPED: ("skipped", "{chariot} cannot play and is skipped", "", (), ()),
    kinds.MUST_SIX: ("must-six", "Nobody can play: {chariot} must play a 6", "", (), ()),
    kinds.TURNED: ("turned", "{chariot}: a {card} is turned", "", ("card",), ()),
    kinds.STANDS: ("stands", "{chariot} stands still", "", ("card",), ()),
    kinds.VOTED: ("voted", "{player} votes for {to}", "{player} has voted", ("to",), ("to",)),
    kinds.ABSTAINED: ("voted", "{player} abstains", "{player} has voted", ("to",), ("to",)),
    kinds.VOTES_COUNTED: ("votes", "The players send {chariot} to {to}", "", ("to", "votes"), ()),
    kinds.LAURELS: ("laurels", "{player} wins {count} laurels, {total} in all", "", ("count", "total"), ()),
    kinds.RACE_ENDS: ("race-ends", "Race {count} is over: {reason}", "", ("count", "reason"), ()),
    kinds.STRANDS: ("stranded", "{chariot} is stuck and unplaced", "", (), ()),
    kinds.ENDED: ("ended", "The game is over: {reason}", "", ("reason",), ()),
}  # fmt: skip
_PLAYERS = (kinds.RACE_BEGINS, kinds.START_CARD, kinds.VOTED, kinds.ABSTAINED, kinds.LAURELS)
_NOBODY = (kinds.RACE_ENDS, kinds.ENDED)
_PLACES = ("", " first", " second", " third", " fourth", " fifth", " sixth")


def event(s: Any, told: tuple[int, ...]) -> Event:
    """Put an event that the rules told into names and words."""
    kind, about, *numbers = (int(number) for number in told)
    name, text, public, parts, secret = _EVENTS[kind]
    data: dict[str, Any] = dict(zip(parts, numbers, strict=False))
    for part in ("from", "to", "number"):
        if part in data:
            named = {FINISH: "the finish", NOWHERE: "nowhere"}
            data[part] = named.get(data[part], data[part] + 1)
    if "grid" in data:
        data["grid"] += 1
    if "track" in data:
        data["track"], data["direction"] = tracks()[data["track"]].name, DIRECTIONS[data["direction"]]
    if "reason" in data:
        data["reason"] = REASONS[data["reason"]]
    names = names_of(s)
    player = COLOURS[about % s.players] if kind in _PLAYERS or about < s.players * s.team else None
    words = {
        **data,
        "player": (player or "").capitalize(),
        "chariot": names[about].capitalize() if about < len(names) else "",
    }
    words["as_place"] = _PLACES[data["place"]] if data.get("place") else " without a place"
    if kind not in _PLAYERS and kind not in _NOBODY:
        data["chariot"] = names[about]
    owner_name = player if secret else None
    whole, open_text = text.format(**words), (public or text).format(**words)
    return Event(name, None if kind in _NOBODY else player, data, whole, owner_name, secret, open_text)


def over_rule(s: Any) -> str:
    """Name the clause by which the game is over."""
    if s.stage != OVER:
        return ""
    return "AVE-L9" if s.reason == 2 else "AVE-R1" if s.tournament else "AVE-F4"
