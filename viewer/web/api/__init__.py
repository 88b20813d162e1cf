"""The HTTP API: `/api/v1`, described by its OpenAPI document.

It offers what the pages show, as JSON; nothing is judged or decided here.
"""

from collections.abc import Collection

from flask import Flask

from viewer.web.api.contract import add_contract
from viewer.web.api.docs import docs
from viewer.web.api.headers import add_headers
from viewer.web.api.records import records
from viewer.web.api.reference import reference
from viewer.web.api.rulings import rulings
from viewer.web.api.streams import streams
from viewer.web.api.texts import editing, logs


def add_api(app: Flask, origins: Collection[str]) -> None:
    """Add the API to an application that has an archive; pages of some origins may use it."""
    add_headers(app, origins)
    add_contract(app, records, streams, logs, rulings, editing, reference)
    app.register_blueprint(docs)
