"""The table of the chariots: place in the race, lap, homage, points and how short they are."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from quadriga.terminal.layout import wrapped

from .ways import Chariot, must_hail, progress, spare_points, track_of

STYLES = {
    "red": "bold bright_red", "blue": "bold bright_blue", "green": "bold bright_green", "yellow": "bold bright_yellow",
    "white": "bold bright_white", "purple": "bold bright_magenta", "uncrewed": "bold dim",
}  # fmt: skip
PLACES = ("", "first", "second", "third", "fourth", "fifth", "sixth")
GONE = {"removed": "out of cards", "stranded": "stuck", "disqualified": "finished, disqualified"}
NARROW = 29
"""Columns of the list without those of a tournament."""
LAURELS = " laurels"


def letter(name: str) -> str:
    """Write a chariot as its colour's first letter, and its number in a team or among the uncrewed."""
    colour, _, number = name.partition(" ")
    return colour[0].upper() + number


def style(name: str) -> str:
    """Give the colour of a chariot."""
    return STYLES[name.partition(" ")[0]]


def standing(view: dict[str, Any]) -> list[tuple[str, str]]:
    """List the chariots from the front with their place in the race: the finished, the racing, those that are out."""
    chariots = view["chariots"]
    finished = sorted((name for name in chariots if chariots[name]["place"]), key=lambda name: chariots[name]["place"])
    racing = {name: progress(view, part) for name, part in chariots.items() if part["status"] == "racing"}
    order = [(str(chariots[name]["place"]), name) for name in finished]
    for name in sorted(racing, key=lambda name: -racing[name]):
        order.append((str(len(finished) + 1 + sum(far > racing[name] for far in racing.values())), name))
    return order + [("-", name) for name in chariots if name not in racing and name not in finished]


def panel(view: dict[str, Any], width: int) -> list[Text]:
    """Write the race and its chariots in a column of this many characters."""
    tournament = view["races"] > 1
    heads = f"{'#':<2}{'':<3}{'lap':>3} {'ave':<5}{'pts':>3}{'spare':>6}{'cards':>6}"
    lines = wrapped(Text(title(view), "bold"), width)
    if track_of(view).status == "reconstructed":
        lines.append(Text("(a reconstructed track)", "dim"))
    with_laurels = tournament and width >= NARROW + len(LAURELS)
    lines.append(Text(heads + (LAURELS if with_laurels else ""), "dim"))
    for place, name in standing(view):
        line = chariot_line(view, place, name)
        owner = view["chariots"][name]["owner"]
        if with_laurels and owner:
            line.append(" " * (len(heads) - line.cell_len) + f"{view['laurels'][owner]:>{len(LAURELS)}}")
        line.truncate(width)
        lines.append(line)
    if tournament and not with_laurels:
        laurels = " ".join(f"{letter(seat)}{count}" for seat, count in view["laurels"].items())
        lines += wrapped(Text(f"laurels {laurels}"), width, 2)
    for name, part in view["chariots"].items():
        lines += known_hand(view, name, part, width)
    return lines


def title(view: dict[str, Any]) -> str:
    """Name the race."""
    race = f"Race {view['race']} of {view['races']}, " if view["races"] > 1 else ""
    return f"{race}{view['track']}, {view['direction']}"


def chariot_line(view: dict[str, Any], place: str, name: str) -> Text:
    """Write one chariot."""
    part = view["chariots"][name]
    line = Text.assemble(f"{place:<2}", (f"{letter(name):<3}", style(name)))
    if part["status"] != "racing":
        ended = GONE.get(part["status"], f"finished {PLACES[part['place'] or 0]}".rstrip())
        return line.append(f"{ended}", "dim")
    spare = spare_points(view, part)
    lap = part["lap"] or f"g{part['grid']}"
    line.append(f"{lap:>3} {homage(part):<5}{part['points']:>3}")
    line.append(f"{'-' if spare is None else f'{spare:+d}':>6}", "bold red" if spare is None or spare < 0 else "")
    line.append(f"{len(part['hand']) + part['deck']:>6}")
    return line


def homage(part: Chariot) -> str:
    """Say how a chariot stands with the emperor."""
    if part["owner"] is None:
        return "-"
    return "disq" if part["disqualified"] else "due" if must_hail(part) else "paid"


def known_hand(view: dict[str, Any], name: str, part: Chariot, width: int) -> list[Text]:
    """Write one's own hand, and what everybody knows of another's."""
    if part["status"] != "racing" or part["owner"] is None:
        return []
    if part["owner"] == view["seat"]:
        held = " ".join(map(str, part["hand"])) or "empty"
        whose = "your hand" if name == view["seat"] else f"your hand {letter(name)}"
        return wrapped(Text.assemble((f"{whose} ", style(name)), (held, "bold")), width, 2)
    if part.get("hand_without"):
        without = " ".join(map(str, part["hand_without"]))
        return wrapped(Text(f"{letter(name)} was skipped: {part['hand_without_count']} no {without}", "dim"), width, 2)
    return []
