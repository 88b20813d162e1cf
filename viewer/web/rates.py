"""Rate limits for the most expensive requests, and daily quotas for adding records.

Rates are counted in memory by each worker and each worker process separately, so up to that many times the
rate gets through; quotas are counted in the archive for all together.
"""

import hashlib
import secrets
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

from flask import Flask, Response, g, request

from notation.findings import Fact, Phrase
from viewer.limits import SENDERS_COUNTED
from viewer.store import Store
from viewer.store.quotas import Charged, Quota, network
from viewer.web.access import DEAR, caller
from viewer.web.failures import Problem
from viewer.web.server.work import part

MINUTE: Final = 60
TOO_OFTEN: Final = Phrase(
    "At most {number} requests of this kind are answered in a minute. Please wait {seconds} s."
)
TOO_MANY: Final = Phrase(
    "At most {records} records and {megabytes} MiB can be added in a day. "
    "{left} more records can be added today."
)


class Rates:
    """The number of requests of each sender in the current minute.

    >>> rates = Rates(1, lambda: 30.0)
    >>> rates.count("ana"), rates.count("ana"), rates.count("ivan")
    ((0, 30), (-1, 30), (0, 30))
    """

    def __init__(self, most: int, now: Callable[[], float] = monotonic) -> None:
        self.most = most
        self._now = now
        self._minute = -1
        self._counts: dict[str, int] = {}
        self._turn = Lock()

    def count(self, sender: str, times: int = 1) -> tuple[int, int]:
        """Count requests; return how many are left, negative if too many, and the seconds to the reset."""
        minute, past = divmod(int(self._now()), MINUTE)
        with self._turn:
            if minute != self._minute or len(self._counts) >= SENDERS_COUNTED:
                self._minute = minute
                self._counts.clear()
            done = self._counts.get(sender, 0) + times
            self._counts[sender] = done
        return self.most - done, MINUTE - past


def too_often(most: int, seconds: int) -> Problem:
    """Return the Problem of a sender who has asked more often than so many times in this minute."""
    facts: dict[str, Fact] = {"number": most, "seconds": seconds}
    return Problem(429, Phrase(TOO_OFTEN.sentence, facts), word="rate", headers={"Retry-After": str(seconds)})


def hidden_address(salt: bytes) -> str:
    """Return the network of the caller, which nobody can read out of it without the salt."""
    address = network(request.remote_addr or "")
    return hashlib.blake2b(address.encode(), key=salt, digest_size=16).hexdigest()


def limit_rates(app: Flask, most: int, address_quota: Quota | None, key_quota: Quota | None) -> None:
    """Limit expensive requests of a sender per minute, 0 for no limit, and apply the daily quotas."""
    app.extensions["quotas"] = {"": address_quota, "key": key_quota}
    rates, salt = Rates(most), secrets.token_bytes(32)

    def sender() -> str:
        key = caller()
        return f"key {key.name}" if key else hidden_address(salt)

    @app.before_request
    def count() -> None:
        key = caller() if request.endpoint in DEAR else None
        if not most or part() is not None or request.endpoint not in DEAR or (key and key.is_operator):
            return
        left, seconds = rates.count(sender())
        g.limits = [*g.get("limits", ()), ("rate", most, MINUTE, max(0, left), seconds)]
        if left < 0:
            raise too_often(most, seconds)

    @app.after_request
    def tell(response: Response) -> Response:
        limits = g.get("limits")
        if limits:
            policies = (f'"{name}";q={most};w={window}' for name, most, window, _, _ in limits)
            response.headers["RateLimit-Policy"] = ", ".join(policies)
            response.headers["RateLimit"] = ", ".join(
                f'"{name}";r={left};t={seconds}' for name, _, _, left, seconds in limits
            )
        return response


def charge(store: Store, quotas: dict[str, Quota | None], size: int, records: int) -> None:
    """Charge additions to the quota of the sender; raise a Problem where they exceed it."""
    key = caller()
    quota = quotas["key" if key else ""]
    if quota is None or (key and key.is_operator):
        return
    day = store.quotas.charge(key.name if key else "", request.remote_addr or "", records, size, quota)
    g.limits = [*g.get("limits", ()), *_told(quota, day)]
    if not day.is_within:
        facts: dict[str, Fact] = {
            "records": quota.records,
            "megabytes": quota.bytes >> 20,
            "left": day.records,
        }
        again = {"Retry-After": str(day.seconds)}
        raise Problem(429, Phrase(TOO_MANY.sentence, facts), word="quota", headers=again)


def _told(quota: Quota, day: Charged) -> list[tuple[str, int, int, int, int]]:
    return [
        ("records", quota.records, 86_400, day.records, day.seconds),
        ("bytes", quota.bytes, 86_400, day.bytes, day.seconds),
    ]
