"""How the commands on corpora are called; what they do is loaded when they run."""

from functools import partial

import click

from viewer.cli import by, options
from viewer.cli.output import delivered

_delivered = partial(
    delivered,
    choice=options.form_of(
        *("text", "markdown", "json", "html", "csv"), help="Output format: json is one object a row."
    ),
)
_found = partial(
    delivered, choice=options.form_of("text", "json", "csv", help="text is one line an address.")
)


def _players(value: str) -> tuple[str, ...]:
    """Return kinds of players that are separated by commas, all of them known."""
    from notation.players import PLAYERS

    names = tuple(name.strip() for name in value.split(","))
    for name in names:
        if name not in PLAYERS:
            raise click.BadParameter(f"unknown player {name!r}: choose from {', '.join(PLAYERS)}")
    return names


@click.command()
@options.played
@click.option(
    "--deals", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="Number of deals."
)
@options.seed
@click.option(
    "--players",
    type=_players,
    default="random",
    show_default=True,
    metavar="KIND,...",
    help="random, greedy, careful or sampling: one for all seats, or one for each.",
)
@options.jobs
@options.language
@options.output
@by("corpora.generate")
def generate() -> None:
    """Write matches that programs play against each other: legal, and right in every statement.

    The same rules, players, number and seed give the same bytes everywhere, however many processes
    play. The last match may end before it is won.
    """


@click.command()
@options.paths
@click.option("--to", "target", required=True, metavar="FOLDER", help="The folder of the corpus.")
@click.option("--force", is_flag=True, help="Replace an existing corpus.")
@click.option(
    "--best-play",
    "has_costs",
    is_flag=True,
    help="Add the table of costs: what every action cost with best play. It takes up to a second a deal.",
)
@options.jobs
@options.cluster
@options.assumed
@options.imposed
@options.language
@options.quiet
@by("corpora.queries")
def index() -> None:
    """Judge every game and make tables of them: games, deals, seats, tricks, actions, decisions, findings.

    The folder gets a Parquet file for each table, written atomically. A faulty game is in the tables
    as far as it was judged, with its findings.
    """


@click.command()
@click.argument("corpus", metavar="CORPUS")
@click.argument("sql", metavar="SQL")
@_delivered
@by("corpora.queries")
def query() -> None:
    """Query a corpus in SQL: `santase query corpus.parquet "SELECT rules, count(*) FROM deals GROUP BY 1"`.

    The tables are games, deals, seats, tricks, actions, decisions and findings, and costs where they were
    asked for; DuckDB's SQL is understood.
    A question is one SELECT, and reads nothing but the corpus. CORPUS can be a file or folder of records,
    too, which are judged first.
    """


@click.command()
@options.paths
@click.option(
    "--by",
    "groupings",
    type=click.Choice(("all", "rules", "year", "player")),
    multiple=True,
    help="Count by this (repeatable; default: rules, year and player).",
)
@click.option(
    "--best-play",
    "asks_cost",
    is_flag=True,
    help="Instead of that: how often players chose what was worth most, and what their mistakes cost a deal.",
)
@options.assumed
@options.imposed
@_delivered
@by("corpora.queries")
def stats() -> None:
    """Count deals: who won them, closes and their outcomes, claims (right, false, missed), marriages.

    PATH is a corpus, or records that are judged first. Only deals decided by their play are counted.

    With --best-play a corpus must have been made by `index --best-play`.
    """


@click.command()
@options.paths
@click.option("--deals", is_flag=True, help="Compare single deals instead of whole games.")
@options.assumed
@options.imposed
@_delivered
@by("corpora.queries")
def dups() -> None:
    """Find games with the same cards and play, whatever their names, dates, notes and results.

    PATH is a corpus, or records that are judged first. Equal games are listed together.
    """


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="[FEATURE] PATH...")
@click.option("--action", metavar="WORD", default="", help="Actions as they are written: 40h, close, As.")
@click.option("--finding", metavar="CODE", default="", help="Code of the finding: R203.")
@click.option("--player", metavar="NAME", default="", help="Only actions of this player.")
@options.assumed
@options.imposed
@_found
@by("corpora.queries")
def find() -> None:
    """Find deals by what happened, actions by their words, findings by their codes.

    FEATURE is one of closed, closed-and-won, closed-and-failed, claimed, false-claim, missed-claim,
    marriage, trump-marriage, two-marriages, schneider, schwarz, drawn, resigned, unfinished, wrong.
    PATH is a corpus, or records that are judged first. Each line gives file, game, deal and place;
    `explain --at` and `show --at` take the last part: `cup.sgn:2:3:5.2: B 40h`.
    """
