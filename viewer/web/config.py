"""The configuration of an application."""

from dataclasses import dataclass, field

from viewer.limits import Settings
from viewer.store import Policy
from viewer.store.access import OPEN_TO_ALL, Adders
from viewer.store.quotas import Quota
from viewer.web.callers import OPERATOR


@dataclass(frozen=True, slots=True)
class Config:
    """Configuration of an application: its archive, where it is reached, and what other sites may do."""

    database: str
    frame_ancestors: str = "*"
    secure: bool = False
    """Whether it is reached over HTTPS only, so that cookies are marked secure."""
    proxies: int = 0
    """Number of trusted proxies in front of it, whose forwarded headers are believed."""
    hosts: tuple[str, ...] = ()
    """The host names that it answers to, without ports; all names if empty."""
    origins: tuple[str, ...] = ("*",)
    """Origins whose pages may read the API, ``*`` for all; those that are named may also write."""
    policy: Policy = OPEN_TO_ALL
    live: Adders = Adders.ALL
    """Who may open live matches."""
    signing_key: bytes = field(default=b"", repr=False)
    """The private key that results are signed with; without one they are not."""
    address_quota: Quota | None = None
    """What an address without a key may add in a day; unlimited if None."""
    key_quota: Quota | None = None
    """What an uploader's key may add in a day."""
    rate: int = 0
    """Requests of the most expensive kinds that a worker answers each sender per minute; 0 for no limit."""
    offers_sign_in: bool = False
    """Whether pages link to the sign-in page."""
    settings: Settings = field(default_factory=Settings)
    is_own: bool = False
    """Whether it is only for who runs it, so that long questions wait for each other and none is refused."""
    packs: tuple[bytes, ...] = ()
    """The registered rule packs, for the processes that answer long questions."""
    log: str = "off"
    """Log format: ``json``, ``text`` or ``off``."""
    addresses: bool = False
    """Whether the log contains client addresses."""
    metrics: tuple[str, ...] = (OPERATOR,)
    """Who may read the metrics: networks, and ``loopback`` for the operator on this machine."""
    is_watched: bool = False
    """Whether it is a worker process of another application, which does the counting and logging."""
