"""Networks that judge for players: their weights are data files of the games, or your own files."""

from __future__ import annotations

import io
import json
import zipfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from quadriga.errors import QuadrigaError
from quadriga.kernel.network import Network, blank_network

if TYPE_CHECKING:
    from quadriga.model import Game, GameDefinition, Option

ABOUT = "about.json"


def is_file(name: str) -> bool:
    """Tell whether a network is named by its file, not by a name among those of the game."""
    return name.endswith(".npz")


def told_options(definition: GameDefinition) -> list[Option]:
    """List the options that a network of a game is told: all but what its `players/inputs.py` calls `UNTOLD`."""
    untold = getattr(definition.part("players.inputs"), "UNTOLD", ())
    return [option for option in definition.options if option.name not in untold]


@cache
def weights(definition: GameDefinition, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read the weights of a network and what they are about; a name is a file in `players/` of the game's package."""
    place: Any = Path(name) if is_file(name) else definition.folder / "players" / f"{name}.npz"
    about, arrays = read(place)
    if (about["game"], about["version"]) != (definition.name, definition.version):
        raise QuadrigaError(f"{place} is a network of {about['game']}, version {about['version']} of its rules")
    if len(arrays["policy"]) != definition.rules.SLOTS:
        raise QuadrigaError(
            f"{place} rates {len(arrays['policy'])} moves of {about['game']} and not {definition.rules.SLOTS}, "
            "as this Quadriga does; train it again"
        )
    return about, arrays


def read(place: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read a file of weights: what they are about, and the numbers."""
    try:
        with zipfile.ZipFile(io.BytesIO(place.read_bytes())) as file:
            about = json.loads(file.read(ABOUT))
            arrays = {
                part.removesuffix(".npy"): np.lib.format.read_array(io.BytesIO(file.read(part)), allow_pickle=False)
                for part in file.namelist()
                if part != ABOUT
            }
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise QuadrigaError(f"{place} is no network: {error}") from error
    return about, arrays


def network(game: Game, name: str, trust: float = 1.0) -> Network:
    """Make a network ready for a game: its options are added up, and there is room for one search to compute in."""
    about, arrays = weights(game.definition, name)
    bias = arrays["bias"].copy()
    for option in told_options(game.definition):
        choice = f"{option.name}={game.option_texts[option.name]}"
        if choice not in about["choices"]:
            raise QuadrigaError(f"the network {name} does not know {choice}")
        bias += arrays["options"][about["choices"].index(choice)]
    narrow, wide = arrays["middle"].shape
    rules = game.definition.rules
    room = blank_network(rules.INPUTS, 1, rules.SEATS, rules.NOTES, wide, narrow)
    room.trust[0] = trust
    given = {part: arrays[part] for part in Network._fields if part in arrays}
    return room._replace(**given)._replace(bias=bias)
