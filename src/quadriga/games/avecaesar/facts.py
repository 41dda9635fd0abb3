"""The facts of a track file, read with suspicion: what is unknown, missing or of the wrong type is refused here."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import yaml

from quadriga.errors import QuadrigaError

IMPERIAL = "K"
STATUSES = ("reconstructed", "own")
KINDS = ("open", "wall", "neck")
DIRECTIONS = ("counter-clockwise", "clockwise")


class TrackError(QuadrigaError):
    """A track is impossible to race on; the message says why."""


@dataclass(frozen=True)
class Section:
    """A section of a track: its lanes with their lengths; turn (degrees) and length (spaces) say how it is drawn."""

    id: str
    kind: str
    lanes: tuple[tuple[int, int], ...]
    turn: float
    length: float | None

    @property
    def rows(self) -> int:
        """Count the spaces of the shortest lane."""
        return min(length for _, length in self.lanes)


@dataclass(frozen=True)
class ImperialLane:
    """The imperial lane, driven clockwise: where it leaves the track and joins it, after which space the line lies."""

    lane: int
    spaces: int
    enter_from: str
    leave_to: str
    line_after: int


class _OnceLoader(yaml.SafeLoader):
    """A YAML loader that refuses a key given twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys: list[Any] = []
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in keys:
                raise TrackError(f"{key!r} is given twice, again in line {key_node.start_mark.line + 1}")
            keys.append(key)
        return super().construct_mapping(node, deep)


def read_yaml(path: Path) -> Any:
    """Read a track file as it stands."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), _OnceLoader)
    except TrackError as error:
        raise TrackError(f"{path.name}: {error}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise TrackError(f"{path.name} cannot be read: {error}") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # a date like 2024-99-99 is a ValueError
        raise TrackError(f"{path.name} is not YAML: {error}") from error


def read_facts(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Read the content of a track file into the parts of a track."""
    _is(data is not None, f"{name}: the file is empty")
    _fields(data, name, "name", "title", "status", "sections", "imperial_lane", "start")
    _is(data["name"] == name, f"{name}: the file names itself {data['name']!r}")
    _is(bool(re.fullmatch(r"[A-Za-z0-9][\w.-]*", name)), f"{name!r} is no name; letters, digits, '.', '_' and '-' are")
    title = data["title"]
    _is(isinstance(title, str) and title.strip() != "", f"{name}: the title must be a text, not {title!r}")
    status = data["status"]
    _is(status in STATUSES, f"{name}: unknown status {status!r}; allowed: {', '.join(STATUSES)}")
    sections = data["sections"]
    _is(isinstance(sections, list) and len(sections) > 1, f"{name}: sections must be a list of at least two")
    return {
        "name": name,
        "title": title,
        "status": status,
        "sections": tuple(_section(part, f"{name}: section {n}") for n, part in enumerate(sections, 1)),
        "imperial": _imperial(data["imperial_lane"], f"{name}: imperial_lane"),
        "start": _start(data["start"], f"{name}: start"),
    }


def _section(data: Any, where: str) -> Section:
    _fields(data, where, "id", "kind", "lanes", optional=("turn", "length"))
    name, kind, lanes = data["id"], data["kind"], data["lanes"]
    _is(isinstance(name, str), f"{where}: the id must be a text, not {name!r}")
    _is(bool(re.fullmatch("[A-Z][A-Za-z0-9]*", name)), f"{where}: {name!r} is no id; ids are like S1")
    _is(name != IMPERIAL, f"{where}: {IMPERIAL} names the imperial lane")
    _is(kind in KINDS, f"{where}: unknown kind {kind!r}; allowed: {', '.join(KINDS)}")
    _is(isinstance(lanes, Mapping) and len(lanes) > 0, f"{where}: lanes must name each lane and its length")
    for lane, length in lanes.items():
        _is(_whole(lane) and lane >= 0, f"{where}: {lane!r} is no number of a lane")
        _is(_whole(length) and length >= 1, f"{where}: lane {lane} cannot have {length!r} spaces")
    if kind == "neck":
        _is(list(lanes.values()) == [1], f"{where}: a neck is one space on one lane")
    if kind == "open":
        _is(len(set(lanes.values())) == 1, f"{where}: the lanes of an open section are equally long")
    if kind == "wall":
        _is(len(lanes) > 1, f"{where}: a wall needs lanes on both sides")
    turn, length = data.get("turn", 0), data.get("length")
    _is(_number(turn) and abs(turn) <= 270, f"{where}: the turn must be degrees from -270 to 270, not {turn!r}")
    _is(length is None or (_number(length) and 0 < length <= 96), f"{where}: {length!r} is no length")
    return Section(name, kind, tuple(sorted(lanes.items())), float(turn), None if length is None else float(length))


def _imperial(data: Any, where: str) -> ImperialLane:
    _fields(data, where, "lane", "spaces", "enter_from", "leave_to", "line_after")
    for field in ("lane", "spaces", "line_after"):
        _is(_whole(data[field]), f"{where}: {field} must be a whole number, not {data[field]!r}")
    for field in ("enter_from", "leave_to"):
        _is(isinstance(data[field], str), f"{where}: {field} must name a space, not {data[field]!r}")
    return ImperialLane(**data)


def _start(data: Any, where: str) -> tuple[tuple[str, ...], ...]:
    _fields(data, where, *DIRECTIONS)
    for direction in DIRECTIONS:
        grid = data[direction]
        named = isinstance(grid, list) and all(isinstance(space, str) for space in grid)
        _is(named, f"{where}: {direction} must be a list of spaces, not {grid!r}")
    return tuple(tuple(data[direction]) for direction in DIRECTIONS)


def _fields(data: Any, where: str, *required: str, optional: tuple[str, ...] = ()) -> None:
    """Refuse anything that does not have exactly these fields."""
    _is(isinstance(data, Mapping), f"{where}: expected fields and values, not {data!r}")
    unknown = [str(field) for field in data if field not in required + optional]
    _is(not unknown, f"{where}: unknown field {', '.join(unknown)}; allowed: {', '.join(required + optional)}")
    missing = [field for field in required if field not in data]
    _is(not missing, f"{where}: {', '.join(missing)} is missing")


def _is(holds: bool, otherwise: str) -> None:
    if not holds:
        raise TrackError(otherwise)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return _whole(value) or (isinstance(value, float) and isfinite(value))
