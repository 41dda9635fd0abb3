"""Ave Caesar.

`tracks/` holds the tracks as data; `facts.py` reads a file, `track.py` derives its graph, `checks.py` refuses a track
that cannot be raced on, `geometry.py` says where each space is drawn. Nothing in here knows the web or the players.
"""

GAMES = {"ave-caesar": "game:GAME"}
