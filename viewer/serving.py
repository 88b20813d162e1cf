"""The command that serves the viewer on this machine."""

from pathlib import Path

import click

from viewer import options
from viewer.files import Files


@click.command(short_help="Serve the viewer on this machine.")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--db",
    metavar="URL",
    help="The archive: sqlite:///FILE or postgresql+psycopg://...; else a file of one's own.",
)
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535), default=8066, show_default=True)
def serve(paths: tuple[str, ...], db: str | None, host: str, port: int) -> None:
    """Serve the archive and the replay to a browser; records of PATH are added to the archive first."""
    from werkzeug.serving import run_simple

    from viewer.store import StoreError
    from viewer.web import Config, create_app

    if db is None:
        folder = Path(click.get_app_dir("santase"))
        folder.mkdir(parents=True, exist_ok=True)
        db = f"sqlite:///{folder / 'archive.db'}"
    try:
        app = create_app(Config(db))
    except StoreError as error:
        raise click.UsageError(str(error)) from None
    files = Files(paths)
    for _, data in files:
        app.extensions["archive"].add(data)
    if files.failures:
        options.leave(files, wrong=False)
    click.echo(f"http://{host}:{port}/")
    run_simple(host, port, app, threaded=True)
