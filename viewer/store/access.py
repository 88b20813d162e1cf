"""Access control in one place: callers, actions, the state of a record, and the decision.

:func:`may` decides about one record; :func:`is_readable` and :func:`is_listed` express the same for reading
and listing as SQL conditions. Front ends ask; they decide nothing themselves.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final

import sqlalchemy as sa

from viewer.store.tables import OWNERS, RECORDS, UNCOUNTED, WITHHELD

SHORTEST_ADDRESS: Final = 16
"""Least digits of an id that open an unlisted record; fewer could be guessed."""


class KeyRole(Enum):
    """Whose records a key manages: the holder's own, or all."""

    UPLOADER = "uploader"
    OPERATOR = "operator"


class Scope(Enum):
    """What a key can be used for."""

    ADD = "add"
    """Adding records."""
    READ = "read"
    """Reading records that others may not read: for an uploader their own, for an operator all."""
    MODERATE = "moderate"
    """Moderating these records; for operators also managing the keys and reading the audit trail."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key without its secret."""

    name: str
    role: KeyRole
    scopes: frozenset[Scope]
    created: datetime
    revoked: datetime | None = None
    used: datetime | None = None

    @property
    def is_operator(self) -> bool:
        """Whether it belongs to an operator."""
        return self.role is KeyRole.OPERATOR


class Visibility(Enum):
    """Who may find and read a record, as its owner decides."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    """For anyone who has the address."""
    PRIVATE = "private"
    """For the owner and the operators."""


@dataclass(frozen=True, slots=True)
class RecordStanding:
    """The owner and the visibility of a record, and whether an operator has hidden it."""

    owner: str = ""
    """The name of a key; empty for a record without an owner."""
    visibility: Visibility = Visibility.PUBLIC
    hidden: bool = False

    @property
    def is_open(self) -> bool:
        """Whether anyone with its address may read it."""
        return not self.hidden and self.visibility is not Visibility.PRIVATE

    @property
    def is_public(self) -> bool:
        """Whether lists, searches and statistics include it."""
        return not self.hidden and self.visibility is Visibility.PUBLIC

    @property
    def members(self) -> dict[str, Any]:
        """As in a row of a table, and in exports."""
        return {"owner": self.owner, "visibility": self.visibility.value, "hidden": self.hidden}


@dataclass(frozen=True, slots=True)
class RecordSight:
    """The records that a caller sees in addition to the open ones: those of an owner, or all.

    For a list, it selects the records of the list.
    """

    everything: bool = False
    owner: str = ""


OPEN: Final = RecordStanding()
"""The standing of a public record without an owner."""
ANYBODY: Final = RecordSight()
EVERYTHING: Final = RecordSight(everything=True)


class AccessAct(Enum):
    """The actions that can be requested of a server."""

    LOOK = "look"
    """Read what concerns no record: files, rules, codes, the documentation, the state of the server."""
    LIST = "list"
    """Public lists, searches and statistics."""
    CHECK = "check"
    """Judge something without storing it."""
    READ = "read"
    """Read a record and everything derived from it."""
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
        """Whether it is an action on one record."""
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
    """The operator's decisions for the whole server."""

    adders: Adders = Adders.ALL
    read_only: bool = False


class AccessAnswer(Enum):
    """The decision on an action."""

    YES = "yes"
    NEEDS_KEY = "needs a key"
    """The caller has to identify first."""
    NO = "no"
    ABSENT = "absent"
    """To the caller the record does not exist."""
    READ_ONLY = "read only"


OPEN_TO_ALL: Final = Policy()


def may(
    who: Key | None, what: AccessAct, record: RecordStanding | None = None, policy: Policy = OPEN_TO_ALL
) -> AccessAnswer:
    """Decide whether a caller, None without a key, may do something, to a record if it concerns one.

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
    """Return whether the role and the scopes of a key permit an action."""
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
    """Return which records the holder of a key sees in addition to the open ones."""
    if who is None or Scope.READ not in who.scopes:
        return ANYBODY
    return EVERYTHING if who.is_operator else RecordSight(owner=who.name)


# The same as SQL conditions.


def is_listed(record: sa.ColumnElement[int], sight: RecordSight = ANYBODY) -> sa.ColumnElement[bool]:
    """Return the condition that a list contains a record: public records, those of an owner, or all."""
    if sight.everything:
        return sa.true()
    if sight.owner:
        return record.in_(sa.select(OWNERS.c.record).where(OWNERS.c.owner == sight.owner))
    return record.not_in(sa.select(WITHHELD.c.record))


def is_readable(record: sa.ColumnElement[int], sight: RecordSight, address: str) -> sa.ColumnElement[bool]:
    """Return the condition that a caller may read a record by an address, which may be a prefix of its id."""
    if sight.everything:
        return sa.true()
    found = is_listed(record) if len(address) < SHORTEST_ADDRESS else is_open(record)
    return sa.or_(found, is_listed(record, sight)) if sight.owner else found


def is_open(record: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the condition that anyone with its address may read a record."""
    closed = sa.or_(WITHHELD.c.hidden, WITHHELD.c.visibility == Visibility.PRIVATE.value)
    return record.not_in(sa.select(WITHHELD.c.record).where(closed))


def standings(connection: sa.Connection, records: Iterable[int]) -> dict[int, RecordStanding]:
    """Return the standings of some records, by number."""
    rows = connection.execute(_STANDINGS, {"wanted": list(records)})
    return {
        number: RecordStanding(owner or "", Visibility(visibility or Visibility.PUBLIC), bool(hidden))
        for number, owner, visibility, hidden in rows
    }


_STANDINGS: Final = (
    sa.select(RECORDS.c.number, OWNERS.c.owner, WITHHELD.c.visibility, WITHHELD.c.hidden)
    .select_from(RECORDS.outerjoin(OWNERS).outerjoin(WITHHELD))
    .where(RECORDS.c.number.in_(sa.bindparam("wanted", expanding=True)))
)
"""Every page of a record asks this; putting it together takes longer than the answer."""


def put_standing(connection: sa.Connection, record: int, standing: RecordStanding) -> None:
    """Store the standing of a record, replacing the old one."""
    connection.execute(sa.delete(WITHHELD).where(WITHHELD.c.record == record))
    connection.execute(sa.delete(OWNERS).where(OWNERS.c.record == record))
    if standing.owner:
        connection.execute(sa.insert(OWNERS).values(record=record, owner=standing.owner))
    if not standing.is_public:
        connection.execute(sa.delete(UNCOUNTED).where(UNCOUNTED.c.record == record))
        row = {"record": record, "visibility": standing.visibility.value, "hidden": standing.hidden}
        connection.execute(sa.insert(WITHHELD).values(row))
