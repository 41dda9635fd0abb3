"""`quadriga train`: a network learns a game by playing itself."""

from __future__ import annotations

import argparse
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .arguments import seconds, whole


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("train", help="let a network learn a game by playing itself")
    words.add_argument("name", metavar="NAME", help="a game")
    words.add_argument("--out", metavar="DIR", type=Path, required=True, help="a folder; what is in it is gone on with")
    long = words.add_mutually_exclusive_group(required=True)
    long.add_argument("--minutes", type=seconds, help="how long, an earlier training in the folder counted in")
    long.add_argument("--rounds", type=whole(1), help="how many rounds instead; on a CPU always the same weights")
    words.add_argument("--usual", action="store_true", help="train with the usual options only: sooner good at those")
    words.add_argument("--device", default="cpu", help="cpu (the default), cuda, cuda:1, ...")
    words.add_argument(
        "--games",
        type=whole(1),
        help="played at once (default: 32,768; on a CPU 512; by a search 2,048)",
    )
    words.add_argument("--steps", type=whole(1), help="decisions of each game in a round (default: 64)")
    words.add_argument("--minibatch", type=whole(1), help="decisions of one step of learning (default: 65,536, 4,096)")
    words.add_argument("--widths", type=two, metavar="A,B", help="units of the two layers (default: 256,128)")
    words.add_argument("--rate", type=seconds, help="of learning, at the beginning (default: 0.0007)")
    words.add_argument("--entropy", type=seconds, help="weight of variety, at the beginning (default: 0.02)")
    words.add_argument("--epochs", type=whole(1), help="looks at every decision (default: 2)")
    words.add_argument("--seed", type=whole(0), help="of all chance (default: 1)")
    words.add_argument(
        "--from",
        dest="start",
        metavar="FILE",
        type=Path,
        help="begin with the weights of another training's checkpoint",
    )
    words.add_argument(
        "--against", metavar="NETWORK", help="learn to beat this network, which does not learn: its file"
    )
    words.add_argument("--playouts", type=whole(1), help="learn from a search with this many playouts a move")
    words.add_argument("--compile", action="store_true", help="let PyTorch compile the network (takes a C compiler)")
    words.set_defaults(run=run)


def two(text: str) -> tuple[int, int]:
    """Read two numbers."""
    read = whole(1)
    first, comma, second = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not two numbers, as 256,128 is")
    return read(first), read(second)


def run(given: argparse.Namespace) -> int:
    """Train, and say where the weights are."""
    import quadriga
    from quadriga.extras import need

    need("torch", "train")
    from quadriga.training.page import write_events, write_page
    from quadriga.training.run import train
    from quadriga.training.settings import Settings

    if not given.device.startswith("cuda"):
        import torch

        torch.set_num_threads(1)  # with matrices this small, more threads would wait for each other most of the time
    game = quadriga.load(given.name)
    settings = Settings() if given.device.startswith("cuda") else Settings(games=512, minibatch=4096)
    if given.playouts:
        settings = replace(settings, games=2048, minibatch=4096)
    named = ("games", "steps", "minibatch", "widths", "rate", "entropy", "epochs", "seed", "playouts")
    settings = replace(settings, **{name: getattr(given, name) for name in named if getattr(given, name) is not None})
    path = train(
        game, given.out, settings, device=given.device, rounds=given.rounds, minutes=given.minutes,
        compiled=given.compile, start=given.start, usual=given.usual, against=given.against,
    )  # fmt: skip
    shown = [f"{path}: the weights"]
    if find_spec("matplotlib"):  # of the extra `arena`: plots are not needed to learn
        shown.append(f"{write_page(given.out, game.title)}: how it went")
    if write_events(given.out):
        shown.append(f"{given.out / 'tensorboard'}: the same for TensorBoard")
    print("\n".join(shown))
    return 0
