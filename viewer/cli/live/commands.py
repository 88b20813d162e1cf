"""How the commands of live matches are called; what they do is loaded when they run."""

from typing import TYPE_CHECKING

import click

from viewer.cli import by, options

if TYPE_CHECKING:
    from referee.clock import TimeControl
    from viewer.cli.live.figures import SequentialTest


def _clock(value: str) -> "TimeControl":
    """Return the time of every seat, such as `300+2/1`: main time, increment of an action, its free part."""
    import re

    from referee.clock import TimeControl

    number = r"(\d{1,6}(?:\.\d{1,3})?)"
    found = re.fullmatch(rf"{number}(?:\+{number})?(?:/{number})?", value)
    if not found:
        raise click.BadParameter(f"{value!r} is not MAIN+INCREMENT/DELAY in seconds, such as 300 or 300+2/1")
    main, increment, delay = (round(float(each or 0) * 1000) for each in found.groups())
    return TimeControl(main, increment, delay)


def _test(value: str) -> "SequentialTest":
    """Return the hypotheses of a test: two numbers separated by a slash, the lower one first."""
    import re

    from viewer.cli.live.figures import SequentialTest

    found = re.fullmatch(r"(-?\d+(?:\.\d+)?)/(-?\d+(?:\.\d+)?)", value)
    if not found or float(found[1]) >= float(found[2]):
        raise click.BadParameter(f"{value!r} is not LOW/HIGH in game points per deal, such as 0/0.1")
    return SequentialTest(float(found[1]), float(found[2]))


@click.command()
@options.played
@click.option(
    "--mode",
    type=click.Choice(("strict", "scorer")),
    default="strict",
    show_default=True,
    help="strict refuses what is against the rules; scorer records what happened at a real table.",
)
@click.option(
    "--dealing",
    type=click.Choice(("fair", "hand")),
    help="fair: the program shuffles; hand: the arbiter enters the cards (default: fair; hand for a scorer).",
)
@click.option("--cut", is_flag=True, help="Deal only after every seat has cut.")
@click.option(
    "--seed", type=click.IntRange(0), help="Seed that makes the cards repeatable (default: random)."
)
@click.option("--clock", type=_clock, metavar="MAIN+INC/DELAY", help="The time of each seat, in seconds.")
@click.option("--names", metavar="NAME,...", help="Names of the players, by seat.")
@click.option(
    "--dealer", type=click.Choice("ABCDEF"), default="A", show_default=True, help="Who deals first."
)
@click.option("--deals", type=click.IntRange(1), metavar="N", help="End the match after N deals.")
@click.option("--events", "tells", is_flag=True, help="Add to each answer the events for every seat.")
@click.option("--journal", metavar="FILE", help="Keep every line in FILE; if it exists, continue from there.")
@click.option(
    "--sgn",
    "shown",
    metavar="FILE",
    help="Write the match to FILE line by line while it is played, showing only what spectators may know.",
)
@click.option(
    "-o", "--out", "--output", "output", metavar="FILE", help="Write the record to FILE at the end."
)
@options.force
@options.language
@by("live.referee")
def referee() -> None:
    """Referee a match over standard input and output: one JSON request a line, one answer a line.

    A request is one that live matches take, with the seat or arbiter that makes it as `by`. The answer
    says whether it is accepted or refused and why, whose turn it is, what can be done, and the state
    of the match. A line that is not a request is answered with an error, and the match continues. It
    ends with the input.
    """


@click.command()
@click.option(
    "--a", "a", required=True, metavar="PLAYER", help="A command, or random, greedy, careful or sampling."
)
@click.option("--b", "b", required=True, metavar="PLAYER", help="Its opponent.")
@click.option(
    "--c",
    "c",
    metavar="PLAYER",
    help="The third player; in partnership games A's partner, who plays like A by default.",
)
@click.option(
    "--d", "d", metavar="PLAYER", help="The fourth player: B's partner, who plays like B by default."
)
@options.played
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    metavar="N",
    help="Number of deals; matches that have begun are played to the end.",
)
@options.seed
@click.option(
    "--pairs/--no-pairs",
    "swapped",
    default=True,
    help="Play the same cards again with the seats swapped (default: yes).",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.01),
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="Time limit of a program for one action.",
)
@click.option(
    "--sprt",
    "test",
    type=_test,
    metavar="LOW/HIGH",
    help="Stop as soon as it is clear whether A is ahead by LOW or by HIGH game points a deal.",
)
@click.option(
    "--best-play",
    "is_compared",
    is_flag=True,
    help="Compare every action with best play, all cards seen. It takes up to a second a deal.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of matches played at once.",
)
@click.option(
    "-o", "--out", "--output", "output", metavar="FILE", help="Write the records of all matches to FILE."
)
@options.force
@options.form
@options.language
@by("live.arena")
def arena() -> None:
    """Let programs and built-in players play each other, and report who is ahead and with what confidence.

    A program gets events on its standard input and writes requests to its standard output, a JSON
    object a line, as in a live match. A program that exits, is too slow or breaks a rule loses the
    deal, and the third time the match. Every match is recorded. The same players, rules and seed give
    the same bytes, however many matches are played at once.
    """


@click.command()
@click.option("--exec", "command", required=True, metavar="CMD", help="The program that plays.")
@click.option("--url", required=True, metavar="URL", help="The match: https://host/api/v1/live/matches/ID.")
@click.option("--key-file", required=True, metavar="FILE", help="A file with the key of the seat.")
@options.language
@by("live.bot")
def bot() -> None:
    """Let a program play a seat of a live match, with the same protocol as in the arena.

    It gets the events of the match on its standard input and writes requests to its standard output.
    If the connection breaks, it resumes from the last event, and no request is made twice.
    """


@click.group()
def live() -> None:
    """Open the matches of a tournament on a service."""


@live.command("open")
@click.argument("path", metavar="FILE", type=click.Path(readable=False))
@click.option("--url", required=True, metavar="URL", help="The service: https://host.")
@click.option("--key-file", metavar="FILE", help="A file with your key, or that of the tournament's arbiter.")
@click.option("--name", metavar="NAME", help="The tournament, if FILE does not name it.")
@click.option("--rules", metavar="SPEC", help="The rules, if FILE does not name them.")
@click.option("--to", "tournament", metavar="ID", help="Add the matches to this tournament.")
@by("live.tournament")
def open_() -> None:
    """Open the matches of a tournament that a file describes, all of them or none.

    FILE is TOML with the members that the API takes, or CSV with the columns round, board, A, B and so on.
    The keys of the arbiter and of all seats are printed as JSON, and nowhere else: keep them. With a key of
    your own, the same file opens nothing twice, and gets the same keys.
    """
