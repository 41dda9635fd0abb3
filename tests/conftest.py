"""What all tests share: the games with their options, and random positions from real games."""

from __future__ import annotations

import gc
import random
import signal
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

import quadriga
from quadriga import Game, State
from quadriga.games.avecaesar import fronts, tables
from quadriga.kernel.compiled_actions import CompiledActions

# A shell that starts the tests in the background makes them, and all that they start, ignore Ctrl-C; some tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

KNOWN_TRACKS = len(tables.tracks())
WITHOUT_OTHERS = [
    (table, table.copy())
    for module in (tables, fronts)
    for table in vars(module).values()
    if isinstance(table, np.ndarray)
]


def forget_tracks() -> None:
    """Take tracks that a test added away again: with another track the rules have to be compiled again."""
    del tables._tracks[KNOWN_TRACKS:]
    for table, before in WITHOUT_OTHERS:
        table[...] = before


@pytest.fixture(autouse=True)
def tracks_of_ones_own_are_forgotten() -> Iterator[None]:
    yield
    if len(tables._tracks) > KNOWN_TRACKS:
        forget_tracks()


ALL_OPTIONS: dict[str, list[dict[str, object]]] = {
    "caesar-cleopatra-1997": [
        {"action_pile": pile, "orgies": orgies}
        for pile in ("arranged", "shuffled")
        for orgies in ("printed", "fading", "one-less")
    ],
    "caesar-cleopatra-2024": [
        {"opening": opening, "starter": starter}
        for opening in ("veto", "veterans")
        for starter in ("cleopatra", "caesar")
    ],
    "ave-caesar": [
        {"players": 6},
        {"players": 2, "track": "circus-b"},
        {"players": 3, "uncrewed": 3, "direction": "counter-clockwise"},
        {"players": 4, "track": "circus-b", "direction": "counter-clockwise"},
        {"players": 5, "uncrewed": 1, "tournament": True, "grid": "by-result"},
        {"players": 2, "chariots": 3, "tournament": True},
        {"players": 3, "chariots": 2, "track": "circus-b"},
        {"players": 2, "uncrewed": 4},
    ],
    "caesar": [
        {},
        {"modules": ("poison",)},
        {"modules": ("centurions",)},
        {"modules": ("poison", "centurions")},
        {"modules": ("poison", "centurions", "border-control")},
        {"solo": "low", "side": "pompey"},
        {"solo": "medium", "modules": ("centurions",)},
        {"solo": "high", "ruthless": True, "modules": ("poison",), "side": "pompey"},
        {"solo": "high", "modules": ("poison", "centurions", "border-control")},
    ],
    "liars-dice": [{}, {"players": 3, "dice": 3, "wild": True}],
}
"""Every combination of options of Caesar & Cleopatra; of the others each option in some combination.

The last is the game of somebody else (`examples/`): whatever is asked of ours is asked of it.
"""
GAMES = [quadriga.load(name, **options) for name, all_options in ALL_OPTIONS.items() for options in all_options]
CLEOPATRA = [game for game in GAMES if "cleopatra" in game.name]
EDITIONS = [quadriga.load(name) for name in ALL_OPTIONS]
FEW = [
    *EDITIONS,
    quadriga.load("ave-caesar", players=5, uncrewed=1, tournament=True, grid="by-result"),
    quadriga.load("caesar", solo="high", modules=("poison", "centurions", "border-control")),
    quadriga.load("liars-dice", players=3, dice=3, wild=True),
]
"""Games for whatever knows no option: as they are by default, a long one, one for a single seat, one with odd numbers."""
OURS = [name for name in ALL_OPTIONS if quadriga.load(name).definition.package.startswith("quadriga.")]
"""The games that have pages, translations and pinned records in this project."""
OUR_GAMES = [game for game in GAMES if game.name in OURS]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="play each game with one set of options only")
    parser.addoption("--interpreted", action="store_true", help="play by the interpreted rules where either would do")


def pytest_configure(config: pytest.Config) -> None:
    global may_be_quick
    may_be_quick = not config.getoption("--interpreted")
    gc.disable()  # what is imported and collected stays


def pytest_collection_finish() -> None:
    gc.freeze()  # so nobody looks at it again in search of garbage
    gc.enable()


TOGETHER = ("server", "kernel", "env", "arena", "players", "training")
"""Folders of which the tests of a file share something that takes long to start or to load; the longest first."""
DATABASES = {"postgres", "redis_of_session", "url"}
"""Fixtures that start a database, or may."""

ONE_SERVER = {"test_api", "test_desk", "test_identity", "test_match", "test_page", "test_presence"}
"""Files of which all tests can use the same server."""


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long, when it has to be quick; keep together what shares a server, and begin with it."""
    for item in items:
        group = group_of(item)
        if group is not None:
            item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: [*TOGETHER, item.path.parent.name].index(item.path.parent.name))
    if config.getoption("--quick"):
        long = {item for item in items if is_long(item)}
        config.hook.pytest_deselected(items=[*long])
        items[:] = [item for item in items if item not in long]


def group_of(item: pytest.Item) -> str | None:
    """Name the tests that one process has to run; None where any may."""
    if not DATABASES.isdisjoint(getattr(item, "fixturenames", ())):
        return "databases"
    if item.path.parent.name not in TOGETHER:
        return None
    return "server" if item.path.stem in ONE_SERVER else item.path.stem


def is_long(item: pytest.Item) -> bool:
    """Tell whether a test is not for every save: one that plays with unusual options, or takes long."""
    return is_unusual(item) or item.get_closest_marker("long") is not None


def is_unusual(item: pytest.Item) -> bool:
    """Tell whether a test is one of many that differ in the options of a game only."""
    given = getattr(getattr(item, "callspec", None), "params", {}).values()
    return any(isinstance(game, Game) and game in GAMES and game not in EDITIONS for game in given)


def label(game: Game) -> str:
    """Name a game with its options, short enough for a file."""
    changed = [f"{text}" for name, text in game.option_texts.items() if "cleopatra" in game.name]
    if not changed:
        default = quadriga.load(game.name).option_texts
        changed = [f"{name}-{text}" for name, text in game.option_texts.items() if text != default[name]]
    return "-".join([game.name.replace("caesar-cleopatra-", ""), *changed])


@pytest.fixture(params=GAMES, ids=label)
def game(request: pytest.FixtureRequest) -> Game:
    """Every game with every combination of options."""
    return request.param


@pytest.fixture(params=CLEOPATRA, ids=label)
def cleopatra(request: pytest.FixtureRequest) -> Game:
    """Both editions of Caesar & Cleopatra with every combination of options."""
    return request.param


@pytest.fixture(params=EDITIONS, ids=lambda game: game.name)
def edition(request: pytest.FixtureRequest) -> Game:
    """Every game with its default options."""
    return request.param


may_be_quick = True


def quick(game: Game) -> Game:
    """Return the same game with its compiled rules at hand, if they are compiled: bit for bit the same, and quicker.

    For tests of what is made of the rules; tests/kernel holds the compiled rules against the interpreted ones.
    """
    return with_compiled(game) if may_be_quick and len(tables._tracks) == KNOWN_TRACKS else game


@cache
def with_compiled(game: Game) -> Game:
    found = Game(game.definition, game.options)
    if found.compiled.is_warm:
        found.compiled_actions = CompiledActions(found.compiled)
    return found


def walk(game: Game, seed: int, choice: int | None = None) -> Iterator[State]:
    """Play a random game; yield the state before every move and at the end. It is the same object each time."""
    chooser = random.Random(seed if choice is None else choice)
    state = quick(game).new(seed)
    while state.to_move is not None:
        yield state
        state.play(chooser.choice(state.legal))
    yield state
