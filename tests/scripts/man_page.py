"""Writes the manual page `viewer/man/santase.1` from the commands and their options."""

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Final

import click

from viewer.cli import FIRST, GROUPS, main

PAGE: Final = Path(__file__).parents[2] / "viewer/man/santase.1"
STATUS: Final = {
    "0": "Nothing is wrong.",
    "1": "There are errors, or something differs.",
    "2": "Wrong use, a file that cannot be read, or an output that cannot be written.",
    "130": "Interrupted.",
}
ENVIRONMENT: Final = {
    "SANTASE_RULES": "Files of rule packs, several separated as in PATH.",
    "NO_COLOR, FORCE_COLOR": "Print without colours, or with colours into a pipe, too.",
    "LC_ALL, LC_MESSAGES, LANG": "The language, where --lang does not name one.",
}


def text(words: str) -> str:
    """Escape words for a manual page."""
    escaped = words.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", escaped)


def entry(term: str, what: str) -> str:
    return f".TP\n\\fB{text(term)}\\fR\n{text(what)}\n"


def options(command: click.Command, ctx: click.Context) -> Iterator[str]:
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record and isinstance(parameter, click.Option) and "--help" not in parameter.opts:
            yield entry(record[0], " ".join(record[1].split()))


def described(name: str, command: click.Command, above: click.Context) -> Iterator[str]:
    """The description and options of a command, then the commands below it."""
    ctx = click.Context(command, info_name=name, parent=above)
    usage = " ".join(command.collect_usage_pieces(ctx))
    yield f".SS {text(ctx.command_path)} {text(usage)}\n"
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        kept = "\b" in paragraph
        lines = [text(line) for line in paragraph.replace("\b", "").strip("\n").splitlines()]
        yield ".PP\n" + ("\n.br\n".join(lines) if kept else "\n".join(lines)) + "\n"
    yield from options(command, ctx)
    if isinstance(command, click.Group):
        for below in command.list_commands(ctx):
            found = command.get_command(ctx, below)
            if found:
                yield from described(below, found, ctx)


def page() -> str:
    ctx = click.Context(main, info_name="santase")
    parts = [
        '.TH SANTASE 1 "" "santase" "User Commands"\n',
        ".SH NAME\nsantase \\- keep records of Santase, Sixty\\-six and Schnapsen, and have them judged\n",
        ".SH SYNOPSIS\n.B santase\n[OPTIONS] COMMAND [ARGS]...\n",
        ".SH DESCRIPTION\n",
        *(f".PP\n{text(' '.join(each.split()))}\n" for each in (main.help or "").split("\n\n")),
        ".SH EXAMPLES\n",
        *(entry(command, what) for command, what in FIRST.items()),
        ".SH OPTIONS\n",
        *options(main, ctx),
    ]
    for title, commands in GROUPS.items():
        parts.append(f".SH {title.upper()}\n")
        for name in commands:
            command = main.get_command(ctx, name)
            if command:
                parts += described(name, command, ctx)
    parts += [".SH EXIT STATUS\n", *(entry(status, what) for status, what in STATUS.items())]
    parts += [".SH ENVIRONMENT\n", *(entry(name, what) for name, what in ENVIRONMENT.items())]
    parts += [".SH FILES\n", entry("santase.toml", "Rules, rule packs, language and options of a folder.")]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), "utf-8")
