"""What a seat may see."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.words import (
    END_DICT,
    END_LIST,
    NULL,
    Vocabulary,
    flag_at,
    number_at,
    put,
    put_number,
    put_times,
    word_at,
)
from quadriga.model import HIDDEN

from .driving import is_crewed, owner
from .fronts import TRACKS
from .moves import COLOURS, DIRECTIONS
from .numbering import FINISH, SPACES
from .race import chariots
from .record import CARDS, CHARIOTS, LAST_LAP, RACING, STAGES, STATUSES, VOTE

words = Vocabulary()
PLAYER = words.values((None, *COLOURS))
"""Nobody, then the players."""
COUNT_OF_PLAYER = words.keys(COLOURS)
UNKNOWN = words.value(HIDDEN)
CARD = words.values(range(CARDS))
SPACE = words.values(
    lambda tracks: [name for track in tracks for name in (*track.spaces, *[""] * (SPACES - len(track.spaces)))],
    count=TRACKS * SPACES,
)
"""The spaces of every track."""
TEAMS, UNCREWED = 3, 4
"""The most chariots of one player, and the most that nobody drives."""
CHARIOT_NAMES = (
    *COLOURS,
    *(f"{colour} {k + 1}" for k in range(TEAMS) for colour in COLOURS),
    *(f"uncrewed {u + 1}" for u in range(UNCREWED)),
)


def name_of(s: Any, c: int) -> int:
    """Find a chariot's name: its player's colour, numbered in a team; the uncrewed are numbered by themselves."""
    if not is_crewed(s, c):
        return len(COLOURS) * (1 + TEAMS) + c - s.players * s.team
    return owner(s, c) if s.team == 1 else len(COLOURS) * (1 + c // s.players) + owner(s, c)


# --- the race

MOVES = words.key("moves")
SEAT = words.key("seat")
STAGE_KEY = words.key("stage")
STAGE = words.values(STAGES)
TO_MOVE = words.key("to_move")
RACE = words.key("race")
RACES = words.key("races")
TRACK_KEY = words.key("track")
TRACK = words.values(lambda tracks: [track.name for track in tracks], count=TRACKS)
DIRECTION_KEY = words.key("direction")
DIRECTION = words.values(DIRECTIONS)
TURN = words.key("turn")
CHARIOT = words.values(CHARIOT_NAMES)
MUST_PLAY_SIX = words.key("must_play_six")
CARD_TO_DRIVE = words.key("card")
VOTES = words.key("votes", "{")
CHARIOTS_KEY = words.key("chariots", "{")
FACTS_OF_CHARIOT = words.keys(CHARIOT_NAMES, "{")
LAURELS = words.key("laurels", "{")
PLACES = words.key("places", "{")
PLACES_OF_PLAYER = words.keys(COLOURS, "[")


def view(s: Any, seat: int, out: Any) -> None:
    """Show the race as a seat may see it; seat -1 is a spectator."""
    races = 4 if s.tournament else 1
    number_at(out, MOVES, s.moves)
    word_at(out, SEAT, PLAYER + 1 + seat)
    word_at(out, STAGE_KEY, STAGE + s.stage)
    word_at(out, TO_MOVE, PLAYER + 1 + max(s.to_move, -1))
    number_at(out, RACE, min(s.race + 1, races))
    number_at(out, RACES, races)
    word_at(out, TRACK_KEY, TRACK + s.track)
    word_at(out, DIRECTION_KEY, DIRECTION + s.direction)
    word_at(out, TURN, CHARIOT + name_of(s, s.order[s.turn]))
    flag_at(out, MUST_PLAY_SIX, s.must_six)
    word_at(out, CARD_TO_DRIVE, CARD + s.card if s.card else NULL)
    put(out, VOTES)
    if s.stage == VOTE:
        show_votes(s, seat, out)
    put(out, END_DICT)
    put(out, CHARIOTS_KEY)
    for c in range(chariots(s)):
        put(out, FACTS_OF_CHARIOT + name_of(s, c))
        show_chariot(s, c, is_crewed(s, c) and owner(s, c) == seat, out)
        put(out, END_DICT)
    put(out, END_DICT)
    put(out, LAURELS)
    for p in range(s.players):
        number_at(out, COUNT_OF_PLAYER + p, s.laurels[p])
    put(out, END_DICT)
    put(out, PLACES)
    for p in range(s.players):
        put(out, PLACES_OF_PLAYER + p)
        for place in range(CHARIOTS):
            put_number(out, s.places[p, place])
        put(out, END_LIST)
    put(out, END_DICT)


ABSTAINED = words.value("abstained")
OVER_THE_LINE = words.value("finish")


def show_votes(s: Any, seat: int, out: Any) -> None:
    """Show who has voted on an uncrewed chariot; only one's own vote says for what (AVE-O2)."""
    for p in range(s.to_move):
        put(out, COUNT_OF_PLAYER + p)
        choice = s.votes[p] - 2
        if p != seat:
            put(out, UNKNOWN)
        elif choice < 0:
            put(out, ABSTAINED)
        elif choice == FINISH:
            put(out, OVER_THE_LINE)
        else:
            put(out, SPACE + SPACES * s.track + choice)


# --- a chariot

OWNER = words.key("owner")
STATUS_KEY = words.key("status")
STATUS = words.values(STATUSES)
SPACE_KEY = words.key("space")
NUMBER_OF_SPACE = words.key("number")
LAP = words.key("lap")
CROSSINGS = words.key("crossings")
DENARIUS = words.key("denarius")
DISQUALIFIED = words.key("disqualified")
PLACE = words.key("place")
GRID = words.key("grid")
HAND = words.key("hand", "[")
DECK = words.key("deck")
POINTS = words.key("points")
PLAYED = words.key("played", "[")
HAND_WITHOUT = words.key("hand_without", "[")
HAND_WITHOUT_COUNT = words.key("hand_without_count")


def show_chariot(s: Any, c: int, own: bool, out: Any) -> None:
    """Show a chariot: everything but the hand and the order of the deck is public."""
    crewed = is_crewed(s, c)
    word_at(out, OWNER, PLAYER + 1 + owner(s, c) if crewed else NULL)
    word_at(out, STATUS_KEY, STATUS + s.status[c])
    if s.status[c] == RACING:
        word_at(out, SPACE_KEY, SPACE + SPACES * s.track + s.space[c])
        number_at(out, NUMBER_OF_SPACE, s.space[c] + 1)
    else:
        word_at(out, SPACE_KEY, NULL)
        word_at(out, NUMBER_OF_SPACE, NULL)
    number_at(out, LAP, min(s.crossings[c], LAST_LAP))
    number_at(out, CROSSINGS, s.crossings[c])
    flag_at(out, DENARIUS, crewed and s.paid[c] == 0)
    flag_at(out, DISQUALIFIED, s.shamed[c] != 0)
    if s.place[c]:
        number_at(out, PLACE, s.place[c])
    else:
        word_at(out, PLACE, NULL)
    number_at(out, GRID, s.grid[c] + 1)
    put(out, HAND)
    in_deck, points = 0, 0
    for card in range(CARDS):
        put_times(out, CARD + card if own else UNKNOWN, s.hand[c, card])
        in_deck += s.deck[c, card]
        points += card * (s.hand[c, card] + s.deck[c, card])
    put(out, END_LIST)
    number_at(out, DECK, in_deck)
    number_at(out, POINTS, points)
    put(out, PLAYED)
    for card in range(CARDS):
        put_times(out, CARD + card, s.played[c, card])
    put(out, END_LIST)
    if s.limited[c] and not own:
        put(out, HAND_WITHOUT)
        for card in range(1, CARDS):
            put_times(out, CARD + card, s.excluded[c] >> card & 1)
        put(out, END_LIST)
        number_at(out, HAND_WITHOUT_COUNT, s.limited[c])
