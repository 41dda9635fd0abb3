"""What happened, in names and words. Equal events are one and the same: they are to be read only."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from quadriga.model import Ending, Event, EventKind, EventTable, Part, named, worded

from . import event_kinds as kinds
from .moves import COLOURS, DIRECTIONS, chariot_names
from .numbering import FINISH, NOWHERE
from .tables import tracks

ENDINGS = (
    Ending("", ""),
    Ending("every chariot has finished or is out", "AVE-F4", "all-finished"),
    Ending("no chariot can move any more", "AVE-L9", "nobody-can-move"),
)
"""How a race ends."""
REASONS = tuple(ending.reason for ending in ENDINGS)


def ending(s: Any) -> Ending:
    """Tell why a finished game is over: a single race because the race is, a tournament after four (AVE-R1)."""
    found = ENDINGS[s.reason]
    return found._replace(rule="AVE-R1") if s.tournament and s.reason == 1 else found


def space_code(space: int) -> int | str:
    """Number a space from 1, as moves do, or say where else a chariot goes."""
    return "finish" if space == FINISH else "nowhere" if space == NOWHERE else space + 1


def space_words(code: int | str) -> int | str:
    """Write where a chariot goes."""
    return "the finish" if code == "finish" else code


def because(why: str) -> Callable[..., dict[str, str]]:
    """Make a function that tells why a chariot is skipped."""
    return lambda *numbers: {"why": why}


CARD, COUNT, TOTAL, PLACE, VOTES = map(Part, ("card", "count", "total", "place", "votes"))
FROM, TO, NUMBER = (Part(name, space_code, space_words) for name in ("from", "to", "number"))
GRID = Part("grid", lambda place: place + 1)
TRACK = Part("track")
CHARIOT = Part("chariot", say=str.capitalize)
DIRECTION = named("direction", DIRECTIONS)
END = worded("reason", {ending.code: ending.reason for ending in ENDINGS})
_CANNOT_PLAY = "{chariot} can play none of its cards and is skipped ({rule})"
_WHY = ("why",)
_PLACES = (" without a place", " first", " second", " third", " fourth", " fifth", " sixth")

EVENTS = EventTable(kinds, {
    kinds.RACE_BEGINS: EventKind("race", "AVE-R1", "Race {count} begins on {track}, {direction}; {seat} starts", (COUNT, TRACK, DIRECTION)),
    kinds.START_CARD: EventKind("start-card", "AVE-S1", "{who} turns a {card} for the start", (CARD,)),
    kinds.ON_GRID: EventKind("grid", "AVE-S1", "{chariot} stands on grid place {grid}", (GRID, NUMBER)),
    kinds.DREW: EventKind("drew", "AVE-T7", "{chariot} draws a {card}", (CARD,), ("card",), "{chariot} draws a card"),
    kinds.DROVE: EventKind("drove", "AVE-T1", "{chariot} plays a {card} and drives to {to}", (CARD, FROM, TO)),
    kinds.LAP_BEGINS: EventKind("lap", "AVE-S4", "{chariot} begins lap {count}", (COUNT,)),
    kinds.PAID: EventKind("paid", "AVE-C1", "{chariot}: Ave Caesar! The denarius is paid", (NUMBER,)),
    kinds.DISQUALIFIES: EventKind("disqualified", "AVE-C4", "{chariot} did not hail the emperor and is disqualified"),
    kinds.FINISHES: EventKind("finished", "AVE-F1", "{chariot} finishes{as_place}", (PLACE,), words=lambda parts: {"as_place": _PLACES[parts["place"]]}),
    kinds.REMOVES: EventKind("removed", "AVE-F3", "{chariot} has no cards left and leaves the track"),
    kinds.SKIPPED_BLOCKED: EventKind("skipped", "AVE-T6", "{chariot} is skipped: every space ahead is taken ({rule})", more=because("blocked")),
    kinds.SKIPPED_UNCREWED: EventKind("skipped", "AVE-O3", "{chariot} is fully blocked and turns no card ({rule})", more=because("uncrewed")),
    kinds.SKIPPED_WAITS: EventKind("skipped", "AVE-C3", "{chariot} is skipped: others keep it from the imperial lane ({rule})", (), _WHY, _CANNOT_PLAY, "AVE-T6", more=because("waits")),
    kinds.SKIPPED_ONLY_SIXES: EventKind("skipped", "AVE-L3", "{chariot} is skipped: it leads and holds nothing but 6s ({rule})", (), _WHY, _CANNOT_PLAY, "AVE-T6", more=because("only-sixes")),
    kinds.SKIPPED_UNFIT: EventKind("skipped", "AVE-T6", "{chariot} is skipped: none of its cards can be driven in full ({rule})", (), _WHY, _CANNOT_PLAY, "AVE-T6", more=because("unfit")),
    kinds.MUST_SIX: EventKind("must-six", "AVE-L8", "Nobody can play: {chariot} must play a 6"),
    kinds.TURNED: EventKind("turned", "AVE-O1", "{chariot}: a {card} is turned", (CARD,)),
    kinds.STANDS_SIX: EventKind("stands", "AVE-O4", "{chariot} stands still: who leads may not play a 6 ({rule})", (CARD,)),
    kinds.STANDS_UNFIT: EventKind("stands", "AVE-O3", "{chariot} stands still: a {card} cannot be driven in full ({rule})", (CARD,)),
    kinds.VOTED: EventKind("voted", "AVE-O2", "{who} votes for {to}", (TO,), ("to",), "{who} has voted"),
    kinds.ABSTAINED: EventKind("voted", "AVE-O2", "{who} abstains", (TO,), ("to",), "{who} has voted"),
    kinds.VOTES_COUNTED: EventKind("votes", "AVE-O2", "The players send {chariot} to {to}", (TO, VOTES)),
    kinds.NO_VOTES: EventKind("votes", "AVE-O2", "Nobody votes: {chariot} takes the shortest way, to {to} ({rule})", (TO, VOTES)),
    kinds.LAURELS: EventKind("laurels", "AVE-F2", "{who} wins {count} laurels, {total} in all", (COUNT, TOTAL)),
    kinds.RACE_ENDS: EventKind("race-ends", "AVE-F4", "Race {count} is over: {reason}", (COUNT, END)),
    kinds.STRANDS: EventKind("stranded", "AVE-L9", "{chariot} is stuck and unplaced"),
    kinds.ENDED: EventKind("ended", "AVE-R3", "The game is over: {reason}", (END,)),
})  # fmt: skip
_PLAYERS = (kinds.RACE_BEGINS, kinds.START_CARD, kinds.VOTED, kinds.ABSTAINED, kinds.LAURELS)
"""What is told about a player; all else about a chariot."""
_NOBODY = (kinds.RACE_ENDS, kinds.ENDED)
_SKIPPED = (
    kinds.SKIPPED_BLOCKED, kinds.SKIPPED_UNCREWED, kinds.SKIPPED_WAITS, kinds.SKIPPED_ONLY_SIXES, kinds.SKIPPED_UNFIT,
)  # fmt: skip
"""The first number told about a skip is 1 where its reason lies in the hand and is its owner's secret."""
_BY_NOBODY = (
    kinds.RACE_BEGINS, kinds.ON_GRID, kinds.DISQUALIFIES, kinds.REMOVES, kinds.MUST_SIX, kinds.STRANDS, *_SKIPPED,
)  # fmt: skip


def event(s: Any, told: tuple[int, ...]) -> Event:
    """Put an event that the rules told into names and words: once, for it depends only on who drives and on a name."""
    kind, _, _, number, _ = told
    track = tracks()[number].name if kind == kinds.RACE_BEGINS else ""
    return tell(s.players, s.team, s.uncrewed, track, ending(s).rule if kind == kinds.ENDED else "", told)


@lru_cache(maxsize=1 << 14)
def tell(players: int, team: int, uncrewed: int, track: str, rule: str, told: tuple[int, ...]) -> Event:
    """Put what the rules told into names and words; `track` is the name of the one told, `rule` the end's clause."""
    kind, about, *numbers = map(int, told)
    if kind in _NOBODY:
        return EVENTS.event(kind, numbers, None, None, rule=rule or ENDINGS[numbers[1]].rule)
    names = chariot_names(players, team, uncrewed)
    player = COLOURS[about % players] if kind in _PLAYERS or about < players * team else None
    further = {TRACK: track} if track else {} if kind in _PLAYERS else {CHARIOT: names[about]}
    actor = None if kind in _BY_NOBODY else player
    return EVENTS.event(kind, numbers, player, actor, further, open_to_all=kind in _SKIPPED and not numbers[0])
