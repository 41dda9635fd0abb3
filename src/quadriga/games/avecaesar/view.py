"""What a seat may see, as JSON-ready data; what happened, as events in words.

A table server shows every position to every seat, so this reads a field of the record once, as its bytes, and remembers
what a chariot looks like. What is remembered is copied: no two views share a part. Equal events are one and the same:
they are to be read only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from quadriga.model import HIDDEN, Event, Game, event_keys

from . import event_kinds as kinds
from .driving import is_crewed, owner
from .moves import COLOURS, MOVES, names_of
from .numbering import ABSTAIN, FINISH, NOWHERE, card_of, space_of
from .race import chariots
from .record import CARDS, CHARIOTS, LAST_LAP, OVER, RACING, STAGES, STATUSES, VOTE
from .tables import tracks
from .ways import ways

REASONS = ("", "every chariot has finished or is out", "no chariot can move any more")
DIRECTIONS = ("clockwise", "counter-clockwise")
SHOWN_MOVES = tuple({"id": move.id, "kind": move.kind, "text": move.text} for move in MOVES)
CARDS_OF = tuple(slice(CARDS * c, CARDS * (c + 1)) for c in range(CHARIOTS))
"""Where a chariot's row lies in a field that counts cards."""


class Lineup(NamedTuple):
    """The names of a race's chariots and who drives each; None: nobody."""

    names: tuple[str, ...]
    owners: tuple[int | None, ...]


def spread(counts: list[int]) -> list[int]:
    """Write counts of cards as a list of their values."""
    return [card for card, count in enumerate(counts) for _ in range(count)]


def row(cards: Any, c: int) -> list[int]:
    """Read a chariot's counts of cards."""
    return [cards[c, card] for card in range(CARDS)]


@lru_cache
def lineup(players: int, team: int, uncrewed: int) -> Lineup:
    """Line up the chariots of a race."""
    race = SimpleNamespace(players=players, team=team, uncrewed=uncrewed)
    owners = tuple(owner(race, c) if is_crewed(race, c) else None for c in range(chariots(race)))
    return Lineup(names_of(race), owners)


def view(game: Game, s: Any, seat: int | None, actions: Sequence[int]) -> dict[str, Any]:
    """Show the race as a seat may see it, and the actions it may choose from; None is a spectator."""
    stage, to_move, players = s.stage, s.to_move, s.players
    line = lineup(players, s.team, s.uncrewed)
    track = tracks()[s.track]
    races = 4 if s.tournament else 1
    colours = COLOURS[:players]
    return {
        "game": game.name,
        "options": dict(game.options),
        "moves": s.moves,
        "seat": None if seat is None else COLOURS[seat],
        "stage": STAGES[stage],
        "to_move": None if to_move < 0 else COLOURS[to_move],
        "race": min(s.race + 1, races),
        "races": races,
        "track": track.name,
        "direction": DIRECTIONS[s.direction],
        "turn": line.names[s.order[s.turn]],
        "must_play_six": bool(s.must_six),
        "card": s.card or None,
        "votes": votes(s, track.spaces, seat) if stage == VOTE else {},
        "chariots": show_chariots(s, line, track.spaces, seat),
        "laurels": dict(zip(colours, s.laurels.tolist(), strict=False)),
        "places": dict(zip(colours, s.places.tolist(), strict=False)),
        "legal": legal(s, track.spaces, actions) if actions else [],
    }


def legal(s: Any, spaces: tuple[str, ...], actions: Sequence[int]) -> list[dict[str, Any]]:
    """Show the moves of the seat that decides, drives with the way they take."""
    shown: list[dict[str, Any]] = [SHOWN_MOVES[action].copy() for action in actions]
    drives = [move for move in shown if move["id"] != ABSTAIN]
    for move, way in zip(drives, ways(s, s.order[s.turn], [move["id"] for move in drives]), strict=True):
        target = space_of(move["id"])
        move["card"] = card_of(move["id"])
        move["way"] = [spaces[space] for space in way]
        move["space"] = None if target == FINISH else spaces[target]
    return shown


def votes(s: Any, spaces: tuple[str, ...], seat: int | None) -> dict[str, Any]:
    """Show who has voted on an uncrewed chariot; only one's own vote says for what (AVE-O2)."""
    cast: dict[str, Any] = {}
    for p in range(s.to_move):
        choice = s.votes[p] - 2
        named = "abstained" if choice < 0 else "finish" if choice == FINISH else spaces[choice]
        cast[COLOURS[p]] = named if p == seat else HIDDEN
    return cast


def show_chariots(s: Any, line: Lineup, spaces: tuple[str, ...], seat: int | None) -> dict[str, Any]:
    """Show the chariots as a seat may see them."""
    facts = b"".join(
        (s.status.tobytes(), s.space.tobytes(), s.crossings.tobytes(), s.paid.tobytes(), s.shamed.tobytes(),
         s.place.tobytes(), s.grid.tobytes(), s.limited.tobytes(), s.excluded.tobytes())
    )  # fmt: skip
    hands, decks, played = s.hand.tobytes(), s.deck.tobytes(), s.played.tobytes()
    all_shown: dict[str, Any] = {}
    for c, name in enumerate(line.names):
        player, cards = line.owners[c], CARDS_OF[c]
        own = player is not None and player == seat
        found = chariot(player, facts[c::CHARIOTS], hands[cards], decks[cards], played[cards], own)
        all_shown[name] = shown = found.copy()
        if found["number"]:
            shown["space"] = spaces[found["number"] - 1]
        shown["hand"], shown["played"] = found["hand"].copy(), found["played"].copy()
        if "hand_without" in found:
            shown["hand_without"] = found["hand_without"].copy()
    return all_shown


@lru_cache(maxsize=1 << 13)
def chariot(player: int | None, facts: bytes, hand: bytes, deck: bytes, played: bytes, own: bool) -> dict[str, Any]:
    """Show a chariot without the name of its space: everything but the hand and the order of the deck is public.

    In a turn one chariot moves, the others look as before: so this is remembered, and to be copied.
    """
    status, space, crossings, paid, shamed, place, grid, limited, excluded = facts
    in_hand, in_deck = spread([*hand]), spread([*deck])
    shown = {
        "owner": None if player is None else COLOURS[player],
        "status": STATUSES[status],
        "space": None,
        "number": space + 1 if status == RACING else None,
        "lap": min(crossings, LAST_LAP),
        "crossings": crossings,
        "denarius": player is not None and not paid,
        "disqualified": bool(shamed),
        "place": place or None,
        "grid": grid + 1,
        "hand": in_hand if own else [HIDDEN] * len(in_hand),
        "deck": len(in_deck),
        "points": sum(in_hand) + sum(in_deck),
        "played": spread([*played]),
    }
    if limited and not own:
        shown["hand_without"] = [card for card in range(1, CARDS) if excluded >> card & 1]
        shown["hand_without_count"] = limited
    return shown


def space_number(space: int) -> int | str:
    """Number a space from 1, as moves do, or say where else a chariot goes."""
    return "the finish" if space == FINISH else "nowhere" if space == NOWHERE else space + 1


_CANNOT_PLAY = "{chariot} can play none of its cards and is skipped (AVE-T6)"
_WHY = ("why",)
"""The reason of a skip: told as a number, 1 where it lies in the hand and is its owner's secret."""
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
    kinds.SKIPPED_BLOCKED: ("skipped", "{chariot} is skipped: every space ahead is taken (AVE-T6)", "", _WHY, ()),
    kinds.SKIPPED_UNCREWED: ("skipped", "{chariot} is fully blocked and turns no card (AVE-O3)", "", _WHY, ()),
    kinds.SKIPPED_WAITS: ("skipped", "{chariot} is skipped: others keep it from the imperial lane (AVE-C3)", _CANNOT_PLAY, _WHY, _WHY),
    kinds.SKIPPED_ONLY_SIXES: ("skipped", "{chariot} is skipped: it leads and holds nothing but 6s (AVE-L3)", _CANNOT_PLAY, _WHY, _WHY),
    kinds.SKIPPED_UNFIT: ("skipped", "{chariot} is skipped: none of its cards can be driven in full (AVE-T6)", _CANNOT_PLAY, _WHY, _WHY),
    kinds.MUST_SIX: ("must-six", "Nobody can play: {chariot} must play a 6", "", (), ()),
    kinds.TURNED: ("turned", "{chariot}: a {card} is turned", "", ("card",), ()),
    kinds.STANDS_SIX: ("stands", "{chariot} stands still: who leads may not play a 6 (AVE-O4)", "", ("card",), ()),
    kinds.STANDS_UNFIT: ("stands", "{chariot} stands still: a {card} cannot be driven in full (AVE-O3)", "", ("card",), ()),
    kinds.VOTED: ("voted", "{player} votes for {to}", "{player} has voted", ("to",), ("to",)),
    kinds.ABSTAINED: ("voted", "{player} abstains", "{player} has voted", ("to",), ("to",)),
    kinds.VOTES_COUNTED: ("votes", "The players send {chariot} to {to}", "", ("to", "votes"), ()),
    kinds.NO_VOTES: ("votes", "Nobody votes: {chariot} takes the shortest way, to {to} (AVE-O2)", "", ("to", "votes"), ()),
    kinds.LAURELS: ("laurels", "{player} wins {count} laurels, {total} in all", "", ("count", "total"), ()),
    kinds.RACE_ENDS: ("race-ends", "Race {count} is over: {reason}", "", ("count", "reason"), ()),
    kinds.STRANDS: ("stranded", "{chariot} is stuck and unplaced", "", (), ()),
    kinds.ENDED: ("ended", "The game is over: {reason}", "", ("reason",), ()),
}  # fmt: skip
KEYS = event_keys(kinds)
_PLAYERS = (kinds.RACE_BEGINS, kinds.START_CARD, kinds.VOTED, kinds.ABSTAINED, kinds.LAURELS)
_NOBODY = (kinds.RACE_ENDS, kinds.ENDED)
_PLACES = (" without a place", " first", " second", " third", " fourth", " fifth", " sixth")
_SAID: dict[str, Callable[[int], int | str]] = {
    "from": space_number, "to": space_number, "number": space_number, "grid": lambda place: place + 1,
    "direction": DIRECTIONS.__getitem__, "reason": REASONS.__getitem__,
}  # fmt: skip
"""How the parts are said that are not said as the rules' numbers."""


def event(s: Any, told: tuple[int, ...]) -> Event:
    """Put an event that the rules told into names and words: once, for it depends only on who drives and on a name."""
    kind, _, _, number, _ = told
    track = tracks()[number].name if kind == kinds.RACE_BEGINS else ""
    return put_into_words(s.players, s.team, s.uncrewed, track, told)


@lru_cache(maxsize=1 << 14)
def put_into_words(players: int, team: int, uncrewed: int, track: str, told: tuple[int, ...]) -> Event:
    """Put what the rules told into names and words."""
    kind, about, *numbers = map(int, told)
    name, text, public, parts, secret = _EVENTS[kind]
    data: dict[str, Any] = {}
    for part, number in zip(parts, numbers, strict=False):
        data[part] = _SAID[part](number) if part in _SAID else number
    if kind == kinds.RACE_BEGINS:
        data["track"] = track
    if parts == _WHY:
        data["why"] = KEYS[kind].removeprefix("skipped-")
        if not numbers[0]:
            public, secret = "", ()
    names = lineup(players, team, uncrewed).names
    player = COLOURS[about % players] if kind in _PLAYERS or about < players * team else None
    words = {
        **data,
        "player": (player or "").capitalize(),
        "chariot": names[about].capitalize() if about < len(names) else "",
    }
    if kind == kinds.FINISHES:
        words["as_place"] = _PLACES[data["place"]]
    if kind not in _PLAYERS and kind not in _NOBODY:
        data["chariot"] = names[about]
    whole = text.format(**words)
    open_text = public.format(**words) if public else whole
    seat = None if kind in _NOBODY else player
    return Event(name, seat, data, whole, player if secret else None, secret, open_text, KEYS[kind])


def over_rule(s: Any) -> str:
    """Name the clause by which the game is over."""
    if s.stage != OVER:
        return ""
    return "AVE-L9" if s.reason == 2 else "AVE-R1" if s.tournament else "AVE-F4"
