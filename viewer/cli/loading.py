"""The import of modules by the command line: without garbage collection, since their objects stay."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Collect no garbage within, and exempt the objects that exist at its end from later collections.

    Modules create many objects and no garbage; a collection takes longer than much of their work.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()
