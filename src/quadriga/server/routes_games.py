"""The games: what can be played, with which options, and by which rules."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

import quadriga
from quadriga.errors import OptionError, UnknownGame
from quadriga.games import places
from quadriga.model import Game, GameDefinition, Option, State
from quadriga.players import LEVELS
from quadriga.rulebook import Language as LanguageOfRules
from quadriga.rulebook import guide, rulebook
from quadriga.rulebook.scenarios import Scenario, scenarios
from quadriga.table.errors import TableError
from quadriga.table.terms import load

from .guard import client_of
from .hall import FEW
from .limits import SCENARIOS
from .messages.requests import TryRequest
from .messages.responses import (
    GameShown,
    MaterialShown,
    RulesShown,
    ScenarioPlayed,
    ScenariosShown,
    ScenarioTried,
    SeatNames,
)
from .messages.values import Language
from .openapi import answers
from .packed import Kept
from .parts import parts_of

router = APIRouter(prefix="/api", tags=["games"])
KEPT_AWHILE = {"cache-control": "max-age=3600"}


def describe_option(option: Option) -> dict[str, Any]:
    """Describe an option for a form."""
    return {
        "name": option.name,
        "choices": [option.write(choice) for choice in option.choices],
        "default": option.write(option.default),
        "help": option.help,
        "clauses": list(option.clauses),
    }


def describe(game: Game) -> dict[str, Any]:
    """Describe a game for a form."""
    options = [describe_option(option) for option in game.definition.options]
    quick = quadriga.load(game.name, **game.definition.quick_options)
    return {
        "name": game.name,
        "title": game.title,
        "family": game.definition.family,
        "version": game.version,
        "seats": list(game.seats),
        "players": players(game.definition),
        "quick": {
            "options": {name: quick.option_texts[name] for name in game.definition.quick_options},
            "seats": list(quick.seats),
        },
        "levels": list(LEVELS),
        "options": options,
        "schema": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                option["name"]: {"enum": option["choices"], "default": option["default"], "description": option["help"]}
                for option in options
            },
        },
    }


def players(definition: GameDefinition) -> list[int]:
    """Count the seats of the smallest and of the largest match that any one option makes."""
    counts = {len(definition.seats_for(definition.settle({})))}
    for option in definition.options:
        for choice in option.choices:
            with suppress(OptionError):  # it needs another option as well
                counts.add(len(definition.seats_for(definition.settle({option.name: choice}))))
    return [min(counts), max(counts)]


def named(name: str) -> Game:
    """Load a game by its name; TableError if there is none."""
    try:
        return quadriga.load(name)
    except UnknownGame as error:
        raise TableError("unknown", str(error)) from error


@router.get("/games", response_model=None, responses=answers(list[GameShown]))
async def list_games(request: Request) -> Response:
    """List the games with their options; an option's choices are texts, as `POST /api/tables` takes them."""
    return all_games().answer(request)


@cache
def all_games() -> Kept:
    """Write the list of games."""
    found = sorted((named(name) for name in places()), key=lambda game: (game.definition.order, game.name))
    return Kept([describe(game) for game in found])


@router.get("/games/{name}", response_model=None, responses=answers(GameShown, 404))
async def one_game(name: str) -> dict[str, Any]:
    """Describe one game."""
    return describe(named(name))


OPTIONS = {
    "name": "options", "in": "query", "style": "form", "explode": True, "description": "options and their texts",
    "schema": {"type": "object", "additionalProperties": {"type": "string"}},
}  # fmt: skip


@router.get(
    "/games/{name}/seats",
    response_model=None,
    responses=answers(SeatNames, 404),
    openapi_extra={"parameters": [OPTIONS]},
)
async def seats_of(name: str, request: Request) -> dict[str, Any]:
    """Name the seats of a game with the options given in the query."""
    named(name)
    return {"seats": list(load(name, tuple(request.query_params.items())).seats)}


@router.get("/games/{name}/rules", response_model=None, responses=answers(RulesShown, 404))
async def rules_of(request: Request, name: str, language: Language = "en") -> Response:
    """Return the clauses of a game's rulebook, in English, Czech or Dutch."""
    return clauses_of(named(name).name, language).answer(request)


@cache
def clauses_of(name: str, language: LanguageOfRules) -> Kept:
    """Write the clauses of a game."""
    book = rulebook(name, language)
    clauses = [{"id": clause.id, "text": clause.text, "ruling": clause.ruling} for clause in book.values()]
    return Kept({"game": name, "language": language, "clauses": clauses, "guide": guide(name)})


@router.get("/games/{name}/material", responses=answers(MaterialShown, 404))
async def material_of(name: str, request: Request) -> Response:
    """Return what no match of a game changes: all its moves by number, and the facts its board is drawn from."""
    return material(named(name).name).answer(request, KEPT_AWHILE)


@cache
def material(name: str) -> Kept:
    """Write what no match of a game changes."""
    game = named(name)
    moves = [
        {"id": move.id, "kind": move.kind, "text": move.text, "parts": dict(move.parts)}
        for move in game.definition.moves_for(game.options)
    ]
    return Kept({"game": name, "moves": moves, "board": game.definition.drawing()})


@router.get("/games/{name}/scenarios", response_model=None, responses=answers(ScenariosShown, 404))
async def scenarios_of(request: Request, name: str, language: Language = "en") -> Response:
    """List the playable scenarios of a game."""
    return all_scenarios(named(name).name, language).answer(request)


@cache
def all_scenarios(name: str, language: LanguageOfRules) -> Kept:
    """Write the list of a game's scenarios."""
    return Kept({"game": name, "scenarios": [about(each, language) for each in scenarios(name)]})


def about(scenario: Scenario, language: Language) -> dict[str, Any]:
    """Say what a scenario shows."""
    title, text = scenario.told_in(language)
    return {"id": scenario.id, "title": title, "text": text, "shows": list(scenario.shows)}


def scenario_of(name: str, id: str) -> Scenario:
    """Find a scenario; TableError if there is none."""
    found = next((each for each in scenarios(named(name).name) if each.id == id), None)
    if found is None:
        raise TableError("unknown", f"{name} has no such scenario")
    return found


@router.get("/games/{name}/scenarios/{id}", response_model=None, responses=answers(ScenarioPlayed, 404))
async def one_scenario(request: Request, name: str, id: str, language: Language = "en") -> Response:
    """Play a scenario through: the position and what happened, step by step, seen from every seat."""
    found = scenario_of(name, id)
    return await aside(request, lambda: {**about(found, language), "options": found.options, "frames": frames(found)})


async def aside(request: Request, work: Callable[[], dict[str, Any]]) -> Response:
    """Play through a scenario beside the event loop, not too often for anybody; answer with what it shows."""
    parts = parts_of(request)
    parts.limits.take(SCENARIOS, client_of(request, parts.settings.proxied))
    shown = await parts.hall.beside(lambda: Kept(work()), FEW + 1)
    return shown.answer(request)


def opening(scenario: Scenario) -> State:
    """Set up a scenario, with the compiled rules if they are there."""
    texts = quadriga.load(scenario.game, **scenario.options).option_texts
    return load(scenario.game, tuple(texts.items())).from_position(scenario.position)


@router.post("/games/{name}/scenarios/{id}/try", response_model=None, responses=answers(ScenarioTried, 404, 409))
async def try_scenario(
    request: Request, name: str, id: str, attempt: TryRequest, language: Language = "en"
) -> Response:
    """Make moves of your own in a scenario, and see what they bring; nothing is stored."""
    found = scenario_of(name, id)
    return await aside(request, lambda: attempted(found, attempt, language))


def attempted(found: Scenario, attempt: TryRequest, language: Language) -> dict[str, Any]:
    """Make moves in a scenario."""
    state = opening(found)
    events = [[event.shown for event in state.play(move)] for move in attempt.moves]
    return {
        **about(found, language),
        "options": dict(found.options),
        "seats": list(state.game.seats),
        "steps": [step for step in found.steps if isinstance(step, str)],
        "to_move": state.to_move,
        "events": events,
        "views": [state.view(seat) for seat in range(len(state.game.seats))],
    }


def frames(scenario: Scenario) -> list[dict[str, Any]]:
    """Play a scenario and show every step."""
    state = opening(scenario)
    seats = range(len(state.game.seats))
    shown: list[dict[str, Any]] = [{"move": None, "events": [], "views": [state.view(seat) for seat in seats]}]
    for step in scenario.steps:
        if isinstance(step, str):
            mover = state.to_move
            events = state.play(step)
            shown.append(
                {
                    "move": step,
                    "seat": mover,
                    "events": [event.shown for event in events],
                    "views": [state.view(seat) for seat in seats],
                }
            )
        elif "refused" in step:
            shown.append({"refused": step["refused"], "rule": step.get("rule")})
    return shown
