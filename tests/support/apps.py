"""Applications whose archive is closed together with them.

What all of them have alike, the addresses and the templates, is compiled once for a process: it takes most of
the time of an application that answers a few requests.
"""

import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from tests.support.archives import with_tables
from viewer.store import Store
from viewer.web import Config, create_app

BUILDERS: Final[dict[object, Callable[..., tuple[str, str]]]] = {}
compile_builder: Final = Rule._compile_builder


def compiled_once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    """What builds addresses of a rule, which its text settles."""
    key: Any = (tuple(rule._trace), append_unknown, repr(rule.defaults))
    if key not in BUILDERS:
        BUILDERS[key] = compile_builder(rule, append_unknown)
    return BUILDERS[key]


class Templates(BytecodeCache):
    """The templates that were compiled before."""

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key] = bucket.bytecode_to_string()


Rule._compile_builder = compiled_once  # type: ignore[method-assign, assignment]
Flask.jinja_options = {"bytecode_cache": Templates()}


def made_app(config: Config, processes: int = 0) -> Flask:
    """An application over an archive, which is closed when nothing refers to the application any longer.

    It answers everything in its threads, unless it may have processes for long questions.
    """
    if not config.policy.read_only:
        with_tables(config.database)
    app = create_app(replace(config, settings=replace(config.settings, processes=processes)))
    weakref.finalize(app, app.extensions["archive"].close)
    return app


def app_in(folder: Path, **how: Any) -> Flask:
    """An application over an archive in a folder, configured so."""
    return made_app(Config(f"sqlite:///{folder / 'archive.db'}", **how))


def records_in(app: Flask) -> int:
    """How many records are in the archive of an application."""
    archive: Store = app.extensions["archive"]
    return archive.search(size=1).total
