"""Applications whose archive is closed together with them."""

import weakref
from dataclasses import replace

from flask import Flask

from tests.support.archives import with_tables
from viewer.store import Store
from viewer.web import Config, create_app


def made_app(config: Config, processes: int = 0) -> Flask:
    """An application over an archive, which is closed when nothing refers to the application any longer.

    It answers everything in its threads, unless it may have processes for long questions.
    """
    if not config.policy.read_only:
        with_tables(config.database)
    app = create_app(replace(config, settings=replace(config.settings, processes=processes)))
    weakref.finalize(app, app.extensions["archive"].close)
    return app


def records_in(app: Flask) -> int:
    """How many records are in the archive of an application."""
    archive: Store = app.extensions["archive"]
    return archive.search(size=1).total
