"""The commands `picture` and `animate`: a moment of a deal, or its steps, as a picture."""

from collections.abc import Iterator
from functools import partial
from pathlib import PurePath

import click

from notation.findings import Phrase
from notation.record import SEAT_LETTERS
from notation.replay import frames
from notation.rulings import Account, read_moment
from viewer.cards import PACKS, Look, position_png, position_svg
from viewer.cards.boards import WIDEST
from viewer.cards.palettes import PALETTES, TONES
from viewer.cli import options
from viewer.cli.files import Files
from viewer.cli.load import DealsAsked, accounts, deals
from viewer.cli.options import Output
from viewer.documents.languages import Language
from viewer.replay.animation import animation
from viewer.rulings.positions import Viewpoint, position_of
from viewer.terminal import showings

_deals = partial(
    deals,
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
_pack = click.option("--pack", type=click.Choice(PACKS), default="french", show_default=True)


@click.command()
@_deals
@click.option("--at", "place", metavar="TRICK", help="Before a trick, or after one of its actions: 7, 7.2.")
@_bottom
@_hidden
@click.option("--open-talon", is_flag=True, help="Show the cards of the talon.")
@_pack
@click.option("--palette", type=click.Choice(list(PALETTES)), default="two-colour", show_default=True)
@click.option("--tone", type=click.Choice(TONES), default="print", show_default=True)
@click.option(
    "--width", type=click.IntRange(64, WIDEST), default=1600, show_default=True, help="Of a PNG, in pixels."
)
@options.output
@options.language
def picture(
    of: DealsAsked,
    place: str | None,
    bottom: str,
    hidden: str,
    open_talon: bool,
    pack: str,
    palette: str,
    tone: str,
    width: int,
    output: Output | None,
    language: Language,
) -> None:
    """Write a moment of a deal as a picture: SVG, or PNG with the extra `png`, by the name of the file.

    Without --at it is the deal as it was dealt, or as it stands where the record begins.
    """
    at = read_moment(place) if place is not None else None
    if isinstance(at, Phrase):
        raise click.UsageError(language.put(at))
    form = PurePath(output.name).suffix if output else ""
    if output is None or form not in (".svg", ".png"):
        raise click.UsageError(language.say("A picture needs a file of SVG or PNG: -o deal.svg"))
    files = Files(language=language)
    account = _with_seats(accounts(files, of), bottom + hidden, language)
    shown = next(showings([account], language))
    step = shown.step_at(at) if at else 0
    if isinstance(step, Phrase):
        files.fail(of.file, language.put(step))
        raise SystemExit(2)
    layout = shown.steps[step].frame.layout
    position = position_of(account, layout, Viewpoint(bottom, hidden, open_talon), language)
    svg = position_svg(position, shown.title, Look(pack, language.code, palette, tone))
    files.write(output.name, svg.encode() if form == ".svg" else position_png(svg, width))
    options.leave(files, False)


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
def animate(
    of: DealsAsked,
    first: int,
    last: int | None,
    bottom: str,
    hidden: str,
    pack: str,
    width: int,
    pause: int,
    output: Output | None,
    language: Language,
) -> None:
    """Write the steps of a deal as an animated picture (APNG) for browsers and messengers.

    Steps are counted from 0, as in the address of a replay. It needs the extra `png`.
    """
    files = Files(language=language)
    if output is None:
        raise click.UsageError(language.say("An animated picture needs a file: -o deal.png"))
    account = _with_seats(accounts(files, of), bottom + hidden, language)
    end = len(frames(account)) - 1
    steps = range(first, min(end if last is None else last, end) + 1)
    if not steps:
        raise click.UsageError(
            language.say("This deal has no step {number}: the last is {last}.", number=first, last=end)
        )
    view, look = Viewpoint(bottom, hidden), Look(pack, language.code)
    files.write(output.name, animation(account, steps, view, look, language, width, pause))
    options.leave(files, False)


def _with_seats(told: Iterator[Account], seats: str, language: Language) -> Account:
    """Return the first deal; end the command if there is none, or one of the seats is empty."""
    found = list(told)
    if not found:
        raise SystemExit(2)
    for seat in seats:
        if seat not in SEAT_LETTERS[: found[0].rules.seats]:
            raise click.UsageError(language.say("Nobody sits at {seat} in this record.", seat=seat))
    return found[0]
