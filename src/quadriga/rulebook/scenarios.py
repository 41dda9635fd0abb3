"""Scenarios: a position, moves, and what must hold. Tests run them, the rules page plays them, lessons use them.

    id: cc97-ex1
    title: The higher sum wins, and loses its highest card
    shows: [CC97-EX1, CC97-V2, CC97-V3]
    game: caesar-cleopatra-1997
    options: {action_pile: shuffled}
    position: {...}                             # as Game.from_position takes it
    steps:
    - "3 face down at aediles"                  # a move that must be legal
    - {refused: "3 face up at aediles", rule: CC97-T3}
    - {legal: [done, "wrath at aediles"]}       # exactly these
    - {offers: [...], offers_not: [...]}
    - {expect: {cleopatra.won.aediles: 1, cleopatra.discard: [3]}}   # parts of State.position()
    - {sees: caesar, expect: {sides.cleopatra.hand.influence: ["?"]}}   # parts of State.view(); `spectator` for None
    - {happened: ["Vote at the aediles, ..."]}  # texts of events of the last move, in this order, others between
    - {outcome: {winners: [cleopatra], scores: [9, 0], rule: CC97-E1}}

A number stands for the card of that value. A missing part equals 0, an empty list, false and null. Chance is fixed by
`position.seed`; `find_seed` looks for one under which all that is expected comes true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

import yaml

from quadriga.errors import IllegalMove, QuadrigaError
from quadriga.games import definition

if TYPE_CHECKING:
    from quadriga.model import Event, State

FIELDS = ("id", "title", "shows", "game", "options", "position", "steps", "text")
STEPS = ("refused", "rule", "legal", "offers", "offers_not", "expect", "sees", "happened", "outcome")


class ScenarioError(QuadrigaError):
    """A scenario is wrong, or one of its expectations does not hold; the message says which."""


@dataclass(frozen=True)
class Scenario:
    """One scenario."""

    id: str
    title: str
    game: str
    shows: tuple[str, ...]
    options: Mapping[str, str]
    position: Mapping[str, Any]
    steps: tuple[Any, ...]
    text: str = ""

    def told_in(self, language: str) -> tuple[str, str]:
        """Return title and text in a language."""
        if language == "en":
            return self.title, self.text
        texts = translations(self.game, language)[self.id]
        return texts["title"], texts.get("text", "")


@cache
def translations(game: str, language: str) -> dict[str, dict[str, str]]:
    """Read titles and texts of a game's scenarios in a language."""
    path = definition(game).folder / "translations" / language / f"{game}.yaml"
    found: dict[str, dict[str, str]] = yaml.safe_load(path.read_text("utf-8"))
    return found


def read_scenario(data: Any, name: str) -> Scenario:
    """Check the form of a scenario."""
    if not isinstance(data, Mapping):
        raise ScenarioError(f"{name}: a scenario is a mapping")
    for field in data:
        if field not in FIELDS:
            raise ScenarioError(f"{name}: unknown field {field!r}; fields are {', '.join(FIELDS)}")
    for field in ("id", "title", "shows", "game", "steps"):
        if not data.get(field):
            raise ScenarioError(f"{name}: {field} is missing")
    for step in data["steps"]:
        if not isinstance(step, str):
            for field in step:
                if field not in STEPS:
                    raise ScenarioError(f"{name}: unknown step {field!r}; steps are moves or {', '.join(STEPS)}")
    return Scenario(
        data["id"], data["title"], data["game"], tuple(data["shows"]), data.get("options") or {},
        data.get("position") or {}, tuple(data["steps"]), data.get("text", ""),
    )  # fmt: skip


def scenarios(game: str) -> list[Scenario]:
    """Load all scenarios of a game, in the order of their files."""
    return list(_scenarios(game))


@cache
def _scenarios(game: str) -> tuple[Scenario, ...]:
    folder = definition(game).folder / "scenarios" / game
    if not folder.is_dir():
        return ()
    return tuple(scenario for path in _files(folder) for scenario in load_file(path))


def load_file(path: Traversable) -> Iterator[Scenario]:
    """Read the scenarios of one file, a list or several documents."""
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for document in yaml.load_all(path.read_text(encoding="utf-8"), Loader=loader):
        for data in document if isinstance(document, list) else [document]:
            yield read_scenario(data, path.name)


def _files(folder: Traversable) -> list[Traversable]:
    if not folder.is_dir():
        return []
    return sorted((path for path in folder.iterdir() if path.name.endswith(".yaml")), key=lambda path: path.name)


def run(scenario: Scenario) -> State:
    """Play a scenario; ScenarioError says which step does not hold."""
    import quadriga

    try:
        state = quadriga.load(scenario.game, **scenario.options).from_position(scenario.position)
    except QuadrigaError as error:
        raise ScenarioError(f"{scenario.id}: {error}") from error
    events: tuple[Event, ...] = ()
    for number, step in enumerate(scenario.steps, 1):
        try:
            if isinstance(step, str):
                events = state.play(step)
            else:
                check_step(state, step, events)
        except QuadrigaError as error:
            raise ScenarioError(f"{scenario.id}, step {number}: {error}") from error
    return state


def check_step(state: State, step: Mapping[str, Any], events: tuple[Event, ...]) -> None:
    """Check one step that is not a move."""
    texts = [move.text for move in state.legal]
    if "refused" in step:
        check_refused(state, step["refused"], step.get("rule"))
    if "legal" in step and sorted(texts) != sorted(step["legal"]):
        raise ScenarioError(f"legal are {texts}")
    for text in step.get("offers", ()):
        if text not in texts:
            raise ScenarioError(f"{text!r} is not offered; legal are {texts}")
    for text in step.get("offers_not", ()):
        state.game.move(text)
        if text in texts:
            raise ScenarioError(f"{text!r} is offered")
    if "expect" in step:
        shown = state.position()
        if "sees" in step:
            shown = state.view(None if step["sees"] == "spectator" else state.game.seats.index(step["sees"]))
        for path, value in step["expect"].items():
            found = look_up(shown, path)
            if not same(found, value):
                raise ScenarioError(f"{path} is {found!r}, expected {value!r}")
    if "happened" in step:
        check_happened([event.text for event in events], step["happened"])
    if "outcome" in step:
        check_outcome(state, step["outcome"])


def check_refused(state: State, move: str, rule: str | None) -> None:
    """Check that a move is refused by its clause and changes nothing."""
    before = state.bits.tobytes()
    try:
        state.play(move)
    except IllegalMove as error:
        if error.rule != rule:
            raise ScenarioError(f"{move!r} is refused by {error.rule}, expected {rule}") from error
    else:
        raise ScenarioError(f"{move!r} is allowed, expected {rule} to refuse it")
    if state.bits.tobytes() != before:
        raise ScenarioError(f"refusing {move!r} changed the state")


def check_happened(found: list[str], expected: list[str]) -> None:
    """Check that events of the last move happened in this order."""
    rest = iter(found)
    for text in expected:
        if not any(text in other for other in rest):
            raise ScenarioError(f"{text!r} did not happen in order; what happened: {found}")


def check_outcome(state: State, expected: Mapping[str, Any] | None) -> None:
    """Check how the game ended; null is a game that goes on."""
    outcome = state.outcome
    if outcome is None or expected is None:
        if outcome is not None or expected is not None:
            raise ScenarioError(f"the outcome is {outcome}")
        return
    seats = state.game.seats
    found = {
        "winners": [seats[seat] for seat in outcome.winners],
        "scores": list(outcome.scores),
        "rule": outcome.rule,
        "reason": outcome.reason,
    }
    for name, value in expected.items():
        if found[name] != value:
            raise ScenarioError(f"{name} of the outcome is {found[name]!r}, expected {value!r}")


def look_up(shown: Any, path: str) -> Any:
    """Find a part of a nested mapping by its dotted path; None if there is none."""
    for name in path.split("."):
        if isinstance(shown, list) and name.isdigit() and int(name) < len(shown):
            shown = shown[int(name)]
        elif isinstance(shown, Mapping) and name in shown:
            shown = shown[name]
        else:
            return None
    return shown


def same(found: Any, expected: Any) -> bool:
    """Compare what is found with what is expected: a number stands for its card, a missing part for nothing."""
    if isinstance(found, list) and isinstance(expected, list):
        return len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        return all(same(found.get(key), expected.get(key)) for key in {*found, *expected})
    if isinstance(found, str) and isinstance(expected, int):
        return found == str(expected)
    return bool(found == expected) or not (found or expected)


def find_seed(scenario: Scenario, limit: int = 10000) -> int:
    """Look for the smallest seed under which a scenario holds; ScenarioError with the last reason if there is none."""
    reason = ""
    for seed in range(limit):
        try:
            run(Scenario(**{**vars(scenario), "position": {**scenario.position, "seed": seed}}))
        except ScenarioError as error:
            reason = str(error)
        else:
            return seed
    raise ScenarioError(f"no seed below {limit} fits; the last reason: {reason}")
