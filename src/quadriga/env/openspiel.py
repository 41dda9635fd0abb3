"""Every game as a game of OpenSpiel. Importing this module registers them.

    import pyspiel
    import quadriga.env.openspiel
    game = pyspiel.load_game("quadriga_ave_caesar(players=3,uncrewed=1)")

Chance moves first and draws the seed, byte by byte: `game.new(seed)` with the bytes of the history, lowest first. After
that every action does what the rules and the dice of that seed say. `resample_from_infostate` deals again all that a
seat cannot know, the dice to come included.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, ClassVar

import numpy as np

import quadriga
from quadriga.env import missing
from quadriga.errors import OptionError
from quadriga.kernel.batch import payment
from quadriga.model import Game, Option

from .fields import Field, full_fields, seat_fields
from .rewards import outcome_rewards
from .shared import shared
from .single import Single, Vector

try:
    import pyspiel
except ImportError as error:
    raise missing("open_spiel") from error

SEED_BYTES = 4
OUTCOMES = [(byte, 1 / 256) for byte in range(256)]
"""How chance draws each byte of the seed."""


class Match:
    """The game in play and what each seat remembers: what it did, and a digest of what it saw when it did."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.single: Single | None = None
        self.drawn: list[int] = []
        self.done: list[list[int]] = [[] for _ in game.seats]
        self.saw: list[bytes] = [b"" for _ in game.seats]

    def draw(self, byte: int) -> None:
        """Take one more byte of the seed; the last one begins the game."""
        self.drawn.append(byte)
        if len(self.drawn) == SEED_BYTES:
            self.single = Single(self.game)
            self.single.reset(int.from_bytes(bytes(self.drawn), "little"))

    def play(self, action: int) -> None:
        """Play an action; whoever does it remembers what it saw."""
        assert self.single is not None
        seat = self.single.to_move
        seen = self.single.observe(seat).tobytes() if seat >= 0 else b""
        self.single.play(action)
        self.saw[seat] = blake2b(self.saw[seat] + seen + action.to_bytes(2, "little"), digest_size=16).digest()
        self.done[seat].append(action)

    def redeal(self, seat: int, seed: int) -> Match:
        """Deal again what a seat cannot know; what the others remember is not known either, and begins here."""
        assert self.single is not None
        match = Match(self.game)
        match.single = self.single.redeal(seat, seed)
        match.done[seat], match.saw[seat] = list(self.done[seat]), self.saw[seat]
        return match

    def __deepcopy__(self, memo: Any) -> Match:
        twin = Match.__new__(Match)
        twin.game = self.game
        twin.single = None if self.single is None else self.single.copy()
        twin.drawn, twin.saw = list(self.drawn), list(self.saw)
        twin.done = [list(actions) for actions in self.done]
        return twin


class State(pyspiel.State):
    """A state of OpenSpiel."""

    def __init__(self, game: SpielGame, match: Match | None = None) -> None:
        super().__init__(game)
        self.match = match or Match(game.quadriga)

    def current_player(self) -> int:
        """Return who decides: a seat, chance while the seed is drawn, or nobody."""
        single = self.match.single
        if single is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if single.is_over else single.to_move

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.match.single is None else self.match.single.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of chance: a byte of the seed."""
        return OUTCOMES

    def _apply_action(self, action: int) -> None:
        if self.match.single is None:
            self.match.draw(action)
        else:
            self.match.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed byte {action}"
        return self.match.game.moves[action].text

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.match.single is not None and self.match.single.is_over

    def returns(self) -> list[float]:
        """Return the outcome for every seat; 0 while the game goes on."""
        single = self.match.single
        if single is None or not single.is_over:
            return [0.0] * len(self.match.game.seats)
        return outcome_rewards(single.scores()[1])

    def resample_from_infostate(self, player: int, chance: Callable[[], float]) -> State:
        """Return a state that the player cannot tell from this one, dealt by the numbers of a chance from 0 to 1."""
        seed = int(chance() * 2**31) << 31 | int(chance() * 2**31)
        return State(self.get_game(), self.match.redeal(player, seed))

    def __str__(self) -> str:
        single = self.match.single
        return f"seed {bytes(self.match.drawn).hex()}" if single is None else json.dumps(single.state().position())


class Observer:
    """Observe states as a seat, as somebody who remembers, as a spectator, or with everything in sight."""

    def __init__(self, game: Game, wanted: pyspiel.IIGObservationType) -> None:
        self.game = game
        self.recalls = bool(wanted.perfect_recall)
        self.sees_all = wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self.sees_public_only = wanted.private_info == pyspiel.PrivateInfoType.NONE
        self.fields: tuple[Field, ...] = full_fields(game) if self.sees_all else seat_fields(game)
        self.dict: dict[str, Vector] = {}
        self.tensor: Vector | None = None
        if not self.sees_public_only:
            lengths = {part.name: part.length for part in self.fields}
            if self.recalls:
                lengths["done"] = game.num_actions
            self.tensor = np.zeros(sum(lengths.values()), np.float32)
            at = 0
            for name, length in lengths.items():
                self.dict[name] = self.tensor[at : at + length]
                at += length

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees into `tensor`; all zeros before the deal."""
        if self.tensor is None:
            return
        single, seat = state.match.single, max(0, player)
        self.tensor[:] = 0
        if single is not None:
            seen = single.observe_full(seat) if self.sees_all else single.observe(seat)
            self.tensor[: len(seen)] = seen
        if self.recalls:
            self.dict["done"][:] = np.bincount(state.match.done[seat], minlength=self.game.num_actions)

    def string_from(self, state: State, player: int) -> str:
        """Write what a player sees as text: field by field, then the legal actions, then what it remembers."""
        single, seat = state.match.single, max(0, player)
        if single is None:
            return "before the deal"
        if self.sees_public_only:
            return json.dumps(single.state().view(None))
        seen = (single.observe_full(seat) if self.sees_all else single.observe(seat)).tolist()
        parts = [f"seat {seat}"]
        at = 0
        for part in self.fields:
            parts.append(f"{part.name} {' '.join(map(str, seen[at : at + part.length]))}")
            at += part.length
        if single.to_move == seat:
            parts.append(f"legal {' '.join(map(str, single.legal))}")
        if self.recalls:
            done = " ".join(map(str, state.match.done[seat]))
            parts.append(f"done {done}; saw {state.match.saw[seat].hex()}")
        return "; ".join(parts)


def checked_number(name: str, value: int, least: int) -> int:
    """Return a number that was given, or say what it may be."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise OptionError(f"{name} must be an int, {least} or more, not {value!r}")
    return int(value)


class RolloutEvaluator:
    """What searches of OpenSpiel written in Python ask: random rollouts, by our compiled rules.

    It is to `mcts.MCTSBot` and `ismcts.ISMCTSBot` what their `RandomRolloutEvaluator` is, many times as fast.
    """

    def __init__(self, rollouts: int = 1, seed: int = 0) -> None:
        self.rollouts = checked_number("rollouts", rollouts, 1)
        self._chance = np.random.default_rng(checked_number("seed", seed, 0))
        self._room: dict[Game, Vector] = {}

    def evaluate(self, state: State) -> Vector:
        """Return the mean of what rollouts pay every seat."""
        single, game = state.match.single, state.match.game
        if single is not None and single.is_over:
            return np.array(state.returns())
        count, kernel = self.rollouts, game.compiled
        if game not in self._room:
            self._room[game] = np.zeros(count, game.template.dtype)
        states = self._room[game]
        moves, steps = np.zeros(game.num_actions, np.int16), np.zeros(count, np.int32)
        seeds = self._chance.integers(2**62, size=count)
        if single is None:  # chance has not drawn the whole seed yet: any deal is as good as another
            kernel.reset_all(states, game.template, seeds, 0, count)
        else:
            states[:] = single.bits[0]
        kernel.playout_all(states, seeds, moves, game.definition.max_steps, steps, 0, count)
        shape = (count, len(game.seats))
        points, winners = np.zeros(shape, np.int16), np.zeros(shape, np.uint8)
        kernel.scores_all(states, points, winners, 0, count)
        mean: Vector = payment(winners).mean(axis=0)
        return mean

    def prior(self, state: State) -> list[tuple[int, float]]:
        """Return every legal action as likely as any other; outcomes of chance as likely as they are."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


class SpielGame(pyspiel.Game):
    """A game of OpenSpiel; its parameters are the options, as texts where they are neither numbers nor flags."""

    short_name: ClassVar[str]
    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        texts = {key: Option.write(value) for key, value in given.items()}
        self.quadriga = shared(quadriga.load_texts(self.name, texts))
        seats = len(self.quadriga.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.quadriga.num_actions,
            max_chance_outcomes=len(OUTCOMES),
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if seats > 1 else None,
            max_game_length=self.quadriga.definition.max_steps,
        )
        super().__init__(game_type(self.short_name, self.name, alone=seats == 1), info, given)

    def new_initial_state(self) -> State:
        """Return a state before the deal."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """Count the draws of the seed."""
        return SEED_BYTES

    def make_py_observer(
        self, wanted: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """Make an observer; `private_info=ALL_PLAYERS` gives the full-information observation, for critics."""
        return Observer(self.quadriga, wanted or pyspiel.IIGObservationType(perfect_recall=False))


def game_type(short_name: str, name: str, *, alone: bool = False) -> pyspiel.GameType:
    """Describe a game to OpenSpiel."""
    game = quadriga.load(name)
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if alone else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(game.seats),
        min_num_players=game.definition.fewest_seats or len(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={option.name: parameter(option.default) for option in game.definition.options},
    )


def parameter(value: Any) -> Any:
    """Write an option's value as OpenSpiel can carry it: a number, a flag or a text."""
    return value if isinstance(value, bool | int) else Option.write(value)


# OpenSpiel keeps what it registers until after Python is gone: a class outlives that, any other callable does not.


GAMES: tuple[type[SpielGame], ...] = tuple(
    type(
        f"{game.definition.class_name}Game",
        (SpielGame,),
        {"__doc__": f"{game.title}.", "short_name": f"quadriga_{game.definition.short_name}", "name": game.name},
    )
    for game in quadriga.games().values()
)
for _game in GAMES:
    globals()[_game.__name__] = _game  # so that it can be pickled
    pyspiel.register_game(game_type(_game.short_name, _game.name), _game)
