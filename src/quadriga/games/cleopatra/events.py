"""What happened, in names and words. Equal events are one and the same: they are to be read only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quadriga.model import Event, event_keys

from . import event_kinds as kinds
from .material import ACTIONS, CLASSIC, INFLUENCE, MISSION_TEXTS, MISSIONS, PLAIN, SEATS, Edition

REASONS = ("", "all patricians are won", "nobody has influence cards left", "no place is left for influence cards",
           "four passes in a row without an exchange")  # fmt: skip

# kind: name, text with everything, text without what is secret, parts in order, secret parts
_EVENTS: dict[int, tuple[str, str, str, tuple[str, ...], tuple[str, ...]]] = {
    kinds.ARRANGED: ("arranged", "{seat} puts {action} on the pile", "{seat} puts a card on the action pile", ("action", "count"), ("action",)),
    kinds.TOOK: ("took", "{seat} takes {action} into the hand", "{seat} takes an action card into the hand", ("action",), ("action",)),
    kinds.PLACED_DOWN: ("placed", "{seat} lays {card} face down at the {group}", "{seat} lays a card face down at the {group}", ("card", "group", "place"), ("card",)),
    kinds.LAID_CASTLED: ("laid-castled", "{seat} lays {card} face down at the {group}", "{seat} lays a castled card", ("card", "group", "place"), ("card", "group", "place")),
    kinds.PLACED_UP: ("placed-up", "{seat} lays {card} face up at the {group}", "", ("card", "group"), ()),
    kinds.NAMED: ("named", "{seat} plays: {move}", "", ("move", "action"), ()),
    kinds.VETOED: ("vetoed", "{seat} vetoes it", "", ("move",), ()),
    kinds.ALLOWED: ("allowed", "{seat} lets it happen", "", (), ()),
    kinds.ASSASSINATED: ("assassinated", "{seat}'s assassin strikes", "", (), ()),
    kinds.REVEALED: ("revealed", "{seat}'s face-down card at the {group} is {card}", "", ("card", "group", "place"), ()),
    kinds.WRATH_TOOK: ("wrath", "The wrath of the gods clears the {group}", "", ("group",), ()),
    kinds.SPIED_HAND: ("spied", "{seat} looks at the opponent's hand", "", (), ()),
    kinds.SPIED_AWAY: ("spied-away", "{seat} must discard {card}", "", ("card",), ()),
    kinds.SPIED_ACTION_AWAY: ("spied-away", "{seat} must discard {action}", "", ("action",), ()),
    kinds.LIFTED: ("lifted", "{seat} picks up {cards} at the {group} and the {second}", "", ("group", "second", "count"), ()),
    kinds.CASTLED: ("castled", "{seat} has laid them again at the {group} and the {second}", "", ("group", "second"), ()),
    kinds.DREW: ("drew", "{seat} draws {card}", "{seat} draws an influence card", ("card",), ("card",)),
    kinds.DREW_ACTION: ("drew-action", "{seat} draws {action}", "{seat} draws an action card", ("action",), ("action",)),
    kinds.DREW_NOTHING: ("drew-nothing", "{seat} draws nothing", "", (), ()),
    kinds.PASSED: ("passed", "{seat} passes", "", ("count",), ()),
    kinds.EXCHANGED: ("exchanged", "{seat} discards {card} to exchange it", "", ("card",), ()),
    kinds.EXCHANGED_ACTION: ("exchanged", "{seat} discards {action} to exchange it", "", ("action",), ()),
    kinds.CALLED: ("called", "{seat} {turns} {call}", "", ("call",), ()),
    kinds.CALL_LEFT: ("call-left", "{Call} leaves the game", "", ("call",), ()),
    kinds.CALLS_BACK: ("calls-back", "All vote cards go back and are shuffled", "", (), ()),
    kinds.BUST_LEFT: ("call-left", "{Call} leaves the game", "", ("call",), ()),
    kinds.BUSTS_BACK: ("calls-back", "All busts go back into the bag", "", (), ()),
    kinds.VOTE: ("vote", "Vote at the {group}, Cleopatra {cleopatra} to Caesar {caesar}: {seat} wins a patrician", "", ("group", "cleopatra", "caesar"), ()),
    kinds.VOTE_TURNED: ("vote", "Vote at the {group}, Cleopatra {cleopatra} to Caesar {caesar}, turned round by philosophers ({clause}): {seat} wins a patrician", "", ("group", "cleopatra", "caesar"), ()),
    kinds.SPECIAL_VOTE: ("special-vote", "{count} cards lie at the {group}: a special vote is held there ({clause})", "", ("group", "count"), ()),
    kinds.TIE: ("tie", "Vote at the {group}, {cleopatra} to {caesar}: a tie", "", ("group", "cleopatra", "caesar"), ()),
    kinds.LOST: ("lost", "{seat} discards {card} at the {group}", "", ("card", "group"), ()),
    kinds.GROUP_DONE: ("group-done", "All {group} are won", "", ("group",), ()),
    kinds.CLEARED: ("cleared", "{seat} discards {several} at the {group}", "", ("card", "group", "count"), ()),
    kinds.KEPT: ("kept", "{seat} keeps the mission: {mission}", "{seat} keeps a mission", ("mission",), ("mission",)),
    kinds.TURN_BEGINS: ("turn", "Turn {count}: {seat}", "", ("count",), ()),
    kinds.ENDED: ("ended", "The game is over: {reason}", "", ("reason",), ()),
}  # fmt: skip
CLAUSES = {
    (kinds.VOTE_TURNED, "CC97"): "CC97-P2", (kinds.VOTE_TURNED, "CC24"): "CC24-P1",
    (kinds.SPECIAL_VOTE, "CC97"): "CC97-V11", (kinds.SPECIAL_VOTE, "CC24"): "CC24-V5",
}  # fmt: skip
"""The clause that an event gives as its reason."""
KEYS = event_keys(kinds)
_ABOUT_NOBODY = (
    kinds.TIE, kinds.SPECIAL_VOTE, kinds.ENDED, kinds.CALLS_BACK, kinds.BUSTS_BACK, kinds.CALL_LEFT, kinds.BUST_LEFT,
    kinds.GROUP_DONE,
)  # fmt: skip
_REMEMBERED = 1 << 14
_remembered: dict[tuple[str, tuple[int, ...]], Event] = {}


def event(edition: Edition, move_texts: tuple[str, ...], told: tuple[int, ...]) -> Event:
    """Put an event that the rules told into names and words: once, for it depends on nothing else."""
    key = (edition.prefix, told)
    found = _remembered.get(key)
    if found is None:
        if len(_remembered) >= _REMEMBERED:
            _remembered.clear()
        found = _remembered[key] = put_into_words(edition, move_texts, told)
    return found


def put_into_words(edition: Edition, move_texts: tuple[str, ...], told: tuple[int, ...]) -> Event:
    """Put what the rules told into names and words."""
    kind, seat, *numbers = told
    name, text, public, parts, secret = _EVENTS[kind]
    names = {
        "card": INFLUENCE, "action": ACTIONS, "group": edition.groups, "second": edition.groups, "call": edition.calls,
        "mission": MISSIONS, "move": move_texts, "reason": REASONS,
    }  # fmt: skip
    data: dict[str, Any] = {
        part: names[part][number] if part in names else number for part, number in zip(parts, numbers, strict=False)
    }
    if (kind, edition.prefix) in CLAUSES:
        data["clause"] = CLAUSES[kind, edition.prefix]
    words = {**in_words(edition, data), "seat": SEATS[seat].capitalize()}
    whole = text.format(**words)
    return Event(
        name,
        None if kind in _ABOUT_NOBODY else SEATS[seat],
        data,
        whole,
        SEATS[seat] if secret else None,
        secret,
        public.format(**words) if public else whole,
        KEYS[kind],
    )


_COUNTED = ("no", "one", "two", "three", "four", "five")
_ACTION_WORDS = ("an assassination", "a spy", "a castling", "a scout", "a wrath of the gods", "a veto")


def in_words(edition: Edition, data: Mapping[str, Any]) -> dict[str, Any]:
    """Put the parts of an event into the words of a sentence."""
    words = {**data, "turns": "turns up" if edition == CLASSIC else "draws"}
    if "card" in data:
        words["card"] = f"a {data['card']}"
        count = data.get("count", 1)
        words["several"] = words["card"] if count == 1 else f"{_COUNTED[count]} {data['card']}s"
    elif "count" in data:
        words["cards"] = "1 card" if data["count"] == 1 else f"{data['count']} cards"
    if "action" in data:
        words["action"] = _ACTION_WORDS[ACTIONS.index(data["action"])]
    if "mission" in data:
        text = MISSION_TEXTS[MISSIONS.index(data["mission"])]
        words["mission"] = text[0].lower() + text[1:]
    if "call" in data:
        words["call"] = call_in_words(edition, data["call"])
        words["Call"] = words["call"][0].upper() + words["call"][1:]
    return words


def call_in_words(edition: Edition, call: str) -> str:
    """Name a vote card (1997) or a bust (2024) in a sentence."""
    of_group = call in edition.groups
    if edition == CLASSIC:
        orgy = "an orgy" if call == edition.calls[PLAIN] else "the orgy that shuffles"
        return f"the vote card of the {call}" if of_group else orgy
    return f"the bust of the {call}" if of_group else f"the {call} bust"
