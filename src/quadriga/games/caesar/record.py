"""The record of Caesar!: the board, both sides' tokens, the turn, and Crassus's row and tiles."""

from __future__ import annotations

from quadriga.kernel.records import layout

from .tables import BORDERS, CENTURIONS, KINDS, PROVINCES, TOKENS

TACTICS, WEALTH, MIGHT, SENATE, POISON, CENTURION = range(6)
NO_BONUS = -1

PLACE, BANK, ORDER, BONUS, TAKE, CRASSUS, OVER = range(7)
"""What is decided: a placement, a draw from the bank, which province closes first, a bonus, which centurion to take;
at CRASSUS the player turns his tile."""
STAGES = ("place", "bank", "order", "bonus", "take", "crassus", "over")

NOT_OVER, LAST_ON_PROVINCE, LAST_ON_BORDER, LAST_UNDER_SENATE, LAST_DISCARDED, NO_PLACEMENT = range(6)
"""How a game was won: where the last control token went (ROME-E2), or that the other could not place (ROME-E1)."""
POISONS = 3
"""The most tokens that poison returns to one bag."""

STATE = layout(
    [
        # chance
        ("secret", "i8", (4,)),
        ("moves", "i8"),
        ("rolls", "i4"),
        # options
        ("poison", "i1"),
        ("centurions", "i1"),
        ("border_control", "i1"),
        ("solo", "i1"),
        ("side", "i1"),
        ("ruthless", "i1"),
        # the turn
        ("to_move", "i1"),
        ("stage", "i1"),
        ("active", "i1"),
        ("bonus_now", "i1"),
        ("first", "i1"),
        ("second", "i1"),
        ("at_closing", "i1"),
        ("extra_turn", "i1"),
        ("centurion_due", "i1"),
        ("waiting", "i4"),
        ("winner", "i1"),
        ("reason", "i1"),
        # the board: border spaces
        ("token", "i1", (BORDERS,)),
        ("owner", "i1", (BORDERS,)),
        ("turned", "i1", (BORDERS,)),
        ("face_down", "i1", (BORDERS,)),
        ("over", "i1", (BORDERS,)),
        ("over_down", "i1", (BORDERS,)),
        # the board: provinces
        ("bonus", "i1", (PROVINCES,)),
        ("free", "i1", (PROVINCES,)),
        ("closed", "i1", (PROVINCES,)),
        ("control", "i1", (PROVINCES,)),
        ("markers", "i1", (PROVINCES,)),
        ("markers_down", "i1", (PROVINCES,)),
        ("influence", "i1", (2, PROVINCES)),
        # the sides
        ("left", "i1", (2,)),
        ("under", "i1", (2,)),
        ("forfeited", "i1", (2,)),
        ("senate", "i1", (2,)),
        ("supply", "i1", (2, KINDS)),
        ("bag", "i1", (2, KINDS)),
        ("stock", "i1", (2, CENTURIONS)),
        ("bank", "i1", (4,)),
        # what everybody knows of a supply
        ("seen", "i1", (2, CENTURIONS)),
        ("returned", "i1", (2, POISONS)),
        ("drawn_since", "i1", (2, POISONS)),
        # Crassus
        ("row", "i1", (TOKENS,)),
        ("in_row", "i1"),
        ("tiles", "i1", (5,)),
        ("tile", "i1"),
        # what a study counts
        ("turns", "i2"),
        ("gained", "i1", (2, 6)),
        ("used", "i1", (2, 6)),
    ]
)
"""`token`, `bonus`, `returned` and `row` hold a kind plus one, `owner`, `over`, `control` and `winner` a side plus one,
`first` and `second` a province plus one; 0 is none. `waiting` holds border spaces as bits. `markers` counts the control
tokens on a province, `markers_down` those face down, `forfeited` those that ruthless Crassus discarded. `at_closing` is
1 once the provinces that the placed token fills are known. `seen` holds the centurions that were taken and are in the
supply still. `gained` and `used` count bonuses, by side and kind."""
