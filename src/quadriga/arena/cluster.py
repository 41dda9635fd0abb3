"""The same games as tasks of Ray: on this machine (`local`) or on any number of machines (an address)."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from quadriga.errors import QuadrigaError
from quadriga.extras import need
from quadriga.kernel.batch import default_threads

from .matches import Contest, Played, play
from .pairing import Pairing

LOOPBACK = "127.0.0.1"
REACHABLE = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""What tells Ray, on any system in spite of its name, whether other machines may join."""
PATIENCE = 5
"""Seconds to wait for a cluster to answer."""


def play_on_ray(contest: Contest, pairings: Iterable[Pairing], address: str, processes: int | None) -> Iterator[Played]:
    """Play games on Ray; yield each as it is done. The connection, or a local Ray, ends with this generator."""
    ray = ray_for(address)
    with connected(ray, address, processes):
        task = ray.remote(num_cpus=1, max_retries=2)(play_or_say)
        shared = ray.put(contest)
        waiting = iter(pairings)
        cores = processes or max(1, int(ray.cluster_resources().get("CPU", 1)))
        # Twice as many as there are cores: nobody waits for a task, and no queue is in the way of an interruption.
        running = [task.remote(shared, pairing) for pairing in islice(waiting, 2 * cores)]
        while running:
            done, running = ray.wait(running)
            running += [task.remote(shared, pairing) for pairing in islice(waiting, len(done))]
            for given in fetched(ray, done):
                if not isinstance(given, Played):
                    raise QuadrigaError(given)
                yield given


def play_or_say(contest: Contest, pairing: Pairing) -> Played | str:
    """Play a game, or say what went wrong."""
    try:
        return play(contest, pairing)
    except QuadrigaError as error:
        return str(error)


def fetched(ray: Any, done: list[Any]) -> list[Any]:
    """Fetch results; what is wrong with the cluster is said in one line."""
    try:
        found: list[Any] = ray.get(done)
    except ray.exceptions.RayError as error:
        why = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise QuadrigaError(f"a game failed on the cluster: {why}") from error
    return found


@contextmanager
def connected(ray: Any, address: str, processes: int | None) -> Iterator[None]:
    """Connect to Ray, or start one on this machine that nobody else can reach; end it in any case."""
    if ray.is_initialized():
        raise QuadrigaError("this process uses Ray already; an arena starts and ends its own connection")
    # Ray's sockets must have short names.
    place = "/tmp" if Path("/tmp").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="quadriga-", dir=place, ignore_cleanup_errors=True) as folder:
        try:
            connect(ray, address, processes, folder)
            yield
        finally:
            ray.shutdown()


def connect(ray: Any, address: str, processes: int | None, folder: str) -> None:
    """Connect to a cluster, or start Ray on this machine alone."""
    quiet = {"log_to_driver": False, "logging_level": "error"}
    try:
        if address == "local":
            cores = processes or default_threads()
            ray.init(num_cpus=cores, include_dashboard=False, _node_ip_address=LOOPBACK, _temp_dir=folder, **quiet)
        else:
            must_answer(address)
            ray.init(address=address, **quiet)
    except Exception as error:
        why = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise QuadrigaError(f"cannot reach the cluster {address!r}: {why}") from error


def must_answer(address: str) -> None:
    """Say within seconds, not minutes, that nobody is there; `auto` finds the cluster of this machine."""
    if address == "auto":
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        raise QuadrigaError("an address is local, auto, host:port or ray://host:port")
    socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()


def ray_for(address: str) -> Any:
    """Import Ray; one that is only for this machine keeps to the loopback interface."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address != "local":
        return need("ray", "cluster")
    kept = os.environ.get(REACHABLE)
    os.environ[REACHABLE] = "0"  # Ray reads it as it is imported; without it the name of the host is listened on
    try:
        return need("ray", "cluster")
    finally:
        os.environ.pop(REACHABLE)
        if kept is not None:
            os.environ[REACHABLE] = kept
