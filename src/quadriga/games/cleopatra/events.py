"""What happened, in names and words. Equal events are one and the same: they are to be read only."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from quadriga.model import Ending, Event, EventKind, EventTable, Part, a_move, named, worded

from . import event_kinds as kinds
from .material import ACTIONS, CLASSIC, INFLUENCE, MISSION_TEXTS, MISSIONS, PLAIN, RENEWED, SEATS, Edition
from .moves import move_table

_REASONS = {
    "": "",
    "all-won": "all patricians are won",
    "no-influence-cards": "nobody has influence cards left",
    "no-place": "no place is left for influence cards",
    "four-passes": "four passes in a row without an exchange",
}
REASONS = tuple(_REASONS.values())
_RULES = {
    CLASSIC.prefix: ("", "CC97-E1", "CC97-E2", "CC97-E4", "CC97-T13"),
    RENEWED.prefix: ("", "CC24-E1", "CC24-E2", "CC24-E3"),
}
ENDINGS = {
    prefix: tuple(Ending(reason, rule, code) for (code, reason), rule in zip(_REASONS.items(), rules, strict=False))
    for prefix, rules in _RULES.items()
}
"""How a game of each edition ends."""

_COUNTED = ("no", "one", "two", "three", "four", "five")
_ACTION_WORDS = ("an assassination", "a spy", "a castling", "a scout", "a wrath of the gods", "a veto")


def say_action(action: str) -> str:
    """Name an action card in a sentence."""
    return _ACTION_WORDS[ACTIONS.index(action)]


def say_mission(mission: str) -> str:
    """Write a mission in a sentence."""
    text = MISSION_TEXTS[MISSIONS.index(mission)]
    return text[0].lower() + text[1:]


def several(parts: Mapping[str, Any]) -> dict[str, str]:
    """Name cards of one value in a sentence."""
    card, count = parts["card"], parts["count"]
    return {"several": f"a {card}" if count == 1 else f"{_COUNTED[count]} {card}s"}


def counted(parts: Mapping[str, Any]) -> dict[str, str]:
    """Count cards in a sentence."""
    return {"cards": "1 card" if parts["count"] == 1 else f"{parts['count']} cards"}


def call_in_words(edition: Edition, call: str) -> str:
    """Name a vote card (1997) or a bust (2024) in a sentence."""
    of_group = call in edition.groups
    if edition == CLASSIC:
        orgy = "an orgy" if call == edition.calls[PLAIN] else "the orgy that shuffles"
        return f"the vote card of the {call}" if of_group else orgy
    return f"the bust of the {call}" if of_group else f"the {call} bust"


CARD, ACTION = named("card", INFLUENCE, "a {}".format), named("action", ACTIONS, say_action)
MISSION, END = named("mission", MISSIONS, say_mission), worded("reason", _REASONS)
COUNT, PLACE, CLEOPATRA_SUM, CAESAR_SUM = map(Part, ("count", "place", *SEATS))


def event_table(edition: Edition) -> EventTable:
    """Write the events of an edition: each carries out a clause of 1997 or one of 2024."""
    group, second = named("group", edition.groups), named("second", edition.groups)
    call = named("call", edition.calls, lambda call: call_in_words(edition, call))
    move = a_move("move", move_table(edition))
    turns = "turns up" if edition == CLASSIC else "draws"

    def by(classic: str, renewed: str) -> str:
        return classic if edition == CLASSIC else renewed

    def calls(parts: Mapping[str, Any]) -> dict[str, str]:
        words = call_in_words(edition, parts["call"])
        return {"Call": words[0].upper() + words[1:]}

    return EventTable(kinds, {
        kinds.ARRANGED: EventKind("arranged", by("CC97-S2", ""), "{seat} puts {action} on the pile", (ACTION, COUNT), ("action",), "{seat} puts a card on the action pile"),
        kinds.TOOK: EventKind("took", by("", "CC24-S4"), "{seat} takes {action} into the hand", (ACTION,), ("action",), "{seat} takes an action card into the hand"),
        kinds.PLACED_DOWN: EventKind("placed", by("CC97-T3", "CC24-T2"), "{seat} lays {card} face down at the {group}", (CARD, group, PLACE), ("card",), "{seat} lays a card face down at the {group}"),
        kinds.LAID_CASTLED: EventKind("laid-castled", by("CC97-A12", "CC24-A9"), "{seat} lays {card} face down at the {group}", (CARD, group, PLACE), ("card", "group", "place"), "{seat} lays a castled card"),
        kinds.PLACED_UP: EventKind("placed-up", by("CC97-T3", "CC24-T2"), "{seat} lays {card} face up at the {group}", (CARD, group)),
        kinds.NAMED: EventKind("named", by("CC97-A9", "CC24-A1"), "{seat} plays: {move}", (move, ACTION)),
        kinds.VETOED: EventKind("vetoed", by("CC97-A7", "CC24-A6"), "{seat} vetoes it", (move,)),
        kinds.ALLOWED: EventKind("allowed", by("CC97-A9", "CC24-A1"), "{seat} lets it happen"),
        kinds.ASSASSINATED: EventKind("assassinated", by("CC97-A2", "CC24-A2"), "{seat}'s assassin strikes"),
        kinds.REVEALED: EventKind("revealed", by("CC97-V1", "CC24-V1"), "{seat}'s face-down card at the {group} is {card}", (CARD, group, PLACE)),
        kinds.WRATH_TOOK: EventKind("wrath", by("CC97-A6", "CC24-A4"), "The wrath of the gods clears the {group}", (group,)),
        kinds.SPIED_HAND: EventKind("spied", by("CC97-A3", ""), "{seat} looks at the opponent's hand"),
        kinds.SPIED_AWAY: EventKind("spied-away", by("CC97-A3", ""), "{seat} must discard {card}", (CARD,)),
        kinds.SPIED_ACTION_AWAY: EventKind("spied-away", by("CC97-A3", ""), "{seat} must discard {action}", (ACTION,)),
        kinds.LIFTED: EventKind("lifted", by("CC97-A4", "CC24-A5"), "{seat} picks up {cards} at the {group} and the {second}", (group, second, COUNT), words=counted),
        kinds.CASTLED: EventKind("castled", by("CC97-A4", "CC24-A5"), "{seat} has laid them again at the {group} and the {second}", (group, second)),
        kinds.DREW: EventKind("drew", by("CC97-T9", "CC24-T10"), "{seat} draws {card}", (CARD,), ("card",), "{seat} draws an influence card"),
        kinds.DREW_ACTION: EventKind("drew-action", by("CC97-T9", "CC24-T10"), "{seat} draws {action}", (ACTION,), ("action",), "{seat} draws an action card"),
        kinds.DREW_NOTHING: EventKind("drew-nothing", by("CC97-T9", "CC24-T10"), "{seat} draws nothing"),
        kinds.PASSED: EventKind("passed", by("CC97-T13", ""), "{seat} passes", (COUNT,)),
        kinds.EXCHANGED: EventKind("exchanged", by("CC97-T11", ""), "{seat} discards {card} to exchange it", (CARD,)),
        kinds.EXCHANGED_ACTION: EventKind("exchanged", by("CC97-T11", ""), "{seat} discards {action} to exchange it", (ACTION,)),
        kinds.CALLED: EventKind("called", by("CC97-T10", "CC24-T6"), f"{{seat}} {turns} {{call}}", (call,)),
        kinds.CALL_LEFT: EventKind("call-left", by("CC97-V8", ""), "{Call} leaves the game", (call,), words=calls),
        kinds.CALLS_BACK: EventKind("calls-back", by("CC97-V10", ""), "All vote cards go back and are shuffled"),
        kinds.BUST_LEFT: EventKind("call-left", by("", "CC24-V6"), "{Call} leaves the game", (call,), words=calls),
        kinds.BUSTS_BACK: EventKind("calls-back", by("", "CC24-T8"), "All busts go back into the bag"),
        kinds.VOTE: EventKind("vote", by("CC97-V2", "CC24-V1"), "Vote at the {group}, Cleopatra {cleopatra} to Caesar {caesar}: {seat} wins a patrician", (group, CLEOPATRA_SUM, CAESAR_SUM)),
        kinds.VOTE_TURNED: EventKind("vote", by("CC97-P2", "CC24-P1"), "Vote at the {group}, Cleopatra {cleopatra} to Caesar {caesar}, turned round by philosophers ({rule}): {seat} wins a patrician", (group, CLEOPATRA_SUM, CAESAR_SUM)),
        kinds.SPECIAL_VOTE: EventKind("special-vote", by("CC97-V11", "CC24-V5"), "{count} cards lie at the {group}: a special vote is held there ({rule})", (group, COUNT)),
        kinds.TIE: EventKind("tie", by("CC97-V4", "CC24-V3"), "Vote at the {group}, {cleopatra} to {caesar}: a tie", (group, CLEOPATRA_SUM, CAESAR_SUM)),
        kinds.LOST: EventKind("lost", by("CC97-V3", "CC24-V2"), "{seat} discards {card} at the {group}", (CARD, group)),
        kinds.GROUP_DONE: EventKind("group-done", by("CC97-V7", "CC24-V6"), "All {group} are won", (group,)),
        kinds.CLEARED: EventKind("cleared", by("CC97-V7", "CC24-V6"), "{seat} discards {several} at the {group}", (CARD, group, COUNT), words=several),
        kinds.KEPT: EventKind("kept", by("", "CC24-V7"), "{seat} keeps the mission: {mission}", (MISSION,), ("mission",), "{seat} keeps a mission"),
        kinds.TURN_BEGINS: EventKind("turn", by("CC97-T1", "CC24-T1"), "Turn {count}: {seat}", (COUNT,)),
        kinds.ENDED: EventKind("ended", "", "The game is over: {reason}", (END,)),
    })  # fmt: skip


EVENTS = {edition.prefix: event_table(edition) for edition in (CLASSIC, RENEWED)}
_ABOUT_NOBODY = (
    kinds.TIE, kinds.SPECIAL_VOTE, kinds.ENDED, kinds.CALLS_BACK, kinds.BUSTS_BACK, kinds.CALL_LEFT, kinds.BUST_LEFT,
    kinds.GROUP_DONE,
)  # fmt: skip


@lru_cache(maxsize=1 << 14)
def event(prefix: str, told: tuple[int, ...]) -> Event:
    """Put an event that an edition's rules told into names and words: once, for it depends on nothing else."""
    kind, side, *numbers = told
    seat = None if kind in _ABOUT_NOBODY else SEATS[side]
    rule = ENDINGS[prefix][numbers[0]].rule if kind == kinds.ENDED else ""
    return EVENTS[prefix].event(kind, numbers, seat, None if kind == kinds.REVEALED else seat, rule=rule)
