"""The result of a race or a tournament, race by race."""

from __future__ import annotations

from rich.text import Text

from quadriga.model import Event, State

from .narration import PLACES
from .panel import style

NAME, RACE, LAURELS = 12, 14, 9
NARROW_RACE = 11
ENDS = {"disqualified": "disqualified", "removed": "out of cards", "stranded": "stuck", "finished": "unplaced"}
SHORT = {"disqualified": "disqual.", "out of cards": "no cards"}
LAURELS_FOR = (0, 6, 4, 3, 2, 1, 0)
"""Laurels by place (AVE-F2)."""


def score_sheet(state: State, width: int) -> list[Text]:
    """Write how every chariot fared in every race, the laurels and the standings."""
    view = state.view()
    races = results(state)
    column = RACE if width >= NAME + RACE * len(races) + LAURELS else NARROW_RACE
    heads = "".join(
        f"{f'race {number}' if len(races) > 1 else 'result':<{column}}" for number in range(1, len(races) + 1)
    )
    lines = [Text(f"{'':<{NAME}}{heads}{'laurels':>{LAURELS}}", "bold")]
    if len(races) > 1:
        places = "".join(f"{where[: column - 1]:<{column}}" for where, _ in races)
        lines.append(Text(f"{'':<{NAME}}{places}", "dim"))
    for name, part in sorted(view["chariots"].items(), key=lambda item: -view["laurels"].get(item[1]["owner"], -1)):
        line = Text(f"{name.capitalize():<{NAME}}", style(name))
        cells = (result.get(name, "-") for _, result in races)
        line.append(
            "".join(f"{SHORT.get(cell, cell) if column < RACE else cell:<{column}}" for cell in cells), "not bold"
        )
        owner = part["owner"]
        line.append(f"{view['laurels'][owner]:>{LAURELS}}" if owner and name in (owner, f"{owner} 1") else "")
        lines.append(line)
    for line in lines:
        line.truncate(width)
    return lines + tie_break(state)


def tie_break(state: State) -> list[Text]:
    """Say how equal laurels were told apart."""
    outcome, view = state.outcome, state.view()
    assert outcome is not None
    most = max(outcome.scores)
    level = [seat for seat, laurels in zip(state.game.seats, outcome.scores, strict=True) if laurels == most]
    if len(level) < 2 or not any(any(view["places"][seat]) for seat in level):
        return []
    counts = "; ".join(f"{seat.capitalize()} {' '.join(map(str, view['places'][seat]))}" for seat in level)
    return [Text(f"Equal laurels: most first places decide, then second and so on (AVE-R3): {counts}")]


def results(state: State) -> list[tuple[str, dict[str, str]]]:
    """Play the match again to see how each race ended: its track, and every chariot's result."""
    races: list[tuple[str, dict[str, str]]] = []
    replayed = state.game.from_position(state.start) if state.start else state.game.new(state.seed)
    view = replayed.view()
    where, result = heading(view["track"], view["direction"]), dict[str, str]()
    for action in state.history:
        for event in replayed.play(action):
            if event.kind == "race":
                where, result = heading(event.data["track"], event.data["direction"]), {}
            elif event.kind == "race-ends":
                races.append((where, result))
            else:
                note(event, result)
    return races or [(where, last_race(view))]


def heading(track: str, direction: str) -> str:
    """Name a track and its direction in few letters."""
    return f"{track} {'>>>' if direction == 'clockwise' else '<<<'}"


def note(event: Event, result: dict[str, str]) -> None:
    """Note what an event says of a chariot's result."""
    name = str(event.data.get("chariot", ""))
    if event.kind == "finished" and event.data["place"]:
        place = event.data["place"]
        result[name] = f"{PLACES[place]} +{LAURELS_FOR[place]}"
    elif event.kind in ENDS:
        result.setdefault(name, ENDS[event.kind])


def last_race(view: dict[str, object]) -> dict[str, str]:
    """Read the result of the last race from the table: of a match whose moves are not known."""
    chariots = view["chariots"]
    assert isinstance(chariots, dict)
    return {
        name: f"{PLACES[part['place']]} +{LAURELS_FOR[part['place']]}"
        if part["place"]
        else ENDS.get(part["status"], "-")
        for name, part in chariots.items()
    }
