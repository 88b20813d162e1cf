"""How the commands on replays and pictures are called; what they do is loaded when they run."""

from functools import partial
from typing import Final

import click

from viewer.cli import by, options
from viewer.cli.output import delivered
from viewer.cli.settings import here

MOST_SAMPLED: Final = 100_000
"""Deals that may be asked for: where no more are possible, all are held in memory."""
SAMPLED: Final = 500
"""As many as :data:`notation.players.DEALS`."""
WIDEST: Final = 4096
"""As :data:`viewer.cards.boards.WIDEST`."""


_deals = partial(
    options.deals,
    number=click.option(
        "--deal",
        type=click.IntRange(1),
        default=1,
        show_default=True,
        metavar="N",
        help="Number of the deal.",
    ),
)
_bottom = click.option("--bottom", default="", metavar="SEAT", help="The seat shown at the bottom.")
_hidden = click.option("--hidden", default="", metavar="SEATS", help="Seats whose hands are hidden: A, AB.")
_pack = click.option("--pack", type=click.Choice(("french", "german")), default="french", show_default=True)


@click.command()
@partial(
    options.deals,
    number=click.option("--deal", type=click.IntRange(1), metavar="N", help="Start at this deal."),
)
@click.option(
    "--at", "place", metavar="TRICK", help="Start before a trick or after one of its actions: 7, 7.2."
)
@click.option("--plain", is_flag=True, help="Print every step as text, as is done without a terminal.")
@click.option(
    "--palette",
    type=click.Choice(["two-colour", "french", "german"]),
    default="two-colour",
    show_default=True,
    help="The colours of the suits; french and german have four.",
)
@options.language
@by("replay.show")
def show() -> None:
    """Step through a record: the actions, where the cards are, and the findings.

    In a terminal the arrow keys move from step to step, and ? lists the other keys. Otherwise, and
    with --plain, every step is printed as a line.
    """


@click.command()
@options.deals
@click.option(
    "--at",
    "place",
    metavar="TRICK",
    help="Before a trick or after one of its actions, as in 7 or 7.2: what each action was worth on average "
    "for all that the player in turn could know.",
)
@click.option(
    "--deals",
    type=click.IntRange(1, MOST_SAMPLED),
    default=SAMPLED,
    show_default=True,
    metavar="N",
    help="With --at: value so many of the possible deals.",
)
@options.seed
@click.option(
    "--players",
    "player",
    type=click.Choice(("random", "greedy", "careful")),
    help="With --at: let these players play the deals out, instead of best play with all cards seen.",
)
@delivered
@by("replay.solving")
def solve() -> None:
    """Show what every deal was worth with best play, and what each action cost.

    The search goes back from the end of a deal, with the cards of the talon as they lay. If it would
    take too long, the values begin later in the deal. A match of several deals ends with what each
    player lost in it, and how. The exit status says whether everything could
    be read, not whether the players played well.

    --at shows one moment of one deal as its player could know it: the average of each action over
    deals that can be. They are drawn by the seed, so that the same seed gives the same answer.
    """


@click.command()
@options.file
@options.assumed
@options.language
@options.output
@by("replay.solving")
def annotate() -> None:
    """Add to a record what every deal was worth with best play, and what each action cost.

    An action that cost something gets a mark, ?! for 1 game point, ? for 2 or 3 and ?? for more, and
    `@best(out) @cost(B 2)`. The point where the values begin gets `@eval(A +2)`. Existing notes of this
    kind are replaced, and marks of others stay. Every game is printed in canonical
    form. A game that cannot be judged gets no values and is reported, and the exit status is 1.
    """


@click.command()
@click.argument("paths", nargs=-1, type=options.PATH, metavar="[PATH]...")
@click.option(
    "--number",
    type=click.IntRange(1),
    default=12,
    show_default=True,
    metavar="N",
    help="How many puzzles, at most.",
)
@options.seed
@options.spec_option(
    "--rules",
    "rules",
    default=lambda: here().rules,
    help="Rules of generated deals, and of records that name none (default: those of santase.toml, else "
    "santase).",
)
@partial(
    delivered,
    choice=options.form_of("html", "text", "markdown", "json", "pdf", help="pdf needs the extra `pdf`."),
)
@by("replay.puzzling")
def puzzles() -> None:
    """Make puzzles: moments of deals at which exactly one action is right.

    They come from records, or without a PATH from deals that programs play; one of a deal at most. All
    cards are seen, as by `santase solve`. On the page every action can be opened, and has its answer in
    it; it needs no server and no script. Texts have the answers at their end. The same deals and seed
    give the same puzzles.
    """


@click.command()
@_deals
@click.option("--at", "place", metavar="TRICK", help="Before a trick, or after one of its actions: 7, 7.2.")
@_bottom
@_hidden
@click.option("--open-talon", is_flag=True, help="Show the cards of the talon.")
@_pack
@click.option(
    "--palette",
    type=click.Choice(("two-colour", "french", "german")),
    default="two-colour",
    show_default=True,
)
@click.option("--tone", type=click.Choice(("light", "dark", "print")), default="print", show_default=True)
@click.option(
    "--width", type=click.IntRange(64, WIDEST), default=1600, show_default=True, help="Of a PNG, in pixels."
)
@options.output
@options.language
@by("replay.picturing")
def picture() -> None:
    """Write a moment of a deal as a picture: SVG, or PNG with the extra `png`, by the name of the file.

    Without --at it is the deal as it was dealt, or as it stands where the record begins.
    """


@click.command()
@_deals
@click.option("--from", "first", type=click.IntRange(0), default=0, help="Begin at this step of its replay.")
@click.option("--to", "last", type=click.IntRange(0), help="End at this step (default: the end of the deal).")
@_bottom
@_hidden
@_pack
@click.option("--width", type=click.IntRange(64, WIDEST), default=480, show_default=True, help="In pixels.")
@click.option(
    "--pause", type=click.IntRange(100, 10_000), default=900, show_default=True, help="Milliseconds a step."
)
@options.output
@options.language
@by("replay.picturing")
def animate() -> None:
    """Write the steps of a deal as an animated picture (APNG) for browsers and messengers.

    Steps are counted from 0, as in the address of a replay. It needs the extra `png`.
    """


@click.command()
@click.argument("paths", nargs=-1, type=options.PATH, metavar="[PATH]...")
@click.option(
    "--db",
    metavar="URL",
    help="The archive: a SQLite FILE or postgresql+psycopg://... (default: your own file).",
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
@by("replay.serving")
def serve() -> None:
    """Serve the archive and the replay in a browser; records in PATH are added while it runs.

    An empty archive starts with the samples unless records are given. The server answers only to the
    names of this machine and to --host; pages of other sites cannot read it.
    """
