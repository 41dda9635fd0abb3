"""Games on all cores of this machine: one process per core, one game at a time in each."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import connection, get_context
from typing import Any

from quadriga.errors import QuadrigaError

from .matches import Contest, Played, play
from .pairing import Pairing


def play_here(contest: Contest, pairings: Iterable[Pairing]) -> Iterator[Played]:
    """Play games one after the other in this process."""
    for pairing in pairings:
        yield play(contest, pairing)


def play_in_processes(contest: Contest, pairings: Iterable[Pairing], processes: int) -> Generator[Played, None, None]:
    """Play games in worker processes; yield each as it is done. Closing this generator ends the workers at once."""
    context = get_context("spawn")
    waiting = iter(pairings)
    workers: dict[Any, Any] = {}
    try:
        with undisturbed():  # Ctrl-C is for this process; the workers are told
            for _ in range(processes):
                ours, theirs = context.Pipe()
                worker = context.Process(target=work, args=(contest, theirs), daemon=True)
                worker.start()
                theirs.close()
                workers[ours] = worker
        for line in list(workers):
            hand_out(line, waiting, workers)
        while workers:
            for line in connection.wait(list(workers)):
                played = answer(line, workers)
                hand_out(line, waiting, workers)
                yield played
    finally:
        for worker in workers.values():
            worker.kill()
        for worker in workers.values():
            worker.join()


def hand_out(line: Any, waiting: Iterator[Pairing], workers: dict[Any, Any]) -> None:
    """Give a worker its next game, or send it home."""
    pairing = next(waiting, None)
    try:
        line.send(pairing)
    except OSError as error:
        raise gone(workers[line]) from error
    if pairing is None:
        workers[line].join()
        del workers[line]


def answer(line: Any, workers: dict[Any, Any]) -> Played:
    """Take a finished game from a worker; what went wrong there goes wrong here."""
    try:
        given = line.recv()
    except (EOFError, OSError) as error:
        raise gone(workers[line]) from error
    if isinstance(given, Played):
        return given
    raise QuadrigaError(given)


def gone(worker: Any) -> QuadrigaError:
    """Say that a worker is no longer there."""
    worker.join()
    hint = "; is there enough memory?" if worker.exitcode == -signal.SIGKILL else ""
    return QuadrigaError(f"a worker process ended by itself with exit code {worker.exitcode}{hint}")


def work(contest: Contest, line: Any) -> None:
    """Play the games that come down the line until none comes."""
    try:
        while (pairing := line.recv()) is not None:
            try:
                line.send(play(contest, pairing))
            except QuadrigaError as error:
                line.send(str(error))
    except (EOFError, OSError):
        pass  # whoever asked is gone


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold Ctrl-C back; processes started meanwhile never see it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
