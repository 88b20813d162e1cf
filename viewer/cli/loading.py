"""How the command line loads modules: it looks for no garbage among what they make, all of which stays."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Collect no garbage within, and never look again for any among what is there at the end.

    Modules make many objects and no garbage; looking through them takes longer than much of what they do.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()
