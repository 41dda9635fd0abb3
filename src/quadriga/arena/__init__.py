"""Players against players, and many games at once: samples, and what their numbers mean. No rule is known here."""

from .arena import Arena, play_arena

__all__ = ["Arena", "play_arena"]
