"""What happened, in words."""

from __future__ import annotations

from rich.text import Text

from quadriga.model import Event, Game, Outcome

from .layout import paragraph


def narrate(events: list[Event], width: int) -> list[Text]:
    """Write events as sentences, every turn on a new line."""
    turns: list[list[str]] = [[]]
    if events and events[-1].kind == "turn":
        events = events[:-1]  # the question that follows says whose turn it is
    for event in events:
        if event.kind == "turn":
            turns.append([])
        turns[-1].append(event.text.rstrip(".") + ".")
    return [line for sentences in turns for line in paragraph(sentences, width, "italic" if sentences else "")]


def verdict(game: Game, outcome: Outcome) -> str:
    """Say who has won."""
    names = [game.seats[seat].capitalize() for seat in outcome.winners]
    if len(game.seats) == 1 and not names:
        opponent = game.definition.solo_opponent
        return f"{game.seats[0].capitalize()} loses{f' to {opponent.capitalize()}' if opponent else ''}"
    if not names:
        return "A draw" if max(outcome.scores) else "Nobody wins"
    return f"{names[0]} wins" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} share the victory"
