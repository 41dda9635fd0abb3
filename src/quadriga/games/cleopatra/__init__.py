"""Caesar & Cleopatra, both editions.

`material.py` holds the facts, `record.py` the record; `influence.py`, `vote.py`, `action.py` and `knowledge.py` are the
rules both editions share; `classic.py` (1997) and `renewed.py` (2024) are what they do not. `moves.py`, `view.py` and
`position.py` name things for people. Nothing in here knows the web, the players or the disk.
"""

GAMES = {"caesar-cleopatra-1997": "game:CLASSIC", "caesar-cleopatra-2024": "game:RENEWED"}
