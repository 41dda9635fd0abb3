"""The record of a game of Caesar & Cleopatra, one for both editions, and the stages of its turn."""

from __future__ import annotations

from quadriga.kernel.records import layout

from .material import CALLS, GROUPS, KINDS, SIDE_LIMIT, VALUES

# Stages at which somebody decides.
ARRANGE, OPENING, TAKE, TURN, SECOND, AFTER = range(6)
VETOING, VETO_DRAW, SPYING, SPY_DRAW, CASTLE, EXCHANGE, EXCHANGE_DRAW, REFILL, KEEP = range(6, 15)
# Stages that resolve themselves.
RESUME, SPECIAL, CALL, NEXT = range(15, 19)
OVER = 19
STAGES = (
    "arrange", "opening", "take", "turn", "second", "after",
    "vetoing", "veto-draw", "spying", "spy-draw", "castle", "exchange", "exchange-draw", "refill", "keep",
    "resume", "special", "call", "next", "over",
)  # fmt: skip

# Where a face-down card came from, as far as everybody saw it (see knowledge.py).
NOWHERE, FROM_OPENING, FROM_HAND, FROM_OLD_HAND, FROM_CASTLING, FROM_OLD_CASTLING = range(6)

# What is known of a side's hidden influence cards (see knowledge.py).
SEEN_BY_ALL, SEEN_IN_HAND, SEEN_BEFORE, SEEN_OPENING, SEEN_CASTLED, PERHAPS_OPENING = range(6)
REGIONS = 6
ALL, OPPONENT = 0, 1

# Why the game is over.
NOT_OVER, ALL_WON, BOTH_OUT, BLOCKED, PASSES = range(5)

# What `tally` counts.
HELD, TIED, SPECIALS, REVERSED = range(4)

STATE = layout(
    [
        # chance
        ("secret", "i8", (4,)),
        ("moves", "i8"),
        ("rolls", "i4"),
        # options
        ("arranged", "i1"),
        ("orgies", "i1"),
        ("veterans", "i1"),
        ("starter", "i1"),
        ("joint_limit", "i1"),
        # whose decision it is, and where in the turn
        ("stage", "i1"),
        ("resume", "i1"),
        ("to_move", "i1"),
        ("active", "i1"),
        ("turns", "i2"),
        ("placed", "i1"),
        ("first_up", "i1"),
        ("acted", "i1"),
        ("named", "i2"),
        ("cursor", "i1"),
        ("exchanged", "i1"),
        ("must_hold", "i1"),
        ("alone", "i1"),
        ("passes", "i1"),
        ("reason", "i1"),
        # patricians and votes
        ("patricians", "i1", (GROUPS,)),
        ("won", "i1", (2, GROUPS)),
        ("bag", "i1", (CALLS,)),
        ("out", "i1", (CALLS,)),
        ("tally", "i2", (4,)),
        # cards of each side
        ("hand", "i1", (2, VALUES)),
        ("pile", "i1", (2, VALUES)),
        ("discard", "i1", (2, VALUES)),
        ("actions", "i1", (2, KINDS)),
        ("action_pile", "i1", (2, KINDS)),
        ("action_discard", "i1", (2, KINDS)),
        ("order", "i1", (2, 13)),
        ("ordered", "i1", (2,)),
        ("up", "i1", (2, GROUPS, VALUES)),
        ("down", "i1", (2, GROUPS, SIDE_LIMIT)),
        ("origin", "i1", (2, GROUPS, SIDE_LIMIT)),
        ("downs", "i1", (2, GROUPS)),
        ("laid", "i1", (2, GROUPS)),
        ("lifted", "i1", (VALUES,)),
        # secret tasks
        ("bonus", "i1", (2,)),
        ("missions", "i1", (2, 2)),
        ("kept", "i1", (2,)),
        # what others know of the hidden cards
        ("known", "i1", (2, REGIONS, VALUES)),
        ("known_actions", "i1", (2, 2, KINDS)),
    ]
)
"""`down[p, g]` lists the face-down cards in the order of their places, `downs` how many; unused places are 0.
`laid` counts all cards of a side at a group. `bonus` and `missions` count from 1, 0 is none; a kept mission is the
first. `named` is the action that waits for its veto."""
