"""The directive `gallery`: the games of `gallery.toml` as replay pages, animated pictures and PDF files.

They lie in `gallery/` of the site. With `:strip:` only pictures are shown, which lead to the pages.
"""

import logging
import tomllib
from html import escape
from pathlib import Path
from shutil import copy
from typing import Any, ClassVar, Final

from click.testing import CliRunner
from docutils.nodes import Node, raw
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from viewer.cli import main

SAMPLES: Final = Path(__file__).parents[2] / "samples"


def make(game: dict[str, Any], folder: Path) -> None:
    """Write the files of a game, unless they are newer than its record."""
    path = SAMPLES / game["file"]
    page, picture, paper = (folder / path.with_suffix(f".{kind}").name for kind in ("html", "png", "pdf"))
    if paper.exists() and paper.stat().st_mtime > path.stat().st_mtime:
        return

    def run(*words: object) -> None:
        done = CliRunner().invoke(main, [*map(str, words), "--lang", game["lang"], "--force"])
        if done.exit_code > 1:  # 1: the claim is wrong
            raise ExtensionError(f"{words}: {done.output}")

    first, last = game["steps"]
    run("convert", path, page, "--to", "html")
    moment = "--deal", game["deal"], "--from", first, "--to", last
    run("animate", path, *moment, "--width", 480, "--pause", 1500, "--output", picture)
    ruling = (
        ("dispute", path, "--deal", game["deal"], "--claim", game["claim"])
        if "claim" in game
        else ("explain", path)
    )
    run(*ruling, "--format", "pdf", "--output", paper)
    if "journal" in game:
        copy(SAMPLES / game["journal"], folder)


def item(game: dict[str, Any], place: str, is_short: bool) -> str:
    """A game of the list: its picture and title, and what it shows with links to its files."""
    name = f"{place}/{Path(game['file']).stem}"
    picture = f'<img src="{name}.png" alt="" width="480" height="360" loading="lazy">'
    shown = f'<a href="{name}.html">{picture}<strong>{escape(game["title"])}</strong></a>'
    if not is_short:
        files = {
            "Replay": f"{name}.html",
            "Dispute (PDF)" if "claim" in game else "Ruling (PDF)": f"{name}.pdf",
        }
        if "journal" in game:
            files["Journal"] = f"{name}.ndjson"
        links = " · ".join(f'<a href="{file}">{word}</a>' for word, file in files.items())
        shown += f"<p>{escape(game['text'])}</p><p>{links}</p>"
    return f"<li>{shown}</li>"


class Gallery(SphinxDirective):
    """The list of the games."""

    option_spec: ClassVar = {"strip": directives.flag}

    def run(self) -> list[Node]:
        """Make the files, and show the list."""
        folder = Path(self.env.app.outdir) / "gallery"
        folder.mkdir(parents=True, exist_ok=True)
        games = tomllib.loads((Path(self.env.srcdir) / "gallery.toml").read_text("utf-8"))["game"]
        for game in games if self.env.app.builder.format == "html" else ():
            make(game, folder)
        is_short = "strip" in self.options
        items = "".join(item(game, "gallery", is_short) for game in games)
        return [
            raw("", f'<ul class="{"gallery strip" if is_short else "gallery"}">{items}</ul>', format="html")
        ]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("gallery", Gallery)
    logging.getLogger("fontTools").setLevel(logging.WARNING)
    return {"parallel_read_safe": True}
