"""How our players judge this game. No rule is in here."""
