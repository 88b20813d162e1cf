"""Records that are sent to be kept, whatever way they come.

They are charged to their sender, and kept for whom he says.
"""

from typing import Final

from flask import current_app

from notation.findings import Phrase
from notation.text import cut
from viewer.store import Added, Novelty, Standing, Store, Visibility
from viewer.store.access import Act
from viewer.web.access import caller, decide_on
from viewer.web.failures import Problem
from viewer.web.rates import charge

TAKEN_DOWN: Final = Phrase("This record was removed or hidden here, and is not taken again. {reason}")


def keep(data: bytes, visibility: Visibility) -> list[Added]:
    """Keep every game of a file of SGN; a Problem where none of them is taken."""
    store: Store = current_app.extensions["archive"]
    key = caller()
    if visibility is Visibility.PRIVATE and key is None:
        decide_on(Act.LIST_OWN)
    charge(store, current_app.extensions["quotas"], sum(1 for _ in cut(data)), len(data))
    name = key.name if key else ""
    added = store.add(data, at_once=True, standing=Standing(name, visibility), actor=name)
    if added and all(game.novelty is Novelty.REFUSED for game in added):
        raise Problem(409, Phrase(TAKEN_DOWN.sentence, {"reason": added[0].why}), word="removed")
    return added
