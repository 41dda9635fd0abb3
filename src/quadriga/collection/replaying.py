"""Many written matches played again at once, move by move side by side, by the compiled rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

import quadriga
from quadriga import Game, QuadrigaError, RecordError, WrittenMatch
from quadriga.kernel.batch import LARGEST_SEED
from quadriga.kernel.records import blank
from quadriga.notation import check, result
from quadriga.notation.record import begin, check_of, integer, must_be_of, must_end_as, must_have_moves, result_of

USUAL = ("Game", "Version", "Options", "Seed", "Moves", "Result", "Check")
"""Tags of a record, in their usual order."""
TOGETHER = 1024
"""Matches that are played side by side."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A written match and what came of playing it."""

    match: WrittenMatch
    """The match."""
    result: str = "*"
    """How it ended, as the tag Result says it; `*`: it is not over."""
    winners: tuple[int, ...] = ()
    """The seats that won."""
    scores: tuple[int, ...] = ()
    """The points of every seat."""
    is_over: bool = False
    """Whether it came to an end."""
    error: RecordError | None = None
    """What is wrong with it; then the rest says nothing."""
    version: int = 0
    """Of the rules that it was played by."""
    check: str = ""
    """The checksum of its moves and last position."""

    @property
    def whole(self) -> WrittenMatch:
        """The match with all the tags that make it safe, as what was played says; it must be right."""
        found = {"Version": str(self.version), "Moves": str(len(self.match.texts)), "Result": self.result,
                 "Check": self.check}  # fmt: skip
        given = self.match.tags
        if found.keys() <= given.keys():
            return self.match
        both = found | given
        return self.match.with_tags({name: both[name] for name in (*USUAL, *given) if name in both})


def replayed(
    matches: Iterable[WrittenMatch], load: Callable[[Any], Game] = quadriga.load_written
) -> Iterator[Replayed]:
    """Play a stream of matches of any games; they come out in the order in which they went in."""
    games: dict[tuple[str, str], Game | RecordError] = {}
    stream = iter(matches)
    while chunk := list(islice(stream, TOGETHER)):
        found: list[Replayed | None] = [None] * len(chunk)
        groups: dict[tuple[str, str], list[int]] = {}
        for at, match in enumerate(chunk):
            groups.setdefault((match.tags["Game"], match.tags.get("Options", "")), []).append(at)
        for key, places in groups.items():
            if key not in games:
                try:
                    games[key] = load(chunk[places[0]].tags)
                except RecordError as error:
                    games[key] = error
            game = games[key]
            together = [chunk[at] for at in places]
            if isinstance(game, RecordError):
                done = [Replayed(match, error=game) for match in together]
            else:
                done = replay_all(game, together)
            for at, one in zip(places, done, strict=True):
                found[at] = one
        yield from (one for one in found if one is not None)


def replay_all(game: Game, matches: Sequence[WrittenMatch]) -> list[Replayed]:
    """Play matches of one game, checking everything they claim, as `game.replay` does one by one."""
    found: list[Replayed | None] = [None] * len(matches)
    listed: list[tuple[int, list[int]]] = []
    states, seeds = blank(game.template.dtype, len(matches)), np.full(len(matches), -1, np.int64)
    for at, match in enumerate(matches):
        try:
            if not match.has_variations:
                must_be_of(game, match.tags)
                must_have_moves(match)
                listed.append((at, actions_of(game, match)))
                seeds[at] = set_up(game, match, states, at)
            else:  # they are played too, each from its place
                found[at] = slowly(game, match)
        except RecordError as error:
            found[at] = Replayed(match, error=error)
    dealt = np.flatnonzero(seeds >= 0)
    if dealt.size:
        fresh = blank(game.template.dtype, dealt.size)
        game.compiled.reset_all(fresh, game.template, seeds[dealt], 0, dealt.size)
        states[dealt] = fresh
    listed = [(at, actions) for at, actions in listed if found[at] is None]
    listed.sort(key=lambda one: -len(one[1]))
    if listed:
        for at, one in play_side_by_side(game, matches, states, listed):
            found[at] = one
    return [one for one in found if one is not None]


def actions_of(game: Game, match: WrittenMatch) -> list[int]:
    """Find the numbers of written moves."""
    try:
        return list(map(game.numbers.__getitem__, match.texts))
    except KeyError:
        pass
    try:
        return [game.move(text).id for text in match.texts]
    except QuadrigaError:
        return game.replay(match).history  # says in which line it is, and whether another is wrong before it


def set_up(game: Game, match: WrittenMatch, states: Any, at: int) -> int:
    """Set up the beginning of a match, or return the seed from which the compiled rules do it for many at once."""
    tags = match.tags
    if "Position" not in tags and "Seed" in tags and (seed := integer(tags, "Seed")) < LARGEST_SEED:
        return seed
    states[at : at + 1] = begin(game, tags).bits
    return -1


def play_side_by_side(
    game: Game, matches: Sequence[WrittenMatch], states: Any, listed: list[tuple[int, list[int]]]
) -> Iterator[tuple[int, Replayed]]:
    """Play the listed matches, the longest first: those with a move left are always the first ones."""
    kernel, rows = game.compiled, states[[at for at, _ in listed]]
    longest = len(listed[0][1])
    actions = np.zeros((longest, len(listed)), np.int16)
    for row, (_, chosen) in enumerate(listed):
        actions[: len(chosen), row] = chosen
    moves, refused = np.zeros(game.num_actions, np.int16), np.zeros(len(listed), np.uint8)
    lengths = np.array([len(chosen) for _, chosen in listed])
    wrong = np.zeros(len(listed), bool)
    for step in range(longest):
        left = int((lengths > step).sum())
        wrong[:left] |= rows["to_move"][:left] < 0  # a move after the end
        kernel.check_all(rows, actions[step], moves, refused, 0, left)
        if refused[:left].any() or wrong[:left].any():
            wrong[:left] |= refused[:left] > 0
            rows["to_move"][:left][wrong[:left]] = -1  # it stays as it is
        kernel.act_all(rows, actions[step], 0, left)
    scores, winners = (np.zeros((len(listed), len(game.seats)), kind) for kind in (np.int16, np.uint8))
    kernel.scores_all(rows, scores, winners, 0, len(listed))
    for row, (at, chosen) in enumerate(listed):
        match = matches[at]
        if wrong[row]:
            yield at, slowly(game, match)
            continue
        is_over = bool(rows["to_move"][row] < 0)
        won = tuple(np.flatnonzero(winners[row]).tolist()) if is_over else ()
        points = tuple(scores[row].tolist())
        ended = result_of(game, points, won) if is_over else "*"
        checksum = check_of(chosen, rows[row].tobytes())
        try:
            must_end_as(match.tags, ended, checksum)
        except RecordError as error:
            yield at, Replayed(match, error=error)
        else:
            yield at, Replayed(match, ended, won, points, is_over, None, game.version, checksum)


def slowly(game: Game, match: WrittenMatch) -> Replayed:
    """Play one match by the interpreted rules, which say what is wrong and where."""
    try:
        state = game.replay(match)
    except RecordError as error:
        return Replayed(match, error=error)
    outcome, rules = state.outcome, game.definition.rules
    if outcome is None:
        points = tuple(int(rules.score(state.s, seat)) for seat in range(len(game.seats)))
    else:
        points = tuple(map(int, outcome.scores))
    won = () if outcome is None else outcome.winners
    return Replayed(match, result(state), won, points, outcome is not None, None, game.version, check(state))
