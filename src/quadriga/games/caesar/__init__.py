"""Caesar! Seize Rome in 20 Minutes, with its modules and Crassus, the solo opponent.

Board, tokens, bonuses and command tiles are data in `components.yaml`. Nothing here knows the web, the players or the
disk beyond that file.
"""

GAMES = {"caesar": "game:GAME"}
