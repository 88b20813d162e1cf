"""Who may do what, decided in one place: callers, acts, the state of a record, and the answer.

:func:`may` decides about one record at hand; :func:`is_readable` and :func:`is_listed` say the same of
reading and listing to a database. Front ends ask; they decide nothing themselves.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final

import sqlalchemy as sa

from viewer.store.tables import OWNERS, UNCOUNTED, WITHHELD

SHORTEST_ADDRESS: Final = 16
"""Digits of an id that open a record which is not listed; fewer could be tried out."""


class KeyRole(Enum):
    """Whose records the holder of a key looks after: his own, or all."""

    UPLOADER = "uploader"
    OPERATOR = "operator"


class Scope(Enum):
    """What a key can be used for."""

    ADD = "add"
    """Adding records."""
    READ = "read"
    """Reading records that others may not read: an uploader's own, an operator's all."""
    MODERATE = "moderate"
    """Changing what becomes of these records; for operators the keys and the audit trail as well."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it is known, without its secret."""

    name: str
    role: KeyRole
    scopes: frozenset[Scope]
    created: datetime
    revoked: datetime | None = None
    used: datetime | None = None

    @property
    def is_operator(self) -> bool:
        """Whether it is an operator's."""
        return self.role is KeyRole.OPERATOR


class Visibility(Enum):
    """For whom a record is kept, as its owner says."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    """For whoever has the address."""
    PRIVATE = "private"
    """For the owner and the operators."""


@dataclass(frozen=True, slots=True)
class RecordStanding:
    """Whose a record is, for whom it is kept, and whether an operator has hidden it."""

    owner: str = ""
    """The name of a key; empty where nobody owns the record."""
    visibility: Visibility = Visibility.PUBLIC
    hidden: bool = False

    @property
    def is_open(self) -> bool:
        """Whether whoever has its address may read it."""
        return not self.hidden and self.visibility is not Visibility.PRIVATE

    @property
    def is_public(self) -> bool:
        """Whether lists, searches and statistics have it."""
        return not self.hidden and self.visibility is Visibility.PUBLIC


@dataclass(frozen=True, slots=True)
class RecordSight:
    """Which records somebody sees beside those that are open to all: those of an owner, or every one.

    As the sight of a list it says which records the list is of.
    """

    everything: bool = False
    owner: str = ""


OPEN: Final = RecordStanding()
"""The standing of a record that nobody owns and anybody may read."""
ANYBODY: Final = RecordSight()
EVERYTHING: Final = RecordSight(everything=True)


class AccessAct(Enum):
    """What can be asked of a server."""

    LOOK = "look"
    """What says nothing of records: files, rules, codes, the documentation, the state of the server."""
    LIST = "list"
    """Lists, searches and statistics of what is public."""
    CHECK = "check"
    """Have something judged that is not kept."""
    READ = "read"
    """A record, and all that is made of it."""
    ADD = "add"
    SET_VISIBILITY = "set visibility"
    REMOVE = "remove"
    HIDE = "hide"
    """Hide a record, or show it again."""
    READMIT = "readmit"
    """Allow a removed record to be added again."""
    LIST_OWN = "list own"
    ADMINISTER = "administer"
    """See all records, the keys and the audit trail."""
    CHANGE_KEYS = "change keys"
    SIGN_IN = "sign in"
    SIGN_OUT = "sign out"

    @property
    def writes(self) -> bool:
        """Whether it changes the archive."""
        return self in _WRITES

    @property
    def needs_record(self) -> bool:
        """Whether it is done to one record."""
        return self in _ON_RECORDS


_ON_RECORDS: Final = (AccessAct.READ, AccessAct.SET_VISIBILITY, AccessAct.REMOVE, AccessAct.HIDE)
_WRITES: Final = (
    AccessAct.ADD,
    AccessAct.SET_VISIBILITY,
    AccessAct.REMOVE,
    AccessAct.HIDE,
    AccessAct.READMIT,
    AccessAct.CHANGE_KEYS,
    AccessAct.SIGN_IN,
    AccessAct.SIGN_OUT,
)


class Adders(Enum):
    """Who may add records."""

    NOBODY = "nobody"
    KEY = "key"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Policy:
    """What the operator of a server has decided for all."""

    adders: Adders = Adders.ALL
    read_only: bool = False


class AccessAnswer(Enum):
    """What is answered to somebody who would do something."""

    YES = "yes"
    NEEDS_KEY = "needs a key"
    """Somebody might, who said who he is."""
    NO = "no"
    ABSENT = "absent"
    """For him there is no such record."""
    READ_ONLY = "read only"


OPEN_TO_ALL: Final = Policy()


def may(
    who: Key | None, what: AccessAct, record: RecordStanding | None = None, policy: Policy = OPEN_TO_ALL
) -> AccessAnswer:
    """Whether somebody, None for whoever shows no key, may do something, to a record where it is about one.

    A key that is not valid is nobody's, and is refused before this is asked. What a caller may not read is
    absent for him, whatever else he would do to it.

    >>> may(None, AccessAct.READ, RecordStanding("ana", Visibility.PRIVATE))
    <AccessAnswer.ABSENT: 'absent'>
    >>> may(None, AccessAct.REMOVE, RecordStanding("ana"))
    <AccessAnswer.NEEDS_KEY: 'needs a key'>
    """
    if what.needs_record and (record is None or not _reads(who, record)):
        return AccessAnswer.ABSENT
    if policy.read_only and what.writes:
        return AccessAnswer.READ_ONLY
    if what is AccessAct.ADD and policy.adders is Adders.NOBODY:
        return AccessAnswer.NO
    if what in _FREE or (what is AccessAct.ADD and policy.adders is Adders.ALL and who is None):
        return AccessAnswer.YES
    if who is None:
        return AccessAnswer.NEEDS_KEY
    return AccessAnswer.YES if _can(who, what, record) else AccessAnswer.NO


_FREE: Final = (
    AccessAct.LOOK,
    AccessAct.LIST,
    AccessAct.CHECK,
    AccessAct.READ,
    AccessAct.SIGN_IN,
    AccessAct.SIGN_OUT,
)


def _reads(who: Key | None, record: RecordStanding) -> bool:
    if record.is_open:
        return True
    sight = sight_of(who)
    return sight.everything or (bool(sight.owner) and sight.owner == record.owner)


def _can(who: Key, what: AccessAct, record: RecordStanding | None) -> bool:
    """Whether a key's role and scopes reach so far."""
    match what:
        case AccessAct.ADD:
            return Scope.ADD in who.scopes
        case AccessAct.LIST_OWN:
            return Scope.READ in who.scopes
        case AccessAct.SET_VISIBILITY | AccessAct.REMOVE:
            owns = record is not None and record.owner == who.name
            return Scope.MODERATE in who.scopes and (who.is_operator or owns)
        case _:
            return Scope.MODERATE in who.scopes and who.is_operator


def sight_of(who: Key | None) -> RecordSight:
    """Which records the holder of a key sees beside those that are open to all."""
    if who is None or Scope.READ not in who.scopes:
        return ANYBODY
    return EVERYTHING if who.is_operator else RecordSight(owner=who.name)


# The same for a database.


def is_listed(record: sa.ColumnElement[int], sight: RecordSight = ANYBODY) -> sa.ColumnElement[bool]:
    """Whether a list has a record: one of the public records, of an owner's, or of all, as is asked."""
    if sight.everything:
        return sa.true()
    if sight.owner:
        return record.in_(sa.select(OWNERS.c.record).where(OWNERS.c.owner == sight.owner))
    return record.not_in(sa.select(WITHHELD.c.record))


def is_readable(record: sa.ColumnElement[int], sight: RecordSight, address: str) -> sa.ColumnElement[bool]:
    """Whether somebody may read a record that he has an address for, which may be the beginning of its id."""
    if sight.everything:
        return sa.true()
    found = is_listed(record) if len(address) < SHORTEST_ADDRESS else is_open(record)
    return sa.or_(found, is_listed(record, sight)) if sight.owner else found


def is_open(record: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Whether whoever has its address may read a record."""
    closed = sa.or_(WITHHELD.c.hidden, WITHHELD.c.visibility == Visibility.PRIVATE.value)
    return record.not_in(sa.select(WITHHELD.c.record).where(closed))


def standings(connection: sa.Connection, records: Iterable[int]) -> dict[int, RecordStanding]:
    """The standings of some records, by their numbers."""
    keys = list(records)
    owners: dict[int, str] = {
        row.record: row.owner
        for row in connection.execute(sa.select(OWNERS).where(OWNERS.c.record.in_(keys)))
    }
    withheld: dict[int, Any] = {
        row.record: row for row in connection.execute(sa.select(WITHHELD).where(WITHHELD.c.record.in_(keys)))
    }
    found = {}
    for key in keys:
        row = withheld.get(key)
        visibility = Visibility(row.visibility) if row else Visibility.PUBLIC
        found[key] = RecordStanding(owners.get(key, ""), visibility, bool(row and row.hidden))
    return found


def put_standing(connection: sa.Connection, record: int, standing: RecordStanding) -> None:
    """Write down the standing of a record, in the place of what it was."""
    connection.execute(sa.delete(WITHHELD).where(WITHHELD.c.record == record))
    connection.execute(sa.delete(OWNERS).where(OWNERS.c.record == record))
    if standing.owner:
        connection.execute(sa.insert(OWNERS).values(record=record, owner=standing.owner))
    if not standing.is_public:
        connection.execute(sa.delete(UNCOUNTED).where(UNCOUNTED.c.record == record))
        row = {"record": record, "visibility": standing.visibility.value, "hidden": standing.hidden}
        connection.execute(sa.insert(WITHHELD).values(row))
