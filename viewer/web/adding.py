"""Store records that are sent, by form or API.

They count against the quota of their sender, and have the visibility that the sender asks for.
"""

from functools import partial
from typing import Final

from flask import current_app, request

from notation.findings import Phrase
from viewer.store import Added, Novelty, RecordStanding, Store, Visibility
from viewer.store.access import AccessAct, sight_of
from viewer.web.access import actor, caller, can, decide_on
from viewer.web.failures import Problem
from viewer.web.kept import forget, noted
from viewer.web.rates import charge

TAKEN_DOWN: Final = Phrase("This record was removed or hidden here and cannot be added again. {reason}")


def keep(data: bytes, visibility: Visibility, beside: bool = False) -> list[Added]:
    """Store every game of an SGN file; raise a Problem where none of them is accepted.

    With ``beside``, a known record with other notes is stored as a separate one.
    """
    store: Store = current_app.extensions["archive"]
    key = caller()
    if visibility is Visibility.PRIVATE and key is None:
        decide_on(AccessAct.LIST_OWN)
    name = actor()
    # Only after all are judged: a request whose judging takes long is restarted in another process.
    pay = partial(charge, store, current_app.extensions["quotas"], len(data))
    standing = RecordStanding(name, visibility)
    added = noted(
        store.add(data, at_once=True, standing=standing, actor=name, once_judged=pay, beside=beside)
    )
    if added and all(game.novelty is Novelty.REFUSED for game in added):
        raise Problem(409, Phrase(TAKEN_DOWN.sentence, {"reason": added[0].why}), word="removed")
    return added


def visibility_asked(otherwise: Visibility = Visibility.PUBLIC) -> Visibility:
    """Return the visibility that the form asks for, or another where it asks for none."""
    asked = request.form.get("visibility", "")
    return next((each for each in Visibility if each.value == asked), otherwise)


def put_in_place_of(old: str, new: Added) -> None:
    """List a new version in place of another record, which stays at its address.

    Does nothing unless the caller may set the visibility of both.
    """
    store: Store = current_app.extensions["archive"]
    key = caller()
    found = store.get(old, sight_of(key))
    if found is None or key is None or found.id == new.id or not found.standing.is_public:
        return
    if can(AccessAct.SET_VISIBILITY, found.standing):
        store.set_visibility(found.id, Visibility.UNLISTED, actor=key.name)
        forget()
