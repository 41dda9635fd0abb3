"""The fixed numbering of actions, one for both editions. Numbers never change their meaning."""

from __future__ import annotations

PLACE_DOWN = 0
"""5 * value + group; also the cards of the opening and of a castling."""
PLACE_UP = 30
"""5 * value + group."""
KILL_UP = 60
"""5 * value + group: assassination of a face-up card."""
KILL_DOWN = 90
"""5 * group + place: assassination of a face-down card (2024)."""
SCOUT_AT = 115
WRATH_AT = 120
CASTLE_AT = 125
"""Number of the pair of groups."""
SPY_NOW = 135
VETO_IT = 136
ALLOW = 137
DRAW_INFLUENCE = 138
DRAW_ACTION = 139
DRAW_NOTHING = 140
DISCARD = 141
"""Influence card, by value: to exchange it, or out of the spied hand."""
DISCARD_ACTION = 147
PICK = 153
"""Action card: the next one of the pile in arranging it (1997), the one to hold (2024, veterans)."""
KEEP_MISSION = 159
PASS = 167
DONE = 168
NUM_ACTIONS = 169
