"""The command `animate`: steps of a deal as an animated picture."""

import click

from notation.replay import frames
from notation.rulings import Account
from referee import RuleSet
from viewer.cards import PACKS, Look
from viewer.cards.positions import WIDEST
from viewer.cli import options
from viewer.cli.files import Files
from viewer.cli.load import accounts
from viewer.cli.options import Output
from viewer.documents.languages import Language
from viewer.replay.pictures import animation
from viewer.rulings.positions import Viewpoint


@click.command()
@options.file
@options.game
@click.option(
    "--deal", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Number of the deal."
)
@click.option("--from", "first", type=click.IntRange(0), default=0, help="Begin at this step of its replay.")
@click.option("--to", "last", type=click.IntRange(0), help="End at this step (default: the end of the deal).")
@click.option("--bottom", default="", metavar="SEAT", help="The seat shown at the bottom.")
@click.option("--hidden", default="", metavar="SEATS", help="Seats whose hands are hidden: A, AB.")
@click.option("--pack", type=click.Choice(PACKS), default="french", show_default=True)
@click.option("--width", type=click.IntRange(64, WIDEST), default=480, show_default=True, help="In pixels.")
@click.option(
    "--pause", type=click.IntRange(100, 10_000), default=900, show_default=True, help="Milliseconds a step."
)
@options.assumed
@options.imposed
@options.output
@options.language
def animate(
    file: str,
    game: int | None,
    deal: int,
    first: int,
    last: int | None,
    bottom: str,
    hidden: str,
    pack: str,
    width: int,
    pause: int,
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    output: Output | None,
    language: Language,
) -> None:
    """Write the steps of a deal as an animated picture (APNG) for browsers and messengers.

    Steps are counted from 0, as in the address of a replay. It needs the extra `png`.
    """
    files = Files(language=language)
    if output is None:
        raise click.UsageError(language.say("An animated picture needs a file: -o deal.png"))
    found = list(accounts(files, file, game, deal, assumed, imposed))
    if not found:
        raise SystemExit(2)
    account = found[0]
    for seat in bottom + hidden:
        if seat not in _seats(account):
            raise click.UsageError(language.say("Nobody sits at {seat} in this record.", seat=seat))
    end = len(frames(account)) - 1
    steps = range(first, min(end if last is None else last, end) + 1)
    if not steps:
        raise click.UsageError(
            language.say("This deal has no step {number}: the last is {last}.", number=first, last=end)
        )
    view, look = Viewpoint(bottom, hidden), Look(pack, language.code)
    files.write(output.name, animation(account, steps, view, look, language, width, pause))
    options.leave(files, False)


def _seats(account: Account) -> str:
    return "ABCD"[: account.rules.seats]
