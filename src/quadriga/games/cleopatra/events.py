"""What happened, in names and words. Equal events are one and the same: they are to be read only."""

from __future__ import annotations

from quadriga.game import Event, event_keys

from . import told as kinds
from .material import ACTIONS, INFLUENCE, MISSIONS, SEATS, Edition

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
    kinds.LIFTED: ("lifted", "{seat} picks up {count} cards at the {group} and the {second}", "", ("group", "second", "count"), ()),
    kinds.CASTLED: ("castled", "{seat} has laid them again at the {group} and the {second}", "", ("group", "second"), ()),
    kinds.DREW: ("drew", "{seat} draws {card}", "{seat} draws an influence card", ("card",), ("card",)),
    kinds.DREW_ACTION: ("drew-action", "{seat} draws {action}", "{seat} draws an action card", ("action",), ("action",)),
    kinds.DREW_NOTHING: ("drew-nothing", "{seat} draws nothing", "", (), ()),
    kinds.PASSED: ("passed", "{seat} passes", "", ("count",), ()),
    kinds.EXCHANGED: ("exchanged", "{seat} discards {card} to exchange it", "", ("card",), ()),
    kinds.EXCHANGED_ACTION: ("exchanged", "{seat} discards {action} to exchange it", "", ("action",), ()),
    kinds.CALLED: ("called", "{seat} turns up: {call}", "", ("call",), ()),
    kinds.CALL_LEFT: ("call-left", "{call} leaves the game", "", ("call",), ()),
    kinds.CALLS_BACK: ("calls-back", "All of them go back and are shuffled", "", (), ()),
    kinds.VOTE: ("vote", "Vote at the {group}, Cleopatra {cleopatra} to Caesar {caesar}: {seat} wins a patrician", "", ("group", "cleopatra", "caesar"), ()),
    kinds.TIE: ("tie", "Vote at the {group}, {cleopatra} to {caesar}: a tie", "", ("group", "cleopatra", "caesar"), ()),
    kinds.LOST: ("lost", "{seat} discards {card} at the {group}", "", ("card", "group"), ()),
    kinds.GROUP_DONE: ("group-done", "All {group} are won", "", ("group",), ()),
    kinds.CLEARED: ("cleared", "{seat} discards {count} x {card} at the {group}", "", ("card", "group", "count"), ()),
    kinds.KEPT: ("kept", "{seat} keeps the mission {mission}", "{seat} keeps a mission", ("mission",), ("mission",)),
    kinds.TURN_BEGINS: ("turn", "Turn {count}: {seat}", "", ("count",), ()),
    kinds.ENDED: ("ended", "The game is over: {reason}", "", ("reason",), ()),
}  # fmt: skip
KEYS = event_keys(kinds)
_ABOUT_NOBODY = (kinds.TIE, kinds.ENDED, kinds.CALLS_BACK, kinds.CALL_LEFT, kinds.GROUP_DONE)
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
    data = {
        part: names[part][number] if part in names else number for part, number in zip(parts, numbers, strict=False)
    }
    words = {**data, "seat": SEATS[seat].capitalize()}
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
