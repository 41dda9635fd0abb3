"""The training of a network from nothing, or from where it was left."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import torch

from quadriga.errors import QuadrigaError

from . import checkpoint, journal
from .counting import rows_for
from .export import export
from .learning import Learner
from .model import Model
from .response import Responder, frozen, with_others
from .settings import Settings
from .strength import play_off, respond
from .tables import Tables, mixture
from .teaching import SearchLearner

if TYPE_CHECKING:
    from quadriga.model import Game

NETWORK = "network.npz"
REPORT_SECONDS = 60.0
"""A report, with a checkpoint and games against the last one, comes about so often."""
PLAY_OFF = 2048
FEWER = 128
"""Games against the network of the report before: on a GPU, and on a CPU."""
RESPONSES = 8192
"""Games against a network that does not learn, on a GPU: they are what such a training is for."""
TEST_SEED = 2**60
"""Seeds from here on are not trained with."""


def train(
    game: Game,
    folder: Path,
    settings: Settings,
    *,
    device: str = "cpu",
    rounds: int | None = None,
    minutes: float | None = None,
    compiled: bool = False,
    start: Path | None = None,
    usual: bool = False,
    against: str | None = None,
    say: Callable[[str], None] = print,
    play_off_games: int | None = None,
) -> Path:
    """Train until this many rounds or minutes are over, those of an earlier training in the folder counted in.

    It begins with the weights of the checkpoint `start`, if one is given. With `usual` all games have the options of
    `game`, else those that the network is to know. Where a network is named that it is `against`, it learns to beat
    that one, and begins as it is if `start` is not given. Returns the file with the weights.
    """
    if (rounds is None) == (minutes is None):
        raise QuadrigaError("a training has a number of rounds or of minutes")
    if against is not None and settings.playouts:
        raise QuadrigaError("a network learns from a search or against another network, not both")
    if play_off_games is None:
        on_gpu = device.startswith("cuda")
        play_off_games = FEWER if not on_gpu else PLAY_OFF if against is None else RESPONSES
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    torch.set_float32_matmul_precision("high")
    definition = game.definition
    shares = [(1.0, game)] if usual else mixture(definition)
    rival = None
    if against is not None:
        shares = with_others(shares, against)
        rival, encoding = frozen(game, against)
        rival.to(device)
        if start is None:
            settings = replace(settings, widths=rival.widths)
    kept = folder / checkpoint.CHECKPOINT
    if kept.exists() or start is not None:
        encoding = checkpoint.encoding_of(kept if kept.exists() else cast(Path, start), game)
    elif rival is None:
        encoding = rows_for(game, shares, device, settings.seldom, TEST_SEED)
    model = Model(encoding, definition.rules.SLOTS, definition.rules.SEATS, settings).to(device)
    if start is not None:
        checkpoint.begin_with(start, model)
    elif rival is not None and not kept.exists():
        model.load_state_dict(rival.state_dict())
    learner: Learner | SearchLearner
    if settings.playouts:
        learner = SearchLearner(model, encoding, shares, settings, device, folder)
    else:
        tables = Tables(shares, settings.games, device, settings.seed * 2**45)
        options = torch.from_numpy(encoding.chosen(tables.games)).to(device)[tables.sets]
        if rival is None:
            learner = Learner(model, tables, options, settings, compiled=compiled)
        else:
            learner = Responder(rival, model, tables, options, settings, compiled=compiled)
    progress: dict[str, Any] = {
        "name": game.name, "against": against, "round": 0, "samples": 0, "games": 0, "seconds": 0.0,
        "settings": asdict(settings),
    }  # fmt: skip
    if kept.exists():
        progress = checkpoint.restore(folder, learner, game.name, against)
        say(f"going on from round {progress['round']:,}")
    earlier, at_round = copy.deepcopy(model), progress["round"]
    begun = reported = time.perf_counter()
    before, counted = progress["seconds"], progress["samples"]

    def is_done() -> bool:
        return bool(progress["round"] >= rounds if rounds is not None else progress["seconds"] >= 60 * (minutes or 0))

    while not is_done():
        share = progress["round"] / rounds if rounds is not None else progress["seconds"] / (60 * (minutes or 1))
        done, ended, found = one_round(learner, min(1.0, share))
        progress["round"] += 1
        progress["samples"] += done
        progress["games"] += ended
        now = time.perf_counter()
        progress["seconds"] = before + now - begun
        if now - reported < REPORT_SECONDS and not is_done():
            continue
        entry = {key: progress[key] for key in ("round", "samples", "games", "seconds")} | found
        entry["rate"] = (progress["samples"] - counted) / max(1e-9, now - reported)
        if play_off_games:
            if rival is None:
                score = play_off(model, earlier, game, play_off_games, device, TEST_SEED)
            else:
                score = respond(model, rival, game, play_off_games, device, TEST_SEED)
            entry |= {"against": at_round if against is None else against, "played": score.games}
            entry |= {key: getattr(score, key) for key in ("share", "low", "high")}
            earlier.load_state_dict(model.state_dict())
            at_round = progress["round"]
        journal.write(folder, entry)
        checkpoint.save(folder, learner, encoding, progress)
        say(journal.line(entry))
        reported, counted = time.perf_counter(), progress["samples"]
        before, begun = progress["seconds"], reported
    learner.close()
    export(folder / NETWORK, model, encoding, about(game, progress, learner.sets))
    return folder / NETWORK


def one_round(learner: Any, share: float) -> tuple[int, int, dict[str, float]]:
    """Play and learn; return how many decisions were played, how many games ended, and what was found."""
    played = learner.play()
    return len(played), played.ended, learner.learn(played, share)


def about(game: Game, progress: dict[str, Any], sets: Sequence[tuple[Game, int]]) -> dict[str, Any]:
    """Say what a network was trained with."""
    return {
        "game": game.name,
        "version": game.version,
        **{key: progress[key] for key in ("round", "samples", "games", "seconds", "settings", "against")},
        "sets": [{"options": of.option_texts, "games": count} for of, count in sets],
    }
