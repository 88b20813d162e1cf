"""The output of documents by a command: in one of the forms, to the screen or a file."""

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

import click

from viewer.cli import as_one, options
from viewer.cli.options import Output
from viewer.cli.settings import here

if TYPE_CHECKING:
    from viewer.cli.files import Files
    from viewer.documents.document import Document
    from viewer.documents.languages import Language

WIDTH: Final = 100
"""Columns of text that is not for a terminal."""


class Screen(NamedTuple):
    """A terminal for text: its columns, and whether it shows colours."""

    width: int
    is_coloured: bool


def screen() -> Screen | None:
    """Return the terminal of standard output, if it is one, or if colours are requested anyway."""
    wished = click.get_current_context().color
    if not sys.stdout.isatty():
        return Screen(WIDTH, is_coloured=True) if wished else None
    from shutil import get_terminal_size  # takes long to load

    return Screen(get_terminal_size().columns, wished is not False)


def text_of(documents: "Iterable[Document]", screen: Screen | None = None) -> str:
    """Render documents as text, with or without terminal codes; separated by an empty line."""
    from viewer.documents.text import as_text, lines

    if screen is None:
        return "\n".join(as_text(document, WIDTH) for document in documents)
    return "\n".join(
        "".join(
            f"{click.style(line.text, **line.style) if screen.is_coloured else line.text}\n"
            for line in lines(document, screen.width)
        )
        for document in documents
    )


class Delivery:
    """Writes the output of a command: text and JSON on standard output as they come, the rest at once."""

    def __init__(self, files: "Files", form: str, language: "Language", output: Output | None) -> None:
        self.files = files
        self.language = language
        self.form = form
        self._output = output
        self._documents: list[Document] = []
        self._lines: list[str] = []
        self._comes = output is None and form in ("text", "json")
        """Whether each document is written when it is there, so that only one is in memory."""
        self._screen = screen() if self._comes and form == "text" else None
        self._before = ""
        if form == "pdf" and output is None and sys.stdout.isatty():
            raise click.UsageError("a PDF does not go to a terminal: name a file with --output")

    def add(self, document: "Callable[[], Document]", *shapes: Callable[[], dict[str, Any]]) -> None:
        """Add a document, or the objects with the same content, whichever the form needs."""
        if self.form == "json":
            import json  # takes long to load

            lines = (json.dumps(shape()) for shape in shapes)
            if self._comes:
                self.hand_over("".join(f"{line}\n" for line in lines).encode())
            else:
                self._lines += lines
        else:
            self.take(document())

    def take(self, document: "Document") -> None:
        """Add an existing document."""
        if not self._comes:
            self._documents.append(document)
            return
        text = f"{self._before}{text_of([document], self._screen)}"
        click.echo(text if self._screen else text.encode(), nl=False)
        self._before = "\n"

    def finish(self, title: str) -> None:
        """Write what has not come before, several documents under one title."""
        if self._documents or self._lines:
            self.hand_over(self._data(title))

    def _data(self, title: str) -> bytes:
        if self.form == "json":
            return "".join(f"{line}\n" for line in self._lines).encode()
        if self.form == "text":
            return text_of(self._documents).encode()
        from dataclasses import replace

        from viewer.documents.document import joined
        from viewer.documents.rendering import as_html, as_markdown, as_pdf  # text does without

        whole = replace(joined(self._documents, title), sheets=here().sheets)
        if self.form == "markdown":
            return as_markdown(whole).encode()
        if self.form == "html":
            return as_html(whole).encode()
        try:
            return as_pdf(whole)
        except OSError as error:
            raise click.UsageError(f"PDF needs the library Pango on this machine ({error})") from None

    def leave(self, title: str, wrong: bool) -> NoReturn:
        """Write everything, and end the command with an exit status."""
        self.finish(title)
        options.leave(self.files, wrong)

    def write_lines(self, lines: Iterable[str]) -> None:
        """Write lines to standard output as they come, or all together to the output file."""
        if self._output is None:
            for line in lines:
                click.echo(line, nl=False)
        else:
            self.hand_over("".join(lines).encode())

    def hand_over(self, data: bytes) -> None:
        """Write bytes to the output file, or to standard output without one."""
        if self._output is None:
            click.echo(data, nl=False)
        else:
            self.files.put_out(self._output.name, data, self._output.force)


def delivered(
    command: Callable[..., None], choice: Callable[[Callable[..., None]], Callable[..., None]] = options.form
) -> Callable[..., None]:
    """Give a command the options --format, --lang, --output and --force, as one `delivery: Delivery`.

    ``choice`` is the option --format, if a command has other forms.
    """
    return as_one("delivery", _delivery, choice, options.language, options.output)(command)


def _delivery(form: str, language: "Language", output: Output | None) -> Delivery:
    from viewer.cli.files import Files

    return Delivery(Files(options.inputs(), language), form, language, output)
