"""How a side, a province, a border space and its tokens are written on the map, in three sizes."""

from __future__ import annotations

from typing import Any

Label = tuple[str, str]
"""A text and its style."""

STYLES = {"caesar": "bold bright_red", "pompey": "bold bright_blue"}
SYMBOL_STYLES = {"sword": "yellow", "shield": "green", "ship": "cyan"}
NAME_STYLE, CLOSED_STYLE = "bold", "dim"
COMPACT, MEDIUM, LARGE = range(3)
SHORT = {
    "Hispania Ulterior": "Hisp.Ult",
    "Hispania Citerior": "Hisp.Cit",
    "Mauritania": "Mauritan",
    "Gallia Cisalpina": "Gall.Cis",
    "Macedonia": "Macedon",
}
BONUS_LETTERS = 3


def sign(view: dict[str, Any], side: str) -> str:
    """Write a side as one letter: C, P, or X for Crassus, whichever colour he has."""
    return "X" if view["sides"][side]["player"] == "crassus" else side[0].upper()


def player_name(view: dict[str, Any], side: str) -> str:
    """Name who plays a side."""
    return str(view["sides"][side]["player"]).capitalize()


def face(text: str, down: bool) -> str:
    """Write what lies face down in round brackets."""
    return f"({text})" if down else text


def sums(view: dict[str, Any], name: str) -> list[Label]:
    """Write the influence of both sides in a province."""
    influence = view["provinces"][name]["influence"]
    return [(f"{sign(view, side)}{number}", STYLES[side]) for side, number in influence.items()]


def control(view: dict[str, Any], name: str) -> Label:
    """Write the control tokens on a province in square brackets."""
    province = view["provinces"][name]
    side, down = province["control"], province["control_tokens_face_down"]
    letters = [face(sign(view, side), number < down) for number in reversed(range(province["control_tokens"]))]
    return f"[{''.join(letters)}]", STYLES[side]


def province_state(view: dict[str, Any], name: str) -> list[Label]:
    """Write a province's bonus and free border spaces, or who controls it, or that nobody ever will."""
    province = view["provinces"][name]
    if province["control"]:
        return [control(view, name)]
    if not province["bonus"]:
        return [("tied", CLOSED_STYLE)]
    free = [] if province["closed"] else [(f"{province['spaces_left']} free", "")]
    return [(province["bonus"], ""), *free]


def province_label(view: dict[str, Any], name: str, size: int, width: int) -> list[list[Label]]:
    """Write a province in lines: its name, its bonus and free spaces or who controls it, the influence of both sides.

    Where a line is too long, the influence in a closed province is left out: it does not count any more.
    """
    state, influence = province_state(view, name), sums(view, name)
    if size == LARGE:
        return [[(name, NAME_STYLE)], state, influence]
    if size == COMPACT:
        free = [(text.removesuffix(" free"), style) for text, style in state[1:]]
        state = [(text if text[0] == "[" else text[:BONUS_LETTERS], style) for text, style in state[:1]]
    else:
        free = state[1:]
    second = [state[0], *influence]
    if view["provinces"][name]["closed"] and length(second) > width:
        second = state[:1]
    return [[(SHORT.get(name, name), NAME_STYLE), *free], second]


def length(labels: list[Label]) -> int:
    """Count the columns of labels side by side."""
    return sum(len(text) + 1 for text, _ in labels) - 1


def border_label(view: dict[str, Any], name: str, ends: tuple[str, str], *, upright: bool) -> Label:
    """Write a border space: its symbol, or the token on it with its numbers facing the provinces at both ends.

    The first end is the western one, or the northern one where the provinces lie above each other (`upright`).
    """
    space = view["borders"][name]
    if space["control"]:
        side = space["control"]["side"]
        return f"[{face(sign(view, side), space['control']['face_down'])}]", STYLES[side]
    token = space["token"]
    if token is None:
        guarded = space["border_control"] and "border-control" in view["options"]["modules"]
        return f"{space['symbol']}!" if guarded else space["symbol"], SYMBOL_STYLES[space["symbol"]]
    letter, style = sign(view, token["side"]), STYLES[token["side"]]
    if token["face_down"]:
        return f"({letter})", style
    first, second = (token["numbers"][end] for end in ends)
    return (f"{letter}^{first}v{second}" if upright else f"{letter}<{first} {second}>"), style
