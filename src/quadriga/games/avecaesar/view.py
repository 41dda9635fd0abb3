"""What a seat may see, as JSON-ready data.

A table server shows every position to every seat, so this reads a field of the record once, as its bytes, and remembers
what a chariot looks like. What is remembered is copied: no two views share a part.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from quadriga.model import HIDDEN, Game

from .driving import is_crewed, owner
from .moves import COLOURS, DIRECTIONS, MOVES, names_of
from .numbering import ABSTAIN, FINISH, card_of, space_of
from .race import chariots
from .record import CARDS, CHARIOTS, LAST_LAP, RACING, STAGES, STATUSES, VOTE
from .tables import tracks
from .ways import ways

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
