"""Players against players, and many games at once: samples, and what their numbers mean. No rule is known here."""
