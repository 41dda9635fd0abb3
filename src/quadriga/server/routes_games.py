"""The games: what can be played, with which options, and by which rules."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter
from starlette.requests import Request

import quadriga
from quadriga.errors import UnknownGame
from quadriga.game import Game, Option
from quadriga.games import ROOMS
from quadriga.players import LEVELS
from quadriga.rulebook import rulebook
from quadriga.rulebook.scenarios import Scenario, scenarios
from quadriga.table.errors import TableError

from .answers import GameShown, RulesShown, ScenarioPlayed, ScenariosShown, SeatNames, answers

router = APIRouter(prefix="/api", tags=["games"])


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
    options = [describe_option(option) for option in game.room.options]
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "seats": list(game.seats),
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


def named(name: str) -> Game:
    """Load a game by its name; TableError if there is none."""
    try:
        return quadriga.load(name)
    except UnknownGame as error:
        raise TableError("unknown", str(error)) from error


@router.get("/games", response_model=None, responses=answers(list[GameShown]))
async def list_games() -> list[dict[str, Any]]:
    """List the games with their options; an option's choices are texts, as `POST /api/tables` takes them."""
    return [describe(named(name)) for name in ROOMS]


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
    from quadriga.table.terms import load

    return {"seats": list(load(name, tuple(request.query_params.items())).seats)}


@router.get("/games/{name}/rules", response_model=None, responses=answers(RulesShown, 404))
async def rules_of(name: str, language: Literal["en", "cs", "nl"] = "en") -> dict[str, Any]:
    """Return the clauses of a game's rulebook, in English, Czech or Dutch."""
    book = rulebook(named(name).name, language)
    return {
        "game": name,
        "language": language,
        "clauses": [{"id": clause.id, "text": clause.text, "ruling": clause.ruling} for clause in book.values()],
    }


@router.get("/games/{name}/scenarios", response_model=None, responses=answers(ScenariosShown, 404))
async def scenarios_of(name: str) -> dict[str, Any]:
    """List the playable scenarios of a game."""
    found = scenarios(named(name).name)
    return {
        "game": name,
        "scenarios": [
            {"id": each.id, "title": each.title, "text": each.text, "shows": list(each.shows)} for each in found
        ],
    }


@router.get("/games/{name}/scenarios/{id}", response_model=None, responses=answers(ScenarioPlayed, 404))
async def one_scenario(name: str, id: str) -> dict[str, Any]:
    """Play a scenario through: the position and what happened, step by step, seen from every seat."""
    found = next((each for each in scenarios(named(name).name) if each.id == id), None)
    if found is None:
        raise TableError("unknown", f"{name} has no such scenario")
    return {
        "id": found.id, "title": found.title, "text": found.text, "shows": list(found.shows),
        "options": dict(found.options), "frames": frames(found),
    }  # fmt: skip


def frames(scenario: Scenario) -> list[dict[str, Any]]:
    """Play a scenario and show every step."""
    state = quadriga.load(scenario.game, **scenario.options).from_position(scenario.position)
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
                    "events": [{"kind": event.kind, "text": event.text} for event in events],
                    "views": [state.view(seat) for seat in seats],
                }
            )
        elif "refused" in step:
            shown.append({"refused": step["refused"], "rule": step.get("rule")})
    return shown
