"""The shares of the live matches that a worker looks after, where several divide them.

Each worker has a share, by the first digit of the ids, and renews a lease on it. Whoever sees a lease that
has lapsed takes it over, and gives it back when the worker of that share has been replaced. A share says who
does the duties of the house; any worker can serve any match.
"""

from collections.abc import Callable
from typing import Final

from viewer.store.leases import Lease, Leases

BEAT: Final = 500
"""How often a lease is renewed, in milliseconds."""
LAPSE: Final = 2_500
"""How long after a renewal, in milliseconds, a lease has lapsed."""
DIGITS: Final = "0123456789abcdef"


class Shares:
    """What one worker looks after; with one worker all of it, and no lease.

    ``now`` returns milliseconds since 1970.
    """

    def __init__(self, leases: Leases, worker: int, number: int, now: Callable[[], int]) -> None:
        self.number = number
        self._leases = leases
        self._worker = worker
        self._now = now
        self._began = now()
        self._known: dict[int, Lease | None] = {}
        self._changed: dict[int, int] = {}
        """When each lease was seen to change last: clocks of other processes are not relied on."""
        self._gaps: dict[int, tuple[int, int]] = {}
        """Of each share that it took: until when others looked after it, and when it was taken."""
        self.moved = {0} if number == 1 else set[int]()
        """The shares that have changed hands since this was cleared."""

    def of(self, match: str) -> int:
        """Return the share of a match.

        >>> shares = Shares(None, 0, 3, lambda: 0)
        >>> "".join(str(shares.of(digit)) for digit in DIGITS)
        '0000001111122222'
        """
        return max(0, DIGITS.find(match[:1])) * self.number // len(DIGITS)

    def holds(self, match: str) -> bool:
        """Return whether this worker looks after a match."""
        return self.number == 1 or self._is_mine(self._known.get(self.of(match)))

    def is_at_home(self, share: int) -> bool:
        """Return whether the worker whose share it is looks after it, and is another one."""
        lease = self._known.get(share)
        return lease is not None and lease.worker == share and not self._is_mine(lease)

    def gap(self, match: str) -> tuple[int, int]:
        """Return the last times between which perhaps nobody could serve a match."""
        if self.number == 1:
            return 0, self._began
        share, now = self.of(match), self._now()
        lease = self._known.get(share)
        if self._is_mine(lease):
            return self._gaps[share]
        beat = lease.beat if lease else 0
        return (beat, now) if now - beat > LAPSE else (now, now)

    def beat(self) -> None:
        """Renew the leases of this worker, and take those that it should have. Raises StoreError."""
        if self.number == 1:
            return
        now, found = self._now(), self._leases.all()
        for share in range(self.number):
            before, lease = self._known.get(share), found.get(share)
            if lease != before or share not in self._changed:
                self._changed[share] = now
            mine = Lease(self._worker, self._began, now)
            if self._is_mine(lease) or self._wants(share, lease, now):
                if not self._leases.replace(share, lease, mine):
                    continue
                if not self._is_mine(lease):
                    self._gaps[share] = (lease.beat if lease else 0, now)
                lease = mine
            self._known[share] = lease
            if lease and (before is None or lease[:2] != before[:2]):
                self.moved.add(share)

    def _is_mine(self, lease: Lease | None) -> bool:
        return lease is not None and lease[:2] == (self._worker, self._began)

    def _wants(self, share: int, lease: Lease | None, now: int) -> bool:
        """Return whether to take a share: one that is its own, unless a successor has it, or a lapsed one."""
        if share == self._worker and (lease is None or lease.worker != share or lease.began < self._began):
            return True
        return now - self._changed[share] > LAPSE
