"""The kernels: one block of threads holds as many games in its shared memory and plays them, one game per thread.

The names below without a value are bound by `link` to the rules of one game and to the sizes of its record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import cuda
from numba.cuda import types

from quadriga.kernel.dice import WORD, speck
from quadriga.kernel.drivers import CHOOSER, act, choose, redeal_with, setup_with
from quadriga.kernel.proof import mix

from .flags import FRESH, GIVEN, GROUPED, LISTED, MASK, THREADS, TRACE

legal: Callable[[Any, Any], int]
score: Callable[[Any, int], int]
wins: Callable[[Any, int], bool]
observe: Callable[[Any, int, Any], None]
see: Callable[[Any, int, Any], None]
slot: Callable[[Any, int], int]
record: Callable[[int], Any]
"""Find the record of a game by its number in the block. This and the next: see device.py."""
get_word: Callable[[Any, int], int]
set_word: Callable[[Any, int, int], None]
fetch_row: Callable[[Any, Any, int], None]
keep_row: Callable[[Any, Any, int], None]
fetched: Callable[[], None]
stage: Callable[[Any], int]
count_up: Callable[[Any], int]
row: Callable[[Any, int], Any]
column: Callable[[Any], Any]
WORDS: int
ACTIONS: int

WARPS = THREADS // 32
STAGES = 32
"""Groups that games are sorted into: by their stage, those that are over last."""


def fetch(states: Any, count: int) -> Any:
    """Copy the games of a block into its shared memory, a warp one after the other; return the first and how many."""
    first = types.int64(cuda.blockIdx.x) * THREADS
    here = min(THREADS, count - first)
    for game in range(cuda.threadIdx.x >> 5, here, WARPS):
        fetch_row(record(game), row(states, (first + game) * WORDS), cuda.threadIdx.x & 31)
    fetched()
    cuda.syncthreads()
    return first, here


def keep(states: Any, first: int, here: int) -> None:
    """Copy the games of a block back."""
    cuda.syncthreads()
    for game in range(cuda.threadIdx.x >> 5, here, WARPS):
        keep_row(record(game), row(states, (first + game) * WORDS), cuda.threadIdx.x & 31)


def clear_mask(mask: Any, words: Any, first: int, here: int) -> None:
    """Write 0 for every action of a block's games, as words as far as it goes."""
    size = here * ACTIONS
    start = row(words, first * ACTIONS >> 2)
    for at in range(cuda.threadIdx.x, size >> 2, THREADS):
        start[at] = 0
    for at in range((size >> 2 << 2) + cuda.threadIdx.x, size, THREADS):
        mask[first * ACTIONS + at] = 0


def regroup(game: int, stage: int, counts: Any, order: Any) -> Any:
    """Hand the games of a block out again so that neighbouring threads have games of the same stage; return this one's.

    What threads of one warp do at the same time they do at once; what they do differently, one after the other.
    """
    t = cuda.threadIdx.x
    if t < STAGES:
        counts[t] = 0
    cuda.syncthreads()
    place = cuda.atomic.add(counts, stage, 1)
    cuda.syncthreads()
    for k in range(stage):
        place += counts[k]
    order[place] = game
    cuda.syncthreads()
    return order[t]


def stage_of(s: Any) -> int:
    """Name the group of a game."""
    return stage(s) if s.to_move >= 0 else STAGES - 1


def trace_state(s: Any, i: int, trace: Any) -> None:
    """Mix all words of a game into its trace."""
    a = types.int64(trace[2 * i])
    b = types.int64(trace[2 * i + 1])
    for w in range(WORDS):
        a, b = mix(a, b, types.int64(get_word(s, w)))
    trace[2 * i] = a
    trace[2 * i + 1] = b


def pay(s: Any, seats: int, ended: bool, rewards: Any) -> None:
    """Pay for an action: the winners of a game that it ended share 1, the others -1 (see `payment` in batch.py)."""
    won = 0
    if ended:
        for seat in range(seats):
            won += types.int64(wins(s, seat))
    for seat in range(seats):
        rewards[seat] = 0
        if ended and (seats == 1 or 0 < won < seats):
            if wins(s, seat):
                rewards[seat] = types.float32(1) / types.float32(won)
            else:
                rewards[seat] = types.float32(-1) / types.float32(seats - won)


def advance(
    states: Any, count: int, flags: int, limit: int, seats: Any, width: int, seeds: Any, actions: Any, chooser: Any,
    steps: Any, trace: Any, mask: Any, mask_words: Any, to_move: Any, rewards: Any, done: Any, finished: Any,
) -> None:  # fmt: skip
    """Play the given action in every game, or up to `limit` random ones; say what is legal then, and who has ended.

    A given action that is not legal is not played. Games that have ended wait, listed in `finished`, to be begun again.
    `seats` says how many each game has; `rewards` has room for `width` of every game.
    """
    order = cuda.shared.array(THREADS, types.int32)
    counts = cuda.shared.array(STAGES, types.int32)
    low = cuda.shared.array(THREADS, types.uint32)
    high = cuda.shared.array(THREADS, types.uint32)
    played = cuda.shared.array(THREADS, types.int32)
    moves = cuda.local.array(ACTIONS, types.int16)
    t = cuda.threadIdx.x
    first, here = fetch(states, count)
    game = t
    s = record(game)
    if t < here:
        if flags & FRESH:
            seed = seeds[first + t]
            block = speck(0, s.moves, seed & WORD, seed >> 32 & WORD, CHOOSER, 0)
            low[t] = block >> 32 | 1
            high[t] = block & WORD
        elif not flags & GIVEN:
            low[t] = chooser[2 * (first + t)]
            high[t] = chooser[2 * (first + t) + 1]
        played[t] = 0
        done[first + t] = s.to_move < 0
    if flags & GROUPED:
        game = regroup(t, stage_of(s) if t < here else STAGES - 1, counts, order)
        s = record(game)
    action = -1
    if flags & GIVEN and game < here and s.to_move >= 0:
        given = actions[first + game]
        if 0 <= given < ACTIONS and mask[(first + game) * ACTIONS + given] != 0:
            action = types.int64(given)
    if flags & MASK:
        cuda.syncthreads()
        clear_mask(mask, mask_words, first, here)
    number = 0
    for n in range(limit + 1):
        if action >= 0:
            act(s, action)
            played[game] += 1
            if flags & TRACE:
                trace_state(s, first + game, trace)
        if flags & GROUPED:
            game = regroup(game, stage_of(s) if game < here else STAGES - 1, counts, order)
            s = record(game)
            if counts[STAGES - 1] == THREADS:  # all games of the block are over
                number = 0
                break
        action = -1
        number = 0
        if game < here and s.to_move >= 0 and (n < limit or flags & MASK):
            number = legal(s, moves)
            if n < limit:
                k, x, y = choose(types.int64(low[game]), types.int64(high[game]), number)
                low[game] = x
                high[game] = y
                action = types.int64(moves[k])
    cuda.syncthreads()
    if flags & MASK:
        for k in range(number):
            mask[(first + game) * ACTIONS + moves[k]] = 1
    if t < here:
        s = record(t)
        if not flags & GIVEN:
            chooser[2 * (first + t)] = low[t]
            chooser[2 * (first + t) + 1] = high[t]
        steps[first + t] += played[t]
        to_move[first + t] = s.to_move
        ended = s.to_move < 0 and done[first + t] == 0
        done[first + t] = s.to_move < 0
        pay(s, seats[first + t], ended, row(rewards, (first + t) * width))
        if s.to_move < 0 and flags & LISTED:
            finished[1 + count_up(finished)] = first + t
    keep(states, first, here)


def begin(
    states: Any, count: int, flags: int, step: int, templates: Any, sets: Any, seeds: Any, chooser: Any, mask: Any,
    to_move: Any, finished: Any,
) -> None:  # fmt: skip
    """Begin games again: all of them, or those listed in `finished`, each with the seed `step` further on.

    `templates` are the blank records of the sets of options, and `sets` says which of them each game has.
    """
    rows = cuda.shared.array(THREADS, types.int32)
    moves = cuda.local.array(ACTIONS, types.int16)
    t = cuda.threadIdx.x
    first = types.int64(cuda.blockIdx.x) * THREADS
    here = min(THREADS, (finished[0] if flags & LISTED else count) - first)
    if here <= 0:
        return
    if t < here:
        i = types.int64(finished[1 + first + t]) if flags & LISTED else first + t
        rows[t] = i
        s = record(t)
        template = row(templates, types.int64(sets[i]) * WORDS)
        for w in range(WORDS):
            set_word(s, w, template[w])
        if flags & LISTED:
            seeds[i] += step
        seed = seeds[i]
        setup_with(s, seed & WORD, seed >> 32 & WORD, 0, 0)
        block = speck(0, s.moves, seed & WORD, seed >> 32 & WORD, CHOOSER, 0)
        chooser[2 * i] = block >> 32 | 1
        chooser[2 * i + 1] = block & WORD
        to_move[i] = s.to_move
    cuda.syncthreads()
    for game in range(t >> 5, here, WARPS):
        keep_row(record(game), row(states, types.int64(rows[game]) * WORDS), t & 31)
        if flags & MASK:
            for action in range(t & 31, ACTIONS, 32):
                mask[types.int64(rows[game]) * ACTIONS + action] = 0
    if flags & MASK:
        cuda.syncthreads()
        if t < here:
            s = record(t)
            if s.to_move >= 0:
                for k in range(legal(s, moves)):
                    mask[types.int64(rows[t]) * ACTIONS + moves[k]] = 1


def look(states: Any, count: int, out: Any, width: int) -> None:
    """Write what the deciding seat of every game sees; seat 0 when the game is over."""
    t = cuda.threadIdx.x
    first, here = fetch(states, count)
    if t < here:
        s = record(t)
        observe(s, max(0, s.to_move), row(out, (first + t) * width))


def see_input(states: Any, count: int, out: Any, width: int) -> None:
    """Write what the network sees for the deciding seat of every game; for seat 0 when the game is over.

    The games of a block are the columns of a table of its own: what threads write at the same time lies side by side.
    """
    t = cuda.threadIdx.x
    first, here = fetch(states, count)
    if t < here:
        s = record(t)
        see(s, max(0, s.to_move), column(row(out, first * width + t)))


def list_slots(states: Any, count: int, out: Any, width: int) -> None:
    """Write the legal action that stands in each slot of a network's ratings, -1 where none does."""
    moves = cuda.local.array(ACTIONS, types.int16)
    t = cuda.threadIdx.x
    first, here = fetch(states, count)
    for at in range(t, here * width, THREADS):
        out[first * width + at] = -1
    cuda.syncthreads()
    if t < here:
        s = record(t)
        if s.to_move >= 0:
            for k in range(legal(s, moves)):
                out[(first + t) * width + slot(s, moves[k])] = moves[k]


def judge(states: Any, count: int, seats: Any, width: int, points: Any, winners: Any) -> None:
    """Write points and winners of every game as it stands."""
    t = cuda.threadIdx.x
    first, here = fetch(states, count)
    if t < here:
        s = record(t)
        for seat in range(seats[first + t]):
            points[(first + t) * width + seat] = score(s, seat)
            winners[(first + t) * width + seat] = wins(s, seat)


def deal_anew(states: Any, count: int, seats: Any, seeds: Any) -> None:
    """Deal again, in every game, what its seat (-1: a spectator) cannot know."""
    t = cuda.threadIdx.x
    first, here = fetch(states, count)
    if t < here:
        seed = seeds[first + t]
        redeal_with(record(t), seats[first + t], seed & WORD, seed >> 32 & WORD, 0, 0)
    keep(states, first, here)
