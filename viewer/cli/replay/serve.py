"""The command that serves the viewer on this machine, to its own users; gunicorn serves others."""

import click

from viewer.cli import options
from viewer.cli.files import Files
from viewer.documents.languages import Language


@click.command()
@click.argument("paths", nargs=-1, type=options.PATH, metavar="[PATH]...")
@click.option(
    "--db",
    metavar="URL",
    help="The archive: sqlite:///FILE or postgresql+psycopg://... (default: your own file).",
)
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8066, show_default=True, help="0 chooses a free port."
)
@click.option(
    "--embed-for",
    "embedders",
    multiple=True,
    metavar="ORIGIN",
    help="A site whose pages may embed a replay, such as https://club.example (repeatable).",
)
@click.option("--limits", is_flag=True, help="Print all limits of the service and exit.")
@options.form
@options.language
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
    """Serve the archive and the replay in a browser; records in PATH are added while it runs.

    An empty archive starts with the samples unless records are given. The server answers only to the
    names of this machine and to --host; pages of other sites cannot read it.
    """
    from viewer.cli.replay import serving  # the server and the archive, which take long to load

    files = Files(paths, language)
    if limits:
        serving.print_limits(files, form)
    else:
        serving.serve(files, db, host, port, embedders)
