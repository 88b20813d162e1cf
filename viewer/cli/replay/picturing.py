"""The commands `picture` and `animate`: a moment of a deal, or its steps, as a picture."""

from pathlib import PurePath

import click

from notation.findings import Phrase
from notation.record import SEAT_LETTERS
from notation.replay import frames
from notation.rulings import Account, read_moment
from viewer.cards import Look, position_png, position_svg
from viewer.cli import options
from viewer.cli.files import Files
from viewer.cli.load import accounts
from viewer.cli.options import Output
from viewer.documents.languages import Language
from viewer.replay.animation import animation
from viewer.rulings.positions import Viewpoint, position_of
from viewer.terminal import showings


def picture(
    of: options.DealsAsked,
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
    """Write a moment of a deal as a picture."""
    at = read_moment(place) if place is not None else None
    if isinstance(at, Phrase):
        raise click.UsageError(language.put(at))
    form = PurePath(output.name).suffix if output else ""
    if output is None or form not in (".svg", ".png"):
        raise click.UsageError(language.say("A picture needs a file of SVG or PNG: -o deal.svg"))
    files = Files(language=language)
    account = _account(files, of, bottom + hidden)
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


def animate(
    of: options.DealsAsked,
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
    """Write the steps of a deal as an animated picture (APNG) for browsers and messengers."""
    files = Files(language=language)
    if output is None:
        raise click.UsageError(language.say("An animated picture needs a file: -o deal.png"))
    account = _account(files, of, bottom + hidden)
    end = len(frames(account)) - 1
    steps = range(first, min(end if last is None else last, end) + 1)
    if not steps:
        raise click.UsageError(
            language.say("This deal has no step {number}: the last is {last}.", number=first, last=end)
        )
    view, look = Viewpoint(bottom, hidden), Look(pack, language.code)
    files.write(output.name, animation(account, steps, view, look, language, width, pause))
    options.leave(files, False)


def _account(files: Files, of: options.DealsAsked, seats: str) -> Account:
    """Return the first deal; end the command if nothing of it can be shown, or one of the seats is empty."""
    found = list(accounts(files, of))
    if found and not frames(found[0]):
        files.fail(of.file, Phrase("The play of this deal could not be judged."))
        found.clear()
    if not found:
        raise SystemExit(2)
    for seat in seats:
        if seat not in SEAT_LETTERS[: found[0].rules.seats]:
            raise click.UsageError(files.language.say("Nobody sits at {seat} in this record.", seat=seat))
    return found[0]
