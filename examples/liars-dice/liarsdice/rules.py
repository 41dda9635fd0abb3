"""The rules of Liar's Dice: plain Python over one flat record, which runs interpreted, compiled and on a GPU."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.records import layout
from quadriga.kernel.tell import tell

SEATS = 4
"""The most players; a match may have fewer."""
FACES = 6
MOST_DICE = 5 * SEATS
CALL = MOST_DICE * FACES
"""The action that doubts a bid; those before it are the bids, from one of the lowest face up."""
NUM_ACTIONS = CALL + 1
FEWEST_PLAYERS, FEWEST_DICE = 2, 1

BID, CALLED, SHOWED, LOST, ROLLED, ENDED = range(6)
"""What the rules tell."""

STATE = layout(
    [
        # chance
        ("secret", "i8", (4,)),
        ("moves", "i8"),
        ("rolls", "i4"),
        # options, each by the number of its choice
        ("players", "i1"),
        ("dice", "i1"),
        ("wild", "i1"),
        # the table
        ("to_move", "i1"),
        ("dice_left", "i1", (SEATS,)),
        ("rolled", "i1", (SEATS, FACES)),
        ("bid", "i1"),
        ("bidder", "i1"),
        ("round", "i2"),
    ]
)
"""`rolled` counts each seat's dice by face; `bid` is the action of the last bid plus one, 0 before the first."""


def players(s: Any) -> int:
    """Count the players."""
    return s.players + FEWEST_PLAYERS


def setup(s: Any) -> None:
    """Give everybody their dice and roll them; the first seat begins (LIAR-1, LIAR-2)."""
    for seat in range(players(s)):
        s.dice_left[seat] = s.dice + FEWEST_DICE
    begin_round(s, 0)


def begin_round(s: Any, starter: int) -> None:
    """Roll all dice, each player's unseen by the others (LIAR-2)."""
    s.round += 1
    s.bid = 0
    s.to_move = starter
    for seat in range(players(s)):
        roll_dice(s, seat)
    tell(s, ROLLED, starter, s.round, 0, 0)


def roll_dice(s: Any, seat: int) -> None:
    """Roll one player's dice."""
    for face in range(FACES):
        s.rolled[seat, face] = 0
    for _ in range(s.dice_left[seat]):
        s.rolled[seat, roll(s, FACES)] += 1


def dice_in_play(s: Any) -> int:
    """Count everybody's dice."""
    count = 0
    for seat in range(players(s)):
        count += s.dice_left[seat]
    return count


def legal(s: Any, moves: Any) -> int:
    """List the actions of the seat to move: every higher bid (LIAR-3), and to doubt the last one (LIAR-4)."""
    count = 0
    for action in range(s.bid, dice_in_play(s) * FACES):
        moves[count] = action
        count += 1
    if s.bid > 0:
        moves[count] = CALL
        count += 1
    return count


def play(s: Any, action: int) -> None:
    """Bid, or doubt the last bid."""
    if action == CALL:
        call(s)
        return
    tell(s, BID, s.to_move, action // FACES + 1, action % FACES + 1, 0)
    s.bid = action + 1
    s.bidder = s.to_move
    s.to_move = next_player(s, s.to_move)


def next_player(s: Any, seat: int) -> int:
    """Find the next player who has dice left."""
    seat = (seat + 1) % players(s)
    while s.dice_left[seat] == 0:
        seat = (seat + 1) % players(s)
    return seat


def call(s: Any) -> None:
    """Uncover all dice; whoever was wrong loses one (LIAR-4), and whoever has none left is out (LIAR-6)."""
    count, face = (s.bid - 1) // FACES + 1, (s.bid - 1) % FACES
    tell(s, CALLED, s.to_move, 0, 0, 0)
    found = 0
    for seat in range(players(s)):
        shown = showing(s, seat, face)
        found += shown
        if s.dice_left[seat] > 0:
            tell(s, SHOWED, seat, shown, face + 1, 0)
    loser = s.to_move if found >= count else s.bidder
    tell(s, LOST, loser, found, count, face + 1)
    s.dice_left[loser] -= 1
    starter = loser if s.dice_left[loser] > 0 else next_player(s, loser)
    if s.dice_left[starter] == dice_in_play(s):
        s.to_move = -1
        s.bid = 0
        roll_dice(s, loser)
        tell(s, ENDED, starter, 0, 0, 0)
    else:
        begin_round(s, starter)


def showing(s: Any, seat: int, face: int) -> int:
    """Count a player's dice that show a face; with wild ones, ones show every face (LIAR-5)."""
    count = s.rolled[seat, face]
    if s.wild > 0 and face > 0:
        count += s.rolled[seat, 0]
    return count


def score(s: Any, seat: int) -> int:
    """Count the dice that a seat has left."""
    return s.dice_left[seat]


def wins(s: Any, seat: int) -> bool:
    """Tell whether a seat is the last with dice (LIAR-6)."""
    return s.to_move < 0 and s.dice_left[seat] > 0


def broken(s: Any) -> int:
    """Check a position: everybody has as many dice as they rolled, and a bid is of dice that there are."""
    for seat in range(SEATS):
        count = 0
        for face in range(FACES):
            if s.rolled[seat, face] < 0:
                return 1
            count += s.rolled[seat, face]
        if count != s.dice_left[seat] or count > s.dice + FEWEST_DICE or (seat >= players(s) and count > 0):
            return 2
    if s.to_move >= players(s) or s.to_move < -1 or not 0 <= s.bidder < players(s):
        return 3
    if not 0 <= s.bid <= dice_in_play(s) * FACES:
        return 4
    alive = 0
    for seat in range(players(s)):
        alive += s.dice_left[seat] > 0
    if s.to_move < 0:
        return 5 if alive != 1 else 0
    if alive < 2 or s.dice_left[s.to_move] == 0:
        return 6
    return 7 if s.bid > 0 and (s.bidder == s.to_move or s.dice_left[s.bidder] == 0) else 0


# --- what a seat knows


def redeal(s: Any, seat: int) -> None:
    """Roll everybody else's dice again: nothing is known of them."""
    for other in range(players(s)):
        if other != seat and s.to_move >= 0:
            roll_dice(s, other)


OBSERVATION = 6 + FACES + SEATS


def observe(s: Any, seat: int, out: Any) -> None:
    """Write what a seat sees: the bid and who made it, its own dice, and how many everybody has, itself first."""
    out[0] = s.to_move == seat
    out[1] = s.players
    out[2] = s.wild
    out[3] = (s.bid + FACES - 1) // FACES
    out[4] = (s.bid - 1) % FACES + 1 if s.bid > 0 else 0
    out[5] = (s.bidder - seat) % players(s) if s.bid > 0 else 0
    for face in range(FACES):
        out[6 + face] = s.rolled[seat, face]
    for k in range(SEATS):
        out[6 + FACES + k] = s.dice_left[(seat + k) % players(s)] if k < players(s) else 0
