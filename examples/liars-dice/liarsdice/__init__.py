"""Liar's Dice: `rules.py` is the game, `game.py` tells Quadriga about it, `clauses/` is its rulebook."""
