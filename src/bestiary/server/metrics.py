"""What an operator sees: counts and times of one server, as Prometheus reads them."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

TIMES = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

SHARES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.999, 1.0)


class Metrics:
    """The figures of one server; several servers in a process do not share them."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = self._gauge("tables", "Tables in memory.")
        self.sockets = self._gauge("sockets", "Open sockets.")
        self.queue = self._gauge("bot_queue", "Thoughts of machines that wait.")
        self.commits = self._gauge("commits", "Transactions that were committed.")
        self.jobs = self._gauge("jobs", "Jobs that were stored in them.")
        self.acks = self._histogram("ack_seconds", "From hearing a command to acknowledging it.")
        self.thoughts = self._histogram("thought_seconds", "From asking a machine to its answer.")
        self.shares = self._histogram(
            "thought_share", "The share of its level's thinking that a machine's move had.", SHARES
        )
        self.refusals = Counter(
            "bestiary_refusals", "What was refused, by reason.", ["why"], registry=self.registry
        )
        self.half_sent = Counter(
            "bestiary_half_sent", "Requests that were begun and never finished.", registry=self.registry
        )

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"bestiary_{name}", text, registry=self.registry)

    def _histogram(self, name: str, text: str, buckets: tuple[float, ...] = TIMES) -> Histogram:
        return Histogram(f"bestiary_{name}", text, buckets=buckets, registry=self.registry)

    def text(self) -> bytes:
        """All of them, as they are scraped."""
        return generate_latest(self.registry)
