"""Records that are sent to be kept, whatever way they come.

They are charged to their sender, and kept for whom he says.
"""

from functools import partial
from typing import Final

from flask import current_app, request

from notation.findings import Phrase
from viewer.store import Added, Novelty, RecordStanding, Store, Visibility
from viewer.store.access import AccessAct, sight_of
from viewer.web.access import caller, can, decide_on
from viewer.web.failures import Problem
from viewer.web.kept import forget, noted
from viewer.web.rates import charge

TAKEN_DOWN: Final = Phrase("This record was removed or hidden here and cannot be added again. {reason}")


def keep(data: bytes, visibility: Visibility, beside: bool = False) -> list[Added]:
    """Keep every game of a file of SGN; a Problem where none of them is taken.

    ``beside`` keeps a record that is known with other notes as another one.
    """
    store: Store = current_app.extensions["archive"]
    key = caller()
    if visibility is Visibility.PRIVATE and key is None:
        decide_on(AccessAct.LIST_OWN)
    name = key.name if key else ""
    # Only once all are judged: a request that takes long until then is begun again by another process.
    pay = partial(charge, store, current_app.extensions["quotas"], len(data))
    standing = RecordStanding(name, visibility)
    added = noted(
        store.add(data, at_once=True, standing=standing, actor=name, once_judged=pay, beside=beside)
    )
    if added and all(game.novelty is Novelty.REFUSED for game in added):
        raise Problem(409, Phrase(TAKEN_DOWN.sentence, {"reason": added[0].why}), word="removed")
    return added


def visibility_asked() -> Visibility:
    """Who may read what the form sends, as it says; everybody where it does not."""
    asked = request.form.get("visibility", "")
    return next((each for each in Visibility if each.value == asked), Visibility.PUBLIC)


def put_in_place_of(old: str, new: Added) -> None:
    """Let a new version be listed in place of another record, which stays at its address.

    That is for whoever may set the visibility of both; else nothing changes.
    """
    store: Store = current_app.extensions["archive"]
    key = caller()
    found = store.get(old, sight_of(key))
    if found is None or key is None or found.id == new.id or not found.standing.is_public:
        return
    if can(AccessAct.SET_VISIBILITY, found.standing):
        store.set_visibility(found.id, Visibility.UNLISTED, actor=key.name)
        forget()
