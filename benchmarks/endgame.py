"""The end of a game as a game of its own, small enough to be known exactly, for OpenSpiel.

It begins with a position. Chance deals first what a spectator of that position cannot know, of each seat a few of the
likeliest hands; then it is played by the rules, and whatever they roll is a move of chance with its true likelihood:
the rules themselves are asked, with dice that try every face. So OpenSpiel's exact best response can say how far a
player is from an equilibrium there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from quadriga import Game, QuadrigaError, State
from quadriga.env.rewards import outcome_rewards
from quadriga.kernel.dice import roll
from quadriga.kernel.link import Linker
from quadriga.kernel.tell import silent, tell

LEAST = 1e-6
"""What is less likely is left out: a roll that is repeated until it fits is repeated no further."""
DEALS = 4096
Outcomes = tuple[tuple[bytes, float], ...]


class Wanted(Exception):
    """A roll that the dice were not told."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class Dice:
    """Dice that show what they are told, one after the other."""

    def __init__(self) -> None:
        self.faces: tuple[int, ...] = ()
        self.rolled = 0

    def __call__(self, s: Any, sides: int) -> int:
        """Roll."""
        self.rolled += 1
        if sides == 1:
            self.rolled -= 1
            return 0
        if self.rolled > len(self.faces):
            raise Wanted(sides)
        return self.faces[self.rolled - 1]


class Rules:
    """The rules of a game, with every outcome of chance."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.dice = Dice()
        linker = Linker(lambda function: function, {roll: self.dice, tell: silent})
        given = game.definition.rules
        self._play = linker.link(given.play)
        self._known: dict[tuple[bytes, int], Outcomes] = {}
        self._legal: dict[bytes, list[int]] = {}

    def state(self, bits: bytes) -> State:
        """Return a position as a state."""
        return State(self.game, np.frombuffer(bytearray(bits), self.game.template.dtype), 0, [], None)

    def legal(self, bits: bytes) -> list[int]:
        """List what is legal."""
        if bits not in self._legal:
            self._legal[bits] = list(self.state(bits).actions)
        return self._legal[bits]

    def observed(self, bits: bytes, seat: int) -> bytes:
        """Return what a seat sees."""
        out = np.zeros(self.game.definition.rules.OBSERVATION, np.int8)
        self.game.definition.rules.observe(self.state(bits).s, seat, out)
        return out.tobytes()

    def after(self, bits: bytes, action: int) -> Outcomes:
        """List the positions after an action, each with its likelihood."""
        if (bits, action) not in self._known:

            def play(s: Any) -> None:
                s.moves += 1
                self._play(s, action)

            self._known[bits, action] = self._outcomes(bits, play)
        return self._known[bits, action]

    def deals(self, bits: bytes) -> Outcomes:
        """Deal many times what a spectator cannot know; list the deals that came up, as often as they did."""
        batch = self.game.batch(DEALS)
        batch.states[:] = np.frombuffer(bits, self.game.template.dtype)
        batch.redeal(-1, 1)
        batch.states["secret"], batch.states["rolls"] = 0, 0
        found = Counter(batch.states[number : number + 1].tobytes() for number in range(DEALS))
        return tuple((dealt, count / DEALS) for dealt, count in sorted(found.items()))

    def _outcomes(self, bits: bytes, happen: Any) -> Outcomes:
        found: dict[bytes, float] = {}
        waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
        while waiting:
            faces, likely = waiting.pop()
            state = self.state(bits)
            self.dice.faces, self.dice.rolled = faces, 0
            try:
                happen(state.s)
            except Wanted as wanted:
                part = likely / wanted.sides
                if part >= LEAST:
                    waiting += [((*faces, face), part) for face in range(wanted.sides)]
                continue
            state.s.rolls = 0
            for word in range(4):
                state.s.secret[word] = 0
            after = state.bits.tobytes()
            found[after] = found.get(after, 0.0) + likely
        whole = sum(found.values())
        return tuple((after, likely / whole) for after, likely in sorted(found.items()))


@dataclass(frozen=True)
class Place:
    """Where a game stands, never changed: a position or what chance has to decide, and what the seats remember."""

    rules: Rules
    bits: bytes
    open: Outcomes
    saw: tuple[bytes, ...]
    """A digest of what every seat saw at its decisions, and did there."""

    def __deepcopy__(self, memo: Any) -> Place:
        return self

    @cached_property
    def seat(self) -> int:
        """The seat that decides, -1 when the game is over."""
        seat = self.rules.state(self.bits).to_move
        return -1 if seat is None else seat

    def observed(self, seat: int) -> bytes:
        """Return what a seat sees."""
        return self.rules.observed(self.bits, seat)

    def after(self, action: int) -> Place:
        """Return where the game stands after an action, or an outcome of chance."""
        if self.open:
            return replace(self, bits=self.open[action][0], open=())
        seat = self.seat
        seen = blake2b(self.saw[seat] + self.observed(seat) + action.to_bytes(2, "little"), digest_size=16).digest()
        saw = (*self.saw[:seat], seen, *self.saw[seat + 1 :])
        found = self.rules.after(self.bits, action)
        return Place(self.rules, found[0][0], (), saw) if len(found) == 1 else Place(self.rules, b"", found, saw)


class EndState(pyspiel.State):
    """A state of the end of a game, for OpenSpiel."""

    def __init__(self, game: EndGame) -> None:
        super().__init__(game)
        self.at = Place(game.rules, b"", game.deals, (b"", b""))

    def current_player(self) -> int:
        """Return who decides."""
        if self.at.open:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.at.seat < 0 else self.at.seat

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return not self.at.open and self.at.seat < 0

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.rules.legal(self.at.bits)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List what chance may do."""
        return [(number, likely) for number, (_, likely) in enumerate(self.at.open)]

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def information_state_string(self, player: int | None = None) -> str:
        """Name what a seat sees and remembers."""
        seat = self.at.seat if player is None else player
        return f"{seat} {(self.at.saw[seat] + self.at.observed(seat)).hex()}"

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action) if player < 0 else self.at.rules.game.moves[action].text

    def returns(self) -> list[float]:
        """Return the outcome for every seat; 0 while the game goes on."""
        if not self.is_terminal():
            return [0.0, 0.0]
        outcome = self.at.rules.state(self.at.bits).outcome
        assert outcome is not None
        return outcome_rewards([seat in outcome.winners for seat in range(2)])

    def __str__(self) -> str:
        return f"{len(self.at.open)} {self.at.bits.hex()} {self.at.saw}"


class EndGame(pyspiel.Game):
    """The end of a game from a position on, for OpenSpiel."""

    def __init__(self, start: State, hands: int = 1000) -> None:
        self.rules = Rules(start.game)
        self.hands = hands
        self.start = start.bits.tobytes()
        seats = len(start.game.seats)
        if seats != 2:
            raise QuadrigaError("an exact best response is for two seats")
        kind = pyspiel.GameType
        about = kind(
            short_name="quadriga_end", long_name=start.game.title, dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC, information=kind.Information.IMPERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM, reward_model=kind.RewardModel.TERMINAL, max_num_players=2,
            min_num_players=2, provides_information_state_string=True, provides_information_state_tensor=False,
            provides_observation_string=False, provides_observation_tensor=False, parameter_specification={},
        )  # fmt: skip
        info = pyspiel.GameInfo(
            num_distinct_actions=start.game.num_actions, max_chance_outcomes=100_000, num_players=2, min_utility=-1.0,
            max_utility=1.0, utility_sum=0.0, max_game_length=start.game.definition.max_steps,
        )  # fmt: skip
        super().__init__(about, info, {})

    @cached_property
    def deals(self) -> Outcomes:
        """What chance deals first: of each seat the likeliest hands, this many at most."""
        dealt = self.rules.deals(self.start)
        kept = set(range(len(dealt)))
        for seat in range(2):
            seen = [self.rules.observed(bits, seat) for bits, _ in dealt]
            likely: dict[bytes, float] = {}
            for hand, (_, chance) in zip(seen, dealt, strict=True):
                likely[hand] = likely.get(hand, 0.0) + chance
            most = sorted(likely, key=lambda hand: (-likely[hand], hand))[: self.hands]
            kept &= {number for number, hand in enumerate(seen) if hand in most}
        whole = sum(dealt[number][1] for number in kept)
        return tuple((dealt[number][0], dealt[number][1] / whole) for number in sorted(kept))

    def new_initial_state(self) -> EndState:
        """Return the state before the deal."""
        return EndState(self)

    def make_py_observer(self, wanted: Any = None, params: Any = None) -> None:
        """Make no observer: information states are strings."""


def positions(game: EndGame, most: int) -> Iterator[EndState]:
    """Walk through all states; more than this many are refused."""
    waiting, count = [game.new_initial_state()], 0
    while waiting:
        state = waiting.pop()
        count += 1
        if count + len(waiting) > most:
            raise QuadrigaError(f"more than {most:,} states")
        yield state
        if not state.is_terminal():
            waiting += [state.child(action) for action in state.legal_actions()]
