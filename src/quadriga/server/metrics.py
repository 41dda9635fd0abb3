"""What those who run a server want to know, for Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from quadriga.errors import QuadrigaError

from .storage import Storage
from .thinking import Importance, Service


class Waits(Collector):
    """A count of how long something took, like a Histogram but for one thread only: every move is counted here."""

    def __init__(self, name: str, about: str, bounds: Sequence[float], registry: CollectorRegistry) -> None:
        self.name = name
        self.about = about
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.seconds = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.seconds += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Show the counts to Prometheus: of each bound how many took no longer."""
        names = [*map(str, map(float, self.bounds)), "+Inf"]
        buckets = list(zip(names, map(float, accumulate(self.counts)), strict=True))
        yield HistogramMetricFamily(self.name, self.about, buckets=buckets, sum_value=self.seconds)


class Tally(Collector):
    """A count, like a Counter but for one thread only."""

    def __init__(self, name: str, about: str, registry: CollectorRegistry) -> None:
        self.name = name
        self.about = about
        self.count = 0
        registry.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Show the count to Prometheus."""
        yield CounterMetricFamily(self.name, self.about, self.count)


class Shown(Collector):
    """A count that somebody else keeps."""

    def __init__(self, name: str, about: str, count: Callable[[], int], registry: CollectorRegistry) -> None:
        self.name = name
        self.about = about
        self.count = count
        registry.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Show the count to Prometheus."""
        yield CounterMetricFamily(self.name, self.about, self.count())


class Metrics:
    """The numbers of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # CPU, memory, open files, since when; on Linux
        self.created = Counter("quadriga_tables_created", "Tables laid out", ["game"], registry=self.registry)
        self.in_memory = Gauge("quadriga_tables_in_memory", "Tables in memory", registry=self.registry)
        self.packed = Gauge("quadriga_tables_packed", "Of these, tables that nobody uses", registry=self.registry)
        self.removed = Counter("quadriga_tables_removed", "Old tables removed", registry=self.registry)
        self.database = Gauge("quadriga_database_bytes", "Size of the database", registry=self.registry)
        self.entries = Tally("quadriga_entries", "Entries stored", self.registry)
        self.refused = Counter("quadriga_refused", "Commands refused", ["code"], registry=self.registry)
        self.connections = Gauge("quadriga_connections", "Open connections, sockets among them", registry=self.registry)
        self.turned_away = Counter(
            "quadriga_turned_away", "Connections closed: too many of one address, or too slow", ["why"],
            registry=self.registry,
        )  # fmt: skip
        self.client_faults = Counter(
            "quadriga_client_faults", "What clients sent that cannot be read", ["fault"], registry=self.registry
        )
        self.sockets = Gauge("quadriga_sockets", "Open sockets", registry=self.registry)
        self.requests = Counter("quadriga_requests", "HTTP requests", ["method", "status"], registry=self.registry)
        seconds = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
        self.lag = Waits("quadriga_loop_lag_seconds", "How late the event loop is", seconds, self.registry)
        self.moving = Waits("quadriga_command_seconds", "From a command to its being stored", seconds, self.registry)
        self.thinking = Histogram(
            "quadriga_bot_seconds", "How long bots think", ["level"], buckets=seconds, registry=self.registry
        )
        self.thoughts = Gauge(
            "quadriga_thoughts", "What is thought about or waits for it", ["importance"], registry=self.registry
        )
        self.workers = Gauge("quadriga_workers", "Processes that think for this server", registry=self.registry)

    def show_waiting(self, storage: Storage) -> None:
        """Show how much waits to be stored."""
        about = "What waits to be stored, or is being stored"
        Gauge("quadriga_writes_waiting", about, registry=self.registry).set_function(lambda: storage.waiting)

    def show_thinking(self, thinking: Service) -> None:
        """Show how much there is to think about, and who does."""
        for importance in Importance:
            self.thoughts.labels(importance.name.lower()).set_function(partial(thinking.count, importance))
        self.workers.set_function(thinking.workers_there)
        Shown("quadriga_thoughts_again", "Thoughts begun once more", lambda: thinking.again, self.registry)


class MetricsPort:
    """A port of its own for the numbers, which need not be open to those who play."""

    def __init__(self, registry: CollectorRegistry, host: str, port: int) -> None:
        self.registry = registry
        self.host = host
        self.port = port
        self.server: WSGIServer | None = None

    def open(self) -> None:
        """Listen, if there is a port to listen on."""
        if self.port:
            try:
                self.server, _ = start_http_server(self.port, self.host, self.registry)
            except OSError as error:
                raise QuadrigaError(
                    f"QUADRIGA_METRICS_PORT: cannot listen on {self.host} port {self.port}: {error.strerror}"
                ) from error

    def close(self) -> None:
        """Stop."""
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None
