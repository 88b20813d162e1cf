"""Applications whose archive is closed with them."""

import weakref

from flask import Flask

from viewer.web import Config, create_app


def made_app(config: Config) -> Flask:
    """An application over an archive, which is closed when nobody has the application any more."""
    app = create_app(config)
    weakref.finalize(app, app.extensions["archive"].close)
    return app
