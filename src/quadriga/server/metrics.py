"""What those who run a server want to know, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """Hold the numbers of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.created = Counter("quadriga_tables_created", "Tables laid out", ["game"], registry=self.registry)
        self.in_memory = Gauge("quadriga_tables_in_memory", "Tables in memory", registry=self.registry)
        self.entries = Counter("quadriga_entries", "Entries stored", registry=self.registry)
        self.refused = Counter("quadriga_refused", "Commands refused", ["code"], registry=self.registry)
        self.sockets = Gauge("quadriga_sockets", "Open sockets", registry=self.registry)
        self.requests = Counter("quadriga_requests", "HTTP requests", ["method", "status"], registry=self.registry)
        seconds = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
        self.moving = Histogram(
            "quadriga_command_seconds", "From a command to its being stored", buckets=seconds, registry=self.registry
        )
        self.thinking = Histogram(
            "quadriga_bot_seconds", "How long bots think", ["level"], buckets=seconds, registry=self.registry
        )
