"""Serves the archive and the viewer, for the command `serve`."""

import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final

import click
from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from viewer.cli import handling, options
from viewer.cli.archive.filling import Filling
from viewer.cli.archive.place import own, url_of
from viewer.cli.files import STDIN, Files
from viewer.cli.output import Delivery
from viewer.cli.settings import packs_here
from viewer.documents.languages import Language
from viewer.documents.limits import limits_document, limits_json
from viewer.limits import Settings
from viewer.store import StoreError
from viewer.web import Config, create_app
from viewer.web.callers import LOOPBACK
from viewer.web.live.app import beside, create_live_app
from viewer.web.server.rejudging import rejudge

_ORIGIN: Final = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/?")


def _settings() -> tuple[Settings, tuple[bytes, ...]]:
    """Return the limits of the environment and the rule packs; end the command if any is invalid."""
    try:
        return Settings.from_environment(os.environ), packs_here()
    except (OSError, ValueError) as error:
        raise click.UsageError(str(error)) from None


def _print_limits(files: Files, form: str) -> None:
    """Print all limits of the service."""
    settings, _ = _settings()
    delivery = Delivery(files, form, files.language, None)
    delivery.add(partial(limits_document, settings, files.language), partial(limits_json, settings))
    delivery.finish("")


def serve(
    paths: tuple[str, ...],
    db: str | None,
    host: str,
    port: int,
    embedders: tuple[str, ...],
    limits: bool,
    form: str,
    language: Language,
) -> None:
    """Serve an archive to this machine until interrupted, and add records to it; gunicorn serves others."""
    files = Files(paths, language)
    if limits:
        _print_limits(files, form)
        return
    settings, packs = _settings()
    config = Config(
        url_of(db or own()),
        frame_ancestors=" ".join(("'self'", *map(_origin, embedders))),
        hosts=(*LOOPBACK, host.lower()),
        origins=(),
        settings=settings,
        is_own=host in LOOPBACK,
        packs=packs,
    )
    try:
        app = create_app(config)
        with app.extensions["archive"] as archive:
            _look_for(files)
            if not files.paths and not archive.read_only and not archive.search(size=1).total:
                for data in samples():
                    archive.add(data)
            _serve(app, host, port, language, Filling(archive, files) if files.paths else None)
    except StoreError as error:
        raise click.UsageError(language.put(error.phrase)) from None


def _origin(named: str) -> str:
    """Check a site given by scheme, name and port; end the command if it is invalid."""
    if not _ORIGIN.fullmatch(named):
        raise click.UsageError(f"{named!r} is not a site: name it as https://club.example")
    return named.rstrip("/")


def _look_for(files: Files) -> None:
    """End the command if any of the files is missing."""
    for name in list(files.names()):
        try:
            if name != STDIN:
                Path(name).stat()
        except (OSError, ValueError) as error:
            files.fail(name, getattr(error, "strerror", None) or str(error))
    if files.failures:
        options.leave(files, wrong=False)


def samples() -> Iterator[bytes]:
    """Return the samples, complete games last, since the list shows the newest first."""
    here = Path(__file__).parents[2]
    folder = next(each for each in (here / "samples", here.parent / "samples") if each.is_dir())
    for path in sorted(folder.rglob("*.sgn"), key=lambda path: (len(path.parts), path), reverse=True):
        yield path.read_bytes()


def _serve(app: Flask, host: str, port: int, language: Language, filling: Filling | None) -> None:
    """Serve until interrupted; meanwhile fill the archive, if requested."""

    class Handler(WSGIRequestHandler):
        """Answers without the server version, and logs no requests."""

        timeout = app.extensions["config"].settings.body_seconds

        def version_string(self) -> str:
            return "santase"

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            pass

    live = create_live_app(app.extensions["config"], app.extensions["archive"])
    both = beside(app, live)
    with _listening(host, port, language) as listener:
        server = make_server(host, port, both, threaded=True, request_handler=Handler, fd=listener.fileno())
        named = f"[{host}]" if ":" in host else host
        with _ending(), server:
            click.echo(f"http://{named}:{server.port}/")
            rejudge(app)
            live.extensions["hall"].start(hands_over=False)
            if filling:
                filling.start()
            try:
                server.serve_forever()
            finally:
                live.extensions["hall"].close()
                if filling:
                    filling.end()
                if app.extensions["pool"]:
                    app.extensions["pool"].close()


def _listening(host: str, port: int, language: Language) -> socket.socket:
    """Return a socket that listens at an address; end the command if that is not possible."""
    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=128
        )
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        said = language.say("cannot listen on {host}, port {port}: {why}", host=host, port=port, why=why)
        raise click.UsageError(said) from None


@contextmanager
def _ending() -> Iterator[None]:
    """Let Ctrl-C and a termination signal both end the server, and the command with status 0."""

    def end(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    with handling({signal.SIGTERM: end}), suppress(KeyboardInterrupt):
        yield
