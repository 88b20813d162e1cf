"""Metrics of a server for Prometheus: requests, durations and errors.

Under gunicorn every worker writes its own to files in `PROMETHEUS_MULTIPROC_DIR`, and the worker that is
scraped adds them up. Labels are routes, methods and statuses, so their number is bounded.
"""

import os
import time
from contextlib import suppress
from functools import partial
from shutil import disk_usage
from typing import Any, Final

from viewer.store import Store, StoreError
from viewer.store.summaries import VERSION, program
from viewer.web.visits import Visit

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)
"""Seconds."""


class Metrics:
    """The metrics of one server process."""

    def __init__(self, database: str) -> None:
        import prometheus_client as prometheus  # which reads environment variables on import

        prometheus.disable_created_metrics()  # type: ignore[no-untyped-call] # a line for each line
        self._prometheus: Any = prometheus
        self._registry = prometheus.CollectorRegistry()
        kept: Any = {"registry": self._registry}
        counter: Any = partial(prometheus.Counter, **kept)
        gauge: Any = partial(prometheus.Gauge, **kept)
        live = partial(gauge, multiprocess_mode="livesum")
        self.requests = counter(
            "santase_requests", "Requests that were answered", ("method", "route", "status")
        )
        self.seconds = prometheus.Histogram(
            "santase_request_seconds", "How long they took", buckets=BUCKETS, **kept
        )
        self.by_route = prometheus.Summary(
            "santase_route_seconds", "How long they took on each route", ("route",), **kept
        )
        self.cpu = counter("santase_cpu_seconds", "CPU time of requests")
        self.units = counter("santase_work_units", "Work of requests")
        self.answering = live("santase_requests_in_progress", "Requests being answered")
        self.long = counter(
            "santase_long_questions",
            "Requests for a process of their own: answered, or why they were not",
            ("outcome",),
        )
        for outcome in ("answered", "full", "late", "lost"):  # so that the first of them is an increase
            self.long.labels(outcome)
        self.queue = live("santase_queue", "Long questions that wait or are being answered")
        self.streams = live("santase_live_streams", "Readers who follow live matches")
        self.asked = counter("santase_live_requests", "What was asked of live matches", ("outcome",))
        self.errors = counter("santase_errors", "Requests that failed by an error of the program")
        self.counts = {
            "added": counter("santase_records_added", "Records that were new"),
            "judged": counter("santase_records_judged", "Records that were judged"),
            "database": counter("santase_database_errors", "Failures of the database"),
        }
        named = ("version", "build", "database")
        info = gauge("santase_info", "The program", named, multiprocess_mode="livemax")
        info.labels(VERSION, program(), database).set(1)
        oldest = "When the oldest worker started"
        began = gauge("santase_start_time_seconds", oldest, multiprocess_mode="livemin")
        began.set(time.time())
        newest = partial(gauge, multiprocess_mode="livemostrecent")
        self.backup = newest(
            "santase_last_backup_time_seconds", "When the last backup was made that was verified; 0 for never"
        )
        self.free = newest(
            "santase_disk_free_bytes", "What is free on the disk of a SQLite archive; -1 for PostgreSQL"
        )

    def note(self, visit: Visit, method: str, route: str, seconds: float, cpu: float) -> None:
        """Count a request that was answered."""
        self.requests.labels(method, route, visit.status).inc()
        self.seconds.observe(seconds)
        self.by_route.labels(route).observe(seconds)
        self.cpu.inc(cpu)
        self.units.inc(visit.units)
        if visit.status == 500:
            self.errors.inc()
        if visit.process:
            self.long.labels(visit.process).inc()
        for name, number in visit.counts.items():
            self.counts[name].inc(number)

    def text(self, store: Store) -> bytes:
        """Return all metrics in the text format of Prometheus.

        Those of the archive are read now; if it cannot be used, they are as they were last.
        """
        with suppress(StoreError, OSError):
            place, last = store.file(), store.last_backup()
            self.backup.set(last.timestamp() if last else 0)
            self.free.set(disk_usage(place.parent).free if place else -1)
        registry = self._registry
        if FOLDER in os.environ:
            from prometheus_client import multiprocess

            registry = self._prometheus.CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        text: bytes = self._prometheus.generate_latest(registry)
        return text

    @property
    def kind(self) -> str:
        """The media type of the text."""
        kind: str = self._prometheus.CONTENT_TYPE_LATEST
        return kind
