"""How the command `conformance` is called; what it does is loaded when it runs."""

import click

from viewer.cli import by, options


@click.group()
def conformance() -> None:
    """Test other implementations of SGN, in any language."""


@conformance.command()
@click.argument("out", metavar="OUT.zip")
@options.force
@options.language
@by("conformance.running")
def export() -> None:
    """Write the conformance suite as an archive: the contract, every record, and the expected answers."""


@conformance.command()
@click.option("--reader", "command", required=True, metavar="CMD", help="Program to test.")
@click.option(
    "--level",
    type=click.Choice(("core", "read", "write", "judge")),
    help="Test only this level (default: the levels that the program names).",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0.01),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Time limit for each answer.",
)
@click.argument("suite", required=False, metavar="[SUITE.zip]")
@options.language
@by("conformance.running")
def run() -> None:
    """Test an implementation of SGN: a program that reads requests and writes answers, a JSON object a line.

    It prints how many cases pass at each level, and the first differences. Without SUITE.zip it runs the
    suite of this program.
    """
